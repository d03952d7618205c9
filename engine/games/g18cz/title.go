package g18cz

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
)

// New is the title 18CZ.
func New() engine.Title { return title{} }

type title struct{ engine.Silent }

var (
	_ engine.Title    = title{}
	_ engine.Profiled = title{}
)

func (title) Name() string          { return "18cz" }
func (title) Version() int          { return 2 }
func (title) Seats() (min, max int) { return 2, 6 }

// declared are readings of the rules that matter at the table (13): number and
// seats they matter for. The games for two and for six are variants (R1).
var declared = slices.Concat(
	engine.Readings("18cz", []int{2, 6}, "R1"),
	engine.Readings("18cz", nil, "R6", "R8", "R13", "R14", "R18", "R19", "R20", "R21", "R22", "R23", "R25", "R26", "R27", "R29", "R30",
		"R32", "R33", "R34", "R35", "R36", "R37", "R41", "R43", "R46", "R47", "R49", "R50", "R52", "R53", "R54", "R55", "R56"),
	engine.Readings("18cz", two, "R57"),
)

var two = []int{2}

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
		return nil, fmt.Errorf("18cz: reading a position: %w", err)
	}
	s.Board.Keep()
	return s, nil
}

// Scores ranks the seats (11); equal ones share the place (R47).
func (title) Scores(p engine.Position) []engine.Score {
	s := p.(*State)
	var list []engine.Score
	for seat := range engine.Seat(s.Seats) {
		w := s.worthOf(seat)
		list = append(list, engine.Score{Seat: seat, Points: w.sum(), Parts: w.parts()})
	}
	return engine.Ranked(list)
}

// holding is what a player has, in money.
type holding struct{ cash, shares, locals, owed int }

func (w holding) sum() int { return w.cash + w.shares + w.locals - w.owed }

func (w holding) parts() []engine.Arg {
	return []engine.Arg{engine.Int("cash", w.cash), engine.Int("shares", w.shares), engine.Int("locals", w.locals), engine.Int("owed", w.owed)}
}

// worthOf: cash, shares at the market price, local railways at their final value,
// less debts and penalties (11).
func (s *State) worthOf(seat engine.Seat) holding {
	loan := s.Loans[seat]
	w := holding{cash: s.Cash.Of(wallet(seat)), owed: loan.Debt + loan.Penalty}
	for _, l := range s.localsOf(wallet(seat)) {
		w.locals += s.counts(l)
	}
	for c := range Company(len(s.Companies)) {
		if s.paidOff(c) {
			continue
		}
		w.shares += s.Shares.Of(c.share(), holderOf(seat)) / s.cutOf(c).Share * s.priceOf(c)
	}
	return w
}

// counts is what a local railway counts in the end: its value at the end of the
// timeline, or, when the players end the game before, the present one.
func (s *State) counts(l Local) int {
	if s.Quit {
		return s.siteValue(l)
	}
	return book.final
}

// Status says where the game stands.
func (title) Status(view engine.Position) engine.Message {
	s := view.(*State)
	phase := phaseSay(s.Phase)
	switch s.Stage {
	case drafting:
		return engine.Msg("18cz.status.draft", engine.Int("n", len(s.localsOf(-1))))
	case stocks:
		return engine.Msg("18cz.status.stock", engine.Int("set", s.slot().set), phase)
	case operating:
		return engine.Msg("18cz.status.operating", engine.Int("set", s.slot().set), engine.Int("round", s.slot().round), engine.Int("value", s.slot().value), phase)
	}
	return engine.Msg("18cz.status.over")
}
