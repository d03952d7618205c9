package g18mag

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	hexes "railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// turnFacts are the events in the turn of a minor of István's: differences between positions, and reports of
// facts that these do not show.
type turnFacts struct {
	minor   Company
	before  *State
	after   *State
	money   map[Step]int // its treasury when a step begins
	placed  int          // its treasury after the station step
	fee     int          // of the track step
	lays    []track.Lay
	offered []track.Lay   // asked of the player
	cities  []track.Place // asked of the player
	met     []string      // tracks newly met by the upgrade, or by those offered
	station []track.Place
	price   int // of the station
	scraps  []string
	service string
	paid    int // for the service
	running []string
	ran     bool
	routes  []string
	own     int // István's half
	half    int // the minor's half
	buys    []purchase
	sold    bool // a train of the bank in this round, after the turn
}

// purchase is a train that was bought.
type purchase struct {
	train, price int
	from         Company // NoCompany: the bank
	to           Company // the major that gets a share of the price
	share, bank  int
	entry        int // 0: the permanent rule
}

// begin makes István's minors operate in this order, from a step on.
func (c *soloRun) begin(step Step, order ...Company) {
	s := c.s
	s.Stage, s.Round, s.Rounds, s.At = Operating, 1, s.PhaseRules().Rounds, 0
	s.Order = append(slices.Clone(order), order[0]) // the last one only keeps the round from ending
	c.must(beginTurn(s, c.tx))
	s.Turn.Step = step
}

// turn plays the turn of the operating minor, or one step of it. If the player may choose among several
// upgrades it takes a wanted one.
func (c *soloRun) turn(only Step, wanted string) *turnFacts {
	s := c.s
	f := &turnFacts{minor: s.Company(), before: s.Clone().(*State), money: map[Step]int{}, running: []string{}, buys: []purchase{}}
	mark := c.tx.Mark()
	for at := s.At; s.Stage == Operating && s.At == at && len(c.Faults) == 0; {
		step, prev := s.Turn.Step, s.Clone().(*State)
		f.money[step] = s.Purse(f.minor)
		from := c.tx.Mark()
		c.must(istvanActs(s, c.tx))
		c.answer(f, wanted)
		f.look(step, prev, s, c.tx.Since(from))
		if step == only {
			break
		}
	}
	f.after, f.sold = s.Clone().(*State), s.Sold
	f.read(c.tx.Since(mark))
	return f
}

// answer makes the decisions that István leaves to the player.
func (c *soloRun) answer(f *turnFacts, wanted string) {
	s := c.s
	switch s.Alone.Asking {
	case AskUpgrade:
		f.offered = s.Upgrades(s.Company()).Best()
		pick := f.offered[0]
		for _, l := range f.offered {
			if wanted != "" && c.isUpgrade(s, l, wanted) {
				pick = l
				break
			}
		}
		for _, l := range f.offered {
			f.meets(s, l)
		}
		s.Alone.Asking = ""
		c.must(istvanUpgrades(s, c.tx, pick, "chosen"))
	case AskStation:
		f.cities = s.IstvanStations()
		s.Alone.Asking = ""
		c.must(istvanPlaces(s, c.tx, f.cities[0]))
	default:
		return
	}
	c.must(istvanGoesOn(s, c.tx))
}

func (f *turnFacts) meets(s *State, l track.Lay) {
	for _, h := range s.Upgrades(s.Company()).NewlyMet(l) {
		if name := s.HexName(h); !slices.Contains(f.met, name) {
			f.met = append(f.met, name)
		}
	}
	slices.Sort(f.met)
}

// look notes the changes of a step.
func (f *turnFacts) look(step Step, prev, s *State, reports []engine.Report) {
	m := f.minor
	switch step {
	case StepTrack:
		f.fee = s.Purse(szKEV) - prev.Purse(szKEV)
		for h, l := range s.Board.Laid {
			if tile, ok := l.ID(); ok && l != prev.Board.Laid[h] {
				lay := track.Lay{Hex: track.HexID(h), Tile: tile, Turn: l.Turn}
				f.lays = append(f.lays, lay)
				if f.offered == nil {
					f.meets(prev, lay)
				}
			}
		}
	case StepStation:
		f.placed, f.price = s.Purse(m), prev.Purse(m)-s.Purse(m)
		for _, st := range s.Board.Stations[len(prev.Board.Stations):] {
			f.station = append(f.station, st.Place())
		}
	case StepScrap:
		left := slices.Clone(s.Minors[m].Trains)
		for _, size := range prev.Minors[m].Trains {
			if i := slices.Index(left, size); i >= 0 {
				left = slices.Delete(left, i, i+1)
			} else {
				f.scraps = append(f.scraps, strconv.Itoa(size))
			}
		}
	case StepRun:
		f.own, f.paid = s.Cash.Of(Wallet(Istvan))-prev.Cash.Of(Wallet(Istvan)), s.Purse(Raba)-prev.Purse(Raba)
		f.half = s.Purse(m) - prev.Purse(m) + f.paid
		for _, r := range reports {
			switch r.Key {
			case key.ReportIstvanServiceOf + effectRed:
				f.service = "red_bonus"
			case key.ReportIstvanServiceOf + effectPlus:
				f.service = "plus_train"
			case key.ReportIstvanRuns:
				f.ran, f.routes, f.running = true, s.RunOf(m).Routes, trainNames(s.Minors[m].Trains)
			}
		}
	}
}

