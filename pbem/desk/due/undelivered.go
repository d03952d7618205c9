package due

import (
	"context"

	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// undelivered reports whether the letter that asks a seat has not been tried yet, and
// whether the server has not accepted one of those that ask. The latter counts as
// delivered: table and organiser are told.
func undelivered(ctx context.Context, c *journal.Change, w table.Wait) (untried, lost bool) {
	queued, err := c.Journal.Store.Letters(ctx)
	c.Fail(err)
	for _, l := range queued {
		if l.Game != c.Game.Name || l.Seat != int(w.Seat) || l.Seq < w.Asked {
			continue
		}
		f, err := content.ReadFacts(l.Data)
		c.Fail(err)
		if f.Sitter != "" {
			continue
		}
		if l.State != store.Waiting {
			lost = true
		} else if !f.Asked.IsZero() {
			untried = true
		}
	}
	return untried, lost
}
