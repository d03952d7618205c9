package pbem

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/extract"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
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
	case h.office.isOwn(address):
		return h.refuse("pbem.set-address-own", engine.Text("address", address))
	case p.Addresses[0] == address:
		p.Wanted, h.acted = nil, true
		h.tell(engine.Msg("pbem.set-address-same", engine.Text("address", address)))
		return true, nil
	}
	if n, err := h.c.countToday("set-address/" + group(h.c.table.Game, h.seat)); err != nil {
		return false, err
	} else if n > addressesADay {
		return h.refuse("pbem.set-address-often", engine.Int("limit", addressesADay))
	}
	p.Wanted, h.acted = &table.Wanted{Address: address, At: h.c.at}, true
	h.tell(engine.Msg("pbem.set-address-asked", engine.Text("address", address), engine.Text("old", p.Addresses[0])))
	return true, h.c.askAddress(h.seat, letters.Facts{})
}

// isOwn says whether mail to an address comes back to the service.
func (o *Office) isOwn(address string) bool {
	base, host := compose.SplitAddress(extract.Address(o.Config.Identity.BaseAddress))
	local, domain := compose.SplitAddress(address)
	local, _, _ = strings.Cut(local, o.Config.Mail.Out.PlusSeparator)
	return domain == host && local == base || address == extract.Address(o.Config.FromAddress())
}

// askAddress asks the address a seat wants its letters at.
func (c *change) askAddress(s engine.Seat, f letters.Facts) error {
	p := c.table.Players[s]
	f.Told = append(f.Told, engine.Msg("pbem.confirm-address", engine.Text("address", p.Wanted.Address), engine.Text("name", p.Name), engine.Text("game", c.table.Game)))
	return c.queueTo(s, p.Wanted.Address, templates.Confirm, f)
}

// confirmWord is what such a letter is answered with.
const confirmWord = "confirm"

// confirm makes an address the one letters go to: somebody who reads there says so.
// The addresses before stay on file, and the last one is told.
func (o *Office) confirm(ctx context.Context, in *incoming) (*change, error) {
	c := o.newChange(ctx, in.game)
	p := &c.table.Players[in.seat]
	if c.at.Sub(p.Wanted.At) > pendingFor || in.mail.From != p.Wanted.Address || !o.authentic(in.mail) {
		return c.judged(verdict.Ignored, verdict.OtherAddress), nil
	}
	quoted, err := o.writer.Answered(ctx, in.game, in.seat, in.step, in.mail.InReplyTo).Quoted(newVocabulary(in.seat, in.game.Now))
	if err != nil {
		return nil, err
	}
	confirms := func(line string) bool { return strings.Trim(engine.Fold(line), ` .!"'`) == confirmWord }
	if !slices.ContainsFunc(in.mail.Typed(quoted), confirms) {
		if n, err := c.countToday("confirm/" + group(in.game.Name, in.seat)); err != nil || n > answersADay {
			return c.judged(verdict.Ignored, verdict.NoOrders), err
		}
		return c.judged(verdict.Answered, verdict.NoOrders), c.askAddress(in.seat, letters.Facts{ReplyTo: in.mail.MessageID})
	}
	old, address := p.Addresses[0], p.Wanted.Address
	others := slices.DeleteFunc(p.Addresses, func(a string) bool { return a == address })
	p.Addresses, p.Wanted = append([]string{address}, others...), nil
	if err := c.remember(address); err != nil {
		return nil, err
	}
	told := []engine.Message{engine.Msg("pbem.set-address", engine.Text("address", address), engine.Text("old", old))}
	if err := c.queueTo(in.seat, old, templates.Answer, letters.Facts{Told: told}); err != nil {
		return nil, err
	}
	return c.judged(verdict.Answered, verdict.Settings), c.queue(in.seat, templates.Answer, letters.Facts{Told: told, Enclose: c.next != nil, ReplyTo: in.mail.MessageID})
}
