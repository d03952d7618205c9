package g18cz_test

import (
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/trains"
	"railpost/engine/robot/arena"
)

// mistake is a kind of mistake that a rule of thumb prevents.
type mistake string

const (
	overdrafted mistake = "drafts below the price of the cheapest start"
	idles       mistake = "passes with the money to start a corporation, and has none"
	abandons    mistake = "sells a corporation before it operates"
	handsOver   mistake = "makes another player director by a sale"
	resells     mistake = "sells what was bought in the same round"
	starves     mistake = "lets its trains rust in the last sets, although it paid out the money for the next"
)

var mistakes = []mistake{overdrafted, idles, abandons, handsOver, resells, starves}

// seen is a mistake in a game.
type seen struct {
	mistake
	set  int
	line string
}

// detector finds mistakes in a game, whose lines it must see in their order.
type detector struct {
	found  []seen
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

func newDetector() *detector {
	return &detector{bought: map[deal]bool{}, runs: map[g18cz.Company]*record{}}
}

// turn looks at a message: at each of its lines after those before it.
func (d *detector) turn(g *engine.Game, seat engine.Seat, lines []string) {
	for _, line := range lines {
		r, err := g.Try(seat, line, false)
		if err != nil {
			return // a view does not know what was revealed
		}
		s := g.Pos.(*g18cz.State)
		g = g.After(r)
		d.look(s, g.Pos.(*g18cz.State), seat, line)
	}
}

// look looks at a line of a seat, between two positions.
func (d *detector) look(s, next *g18cz.State, seat engine.Seat, line string) {
	money := func(s *g18cz.State) int { return s.Cash.Of(g18cz.SeatAccount(seat)) }
	add := func(m mistake) { d.found = append(d.found, seen{m, s.Round().Set, line}) }
	words := strings.Fields(line)
	switch {
	case s.Stage == g18cz.Operating:
		d.operates(s, seat, line, add)
	case words[0] == "take" && money(s) >= cheapest(g18cz.Small) && money(next) < cheapest(g18cz.Small):
		add(overdrafted)
	case s.Stage != g18cz.Stocks:
	case words[0] == "pass" && !s.Trade.Acted && canStart(s, seat):
		add(idles)
	case words[0] == "start":
		d.bought[deal{s.Time, seat, g18cz.MustCompany(words[1])}] = true
	case words[0] == "buy": // or buy pool
		d.bought[deal{s.Time, seat, g18cz.MustCompany(words[len(words)-1])}] = true
	case words[0] == "sell":
		c := g18cz.MustCompany(words[2])
		if s.DirectorOf(c) == seat && !s.Companies[c].Operated {
			add(abandons)
		}
		if s.DirectorOf(c) == seat && next.DirectorOf(c) != seat {
			add(handsOver)
		}
		if d.bought[deal{s.Time, seat, c}] && !s.OverLimit(seat) {
			add(resells)
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
func (d *detector) operates(s *g18cz.State, seat engine.Seat, line string, add func(mistake)) {
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
		add(starves)
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

// table gives the mistakes of some games by kind: how many a game has, with the interval of 95 %.
func table(games []*detector) string {
	var out strings.Builder
	for _, m := range mistakes {
		row := arena.Row{Played: len(games)}
		for _, d := range games {
			n := float64(d.count(m))
			row.Points, row.Square = row.Points+n, row.Square+n*n
		}
		mean, half := row.Mean()
		fmt.Fprintf(&out, "%5.2f +/- %.2f  %s\n", mean, half, m)
	}
	return out.String()
}

func sum(games []*detector, m mistake) (n int) {
	for _, d := range games {
		n += d.count(m)
	}
	return n
}

func (d *detector) count(m mistake) int {
	return engine.Count(d.found, func(x seen) bool { return x.mistake == m })
}
