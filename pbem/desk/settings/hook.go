package settings

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
)

// hooksADay limits how many addresses a player can have posted to in a day.
const hooksADay = 10

// setHook sets the address for postings that the player must act. The first posting follows at once, so that
// they see that it works; if it is not accepted, the hook is removed.
func setHook(ctx context.Context, d *deed.Deed, value string) bool {
	p := d.Self()
	address, format, _ := strings.Cut(value, " ")
	if address == "" {
		return d.Refuse(key.SetHookHow)
	}
	if strings.EqualFold(address, "off") {
		p.Hook = nil
		return d.Done(engine.Msg(key.SetHookOff))
	}
	allowed := d.Change.Journal.Config.HooksAllowed()
	if len(allowed.Hosts) == 0 {
		return d.Refuse(key.SetHookNoOf + "none")
	}
	u, err := allowed.Check(strings.Trim(address, "<>"))
	if refused, ok := errors.AsType[*hook.Refused](err); ok {
		return d.Refuse(key.SetHookNoOf+string(refused.Reason), engine.Text("host", refused.Host), engine.SeveralOf("hosts", allowed.Hosts, engine.Text))
	}
	f, ok := hook.ReadFormat(cmp.Or(strings.TrimSpace(format), string(hook.Usual(u.Hostname()))))
	if !ok {
		return d.Refuse(key.SetHookHow)
	}
	if d.Change.CountToday(ctx, "hooks/"+p.Address()) > hooksADay {
		return d.Refuse(key.SetHookOften)
	}
	made, err := hook.New(u.String(), f, d.Change.At)
	d.Change.Fail(err)
	p.Hook = &made
	secret := ""
	if f == hook.JSON { // chats check no signatures
		secret = made.ShownSecret()
	}
	return d.Done(engine.Msg(key.SetHook, engine.Text("host", made.Host()), engine.Text("secret", secret)))
}
