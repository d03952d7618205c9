package russian

import (
	"encoding/json"
	"fmt"

	"railpost/engine"
)

// New is the title Russian Railroads.
func New() engine.Title { return title{} }

type title struct{}

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
	var list []engine.Declared
	for _, d := range []struct{ rule, gloss string }{
		{"R1", "r1"}, {"R2", "r2"}, {"R3", "r3"}, {"R4", "r4"}, {"R5", "r5"}, {"R6", "r6"}, {"R7", "r7"},
		{"R9", "r9"}, {"R10", "r10"}, {"R11", "r11"}, {"R12", "r12"}, {"R13", "r13"}, {"R14", "r14"},
		{"R15", "r15"}, {"R16", "r16"}, {"R20", "r20"}, {"R25", "r25"}, {"R30", "r30"},
		{"5.4", "industry"}, {"13", "skip"},
	} {
		one := engine.Declared{Rule: d.rule, Gloss: "russian.declared." + d.gloss}
		if d.rule == "R6" {
			one.ForSeat = []int{2}
		}
		list = append(list, one)
	}
	return list
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
