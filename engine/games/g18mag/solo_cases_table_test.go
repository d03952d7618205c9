package g18mag

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// playSetup compares a game that has begun with these cards; a seed that deals them is
// sought.
func (c *soloRun) playSetup() {
	g := &c.given
	for seed := range 256 {
		for id := range 256 {
			c.ID = c.Case + strings.Repeat(".", id)
			if c.s = c.deal(byte(seed)); c.s == nil || c.dealt() {
				c.compareSetup()
				return
			}
		}
	}
	c.Fault("no seed deals cards %v and stock card %d", g.Dealt, g.StockDrawn)
}

// dealt reports whether the game began with the cards of the case.
func (c *soloRun) dealt() bool {
	have := engine.Each(c.s.Alone.Plans, func(p Plan) int { return int(p.Minor) + 1 })
	want := slices.Sorted(slices.Values(c.given.Dealt))
	return (c.given.Dealt == nil || slices.Equal(have, want)) && (c.given.StockDrawn == 0 || c.s.Alone.StockCard().Number == c.given.StockDrawn)
}

func (c *soloRun) compareSetup() {
	if c.s == nil {
		return
	}
	s := c.s
	c.began = s
	minors, shares := []int{}, []string{}
	for _, m := range s.Edition().Minors {
		if mayTake(s, m) == nil {
			minors = append(minors, int(m)+1)
		}
	}
	for _, m := range s.Edition().Majors {
		if mayTake(s, m) == nil {
			shares = append(shares, Companies[m].SiteID)
		}
	}
	slices.Sort(shares)
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		if c.treasury(key, b) {
			return true
		}
		switch key {
		case "easy", "medium", "hard":
			if !slices.Contains(c.given.Levels, key) {
				c.Fault("the level %s is not given", key)
			}
			c.word(key, b, colourOf(key))
		case "card_colour":
			c.word(key, b, colourOf(s.Alone.Level))
		case "istvan_minors":
			got := []int{}
			for i, m := range s.Minors {
				if s.IsIstvan(m.Owner) {
					got = append(got, i+1)
				}
			}
			c.equal(key, got, casetest.Value[[]int](c, b, key))
		case "human_chooses_minors":
			c.number(key, b, s.Limits().minors-s.Draft.Minors[Player], 0)
		case "human_minors_offered":
			c.equal(key, minors, casetest.Value[[]int](c, b, key))
		case "human_shares_offered":
			want := casetest.Value[[]string](c, b, key)
			slices.Sort(want)
			c.equal(key, shares, want)
		case "minors_leaving_the_game":
			c.number(key, b, c.leaving(), 0)
		case "istvan_share":
			var got []string
			for _, m := range s.Edition().Majors {
				if n := s.Held(m, Istvan); n > 0 {
					got = append(got, Companies[m].SiteID+" "+strconv.Itoa(n)+"%")
				}
			}
			c.word(key, b, strings.Join(got, ","))
		case "tiles_laid":
			c.tilesLaid(key, b)
		case "pieces_used":
			c.piecesUsed(key, b)
		default:
			return false
		}
		return true
	})
}

