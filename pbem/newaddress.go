package pbem

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/config"
	"railpost/pbem/extract"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/templates"
)

// addressesADay bounds to how many addresses, whose owners nobody has asked, a
// seat can have a letter sent.
const addressesADay = 5

// setAddress asks at an address whether letters are to go there. They do once it
// has answered: by a slip of the pen nobody is cut off, and nobody gets letters
// who has not asked for them. The letter has an answer address of its own, which
// proves nothing but that it was read there.
func (h *handling) setAddress(value string) (bool, error) {
	a, err := mailAddress(value)
	if err != nil {
		return h.refuse("pbem.set-address-how", engine.Text("value", value))
	}
	address, p := a.Address, h.self()
	switch {
	case isOwn(h.office.Config, address):
		return h.refuse("pbem.set-address-own", engine.Text("address", address))
	case p.Addresses[0] == address:
		p.Wanted, h.acted = nil, true
		h.tell(engine.Msg("pbem.set-address-same", engine.Text("address", address)))
		return true, nil
	}
	if n, err := h.c.CountToday("set-address/" + journal.SeatKey(h.c.Table.Game, h.seat)); err != nil {
		return false, err
	} else if n > addressesADay {
		return h.refuse("pbem.set-address-often", engine.Int("limit", addressesADay))
	}
	p.Wanted, h.acted = &table.Wanted{Address: address, At: h.c.At}, true
	h.tell(engine.Msg("pbem.set-address-asked", engine.Text("address", address), engine.Text("old", p.Addresses[0])))
	return true, h.c.AskAddress(h.seat, letters.Facts{})
}

// isOwn says whether mail to an address comes back to the service.
func isOwn(conf *config.Config, address string) bool {
	base, host := compose.SplitAddress(extract.Address(conf.Identity.BaseAddress))
	local, domain := compose.SplitAddress(address)
	local, _, _ = strings.Cut(local, conf.Mail.Out.PlusSeparator)
	return domain == host && local == base || address == extract.Address(conf.FromAddress())
}

// confirmWord is what such a letter is answered with.
const confirmWord = "confirm"

// confirm makes an address the one letters go to: somebody who reads there says so.
// The addresses before stay on file, and the last one is told.
func (o *Office) confirm(ctx context.Context, in *incoming) (*journal.Change, error) {
	c := o.NewChange(ctx, in.game)
	p := &c.Table.Players[in.seat]
	if c.At.Sub(p.Wanted.At) > journal.PendingFor || in.mail.From != p.Wanted.Address || !o.authentic(in.mail) {
		return c.Judged(verdict.Ignored, verdict.OtherAddress), nil
	}
	quoted, err := o.writer.Answered(ctx, in.game, in.seat, in.step, in.mail.InReplyTo).Quoted(words.New(in.seat, in.game.Now))
	if err != nil {
		return nil, err
	}
	confirms := func(line string) bool { return strings.Trim(engine.Fold(line), ` .!"'`) == confirmWord }
	if !slices.ContainsFunc(in.mail.Typed(quoted), confirms) {
		if n, err := c.CountToday("confirm/" + journal.SeatKey(in.game.Name, in.seat)); err != nil || n > answersADay {
			return c.Judged(verdict.Ignored, verdict.NoOrders), err
		}
		return c.Judged(verdict.Answered, verdict.NoOrders), c.AskAddress(in.seat, letters.Facts{ReplyTo: in.mail.MessageID})
	}
	old, address := p.Addresses[0], p.Wanted.Address
	others := slices.DeleteFunc(p.Addresses, func(a string) bool { return a == address })
	p.Addresses, p.Wanted = append([]string{address}, others...), nil
	if err := c.Remember(address); err != nil {
		return nil, err
	}
	told := []engine.Message{engine.Msg("pbem.set-address", engine.Text("address", address), engine.Text("old", old))}
	if err := c.QueueTo(in.seat, old, templates.Answer, letters.Facts{Told: told}); err != nil {
		return nil, err
	}
	return c.Judged(verdict.Answered, verdict.Settings), c.Queue(in.seat, templates.Answer, letters.Facts{Told: told, Enclose: c.Next != nil, ReplyTo: in.mail.MessageID})
}
