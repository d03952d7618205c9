package g18mag

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/sheet"
)

// picks is the number of turns of the draft: everybody takes one item in each (V).
func (t *table) picks() int { return t.minors + t.shares }

func (s *State) beginDraft() {
	s.Actor = s.Table[0]
	s.Draft = Draft{Shares: make([]int, len(s.Majors)), Minors: make([]int, s.Seats), Taken: make([]int, s.Seats)}
	for _, c := range s.edition().majors {
		s.Draft.Shares[c.share()] = s.table().each
	}
}

// draftPrompt asks for a pick. Nobody can pass.
func (s *State) draftPrompt() engine.Prompt {
	return engine.Prompt{
		Ask:  engine.Msg("18mag.ask.draft", engine.Int("minors", s.table().minors-s.Draft.Minors[s.Actor]), engine.Int("shares", s.table().shares-s.Draft.Taken[s.Actor])),
		Rule: "V", Verbs: []engine.Verb{{
			Name: "take", Also: []string{"draft", "pick"}, Gloss: "18mag.verb.take",
			Params: []engine.Param{{Name: "company", About: true, In: func(engine.Args) engine.Domain {
				return engine.Words("18mag.param.company", s.edition().words, s.mayTake)
			}}},
			Do: doTake,
		}},
	}
}

// mayTake holds a pick to what is left and to the limits of the seat (V).
func (s *State) mayTake(c Company) error {
	if c.minor() {
		switch {
		case s.Minors[c].Owner != engine.Nobody:
			return engine.Forbid("V", "18mag.no.taken", companySay("company", c), who(s.Minors[c].Owner))
		case s.Draft.Minors[s.Actor] == s.table().minors:
			return engine.Forbid("V", "18mag.no.minors-full", engine.Int("n", s.table().minors))
		}
		return nil
	}
	switch {
	case s.Draft.Shares[c.share()] == 0:
		return engine.Forbid("V", "18mag.no.share-gone", companySay("company", c))
	case s.Draft.Taken[s.Actor] == s.table().shares:
		return engine.Forbid("V", "18mag.no.shares-full", engine.Int("n", s.table().shares))
	}
	return nil
}

func doTake(tx *engine.Tx, a engine.Args) error {
	s, c := state(tx), engine.Get[Company](a, 0)
	var err error
	if c.minor() {
		err = s.takeMinor(tx, c)
	} else {
		s.takeShare(tx, c)
	}
	if err != nil {
		return err
	}
	return s.nextPick(tx)
}

// takeMinor: the owner gets it with a train and money; its home station is
// placed at once.
func (s *State) takeMinor(tx *engine.Tx, c Company) error {
	m := &s.Minors[c]
	m.Owner, m.Trains = s.Actor, []int{book.startSize}
	s.Draft.Minors[s.Actor]++
	if err := s.pay(cash.Bank, s.account(c), book.startCash); err != nil {
		return err
	}
	home := companies[c].homes[s.edition().index].hex
	tx.Report("18mag.report.minor-taken", who(s.Actor), companySay("company", c), engine.Text("home", sheet.Join(home, s.placeOf(home))))
	return s.placeHome(c)
}

func (s *State) takeShare(tx *engine.Tx, c Company) {
	s.Draft.Shares[c.share()]--
	s.Draft.Taken[s.Actor]++
	tx.Report("18mag.report.share-taken", who(s.Actor), companySay("company", c), engine.Int("price", s.priceOf(c)))
	s.giveShares(tx, c, book.cut.Share)
}

// nextPick finds who takes next: after each complete turn the next one begins one
// seat to the left (V). With two players that is the order 1-2-2-1-1-2-2-1 (X).
func (s *State) nextPick(tx *engine.Tx) error {
	d := &s.Draft
	if d.Pick++; d.Pick == s.Seats {
		d.Turn, d.Pick = d.Turn+1, 0
		if d.Turn == s.table().picks() {
			return s.endDraft(tx)
		}
		if s.Seats > 2 {
			s.Priority = s.left(s.Priority)
		}
	}
	s.Actor = s.Table[(d.Turn+d.Pick)%s.Seats]
	return nil
}

// endDraft: what was not drafted leaves the game; the PD stays with the player
// who began the last turn, with two players with the first.
func (s *State) endDraft(tx *engine.Tx) error {
	var gone []engine.Arg
	for _, c := range s.edition().minors {
		if s.Minors[c].Owner == engine.Nobody {
			s.Minors[c] = Minor{Owner: engine.Nobody}
			gone = append(gone, companySay("", c))
		}
	}
	tx.Report("18mag.report.minors-leave", engine.Int("n", len(gone)), engine.Several("companies", gone...))
	if s.Rules.PassOn && s.Seats > 2 {
		s.Priority = s.left(s.Priority)
	}
	s.Draft = Draft{}
	return s.beginSet(tx)
}
