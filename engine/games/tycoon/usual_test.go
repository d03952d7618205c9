package tycoon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// Games of usual actions alone come to their ends in time: players connect, upgrade
// and deliver, and nobody is ruined.
func TestUsualGames(t *testing.T) {
	for seats := seatsLeast; seats <= seatsMost; seats += level.Of(2, 1, 1) {
		end := enginetest.PlayUsual(t, New(), seats, lookUsual(t), "build", "deliver", "upgrade", "card", "bid", "pass").(*State)
		best := New().Scores(end)[0].Points
		if end.Turn > 20 || best < 20 || best > 150 {
			t.Errorf("%d seats: over after turn %d, the best has %d points", seats, end.Turn, best)
		}
		for seat, p := range end.Players {
			if p.Shares > 90 || end.Network(engine.Seat(seat)).Links() < 3 {
				t.Errorf("%d seats: seat %d ends with %d links and %d shares", seats, seat, end.Network(engine.Seat(seat)).Links(), p.Shares)
			}
		}
	}
}

// lookUsual holds usual actions to the view, to leaving the position alone, and to rules of thumb: no action is
// passed with a delivery open or after paying to be first, and no share is issued for an engine before income.
func lookUsual(t *testing.T) func(engine.Position, engine.Seat, []string) {
	paid := map[int]engine.Seat{} // by turn
	return func(p engine.Position, seat engine.Seat, lines []string) {
		s := p.(*State)
		first := s.Stage == StageActions && s.Round == 1 && s.First == seat
		switch me := s.Player(seat); {
		case strings.HasPrefix(lines[0], "bid"):
			paid[s.Turn] = seat
		case s.Stage == StageAuction:
		case lines[0] == "pass":
			if list := s.Deliveries(seat); len(list) > 0 && list[0].Net > 0 {
				t.Errorf("seat %d passes with a delivery open: %v", seat, list[0])
			}
			if by, ok := paid[s.Turn]; first && ok && by == seat {
				t.Errorf("seat %d has paid to be first, and passes", seat)
			}
		case lines[0] == "upgrade":
			cost, income := s.book.Engines[me.Engine+1], s.Income(me.Position)-me.Shares
			if s.Round == Rounds && s.Due == 1 && me.Money < cost && me.SharesFor(cost) > me.SharesFor(cost-max(0, income)) {
				t.Errorf("seat %d issues shares for an engine with %d dollars and an income of %d", seat, me.Money, income)
			}
		}
		before := string(engine.Encode(p))
		if got := New().Usual(p.View(seat), seat).Lines; strings.Join(got, ";") != strings.Join(lines, ";") {
			t.Errorf("seat %d: usual is %q, by what it knows %q", seat, lines, got)
		}
		expect.Same(t, []any{seat, lines}, string(engine.Encode(p)), before)
	}
}

// The usual actions in some positions.
func TestUsualActions(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(c *scene, s *State)
		want   string // how the order begins
	}{
		{"the first action lays track", func(*scene, *State) {}, "build"},
		{"a cube with the only link there is", func(c *scene, s *State) {
			s.Last = s.Turn
			c.link(0, "New York", "Philadelphia", 1)
			c.goods("Philadelphia", Red, Red)
		}, "deliver red Philadelphia > New York"},
		{"the longer delivery", func(c *scene, s *State) {
			s.Last, s.Round, s.Players[0].Engine = s.Turn, Rounds, 2
			c.link(0, "New York", "Philadelphia", 1)
			c.link(0, "Philadelphia", "Baltimore", 1)
			c.goods("New York", Yellow)
			c.goods("Philadelphia", Yellow)
		}, "deliver yellow New York > Philadelphia > Baltimore"},
		{"an engine for cubes that it brings farther", func(c *scene, s *State) {
			c.link(0, "New York", "Philadelphia", 1)
			c.link(0, "Philadelphia", "Baltimore", 1)
			c.goods("New York", Yellow, Yellow, Yellow)
			c.goods("Baltimore", Red, Red, Red)
			s.Players[0].Money, s.Players[0].Position = 60, 20
		}, "upgrade"},
		{"two actions for one", func(c *scene, s *State) {
			c.link(0, "New York", "Philadelphia", 1)
			c.goods("Philadelphia", Red, Red)
			s.Up = []int{30}
		}, "card 30"},
		{"nothing is worth money in the last action", func(c *scene, s *State) {
			s.Last, s.Round = s.Turn, Rounds
		}, "pass"},
		{"no bid where all are as well off behind", func(c *scene, s *State) {
			s.Stage, s.Round = StageAuction, 0
			s.Auction = Auction{Leader: 1, High: 6, Out: make([]bool, s.Seats)}
		}, "pass"},
		{"a bid for the hotel that all goods will come to", func(c *scene, s *State) {
			s.Stage, s.Round = StageAuction, 0
			s.Auction = Auction{Leader: engine.Nobody, Out: make([]bool, s.Seats)}
			for i := range s.Cities {
				s.Cities[i].Cubes = Cubes{2}
			}
			s.Up = []int{9}
			s.Players[0].Money, s.Players[0].Position = 40, 30
		}, "bid up to 6"},
	} {
		scene := sceneAt(t, 3)
		s := scene.pos()
		for i := range s.Cities {
			s.Cities[i].Cubes = Cubes{0, 1}
		}
		c.change(scene, s)
		if got := strings.Join(New().Usual(s, 0).Lines, ";"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: usual is %q, want %q", c.name, got, c.want)
		}
		expect.Same(t, fmt.Sprintf("%s: who does not act has the usual action", c.name), New().Usual(s, 1).Lines, nil)
	}
}

