package g18mag

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// soloCase is a case of the game against István, as in testdata/cases.json.
type soloCase struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind"`
	What      string          `json:"what"`
	Given     json.RawMessage `json:"given"`
	Expect    raws            `json:"expect"`
	Basis     string          `json:"basis"`
	Reasoning string          `json:"reasoning"`
}

type raws = map[string]json.RawMessage

// soloRun is one case being worked out. Every given key must be known and every expected
// one compared.
type soloRun struct {
	casetest.Run
	soloCase
	given soloGiven
	s     *State
	began *State // the position that the case describes
	tx    *engine.Tx
}

// soloKinds are the kinds of cases. play returns the values to compare by expected key.
var soloKinds = map[string]func(*soloRun){
	"setup":             (*soloRun).playSetup,
	"income":            (*soloRun).playIncome,
	"track_fee":         (*soloRun).playTrack,
	"upgrade_order":     (*soloRun).playTrack,
	"upgrade_cost":      (*soloRun).playTrack,
	"upgrade_placement": (*soloRun).playTrack,
	"service":           (*soloRun).playService,
	"card":              (*soloRun).playCard,
	"major":             (*soloRun).playMajor,
	"stock_round":       (*soloRun).playStock,
	"end":               (*soloRun).playEnd,
}

// TestCases works out the cases of testdata, and those of the folder RAILPOST_CASES when
// it is set.
func TestCases(t *testing.T) { casetest.All(t, "18mag", soloWorked) }

// TestOwnCases works out the cases of this project's own, in the same format.
func TestOwnCases(t *testing.T) { casetest.Own(t, "testdata/cases-own.json", soloWorked) }

func soloWorked(in soloCase, strict bool) *casetest.Run { return &runSolo(in, strict).Run }

func runSolo(in soloCase, strict bool) *soloRun {
	c := &soloRun{soloCase: in, Run: casetest.Run{Case: in.ID, Want: in.Expect, Strict: strict}}
	play := soloKinds[in.Kind]
	if play == nil {
		c.Fault("the kind %q is not known", in.Kind)
		return c
	}
	c.read()
	if len(c.Faults) == 0 {
		play(c)
	}
	if c.Comparisons < max(1, len(in.Expect)) && len(c.Faults) == 0 {
		c.Fault("%d of %d expected values were compared", c.Comparisons, len(in.Expect))
	}
	return c
}

// equal compares a value with what the case expects under a key.
func (c *soloRun) equal(key string, got, want any) {
	c.Comparisons++
	if !reflect.DeepEqual(got, want) {
		c.Fault("%s is %v, expected %v", key, got, want)
	}
}

// number compares a number, or its change since the position of the case: 30, "+20",
// "unchanged".
func (c *soloRun) number(key string, b json.RawMessage, got, before int) {
	if b[0] != '"' {
		c.equal(key, got, casetest.Value[int](c, b, key))
		return
	}
	text := casetest.Value[string](c, b, key)
	if text == "unchanged" {
		text = "+0"
	}
	n, err := strconv.Atoi(text)
	if err != nil || !strings.ContainsAny(text[:1], "+-") {
		c.Fault("%s: %q is no change", key, text)
	}
	c.equal(key, got-before, n)
}

// word compares a text; null is "".
func (c *soloRun) word(key string, b json.RawMessage, got string) {
	c.equal(key, got, casetest.Value[string](c, b, key))
}

// treasury compares "SKEV_treasury"; ok is false if the key is no treasury.
func (c *soloRun) treasury(key string, b json.RawMessage) (ok bool) {
	name, ok := strings.CutSuffix(key, "_treasury")
	m := MajorOf(name)
	if ok = ok && m != NoCompany; ok {
		c.number(key, b, c.s.Purse(m), c.began.Purse(m))
	}
	return ok
}

// all compares every expected key with a function that reports whether it knows the key.
func (c *soloRun) all(want raws, compare func(key string, b json.RawMessage) bool) {
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if !compare(key, want[key]) {
			c.Fault("the expected key %q is not known here", key)
		}
	}
}

// must notes an error of the rules.
func (c *soloRun) must(err error) {
	if err != nil {
		c.Fault("%v", err)
	}
}

// match reads a text by a pattern; every word must match.
func (c *soloRun) match(what, pattern, text string) []string {
	m := regexp.MustCompile("^(?:" + pattern + ")$").FindStringSubmatch(text)
	if m == nil {
		c.Fault("%s: %q is not understood", what, text)
		m = make([]string, regexp.MustCompile(pattern).NumSubexp()+1)
	}
	return m
}

