package tycoon

import "railpost/engine"

// upgradeVerb raises the engine by one level (6.3).
func (s *State) upgradeVerb() engine.Verb {
	v := engine.Verb{Name: "upgrade", Gloss: "tycoon.verb.upgrade", Do: doUpgrade}
	if level := s.player(s.actor()).Engine; level >= s.book.topEngine() {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("6.3", "tycoon.no.engine-highest", engine.Int("level", level))
		}
	}
	return v
}

// topEngine is the highest engine level.
func (b *Book) topEngine() int { return len(b.Engines) - 1 }

func doUpgrade(tx *engine.Tx, _ engine.Args) error {
	s, seat := state(tx), tx.Seat
	p := s.player(seat)
	p.Engine++
	cost := s.book.Engines[p.Engine]
	tx.Report("tycoon.report.upgrade", who(seat), engine.Int("level", p.Engine), engine.Int("cost", cost))
	s.pay(tx, seat, cost)
	s.reached(tx, seat, p.Engine)
	if err := s.rememberFirst(tx, seat, p.Engine); err != nil {
		return err
	}
	return s.acted(tx)
}

// reached gives the award for an engine level to who comes to it (8, R26).
func (s *State) reached(tx *engine.Tx, seat engine.Seat, level int) {
	for _, id := range s.awards(NewTrain) {
		if s.book.Cards[id].N == level {
			s.award(tx, seat, id)
		}
	}
}

// rememberFirst notes who comes first to the level of a baron, who then shows
// himself if the player holds him (11, 12, R27).
func (s *State) rememberFirst(tx *engine.Tx, seat engine.Seat, level int) error {
	if s.Rules.Novice || s.Pullman != engine.Nobody || level != s.book.firstLevel() {
		return nil
	}
	s.Pullman = seat
	tx.Report("tycoon.report.first-at-level", who(seat), engine.Int("level", level))
	p := s.player(seat)
	b := &s.book.Barons[p.Baron]
	if p.Shown || b.Goal != FirstToEngine || !b.Reveals {
		return nil
	}
	if err := tx.Reveal(); err != nil {
		return err
	}
	p.Shown = true
	tx.Report("tycoon.report.baron-shown", who(seat), engine.Text("baron", b.Name))
	return nil
}

// firstLevel is the engine level that a baron asks to be first at; 0 if none does.
func (b *Book) firstLevel() int {
	for i := range b.Barons {
		if b.Barons[i].Goal == FirstToEngine {
			return b.Barons[i].Level
		}
	}
	return 0
}
