package g18mag

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
)

// Picks returns the number of turns of the draft: each player takes one item in each
// (V).
func (t *Limits) Picks() int { return t.minors + t.shares }

// MinorsEach returns the number of minors that each player takes.
func (t *Limits) MinorsEach() int { return t.minors }

func beginDraft(s *State) {
	s.Actor = s.Table[0]
	s.Draft = Draft{Shares: make([]int, len(s.Majors)), Minors: make([]int, s.Seats), Taken: make([]int, s.Seats)}
	for _, c := range s.Edition().Majors {
		s.Draft.Shares[c.Share()] = s.Limits().each
	}
}

// draftPrompt asks for a pick. No player can pass.
func draftPrompt(s *State) engine.Prompt {
	return engine.Prompt{
		Ask:  engine.Msg(key.AskDraft, engine.Int("minors", s.Limits().minors-s.Draft.Minors[s.Actor]), engine.Int("shares", s.Limits().shares-s.Draft.Taken[s.Actor])),
		Rule: "V", Span: "draft", Verbs: []engine.Verb{{
			Name: "take", Also: []string{"draft", "pick"}, Gloss: key.VerbTake,
			Params: []engine.Param{{Name: "company", About: true, In: func(engine.Args) engine.Domain {
				return engine.Words(key.ParamCompany, s.Edition().Words, func(c Company) error { return mayTake(s, c) })
			}}},
			Do: doTake,
		}},
	}
}

// mayTake checks a pick against the remaining minors and the limits of the seat (V).
func mayTake(s *State, c Company) error {
	if c.Minor() {
		switch {
		case s.Minors[c].Owner != engine.Nobody:
			return engine.Forbid("V", key.NoTaken, CompanySay("company", c), Who(s.Minors[c].Owner))
		case s.Draft.Minors[s.Actor] == s.Limits().minors:
			return engine.Forbid("V", key.NoMinorsFull, engine.Int("n", s.Limits().minors))
		}
		return nil
	}
	switch {
	case s.Draft.Shares[c.Share()] == 0:
		return engine.Forbid("V", key.NoShareGone, CompanySay("company", c))
	case s.Draft.Taken[s.Actor] == s.Limits().shares:
		return engine.Forbid("V", key.NoSharesFull, engine.Int("n", s.Limits().shares))
	}
	return nil
}

func doTake(tx *engine.Tx, a engine.Args) error {
	s, c := state(tx), engine.Get[Company](a, 0)
	var err error
	if c.Minor() {
		err = takeMinor(s, tx, c)
	} else {
		takeShare(s, tx, c)
	}
	if err != nil {
		return err
	}
	return nextPick(s, tx)
}

// takeMinor gives a minor to its owner, with a train and money, and places its home
// station at once.
func takeMinor(s *State, tx *engine.Tx, c Company) error {
	m := &s.Minors[c]
	m.Owner, m.Trains = s.Actor, []int{Book.StartSize}
	s.Draft.Minors[s.Actor]++
	if err := s.Pay(cash.Bank, s.Account(c), Book.StartCash); err != nil {
		return err
	}
	home := s.HomeOf(c)
	tx.Report(key.ReportMinorTaken, Who(s.Actor), CompanySay("company", c), engine.Text("home", strings.TrimSpace(home.Hex+" "+home.Place)))
	s.placeHome(c)
	return nil
}

func takeShare(s *State, tx *engine.Tx, c Company) {
	s.Draft.Shares[c.Share()]--
	s.Draft.Taken[s.Actor]++
	tx.Report(key.ReportShareTaken, Who(s.Actor), CompanySay("company", c), engine.Int("price", s.PriceOf(c)))
	giveShares(s, tx, c, Book.Structure.Share)
}

// nextPick finds the seat that picks next: after each complete turn the next one begins
// one seat to the left (V). With two players that gives the order 1-2-2-1-1-2-2-1 (X).
func nextPick(s *State, tx *engine.Tx) error {
	d := &s.Draft
	if s.Alone != nil { // the player alone picks, in any order (XI.1 item 7)
		if d.Turn++; d.Turn == s.Limits().Picks() {
			return endDraft(s, tx)
		}
		return nil
	}
	if d.Pick++; d.Pick == s.Seats {
		d.Turn, d.Pick = d.Turn+1, 0
		if d.Turn == s.Limits().Picks() {
			return endDraft(s, tx)
		}
		if s.Seats > 2 {
			s.Priority = left(s, s.Priority)
		}
	}
	s.Actor = s.Table[(d.Turn+d.Pick)%s.Seats]
	return nil
}

// endDraft removes undrafted minors from the game. The PD stays with the player who began the last turn;
// with two players it goes to the first.
func endDraft(s *State, tx *engine.Tx) error {
	var gone []engine.Arg
	for _, c := range s.Edition().Minors {
		if s.Minors[c].Owner == engine.Nobody {
			s.Minors[c] = Minor{Owner: engine.Nobody}
			gone = append(gone, CompanySay("", c))
		}
	}
	tx.Report(key.ReportMinorsLeave, engine.Int("n", len(gone)), engine.Several("companies", gone...))
	if s.Rules.PassOn && s.Seats > 2 {
		s.Priority = left(s, s.Priority)
	}
	s.Draft = Draft{}
	return beginSet(s, tx)
}
