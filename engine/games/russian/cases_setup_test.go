package russian

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
)

// caseGame is the position that a case describes, with the mover to act.
// Positions omitted are as at the start of the game.
func caseGame(c *caseRun) *engine.Game {
	seats := 4
	if b, ok := c.Setup["players"]; ok {
		seats = casetest.Value[int](c, b, "players")
	}
	var options map[string]string
	if b, ok := c.Setup["options"]; ok {
		options = casetest.Value[map[string]string](c, b, "options")
	}
	c.nameSeats(&seats)
	g, _, err := engine.Begin("case", bare, engine.Setup{Seats: seats, Options: options}, c.names, testSeed)
	if err != nil {
		c.Fault("setting up: %v", err)
		return nil
	}
	s := g.Pos.(*State)
	s.Phase, s.Queue = Turns, nil
	s.Row = make([]int, len(s.Row))
	s.Order = nil
	for i := range seats {
		s.Order = append(s.Order, engine.Seat(i))
	}
	s.Actor = 0
	if b, ok := c.Setup["mover"]; ok {
		s.Actor = c.seat(casetest.Value[string](c, b, "mover"))
	}
	// A key's effect may depend on another key: use a fixed order.
	for _, key := range slices.Sorted(maps.Keys(c.Setup)) {
		if set, ok := setupKeys[key]; ok {
			set(c, s, c.Setup[key])
		} else {
			c.Fault("the setup key %q is not known", key)
		}
	}
	settleSetup(c, s)
	return g
}

// nameSeats gives the names of a case seats: in turn order, if there is one.
func (c *caseRun) nameSeats(seats *int) {
	for _, key := range []string{"order", "sequence_by"} {
		if b, ok := c.Setup[key]; ok {
			c.names = casetest.Value[[]string](c, b, key)
		}
	}
	if c.Setup["order"] != nil {
		*seats = len(c.names)
	}
	if b, ok := c.Setup["mover"]; ok {
		if name := casetest.Value[string](c, b, "mover"); !slices.Contains(c.names, name) {
			c.names = append([]string{name}, c.names...)
		}
	}
	for _, name := range []string{"red", "blue", "green", "yellow"} {
		if len(c.names) < *seats && !slices.Contains(c.names, name) {
			c.names = append(c.names, name)
		}
	}
}

func (c *caseRun) seat(name string) engine.Seat {
	i := slices.Index(c.names, name)
	if i < 0 {
		c.Fault("nobody is called %q", name)
		return 0
	}
	return engine.Seat(i)
}

// settleSetup completes the described facts consistently: due rewards have been taken, engineers are in one
// place only.
func settleSetup(c *caseRun, s *State) {
	me := s.me()
	for i := range Book.Specials {
		sp := &Book.Specials[i]
		if sp.bit == 0 || !me.meets(sp) {
			continue
		}
		me.Taken |= sp.bit
		if sp.Reward[0].Op == OpUnlock && c.Setup["unlocked"] == nil {
			me.Unlocked |= 1 << sp.Reward[0].Arg
		}
	}
	for _, at := range me.Marker {
		for i, p := range Book.Industry[:at+1] {
			if i > 0 && p.Question {
				me.Taken |= Book.questionI
			}
		}
	}
	if s.Phase == Reusing {
		for i := range s.Players {
			s.Players[i].Passed = true
		}
	}
}

type setter func(c *caseRun, s *State, b json.RawMessage)

func setInt(f func(s *State) *int) setter {
	return func(c *caseRun, s *State, b json.RawMessage) { *f(s) = casetest.Value[int](c, b, "setup") }
}

func setBool(f func(s *State) *bool) setter {
	return func(c *caseRun, s *State, b json.RawMessage) { *f(s) = casetest.Value[bool](c, b, "setup") }
}

func elsewhere(*caseRun, *State, json.RawMessage) {}

