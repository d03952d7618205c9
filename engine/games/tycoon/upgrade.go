package tycoon

import (
	"iter"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// upgradeVerb raises the engine by one level.
func upgradeVerb(s *State) engine.Verb {
	v := engine.Verb{
		Name: "upgrade", Gloss: key.VerbUpgrade,
		Params: []engine.Param{{Name: "level", In: func(engine.Args) engine.Domain { return nextLevel(s.Player(s.Actor()).Engine + 1) }}},
		Do:     doUpgrade,
	}
	if level := s.Player(s.Actor()).Engine; level >= s.book.TopEngine() {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("Upgrade engine", key.NoEngineHighest, engine.Int("level", level))
		}
	}
	return v
}

// nextLevel is the domain of the level to which an engine is raised: the next one,
// which need not be named and is never written. "to 3" and "level 3" are accepted.
type nextLevel int

// Read reads a number with words before it, or nothing.
func (d nextLevel) Read(t *engine.Tokens) (engine.Value, error) {
	begin := t.At
	for levelWords[t.Peek().Fold] {
		t.Next()
	}
	if n, err := strconv.Atoi(t.Peek().Text); err == nil {
		t.Next()
		return n, nil
	}
	if t.At > begin && levelLeads[t.All[t.At-1].Fold] {
		return engine.Numbers(key.ParamLevel, int(d), int(d), false, nil).Read(t)
	}
	return int(d), nil
}

func (d nextLevel) Rule(v engine.Value) error {
	if v.(int) == int(d) {
		return nil
	}
	return engine.Forbid("Upgrade engine", key.NoEngineStep, engine.Int("level", v.(int)), engine.Int("from", int(d)-1), engine.Int("next", int(d)))
}

func (d nextLevel) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) { yield(int(d)) }
}

// Text is empty: there is only one level.
func (d nextLevel) Text(engine.Value) string { return "" }

// TopEngine returns the highest engine level.
func (b *Book) TopEngine() int { return len(b.Engines) - 1 }

func doUpgrade(tx *engine.Tx, _ engine.Args) error {
	s, seat := state(tx), tx.Seat
	p := s.Player(seat)
	p.Engine++
	cost := s.book.Engines[p.Engine]
	tx.Report(key.ReportUpgrade, Who(seat), engine.Int("level", p.Engine), engine.Int("cost", cost))
	pay(s, tx, seat, cost)
	reached(s, tx, seat, p.Engine)
	if err := rememberFirst(s, tx, seat, p.Engine); err != nil {
		return err
	}
	return acted(s, tx)
}

// reached gives the award for an engine level to the player who reaches it (Operations
// cards, R26).
func reached(s *State, tx *engine.Tx, seat engine.Seat, level int) {
	for _, id := range awards(s, NewTrain) {
		if s.book.Cards[id].N == level {
			award(s, tx, seat, id)
		}
	}
}

// rememberFirst records the first player to reach the level of a baron, who is revealed
// if that player holds it (Tycoon cards, R27).
func rememberFirst(s *State, tx *engine.Tx, seat engine.Seat, level int) error {
	if s.Rules.Novice || s.Pullman != engine.Nobody || level != s.book.firstLevel() {
		return nil
	}
	s.Pullman = seat
	tx.Report(key.ReportFirstAtLevel, Who(seat), engine.Int("level", level))
	p := s.Player(seat)
	b := &s.book.Barons[p.Baron]
	if p.Shown || b.Goal != FirstToEngine || !b.Reveals {
		return nil
	}
	if err := tx.Reveal(); err != nil {
		return err
	}
	p.Shown = true
	tx.Report(key.ReportBaronShown, Who(seat), engine.Text("baron", b.Name))
	return nil
}

// firstLevel returns the engine level that a baron asks to reach first; 0 if none does.
func (b *Book) firstLevel() int {
	for i := range b.Barons {
		if b.Barons[i].Goal == FirstToEngine {
			return b.Barons[i].Level
		}
	}
	return 0
}
