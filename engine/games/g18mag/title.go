package g18mag

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
)

// New is the title 18Mag.
func New() engine.Title { return title{} }

type title struct{ engine.Silent }

var (
	_ engine.Title    = title{}
	_ engine.Profiled = title{}
)

func (title) Name() string          { return "18mag" }
func (title) Version() int          { return 2 }
func (title) Seats() (min, max int) { return 2, 6 }

// declared are the rulings that matter at the table: number and seats they matter
// for.
var declared = slices.Concat(
	engine.Readings("18mag", nil, "R-01", "R-05", "R-09", "R-11", "R-12", "R-13", "R-14", "R-15"),
	engine.Readings("18mag", many, "R-16", "R-17"),
	engine.Readings("18mag", nil, "R-35"),
	engine.Readings("18mag", two, "R-36"),
	engine.Readings("18mag", nil, "R-37", "R-40", "R-41", "R-43", "R-46", "R-47", "R-48", "R-50"),
	engine.Readings("18mag", two, "R-51", "R-52", "R-53", "R-54"),
)

var (
	two  = []int{2}
	many = []int{3, 4, 5, 6}
)

// Declared lists what the printed game leaves open.
func (title) Declared() []engine.Declared { return slices.Clone(declared) }

// Begin sets the game up.
func (title) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p, err := begin(tx, s)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Decode reads a position that engine.Encode wrote.
func (title) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("18mag: reading a position: %w", err)
	}
	s.Board.Keep()
	return s, nil
}

// Scores ranks the seats: cash and shares at market price (IX.2).
func (title) Scores(p engine.Position) []engine.Score {
	s := p.(*State)
	var list []engine.Score
	for seat := range engine.Seat(s.Seats) {
		money := s.Cash.Of(wallet(seat))
		list = append(list, engine.Score{Seat: seat, Points: s.worthOf(seat), Parts: []engine.Arg{engine.Int("cash", money), engine.Int("shares", s.worthOf(seat)-money)}})
	}
	return engine.Ranked(list)
}

// Status says where the game stands.
func (title) Status(view engine.Position) engine.Message {
	s := view.(*State)
	phase := engine.Term("phase", "18mag.phase."+s.phase().Name)
	switch s.Stage {
	case drafting:
		return engine.Msg("18mag.status.draft", engine.Int("turn", s.Draft.Turn+1), engine.Int("of", s.table().picks()))
	case stocks:
		if s.Set == s.EndSet {
			return engine.Msg("18mag.status.last-stock", engine.Int("set", s.Set), phase)
		}
		return engine.Msg("18mag.status.stock", engine.Int("set", s.Set), phase)
	case operating:
		key := "18mag.status.operating"
		if s.Set == s.EndSet {
			key = "18mag.status.last-operating"
		}
		return engine.Msg(key, engine.Int("set", s.Set), engine.Int("round", s.Round), engine.Int("of", s.Rounds), phase)
	}
	return engine.Msg("18mag.status.over")
}
