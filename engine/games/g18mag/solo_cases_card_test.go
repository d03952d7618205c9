package g18mag

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// playService plays the run of one minor.
func (c *soloRun) playService() {
	if !c.setUp() {
		return
	}
	c.begin(StepRun, Company(c.operating()[0]-1))
	f := c.turn(StepRun, "")
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		if key == "fee" {
			c.number(key, b, f.paid, 0)
			return true
		}
		return c.turnKey(key, b, f)
	})
}

// playCard plays whole turns of István's minors, or an operating round with an event.
func (c *soloRun) playCard() {
	if c.given.Event != "" {
		c.playSales()
		return
	}
	if !c.setUp() {
		return
	}
	order := engine.Each(c.operating(), func(n int) Company { return Company(n - 1) })
	if len(order) == 0 {
		c.Fault("no minor operates")
		return
	}
	first := c.given.Istvan[int(order[0])+1]
	step, _, _ := first.begins()
	turns := append(slices.Clone(order), order...) // the second turns are those of next_turn_same_position
	c.begin(step, turns...)
	facts := map[Company]*turnFacts{}
	for range order {
		f := c.turn("", c.text("upgrade"))
		facts[f.minor] = f
		c.givenOf(f)
	}
	done := c.s.Clone().(*State)
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		c.s = done.Clone().(*State)
		c.tx = &engine.Tx{Pos: c.s, Seat: Player}
		return c.cardKey(key, b, facts, facts[order[0]])
	})
}

// givenOf compares the given facts of a run that the rules work out.
func (c *soloRun) givenOf(f *turnFacts) {
	g := c.given.Istvan[int(f.minor)+1]
	if g.Income != nil {
		c.equal("income_to_treasury", f.half, *g.Income)
	}
	if g.Fee != nil {
		c.equal("service_fee", f.paid, *g.Fee)
	}
}

// cardKey compares an expectation of a case of cards.
func (c *soloRun) cardKey(key string, b json.RawMessage, facts map[Company]*turnFacts, f *turnFacts) bool {
	if name, ok := strings.CutPrefix(key, "minor_"); ok {
		number, what, _ := strings.Cut(name, "_")
		if what != "" {
			b, _ = json.Marshal(raws{what: b})
		}
		c.minorKeys(key, b, Company(atoi(number)-1), facts)
		return true
	}
	switch key {
	case "next_turn_same_position":
		next := c.turn("", "")
		c.all(casetest.Value[raws](c, b, key), func(k string, b json.RawMessage) bool { return c.turnKey(k, b, next) })
	case "counts_as_train_sold":
		got := "only the bank sale"
		byBank := false
		for _, m := range slices.Sorted(maps.Keys(facts)) {
			byBank = byBank || slices.ContainsFunc(facts[m].buys, func(p purchase) bool { return p.from == NoCompany })
			if facts[m].sold != byBank {
				got = "another sale too"
			}
		}
		c.word(key, b, got)
	case "human_may_buy_from_istvan":
		c.equal(key, c.humanMayBuy(), casetest.Value[bool](c, b, key))
	default:
		return c.turnKey(key, b, f)
	}
	return true
}

// minorKeys compares the expectations of one minor, which may not have operated.
func (c *soloRun) minorKeys(key string, b json.RawMessage, m Company, facts map[Company]*turnFacts) {
	f := facts[m]
	if m < 0 || m >= FirstMajor {
		c.Fault("there is no minor of %s", key)
		return
	}
	if f == nil {
		f = &turnFacts{minor: m, before: c.began, after: c.s}
	} else {
		f.after = c.s // it may have sold a train since
	}
	c.all(casetest.Value[raws](c, b, key), func(k string, b json.RawMessage) bool {
		if _, played := facts[m]; !played && k != "trains" && k != "cash" && k != "next_entry" {
			return false
		}
		return c.turnKey(k, b, f)
	})
}

