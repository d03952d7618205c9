package tycoon

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon/key"
)

// ended is a game of three that is over, in which only seat 0 has a baron.
func ended(t *testing.T, baron string) *scene {
	t.Helper()
	c := sceneAt(t, 3)
	c.pos().Stage = StageOver
	c.baron(0, baron)
	return c
}

// TestBarons are the secret goals (Tycoon cards).
func TestBarons(t *testing.T) {
	shares := func(n ...int) func(*scene) {
		return func(c *scene) {
			for i := range n {
				c.pos().Players[i].Shares = n[i]
			}
		}
	}
	money := func(n ...int) func(*scene) {
		return func(c *scene) {
			for i := range n {
				c.pos().Players[i].Money = n[i]
			}
		}
	}
	links := func(own, other []string) func(*scene) {
		return func(c *scene) {
			c.bare(0, own...)
			c.bare(1, other...)
		}
	}
	west := func(owner engine.Seat) func(*scene) { return func(c *scene) { c.western(owner, "Kansas City") } }
	first := func(seat engine.Seat) func(*scene) { return func(c *scene) { c.pos().Pullman = seat } }
	farnam := []string{"Chicago-Milwaukee", "Toledo-Chicago", "Chicago-Indianapolis", "Des Moines-Chicago", "Chicago-Detroit"}
	way := []string{"New York-Albany", "Buffalo-Albany", "Buffalo-Toledo", "Chicago-Toledo"}
	for _, c := range []struct {
		name, baron string
		given       func(*scene)
		bonus       int
	}{
		{"fewest shares", "gould", shares(3, 4, 7), 7},
		{"P02 tied", "gould", shares(4, 4, 7), 0},
		{"more", "hopkins", shares(5, 4, 7), 0},
		{"no shares at all", "hopkins", shares(0, 1, 1), 7},
		{"most money", "fisk", money(30, 21, 5), 7},
		{"P03 another has more", "drew", money(21, 30, 5), 0},
		{"tied money", "drew", money(21, 21, 5), 0},
		{"most money, of more shares", "drew", func(c *scene) { money(30, 29, 5)(c); shares(7, 0, 0)(c) }, 7},
		{"most money, of a lower position", "fisk", func(c *scene) { money(30, 29, 5)(c); c.pos().Players[1].Position = 40 }, 7},
		{"most cities", "morgan", links([]string{"Boston-Providence", "Providence-New Haven"}, []string{"Atlanta-Montgomery"}), 6},
		{"P05 one connected part", "morgan", links([]string{"Boston-Providence", "Providence-New Haven", "Chicago-Milwaukee"}, []string{"Atlanta-Montgomery", "Montgomery-Birmingham"}), 0},
		{"longest line", "judah", links([]string{"Toledo-Detroit", "Toledo-Cleveland", "Toledo-Columbus", "Cleveland-Pittsburgh"}, []string{"Atlanta-Montgomery", "Montgomery-Birmingham"}), 8},
		{"as long as another", "judah", links([]string{"Toledo-Detroit"}, []string{"Atlanta-Montgomery"}), 0},
		{"connected", "vanderbilt", links(way, nil), 5},
		{"P01 not connected", "vanderbilt", links(way[1:], nil), 0},
		{"not to its other end", "vanderbilt", links(way[:3], nil), 0},
		{"connected by another", "vanderbilt", links(way[1:], way), 0},
		{"P04 three links at Chicago", "farnam", links(farnam[:3], farnam), 6},
		{"at most eight points", "farnam", links(farnam, nil), 8},
		{"none", "farnam", links(nil, farnam), 0},
		{"first at level 6", "pullman", first(0), 6},
		{"P08 the second", "pullman", first(1), 0},
		{"nobody", "pullman", first(engine.Nobody), 0},
		{"a western link", "holliday", west(0), 5},
		{"the second western link", "holliday", func(c *scene) { west(2)(c); c.western(0, "Des Moines") }, 5},
		{"another's western link", "holliday", west(2), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			scene := ended(t, c.baron)
			c.given(scene)
			s := scene.pos()
			expect.Same(t, c.baron, finalOf(s, 0).baron, c.bonus)
			g, ok := s.GoalOf(0)
			if !ok || g.Met != (c.bonus > 0) || g.Points != c.bonus || g.Baron.ID != c.baron {
				t.Errorf("goal %+v, want %d", g, c.bonus)
			}
		})
	}
}

