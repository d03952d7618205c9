package tycoon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// table begins a game on the printed board; change, if not nil, alters its position.
func table(t testing.TB, seats int, options map[string]string, change func(s *State)) *engine.Game {
	t.Helper()
	names := []string{"Ann", "Ben", "Cat", "Dan", "Eve", "Fay"}[:seats]
	g, _, err := engine.Begin("flow", New(), engine.Setup{Seats: seats, Options: options}, names, engine.Seed("a seed of the tests of the flow"))
	expect.NoError(t, err)
	if change != nil {
		change(g.Pos.(*State))
	}
	return g
}

// stateOf is the position of a game.
func stateOf(g *engine.Game) *State { return g.Pos.(*State) }

// lines gives orders, each as "A bid 3" (A is seat 0), one mail each, and returns
// their records. The first that is refused ends it with its refusal.
func lines(t testing.TB, g *engine.Game, orders ...string) ([]*engine.Record, *engine.Refusal) {
	t.Helper()
	var records []*engine.Record
	for _, order := range orders {
		r, err := advise.Try(g, engine.Seat(order[0]-'A'), order[2:], false, spoken.Words().Words)
		if refusal, ok := engine.AsRefusal(err); ok {
			return records, refusal
		}
		expect.NoError(t, err)
		records = append(records, g.Take(engine.Seat(order[0]-'A'), r))
	}
	return records, nil
}

// given is lines of which none may be refused.
func given(t testing.TB, g *engine.Game, orders ...string) []*engine.Record {
	t.Helper()
	records, refusal := lines(t, g, orders...)
	if refusal != nil {
		t.Fatalf("%s: %v", refusal.Line, refusal)
	}
	return records
}

// waiting are the seats a game waits for, as letters.
func waiting(g *engine.Game) string {
	var b strings.Builder
	for _, seat := range g.Waiting() {
		b.WriteByte(byte('A' + seat))
	}
	return b.String()
}

// keysOf are the keys of the reports for a seat, without the title's prefix.
func keysOf(records []*engine.Record, seat engine.Seat) (list []string) {
	for _, r := range records {
		for _, rep := range engine.For(seat, r.Reports) {
			list = append(list, strings.TrimPrefix(rep.Key, "tycoon.report."))
		}
	}
	return list
}

// toActions ends the auction of a game that has just begun: seat 0 is first.
func toActions(t testing.TB, g *engine.Game) {
	t.Helper()
	given(t, g, "A bid 1")
	for seat := 1; seat < g.Setup.Seats; seat++ {
		given(t, g, string(rune('A'+seat))+" pass")
	}
}

// TestOrderOfTurn goes through a whole turn without an action (Course of the game, Player
// actions, Income).
func TestOrderOfTurn(t *testing.T) {
	g := table(t, 3, nil, nil)
	var asked []string
	for {
		s := stateOf(g)
		asked = append(asked, strconv.Itoa(s.Turn)+" "+string(s.Stage)+" "+strconv.Itoa(s.Round)+" "+waiting(g))
		if s.Turn == 2 {
			break
		}
		given(t, g, waiting(g)+" pass")
	}
	want := []string{"1 auction 0 A", "1 auction 0 B", "1 auction 0 C",
		"1 actions 1 B", "1 actions 1 C", "1 actions 1 A", "1 actions 2 B", "1 actions 2 C", "1 actions 2 A",
		"1 actions 3 B", "1 actions 3 C", "1 actions 3 A", "2 auction 0 B"}
	expect.Same(t, fmt.Sprintf("asked\n%s\nwant\n%s", strings.Join(asked, "\n"), strings.Join(want, "\n")), asked, want)
}

// TestOtherTimes: orders that are not possible now say why.
func TestOtherTimes(t *testing.T) {
	bidding := table(t, 3, nil, nil)
	acting := table(t, 3, nil, nil)
	toActions(t, acting)
	last := table(t, 3, nil, func(s *State) { s.Last = 1 })
	toActions(t, last)
	passed := table(t, 3, nil, nil)
	given(t, passed, "A pass")
	novice := table(t, 2, map[string]string{optNovice: "on"}, nil)
	toActions(t, novice)
	for _, c := range []struct {
		name, order, rule, key string
		game                   *engine.Game
	}{
		{"actions come after the auction", "A build Chicago: N18 > N20", "Course of the game", "tycoon.no.auction-first", bidding},
		{"also upgrade", "A upgrade", "Course of the game", "tycoon.no.auction-first", bidding},
		{"done is no word of the auction", "A done", "Auction for first player", "tycoon.no.done-auction", bidding},
		{"not asked yet", "B bid 3", "Auction for first player", "tycoon.no.bid-early", bidding},
		{"not asked yet, to pass", "B pass", "Auction for first player", "tycoon.no.pass-early", bidding},
		{"in the rounds", "A bid 3", "Auction for first player", "tycoon.no.bid-early", acting},
		{"done before an action", "A done", "Player actions", "tycoon.no.done", acting},
		{"another's turn", "B upgrade", "", "engine.not-asked", acting},
		{"another's turn to pass", "B pass", "", "engine.not-asked", acting},
		{"no auction any more", "A bid up to 3", "End of the game", "tycoon.no.auction-last", last},
		{"who has passed may not come back, in advance either", "A bid up to 3", "Auction for first player", "tycoon.no.auction-passed", passed},
		{"novices have no cards", "A card 4", "Optional rule for novices", "tycoon.no.novice-cards", novice},
		{"nor western links", "A western Kansas City", "Optional rule for novices", "tycoon.no.novice-western", novice},
		{"a first bid of nothing", "A bid 0", "R2", "tycoon.no.bid-least", bidding},
		{"no thousands of dollars", "A bid 3500", "Auction for first player", "tycoon.no.bid-thousands", bidding},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, r := lines(t, c.game, c.order)
			if r == nil || r.Rule != c.rule || r.Why.Key != c.key {
				t.Errorf("%s: %v, want %s (rule %s)", c.order, r, c.key, c.rule)
			}
		})
	}
}

