package russian

import (
	"slices"

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

// Prompts returns the decisions that a seat must make.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt { return s.prompts(seat, true) }

// Choices is Prompts for a search.
func (s *State) Choices(seat engine.Seat) []engine.Prompt { return s.prompts(seat, false) }

// Within reports whether an effect in progress waits for decisions.
func (s *State) Within() bool { return len(s.Stack) > 0 }

// Recall returns one verb of Prompts, if no other begins with the same word.
func (s *State) Recall(seat engine.Seat, word string) []engine.Prompt {
	switch {
	case seat != s.Actor || s.Phase == Over:
		return nil
	case len(s.Stack) > 0:
		return recallStep(s, word)
	case s.Probe || s.Pending > 0 || s.Phase != Turns:
		return nil
	case word == "place":
		return []engine.Prompt{{Rule: ruleTurn, Verbs: []engine.Verb{s.placeVerb()}}}
	case word == "pass":
		return []engine.Prompt{{Rule: ruleTurn, Verbs: []engine.Verb{passVerb}}}
	}
	return nil
}

// prompts omits verbs that exist only to be read, unless it is to explain them.
func (s *State) prompts(seat engine.Seat, explained bool) []engine.Prompt {
	switch {
	case seat != s.Actor || s.Phase == Over:
		return nil
	case len(s.Stack) > 0:
		return stepPrompts(s, explained)
	case s.Probe:
		return nil
	case s.Pending > 0:
		return []engine.Prompt{endPrompt(s)}
	case s.Phase == Starting:
		return []engine.Prompt{startPrompt(s)}
	case s.Phase == Reusing:
		return []engine.Prompt{reusePrompt(s)}
	}
	return []engine.Prompt{s.turnPrompt()}
}

// nextToAct finds the next player to act after a line: first end bonus choices, then the
// next turn (Order of rewards).
func nextToAct(s *State, tx *engine.Tx) error {
	for s.Pending > 0 && len(s.Deck) == 0 { // only the points are left (R20)
		s.Pending--
		tx.Report(key.ReportDeckEmpty, Who(s.Actor))
		s.score(tx, Book.endPoints)
	}
	if s.Pending > 0 {
		if !s.Searched {
			s.Searched = true
			tx.ShowLater()
			if tx.Dry() { // a preview may continue, but shows nothing
				hide(s.Deck)
			}
		}
		return nil
	}
	s.Searched = false
	switch s.Phase {
	case Starting:
		nextStart(s, tx)
		return nil
	case Turns:
		return nextTurn(s, tx)
	}
	return nextReuse(s, tx)
}

func nextStart(s *State, tx *engine.Tx) {
	if !s.nextInQueue() {
		beginRound(s, tx)
	}
}

// nextInQueue makes the first seat of the queue the actor; false if there is none.
func (s *State) nextInQueue() bool {
	if len(s.Queue) == 0 {
		s.Queue = nil
		return false
	}
	s.Actor, s.Queue = s.Queue[0], s.Queue[1:]
	return true
}

func beginRound(s *State, tx *engine.Tx) {
	s.Phase, s.Actor = Turns, s.Order[0]
	if s.lastRound() {
		tx.Report(key.ReportLastRound, engine.Int("round", s.Round))
		return
	}
	tx.Report(key.ReportRound, engine.Int("round", s.Round), engine.Int("of", s.Rounds()))
}

// nextTurn goes round in turn order, skipping those who have passed. A player with
// neither worker nor ruble passes automatically (How to play a turn).
func nextTurn(s *State, tx *engine.Tx) error {
	for i, at := 0, slices.Index(s.Order, s.Actor); i < s.Seats; i++ {
		at = (at + 1) % s.Seats
		p := &s.Players[s.Order[at]]
		if p.Passed {
			continue
		}
		s.Actor = s.Order[at]
		if p.Supply().Count() > 0 {
			return nil
		}
		tx.ReportPass(key.ReportMustPass, s.Actor)
		pass(s, tx)
	}
	return allPassed(s, tx)
}

func doPass(tx *engine.Tx, _ engine.Args) error {
	s := state(tx)
	tx.Report(key.ReportPass, Who(s.Actor))
	pass(s, tx)
	return nil
}

// pass takes a player out of the round and scores for the present place in the order
// (How to play a turn, R4).
func pass(s *State, tx *engine.Tx) {
	s.me().Passed = true
	s.score(tx, s.PassPoints(s.Actor))
}

// PassPoints returns a seat's points for passing now (How to play a turn).
func (s *State) PassPoints(seat engine.Seat) int { return s.table().Pass[s.placeOf(seat)-1] }

// allPassed rearranges the order; the claimants may move on (Turn order).
func allPassed(s *State, tx *engine.Tx) error {
	reorder(s, tx)
	s.Phase = Reusing
	return nextReuse(s, tx)
}

func nextReuse(s *State, tx *engine.Tx) error {
	if s.nextInQueue() {
		return nil
	}
	return endRound(s, tx)
}
