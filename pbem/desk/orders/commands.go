package orders

import (
	"context"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// deed is a word of the service being carried out.
type deed struct {
	*work
	after  []item           // the lines of the mail below it
	orders bool             // some of them are orders of the game
	undone bool             // the seat's last message was taken back
	sends  *journal.Pending // sent in its place
}

// deeds are the effects of words with the rest of a line, except those that only ask. false: the mail is refused.
var deeds = words.Deeds[func(ctx context.Context, h *deed, rest string) bool]{}

// command carries out one word of the service. false: the mail is refused.
func (h *handling) command(ctx context.Context, line string) bool {
	word, rest := words.First(line), words.After(line)
	w, act := words.Find(word), deeds[word]
	switch {
	case act != nil && h.mode.Preview:
		h.tell(engine.Msg(key.PreviewOrdersOnly, engine.Order("word", word)))
		return true
	case h.in.Gone && w.Bars(words.Stale):
		h.tellGone()
		return false
	case h.in.Sitter != nil && w.Bars(words.Sitter):
		return h.refuse(key.SitterMayNot, engine.Order("word", word), engine.Player("player", h.seat))
	case h.self().Resigned && w.Bars(words.Resigned):
		return h.refuse(key.ResignedHow)
	case act != nil && w.Bars(words.Stage(h.c.Table, h.c.Next != nil)):
		return h.refuse(key.NotRunningOf + string(h.c.Table.State))
	case act != nil:
		h.used = append(h.used, word)
		return h.carryOut(ctx, act, rest)
	case word == "plans" && len(h.read.sections) > 0 && !h.mode.Preview: // the receipt lists them
		return true
	case h.answeredAlready(line):
		return true
	case w.Kind == words.Mode: // they were removed from the mail already, so this one is misspelt
		return h.refuse(key.ModeHow)
	}
	return h.answer(line)
}

// carryOut carries out a word that changes something.
func (h *handling) carryOut(ctx context.Context, act func(context.Context, *deed, string) bool, rest string) bool {
	after := h.rest[1:]
	d := &deed{work: &h.work, after: after, orders: slices.ContainsFunc(after, func(it item) bool { return !h.reader().isCommand(it.line) })}
	if !act(ctx, d, rest) || d.sends != nil && !h.send(ctx, d.sends) {
		return false
	}
	if d.undone {
		h.mode.After, h.tried = engine.Answered{}, nil
		h.windowed = plans.Windowed(h.c.Table, h.c.Next, h.seat)
	}
	if d.sends == nil {
		h.rest = append(h.rest[:1:1], d.after...)
	}
	return true
}

// rematch is carried out by the lobby once a game has ended, if the lobby is open.
var _ = deeds.Bind("rematch", func(ctx context.Context, h *deed, _ string) bool {
	if h.c.Table.Ended() {
		return h.refuse(key.RematchClosed)
	}
	return h.refuse(key.RematchEarly)
})

// answer answers a line that only asks for information.
func (h *handling) answer(line string) bool {
	e := h.enquire()
	ok := e.Answer(line)
	h.c.Fail(e.Err)
	switch {
	case !ok:
		h.kind = templates.Refusal
	case e.Kind != "":
		h.kind = e.Kind
	}
	return ok
}

// enquire returns a handler of questions, for the state after the mail so far.
func (h *handling) enquire() *enquiry.Enquiry {
	h.enquiry.Seat, h.enquiry.Game, h.enquiry.Table, h.enquiry.Facts, h.enquiry.Kind = h.seat, h.c.Next, h.c.Table, &h.f, ""
	h.enquiry.Texts, h.enquiry.Pages = h.texts, h.handler.Config.PageURL("") != ""
	return &h.enquiry
}

// answeredAlready reports whether the same was asked in this mail at the same step. One
// answer is enough: a mail of such lines must not produce a letter of a megabyte.
func (h *handling) answeredAlready(line string) bool {
	q := fmt.Sprintf("%d %s", h.c.Seq(), engine.Fold(line))
	if slices.Contains(h.enquired, q) {
		return true
	}
	h.enquired = append(h.enquired, q)
	return false
}
