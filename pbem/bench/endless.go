package bench

import (
	"encoding/json"

	"railpost/engine"
)

// endless is a title whose games never end and whose positions never grow: what
// a late move costs more than an early one, the service has spent.
type endless struct{ engine.Silent }

const endlessTitle = "endless"

func (endless) Name() string                { return endlessTitle }
func (endless) Version() int                { return 1 }
func (endless) Seats() (lo, hi int)         { return seats, seats }
func (endless) Options() []engine.Option    { return nil }
func (endless) Declared() []engine.Declared { return nil }

func (endless) Parts() []engine.Part {
	return []engine.Part{{Name: "table", Gloss: "endless.table", InLetter: true}}
}

func (endless) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	tx.Report("endless.begun")
	return &count{}, nil
}

func (endless) Decode(_ engine.Setup, b []byte) (engine.Position, error) {
	p := &count{}
	return p, json.Unmarshal(b, p)
}

func (endless) Sheet(view engine.Position, _ engine.Seat, _, _ string) ([]engine.Block, error) {
	var lines []engine.Message
	for seat, sum := range view.(*count).Sums {
		lines = append(lines, engine.Msg("endless.sum", engine.Player("of", engine.Seat(seat)), engine.Int("n", sum)))
	}
	return []engine.Block{{Head: engine.Msg("endless.table"), Lines: lines}}, nil
}

func (endless) Scores(engine.Position) []engine.Score { return nil }

func (endless) Status(view engine.Position) engine.Message {
	return engine.Msg("endless.status", engine.Int("turn", view.(*count).Turn))
}

// count is the position: what each seat has added, modulo 1000.
type count struct {
	Turn int        `json:"turn"`
	Sums [seats]int `json:"sums"`
}

func (c *count) Clone() engine.Position           { d := *c; return &d }
func (c *count) View(engine.Seat) engine.Position { return c.Clone() }
func (c *count) Settle(*engine.Tx) error          { return nil }
func (c *count) Over() bool                       { return false }

func (c *count) Prompts(seat engine.Seat) []engine.Prompt {
	if int(seat) != c.Turn {
		return nil
	}
	number := engine.Numbers("endless.number", 1, 9, true, func(int) error { return nil })
	return []engine.Prompt{{Ask: engine.Msg("endless.ask"), Verbs: []engine.Verb{{
		Name: "add", Gloss: "endless.add",
		Params: []engine.Param{{Name: "number", In: func(engine.Args) engine.Domain { return number }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			c := tx.Pos.(*count)
			n := engine.Get[int](a, 0)
			c.Sums[c.Turn] = (c.Sums[c.Turn] + n) % 1000
			tx.Report("endless.added", engine.Player("seat", engine.Seat(c.Turn)), engine.Int("n", n))
			c.Turn = (c.Turn + 1) % seats
			return nil
		},
	}}}}
}