// setupKeys are all keys that a setup may have.
var setupKeys = map[string]setter{
	"players":     elsewhere, // read before
	"options":     elsewhere,
	"order":       elsewhere,
	"mover":       elsewhere,
	"sequence_by": elsewhere,
	"card":        elsewhere, // read by caseFinal
	"position": func(c *caseRun, s *State, b json.RawMessage) { // of the mover in the turn order
		at := casetest.Value[int](c, b, "position") - 1
		s.Order = slices.DeleteFunc(s.Order, func(x engine.Seat) bool { return x == s.Actor })
		s.Order = slices.Insert(s.Order, at, s.Actor)
	},
	"phase": func(c *caseRun, s *State, b json.RawMessage) {
		if p := casetest.Value[string](c, b, "phase"); p != string(Reusing) {
			c.Fault("the phase %q is not known", p)
		}
		s.Phase = Reusing
	},
	"round":             setInt(func(s *State) *int { return &s.Round }),
	"own_workers":       setInt(func(s *State) *int { return &s.me().Hand }),
	"temporary_workers": setInt(func(s *State) *int { return &s.me().Temps }),
	"rubles":            setInt(func(s *State) *int { return &s.me().Rubles }),
	"score":             setInt(func(s *State) *int { return &s.me().Score }),
	"doublers":          setInt(func(s *State) *int { return &s.me().Doublers }),
	"doublers_of": func(c *caseRun, s *State, b json.RawMessage) {
		for name, n := range casetest.Value[map[string]int](c, b, "doublers_of") {
			s.Players[c.seat(name)].Doublers = n
		}
	},
	"gained_own_workers": setInt(func(s *State) *int { return &s.me().Gained }),
	"medal":              setBool(func(s *State) *bool { return &s.me().Medal }),
	"revalued":           setBool(func(s *State) *bool { return &s.me().Revalued }),
	"black_worker": func(c *caseRun, s *State, b json.RawMessage) {
		has := casetest.Value[bool](c, b, "black_worker")
		s.me().Black, s.me().BlackHand = has, has
	},
	"reserve": func(c *caseRun, s *State, b json.RawMessage) {
		s.me().Gained = s.table().Reserve - casetest.Value[int](c, b, "reserve")
	},
	"tracks": func(c *caseRun, s *State, b json.RawMessage) {
		for name, tracks := range casetest.Value[map[string]map[string]int](c, b, "tracks") {
			r := c.railway(name)
			s.me().Track[r] = [Colours]int{}
			for colour, at := range tracks {
				s.me().Track[r][c.colour(colour)] = at
			}
		}
	},
	"locomotives": func(c *caseRun, s *State, b json.RawMessage) {
		for name, list := range casetest.Value[map[string][]int](c, b, "locomotives") {
			r := c.railway(name)
			s.me().Locos[r] = [2]int{}
			copy(s.me().Locos[r][:], list)
		}
	},
	"unlocked": func(c *caseRun, s *State, b json.RawMessage) {
		s.me().Unlocked = 1 << Black
		for _, name := range casetest.Value[[]string](c, b, "unlocked") {
			s.me().Unlocked |= 1 << c.colour(name)
		}
	},
	"industry": func(c *caseRun, s *State, b json.RawMessage) {
		list := casetest.Value[[]int](c, b, "industry")
		copy(s.me().Marker[:], list)
		s.me().Second = len(list) > 1
	},
	"factories": func(c *caseRun, s *State, b json.RawMessage) {
		copy(s.me().Factories[:], casetest.Value[[]int](c, b, "factories"))
	},
	"face_up_factories": func(c *caseRun, s *State, b json.RawMessage) {
		s.FaceUp = casetest.Value[[]int](c, b, "face_up_factories")
		slices.Sort(s.FaceUp)
	},
	"lowest_pile": func(c *caseRun, s *State, b json.RawMessage) {
		clear(s.Piles[:casetest.Value[int](c, b, "lowest_pile")])
	},
	"piles": func(c *caseRun, s *State, b json.RawMessage) {
		for n, left := range casetest.Value[map[int]int](c, b, "piles") {
			s.Piles[n] = left
		}
	},
	"engineers": func(c *caseRun, s *State, b json.RawMessage) {
		if b[0] == '[' {
			s.me().Engineers = casetest.Value[[]int](c, b, "engineers")
			return
		}
		for name, list := range casetest.Value[map[string][]int](c, b, "engineers") {
			s.Players[c.seat(name)].Engineers = list
		}
	},
	"cards": func(c *caseRun, s *State, b json.RawMessage) {
		for name, list := range casetest.Value[map[string][]string](c, b, "cards") {
			p := &s.Players[c.seat(name)]
			for _, id := range list {
				p.Cards = append(p.Cards, c.endCard(id))
			}
		}
	},
	"deck": func(c *caseRun, s *State, b json.RawMessage) {
		s.Deck = nil
		for _, id := range casetest.Value[[]string](c, b, "deck") {
			s.Deck = append(s.Deck, c.endCard(id))
		}
		slices.Sort(s.Deck)
	},
	"tokens_used": func(c *caseRun, s *State, b json.RawMessage) {
		for _, id := range casetest.Value[[]string](c, b, "tokens_used") {
			s.me().Used |= 1 << c.index(Book.Tokens, id)
		}
	},
	"question_cards_used": func(c *caseRun, s *State, b json.RawMessage) {
		for _, id := range casetest.Value[[]string](c, b, "question_cards_used") {
			s.CardsUsed |= 1 << c.index(Book.QuestionCards, id)
		}
	},
	"passed": func(c *caseRun, s *State, b json.RawMessage) {
		for _, name := range casetest.Value[[]string](c, b, "passed") {
			s.Players[c.seat(name)].Passed = true
		}
	},
	"public": func(c *caseRun, s *State, b json.RawMessage) {
		copy(s.Row[HireSlot+1:], casetest.Value[[]int](c, b, "public"))
	},
	"hire_slot": setInt(func(s *State) *int { return &s.Row[HireSlot] }),
	"filled_question_spaces": func(c *caseRun, s *State, b json.RawMessage) {
		for i, id := range casetest.Value[[]string](c, b, "filled_question_spaces") {
			token := len(Book.Tokens) - 1 - i
			s.me().Filled[slices.Index(Book.QuestionSpaces, id)] = token + 1
			s.me().Used |= 1 << token
		}
	},
	"occupied": func(c *caseRun, s *State, b json.RawMessage) {
		all := casetest.Value[map[string][]string](c, b, "occupied")
		for _, space := range slices.Sorted(maps.Keys(all)) {
			s.Lying = append(s.Lying, c.lying(s, space, all[space]))
		}
	},
}