// colourOf returns the colour of the cards of a level, as the option of the table tells it
// to players.
func colourOf(level string) string {
	text := texts.Say("en", nil, nil, engine.Msg(key.OptionOf+OptLevel))
	if m := regexp.MustCompile(level + ` \((\w+)\)`).FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// leaving returns the number of unowned minors after the player took the first ones.
func (c *soloRun) leaving() (n int) {
	s := c.s.Clone().(*State)
	tx := &engine.Tx{Pos: s, Seat: Player}
	for s.Stage == Drafting && len(c.Faults) == 0 {
		i := slices.IndexFunc(s.Edition().Words, func(w engine.Word[Company]) bool { return mayTake(s, w.Value) == nil })
		if m := s.Edition().Words[i].Value; m.Minor() {
			c.must(takeMinor(s, tx, m))
		} else {
			takeShare(s, tx, m)
		}
		c.must(nextPick(s, tx))
	}
	for _, m := range s.Edition().Minors {
		if !s.Minors[m].In && s.Minors[m].Owner == engine.Nobody {
			n++
		}
	}
	return n
}

func (c *soloRun) tilesLaid(key string, b json.RawMessage) {
	want := map[track.HexID]track.Laid{}
	for _, text := range casetest.Value[[]string](c, b, key) {
		if l, ok := c.layOf(text); ok {
			want[l.Hex] = track.Laid{Tile: int(l.Tile) + 1, Turn: l.Turn}
		}
	}
	got := map[track.HexID]track.Laid{}
	for h, l := range c.s.Board.Laid {
		if _, ok := l.ID(); ok {
			got[track.HexID(h)] = l
		}
	}
	c.equal(key, got, want)
}

// piecesUsed compares the tiles by number; of each, a piece has left its stack.
func (c *soloRun) piecesUsed(key string, b json.RawMessage) {
	w := c.s.World()
	got, taken, laid := map[string]int{}, 0, 0
	for _, l := range c.s.Board.Laid {
		if id, ok := l.ID(); ok {
			got[w.Set.Tiles[id].Number]++
			laid++
		}
	}
	for i, stack := range w.Set.Stacks {
		taken += stack.Count - c.s.Board.Left[i]
	}
	c.equal(key, got, casetest.Value[map[string]int](c, b, key))
	c.equal(key+" (pieces gone from their stacks)", taken, laid)
}

// playIncome begins an operating round.
func (c *soloRun) playIncome() {
	if !c.setUp() {
		return
	}
	if c.given.Event != "" {
		c.readyEvent()
	}
	s := c.s
	before := s.Clone().(*State)
	c.must(beginSet(s, c.tx))
	income := [2]int{s.Cash.Of(Wallet(Istvan)) - before.Cash.Of(Wallet(Istvan)), s.Cash.Of(Wallet(Player)) - before.Cash.Of(Wallet(Player))}
	first := s.Clone().(*State)
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		c.s = first.Clone().(*State)
		c.tx = &engine.Tx{Pos: c.s, Seat: Player}
		switch key {
		case "cash":
			c.wallets(key, b)
		case "minor_treasuries":
			c.word(key, b, "unchanged")
			c.equal(key, first.Cash.Held[first.Seats:], before.Cash.Held[before.Seats:])
		case "each_player_this_or":
			n := casetest.Value[int](c, b, key)
			c.equal(key, income, [2]int{n, n})
		case "each_player_next_or":
			n := casetest.Value[int](c, b, key)
			c.equal(key, c.nextIncome(), [2]int{n, n})
		default:
			return false
		}
		return true
	})
}

func (c *soloRun) wallets(key string, b json.RawMessage) {
	for name, want := range casetest.Value[map[string]int](c, b, key) {
		c.equal(key+" of "+name, c.s.Cash.Of(Wallet(c.seatOf(name))), want)
	}
}

const eventBuys = `minor (\d+) buys the first (\d)-train in this OR`

// readyEvent puts the minor of the event into the game.
func (c *soloRun) readyEvent() {
	m := c.match("event", eventBuys, c.given.Event)
	if n := atoi(m[1]); len(c.Faults) == 0 && c.s.Minors[n-1].Owner == engine.Nobody {
		c.s.Minors[n-1].In = true
		c.s.Minors[n-1].Tokens = Companies[n-1].Tokens
		beginDraft(c.s)
		c.setMinor(Istvan, n, minorGiven{})
		c.s.Draft = Draft{}
	}
}

// nextIncome plays the rest of the round, in which the minor of the event buys its train, and a stock round in
// which nobody has money. It returns both incomes after it.
func (c *soloRun) nextIncome() (income [2]int) {
	s := c.s
	m := c.match("event", eventBuys, c.given.Event)
	c.prose("then", c.given.Then, "SR without trades, next OR")
	t, ok := s.Goods().Train(atoi(m[2]))
	buyer := Company(atoi(m[1]) - 1)
	if !ok {
		c.Fault("there is no %s-train", m[2])
	}
	set := s.Set
	for len(c.Faults) == 0 && s.Set == set {
		if s.Stage == Operating && s.Company() == buyer && s.Turn.Step == StepTrains && !slices.Contains(s.Minors[buyer].Trains, t.Size) {
			s.Cash.Held[s.Account(buyer)] += t.Price
			c.must(sellTrain(s, c.tx, t))
		}
		c.must(istvanActs(s, c.tx))
		c.answer(&turnFacts{}, "")
	}
	s.Cash.Held[Istvan], s.Cash.Held[Player] = 0, 0
	for len(c.Faults) == 0 && s.Stage == Stocks {
		c.must(istvanActs(s, c.tx))
	}
	return [2]int{s.Cash.Of(Wallet(Istvan)), s.Cash.Of(Wallet(Player))}
}

