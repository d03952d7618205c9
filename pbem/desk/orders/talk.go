package orders

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
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
var _ = deeds.Bind("say", func(ctx context.Context, h *deed, rest string) bool {
	if rest == "" {
		return h.refuse(key.SayHow, engine.Int("limit", sayMost))
	}
	if !mayTalk(ctx, h, rest) {
		return false
	}
	h.c.Note(h.seat, engine.Report{Message: engine.Msg(key.Said, engine.Player("seat", h.seat), engine.Personal("text", rest))})
	return h.done(engine.Msg(key.SayDone))
})

// tell passes a text on to one player: "tell Ben ...". It is no part of the game's log.
var _ = deeds.Bind("tell", func(ctx context.Context, h *deed, rest string) bool {
	to, text, ok := addressee(h.c.Table, rest)
	switch {
	case !ok:
		return h.refuse(key.NoPlayer, engine.Text("word", strings.TrimRight(firstWord(rest), ":,")), players(h.c.Table))
	case to == h.seat:
		return h.refuse(key.TellSelf)
	case text == "":
		return h.refuse(key.TellHow, engine.Int("limit", sayMost))
	case h.c.Table.Rules.OpenTalk:
		return h.refuse(key.RuleOpenTalk)
	case !mayTalk(ctx, h, text):
		return false
	}
	tell.Whisper(ctx, h.c, h.seat, to, engine.Msg(key.Told, engine.Player("from", h.seat), engine.Personal("text", text)))
	return h.done(engine.Msg(key.TellDone, engine.Player("to", to)))
})

// ignore leaves a player's talk out of the letters of the player who ignores them, and only that player knows:
// "ignore Ben". "ignore Ben off" ends it.
var _ = deeds.Bind("ignore", func(ctx context.Context, h *deed, rest string) bool {
	who, off, ok := addressee(h.c.Table, rest)
	switch {
	case rest != "" && !ok:
		return h.refuse(key.NoPlayer, engine.Text("word", strings.TrimRight(firstWord(rest), ":,")), players(h.c.Table))
	case rest == "" || who == h.seat || off != "" && engine.Fold(off) != "off":
		return h.refuse(key.IgnoreHow)
	}
	p := h.self()
	p.Ignores = slices.DeleteFunc(slices.Clone(p.Ignores), func(s engine.Seat) bool { return s == who })
	if off == "" {
		p.Ignores = append(p.Ignores, who)
	}
	return h.done(engine.Msg(key.Ignored, engine.Player("player", who), engine.Int("on", numberOf(off == ""))))
})

// mayTalk reports whether the seat may pass on a text now, and counts it.
func mayTalk(ctx context.Context, h *deed, text string) bool {
	if h.c.Next == nil {
		return h.refuse(key.NotRunningOf + string(h.c.Table.State))
	}
	if h.c.Table.Rules.NoTalk {
		return h.refuse(key.RuleTalk)
	}
	if n := h.c.AddToday(ctx, "said/"+journal.SeatKey(h.c.Table.Game, h.seat), len([]rune(text))); n > sayADay {
		return h.refuse(key.SayOften, engine.Int("limit", sayADay), untilTomorrow(h.c.At))
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

// players lists who sits at the table.
func players(t *table.Table) engine.Arg {
	var seats []engine.Arg
	for i := range t.Players {
		seats = append(seats, engine.Player("", engine.Seat(i)))
	}
	return engine.Several("seats", seats...)
}

// notesMost limits a player's notes.
const notesMost = 30

// note keeps a text that only its writer ever sees.
var _ = deeds.Bind("note", func(ctx context.Context, h *deed, rest string) bool {
	p := h.self()
	switch {
	case rest == "":
		return h.refuse(key.NoteHow)
	case len(p.Notes) >= notesMost:
		return h.refuse(key.NoteMany, engine.Int("limit", notesMost))
	}
	p.Notes = append(slices.Clip(p.Notes), table.Note{At: h.c.At, Text: rest})
	return h.done(engine.Msg(key.NoteDone, engine.Int("n", len(p.Notes))))
})

// drop deletes things that only the player sees: "drop plan 2", "drop plans", "drop note 2".
var _ = deeds.Bind("drop", func(ctx context.Context, h *deed, rest string) bool {
	switch notes := strings.HasPrefix(engine.Fold(rest), "note"); {
	case notes && h.in.Sitter != nil:
		return h.refuse(key.SitterMayNot, engine.Order("word", "notes"), engine.Player("player", h.seat))
	case notes:
		return dropNotes(h, rest)
	default:
		return dropPlans(h, rest)
	}
})

func dropNotes(h *deed, rest string) bool {
	p := h.self()
	n, all, ok := dropped(rest, len(p.Notes))
	if !ok {
		return h.refuse(key.NoteDropHow, engine.Int("n", len(p.Notes)))
	}
	gone := len(p.Notes)
	if all {
		p.Notes = nil
	} else {
		p.Notes, gone = slices.Delete(slices.Clone(p.Notes), n-1, n), 1
	}
	h.acted = h.acted || gone > 0
	h.tell(engine.Msg(key.NoteDropped, engine.Int("n", gone)))
	return true
}