// lying reads pieces: "red worker", "ruble", "own ruble", "temporary worker", "black worker".
func (c *caseRun) lying(s *State, space string, pieces []string) Lying {
	l := Lying{Space: space, Who: (s.Actor + 1) % engine.Seat(s.Seats)}
	for _, p := range pieces {
		switch p {
		case "ruble":
			l.Pay.Ruble++
		case "own ruble":
			l.Who = s.Actor
			l.Pay.Ruble++
		case "temporary worker":
			l.Pay.Temp++
		case "black worker":
			l.Pay.Black++
		default:
			name, ok := strings.CutSuffix(p, " worker")
			if !ok {
				c.Fault("the piece %q is not known", p)
			}
			l.Who = c.seat(name)
			l.Pay.Own++
		}
	}
	return l
}

func (c *caseRun) railway(name string) Railway { return Railway(c.index(railwayNames[:], name)) }

func (c *caseRun) colour(name string) Colour { return Colour(c.index(ColourNames[:], name)) }

func (c *caseRun) index(list []string, id string) int {
	i := slices.Index(list, id)
	if i < 0 {
		c.Fault("%q is not one of %q", id, list)
	}
	return max(i, 0)
}

func (c *caseRun) endCard(id string) int {
	for i, e := range Book.EndCards {
		if e.ID == id {
			return i + 1
		}
	}
	c.Fault("the end bonus card %q is not known", id)
	return 1
}