// read reads purchases from the reports of a turn.
func (f *turnFacts) read(reports []engine.Report) {
	entry := 0
	n := func(r engine.Report, name string) int { a, _ := r.Arg(name); return a.Int }
	company := func(r engine.Report, name string) Company {
		a, _ := r.Arg(name)
		return Company(slices.IndexFunc(Companies[:], func(card companyCard) bool { return key.CompanyOf+card.Key == a.Text }))
	}
	for _, r := range reports {
		switch r.Key {
		case key.ReportIstvanEntry:
			entry = n(r, "n")
		case key.ReportIstvanAlways:
			entry = 0
		case key.ReportBuy:
			f.buys = append(f.buys, purchase{train: n(r, "train"), price: n(r, "n"), from: NoCompany, to: company(r, "to"), share: n(r, "share"), bank: n(r, "bank"), entry: entry})
		case key.ReportBuyFrom:
			f.buys = append(f.buys, purchase{train: n(r, "train"), price: n(r, "n"), from: company(r, "from"), entry: entry})
		}
	}
}

func trainNames(sizes []int) []string {
	list := []string{}
	for _, size := range sizes {
		list = append(list, strconv.Itoa(size))
	}
	slices.Sort(list)
	return list
}

// playTrack plays the track steps of one minor.
func (c *soloRun) playTrack() {
	if !c.setUp() {
		return
	}
	m := c.s.Alone.Plans[0].Minor
	if list := c.operating(); len(list) > 0 {
		m = Company(list[0] - 1)
	}
	c.begin(StepTrack, m)
	f := c.turn(StepTrack, c.text("upgrade"))
	first := c.s.Clone().(*State)
	c.all(c.Expect, func(key string, b json.RawMessage) bool {
		c.s = first.Clone().(*State)
		c.tx = &engine.Tx{Pos: c.s, Seat: Player}
		return c.trackKey(key, b, f) || c.turnKey(key, b, f)
	})
}

// text returns an expected text; "" if the case expects none.
func (c *soloRun) text(key string) string {
	if b := c.Expect[key]; len(b) > 0 && b[0] == '"' {
		return casetest.Value[string](c, b, key)
	}
	return ""
}

// again plays the track step of the next turn.
func (c *soloRun) again(wanted string) *turnFacts {
	c.s.Turn, c.s.Actor = Turn{Step: StepTrack}, Istvan
	return c.turn(StepTrack, wanted)
}

// trackKey compares an expectation that only track steps have.
func (c *soloRun) trackKey(key string, b json.RawMessage, f *turnFacts) bool {
	switch key {
	case "minor_cash":
		c.number(key, b, f.after.Purse(f.minor), f.before.Purse(f.minor))
	case "tile_laid":
		c.upgraded(key, b, f)
	case "owed_later":
		c.s.Cash.Held[c.s.Account(f.minor)] += 10 * Solo.Fee
		next := c.again("")
		c.number(key, b, next.fee-Solo.Fee, 0)
	case "next_turn":
		c.upgraded(key, b, c.again(casetest.Value[string](c, b, key)))
	case "order":
		for i, want := range casetest.Value[[]string](c, b, key) {
			next := f
			if i > 0 {
				next = c.again(want)
			} else if f.offered != nil { // without a wish the first one was chosen
				c.s = f.before.Clone().(*State)
				c.tx = &engine.Tx{Pos: c.s, Seat: Player}
				next = c.turn(StepTrack, want)
			}
			text, _ := json.Marshal(want)
			c.upgraded(fmt.Sprintf("%s, turn %d", key, i+1), text, next)
		}
		if c.given.Turns > 0 {
			c.equal("turns", len(casetest.Value[[]string](c, b, key)), c.given.Turns)
		}
	case "distances":
		s := c.began
		home := s.Upgrades(f.minor).stations()[0]
		for hex, want := range casetest.Value[map[string]int](c, b, key) {
			list, n := s.Board.Nearest(s.World(), Owner(f.minor), home, func(h track.HexID, e hexes.Edge) bool {
				return s.HexName(h) == hex && s.Board.LeadsToCity(s.World(), h, e)
			})
			switch {
			case s.HexName(home.Hex) == hex:
				n = 0
			case len(list) == 0:
				n = -1
			}
			c.equal("distance of "+hex, n, want)
		}
	case "train":
		for c.s.At == 0 && len(c.Faults) == 0 { // the rest of the turn
			c.must(istvanActs(c.s, c.tx))
			c.answer(f, "")
		}
		c.word(key, b, strings.Join(trainNames(c.s.Minors[f.minor].Trains), ","))
	case "paid_by":
		payer := "bank"
		if n := f.after.Purse(SIK) - f.before.Purse(SIK); n != f.before.Cash.Of(cash.Bank)-f.after.Cash.Of(cash.Bank) || n == 0 {
			payer = "somebody else, or nobody"
		}
		c.word(key, b, payer)
	case "hex":
		for _, l := range append(slices.Clone(f.offered), f.lays...) {
			c.word(key, b, c.s.HexName(l.Hex))
		}
	case "newly_met":
		want := casetest.Value[[]string](c, b, key)
		slices.Sort(want)
		c.equal(key, strings.Join(f.met, ","), strings.Join(want, ","))
	case "human_chooses_one_of":
		c.chooses(key, b, f)
	default:
		return false
	}
	return true
}

