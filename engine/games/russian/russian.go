package russian

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
)

// New is the title Russian Railroads.
func New() engine.Title { return title{} }

type title struct{ engine.Silent }

const optionRubles = "start-rubles"

func (title) Name() string          { return "russian" }
func (title) Version() int          { return 1 }
func (title) Seats() (min, max int) { return 2, 4 }

// Options are what a table may agree on before the game.
func (title) Options() []engine.Option {
	return []engine.Option{{Key: optionRubles, Values: []string{"1", "2"}, Rule: "R6", Gloss: "russian.option.start-rubles", ForSeat: []int{2}}}
}

// Declared are the readings that the printed game leaves open: numbers marked
// "project choice" or of low confidence in the data, and rulings on the text.
func (title) Declared() []engine.Declared {
	return slices.Concat(
		engine.Readings("russian", nil, "R1", "R2", "R3", "R4", "R5"),
		engine.Readings("russian", []int{2}, "R6"),
		engine.Readings("russian", nil, "R7", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R20", "R25", "R30"),
		[]engine.Declared{{Rule: "5.4", Gloss: "russian.declared.industry"}, {Rule: "13", Gloss: "russian.declared.skip"}},
	)
}

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
		return nil, fmt.Errorf("russian: reading a position: %w", err)
	}
	return s, nil
}

// Scores ranks the seats.
func (title) Scores(p engine.Position) []engine.Score { return scores(p.(*State)) }

// Status says where the game stands.
func (title) Status(view engine.Position) engine.Message {
	s := view.(*State)
	if s.Over() {
		return engine.Msg("russian.status.over")
	}
	if s.Phase == starting {
		return engine.Msg("russian.status.start")
	}
	return engine.Msg("russian.status.round", engine.Int("round", s.Round), engine.Int("of", s.table().rounds))
}
