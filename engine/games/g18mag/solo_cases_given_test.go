package g18mag

import (
	"encoding/json"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
	"railpost/engine/rail/trains"
)

// soloGiven is a case's description of a position and of events.
type soloGiven struct {
	Length     string   `json:"length"`
	Level      string   `json:"level"`
	Levels     []string `json:"levels"`
	Dealt      []int    `json:"company_cards_drawn"`
	StockDrawn int      `json:"stock_card_drawn"`

	Phase   string          `json:"phase"`
	PhaseOR string          `json:"phase_at_start_of_or"`
	Cash    json.RawMessage `json:"cash"` // by player; of the one minor
	Event   string          `json:"event"`
	Then    string          `json:"then"`

	Minor    json.RawMessage     `json:"minor"` // a number, or a minorGiven
	Home     string              `json:"home"`
	Trains   *[]string           `json:"trains"`
	Istvan   map[int]minorGiven  `json:"istvan_minors"`
	Human    map[int]minorGiven  `json:"human_minors"`
	Tiles    []string            `json:"tiles"`
	Stations map[string][]string `json:"stations"`
	Foreign  string              `json:"foreign_stations"`
	Unlaid   string              `json:"unlaid_neighbours"`
	Turns    int                 `json:"turns"`
	Remark   string              `json:"remark"`
	Markers  map[int]int         `json:"no_train_markers"`
	Purses   map[string]int      `json:"minor_treasuries"` // of the minors of a player together

	Major     string                    `json:"major"`
	Director  json.RawMessage           `json:"director"` // of the major; of several
	Treasury  int                       `json:"treasury"`
	Unused    *int                      `json:"unused_stations"`
	Price     int                       `json:"price"`
	IstvanHas json.RawMessage           `json:"istvan_percent"` // of the major; of several
	HumanHas  json.RawMessage           `json:"human_percent"`
	Percent   map[string]map[string]int `json:"percent"` // by player and major
	Prices    map[string]int            `json:"prices"`

	Card         int            `json:"card"`
	Bank         string         `json:"bank"`
	BankHas      map[string]int `json:"bank_percent"`
	HumanDoes    string         `json:"human"`
	HumanCash    int            `json:"human_cash"`
	IstvanCash   int            `json:"istvan_cash"`
	Certificates *int           `json:"istvan_certificates"`
	Unlimited    bool           `json:"option_solo_istvan_unlimited_certs"`
	Priority     string         `json:"priority"`

	treasuries map[string]int    // of majors
	colours    map[int]string    // of company cards
	places     map[string]string // places, by the case's description
}

// minorGiven is a case's description of a minor.
type minorGiven struct {
	Number  int       `json:"number"`
	Card    string    `json:"card"`
	Entry   int       `json:"entry"`
	Trains  *[]string `json:"trains"`
	Cash    *int      `json:"cash"`
	Start   *int      `json:"cash_at_start_of_turn"`
	Station *int      `json:"cash_at_station_step"`
	Scrap   *int      `json:"cash_at_scrap_step"`
	Run     *int      `json:"cash_before_run"`
	Train   *int      `json:"cash_at_train_step"`
	Income  *int      `json:"income_to_treasury"` // expected
	Fee     *int      `json:"service_fee"`        // expected payment
}

// begins returns the step at which the turn of a minor begins in the case, and its money
// then.
func (g *minorGiven) begins() (step Step, money int, ok bool) {
	for _, at := range []struct {
		step Step
		n    *int
	}{{StepTrack, g.Cash}, {StepTrack, g.Start}, {StepStation, g.Station}, {StepScrap, g.Scrap}, {StepRun, g.Run}, {StepTrains, g.Train}} {
		if at.n != nil {
			return at.step, *at.n, true
		}
	}
	return StepTrack, Book.StartCash, false
}

// read reads the given facts. Some keys name a minor, a major or a place.
func (c *soloRun) read() {
	g := &c.given
	g.treasuries, g.colours, g.places = map[string]int{}, map[int]string{}, map[string]string{}
	if len(c.Given) == 0 {
		return
	}
	all := casetest.Value[raws](c, c.Given, "given")
	for key, b := range all {
		of, isCard := strings.CutPrefix(key, "card_of_")
		name, isTreasury := strings.CutSuffix(key, "_treasury")
		switch {
		case isCard:
			g.colours[atoi(of)] = casetest.Value[string](c, b, key)
		case isTreasury:
			g.treasuries[name] = casetest.Value[int](c, b, key)
		case c.placeNamed(key) != track.NoHex:
			g.places[key] = casetest.Value[string](c, b, key)
		default:
			continue
		}
		delete(all, key)
	}
	b, err := json.Marshal(all)
	c.must(err)
	colours, treasuries, places := g.colours, g.treasuries, g.places
	*g = casetest.Value[soloGiven](c, b, "given")
	g.colours, g.treasuries, g.places = colours, treasuries, places
	c.readMinor()
}

