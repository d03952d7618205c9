package orders

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	_ "railpost/pbem/desk/absence"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/plans"
	_ "railpost/pbem/desk/seats"
	_ "railpost/pbem/desk/settings"
	_ "railpost/pbem/desk/sitter"
	"railpost/pbem/desk/talk"
	_ "railpost/pbem/desk/vote"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// command carries out one word of the service. false: the mail is refused.
func (h *handling) command(ctx context.Context, line string) bool {
	word, rest := words.First(line), words.After(line)
	w, act := words.Find(word), deed.Of(word)
	switch {
	case act != nil && h.mode.Preview:
		h.Tell(engine.Msg(key.PreviewOrdersOnly, engine.Order("word", word)))
		return true
	case h.in.Gone && w.Bars(words.Stale):
		h.tellGone()
		return false
	case h.in.Sitter != nil && w.Bars(words.Sitter):
		return h.Refuse(key.SitterMayNot, engine.Order("word", word), engine.Player("player", h.Seat))
	case h.Self().Resigned && w.Bars(words.Resigned):
		return h.Refuse(key.ResignedHow)
	case act != nil && w.Bars(words.Stage(h.Change.Table, h.Change.Next != nil)):
		return h.Refuse(key.NotRunningOf + string(h.Change.Table.State))
	case act != nil:
		h.used = append(h.used, word)
		return h.carryOut(ctx, act, rest)
	case word == "plans" && len(h.read.plans.Sections) > 0 && !h.mode.Preview: // the receipt lists them
		return true
	case h.answeredAlready(line):
		return true
	case w.Kind == words.Mode: // they were removed from the mail already, so this one is misspelt
		return h.Refuse(key.ModeHow)
	}
	return h.answer(line)
}

// carryOut carries out a word that changes something.
func (h *handling) carryOut(ctx context.Context, act deed.Do, rest string) bool {
	after := h.rest[1:]
	h.Below = slices.ContainsFunc(after, func(it item) bool { return !h.reader().isCommand(it.line) })
	h.Undone, h.Late, h.Sends = false, false, nil
	if !act(ctx, &h.Deed, rest) {
		return false
	}
	if h.Undone {
		h.was, h.last = h.Change.Again, played{}
		h.mode.After, h.tried = engine.Answered{}, nil
		h.windowed = plans.Windowed(h.Change.Table, h.Change.Next, h.Seat)
	}
	if h.Late {
		for _, it := range after {
			h.Reply.Lines = append(h.Reply.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Dropped, Dropped: engine.Msg(key.LineEnded)})
		}
		h.rest = h.rest[:1]
	}
	return h.Sends == nil || h.send(ctx, h.Sends)
}

// rematch is carried out by the lobby once a game has ended, if the lobby is open.
var _ = deed.Bind("rematch", func(ctx context.Context, d *deed.Deed, _ string) bool {
	if d.Change.Table.Ended() {
		return d.Refuse(key.RematchClosed)
	}
	return d.Refuse(key.RematchEarly)
})

// drop deletes things that only the player sees: "drop plan 2", "drop plans", "drop note 2".
var _ = deed.Bind("drop", func(ctx context.Context, d *deed.Deed, rest string) bool {
	switch notes := strings.HasPrefix(engine.Fold(rest), "note"); {
	case notes && d.Change.BySitter:
		return d.Refuse(key.SitterMayNot, engine.Order("word", "notes"), engine.Player("player", d.Seat))
	case notes:
		return talk.DropNotes(d, rest)
	default:
		return plans.DropLine(d, rest)
	}
})

// answer answers a line that only asks for information.
func (h *handling) answer(line string) bool {
	e := h.enquire()
	ok := e.Answer(line)
	h.Change.Fail(e.Err)
	switch {
	case !ok:
		h.Kind = templates.Refusal
	case e.Kind != "":
		h.Kind = e.Kind
	}
	return ok
}

// enquire returns a handler of questions, for the state after the mail so far.
func (h *handling) enquire() *enquiry.Enquiry {
	h.enquiry.Seat, h.enquiry.Game, h.enquiry.Table, h.enquiry.Facts, h.enquiry.Kind = h.Seat, h.Change.Next, h.Change.Table, &h.Reply, ""
	h.enquiry.Texts, h.enquiry.Pages = h.Texts, h.handler.Config.PageURL("") != ""
	return &h.enquiry
}

// answeredAlready reports whether the same was asked in this mail at the same step. One
// answer is enough: a mail of such lines must not produce a letter of a megabyte.
func (h *handling) answeredAlready(line string) bool {
	q := fmt.Sprintf("%d %s", h.Change.Seq(), engine.Fold(line))
	if slices.Contains(h.enquired, q) {
		return true
	}
	h.enquired = append(h.enquired, q)
	return false
}
