package journal

import (
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/store"
)

// countMoves counts which deadlines the change has moved.
func (c *Change) countMoves() {
	if c.Game.Table != nil {
		c.Table.CountMoves(c.Game.Table)
	}
}

// enter returns what a letter does to the calendar of a seat's player, in which the letters
// before have entered was; nil: nothing.
func (c *Change) enter(s engine.Seat, was *table.Entry) *letters.Calendar {
	p := &c.Table.Players[s]
	if !p.Calendar && was == nil && p.Entered == nil {
		return nil
	}
	c.countMoves()
	if t := c.Game.Table; was == nil && t != nil && t.Players[s].Calendar && c.Digests(s) { // a daily letter has entered it
		if w := t.WaitFor(s); w != nil {
			e := t.Entry(*w)
			was = &e
		}
	}
	p.Entered = nil
	if w := c.Table.WaitFor(s); w != nil && p.Calendar && c.Table.State == table.Running {
		e := c.Table.Entry(*w)
		p.Entered = &e
	}
	return &letters.Calendar{Was: was, Now: p.Entered}
}

// Deadlines returns when the answers of somebody are due, over all games in which their
// letters go to an address. A game that cannot be read is left out: the error says which.
func (j *Journal) Deadlines(ctx context.Context, address string) (list []Waits, err error) {
	names, err := j.GamesOf(ctx, address)
	for _, name := range names {
		g, wrong := j.Games.Load(ctx, name)
		if errors.Is(wrong, store.ErrNoGame) {
			continue
		}
		if err = errors.Join(err, wrong); wrong != nil {
			continue
		}
		for _, w := range g.Table.Deadlines(address) {
			list = append(list, Waits{g, w})
		}
	}
	return list, err
}