// readMinor makes the one minor of a case one of István's.
func (c *soloRun) readMinor() {
	g := &c.given
	if g.Minor == nil {
		return
	}
	var m minorGiven
	if g.Minor[0] == '{' {
		m = casetest.Value[minorGiven](c, g.Minor, "minor")
	} else {
		m.Number = casetest.Value[int](c, g.Minor, "minor")
	}
	if g.Trains != nil {
		m.Trains = g.Trains
	}
	if g.Cash != nil && g.Cash[0] != '{' {
		n := casetest.Value[int](c, g.Cash, "cash")
		m.Cash, g.Cash = &n, nil
	}
	if m.Entry == 0 {
		m.Entry = 1
	}
	if g.Istvan == nil {
		g.Istvan = map[int]minorGiven{}
	}
	g.Istvan[m.Number] = m
}

// placeNamed returns the hex of a place: "Debrecen" or "Debreczen".
func (c *soloRun) placeNamed(name string) track.HexID {
	for i, h := range Book.Small.world.Map.Hexes {
		if h.Place != "" && strings.ReplaceAll(h.Place, "cz", "c") == strings.ReplaceAll(name, "cz", "c") {
			return track.HexID(i)
		}
	}
	return track.NoHex
}

// cardColours are the colours of the printed cards (XI.1 item 2).
var cardColours = map[string]string{"green": "easy", "yellow": "medium", "red": "hard"}

// levelOf returns the level of the cards that the case speaks of.
func (c *soloRun) levelOf() string {
	level := c.given.Level
	set := func(colour string) {
		l, known := cardColours[colour]
		if !known || level != "" && level != l {
			c.Fault("the level is %s, and a card is %s", level, colour)
		}
		level = l
	}
	for _, colour := range c.given.colours {
		set(colour)
	}
	for _, m := range c.given.Istvan {
		if m.Card != "" {
			set(m.Card)
		}
	}
	if level == "" {
		level = "easy"
	}
	return level
}

// options returns the options of the table.
func (c *soloRun) options() map[string]string {
	o := map[string]string{OptPrices: "70,70,65,65", OptLength: "short", OptLevel: c.levelOf(), optUnlimited: "off"}
	if c.given.Length != "" {
		o[OptLength] = c.given.Length
	}
	if c.given.Unlimited {
		o[optUnlimited] = "on"
	}
	return o
}

// deal begins a game.
func (c *soloRun) deal(seed byte) *State {
	setup := engine.Setup{Seats: 1, Options: c.options()}
	g, _, err := engine.Begin("case", bare, setup, []string{"Ana"}, engine.Seed{seed, byte(len(c.ID)), 7})
	if err != nil {
		c.Fault("setting up: %v", err)
		return nil
	}
	return g.Pos.(*State)
}

// setUp makes the position that the case describes, from a game that has begun. Facts that it omits are as at
// the start, but only the minors of the case exist.
func (c *soloRun) setUp() bool {
	c.s = c.deal(0)
	if c.s == nil {
		return false
	}
	s, g := c.s, &c.given
	c.tx = &engine.Tx{Pos: s, Seat: Player}
	unpack(s)
	s.Cash = cash.New(s.Seats + len(Companies))
	s.Shares = stock.NewBook(len(Book.Large.Majors), s.Seats, 1)
	s.Board, s.Alone.Plans = s.newBoard(), nil
	beginDraft(s)
	c.setMinors()
	if len(c.Faults) > 0 {
		return false
	}
	s.Draft = Draft{}
	c.setPhase()
	c.setBoard()
	c.setShares()
	c.setMoney()
	for size, n := range g.Markers {
		if i := slices.Index(s.Edition().Piles, size); i >= 0 {
			s.Piles[i].Markers = n
		} else {
			c.Fault("no pile of %d-trains", size)
		}
	}
	if g.Priority != "" {
		s.Priority = c.seatOf(g.Priority)
	}
	if g.Card > 0 && g.Card <= len(Solo.Stock) {
		s.Alone.Card = slices.IndexFunc(Solo.Stock, func(card StockCard) bool { return card.Number == g.Card })
	}
	c.prose("remark", g.Remark, "as if no upgrade had been made", c.turnsRemark())
	c.prose("unlaid_neighbours", g.Unlaid, "many")
	c.began = s.Clone().(*State)
	return len(c.Faults) == 0
}

