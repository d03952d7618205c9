package g18cz_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/mistakes"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/trains"
)

// The mistakes that a rule of thumb prevents.
const (
	overdrafted = "drafts below the price of the cheapest start"
	idles       = "passes with the money to start a corporation, and has none"
	abandons    = "sells a corporation before it operates"
	handsOver   = "makes another player director by a sale"
	resells     = "sells what was bought in the same round"
	starves     = "lets its trains rust in the last sets, although it paid out the money for the next"
)

// blunders counts the mistakes of a game by their names.
func blunders(t *testing.T, k mistakes.Game) map[string]int {
	t.Helper()
	d := &detector{found: map[string]int{}, bought: map[deal]bool{}, runs: map[g18cz.Company]*record{}}
	k.Replay(t, wired, func(seat engine.Seat, was engine.Position, r *engine.Result) {
		d.look(was.(*g18cz.State), r.Pos.(*g18cz.State), seat, r.Line)
	})
	return d.found
}

// detector finds mistakes in a game, whose lines it must see in their order.
type detector struct {
	found  map[string]int
	bought map[deal]bool
	runs   map[g18cz.Company]*record
}

// deal is a purchase of shares: by a seat, in a stock round.
type deal struct {
	time    int
	seat    engine.Seat
	company g18cz.Company
}

// record is what a corporation has done so far.
type record struct {
	time, set int  // of its last turn
	paid      int  // in this set
	could     bool // buy the train that makes its own rust, with what it paid
}

// look looks at a line of a seat, between two positions.
func (d *detector) look(s, next *g18cz.State, seat engine.Seat, line string) {
	money := func(s *g18cz.State) int { return s.Cash.Of(g18cz.SeatAccount(seat)) }
	words := strings.Fields(line)
	switch {
	case s.Stage == g18cz.Operating:
		d.operates(s, seat, line)
	case words[0] == "take" && money(s) >= cheapest(g18cz.Small) && money(next) < cheapest(g18cz.Small):
		d.found[overdrafted]++
	case s.Stage != g18cz.Stocks:
	case words[0] == "pass" && !s.Trade.Acted && canStart(s, seat):
		d.found[idles]++
	case words[0] == "start":
		d.bought[deal{s.Time, seat, g18cz.MustCompany(words[1])}] = true
	case words[0] == "buy": // or buy pool
		d.bought[deal{s.Time, seat, g18cz.MustCompany(words[len(words)-1])}] = true
	case words[0] == "sell":
		c := g18cz.MustCompany(words[2])
		if s.DirectorOf(c) == seat && !s.Companies[c].Operated {
			d.found[abandons]++
		}
		if s.DirectorOf(c) == seat && next.DirectorOf(c) != seat {
			d.found[handsOver]++
		}
		if d.bought[deal{s.Time, seat, c}] && !s.OverLimit(seat) {
			d.found[resells]++
		}
	}
}

// cheapest is the least price of the director's certificate of a corporation.
func cheapest(size g18cz.Size) int { return 2 * g18cz.Book.Sizes[size].Starts[0] }

// canStart reports whether a seat without a corporation can start one alone that operates for some sets.
func canStart(s *g18cz.State, seat engine.Seat) bool {
	most := 0
	for _, c := range s.InPlay() {
		if s.Started(c) && s.DirectorOf(c) == seat {
			return false
		}
		if s.MayStart(seat, c) == nil && c.Size() == g18cz.Small && c != g18cz.MustCompany("ATE") {
			most = cheapest(c.Size())
		}
	}
	return most > 0 && s.Round().Set < 5 && s.Certificates(seat) < s.Table().Limit
}

// theLast is the number of sets at the end in which corporations must not be without trains.
const theLast = 3

// operates follows the trains of the corporation whose turn it is.
func (d *detector) operates(s *g18cz.State, seat engine.Seat, line string) {
	c := s.Company()
	if c == g18cz.NoCompany || s.Decides(c) != seat {
		return
	}
	it := d.runs[c]
	if it == nil {
		it = &record{time: -1}
		d.runs[c] = it
	}
	sets := g18cz.Book.Timeline[len(g18cz.Book.Timeline)-2].Set
	if it.time != s.Time && !s.Turn.First && len(s.Companies[c].Trains) == 0 && s.Round().Set > sets-theLast && it.could {
		d.found[starves]++
	}
	if it.set != s.Round().Set {
		it.set, it.paid = s.Round().Set, 0
	}
	if it.time = s.Time; line == "pay" {
		it.paid += s.Turn.Revenue
	}
	card, own := depotCard(s, c), s.Companies[c].Trains
	outlives := !slices.ContainsFunc(own, func(old g18cz.Card) bool { return !rustedByTop(s, old) })
	it.could = outlives && len(own) < s.PhaseRules().Limit[c.Size()] && s.Treasury(c)+it.paid >= g18cz.Face(card).Price
}

func rustedByTop(s *g18cz.State, card g18cz.Card) bool {
	return slices.ContainsFunc(g18cz.Book.Piles[s.Top()].Faces, func(f trains.Face) bool { return slices.Contains(g18cz.Face(card).RustedBy, f.Name) })
}

// depotCard is the card on top of the depot, with the side of a corporation's size.
func depotCard(s *g18cz.State, c g18cz.Company) g18cz.Card {
	card, _ := g18cz.Flipped(c, g18cz.Card{Pile: s.Top()})
	return card
}
