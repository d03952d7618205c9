package russian

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
)

func caseScoring(c *caseRun) {
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	r := g.Pos.(*State).me().Scoring()
	for key := range c.Expected {
		switch key {
		case "industry":
			c.Same(key, r.Industry)
		case "total":
			c.Same(key, r.Total())
		default:
			c.Same(key, r.Railways[c.railway(key)])
		}
	}
}

func caseReach(c *caseRun) {
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	for key := range c.Expected {
		if key != "reach" {
			c.Fault("the expected key %q is not known", key)
			continue
		}
		got := map[string]int{}
		for name := range casetest.Value[map[string]int](c, c.Expected[key], key) {
			got[name] = g.Pos.(*State).me().Reach(c.railway(name))
		}
		c.Same(key, got)
	}
}

// lines is the input of a move: one line, or several of different players.
func (c *caseRun) lines() []string {
	if len(c.Input) > 0 && c.Input[0] == '[' {
		return casetest.Value[[]string](c, c.Input, "input")
	}
	return []string{casetest.Value[string](c, c.Input, "input")}
}

func caseLegal(c *caseRun) {
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	before := g.Pos.(*State)
	mover := before.Actor
	for i, line := range c.lines() {
		seat := mover
		if b, ok := c.Setup["sequence_by"]; ok {
			seat = c.seat(casetest.Value[[]string](c, b, "sequence_by")[i])
		}
		r, err := g.Try(seat, line, false)
		if err != nil {
			c.Fault("%q is refused: %v", line, err)
			return
		}
		g.Take(seat, r)
	}
	c.expect(before, g.Pos.(*State), mover)
}

// expect compares a case's expectations of the position after a move.
func (c *caseRun) expect(before, s *State, mover engine.Seat) {
	p := &s.Players[mover]
	for key := range c.Expected {
		if get, ok := expectKeys[key]; ok {
			c.Same(key, get(s, p))
			continue
		}
		switch name, rest, _ := strings.Cut(key, "."); {
		case name == "tracks":
			railway, colour, _ := strings.Cut(rest, ".")
			c.Same(key, p.Track[c.railway(railway)][c.colour(colour)])
		case name == "locomotives":
			r := c.railway(rest)
			c.Same(key, p.Locos[r][:CountTaken(p.Locos[r][:])])
		case key == "score_gain":
			c.Same(key, p.Score-before.Players[mover].Score)
		case key == "both_legal": // the lines were accepted
			c.Same(key, true)
		case key == "piles":
			got := map[int]int{}
			for n := range casetest.Value[map[int]int](c, c.Expected[key], key) {
				got[n] = s.Piles[n]
			}
			c.Same(key, got)
		case key == "occupied":
			got := map[string][]string{}
			for space := range casetest.Value[map[string][]string](c, c.Expected[key], key) {
				got[space] = c.pieces(s, space)
			}
			c.Same(key, got)
		case key == "claimed":
			claimed := 0
			for n := 1; n <= 2; n++ {
				if s.Claimant(n) == mover {
					claimed = n
				}
			}
			c.Same(key, claimed)
		case key == "waits_for":
			waits := ""
			if prompts := s.Prompts(mover); len(prompts) > 0 {
				waits = prompts[0].Verbs[0].Name
			}
			c.Same(key, waits)
		default:
			c.Fault("the expected key %q is not known", key)
		}
	}
}

// expectKeys are plain values of the mover's board and of the common supply.
var expectKeys = map[string]func(s *State, p *Player) any{
	"own_workers":       func(_ *State, p *Player) any { return p.Hand },
	"temporary_workers": func(_ *State, p *Player) any { return p.Temps },
	"black_worker":      func(_ *State, p *Player) any { return p.Black && p.BlackHand },
	"reserve":           func(s *State, p *Player) any { return s.table().Reserve - p.Gained },
	"rubles":            func(_ *State, p *Player) any { return p.Rubles },
	"score":             func(_ *State, p *Player) any { return p.Score },
	"doublers":          func(_ *State, p *Player) any { return p.Doublers },
	"engineers":         func(_ *State, p *Player) any { return p.Engineers },
	"revalued":          func(_ *State, p *Player) any { return p.Revalued },
	"medal":             func(_ *State, p *Player) any { return p.Medal },
	"passed":            func(_ *State, p *Player) any { return p.Passed },
	"hire_slot":         func(s *State, _ *Player) any { return s.Row[HireSlot] },
	"round":             func(s *State, _ *Player) any { return s.Round },
	"face_up_factories": func(s *State, _ *Player) any { return append([]int{}, s.FaceUp...) },
	"factories": func(_ *State, p *Player) any {
		return slices.DeleteFunc(slices.Clone(p.Factories[:]), func(n int) bool { return n == 0 })
	},
	"industry": func(_ *State, p *Player) any {
		if p.Second {
			return p.Marker[:]
		}
		return p.Marker[:1]
	},
	"unlocked": func(_ *State, p *Player) any {
		list := []string{}
		for c := Grey; c <= White; c++ {
			if p.Unlocked&(1<<c) != 0 {
				list = append(list, ColourNames[c])
			}
		}
		return list
	},
	"question_cards_used": func(s *State, _ *Player) any {
		list := []string{}
		for i, card := range Book.QuestionCards {
			if s.CardsUsed&(1<<i) != 0 {
				list = append(list, card)
			}
		}
		return list
	},
	"filled_question_spaces": func(_ *State, p *Player) any {
		list := []string{}
		for i, token := range p.Filled {
			if token > 0 {
				list = append(list, Book.QuestionSpaces[i])
			}
		}
		return list
	},
}

