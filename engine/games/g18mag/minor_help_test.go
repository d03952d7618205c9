package g18mag

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
	"railpost/templates"
)

// bare is the title without view and site, which the rules do not need.
var bare = engine.Bare{Rules: Rules{}}

// seating are the setups of the positions below: no draws are needed.
func seating(seats int) engine.Setup {
	prices := "60,60,65,65,70,70,75"
	if seats == 2 {
		prices = "60,60,65,65"
	}
	return engine.Setup{Seats: seats, Options: map[string]string{OptSeating: "given", OptPrices: prices}}
}

// turnOf is a position in which a minor operates, and another after it. The minors of the edition belong to the
// seats in turn, and nothing has been built.
func turnOf(t *testing.T, seats, number int, changes ...func(*State)) *State {
	t.Helper()
	s := expect.Get(begin(&engine.Tx{}, seating(seats)))(t)
	for i, c := range s.Edition().Minors {
		m := &s.Minors[c]
		m.Owner, m.Trains = engine.Seat(i%seats), []int{Book.StartSize}
		s.placeHome(c)
		expect.NoError(t, s.Pay(-1, s.Account(c), Book.StartCash))
	}
	s.Stage, s.Round, s.Rounds, s.Draft = Operating, 1, 1, Draft{}
	c := Company(number - 1)
	s.Order = []Company{c, s.Edition().Minors[0]}
	if c == s.Order[1] {
		s.Order[1] = s.Edition().Minors[1]
	}
	s.Turn = Turn{Step: StepTrack}
	s.Actor = s.Minors[c].Owner
	for _, change := range changes {
		change(s)
	}
	return s
}

// laid lays tiles "57 H17 1" without asking whether they may.
func laid(t *testing.T, tiles ...string) func(*State) {
	return func(s *State) {
		for _, text := range tiles {
			words := strings.Fields(text)
			tile, ok1 := trackword.FindTile(s.World().Set, words[0])
			h, ok2 := trackword.FindHex(s.World().Map, words[1])
			if !ok1 || !ok2 {
				t.Fatalf("%q names no tile and hex", text)
			}
			s.PlaceTile(track.Lay{Tile: tile, Hex: h, Turn: int(words[2][0] - '0')})
		}
	}
}

// owns gives the operating minor its trains and money.
func owns(money int, trains ...int) func(*State) {
	return func(s *State) {
		c := s.Company()
		s.Minors[c].Trains = trains
		s.Cash.Held[s.Account(c)] = money
	}
}

func inPhase(n int) func(*State) { return func(s *State) { s.Phase = n } }

func atStep(step Step) func(*State) { return func(s *State) { s.Turn.Step = step } }

// stationAt places a station of a minor by its number.
func stationAt(number int, hex string, stop int) func(*State) {
	return func(s *State) {
		h, _ := trackword.FindHex(s.World().Map, hex)
		s.Station(Company(number-1), track.Place{Hex: h, Stop: stop})
	}
}

// try works out one line of the seat that acts.
func try(s *State, line string) (*engine.Result, *engine.Refusal, error) {
	g := &engine.Game{Name: "test", Title: bare, Setup: seating(s.Seats), Pos: s}
	r, err := g.Try(s.Actor, line, false)
	if refusal, ok := engine.AsRefusal(err); ok {
		return nil, refusal, nil
	}
	return r, nil, err
}

// played is the result of a line that must be accepted.
func played(t *testing.T, s *State, line string) *engine.Result {
	t.Helper()
	r, refusal, err := try(s, line)
	if err != nil || refusal != nil {
		t.Fatalf("%q: %v, %v", line, refusal, err)
	}
	return r
}

// after is the position after some lines, which must be accepted.
func after(t *testing.T, s *State, lines ...string) *State {
	t.Helper()
	for _, line := range lines {
		s = played(t, s, line).Pos.(*State)
	}
	return s
}

// said returns the keys of reports, without their common prefix.
func said(reports []engine.Report) string {
	keys := engine.Each(reports, func(r engine.Report) string { return strings.TrimPrefix(r.Key, "18mag.report.") })
	return strings.Join(keys, " ")
}

var texts = func() *templates.Set {
	set, err := templates.New()
	if err != nil {
		panic(err)
	}
	return set
}()

// refusalCase is a line that must be refused.
type refusalCase struct {
	name     string
	s        *State
	line     string
	rule     string
	key      string // after "18mag.no."
	expected string // words shown, with blanks between them; "" for any
}

func (c refusalCase) check(t *testing.T) {
	t.Helper()
	before := string(engine.Encode(c.s))
	r, refusal, err := try(c.s, c.line)
	switch {
	case err != nil:
		t.Fatalf("%q: %v", c.line, err)
	case refusal == nil:
		t.Fatalf("%q is accepted as %q", c.line, r.Line)
	case refusal.Why.Key != "18mag.no."+c.key || refusal.Rule != c.rule:
		t.Errorf("%q is refused by %s %s, not %s 18mag.no.%s", c.line, refusal.Rule, refusal.Why.Key, c.rule, c.key)
	case c.expected != "" && strings.Join(refusal.Expected, " ") != c.expected:
		t.Errorf("%q shows %q, not %q", c.line, strings.Join(refusal.Expected, " "), c.expected)
	}
	text := texts.Say("en", []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}, nil, refusal.Why)
	if t.Logf("%s (%s; %v)", text, refusal.Rule, refusal.Expected); strings.Contains(text, "[18mag.") || strings.Contains(text, "no value") {
		t.Errorf("%s with %v is said as %q", refusal.Why.Key, refusal.Why.Args, text)
	}
	expect.Same(t, fmt.Sprintf("%q is refused and has changed the position", c.line), string(engine.Encode(c.s)), before)
}