// playSales plays an operating round in which the only sale is one between two minors of István's, or one of
// the bank, or none.
func (c *soloRun) playSales() {
	m := c.match("event", `the only (?:train|bank) sale of the OR is minor (\d+) buying a 2-train from (?:minor (\d+)|the bank) for (\d+)`, c.given.Event)
	if len(c.Faults) > 0 {
		return
	}
	buyer, seller, price := Company(atoi(m[1])-1), Company(atoi(m[2])-1), atoi(m[3])
	if c.given.Istvan == nil {
		c.given.Istvan = map[int]minorGiven{int(buyer) + 1: {Entry: 1}}
	}
	if m[2] != "" {
		c.given.Istvan[int(seller)+1] = minorGiven{}
		c.given.colours[int(buyer)+1] = "red"
	}
	if !c.setUp() {
		return
	}
	s := c.s
	c.must(beginSet(s, c.tx))
	set := s.Set
	var buys []purchase
	for len(c.Faults) == 0 && s.Set == set {
		if s.Company().Minor() { // the other steps would provide money for other trains
			s.Turn.Step = StepTrains
			n := 0
			if s.Company() == buyer {
				n = price
			}
			c.must(s.Pay(s.Account(s.Company()), cash.Bank, s.Purse(s.Company())))
			c.must(s.Pay(cash.Bank, s.Account(s.Company()), n))
			f := c.turn("", "")
			buys = append(buys, f.buys...)
			continue
		}
		c.must(istvanActs(s, c.tx))
	}
	if len(buys) != 1 || buys[0].price != price || m[2] != "" && buys[0].from != seller {
		c.Fault("the event did not come about: %v", buys)
	}
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		return c.turnKey(key, b, &turnFacts{minor: buyer, before: c.began, after: s, buys: buys})
	})
}

// setShares gives players their shares and majors their prices.
func (c *soloRun) setShares() {
	s, g := c.s, &c.given
	if g.Major != "" && g.Price > 0 {
		c.setPrice(g.Major, g.Price)
	}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(g.Prices))) {
		c.setPrice(name, g.Prices[name])
	}
	c.setPercent(Istvan, g.IstvanHas)
	c.setPercent(Player, g.HumanHas)
	for name, held := range g.Percent {
		b, _ := json.Marshal(held)
		c.setPercent(c.seatOf(name), b)
	}
	for name, n := range g.BankHas { // the rest is the player's, who does not become director by it
		m := c.major(name).Share()
		s.Shares.Transfer(m, stock.Bank, stock.Holder(Player), s.Shares.Of(m, stock.Bank)-n)
	}
	c.setCertificates()
	c.setDirectors()
	if g.Major != "" {
		m := c.major(g.Major)
		s.Cash.Held[s.Account(m)] = g.Treasury
		if g.Unused != nil {
			s.Majors[m.Share()].Stations = len(Companies[m].TokenCosts) - *g.Unused
		}
	}
	if g.Bank != "" {
		c.prose("bank", g.Bank, "enough of everything")
		for _, m := range s.Edition().Majors {
			if s.Shares.Ordinary(Book.Structure, m.Share(), stock.Bank) < Book.Structure.Share {
				c.Fault("the bank has no share of %s", Companies[m].Word)
			}
		}
	}
}

func (c *soloRun) setPrice(name string, price int) {
	m := c.major(name)
	space := slices.Index(c.s.Edition().Chart, price)
	if space < 0 {
		c.Fault("no space of the chart has the price %d", price)
		return
	}
	c.s.Market.Enter(m.Share(), space)
}

