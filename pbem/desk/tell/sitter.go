package tell

import (
	"cmp"
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// Sitter queues a letter of a seat for its substitute alone: its player's next news are unchanged.
func Sitter(ctx context.Context, c *journal.Change, s engine.Seat, kind templates.Kind, f content.Facts, answered string) {
	p, group := &c.Table.Players[s], journal.SeatKey(c.Table.Game, s)
	was, planned := *p, c.Planned[s]
	queued, isQueued := c.Waiting[group]
	queueTo(ctx, c, s, p.Address(), kind, f)
	last := len(c.Letters) - 1
	l := c.Letters[last]
	c.Letters = c.Letters[:last]
	p.Told, p.Seen, p.Entered = was.Told, was.Seen, was.Entered
	delete(c.Waiting, group)
	if isQueued {
		c.Waiting[group] = queued
	}
	if len(planned) > 0 {
		c.Planned[s] = planned
	}
	copyToSitter(ctx, c, s, l, answered)
}

// SitterGroup names the letters of a seat's substitute that a later one replaces.
func SitterGroup(game string, s engine.Seat) string { return journal.SeatKey(game, s) + "/sitter" }

// DropSitter withdraws the letter to a substitute that nobody has seen yet.
func DropSitter(c *journal.Change, s engine.Seat) {
	c.Dropped = append(c.Dropped, SitterGroup(c.Table.Game, s))
}

// copyToSitter queues a letter of a seat for its substitute, too. It shows all of the
// position: the substitute may not have had the letters before it. answered is the mail of
// theirs that it answers.
func copyToSitter(ctx context.Context, c *journal.Change, s engine.Seat, l store.Letter, answered string) {
	sitter := c.Table.Players[s].SitterAt(c.At)
	if answered == "" && c.Suspended(ctx, sitter.Address) {
		return
	}
	f, err := content.ReadFacts(l.Data)
	c.Fail(err)
	f.Sitter, f.ReplyTo, f.Seen, f.Asked = sitter.Name, answered, 0, time.Time{}
	f.Lang = cmp.Or(sitter.Lang, c.LangOf(ctx, sitter.Address))
	f.Votes, f.Calendar = nil, nil // only the player votes, and it is their calendar
	// The substitute may be a player whom the seat's player ignores.
	f.Told = slices.DeleteFunc(f.Told, func(m engine.Message) bool { return m.Key == key.Ignored })
	name := c.Table.Players[s].Name
	told := []engine.Message{engine.Msg(key.SitterFor, engine.Text("player", name), engine.Text("date", sitter.Until.String()))}
	switch {
	case l.Kind != string(templates.Receipt):
	case c.BySitter:
		f.Told = f.Told[1:] // its author
	default:
		told = append(told, engine.Msg(key.SitterMail, engine.Text("name", name)))
	}
	f.Told = append(told, f.Told...)
	l.To = sitter.Address
	if l.Group != "" {
		l.Group = SitterGroup(c.Table.Game, s)
		if w, ok := c.UnseenOf(ctx, l.Group); ok {
			f.Since = min(f.Since, w.Since)
		}
		c.Waiting[l.Group] = journal.Waiting{Since: f.Since, Kind: templates.Kind(l.Kind)}
	}
	l.Data, err = f.Bytes()
	c.Fail(err)
	c.Letters = append(c.Letters, l)
}

// queueBoth is Letter for a seat that has a substitute.
func queueBoth(ctx context.Context, c *journal.Change, s engine.Seat, sitter *table.Sitter, kind templates.Kind, f content.Facts) {
	player, answered := f, ""
	if c.BySitter {
		player.ReplyTo, answered = "", f.ReplyTo
		if kind == templates.Receipt {
			player.Told = append([]engine.Message{engine.Msg(key.SitterMail, engine.Text("name", sitter.Name))}, f.Told...)
		}
	}
	switch {
	case kind.Row().Shared && player.ReplyTo == "" && c.Suspended(ctx, c.Table.Players[s].Address()):
		Sitter(ctx, c, s, kind, player, answered)
	case kind.Row().Shared:
		queueTo(ctx, c, s, c.Table.Players[s].Address(), kind, player)
		copyToSitter(ctx, c, s, c.Letters[len(c.Letters)-1], answered)
	case c.BySitter:
		f.Sitter, f.Lang = sitter.Name, cmp.Or(sitter.Lang, c.LangOf(ctx, sitter.Address))
		To(ctx, c, s, sitter.Address, kind, f)
	default:
		To(ctx, c, s, c.Table.Players[s].Address(), kind, f)
	}
}
