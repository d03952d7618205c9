package admin

import (
	"cmp"
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/table"
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
	// LateBy is by how many seconds, by the time that counts for answers.
	LateBy int64 `json:"late_by,omitempty"`
	// Unsent: a letter to them since they were asked has not been sent, though it should.
	Unsent bool `json:"unsent,omitempty"`
}

// ListGames are the parameters of game.list; without any, all games that are not archived
// are listed.
type ListGames struct {
	States   []string `name:"state" enum:"inviting,running,paused,over,closed" placeholder:"STATE" help:"Only games that are inviting, running, paused, over (played to the end) or closed (called off); may be repeated."`
	Archived bool     `help:"The archived games instead of the others."`
}

// listGames lists games in the order of names, those that have ended last.
func (d lookDesk) listGames(ctx context.Context, p ListGames) ([]GameRow, error) {
	out := []GameRow{}
	unsent, err := d.unsentLetters(ctx)
	if err != nil {
		return nil, err
	}
	counted, err := d.keeper.Counted(ctx)
	if err != nil {
		return nil, err
	}
	err = d.EachTable(ctx, func(t *table.Table, last uint64) error {
		if t.Archived() == p.Archived && (len(p.States) == 0 || slices.Contains(p.States, string(t.State))) {
			row := d.row(t, last, unsent)
			for i, w := range row.Waiting {
				if by := counted.Sub(w.Until); by > 0 && !w.Until.IsZero() {
					row.Waiting[i].LateBy = int64(by / time.Second)
				}
			}
			out = append(out, row)
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

// unsentLetters returns the letters that should have been sent by now. While one cannot be delivered, later
// ones may be about to be.
func (d lookDesk) unsentLetters(ctx context.Context) ([]store.Letter, error) {
	letters, err := d.Store.Letters(ctx)
	stuck := slices.ContainsFunc(letters, func(l store.Letter) bool { return l.State != store.Failed && l.LastCode != "" })
	return slices.DeleteFunc(letters, func(l store.Letter) bool {
		return !stuck && l.State != store.Failed && d.Now().Sub(l.Queued) <= usually
	}), err
}

// sentAll reports whether no such letter to a seat, of a record or a later one, is queued.
func sentAll(unsent []store.Letter, game string, seat int, since uint64) bool {
	return !slices.ContainsFunc(unsent, func(l store.Letter) bool {
		return l.Game == game && l.Seat == seat && l.Seq >= since
	})
}

// row returns a game's row in lists, with all times in the zone of letters to readers without a seat. unsent
// are the letters that should have been sent.
func (d desk) row(t *table.Table, record uint64, unsent []store.Letter) GameRow {
	zone := d.letters.Zone()
	r := GameRow{Game: t.Game, Title: t.Title, State: string(t.State), Step: t.HiddenRecords.Step(record, engine.Nobody), Players: t.Names(), Created: t.Created.In(zone)}
	if t.State == table.Inviting {
		for i, p := range t.Players {
			if p.Answer != "accept" {
				r.Waiting = append(r.Waiting, WaitRow{Seat: i, Name: p.Name, Since: r.Created, Unsent: !sentAll(unsent, t.Game, i, 0)})
			}
		}
	}
	for _, w := range t.Waiting {
		row := WaitRow{Seat: int(w.Seat), Name: t.Players[w.Seat].Name, Since: w.Since.In(zone)}
		if t.State != table.Paused { // its times begin again when it is resumed
			row.Until, row.Late = w.Until.In(zone), w.Late
		}
		row.Unsent = !sentAll(unsent, t.Game, row.Seat, w.Asked)
		r.Waiting = append(r.Waiting, row)
	}
	return r
}