// humanMayBuy reports whether an order of the player buys a train of one of István's
// minors; of a minor of the player's own it would.
func (c *soloRun) humanMayBuy() bool {
	may := func(own bool) bool {
		s := c.began.Clone().(*State)
		buyer, seller := NoCompany, NoCompany
		for i, m := range s.Minors {
			switch {
			case m.Owner == Player && buyer == NoCompany:
				buyer = Company(i)
			case s.IsIstvan(m.Owner) && len(m.Trains) > 0 && seller == NoCompany:
				seller = Company(i)
			}
		}
		if buyer == NoCompany || seller == NoCompany {
			c.Fault("nobody could buy or sell")
			return false
		}
		if own {
			s.Minors[seller].Owner = Player
		}
		s.Minors[buyer].Trains = nil
		s.Cash.Held[s.Account(buyer)] = 50
		s.Stage, s.Round, s.Rounds, s.Order, s.At, s.Actor = Operating, 1, 1, []Company{buyer, s.Alone.Plans[0].Minor}, 0, Player
		s.Turn = Turn{Step: StepTrains}
		g := &engine.Game{Name: "case", Title: bare, Setup: engine.Setup{Seats: 1}, Pos: s}
		_, err := g.Try(Player, fmt.Sprintf("buy %d from %d for 30", s.Minors[seller].Trains[0], int(seller)+1), false)
		return err == nil
	}
	if !may(true) {
		c.Fault("the player cannot buy from an own minor either")
	}
	return may(false)
}

// turnKey compares an expectation of one turn.
func (c *soloRun) turnKey(key string, b json.RawMessage, f *turnFacts) bool {
	s := f.after
	if c.treasury(key, b) {
		return true
	}
	if at, ok := strings.CutPrefix(key, "cash_at_"); ok {
		step := map[string]Step{"station_step": StepStation, "scrap_step": StepScrap, "run_step": StepRun, "train_step": StepTrains}[at]
		n, reached := f.money[step]
		if !reached {
			c.Fault("%s: that step did not come", key)
		}
		c.number(key, b, n, 0)
		return true
	}
	if number, ok := strings.CutPrefix(key, "entry_"); ok {
		c.entry(key, b, atoi(number), f)
		return true
	}
	switch key {
	case "minor_cash", "cash":
		c.number(key, b, s.Purse(f.minor), c.began.Purse(f.minor))
	case "fee":
		c.number(key, b, f.fee, 0)
	case "service":
		if len(b) > 0 && b[0] != '"' && b[0] != 'n' {
			c.number(key, b, f.paid, 0)
		} else {
			c.word(key, b, f.service)
		}
	case "upgrade":
		c.upgraded(key, b, f)
	case "yellow_tile":
		c.equal(key, len(f.lays) > 0 && s.Tile(f.lays[0].Tile).Colour == Yellow, casetest.Value[string](c, b, key) != "")
	case "human_asked":
		c.equal(key, f.offered != nil || f.cities != nil, casetest.Value[bool](c, b, key))
	case "revenue":
		c.number(key, b, f.own+f.half, 0)
	case "istvan_income":
		c.number(key, b, f.own, 0)
	case "income":
		c.number(key, b, f.half, 0)
	case "route":
		c.route(key, b, f)
	case "runs":
		if b[0] == '[' {
			c.equal(key, f.running, casetest.Value[[]string](c, b, key))
		} else {
			c.equal(key, f.ran, casetest.Value[bool](c, b, key))
		}
	case "scraps":
		c.word(key, b, strings.Join(f.scraps, ","))
	case "buys":
		c.bought(key, b, f)
	case "trains":
		want := casetest.Value[[]string](c, b, key)
		slices.Sort(want)
		c.equal(key, trainNames(s.Minors[f.minor].Trains), want)
	case "next_entry":
		c.nextEntry(key, b, f)
	case "station":
		c.station(key, b, f)
	case "price":
		c.number(key, b, f.price, 0)
	case "cash_after_station_step":
		c.number(key, b, f.placed, 0)
	case "phase":
		c.word(key, b, s.PhaseRules().Name)
	case "no_train_markers":
		c.markers(key, b)
	default:
		return false
	}
	return true
}

// entry compares the result of an entry: skipped, done, open.
func (c *soloRun) entry(key string, b json.RawMessage, number int, f *turnFacts) {
	got := "open"
	if f.after.Alone.progress(f.minor).Done >= number {
		got = "skipped"
		if slices.ContainsFunc(f.buys, func(p purchase) bool { return p.entry == number }) || len(f.station) > 0 {
			got = "done"
		}
	}
	c.word(key, b, got)
}

