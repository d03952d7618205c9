package engine

// NewTx is a Tx that draws from a seed, for tests of draws outside a game.
func NewTx(game string, seed Seed) *Tx {
	return &Tx{from: &source{game: game, seed: seed, drawn: map[string]int{}}}
}

// TapedTx is a Tx that draws from a record.
func TapedTx(tape ...Draw) *Tx {
	return &Tx{from: &source{drawn: map[string]int{}, tape: tape, taped: true}}
}

// Drawn are the draws made.
func (tx *Tx) Drawn() []Draw { return tx.draws }
