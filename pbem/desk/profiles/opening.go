package profiles

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// openFor is how long a table in formation waits for another to join.
const openFor = 60 * 24 * time.Hour

// Opening returns the table in formation of a name; nil if there is none.
func Opening(ctx context.Context, c *journal.Change, name string) *table.Opening {
	return journal.Read(ctx, c, table.OpeningKey(name), table.ReadOpening)
}

// Openings returns all tables in formation, the oldest first.
func Openings(ctx context.Context, c *journal.Change) (out []*table.Opening) {
	out = journal.ReadAll(ctx, c, table.OpeningPrefix, table.ReadOpening)
	slices.SortFunc(out, func(a, b *table.Opening) int {
		return cmp.Or(a.Opened.Compare(b.Opened), strings.Compare(a.Game, b.Game))
	})
	return out
}

// KeepOpening stores a new or changed table in formation.
func KeepOpening(c *journal.Change, o *table.Opening) {
	o.Changed = c.At
	c.Keep(table.OpeningKey(o.Game), o)
}

// CloseOpening deletes a table in formation.
func CloseOpening(c *journal.Change, o *table.Opening) { c.Values[table.OpeningKey(o.Game)] = nil }

// TellOpening tells all who play at a table in formation something, except one of them.
func TellOpening(ctx context.Context, c *journal.Change, o *table.Opening, not string, told ...engine.Message) {
	for _, j := range o.Players {
		if p := c.Profile(ctx, j.Address); p != nil && j.Address != not {
			Tell(ctx, c, p, p.Address(), content.Tell(told...))
		}
	}
}

// OpeningArg names a table in formation in a message.
func OpeningArg(o *table.Opening) engine.Arg { return engine.Text("game", o.Game) }

// DescribeTable describes a table in a sentence: the title and the players.
func DescribeTable(o *table.Opening) engine.Message {
	return engine.Msg(key.Table, OpeningArg(o), engine.Say("title", engine.Msg(o.Title+".title")), engine.Int("seats", o.Seats), engine.Int("n", o.Free()),
		engine.SeveralOf("names", o.Names(), engine.Text), content.Seconds("time", o.Within))
}

// TellFirst reports to a table's first player.
func TellFirst(ctx context.Context, c *journal.Change, o *table.Opening, told ...engine.Message) {
	TellOpening(ctx, c, &table.Opening{Players: o.Players[:1]}, "", told...)
}

// LeaveOpening gives a person's seat back, if they have one. If the first player leaves, the table passes to
// the next; without players it is closed.
func LeaveOpening(ctx context.Context, c *journal.Change, o *table.Opening, p *table.Profile) {
	s := o.Seat(p.Address())
	if s < 0 {
		return
	}
	was := o.Players[s]
	o.Players = slices.Delete(o.Players, s, s+1)
	if len(o.Players) == 0 {
		CloseOpening(c, o)
		return
	}
	KeepOpening(c, o)
	told := []engine.Message{engine.Msg(key.LeftOther, OpeningArg(o), engine.Text("name", was.Name)), DescribeTable(o)}
	if s == 0 {
		told = append(told, engine.Msg(key.YoursNow, OpeningArg(o)))
	}
	TellFirst(ctx, c, o, told...)
}

// NameTaken reports whether a game or a table in formation has a name.
func NameTaken(ctx context.Context, c *journal.Change, name string) (bool, error) {
	if Opening(ctx, c, name) != nil {
		return true, c.Err
	}
	_, err := c.Journal.Store.Head(ctx, name)
	if errors.Is(err, store.ErrNoGame) {
		return false, c.Err
	}
	return err == nil, err
}

// closeOldOpenings closes tables that nobody has joined for long.
func closeOldOpenings(ctx context.Context, c *journal.Change) {
	for _, o := range Openings(ctx, c) {
		if c.At.Sub(o.Changed) > openFor {
			TellOpening(ctx, c, o, "", engine.Msg(key.Expired, engine.Text("game", o.Game)))
			CloseOpening(c, o)
		}
	}
}