// TestPassesNothingLater: a word that gives something up does so where it was meant,
// and nowhere else.
func TestPassesNothingLater(t *testing.T) {
	executive := func(s *State) { s.Up, s.Players[0].Money = []int{30, 31}, 100 }
	for _, c := range []struct {
		name   string
		before []string
		change func(s *State)
		mail   []string
		want   string // a accepted, r refused, s left out
		asked  string // the seat that must act then, and the stage
	}{
		{"behind an action", []string{"A bid 1", "B pass"}, nil, []string{"upgrade", "pass"}, "as", "B actions"},
		{"done behind an action", []string{"A bid 1", "B pass"}, nil, []string{"upgrade", "done"}, "as", "B actions"},
		{"behind the last action of a turn, asked at once again", []string{"A pass", "B bid 1", "B upgrade", "A upgrade", "B upgrade", "A upgrade", "B upgrade", "B bid up to 1"}, nil,
			[]string{"upgrade", "pass"}, "as", "A auction"},
		{"passing it in so many words", []string{"B bid up to 9", "A bid 3"}, nil, []string{"pass", "pass"}, "as", "B actions"},
		{"behind the bid that wins the auction", []string{"B bid up to 1"}, nil, []string{"bid 3", "pass"}, "as", "A actions"},
		{"behind a bid that is outbid", []string{"B bid up to 5"}, nil, []string{"bid 3", "pass"}, "as", "A auction"},
		{"one of two actions", []string{"A bid 1", "B pass"}, executive, []string{"card 30", "upgrade", "pass", "pass"}, "aaas", "B actions"},
		{"both of two actions", []string{"A bid 1", "B pass"}, executive, []string{"card 30", "done", "done"}, "aas", "B actions"},
		{"two executives", []string{"A bid 1", "B pass"}, executive, []string{"card 30", "card 31", "pass", "upgrade", "done", "pass"}, "aaaaas", "B actions"},
		{"done without an action is asked back", []string{"A bid 1", "B pass"}, nil, []string{"done"}, "r", "A actions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := table(t, 2, nil, c.change)
			given(t, g, c.before...)
			out := expect.Get(g.Play(g.Waiting()[0], c.mail, engine.Mode{}))(t)
			var got strings.Builder
			for _, v := range out.Verdicts {
				switch {
				case v.State == engine.Dropped:
					got.WriteByte('s')
				case v.Refusal != nil:
					got.WriteByte('r')
				default:
					got.WriteByte('a')
				}
			}
			if asked := waiting(out.Game) + " " + string(stateOf(out.Game).Stage); got.String() != c.want || asked != c.asked {
				t.Errorf("%s, then %s; want %s, then %s", got.String(), asked, c.want, c.asked)
			}
		})
	}
}

// TestExecutive: two actions for one, and two more for the second card (Operations cards, R32).
func TestExecutive(t *testing.T) {
	g := table(t, 2, nil, func(s *State) { s.Up = []int{30, 31} })
	toActions(t, g)
	for _, step := range []struct {
		order string
		due   int
		asked string
	}{
		{"A card 30", 2, "A"}, {"A upgrade", 1, "A"}, {"A card 31", 2, "A"}, {"A pass", 1, "A"}, {"A upgrade", 1, "B"},
	} {
		given(t, g, step.order)
		if s := stateOf(g); s.Due != step.due || waiting(g) != step.asked {
			t.Errorf("behind %s %d actions of %s, want %d of %s", step.order, s.Due, waiting(g), step.due, step.asked)
		}
	}
	if s := stateOf(g); s.More || s.Players[0].Engine != 3 {
		t.Errorf("more %v, engine %d", s.More, s.Players[0].Engine)
	}
}

// TestFreshEnds: cubes drawn in a mail are fresh while the same seat must act, and no longer when another must
// (Orders by mail).
func TestFreshEnds(t *testing.T) {
	fresh := []Fresh{{City: 3, Colour: Red}}
	g := table(t, 2, nil, func(s *State) { s.Up = []int{30} })
	toActions(t, g)
	given(t, g, "A card 30")
	stateOf(g).Fresh = slices.Clone(fresh)
	given(t, g, "A upgrade")
	expect.Same(t, "forgotten while the seat goes on", stateOf(g).Fresh, fresh)
	given(t, g, "B bid up to 3")
	expect.Same(t, "forgotten since another seat spoke aside", stateOf(g).Fresh, fresh)
	given(t, g, "A upgrade")
	expect.Same(t, "still fresh when another seat is asked", stateOf(g).Fresh, nil)
}