// pieces names the pieces on a space.
func (c *caseRun) pieces(s *State, space string) []string {
	list := []string{}
	for _, l := range s.Lying {
		if l.Space != space {
			continue
		}
		for i, n := range l.Pay.counts() {
			name := [4]string{c.names[l.Who] + " worker", "black worker", "temporary worker", "ruble"}[i]
			for range n {
				list = append(list, name)
			}
		}
	}
	return list
}

func caseIllegal(c *caseRun) {
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	seat := g.Pos.(*State).Actor
	before := g.Digest()
	_, err := g.Try(seat, c.lines()[0], false)
	if g.Digest() != before {
		c.Fault("the refused line changed the position")
	}
	c.refused(err)
}

// refused compares the reason of a refusal with the words of the case.
func (c *caseRun) refused(err error) {
	r, ok := engine.AsRefusal(err)
	if !ok {
		c.Fault("the line is accepted: %v", err)
		return
	}
	c.Comparisons++
	text := casetest.Value[string](c, c.Expected["error"], "error")
	keys, known := caseReasons[text]
	switch {
	case !known && c.Strict:
		c.Fault("no reason is known for %q, the line is refused with %s", text, r.Why.Key)
	case !known:
		c.Notes = append(c.Notes, "only the refusal is compared, not its reason: expected "+text+", refused with "+r.Why.Key)
	case !slices.Contains(keys, r.Why.Key):
		c.Fault("refused with %s (column %d), expected %q", r.Why.Key, r.Column, text)
	}
}

// caseReasons says which refusals the words of a case mean.
var caseReasons = map[string][]string{
	"incomplete contested action":                   {"russian.ask.incomplete", "russian.refuse.incomplete"},
	"space occupied by black":                       {"russian.refuse.space-occupied"},
	"colour not unlocked":                           {"russian.refuse.locked"},
	"grey has not entered this railway":             {"russian.refuse.before-not-entered"},
	"colour not allowed on this railway":            {"russian.refuse.not-accepted"},
	"a ruble is compulsory":                         {"russian.refuse.ruble-needed"},
	"space occupied":                                {"russian.refuse.occupied"},
	"a free place is left on petersburg or kiev":    {"russian.refuse.place-left"},
	"cannot replace an equal value":                 {"russian.refuse.equal-value"},
	"the locomotive can be placed":                  {"russian.refuse.loco-fits"},
	"one locomotive and one factory":                {"russian.refuse.one-each"},
	"gap without factory":                           {"russian.refuse.gap"},
	"question: the extra black advance, or skip":    {"russian.ask.extra"},
	"too many advances":                             {"russian.refuse.too-many", "engine.order-ends-before"},
	"a token for each ? space":                      {"engine.order-ends-before"},
	"space does not hold exactly one own worker":    {"russian.refuse.again-not-one"},
	"question: the second advance, or skip":         {"russian.ask.left"},
	"no free doubler place":                         {"russian.refuse.no-doubler-place"},
	"no doubler left in the box":                    {"russian.refuse.no-doublers"},
	"question: a ? token, or skip":                  {"russian.ask.token"},
	"position taken by the other marker":            {"russian.refuse.other-marker"},
	"already in that position":                      {"russian.refuse.own-position"},
	"holds the other turn-order space":              {"russian.refuse.other-claim"},
	"space does not exist with 2 players":           {"russian.refuse.not-with-players"},
	"not available in the last round":               {"russian.refuse.not-in-last-round"},
	"space does not cost exactly one worker":        {"russian.refuse.not-one-worker"},
	"not your turn":                                 {"engine.not-asked"},
	"only in the last round":                        {"russian.refuse.only-last-round"},
	"not in hand":                                   {"russian.refuse.not-in-hand"},
	"token already used":                            {"russian.refuse.token-used"},
	"card already used":                             {"russian.refuse.card-used"},
	"no own worker to exchange":                     {"russian.refuse.no-swap"},
	"no own worker there":                           {"russian.refuse.swap-no-worker"},
	"end of the railway":                            {"russian.refuse.end-of-railway"},
	"cannot replace a higher value":                 {"russian.refuse.higher-value"},
	"the run must be split":                         {"russian.refuse.split-run"},
	"the end bonus choice stands in the next mail":  {"engine.next-mail"},
	"question: where the displaced locomotive goes": {"russian.ask.displaced"},
	"question: where the own worker comes from":     {"russian.ask.swap"},
	"question: which slot":                          {"russian.ask.factory-over"},
	"question: which locomotive gives way":          {"russian.ask.loco-over"},
	"question: which ? card":                        {"russian.ask.card"},
	"step is not part of the effect":                {"russian.refuse.not-part"},
	"the card cannot be carried out completely":     {"russian.refuse.card-incomplete"},
	"the second marker is not on the track":         {"russian.refuse.no-second-marker"},
	"end of the industry track":                     {"russian.refuse.end-of-industry"},
	"the engineer gives the effect itself":          {"russian.refuse.again-self"},
	"not a space to use again":                      {"russian.refuse.again-kind"},
	"nothing to use again":                          {"russian.refuse.nothing-again"},
	"cannot pay":                                    {"russian.refuse.cannot-pay"},
	"exact cost":                                    {"russian.refuse.exact-cost"},
	"swap is for the turn-order spaces":             {"russian.refuse.swap-not-needed"},
	"factory not beside the piles":                  {"russian.refuse.not-face-up"},
	"a slot is empty":                               {"russian.refuse.slot-empty"},
	"locomotive not on this railway":                {"russian.refuse.not-on-railway"},
	"engineer not in this game":                     {"russian.refuse.engineer-away"},
	"engineer of another player":                    {"russian.refuse.engineer-of"},
	"nobody to hire":                                {"russian.refuse.nobody-to-hire"},
	"engineer can only be hired":                    {"russian.refuse.engineer-to-hire"},
}