// nextEntry compares the next entry: 2, or "2 (entry 1 skipped: highest number)".
func (c *soloRun) nextEntry(key string, b json.RawMessage, f *turnFacts) {
	got := f.after.Alone.progress(f.minor).Done + 1
	if b[0] != '"' {
		c.equal(key, got, casetest.Value[int](c, b, key))
		return
	}
	m := c.match(key, `(\d)(?: \(entry (\d) (skipped|done)(?:: highest number)?\))?`, casetest.Value[string](c, b, key))
	c.equal(key, got, atoi(m[1]))
	if m[2] != "" {
		text, _ := json.Marshal(m[3])
		c.entry(key, text, atoi(m[2]), f)
	}
}

// route compares the hexes of the one route, in either direction.
func (c *soloRun) route(key string, b json.RawMessage, f *turnFacts) {
	want := casetest.Value[[]string](c, b, key)
	if len(f.routes) != 1 {
		c.Fault("%s: the routes are %v", key, f.routes)
		return
	}
	var got []string
	for _, stop := range strings.Split(f.routes[0], "-") {
		hex, _, _ := strings.Cut(stop, ".")
		got = append(got, hex)
	}
	if len(got) > 0 && len(want) > 0 && got[0] != want[0] {
		slices.Reverse(got)
	}
	c.equal(key, got, want)
}

// station compares "C8, Buda (city 1 of L33)", "C14", or null.
func (c *soloRun) station(key string, b json.RawMessage, f *turnFacts) {
	want := casetest.Value[string](c, b, key)
	if want == "" {
		c.equal(key, len(f.station), 0)
		return
	}
	m := c.match(key, `([A-J]\d+)(?:,? ?\(?(Buda|Pest)\)?)?(?: \(city (\d) of (\S+)\))?`, want)
	h, onMap := trackword.FindHex(f.after.World().Map, m[1])
	if !onMap || len(f.station) != 1 {
		c.Fault("%s: %d were placed, expected %s", key, len(f.station), want)
		return
	}
	p := f.station[0]
	c.equal(key, p.Hex, h)
	if m[2] != "" {
		c.equal(key+" in "+m[2], slices.Contains(c.cities(h, m[2]), p), true)
	}
	if m[3] != "" {
		tile, _ := f.after.Board.Face(f.after.World(), h)
		c.equal(key, track.Place{Hex: h, Stop: atoi(m[3])}, p)
		c.equal(key, tile.Number, m[4])
	}
}

// bought compares the purchases of a turn: "2-train from minor 3 for 30", "3-train (120: 30
// LdStEG, 90 bank)", "2-train from the bank for 80 (permanent rule)", "3-train (120) by
// entry 2"; null is none.
func (c *soloRun) bought(key string, b json.RawMessage, f *turnFacts) {
	var want []string
	switch {
	case b[0] == '[':
		want = casetest.Value[[]string](c, b, key)
	case b[0] != 'n':
		text := strings.NewReplacer(", then ", "; ", " and then ", "; ", " and ", "; ").Replace(casetest.Value[string](c, b, key))
		want = strings.Split(text, "; ")
	}
	c.equal(key+" (trains)", len(f.buys), len(want))
	for i, text := range want[:min(len(want), len(f.buys))] {
		m := c.match(key, `(\d)-train(?: from (?:minor (\d+)|the bank))?(?: for (\d+))?(?: \((\d+)(?:: (\d+) (\S+), (\d+) bank)?\))?(?: by entry (\d)| \((permanent rule)\))?`, text)
		got := f.buys[i]
		c.equal(key+" (size)", got.train, atoi(m[1]))
		from := NoCompany
		if m[2] != "" {
			from = Company(atoi(m[2]) - 1)
		}
		c.equal(key+" (seller)", got.from, from)
		for _, price := range []string{m[3], m[4]} {
			if price != "" {
				c.equal(key+" (price)", got.price, atoi(price))
			}
		}
		if m[5] != "" {
			c.equal(key+" (shares)", []int{got.share, int(got.to), got.bank}, []int{atoi(m[5]), int(c.major(m[6])), atoi(m[7])})
		}
		if m[8] != "" || m[9] != "" {
			c.equal(key+" (entry)", got.entry, atoi(m[8]))
		}
	}
}

// markers compares the "no train sold" markers of piles.
func (c *soloRun) markers(key string, b json.RawMessage) {
	got := map[int]int{}
	want := casetest.Value[map[int]int](c, b, key)
	for i, size := range c.s.Edition().Piles {
		if _, ok := want[size]; ok {
			got[size] = c.s.Piles[i].Markers
		}
	}
	c.equal(key, got, want)
}
