package orders

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
)

// sayMost limits the characters of a line of talk, sayADay those of a seat in a day: the letters of all others
// carry them.
const (
	sayMost = extract.LineMost - len("say ")
	sayADay = 20_000
)

// say passes a text on to the table.
var _ = deed.Bind("say", func(ctx context.Context, h *deed.Deed, rest string) bool {
	if rest == "" {
		return h.Refuse(key.SayHow, engine.Int("limit", sayMost))
	}
	if !mayTalk(ctx, h, rest) {
		return false
	}
	h.Change.Note(h.Seat, engine.Report{Message: engine.Msg(key.Said, engine.Player("seat", h.Seat), engine.Personal("text", rest))})
	return h.Done(engine.Msg(key.SayDone))
})

// tell passes a text on to one player: "tell Ben ...". It is no part of the game's log.
var _ = deed.Bind("tell", func(ctx context.Context, h *deed.Deed, rest string) bool {
	to, text, ok := addressee(h.Change.Table, rest)
	switch {
	case !ok:
		return h.Refuse(key.NoPlayer, engine.Text("word", strings.TrimRight(firstWord(rest), ":,")), engine.Several("seats", h.Change.Table.Everyone()...))
	case to == h.Seat:
		return h.Refuse(key.TellSelf)
	case text == "":
		return h.Refuse(key.TellHow, engine.Int("limit", sayMost))
	case h.Change.Table.Rules.OpenTalk:
		return h.Refuse(key.RuleOpenTalk)
	case !mayTalk(ctx, h, text):
		return false
	}
	tell.Whisper(ctx, h.Change, h.Seat, to, engine.Msg(key.Told, engine.Player("from", h.Seat), engine.Personal("text", text)))
	return h.Done(engine.Msg(key.TellDone, engine.Player("to", to)))
})

// ignore leaves a player's talk out of the letters of the player who ignores them, and only that player knows:
// "ignore Ben". "ignore Ben off" ends it.
var _ = deed.Bind("ignore", func(ctx context.Context, h *deed.Deed, rest string) bool {
	who, off, ok := addressee(h.Change.Table, rest)
	switch {
	case rest != "" && !ok:
		return h.Refuse(key.NoPlayer, engine.Text("word", strings.TrimRight(firstWord(rest), ":,")), engine.Several("seats", h.Change.Table.Everyone()...))
	case rest == "" || who == h.Seat || off != "" && engine.Fold(off) != "off":
		return h.Refuse(key.IgnoreHow)
	}
	p := h.Self()
	p.Ignores = slices.DeleteFunc(slices.Clone(p.Ignores), func(s engine.Seat) bool { return s == who })
	if off == "" {
		p.Ignores = append(p.Ignores, who)
	}
	return h.Done(engine.Msg(key.Ignored, engine.Player("player", who), engine.Int("on", numberOf(off == ""))))
})

// mayTalk reports whether the seat may pass on a text now, and counts it.
func mayTalk(ctx context.Context, h *deed.Deed, text string) bool {
	if h.Change.Next == nil {
		return h.Refuse(key.NotRunningOf + string(h.Change.Table.State))
	}
	if h.Change.Table.Rules.NoTalk {
		return h.Refuse(key.RuleTalk)
	}
	if n := h.Change.AddToday(ctx, "said/"+journal.SeatKey(h.Change.Table.Game, h.Seat), len([]rune(text))); n > sayADay {
		return h.Refuse(key.SayOften, engine.Int("limit", sayADay), content.At(journal.Tomorrow(h.Change.At)))
	}
	return true
}

// addressee returns the player whose name a line begins with, the longest name first, and the text after it:
// "Ana Belen: are you there?".
func addressee(t *table.Table, line string) (to engine.Seat, text string, ok bool) {
	fields := strings.Fields(line)
	for n := len(fields); n > 0; n-- {
		name := strings.TrimRight(strings.Join(fields[:n], " "), ":,")
		if s, ok := t.SeatNamed(name); ok {
			return s, strings.Join(fields[n:], " "), true
		}
	}
	return engine.Nobody, "", false
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return word
}

// notesMost limits a player's notes.
const notesMost = 30

// note keeps a text that only its writer ever sees.
var _ = deed.Bind("note", func(ctx context.Context, h *deed.Deed, rest string) bool {
	p := h.Self()
	switch {
	case rest == "":
		return h.Refuse(key.NoteHow)
	case len(p.Notes) >= notesMost:
		return h.Refuse(key.NoteMany, engine.Int("limit", notesMost))
	}
	p.Notes = append(slices.Clip(p.Notes), table.Note{At: h.Change.At, Text: rest})
	return h.Done(engine.Msg(key.NoteDone, engine.Int("n", len(p.Notes))))
})

// drop deletes things that only the player sees: "drop plan 2", "drop plans", "drop note 2".
var _ = deed.Bind("drop", func(ctx context.Context, h *deed.Deed, rest string) bool {
	switch notes := strings.HasPrefix(engine.Fold(rest), "note"); {
	case notes && h.Change.BySitter:
		return h.Refuse(key.SitterMayNot, engine.Order("word", "notes"), engine.Player("player", h.Seat))
	case notes:
		return dropNotes(h, rest)
	default:
		return dropPlans(h, rest)
	}
})

func dropNotes(h *deed.Deed, rest string) bool {
	p := h.Self()
	n, all, ok := dropped(rest, len(p.Notes))
	if !ok {
		return h.Refuse(key.NoteDropHow, engine.Int("n", len(p.Notes)))
	}
	gone := len(p.Notes)
	if all {
		p.Notes = nil
	} else {
		p.Notes, gone = slices.Delete(slices.Clone(p.Notes), n-1, n), 1
	}
	h.Acted = h.Acted || gone > 0
	h.Tell(engine.Msg(key.NoteDropped, engine.Int("n", gone)))
	return true
}