// The rough worth of a position prefers useful changes.
func TestWorth(t *testing.T) {
	c := sceneAt(t, 2)
	poor := c.pos().Clone().(*State)
	c.link(0, "New York", "Philadelphia", 1)
	linked := c.pos()
	if New().Worth(linked, 0, false) <= New().Worth(poor, 0, false) || New().Worth(linked, 1, false) != New().Worth(poor, 1, false) {
		t.Errorf("with a link %d, without %d; the other %d, %d", New().Worth(linked, 0, false), New().Worth(poor, 0, false), New().Worth(linked, 1, false), New().Worth(poor, 1, false))
	}
	for name, better := range map[string]func(p *Player){
		"points": func(p *Player) { p.Position += 2 }, "fewer shares": func(p *Player) { p.Shares-- },
		"engine": func(p *Player) { p.Engine++ }, "money": func(p *Player) { p.Money += 5 },
	} {
		s := linked.Clone().(*State)
		better(s.Player(0))
		if New().Worth(s, 0, false) <= New().Worth(linked, 0, false) {
			t.Errorf("%s: %d, before %d", name, New().Worth(s, 0, false), New().Worth(linked, 0, false))
		}
	}
}

// Suggested turns and hard robots avoid mistakes that a rule of thumb prevents.
func TestNoBlunders(t *testing.T) {
	linked := func(c *scene, s *State) {
		c.link(0, "New York", "Philadelphia", 1)
		c.goods("Philadelphia", Red)
		s.Last, s.Players[0].Money = s.Turn+4, 0
	}
	for _, c := range []struct {
		name, line string
		change     func(c *scene, s *State)
		want       bool
	}{
		{"passing with a delivery open", "pass", linked, true},
		{"passing with none", "pass", func(_ *scene, s *State) { s.Last, s.Round = s.Turn, Rounds }, false},
		{"passing first with something to do", "pass", func(_ *scene, s *State) {
			for i := range s.Cities {
				s.Cities[i].Cubes = Cubes{0, 1}
			}
		}, true},
		{"a card for track that will not be built", "card 36", func(_ *scene, s *State) { s.Last, s.Up = s.Turn, []int{36} }, true},
		{"a card for track", "card 36", func(_ *scene, s *State) { s.Last, s.Up = s.Turn+1, []int{36} }, false},
		{"paying to be first with nothing to do", "bid 1", func(_ *scene, s *State) {
			s.Stage, s.Round, s.Last = StageAuction, 0, s.Turn
			s.Auction = Auction{Leader: engine.Nobody, Out: make([]bool, s.Seats)}
		}, true},
		{"paying to be first with a delivery open", "bid 1", func(c *scene, s *State) {
			linked(c, s)
			s.Stage, s.Round = StageAuction, 0
			s.Auction = Auction{Leader: engine.Nobody, Out: make([]bool, s.Seats)}
		}, false},
	} {
		scene := sceneAt(t, 3)
		s := scene.pos()
		for i := range s.Cities {
			s.Cities[i].Cubes = Cubes{}
		}
		c.change(scene, s)
		if got := Wired.Foresight(s, 0).Blunder(s, 0, c.line); got != c.want {
			t.Errorf("%s: a blunder: %v, want %v; usual is %q", c.name, got, c.want, New().Usual(s, 0).Lines)
		}
	}
}

// The suggested turn issues no share for an engine that the income of the same turn pays for.
func TestUpgradeWaitsForIncome(t *testing.T) {
	for round, want := range map[int]bool{1: true, Rounds: false} {
		c := sceneAt(t, 3)
		s := c.pos()
		c.link(0, "New York", "Philadelphia", 1)
		c.link(0, "Philadelphia", "Baltimore", 1)
		for i := range s.Cities {
			s.Cities[i].Cubes = Cubes{}
		}
		c.goods("New York", Yellow, Yellow, Yellow)
		c.goods("Baltimore", Red, Red, Red)
		s.Round, s.Players[0].Money, s.Players[0].Position = round, 2, 20
		if got := New().Usual(s, 0).Lines; slices.Equal(got, []string{"upgrade"}) != want {
			t.Errorf("round %d: usual is %q with %d dollars and an income of %d", round, got, s.Players[0].Money, s.Income(20))
		}
	}
}