// setPercent gives a seat a percentage of the one major, or of several.
func (c *soloRun) setPercent(seat engine.Seat, b json.RawMessage) {
	if len(b) == 0 {
		return
	}
	if b[0] != '{' {
		c.give(c.major(c.given.Major), seat, casetest.Value[int](c, b, "percent"))
		return
	}
	held := casetest.Value[map[string]int](c, b, "percent")
	for _, name := range slices.Sorted(maps.Keys(held)) {
		c.give(c.major(name), seat, held[name])
	}
}

// give gives shares of the bank to a seat; two of 10 % may make it director (III.3.3).
func (c *soloRun) give(m Company, seat engine.Seat, percent int) {
	c.s.Actor = seat
	giveShares(c.s, c.tx, m, percent)
}

// setCertificates gives István as many certificates as the case says, if it does not say
// which; otherwise it compares.
func (c *soloRun) setCertificates() {
	s, n := c.s, c.given.Certificates
	if n == nil {
		return
	}
	for i := 0; c.given.IstvanHas == nil && s.Certificates(Istvan) < *n && i < 40; i++ {
		c.give(s.Edition().Majors[i%len(s.Edition().Majors)], Istvan, Book.Structure.Share)
	}
	c.equal("istvan_certificates", s.Certificates(Istvan), *n)
}

// setDirectors compares the directors of the case with those that the shares make.
func (c *soloRun) setDirectors() {
	b := c.given.Director
	if len(b) == 0 {
		return
	}
	if b[0] != '{' {
		b, _ = json.Marshal(raws{c.given.Major: b})
	}
	for name, want := range casetest.Value[map[string]string](c, b, "director") {
		c.equal("director of "+name, seatName(c.s.DirectorOf(c.major(name))), want)
	}
}

// playMajor plays the turn of a major.
func (c *soloRun) playMajor() {
	if !c.setUp() {
		return
	}
	s, m := c.s, c.major(c.given.Major)
	s.Stage, s.Round, s.Rounds = Operating, 1, 1
	s.Order, s.At = []Company{m, s.Alone.Plans[0].Minor}, 0
	c.must(beginTurn(s, c.tx))
	if s.IsIstvan(s.Actor) && s.At == 0 {
		c.must(istvanActs(s, c.tx))
	}
	if s.Actor == Player { // the player's decision, which the case names
		c.must(doPay(c.tx, casetest.Value[int](c, c.Expect["paid_out"], "paid_out")))
	}
	c.equal("turns of majors", s.At, 1)
	old := c.began
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		switch key {
		case "station":
			c.equal(key, s.Majors[m.Share()].Stations-old.Majors[m.Share()].Stations, 0)
			c.word(key, b, "")
		case "paid_out":
			c.number(key, b, old.Purse(m)-s.Purse(m), 0)
		case "treasury":
			c.number(key, b, s.Purse(m), old.Purse(m))
		case "istvan", "human":
			seat := c.seatOf(key)
			c.number(key, b, s.Cash.Of(Wallet(seat))-old.Cash.Of(Wallet(seat)), 0)
		case "price":
			c.number(key, b, s.PriceOf(m), old.PriceOf(m))
		case "price_move":
			got := "none"
			switch n := s.Market.At[m.Share()] - old.Market.At[m.Share()]; {
			case n > 0:
				got = strconv.Itoa(n) + " right"
			case n < 0:
				got = strconv.Itoa(-n) + " left"
			}
			c.word(key, b, got)
		default:
			return false
		}
		return true
	})
}

// playEnd ends the game.
func (c *soloRun) playEnd() {
	if !c.setUp() {
		return
	}
	end(c.s, c.tx, key.ReportEnd)
	scores := Rules{}.Scores(c.s)
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		switch key {
		case "score":
			for name, want := range casetest.Value[map[string]int](c, b, key) {
				i := slices.IndexFunc(scores, func(score engine.Score) bool { return score.Seat == c.seatOf(name) })
				c.equal(key+" of "+name, scores[i].Points, want)
			}
		case "winner":
			got := seatName(scores[0].Seat)
			if scores[1].Rank == 1 {
				got = "draw"
			}
			c.word(key, b, got)
		default:
			return false
		}
		return true
	})
}
