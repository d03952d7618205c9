package pbem

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/fault"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/templates"
)

// otherAddressKey is the message that says from where they came.
const otherAddressKey = "pbem.other-address"

// enclose plays nothing: the address on file gets the orders, and may send or
// disown them.
func (o *Office) enclose(ctx context.Context, in *incoming) (*journal.Change, error) {
	c := o.NewChange(ctx, in.game)
	if n, err := c.CountToday("enclosed/" + journal.SeatKey(in.game.Name, in.seat)); err != nil || n > answersADay {
		return c.Judged(verdict.Ignored, verdict.OtherAddress), err
	}
	w := o.writer.Answered(ctx, in.game, in.seat, in.step, in.mail.InReplyTo)
	quoted, err := w.Quoted(words.New(in.seat, in.game.Now).WithVerbsOf(w.Usual))
	if err != nil {
		return nil, err
	}
	lines := in.mail.Typed(quoted)
	lines = spellNumbers(lines[:min(len(lines), o.Config.Security.MaxCommandsPerMail)], w.List)
	if err := c.KeepPending(in.seat, &journal.Pending{From: in.mail.From, At: c.At, Step: in.step, Gone: in.gone, Lines: lines}); err != nil {
		return nil, err
	}
	told := []engine.Message{engine.Msg(otherAddressKey, engine.Text("address", in.mail.From))}
	return c.Judged(verdict.Answered, verdict.OtherAddress), c.Queue(in.seat, templates.Enclosed, letters.Facts{Again: lines, Told: told})
}

// spellNumbers replaces numbers by the lines they stand for; one that may be meant
// otherwise stays.
func spellNumbers(lines, list []string) []string {
	out := slices.Clone(lines)
	for i, l := range out {
		if n, ok := words.Number(l); ok {
			if choice, r := choiceBy(list, l, n); r == nil {
				out[i] = choice
			}
		}
	}
	return out
}

// agreed are the orders that the address on file may send or whose sender it
// may accept; nil, with the reason told, if there are none.
func (h *handling) agreed() (*journal.Pending, error) {
	p, err := h.c.PendingOf(h.seat)
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		_, err = h.refuse("pbem.pending-none")
		return nil, err
	case !p.Several:
		p.Several, err = h.readOthers(p)
	}
	return p, err
}

// readOthers: the letter that is answered enclosed other orders than those that
// wait now, or orders of somebody else: nobody has agreed to these.
func (h *handling) readOthers(p *journal.Pending) (bool, error) {
	l, ok, err := h.office.Store.SentLetter(h.ctx, h.in.mail.InReplyTo)
	if err != nil || !ok || l.Game != h.in.game.Name || templates.Kind(l.Kind) != templates.Enclosed {
		return false, err
	}
	f, err := letters.ReadFacts(l.Data)
	if err != nil {
		return false, &fault.Error{Err: err}
	}
	from := func(m engine.Message) bool { return m.Key == otherAddressKey && m.Args[0].Text == p.From }
	return !slices.Equal(f.Again, p.Lines) || !slices.ContainsFunc(f.Told, from), nil
}

// playPending sends the orders that came from another address with this
// seat's token: the address on file has read them and agrees. They answer the
// letter that the other mail answered.
func (h *handling) playPending(string) (bool, error) {
	p, err := h.agreed()
	if err != nil || p == nil {
		return false, err
	}
	if p.Several {
		return h.refuse("pbem.pending-several")
	}
	h.c.Values[journal.PendingKey(h.c.Table.Game, h.seat)] = nil
	h.in.step, h.in.gone = p.Step, p.Gone
	if err := h.findPosition(); err != nil {
		return false, err
	}
	h.sort(p.Lines)
	if h.long > 0 || len(h.sorted.Unread) > 0 || len(h.sorted.Orders) == 0 {
		return h.refuse("pbem.pending-unread")
	}
	rest := h.rest[1:]
	h.rest = h.rest[:1]
	for _, l := range h.sorted.Orders {
		h.rest = append(h.rest, item{n: l.N, text: l.Text, line: l.Text})
	}
	h.rest = append(h.rest, rest...)
	return true, nil
}

// addAddress accepts an address, from which mail with this seat's token came,
// for good.
func (h *handling) addAddress(rest string) (bool, error) {
	p, err := h.agreed()
	if err != nil || p == nil {
		return false, err
	}
	if rest != "" && !strings.EqualFold(rest, p.From) || rest == "" && p.Several {
		return h.refuse("pbem.add-other", engine.Text("address", p.From))
	}
	player := &h.c.Table.Players[h.seat]
	if !slices.Contains(player.Addresses, p.From) {
		player.Addresses = append(player.Addresses, p.From)
	}
	h.acted = true
	h.tell(engine.Msg("pbem.added", engine.Text("address", p.From)))
	return true, h.c.Remember(p.From)
}