func caseOrder(c *caseRun) {
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	s := g.Pos.(*State)
	claims := casetest.Value[map[string]string](c, c.Input, "input")
	for _, space := range slices.Sorted(maps.Keys(claims)) {
		s.Lying = append(s.Lying, Lying{Space: space, Who: c.seat(claims[space]), Pay: Pay{Own: 1}})
	}
	reorder(s, engine.Trial(s, s.Actor))
	for key := range c.Expected {
		switch key {
		case "order":
			c.Same(key, c.namesOf(s.Order))
		case "reuse_order":
			c.Same(key, c.namesOf(s.Queue))
		default:
			c.Fault("the expected key %q is not known", key)
		}
	}
}

func (c *caseRun) namesOf(seats []engine.Seat) []string {
	list := []string{}
	for _, s := range seats {
		list = append(list, c.names[s])
	}
	return list
}

func casePass(c *caseRun) { caseLegal(c) }

func caseFinal(c *caseRun) {
	if b, ok := c.Setup["engineers"]; ok && b[0] == '{' {
		c.names = slices.Sorted(maps.Keys(casetest.Value[map[string][]int](c, b, "engineers")))
		for name := range c.Expected {
			if !slices.Contains(c.names, name) {
				c.Fault("the expected key %q is not known", name)
			}
		}
	}
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	s := g.Pos.(*State)
	if b, ok := c.Setup["card"]; ok {
		card := &Book.EndCards[c.endCard(casetest.Value[string](c, b, "card"))-1]
		for key := range c.Expected {
			if key != "points" {
				c.Fault("the expected key %q is not known", key)
				continue
			}
			c.Same(key, CardPoints(s.me(), card))
		}
		return
	}
	points := Majority(s.Players)
	for name := range c.Expected {
		c.Same(name, points[c.seat(name)])
	}
}

// caseMail gives the lines of one mail to the game.
func caseMail(c *caseRun) {
	g := caseGame(c)
	if len(c.Faults) > 0 {
		return
	}
	out, err := g.Play(g.Pos.(*State).Actor, casetest.Value[[]string](c, c.Input, "input"), engine.Mode{})
	if err != nil {
		c.Fault("%v", err)
		return
	}
	wrong := slices.IndexFunc(out.Verdicts, func(v engine.Verdict) bool { return v.Refusal != nil })
	for key := range c.Expected {
		switch key {
		case "wrong_line":
			c.Same(key, wrong+1)
		case "stands":
			stands := "nothing"
			if len(out.Records) > 0 {
				stands = "something"
			}
			c.Same(key, stands)
		case "error":
			if wrong < 0 {
				c.Fault("no line is refused")
				continue
			}
			c.refused(out.Verdicts[wrong].Refusal)
		default:
			c.Fault("the expected key %q is not known", key)
		}
	}
}