// prose accepts texts that state what is true anyway.
func (c *soloRun) prose(key, text string, known ...string) {
	switch {
	case text == "" || slices.Contains(known, text):
	case c.Strict:
		c.Fault("%s: %q is not understood", key, text)
	default:
		c.Notes = append(c.Notes, fmt.Sprintf("%s: %q is not read", key, text))
	}
}

// seatOf reads "istvan" or "human".
func (c *soloRun) seatOf(name string) engine.Seat {
	switch name {
	case "istvan":
		return Istvan
	case "human":
		return Player
	}
	c.Fault("nobody is called %q", name)
	return engine.Nobody
}

func seatName(seat engine.Seat) string {
	switch seat {
	case Istvan:
		return "istvan"
	case Player:
		return "human"
	}
	return ""
}

func (c *soloRun) major(name string) Company {
	m := MajorOf(name)
	if !slices.Contains(Book.Small.Majors, m) {
		c.Fault("no major is called %q", name)
		return SIK
	}
	return m
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// The harness reports unknown words and false statements.
func TestCasesNoticeFaults(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	fee := raw(`{"phase":"yellow","minor":{"number":3,"cash":50}}`)
	station := raw(`{"minor":{"number":7,"card":"green","entry":2,"trains":["2","2"],"cash_at_station_step":60}}`)
	stock := raw(`{"card":1,"istvan_cash":80,"prices":{"SKEV":60}}`)
	for name, in := range map[string]soloCase{
		"kind":              {Kind: "riddle"},
		"given key":         {Kind: "track_fee", Given: raw(`{"weather":1,"minor":3}`), Expect: raws{"minor_cash": raw(`40`)}},
		"key of a minor":    {Kind: "track_fee", Given: raw(`{"minor":{"number":3,"weather":1}}`), Expect: raws{"minor_cash": raw(`40`)}},
		"expected key":      {Kind: "track_fee", Given: fee, Expect: raws{"minor_cash": raw(`40`), "weather": raw(`1`)}},
		"nothing":           {Kind: "track_fee", Given: fee},
		"value":             {Kind: "track_fee", Given: fee, Expect: raws{"minor_cash": raw(`50`)}},
		"type":              {Kind: "track_fee", Given: fee, Expect: raws{"minor_cash": raw(`"much"`)}},
		"tile":              {Kind: "track_fee", Given: raw(`{"minor":3,"tiles":["C6 999/2"]}`), Expect: raws{"minor_cash": raw(`40`)}},
		"minor":             {Kind: "track_fee", Given: raw(`{"minor":5}`), Expect: raws{"minor_cash": raw(`40`)}},
		"phase":             {Kind: "track_fee", Given: raw(`{"minor":3,"phase":"gray"}`), Expect: raws{"minor_cash": raw(`40`)}},
		"remark":            {Kind: "track_fee", Given: raw(`{"minor":3,"remark":"it rains"}`), Expect: raws{"minor_cash": raw(`40`)}},
		"event":             {Kind: "card", Given: raw(`{"minor":3,"event":"it rains"}`), Expect: raws{"phase": raw(`"yellow"`)}},
		"place":             {Kind: "card", Given: raw(`{"minor":{"number":2,"entry":4,"cash":5},"Debrecen":"wet"}`), Expect: raws{"next_entry": raw(`4`)}},
		"station":           {Kind: "card", Given: station, Expect: raws{"station": raw(`"C8, Pest (city 0 of L33)"`)}},
		"no station":        {Kind: "card", Given: station, Expect: raws{"station": raw(`null`)}},
		"purchase":          {Kind: "card", Given: station, Expect: raws{"buys": raw(`"3-train (120)"`)}},
		"purchase, prose":   {Kind: "card", Given: station, Expect: raws{"buys": raw(`"something"`)}},
		"upgrade":           {Kind: "upgrade_order", Given: raw(`{"minor":3,"phase":"green"}`), Expect: raws{"upgrade": raw(`"C6 to brown"`)}},
		"another upgrade":   {Kind: "upgrade_order", Given: raw(`{"minor":3,"phase":"green"}`), Expect: raws{"upgrade": raw(`"B5 to green"`)}},
		"purchase of share": {Kind: "stock_round", Given: stock, Expect: raws{"next_purchase": raw(`"SIK"`)}},
		"human":             {Kind: "stock_round", Given: raw(`{"card":1,"human":"sleeps"}`), Expect: raws{"buys_in_order": raw(`[]`)}},
		"price move":        {Kind: "major", Given: raw(`{"major":"RABA","treasury":40}`), Expect: raws{"price_move": raw(`"2 right"`)}},
		"winner":            {Kind: "end", Given: raw(`{"cash":{"istvan":1,"human":2}}`), Expect: raws{"winner": raw(`"istvan"`)}},
		"income":            {Kind: "income", Given: raw(`{"phase_at_start_of_or":"brown"}`), Expect: raws{"each_player_this_or": raw(`30`)}},
		"level":             {Kind: "setup", Given: raw(`{"levels":["easy"]}`), Expect: raws{"easy": raw(`"red"`)}},
	} {
		expect.True(t, len(runSolo(in, true).Faults) != 0, "%s: the fault was not noticed", name)
	}
}

// soloPosition is a position as a case describes it, in the turn of its one minor.
func soloPosition(t *testing.T, given string, step Step) *soloRun {
	t.Helper()
	c := &soloRun{Run: casetest.Run{Strict: true}, soloCase: soloCase{Given: []byte(given)}}
	c.read()
	if !c.setUp() {
		t.Fatal(c.Faults)
	}
	if list := c.operating(); len(list) > 0 {
		c.begin(step, Company(list[0]-1))
	}
	return c
}

// TestIstvanStationReached: of two cities of the hex only one that is reached counts.
func TestIstvanStationReached(t *testing.T) {
	c := soloPosition(t, `{"phase":"green","minor":{"number":4,"card":"red","entry":5,"trains":["3","4"],"cash_at_station_step":60},
		"tiles":["E10 57/2","D9 57/2","C8 L33/2"]}`, StepStation)
	expect.Must(t, "on the yellow tile", len(c.s.IstvanStations()), 1)
}

// TestIstvanAboveTheLimit: he never sells, and passes.
func TestIstvanAboveTheLimit(t *testing.T) {
	c := soloPosition(t, `{"length":"long","card":1,"istvan_cash":500,"istvan_percent":{"SKEV":60,"RABA":50,"SIK":30}}`, StepTrack)
	s := c.s
	if !s.OverLimit(Istvan) {
		t.Fatalf("%d certificates", s.Certificates(Istvan))
	}
	before := s.Certificates(Istvan)
	s.Priority = Istvan
	c.must(beginStock(s, c.tx))
	c.must(istvanActs(s, c.tx))
	if s.Certificates(Istvan) != before || s.Cash.Of(Wallet(Istvan)) != 500 || s.Priority != Istvan || len(c.Faults) > 0 {
		t.Errorf("he traded: %d certificates, %d Ft, %v", s.Certificates(Istvan), s.Cash.Of(Wallet(Istvan)), c.Faults)
	}
}

// TestIstvanBegins: minors by the length of the game, start track that costs nothing, the priority deal, a limit of
// eight certificates for both (XI.1, XI.4).
func TestIstvanBegins(t *testing.T) {
	free := 0 // terrain cost of the hexes that have tiles
	for length, minors := range map[string]int{"short": 2, lengthLong: 3} {
		setup := engine.Setup{Seats: 1, Options: map[string]string{OptLength: length}}
		g, _ := expect.Get2(engine.Begin("begins", bare, setup, []string{"Ana"}, engine.Seed{1}))(t)
		s := g.Pos.(*State)
		if len(s.Alone.Plans) != minors || s.Limits().MinorsEach() != minors || s.Priority != Istvan || s.Limits().Certificates != 8 {
			t.Errorf("%s: %d minors, priority of seat %d, %+v", length, len(s.Alone.Plans), s.Priority, s.Limits())
		}
		for _, p := range s.Alone.Plans {
			if s.Purse(p.Minor) != 50 || s.Minors[p.Minor].Tokens != Companies[p.Minor].Tokens || s.Purse(SIK) != 0 {
				t.Errorf("%s: minor %d has %d Ft, SIK %d", length, p.Minor+1, s.Purse(p.Minor), s.Purse(SIK))
			}
		}
		for h, laid := range s.Board.Laid {
			if _, ok := laid.ID(); ok {
				free += s.World().Map.Hexes[h].Cost
			}
		}
	}
	expect.True(t, free != 0, "no start track lies where tiles cost something")
}

// TestIstvanStartPrices: four of the ten cards are dealt.
func TestIstvanStartPrices(t *testing.T) {
	g, _ := expect.Get2(engine.Begin("prices", bare, engine.Setup{Seats: 1}, []string{"Ana"}, engine.Seed{1}))(t)
	for _, m := range Book.Small.Majors {
		if n := g.Pos.(*State).PriceOf(m); n < 60 || n > 80 {
			t.Errorf("%s begins at %d", Companies[m].Word, n)
		}
	}
}

// TestIstvanAsksForUpgrade: between equal upgrades the player is asked; others are refused
// with those that are possible, and his answer is carried out.
func TestIstvanAsksForUpgrade(t *testing.T) {
	c := soloPosition(t, `{"phase":"green","minor":11,"tiles":["B3 619/2","B5 6/5"]}`, StepTrack)
	s := c.s
	c.must(s.Settle(c.tx))
	if s.Actor != Player || s.Alone.Asking != AskUpgrade || len(c.Faults) > 0 {
		t.Fatalf("seat %d decides %q, %v", s.Actor, s.Alone.Asking, c.Faults)
	}
	refusalCase{"another piece", s, "lay 619 B5 0", "XI.2.1", "istvan-upgrade", "lay 14 B5 B3-A4-B7-C6 lay 15 B5 C4-B3-A4-C6"}.check(t)
	for _, line := range []string{"lay 14 B5 4", "lay 15 B5 5"} {
		now := after(t, s, line)
		if now.IstvanAsks() || now.Board.Laid[must(t, s, "B5")].Tile == s.Board.Laid[must(t, s, "B5")].Tile {
			t.Errorf("%s is not carried out", line)
		}
	}
}

// must returns a hex of the map.
func must(t *testing.T, s *State, name string) track.HexID {
	t.Helper()
	h, ok := s.World().Map.Find(name)
	if !ok {
		t.Fatalf("no hex %s", name)
	}
	return h
}

// TestIstvanAsksForStation: the city that the player names gets the station.
func TestIstvanAsksForStation(t *testing.T) {
	c := soloPosition(t, `{"phase":"yellow","minor":{"number":7,"card":"green","entry":2,"trains":["2","2"],"cash_at_station_step":60},
		"tiles":["E6 L32/1","D7 9/0","C8 L33/2"]}`, StepStation)
	s := c.s
	s.Alone.Asking, s.Actor = AskStation, Player
	if _, refusal, err := try(s, "token D9"); refusal == nil || err != nil {
		t.Errorf("a city of another hex: %v, %v", refusal, err)
	}
	now := after(t, s, "token "+s.StopName(s.IstvanStations()[0]))
	if now.Minors[6].Stations != s.Minors[6].Stations+1 || now.Alone.progress(6).Done != 2 || now.IstvanAsks() {
		t.Errorf("%d stations, %d entries done", now.Minors[6].Stations, now.Alone.progress(6).Done)
	}
}

// TestIstvanFromOtherStations: a city that no track leads to from home comes after all
// others, by the distance from another station.
func TestIstvanFromOtherStations(t *testing.T) {
	c := soloPosition(t, `{"phase":"green","minor":4,"tiles":["E10 57/2","C14 6/1"]}`, StepTrack)
	s := c.s
	home, other := must(t, s, "E10"), must(t, s, "C14")
	s.Station(3, track.Place{Hex: other})
	for name, wanted := range map[string]map[track.HexID][]track.Lay{
		"E10": {home: {{}}, other: {{}}}, "C14": {other: {{}}},
	} {
		if list := s.Upgrades(3).nearestOf(wanted); len(list) != 1 || s.HexName(list[0]) != name {
			t.Errorf("%v instead of %s", list, name)
		}
	}
}

// TestIstvanJoinsCity: a city that only the new tile would join to the minor is upgraded if no other can be;
// one that the track leads to comes first.
func TestIstvanJoinsCity(t *testing.T) {
	c := soloPosition(t, `{"phase":"green","minor":4,"tiles":["E10 14/2","D9 57/0"]}`, StepTrack)
	s := c.s
	if s.Board.Reach(s.World(), Owner(3)).Meets(track.Place{Hex: must(t, s, "D9")}) {
		t.Fatal("track leads to D9 already")
	}
	lays := s.Upgrades(3).Best()
	if len(lays) == 0 {
		t.Fatal("he upgrades nothing")
	}
	for _, l := range lays {
		expect.Same(t, "he upgrades", s.HexName(l.Hex), "D9")
	}
}
