package journal

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/store"
)

// openFor is how long a table in formation waits for another to join.
const openFor = 60 * 24 * time.Hour

// Opening returns the table in formation of a name; nil if there is none.
func (c *Change) Opening(name string) *table.Opening {
	return read(c, table.OpeningKey(name), table.ReadOpening)
}

// Openings returns all tables in formation, the oldest first.
func (c *Change) Openings() (out []*table.Opening) {
	out = readAll(c, table.OpeningPrefix, table.ReadOpening)
	slices.SortFunc(out, func(a, b *table.Opening) int {
		return cmp.Or(a.Opened.Compare(b.Opened), strings.Compare(a.Game, b.Game))
	})
	return out
}

// KeepOpening enters a table in formation, or what has changed of it.
func (c *Change) KeepOpening(o *table.Opening) {
	o.Changed = c.At
	c.put(table.OpeningKey(o.Game), o)
}

// CloseOpening deletes a table in formation.
func (c *Change) CloseOpening(o *table.Opening) { c.Values[table.OpeningKey(o.Game)] = nil }

// TellOpening tells all who play at a table in formation something, except one of them.
func (c *Change) TellOpening(o *table.Opening, not string, told ...engine.Message) {
	for _, j := range o.Players {
		if p := c.Profile(j.Address); p != nil && j.Address != not {
			c.TellProfile(p, p.Address(), letters.Tell(told...))
		}
	}
}

// OpeningArg names a table in formation in a message.
func OpeningArg(o *table.Opening) engine.Arg { return engine.Text("game", o.Game) }

// Standing says in a sentence what is played at a table and by whom.
func Standing(o *table.Opening) engine.Message {
	return engine.Msg(key.Table, OpeningArg(o), engine.Say("title", engine.Msg(o.Title+".title")), engine.Int("seats", o.Seats), engine.Int("n", o.Free()),
		engine.SeveralOf("names", o.Names(), engine.Text), letters.Seconds("time", o.Within))
}

// TellFirst tells whoever opened a table what has become of it.
func (c *Change) TellFirst(o *table.Opening, told ...engine.Message) {
	c.TellOpening(&table.Opening{Players: o.Players[:1]}, "", told...)
}

// LeaveOpening gives somebody's seat back, if they have one. The table of somebody who leaves
// is that of who came next; without anybody it is closed.
func (c *Change) LeaveOpening(o *table.Opening, p *table.Profile) {
	s := o.Seat(p.Address())
	if s < 0 {
		return
	}
	was := o.Players[s]
	o.Players = slices.Delete(o.Players, s, s+1)
	if len(o.Players) == 0 {
		c.CloseOpening(o)
		return
	}
	c.KeepOpening(o)
	told := []engine.Message{engine.Msg(key.LeftOther, OpeningArg(o), engine.Text("name", was.Name)), Standing(o)}
	if s == 0 {
		told = append(told, engine.Msg(key.YoursNow, OpeningArg(o)))
	}
	c.TellFirst(o, told...)
}

// NameTaken reports whether a game or a table in formation has a name.
func (c *Change) NameTaken(name string) (bool, error) {
	if c.Opening(name) != nil {
		return true, c.Err
	}
	_, err := c.Journal.Store.Head(c.Ctx, name)
	if errors.Is(err, store.ErrNoGame) {
		return false, c.Err
	}
	return err == nil, err
}

// closeOldOpenings closes tables that nobody has joined for long.
func (c *Change) closeOldOpenings() {
	for _, o := range c.Openings() {
		if c.At.Sub(o.Changed) > openFor {
			c.TellOpening(o, "", engine.Msg(key.Expired, engine.Text("game", o.Game)))
			c.CloseOpening(o)
		}
	}
}
