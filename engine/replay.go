package engine

import (
	"errors"
	"fmt"
	"maps"
)

// Titles returns the title with that name, or nil.
type Titles func(name string) Title

// Replay plays a whole log again, from its first record. If seed is nil, recorded draws are
// used and digests are not compared.
func Replay(find Titles, records []*Record, seed Seed) (*Game, error) {
	if len(records) == 0 || records[0].Kind != Begun || records[0].Begin == nil {
		return nil, errors.New("engine: the log does not begin with the first record of a game")
	}
	g, err := replayBegin(find, records[0], seed)
	if err != nil {
		return nil, err
	}
	return g, ReplayOn(g, records[1:])
}

func replayBegin(find Titles, r *Record, seed Seed) (*Game, error) {
	b := r.Begin
	t := find(b.Title)
	if t == nil {
		return nil, fmt.Errorf("engine: this program has no title %q", b.Title)
	}
	s, err := CheckSetup(t, b.Setup)
	if err != nil {
		return nil, fmt.Errorf("engine: the set-up of %s: %w", b.Game, err)
	}
	if seed != nil && seed.Commitment() != b.Commitment {
		return nil, fmt.Errorf("engine: the seed does not match the commitment of %s", b.Game)
	}
	g := &Game{Name: b.Game, Title: t, Setup: s, Drawn: map[string]int{}, seed: seed}
	tx := &Tx{Seat: Nobody, from: &source{game: b.Game, drawn: g.Drawn, tape: r.Draws, taped: true}}
	if g.Pos, err = t.Begin(tx, s); err != nil {
		return nil, fmt.Errorf("engine: setting up %s again: %w", b.Game, err)
	}
	g.SetNames(b.Players)
	g.Seq = r.Seq
	if seed != nil && g.Digest() != r.Digest {
		return nil, &Differs{Seq: r.Seq, What: b.Game + " is now set up to another position"}
	}
	return g, nil
}

// ReplayOn applies further records to a game, going back where one was taken back. It can
// undo only records that follow g's own last one.
func ReplayOn(g *Game, records []*Record) error {
	return ReplayEach(g, records, func(*Game) error { return nil })
}

// ReplayEach is ReplayOn that does something with the game after each record, which does not
// change it.
func ReplayEach(g *Game, records []*Record, do func(*Game) error) error {
	kept := map[uint64]*Game{} // positions to which an undo will return
	for _, r := range records {
		if r.Kind == TookBack {
			kept[r.Back] = nil
		}
	}
	keep := func() {
		if _, wanted := kept[g.Seq]; wanted {
			kept[g.Seq] = g.Clone()
		}
	}
	keep()
	for _, r := range records {
		var err error
		if r.Kind == TookBack {
			err = goBack(g, kept[r.Back], r)
		} else {
			err = g.Apply(r)
		}
		if err != nil {
			return err
		}
		keep()
		if err := do(g); err != nil {
			return err
		}
	}
	return nil
}

func goBack(g, then *Game, r *Record) error {
	if then == nil || r.Seq != g.Seq+1 {
		return fmt.Errorf("engine: record %d restores record %d, which is missing", r.Seq, r.Back)
	}
	g.restore(then)
	if g.seed != nil && r.Digest != "" && g.Digest() != r.Digest {
		return &Differs{Seq: r.Seq, What: "undoing leads to another position"}
	}
	return nil
}

// UndoTo returns the record that restores the position after an earlier record; then is the
// game as it was there.
func (g *Game) UndoTo(then *Game, seat Seat) *Record {
	g.restore(then)
	return &Record{Seq: g.Seq, Kind: TookBack, Seat: seat, Back: then.Seq, Digest: g.Digest()}
}

// restore continues from an earlier position after one more record. Rules that have changed since stay: an undo
// takes back orders only (see InForce).
func (g *Game) restore(then *Game) {
	c := then.Clone()
	g.Pos, g.Drawn = c.Pos, c.Drawn
	g.goUnder(g.Setup)
	g.callNames()
	g.Seq++
}

// InForce returns the records that still count: without orders that were taken back, and without the undo
// records themselves; a change of rules always counts. An undo may itself be taken back; then the orders that
// it undid count again.
func InForce(records []*Record) []*Record {
	after := map[uint64]map[uint64]bool{} // orders that counted after a record to which an undo returns
	for _, r := range records {
		if r.Kind == TookBack {
			after[r.Back] = nil
		}
	}
	stands := map[uint64]bool{}
	for _, r := range records {
		switch r.Kind {
		case TookBack:
			stands = maps.Clone(after[r.Back])
		case Ordered:
			stands[r.Seq] = true
		}
		if _, wanted := after[r.Seq]; wanted {
			after[r.Seq] = maps.Clone(stands)
		}
	}
	return Where(records, func(r *Record) bool {
		return r.Kind != TookBack && (r.Kind != Ordered || stands[r.Seq])
	})
}

// CheckDraws compares every recorded draw with the one the seed gives, which the table can
// do once the seed is published. It returns an error if a draw differs.
func CheckDraws(game string, seed Seed, records []*Record) error {
	for _, r := range records {
		for _, d := range r.Draws {
			if got := seed.number(game, d.Stream, d.N, d.Of); got != d.Got {
				return fmt.Errorf("engine: record %d: draw %s %d is %d in the log and %d by the seed", r.Seq, d.Stream, d.N, d.Got, got)
			}
		}
	}
	return nil
}