// TestSameGoal: two holders of one goal (P03).
func TestSameGoal(t *testing.T) {
	c := ended(t, "drew")
	c.baron(1, "fisk")
	s := c.pos()
	s.Players[0].Money, s.Players[1].Money, s.Players[2].Money = 21, 30, 5
	if a, b := finalOf(s, 0).baron, finalOf(s, 1).baron; a != 0 || b != 7 {
		t.Errorf("%d and %d, want 0 and 7", a, b)
	}
}

// TestScores are points and ranks (End of the game, R30).
func TestScores(t *testing.T) {
	for _, c := range []struct {
		name                           string
		position, shares, links, money []int
		points, rank                   []int
		parts                          int
		why                            string
	}{
		{"P01 shares count against the position", []int{106, 0, 4}, []int{5, 0, 1}, []int{0, 0, 0}, []int{0, 0, 0}, []int{101, 0, 3}, []int{1, 3, 2}, 3, ""},
		{"P07 ties: links, then money", []int{70, 71, 75}, []int{0, 1, 5}, []int{9, 11, 11}, []int{50, 12, 14}, []int{70, 70, 70}, []int{3, 2, 1}, 5, key.FinalByMoney},
		{"P07 ties: links", []int{70, 70, 60}, []int{0, 0, 0}, []int{9, 11, 11}, []int{50, 12, 14}, []int{70, 70, 60}, []int{2, 1, 3}, 5, key.FinalByLinks},
		{"a shared win", []int{70, 70, 70}, []int{0, 0, 0}, []int{2, 2, 1}, []int{7, 7, 90}, []int{70, 70, 70}, []int{1, 1, 3}, 5, ""},
		{"below nothing", []int{1, 2, 0}, []int{9, 2, 0}, []int{1, 2, 3}, []int{0, 0, 0}, []int{-8, 0, 0}, []int{3, 2, 1}, 5, key.FinalByLinks},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ended(t, "vanderbilt").pos()
			for i := range s.Players {
				p := &s.Players[i]
				p.Position, p.Shares, p.Money = c.position[i], c.shares[i], c.money[i]
				for n := range c.links[i] {
					s.Links = append(s.Links, Link{Owner: engine.Seat(i), From: City(2 * n), To: City(2*n + 1)})
				}
			}
			expect.Same(t, "the tie was broken by", scores(s)[0].Why.Key, c.why)
			last := 0
			for _, score := range scores(s) {
				i, sum := score.Seat, 0
				for _, p := range score.Parts[:3] {
					sum += p.Int
				}
				if score.Rank < last || score.Points != c.points[i] || score.Rank != c.rank[i] || sum != score.Points || len(score.Parts) != c.parts {
					t.Errorf("%+v, want %d points, rank %d, %d parts", score, c.points[i], c.rank[i], c.parts)
				}
				last = score.Rank
			}
		})
	}
}

// TestScoresHide: before the end, scores reveal no baron to anybody, except one that has been shown.
func TestScoresHide(t *testing.T) {
	c := ended(t, "drew")
	c.baron(1, "pullman")
	s := c.pos()
	s.Stage, s.Players[1].Shown, s.Pullman = StageActions, true, 1
	s.Players[0].Money = 50
	for _, seat := range []engine.Seat{engine.Nobody, 0, 1, 2} {
		for name, p := range map[string]engine.Position{"view": s.View(seat), "position": s} {
			scores := New().Scores(p)
			if scores[0].Seat != 1 || scores[0].Points != 6 || scores[1].Points != 0 || scores[2].Points != 0 {
				t.Errorf("%s of seat %d: %+v", name, seat, scores)
			}
		}
	}
	if g, ok := s.View(0).(*State).GoalOf(0); !ok || !g.Met || !slices.Equal(g.Values, []int{50, 0, 0}) {
		t.Errorf("the own goal: %+v", g)
	}
	if _, ok := s.View(2).(*State).GoalOf(0); ok {
		t.Error("a view tells another's goal")
	}
}

// TestNoviceScores: novices have no barons (Novices).
func TestNoviceScores(t *testing.T) {
	g := table(t, 2, map[string]string{optNovice: "on"}, func(s *State) { s.Last = 1 })
	record := endOfTurn(t, g)
	if s := stateOf(g); !s.Over() || record.Reveal {
		t.Errorf("over %v, reveals %v", s.Over(), record.Reveal)
	}
	for _, score := range New().Scores(g.Pos) {
		expect.Same(t, "parts", len(score.Parts), 4)
		expect.Same(t, "rank", score.Rank, 1)
	}
}
