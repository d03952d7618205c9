package log18xx

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"railpost/engine"
)

// Export is the game of a log as a file that the site accepts. players are its people by seat. header is that
// of the file the game was imported from; nil for a game that began here. Orders that were taken back are
// omitted.
//
// The site has rulings of its own. Export plays every action again under them, and the error names the first
// that would lead to another position there.
func Export(t Title, records []*engine.Record, header *Header, players []Player) (*File, error) {
	e, err := newExport(t, records, header, players)
	if err != nil {
		return nil, err
	}
	for _, r := range engine.InForce(records[1:]) {
		switch r.Kind {
		case engine.Ordered:
			err = e.record(r)
		case engine.Switched:
			err = e.switched(r)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := e.flush(); err != nil {
		return nil, err
	}
	e.finish()
	return e.file, nil
}

// export is a file that is being written.
type export struct {
	game       *engine.Game // ours
	translator Translator
	there      *Foreign // the game on the site
	file       *File

	held []replayed   // orders that the site accepts later, see Translator.Later
	goal *engine.Game // our game after them; nil while there are none
}

// replayed is a record, its order, and the game after it.
type replayed struct {
	record *engine.Record
	order  Order
	game   *engine.Game
}

func newExport(t Title, records []*engine.Record, header *Header, players []Player) (*export, error) {
	if len(records) == 0 {
		return nil, errors.New("log18xx: the game has not begun")
	}
	find := func(name string) engine.Title {
		if name != t.Name() {
			return nil
		}
		return t
	}
	g, err := engine.Replay(find, records[:1], nil)
	if err != nil {
		return nil, err
	}
	e := &export{game: g, file: &File{Status: "active"}}
	if header != nil {
		e.file.Header = *header
	} else {
		last, err := engine.Replay(find, records, nil)
		if err != nil {
			return nil, err
		}
		if e.file.Header, err = t.Header(g.Pos, last.Pos, players); err != nil {
			return nil, err
		}
	}
	e.translator = t.Translator(&e.file.Header, g.Pos)
	setups, err := t.Setups(&e.file.Header)
	if err != nil {
		return nil, err
	}
	if e.there, err = begin(g.Name, t, &e.file.Header, setups[0], nil); err != nil {
		return nil, err
	}
	return e, e.compare()
}

// record writes the actions of a record that stands, or holds it back until the site accepts it.
func (e *export) record(r *engine.Record) error {
	next, err := replay(cmp.Or(e.goal, e.game), r)
	if err != nil {
		return err
	}
	later := e.translator.Later(e.game.Pos, next.order, len(e.held) > 0)
	if !later && e.goal == nil {
		return e.write(next)
	}
	e.goal = next.game
	if later {
		e.held = append(e.held, next)
		return nil
	}
	if err := e.order(r); err != nil {
		return err
	}
	return e.release()
}

// switched lets our game continue under other rules; the site keeps its own.
func (e *export) switched(r *engine.Record) error {
	for _, g := range []*engine.Game{e.game, e.goal} {
		if g == nil {
			continue
		}
		again := *r
		again.Seq = g.Seq + 1
		if err := g.Apply(&again); err != nil {
			return atRecord(r, err)
		}
	}
	return nil
}

// replay carries out a record on a copy of a game.
func replay(g *engine.Game, r *engine.Record) (replayed, error) {
	c, again := g.Clone(), *r
	again.Seq = c.Seq + 1 // records that were taken back leave gaps
	acts, err := c.Redo(&again)
	if err != nil {
		return replayed{}, atRecord(r, err)
	}
	return replayed{r, Order{r.Seat, r.Line, acts}, c}, nil
}

// atRecord names the record in an error.
func atRecord(r *engine.Record, err error) error {
	return fmt.Errorf("log18xx: record %d, %q: %w", r.Seq, r.Line, err)
}

// release writes the held orders as soon as the site accepts them.
func (e *export) release() error {
	first := e.held[0]
	if e.translator.Later(e.game.Pos, first.order, false) {
		return nil
	}
	if err := e.flush(); err != nil {
		return err
	}
	if !bytes.Equal(engine.Encode(e.goal.Pos), engine.Encode(e.game.Pos)) {
		return atRecord(first.record, errors.New("the site accepts it only later, where it leads to another position"))
	}
	e.held, e.goal = nil, nil
	return nil
}

// flush writes the held orders.
func (e *export) flush() error {
	for _, h := range e.held {
		if err := e.order(h.record); err != nil {
			return err
		}
	}
	return nil
}

// order writes the actions of a record in the present position.
func (e *export) order(r *engine.Record) error {
	next, err := replay(e.game, r)
	if err != nil {
		return err
	}
	return e.write(next)
}

// mostPasses limits the steps that one order may decline.
const mostPasses = 8

// write writes the actions of a record, and first a pass for each step that its order
// declines.
func (e *export) write(next replayed) error {
	if err := e.steps(next); err != nil {
		return atRecord(next.record, err)
	}
	return nil
}

func (e *export) steps(next replayed) error {
	o, draws, goal := next.order, next.record.Draws, engine.Encode(next.game.Pos)
	for passes := 0; e.translator.Pass(e.game.Pos, o); passes++ {
		pass := Order{Seat: o.Seat, Line: "pass"}
		used := e.uses(pass, draws)
		if err := e.play(pass, draws[:used]); err != nil {
			return err
		}
		draws = draws[used:]
		if bytes.Equal(goal, engine.Encode(e.game.Pos)) {
			return nil
		}
		if passes == mostPasses {
			return errors.New("passing step by step leads to another position")
		}
	}
	if err := e.play(o, draws); err != nil {
		return err
	}
	if !bytes.Equal(goal, engine.Encode(e.game.Pos)) {
		return errors.New("step by step it leads to another position")
	}
	return nil
}

// uses returns how many of a record's draws the order o, a part of it, uses.
func (e *export) uses(o Order, draws []engine.Draw) int {
	for n := range len(draws) {
		again := e.game.Clone()
		if again.Apply(&engine.Record{Seq: again.Seq + 1, Kind: engine.Ordered, Seat: o.Seat, Line: o.Line, Draws: draws[:n]}) == nil {
			return n
		}
	}
	return len(draws)
}

// play carries out an order within its own step, and writes its actions.
func (e *export) play(o Order, draws []engine.Draw) error {
	before := e.game.Clone()
	r := &engine.Record{Seq: e.game.Seq + 1, Kind: engine.Ordered, Seat: o.Seat, Line: o.Line, Draws: draws}
	var err error
	if o.Acts, err = e.game.Redo(r); err != nil {
		return err
	}
	actions, err := e.translator.Actions(before.Pos, e.game.Pos, o)
	if err != nil {
		return err
	}
	for i, a := range actions {
		a.ID = len(e.file.Actions) + 1
		e.file.Actions = append(e.file.Actions, a)
		if err := e.translator.Took(e.game.Pos, a); err != nil {
			return err
		}
		if err := e.there.Take(a); err != nil {
			return fmt.Errorf("the site plays by other rulings and would refuse it: %w", err)
		}
		if i+1 < len(actions) {
			continue
		}
		if err := e.compare(); err != nil {
			return fmt.Errorf("%s: %w", a, err)
		}
	}
	return nil
}

// compare compares our position with the one on the site.
func (e *export) compare() error {
	here, there := e.translator.State(e.game.Pos), e.there.Translator.State(e.there.Game.Pos)
	if reflect.DeepEqual(here, there) {
		return nil
	}
	ours, err := plain(here)
	if err != nil {
		return err
	}
	theirs, err := plain(there)
	if err != nil {
		return err
	}
	if d := Differences(theirs, ours); len(d) > 0 {
		return fmt.Errorf("the site plays by other rulings and would come to another position: %s", d[0])
	}
	return nil
}

// finish writes the final standing. A player of the rules has no result.
func (e *export) finish() {
	e.file.Result = map[string]int{}
	state := e.translator.State(e.game.Pos)
	for _, p := range e.file.Players {
		id := strconv.Itoa(p.ID)
		e.file.Result[id] = state.Players[ID(id)].Value
	}
	if e.game.Pos.Over() {
		e.file.Status = "finished"
	}
}