// turnsRemark says which minors take their turns.
func (c *soloRun) turnsRemark() string {
	return "minors " + strings.Join(engine.Each(c.operating(), strconv.Itoa), " and ") + " take their turns"
}

// operating returns István's minors whose turns the case is about.
func (c *soloRun) operating() (list []int) {
	for n, m := range c.given.Istvan {
		if _, _, ok := m.begins(); ok || m.Entry > 0 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

func (c *soloRun) setMinors() {
	s := c.s
	for seat, minors := range map[engine.Seat]map[int]minorGiven{Istvan: c.given.Istvan, Player: c.given.Human} {
		for _, n := range slices.Sorted(maps.Keys(minors)) {
			c.setMinor(seat, n, minors[n])
		}
	}
	for _, list := range c.given.Stations {
		for _, text := range list {
			if m := c.stationOf(text); m.minor != NoCompany && m.minor.Minor() && s.Minors[m.minor].Owner == engine.Nobody {
				c.setMinor(m.seat, int(m.minor)+1, minorGiven{})
			}
		}
	}
	if c.given.Home != "" {
		c.equal("home", s.HexName(s.HomeOf(Company(c.operating()[0]-1)).id), c.given.Home)
	}
	if len(s.Alone.Plans) == 0 {
		c.setMinor(Istvan, 4, minorGiven{})
	}
	for _, m := range s.Edition().Minors {
		if s.Minors[m].Owner == engine.Nobody {
			s.Minors[m] = Minor{Owner: engine.Nobody}
		}
	}
}

func (c *soloRun) setMinor(seat engine.Seat, n int, g minorGiven) {
	s, m := c.s, Company(n-1)
	if !slices.Contains(s.Edition().Minors, m) || s.Minors[m].Owner != engine.Nobody {
		c.Fault("there is no minor %d, or it is there twice", n)
		return
	}
	s.Actor = seat
	c.must(takeMinor(s, c.tx, m))
	if g.Trains != nil {
		s.Minors[m].Trains = nil
		for _, size := range *g.Trains {
			s.Minors[m].Gain(atoi(size))
		}
	}
	_, money, ok := g.begins()
	if !ok && g.Entry == 0 {
		money = 0 // facts that a case omits count from nothing
	}
	s.Cash.Held[s.Account(m)] = money
	if seat == Istvan {
		s.Alone.Plans = append(s.Alone.Plans, Plan{Minor: m, Done: max(0, g.Entry-1)})
		slices.SortFunc(s.Alone.Plans, func(a, b Plan) int { return int(a.Minor - b.Minor) })
	}
}

// setPhase begins a phase; the piles have been opened in order. If the case is silent the
// phase is the first one that has all its trains.
func (c *soloRun) setPhase() {
	s, name := c.s, c.given.Phase+c.given.PhaseOR
	if name != "" {
		s.Phase = slices.IndexFunc(s.Edition().Phases, func(p trains.Phase) bool { return p.Name == name })
		if s.Phase < 0 {
			c.Fault("there is no phase %q", name)
			s.Phase = 0
		}
	} else {
		for _, m := range s.Minors {
			for _, size := range m.Trains {
				s.Phase = max(s.Phase, slices.Index(s.Edition().Piles, size)+1)
			}
		}
	}
	for i := range s.Phase {
		s.Piles[i].Used = true
	}
	if s.PhaseRules().Ends {
		s.EndSet = s.Set + 1
	}
}

// setBoard lays the tiles of the case, or the start track of István's cards.
func (c *soloRun) setBoard() {
	s, g := c.s, &c.given
	if g.Tiles == nil {
		layStartTrack(s, c.tx)
	}
	for _, text := range g.Tiles {
		if l, ok := c.layOf(text); ok {
			s.PlaceTile(l)
		}
	}
	for _, hex := range slices.Sorted(maps.Keys(g.Stations)) {
		h, ok := trackword.FindHex(s.World().Map, hex)
		if !ok {
			c.Fault("there is no hex %s", hex)
			continue
		}
		for _, text := range g.Stations[hex] {
			c.setStation(h, text)
		}
	}
	for name, said := range g.places {
		c.setPlace(c.placeNamed(name), said)
	}
	c.prose("foreign_stations", g.Foreign, "every city keeps a free circle")
	if g.Foreign != "" {
		for _, p := range allCities(s) {
			if s.Board.Free(s.World(), p) == 0 && len(s.Board.In(p)) > 0 {
				c.Fault("%s has no free circle", s.StopName(p))
			}
		}
	}
}

// layOf reads "B15 57/0".
func (c *soloRun) layOf(text string) (l track.Lay, ok bool) {
	m := c.match("tile", `([A-J]\d+) (\S+)/([0-5])`, text)
	w := c.s.World()
	h, onMap := trackword.FindHex(w.Map, m[1])
	tile, known := w.Set.Find(m[2])
	if !onMap || !known {
		c.Fault("%q is not a hex, tile and rotation", text)
		return l, false
	}
	return track.Lay{Hex: h, Tile: tile, Turn: atoi(m[3])}, true
}

type stationGiven struct {
	minor Company
	seat  engine.Seat
	city  string
}

// stationOf reads "human's minor 6", "minor 2 in Buda", "SIK", "none in Buda".
func (c *soloRun) stationOf(text string) stationGiven {
	m := c.match("station", `(none|(?:(human|[Ii]stv[aá]n|own)(?:'s)? )?(?:minor )?(\d+)|[A-Z]\S+)(?: in (Buda|Pest))?`, text)
	g := stationGiven{minor: NoCompany, city: m[4]}
	switch {
	case m[3] != "":
		g.minor, g.seat = Company(atoi(m[3])-1), Player
		if m[2] != "" && m[2] != "human" {
			g.seat = Istvan
		}
	case m[1] != "none":
		g.minor = c.major(m[1])
	}
	return g
}

func (c *soloRun) setStation(h track.HexID, text string) {
	s, g := c.s, c.stationOf(text)
	cities := c.cities(h, g.city)
	if g.minor == NoCompany {
		for _, p := range cities {
			c.equal("stations in "+s.StopName(p), len(s.Board.In(p)), 0)
		}
		return
	}
	if s.HomeOf(g.minor).id == h {
		return // it exists
	}
	for _, p := range cities {
		if s.Board.Free(s.World(), p) > 0 {
			s.Station(g.minor, p)
			return
		}
	}
	c.Fault("no circle of %s is free", s.HexName(h))
}

// cities returns the cities of a hex, or the named one: the cities of Budapest are printed in the order of the
// name, and tiles keep their sides (VI.3.3).
func (c *soloRun) cities(h track.HexID, name string) (list []track.Place) {
	s := c.s
	w := s.World()
	wanted := slices.Index(strings.Split(w.Map.Hexes[h].Place, " & "), name)
	printed := track.NewBoard(w)
	for i := range s.Board.Stops(w, h) {
		if name == "" || wanted >= 0 && printed.Shape(w, h).Edges[wanted]&^s.Board.Shape(w, h).Edges[i] == 0 {
			list = append(list, track.Place{Hex: h, Stop: i})
		}
	}
	if len(list) == 0 {
		c.Fault("no city of %s is %s", s.HexName(h), name)
	}
	return list
}

// setPlace makes a city as the case says: reached by the operating minor with a free
// circle, full, or cut off.
func (c *soloRun) setPlace(h track.HexID, said string) {
	s, w := c.s, c.s.World()
	for _, word := range strings.Split(said, ", ") {
		switch word {
		case "reached":
			reach := s.Board.Reach(w, Owner(Company(c.operating()[0]-1)))
			c.equal(said, reach.Stops[h] != 0, true)
		case "free circle":
			c.equal(said, s.Board.Free(w, track.Place{Hex: h}) != 0, true)
		case "full", "no free circle":
			foreign := Company(MinorsMost - 1) // a minor without effect on a run
			for free := s.Board.Free(w, track.Place{Hex: h}); free != 0; free = s.Board.Free(w, track.Place{Hex: h}) {
				s.Board.AddStation(Owner(foreign), track.Place{Hex: h}, bits.TrailingZeros(free))
			}
		case "cut off", "not reached":
			s.Board.Laid[h] = track.Laid{}
			s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left} // forgets what it kept
			s.Board.Keep()
		default:
			c.Fault("%q is not understood", word)
		}
	}
}

// setMoney gives players and majors their money.
func (c *soloRun) setMoney() {
	s, g := c.s, &c.given
	if g.Cash != nil {
		for name, n := range casetest.Value[map[string]int](c, g.Cash, "cash") {
			s.Cash.Held[c.seatOf(name)] = n
		}
	}
	if g.IstvanCash > 0 {
		s.Cash.Held[Istvan] = g.IstvanCash
	}
	if g.HumanCash > 0 {
		s.Cash.Held[Player] = g.HumanCash
	}
	for name, n := range g.treasuries {
		s.Cash.Held[s.Account(c.major(name))] = n
	}
	for name, n := range g.Purses {
		seat := c.seatOf(name)
		m := slices.IndexFunc(s.Minors, func(m Minor) bool { return m.Owner == seat })
		if m < 0 {
			s.Minors[0].Owner, m = seat, 0
		}
		s.Cash.Held[s.Account(Company(m))] = n
	}
}
