package admin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/table"
	"railpost/store"
)

// None is for methods without parameters.
type None struct{}

// GameRow is one row of game.list.
type GameRow struct {
	Game    string    `json:"game"`
	Title   string    `json:"title"`
	State   string    `json:"state"`
	Step    uint64    `json:"step"`
	Players []string  `json:"players"`
	Waiting []WaitRow `json:"waiting,omitempty"`
	Created time.Time `json:"created"`
}

// WaitRow is a seat that the game waits for.
type WaitRow struct {
	Seat  int       `json:"seat"`
	Name  string    `json:"name"`
	Since time.Time `json:"since"`
	Until time.Time `json:"until,omitzero"`
	Late  bool      `json:"late,omitempty"`
	// Unsent: a letter that asks them has been tried in vain, was given up, or has waited for a while.
	Unsent bool `json:"unsent,omitempty"`
}

// ListGames are the parameters of game.list; without any, all games that are not archived
// are listed.
type ListGames struct {
	States   []string `json:"states,omitempty"`
	Archived bool     `json:"archived,omitempty"` // those that are, instead of the others
}

// listGames lists games in the order of names, those that have ended last.
func (d *Desk) listGames(ctx context.Context, p ListGames) ([]GameRow, error) {
	out := []GameRow{}
	letters, err := d.Store.Letters(ctx)
	if err != nil {
		return nil, err
	}
	err = d.Store.Heads(ctx, func(h store.Head) error {
		t, err := table.Read(h.Doc)
		if err != nil {
			return fmt.Errorf("game %s: %w", h.Game, err)
		}
		if t.Archived() != p.Archived {
			return nil
		}
		if len(p.States) == 0 || slices.Contains(p.States, string(t.State)) {
			out = append(out, d.row(t, h.Seq, letters))
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b GameRow) int { return cmp.Compare(a.rank(), b.rank()) })
	return out, err
}

func (r GameRow) rank() int {
	return slices.Index([]string{string(table.Over), string(table.Closed)}, r.State)
}

// usually is how long a letter usually waits at most.
const usually = time.Minute

// unsent reports whether a letter to a seat, of a record or a later one, should have been sent by now.
func (d *Desk) unsent(letters []store.Letter, game string, seat int, since uint64) bool {
	return slices.ContainsFunc(letters, func(l store.Letter) bool {
		return l.Game == game && l.Seat == seat && l.Seq >= since &&
			(l.State == store.Failed || l.LastCode != "" || d.Now().Sub(l.Queued) > usually)
	})
}

// row returns what a list shows of a game, with all times in the zone of letters to readers without a seat. letters is
// the outbox.
func (d *Desk) row(t *table.Table, record uint64, letters []store.Letter) GameRow {
	zone := d.Letters.Zone()
	r := GameRow{Game: t.Game, Title: t.Title, State: string(t.State), Step: t.Step(record, engine.Nobody), Players: t.Names(), Created: t.Created.In(zone)}
	if t.State == table.Inviting {
		for i, p := range t.Players {
			if p.Answer != "accept" {
				r.Waiting = append(r.Waiting, WaitRow{Seat: i, Name: p.Name, Since: r.Created, Unsent: d.unsent(letters, t.Game, i, 0)})
			}
		}
	}
	for _, w := range t.Waiting {
		row := WaitRow{Seat: int(w.Seat), Name: t.Players[w.Seat].Name, Since: w.Since.In(zone)}
		if t.State != table.Paused { // its times begin again when it is resumed
			row.Until, row.Late = w.Until.In(zone), w.Late
		}
		row.Unsent = d.unsent(letters, t.Game, row.Seat, w.Asked)
		r.Waiting = append(r.Waiting, row)
	}
	return r
}
