package g18mag

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

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
