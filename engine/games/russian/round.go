package russian

import (
	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// endRound scores, and prepares the next round or ends the game (Scoring phase, After the
// scoring phase).
func endRound(s *State, tx *engine.Tx) error {
	for _, seat := range s.Order {
		p := &s.Players[seat]
		r := p.Scoring()
		p.Score += r.Total()
		tx.Report(key.ReportScoring, Who(seat),
			engine.Int("t", r.Railways[Transsib]), engine.Int("p", r.Railways[Petersburg]), engine.Int("k", r.Railways[Kiev]),
			engine.Int("industry", r.Industry), engine.Int("total", r.Total()), engine.Int("score", p.Score))
	}
	if s.lastRound() {
		return final(s, tx)
	}
	upkeep(s, tx)
	s.Round++
	beginRound(s, tx)
	return nil
}

// upkeep returns the pieces, including temporary workers (R30), and moves the engineers
// on (After the scoring phase).
func upkeep(s *State, tx *engine.Tx) {
	s.Lying = nil
	s.TempsOut = false
	for i := range s.Players {
		p := &s.Players[i]
		p.Hand, p.Temps, p.BlackHand, p.Passed = s.workers(p), 0, p.Black, false
	}
	if n := s.Row[HireSlot]; n > 0 {
		tx.Report(key.ReportEngineerLeaves, EngineerSay("engineer", n))
	}
	copy(s.Row, s.Row[1:])
	s.Row[len(s.Row)-1] = 0
	if n := s.Row[HireSlot]; n > 0 {
		tx.Report(key.ReportEngineerHire, EngineerSay("engineer", n))
	}
	if last := s.table().Public; s.Row[last] > 0 {
		tx.Report(key.ReportEngineerPublic, EngineerSay("engineer", s.Row[last]))
	}
}
