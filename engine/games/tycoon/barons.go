package tycoon

import (
	"cmp"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// The secret goals of the barons (Tycoon cards).

// GoalState is how far a seat has come with its baron.
type GoalState struct {
	Baron  *Baron
	Met    bool  // at present
	Points int   // at present; 0 unless Met
	Values []int // the figures compared or counted, by seat; nil if there are none
}

// GoalOf returns a seat's progress with its baron; false if it has none, or a view does not know it.
func (s *State) GoalOf(seat engine.Seat) (GoalState, bool) {
	baron := s.Player(seat).Baron
	if baron == 0 {
		return GoalState{}, false
	}
	b := &s.book.Barons[baron]
	g := GoalState{Baron: b, Values: s.GoalValues(b)}
	switch b.Goal {
	case FewestShares:
		g.Met = alone(g.Values, seat, func(own, other int) bool { return own < other })
	case MostMoney, MostCities, LongestLine:
		g.Met = alone(g.Values, seat, func(own, other int) bool { return own > other })
	case Connects:
		g.Met = s.Network(seat).Connects(b.A, b.B)
	case FirstToEngine:
		g.Met = s.Pullman == seat
	case LinksFromCity, WesternBuilt:
		g.Met = g.Values[seat] > 0
	}
	switch {
	case !g.Met:
	case b.Goal == LinksFromCity:
		g.Points = min(g.Values[seat]*b.Each, b.Max)
	default:
		g.Points = b.Points
	}
	return g, true
}

// compares reports whether a goal is met by the one player with the most, or least, of
// all.
func (g Goal) compares() bool {
	switch g {
	case FewestShares, MostMoney, MostCities, LongestLine:
		return true
	}
	return false
}

// alone reports whether the value of a seat beats that of every other; a tie counts for
// no player.
func alone(values []int, seat engine.Seat, beats func(own, other int) bool) bool {
	for other, v := range values {
		if engine.Seat(other) != seat && !beats(values[seat], v) {
			return false
		}
	}
	return true
}

// figures are what goals compare or count.
var figures = map[Goal]func(s *State, seat engine.Seat, b *Baron) int{
	FewestShares:  func(s *State, seat engine.Seat, _ *Baron) int { return s.Player(seat).Shares },
	MostMoney:     func(s *State, seat engine.Seat, _ *Baron) int { return s.Player(seat).Money },
	MostCities:    func(s *State, seat engine.Seat, _ *Baron) int { return s.Network(seat).Largest() },
	LongestLine:   func(s *State, seat engine.Seat, _ *Baron) int { return s.Network(seat).Longest() },
	LinksFromCity: func(s *State, seat engine.Seat, b *Baron) int { return s.Network(seat).From(b.City) },
	FirstToEngine: func(s *State, seat engine.Seat, _ *Baron) int { return s.Player(seat).Engine },
	WesternBuilt:  func(s *State, seat engine.Seat, _ *Baron) int { return s.westernLinks(seat) },
}

// GoalValues returns the figures of all seats that a goal compares or counts.
func (s *State) GoalValues(b *Baron) []int {
	of := figures[b.Goal]
	if of == nil {
		return nil
	}
	list := make([]int, s.Seats)
	for seat := range engine.Seat(s.Seats) {
		list[seat] = of(s, seat, b)
	}
	return list
}

// westernLinks counts the western links that a seat has built.
func (s *State) westernLinks(seat engine.Seat) int {
	return engine.Count(s.Western, func(w WesternLink) bool { return w.Owner == seat })
}

// GoalWords describes a baron's goal.
func (b *Book) GoalWords(baron *Baron) engine.Message {
	args := []engine.Arg{engine.Int("n", baron.Points), engine.Int("most", baron.Max), engine.Int("each", baron.Each), engine.Int("level", baron.Level)}
	for _, c := range []struct {
		name string
		at   City
	}{{"a", baron.A}, {"b", baron.B}, {"city", baron.City}} {
		if baron.Goal == Connects && c.name != "city" || baron.Goal == LinksFromCity && c.name == "city" {
			args = append(args, b.citySay(c.name, c.at))
		}
	}
	return engine.Msg(key.SheetGoalOf+strings.ReplaceAll(string(baron.Goal), "_", "-"), args...)
}

// valueKeys name the figures of goals that need a name.
var valueKeys = map[Goal]string{
	MostMoney: key.SheetValueMoney, LinksFromCity: key.SheetValueLinks, FirstToEngine: key.SheetValueEngine, WesternBuilt: key.SheetValueWestern,
}

// ValuesArgs returns the figures of all players that a goal compares: "Ana 3".
func (s *State) ValuesArgs(goal Goal, values []int) (list []engine.Arg) {
	text := cmp.Or(valueKeys[goal], key.SheetValue)
	for _, seat := range s.InOrder() {
		list = append(list, engine.Say("", engine.Msg(text, engine.Player("player", seat), engine.Int("n", values[seat]))))
	}
	return list
}