// chooses compares the player's choices: every upgrade is one of the expected ones, and each of these is offered.
func (c *soloRun) chooses(key string, b json.RawMessage, f *turnFacts) {
	want := casetest.Value[[]string](c, b, key)
	met := make([]bool, len(want))
	for _, l := range f.offered {
		i := slices.IndexFunc(want, func(text string) bool { return c.isChoice(f.before, l, text) })
		if i < 0 {
			c.Fault("%s: %s %s/%d is offered", key, c.s.HexName(l.Hex), c.s.Tile(l.Tile).Number, l.Turn)
			continue
		}
		met[i] = true
	}
	for i, ok := range met {
		c.equal(key+" "+want[i], ok, true)
	}
}

// isChoice reports whether an upgrade is "14/1 or 14/4 (same sides 1,2,4,5)", "15/5 (sides
// 0,1,2,5)", "E10 brown".
func (c *soloRun) isChoice(s *State, l track.Lay, text string) bool {
	text, sides, _ := strings.Cut(strings.TrimSuffix(text, ")"), " (")
	if sides != "" {
		var have []string
		for e := range 6 {
			if s.World().Exits(l)&(1<<e) != 0 {
				have = append(have, strconv.Itoa(e))
			}
		}
		if m := c.match("sides", `(?:same )?sides ([0-5](?:,[0-5])*)`, sides); strings.Join(have, ",") != m[1] {
			return false
		}
	}
	for _, one := range strings.Split(text, " or ") {
		if strings.Contains(one, "/") && !strings.Contains(one, " ") {
			one = s.HexName(l.Hex) + " " + one
		}
		if c.isUpgrade(s, l, one) {
			return true
		}
	}
	return false
}

// upgraded compares the upgrade of a turn with "D9 to green", "C8 209/5", "E10 or E6
// brown"; null is none.
func (c *soloRun) upgraded(key string, b json.RawMessage, f *turnFacts) {
	want := casetest.Value[string](c, b, key)
	switch {
	case want == "":
		c.equal(key+" (tiles laid)", len(f.lays), 0)
	case len(f.lays) != 1:
		c.equal(key+" (tiles laid)", len(f.lays), 1)
	default:
		l := f.lays[0]
		c.Comparisons++
		if !c.isUpgrade(f.before, l, want) {
			c.Fault("%s is %s to %s/%d, expected %s", key, c.s.HexName(l.Hex), c.s.Tile(l.Tile).Number, l.Turn, want)
		}
	}
}

// isUpgrade reports whether an upgrade is the one of a text. Rotations with the same sides
// and cities are the same.
func (c *soloRun) isUpgrade(s *State, l track.Lay, text string) bool {
	m := c.match("upgrade", `([A-J]\d+(?:(?: or |, )[A-J]\d+)*) (?:to )?(?:(yellow|green|brown)|([^ /]+)(?:/([0-5]))?)(?: \(([^ /]+)/([0-5])\))?`, text)
	is := func(number, turn string) bool {
		if s.Tile(l.Tile).Number != number {
			return false
		}
		g, other := s.Words(), l
		other.Turn = atoi(turn)
		return turn == "" || g.Look(other) == g.Look(l)
	}
	hexes := strings.FieldsFunc(strings.ReplaceAll(m[1], " or ", ","), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(hexes, s.HexName(l.Hex)) &&
		(m[2] == "" || s.Tile(l.Tile).Colour == m[2]) && (m[3] == "" || is(m[3], m[4])) && (m[5] == "" || is(m[5], m[6]))
}
