// Package talk has what players say to the table and to each other, and their notes to themselves.
package talk

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/words"
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
var _ = deed.Bind("say", func(ctx context.Context, d *deed.Deed, rest string) bool {
	if rest == "" {
		return d.Refuse(key.SayHow, engine.Int("limit", sayMost))
	}
	if !mayTalk(ctx, d, rest) {
		return false
	}
	d.Change.Note(d.Seat, engine.Report{Message: engine.Msg(key.Said, engine.Player("seat", d.Seat), engine.Personal("text", rest))})
	return d.Done(engine.Msg(key.SayDone))
})

// tell passes a text on to one player: "tell Ben ...". It is no part of the game's log.
var _ = deed.Bind("tell", func(ctx context.Context, d *deed.Deed, rest string) bool {
	to, text, ok := addressee(d.Change.Table, rest)
	switch {
	case !ok:
		return noPlayer(d, rest)
	case to == d.Seat:
		return d.Refuse(key.TellSelf)
	case text == "":
		return d.Refuse(key.TellHow, engine.Int("limit", sayMost))
	case d.Change.Table.Rules.OpenTalk:
		return d.Refuse(key.RuleOpenTalk)
	case !mayTalk(ctx, d, text):
		return false
	}
	said := engine.Msg(key.Told, engine.Player("from", d.Seat), engine.Personal("text", text))
	tell.Whisper(ctx, d.Change, d.Seat, to, said)
	return d.Done(engine.Msg(key.TellDone, engine.Player("to", to)))
})

// ignore leaves a player's talk out of the letters of the player who ignores them, and only that player knows:
// "ignore Ben". "ignore Ben off" ends it.
var _ = deed.Bind("ignore", func(ctx context.Context, d *deed.Deed, rest string) bool {
	who, off, ok := addressee(d.Change.Table, rest)
	switch {
	case rest != "" && !ok:
		return noPlayer(d, rest)
	case rest == "" || who == d.Seat || off != "" && engine.Fold(off) != "off":
		return d.Refuse(key.IgnoreHow)
	}
	p := d.Self()
	p.Ignores = slices.DeleteFunc(slices.Clone(p.Ignores), func(s engine.Seat) bool { return s == who })
	if off == "" {
		p.Ignores = append(p.Ignores, who)
	}
	return d.Done(engine.Msg(key.Ignored, engine.Player("player", who), engine.Flag("on", off == "")))
})

// mayTalk reports whether the seat may pass on a text now, and counts it.
func mayTalk(ctx context.Context, d *deed.Deed, text string) bool {
	if d.Change.Next == nil {
		return d.Refuse(key.NotRunningOf + string(d.Change.Table.State))
	}
	if d.Change.Table.Rules.NoTalk {
		return d.Refuse(key.RuleTalk)
	}
	if n := d.Change.AddToday(ctx, "said/"+journal.SeatKey(d.Change.Table.Game, d.Seat), len([]rune(text))); n > sayADay {
		return d.Refuse(key.SayOften, engine.Int("limit", sayADay), content.At(journal.Tomorrow(d.Change.At)))
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

// noPlayer refuses a line that begins with no player's name.
func noPlayer(d *deed.Deed, line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return d.Refuse(key.NoPlayer, engine.Text("word", strings.TrimRight(word, ":,")), engine.Several("seats", d.Change.Table.Everyone()...))
}

// notesMost limits a player's notes.
const notesMost = 30

// note keeps a text that only its writer ever sees.
var _ = deed.Bind("note", func(ctx context.Context, d *deed.Deed, rest string) bool {
	p := d.Self()
	switch {
	case rest == "":
		return d.Refuse(key.NoteHow)
	case len(p.Notes) >= notesMost:
		return d.Refuse(key.NoteMany, engine.Int("limit", notesMost))
	}
	p.Notes = append(slices.Clip(p.Notes), table.Note{At: d.Change.At, Text: rest})
	return d.Done(engine.Msg(key.NoteDone, engine.Int("n", len(p.Notes))))
})

// DropNotes deletes one note of the player, or all: "drop note 2", "drop notes".
func DropNotes(d *deed.Deed, rest string) bool {
	p := d.Self()
	n, all, ok := words.Dropped(rest, len(p.Notes))
	if !ok {
		return d.Refuse(key.NoteDropHow, engine.Int("n", len(p.Notes)))
	}
	gone := len(p.Notes)
	if all {
		p.Notes = nil
	} else {
		p.Notes, gone = slices.Delete(slices.Clone(p.Notes), n-1, n), 1
	}
	d.Acted = d.Acted || gone > 0
	d.Tell(engine.Msg(key.NoteDropped, engine.Int("n", gone)))
	return true
}

// notes lists the player's notes.
var _ = enquiry.Answers.Bind("notes", func(e *enquiry.Enquiry, _ string) bool {
	notes := e.Table.Players[e.Seat].Notes
	if len(notes) == 0 {
		e.Tell(engine.Msg(key.NotesNone))
	}
	for i, n := range notes {
		e.Tell(engine.Msg(key.NoteIs, engine.Int("n", i+1), engine.Text("at", n.At.Format(time.RFC3339)), engine.Personal("text", n.Text)))
	}
	return true
})
