package russian

import (
	"slices"

	"railpost/engine"
)

// turnPrompt: use one action space, or pass (4).
func (s *State) turnPrompt() engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg("russian.ask.turn", engine.Int("round", s.Round)), Rule: "4",
		Verbs: []engine.Verb{s.placeVerb(), {Name: "pass", Gloss: "russian.verb.pass", Do: doPass}},
	}
}

func (s *State) placeVerb() engine.Verb {
	return engine.Verb{
		Name: "place", Gloss: "russian.verb.place",
		Params: []engine.Param{
			{Name: "space", About: true, In: func(engine.Args) engine.Domain {
				return engine.Words("russian.param.space", spaceWords, s.placeRule)
			}},
			{Name: "pieces", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
				return pieces{s, book.space(engine.Get[string](a, 0))}
			}},
			{Name: "swap", Lead: "swap", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
				return s.swapDomain(book.space(engine.Get[string](a, 0)), engine.Get[Pay](a, 1))
			}},
		},
		Do: doPlace,
	}
}

// placeRule says whether a space can be used now (4.1): first what can be seen
// at a glance, at last whether its effect can be completed.
func (s *State) placeRule(id string) error {
	sp := book.space(id)
	if err := s.mayUse(sp); err != nil {
		return err
	}
	if err := s.mayClaim(sp); err != nil {
		return err
	}
	if err := s.canPay(sp); err != nil {
		return err
	}
	return s.canComplete(sp)
}

// mayUse: the space exists in this round and nothing lies on it.
func (s *State) mayUse(sp *space) error {
	switch {
	case !sp.players[s.Seats]:
		return engine.Forbid("3.8", "russian.refuse.not-with-players", spaceTerm(sp.id), engine.Int("n", s.Seats))
	case sp.notLast && s.lastRound():
		return engine.Forbid("9", "russian.refuse.not-in-last-round", spaceTerm(sp.id))
	case sp.onlyLast && !s.lastRound():
		return engine.Forbid("8", "russian.refuse.only-last-round", spaceTerm(sp.id))
	}
	if sp.engineer > 0 {
		if err := s.engineerHere(sp.engineer); err != nil {
			return err
		}
	}
	if l, taken := s.at(sp.id); taken && !sp.open {
		return engine.Forbid("4.1", "russian.refuse.occupied", spaceTerm(sp.id), engine.Player("by", l.Who))
	}
	return nil
}

// engineerHere: an engineer can be used on a public slot or by its owner (8).
func (s *State) engineerHere(n int) error {
	if s.me().own(n) {
		return nil
	}
	e := engineerSay("engineer", n)
	for seat := range s.Players {
		if s.Players[seat].own(n) {
			return engine.Forbid("8", "russian.refuse.engineer-of", e, engine.Player("owner", engine.Seat(seat)))
		}
	}
	switch slot := slices.Index(s.Row, n); {
	case slot < 0:
		return engine.Forbid("8", "russian.refuse.engineer-away", e)
	case slot == hireSlot:
		return engine.Forbid("8", "russian.refuse.engineer-to-hire", e)
	case !s.publicSlot(slot):
		return engine.Forbid("8", "russian.refuse.engineer-dark", e)
	}
	return nil
}

// contested: everything but own engineers (4.1).
func (s *State) contested(sp *space) bool { return sp.engineer == 0 || !s.me().own(sp.engineer) }

func (s *State) effectFrame(sp *space) Frame {
	f := Frame{From: spaceKey(sp.id), Depth: 1, Sign: ":", Full: s.contested(sp)}
	if sp.engineer > 0 {
		f.Self = sp.id
	}
	return f
}

// canComplete: a contested space may be used only if its whole effect is
// carried out (4.1).
func (s *State) canComplete(sp *space) error {
	if sp.effect[0].Op == opHire && s.Row[hireSlot] == 0 {
		return engine.Forbid("8", "russian.refuse.nobody-to-hire")
	}
	if sp.effect[0].Op == opTemps && s.TempsOut {
		return engine.Forbid("8", "russian.refuse.temps-gone", spaceTerm(sp.id))
	}
	if !s.contested(sp) {
		return nil
	}
	f := s.effectFrame(sp)
	if s.completable(f, sp.effect) {
		return nil
	}
	if err := s.blocked(f.Self, sp.effect); err != nil {
		return err
	}
	copy(f.Parts[:], sp.effect)
	return s.incomplete(&f)
}

// blocked gives the reason why a part of an effect cannot even begin; nil when
// every part can.
func (s *State) blocked(self string, effect []Part) error {
	me := s.me()
	for _, p := range effect {
		switch p.Op {
		case opTrack:
			if err := me.trackBlocked(p); err != nil {
				return err
			}
		case opIndustry:
			if _, n := me.movable(); n == 0 {
				return me.mayMove(0, me.Marker[0])
			}
		case opDoubler:
			if err := me.mayDouble(1); err != nil {
				return err
			}
		case opBuild, opFactory:
			if !s.mayBuild() {
				return engine.Forbid("5.3", "russian.refuse.nothing-to-build")
			}
		case opLoco:
			if s.lowest() == 0 {
				return engine.Forbid("5.2", "russian.refuse.no-locomotive")
			}
		case opAgain:
			if !s.anyRepeat(self) {
				return engine.Forbid("R9", "russian.refuse.nothing-again")
			}
		}
	}
	return nil
}

// trackBlocked is the reason on the railway that comes nearest to allowing it.
func (p *Player) trackBlocked(part Part) error {
	if p.anyTrack(part.Colours) {
		return nil
	}
	var first error
	for c := range Colour(colours) {
		for r := range Railway(railways) {
			if !part.takes(c) || book.accepts[r]&(1<<c) == 0 {
				continue
			}
			err := p.mayAdvance(c, r, p.Track[r][c])
			if first == nil {
				first = err
			}
		}
	}
	return first
}

// doPlace pays, puts the pieces on the space and begins its effect (4.1).
func doPlace(tx *engine.Tx, a engine.Args) error {
	s, sp := state(tx), book.space(engine.Get[string](a, 0))
	pay := sp.usual()
	if engine.Has(a, 1) {
		pay = engine.Get[Pay](a, 1)
	}
	if err := s.payRule(sp, pay); err != nil {
		return err
	}
	s.take(sp.id, pay)
	tx.Report("russian.report.place", who(s.Actor), spaceTerm(sp.id), payList("pieces", pay))
	if sp.claims > 0 && pay.Own == 0 {
		if !engine.Has(a, 2) {
			return engine.Ask("9", "russian.ask.swap", spaceTerm(sp.id))
		}
		s.swap(tx, sp.id, engine.Get[string](a, 2))
	}
	f := s.effectFrame(sp)
	f.Extra = pay.Black > 0
	s.open(tx, f, sp.effect)
	return nil
}

// hire takes the engineer of the hiring space (8).
func (s *State) hire(tx *engine.Tx) {
	n := s.Row[hireSlot]
	s.Row[hireSlot] = 0
	s.me().Engineers = append(s.me().Engineers, n)
	tx.Report("russian.report.hire", who(s.Actor), engineerSay("engineer", n))
}
