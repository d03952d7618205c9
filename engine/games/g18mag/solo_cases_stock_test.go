package g18mag

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
)

// stockTurn is a turn of a stock round.
type stockTurn struct {
	seat     engine.Seat
	buys     Company // NoCompany: it passed
	sells    Company // before; NoCompany
	cash     int     // after
	director bool    // it became director
}

func (t stockTurn) String() string {
	switch {
	case t.buys != NoCompany:
		return seatName(t.seat) + " " + Companies[t.buys].SiteID
	case t.sells != NoCompany:
		return seatName(t.seat) + " sells " + Companies[t.sells].SiteID
	}
	return seatName(t.seat) + " passes"
}

// humanTrade is the player's orders in one turn.
type humanTrade struct {
	sell  bool
	n     int
	major Company
}

// playStock plays a stock round, or István's next turn if only that is expected.
func (c *soloRun) playStock() {
	c.given.Length = lengthLong // no income when the round is over
	trades := c.trades()
	if !c.setUp() {
		return
	}
	s := c.s
	s.Set = 1
	c.must(beginStock(s, c.tx))
	_, next := c.Expect["next_purchase"]
	var turns []stockTurn
	set := s.Set
	for len(c.Faults) == 0 && s.Stage == Stocks && s.Set == set {
		if next && len(turns) > 0 && turns[len(turns)-1].seat == Istvan {
			break
		}
		if s.IsIstvan(s.Actor) {
			turns = append(turns, c.istvanTrade())
			continue
		}
		var trade *humanTrade
		if len(trades) > 0 {
			trade, trades = &trades[0], trades[1:]
		}
		turns = append(turns, c.humanTrade(trade))
	}
	c.all(c.Expect, func(key string, b json.RawMessage) bool { return c.stockKey(key, b, turns) })
}

// trades reads "has the means and buys one LdStEG on the first turn, then passes", "sells
// two RABA, then passes", "passes".
func (c *soloRun) trades() (list []humanTrade) {
	text := c.given.HumanDoes
	if text == "" {
		return nil
	}
	rest, means := strings.CutPrefix(text, "has the means and ")
	if means {
		c.given.HumanCash = 1000
	}
	one := regexp.MustCompile(`^(buys|sells) (one|two|three|\d) (\S+?)(?: on the (?:first|next) turn)?$`)
	for _, part := range strings.Split(strings.ReplaceAll(rest, ", then ", ", "), ", ") {
		m := one.FindStringSubmatch(part)
		if m == nil {
			if part != "passes" {
				c.Fault("human: %q is not understood", text)
			}
			continue
		}
		n := max(slices.Index([]string{"", "one", "two", "three"}, m[2]), atoi(m[2]))
		list = append(list, humanTrade{sell: m[1] == "sells", n: n, major: c.major(m[3])})
	}
	return list
}

func (c *soloRun) istvanTrade() stockTurn {
	s := c.s
	before := s.Clone().(*State)
	c.must(istvanActs(s, c.tx))
	t := stockTurn{seat: Istvan, buys: NoCompany, sells: NoCompany, cash: s.Cash.Of(Wallet(Istvan))}
	for _, m := range s.Edition().Majors {
		switch n := s.Held(m, Istvan) - before.Held(m, Istvan); {
		case n == Book.Structure.Share && t.buys == NoCompany:
			t.buys, t.director = m, before.DirectorOf(m) != Istvan && s.DirectorOf(m) == Istvan
			c.equal("the price that István pays", before.Cash.Of(Wallet(Istvan))-t.cash, before.PriceOf(m))
		case n != 0:
			c.Fault("István's share of %s changes by %d", Companies[m].Word, n)
		}
	}
	return t
}

// humanTrade plays the player's turn by the verbs of the stock round; without a trade the
// player passes.
func (c *soloRun) humanTrade(trade *humanTrade) stockTurn {
	s := c.s
	t := stockTurn{seat: Player, buys: NoCompany, sells: NoCompany}
	switch {
	case trade == nil:
		c.must(stockPassVerb(s).Do(c.tx, nil))
	case trade.sell:
		c.must(maySellSome(s, Player, trade.major, trade.n))
		if len(c.Faults) == 0 {
			t.sells = trade.major
			c.must(doSell(c.tx, engine.Args{trade.n, trade.major}))
			if s.Actor == Player { // the turn could continue
				c.must(stockPassVerb(s).Do(c.tx, nil))
			}
		}
	default:
		c.must(s.MayBuy(Player, trade.major))
		if len(c.Faults) == 0 {
			t.buys = trade.major
			c.must(doBuy(c.tx, trade.major, false))
		}
	}
	t.cash = s.Cash.Of(Wallet(Player))
	return t
}

// stockKey compares an expectation of stock rounds.
func (c *soloRun) stockKey(key string, b json.RawMessage, turns []stockTurn) bool {
	s := c.s
	his := slices.DeleteFunc(slices.Clone(turns), func(t stockTurn) bool { return t.seat != Istvan })
	bought := []string{}
	for _, t := range his {
		if t.buys != NoCompany {
			bought = append(bought, Companies[t.buys].SiteID)
		}
	}
	if name, ok := strings.CutPrefix(key, "director_of_"); ok {
		c.word(key, b, seatName(s.DirectorOf(c.major(name))))
		return true
	}
	switch key {
	case "buys_in_order":
		c.equal(key, bought, casetest.Value[[]string](c, b, key))
	case "next_purchase":
		c.word(key, b, strings.Join(bought, ","))
	case "cash":
		c.number(key, b, s.Cash.Of(Wallet(Istvan)), c.began.Cash.Of(Wallet(Istvan)))
	case "certificates", "istvan_certificates":
		c.number(key, b, s.Certificates(Istvan), c.began.Certificates(Istvan))
	case "istvan_percent", "human_percent":
		for name, want := range casetest.Value[map[string]int](c, b, key) {
			c.equal(key+" of "+name, s.Held(c.major(name), c.seatOf(strings.TrimSuffix(key, "_percent"))), want)
		}
	case "then":
		c.word(key, b, "pass")
		c.equal(key, his[len(his)-1].buys, NoCompany)
	case "next_priority":
		c.word(key, b, seatName(s.Priority))
	case "turns":
		c.turns(key, b, turns)
	default:
		return false
	}
	return true
}

// turns compares "istvan SKEV (swap: director)", "human passes", "istvan passes (10 Ft)".
func (c *soloRun) turns(key string, b json.RawMessage, turns []stockTurn) {
	want := casetest.Value[[]string](c, b, key)
	c.equal(key+" (number)", len(turns), len(want))
	for i, text := range want[:min(len(want), len(turns))] {
		m := c.match(key, `([^(]+?)(?: \((?:(swap: director)|(\d+) Ft)\))?`, text)
		c.equal(fmt.Sprintf("%s, %d", key, i+1), turns[i].String(), m[1])
		if m[2] != "" {
			c.equal(fmt.Sprintf("%s, %d: %s", key, i+1, m[2]), turns[i].director, true)
		}
		if m[3] != "" {
			c.equal(fmt.Sprintf("%s, %d: cash", key, i+1), turns[i].cash, atoi(m[3]))
		}
	}
}
