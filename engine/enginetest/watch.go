package enginetest

import "railpost/engine"

// watched is a position that reports every answer read on it.
type watched struct {
	engine.Position
	seen func(engine.Verb, engine.Args)
}

func (w watched) Clone() engine.Position { return watched{w.Position.Clone(), w.seen} }

func (w watched) Prompts(seat engine.Seat) []engine.Prompt {
	prompts := w.Position.Prompts(seat)
	for i, p := range prompts {
		verbs := make([]engine.Verb, len(p.Verbs))
		for j, v := range p.Verbs {
			verbs[j] = v
			verbs[j].Do = func(tx *engine.Tx, a engine.Args) error {
				w.seen(v, a)
				return w.bare(tx, func() error { return v.Do(tx, a) })
			}
		}
		prompts[i].Verbs = verbs
	}
	return prompts
}

func (w watched) Settle(tx *engine.Tx) error {
	return w.bare(tx, func() error { return w.Position.Settle(tx) })
}

// bare runs a rule on the title's own position.
func (w watched) bare(tx *engine.Tx, rule func() error) error {
	tx.Pos = tx.Pos.(watched).Position
	err := rule()
	tx.Pos = watched{tx.Pos, w.seen}
	return err
}
