package g18mag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// Points of the rules that a reader may doubt, under the default options: the recordings of the public site use
// others.

// course writes down how a game without minors and money plays itself: rounds,
// markers and phases as they are reported.
func course(t *testing.T, s *State) string {
	t.Helper()
	tx := &engine.Tx{Pos: s}
	expect.NoError(t, endRound(s, tx))
	var out []string
	for _, r := range tx.Since(0) {
		n := func(name string) int { return r.Of(name).Int }
		switch strings.TrimPrefix(r.Key, "18mag.report.") {
		case "operating":
			out = append(out, fmt.Sprintf("%d.%d/%d", n("set"), n("round"), n("of")))
		case "stock":
			out = append(out, fmt.Sprintf("SR%d", n("set")))
		case "last-stock":
			out = append(out, fmt.Sprintf("last-SR%d", n("set")))
		case "no-train":
			out = append(out, fmt.Sprintf("%d:%d", n("train"), n("n")))
		case "phase":
			phase, _ := r.Arg("phase")
			out = append(out, strings.TrimPrefix(phase.Text, "18mag.phase."))
		case "end":
			out = append(out, "end")
		}
	}
	return strings.Join(out, " ")
}

// Markers fill pile after pile, each third one opens a phase and cuts the set
// short, and the last phase has no markers (IV, VI.3.9, VI.4.3, R-03, IX, X).
func TestAuditCourse(t *testing.T) {
	marked := func(markers ...Pile) func(*State) { return func(s *State) { s.Piles = markers } }
	sold := func(s *State) { s.Sold = true }
	for _, c := range []struct {
		name string
		s    *State
		want string
	}{
		{"no train ever", inRound(t, 3, 0, 1, 1),
			"3:1 SR2 2.1/1 3:2 SR3 3.1/1 3:3 green SR4 4.1/2 4:1 4.2/2 4:2 SR5 5.1/2 4:3 brown SR6 6.1/2 6:1 6.2/2 6:2 SR7 7.1/2 6:3 gray last-SR8 8.1/3 8.2/3 8.3/3 end"},
		{"two players", inRound(t, 2, 0, 1, 1),
			"3:1 SR2 2.1/1 3:2 SR3 3.1/1 3:3 green SR4 4.1/2 4:1 4.2/2 4:2 SR5 5.1/2 4:3 brown last-SR6 6.1/3 6.2/3 6.3/3 end"},
		{"the cheapest pile that still has its indicator", inRound(t, 3, 2, 5, 2, marked(Pile{Used: true}, Pile{Markers: 2}, Pile{Used: true})),
			"4:3 gray last-SR6 6.1/3 6.2/3 6.3/3 end"},
		{"a sale in between leaves the markers", inRound(t, 3, 1, 3, 1, sold, marked(Pile{Used: true}, Pile{Markers: 2}, Pile{})),
			"3.2/2 4:3 brown SR4 4.1/2 6:1 4.2/2 6:2 SR5 5.1/2 6:3 gray last-SR6 6.1/3 6.2/3 6.3/3 end"},
	} {
		expect.Same(t, c.name, course(t, c.s), c.want)
	}
}

// A sale by the bank removes the markers of its own pile only, and uses up its indicator; one by a minor
// removes none and does not count (VI.3.8, VI.3.9, VI.4.3).
func TestAuditSalesAndMarkers(t *testing.T) {
	marked := func(s *State) { s.Piles = []Pile{{Markers: 2}, {Markers: 1}, {}} }
	base := turnOf(t, 3, 10, owns(700), marked, atStep(StepTrains), func(s *State) { s.Rounds = 2; s.Minors[12].Trains = []int{3} })
	for _, c := range []struct {
		lines string
		piles string
		sold  bool
		phase int
		left  int // rounds of the set
	}{
		{"buy 2", "[{false 2} {false 1} {false 0}]", true, 0, 2},
		{"buy 3", "[{true 0} {false 1} {false 0}]", true, 1, 1},
		{"buy 3,buy 3", "[{true 0} {false 1} {false 0}]", true, 1, 1},
		{"buy 3,buy 6", "[{true 0} {false 1} {true 0}]", true, 2, 1},
		{"buy 6,buy 4", "[{false 2} {true 0} {true 0}]", true, 2, 1},
		{"buy 3 from 13 for 100", "[{false 2} {false 1} {false 0}]", false, 0, 2},
		{"buy 2 from 5 for 30,agree", "[{false 2} {false 1} {false 0}]", false, 0, 2},
	} {
		s := after(t, base, strings.Split(c.lines, ",")...)
		if piles := fmt.Sprint(s.Piles); piles != c.piles || s.Sold != c.sold || s.Phase != c.phase || s.Rounds != c.left {
			t.Errorf("%s: piles %s, sold %v, phase %d, %d rounds", c.lines, piles, s.Sold, s.Phase, s.Rounds)
		}
	}
}

// A new phase applies at once, to the next minor of the round (VI.3.9).
func TestAuditPhaseAtOnce(t *testing.T) {
	s := turnOf(t, 3, 10, owns(400), atStep(StepTrains), laid(t, "L33 E12 2"), inPhase(1))
	refusalCase{"before", s, "lay 209 E12", "VI.3.1", "step-over", ""}.check(t)
	s = after(t, s, "buy 4", "done") // brown; minor 1 is next
	price, _ := s.ServicePrice()
	if s.Company() != 0 || price != 20 || s.Goods().Bonus[s.PhaseColour()] != 30 || !slices.Contains(s.Colours(), "brown") {
		t.Errorf("company %d, a service costs %d, phase %s", s.Company(), price, s.PhaseRules().Name)
	}
	area := &s.Board.Stops(s.World(), hexOn(t, s, "J15"))[0]
	expect.True(t, area.Worth(s.PhaseColour()) != area.Worth(Yellow), "Belgrád is still worth %d", area.Worth(Yellow))
}

// The sale of a train waits for the seller's owner and for nobody else: until his
// word nothing can happen that would spoil it (VI.3.8, R-19).
func TestAuditConsent(t *testing.T) {
	s := after(t, turnOf(t, 3, 10, owns(100, 2), atStep(StepTrains)), "buy 2 from 5 for 100")
	expect.Must(t, "waiting for", engine.Waiting(s, 3), []engine.Seat{s.Minors[4].Owner})
	verbs := engine.Each(prompt(s).Verbs, func(v engine.Verb) string { return v.Name })
	expect.Same(t, fmt.Sprintf("the seller's owner may %v", verbs), fmt.Sprint(verbs), "[agree refuse]")
	yes := after(t, s, "agree") // the last Forint, the only train
	if yes.Purse(9) != 0 || yes.Purse(4) != 150 || len(yes.Minors[4].Trains) != 0 || yes.At != 1 {
		t.Errorf("purses %d and %d, %v, company %d acts", yes.Purse(9), yes.Purse(4), yes.Minors[4].Trains, yes.At)
	}
	no := after(t, s, "refuse", "buy 2 from 5 for 90", "refuse", "buy 2")
	if no.Purse(9) != 20 || len(no.Minors[9].Trains) != 2 {
		t.Errorf("after two refusals: %d Ft, %v", no.Purse(9), no.Minors[9].Trains)
	}
}

// One fee of 10 Ft for two tile actions, for the second one; a token pays the terrain of its own action
// (VI.3.2, R-14, R-15).
func TestAuditTileActions(t *testing.T) {
	green := inPhase(1)
	token := func(s *State) { s.Minors[s.Company()].Tokens = 1 }
	for _, c := range []struct {
		name             string
		s                *State
		lines            string
		minor, sik, skev int
		tokens           int
	}{
		{"an OO hex tiled and upgraded", turnOf(t, 3, 4, green, owns(50, 2)), "lay L32 G14 0,lay 8858 G14 0", 20, 20, 10, 0},
		{"the same with a token", turnOf(t, 3, 4, green, owns(10, 2), token), "lay L32 G14 0,lay 8858 G14 0 with token", 0, 20, 10, 0},
		{"Budapest tiled and upgraded", turnOf(t, 3, 1, green, owns(50, 2)), "lay L33 E12,lay 209 E12 2", 20, 20, 10, 0},
		{"two tokens in a turn", turnOf(t, 3, 5, owns(10, 2)), "lay 5 H27 1 with token,lay 8 H25 G24-H27 with token", 0, 30, 10, 1},
		{"terrain once", turnOf(t, 3, 10, green, owns(50, 2), laid(t, "57 H17 1")), "lay 9 H19 1,lay 23 H19 1", 20, 20, 10, 0},
	} {
		s := after(t, c.s, strings.Split(c.lines, ",")...)
		m := c.s.Company()
		expect.Same(t, c.name,
			[4]int{s.Purse(m), s.Purse(SIK), s.Purse(szKEV), s.Minors[m].Tokens}, [4]int{c.minor, c.sik, c.skev, c.tokens})
		expect.True(t, s.Turn.Step != StepTrack, "%s: a third action is asked for", c.name)
	}
}

// Budapest: L33 lies river over river only, and the stations follow their exits;
// the green tile takes any rotation that keeps the track (VI.3.3, R-35).
func TestAuditBudapest(t *testing.T) {
	major := func(s *State) { s.Station(SIK, track.Place{Hex: hexOn(t, s, "E12")}) } // Buda
	s := turnOf(t, 3, 1, inPhase(1), owns(100, 2), major)
	for _, turn := range []string{"0", "1", "3", "4", "5"} {
		refusalCase{"L33 turned " + turn, s, "lay L33 E12 " + turn, "VI.3.2", "fixed-turn", ""}.check(t)
	}
	s = after(t, s, "lay L33 E12")
	own, _ := s.Board.Own(Owner(0), hexOn(t, s, "E12"))
	other, _ := s.Board.Own(Owner(SIK), hexOn(t, s, "E12"))
	expect.Same(t, "Pest and Buda are cities",
		[2]int{s.Board.Stations[own].Stop, s.Board.Stations[other].Stop}, [2]int{0, 1})
	shape := s.Board.Shape(s.World(), hexOn(t, s, "E12"))
	if shape.Edges[0] != 1<<3|1<<5 || shape.Edges[1] != 1<<0|1<<2 {
		t.Errorf("exits of the cities: %06b %06b", shape.Edges[0], shape.Edges[1])
	}
	turns := map[int]bool{}
	for _, l := range s.Lays() {
		if s.Tile(l.Tile).Number == "209" {
			turns[l.Turn] = true
		}
	}
	expect.True(t, len(turns) != 0, "209 cannot follow")
}

// A bare OO city has a circle for a major; the home comes to the city with track
// whichever of the two circles it had (R-34, default).
func TestAuditBareCities(t *testing.T) {
	for _, c := range []struct {
		name  string
		minor int // whose home is the hex
		hex   string
		taken bool // drafted
		major int  // circle of SIK
		want  string
	}{
		{"home in 2, major in 1", 4, "G14", true, 0, "4:1 SIK:2"},
		{"home in 1, major in 2", 2, "D19", true, 1, "2:1 SIK:2"},
		{"not drafted, major in 2", 4, "G14", false, 1, "SIK:1"},
		{"not drafted, major in 1", 7, "G10", false, 0, "SIK:1"},
	} {
		s := turnOf(t, 3, 1)
		h := hexOn(t, s, c.hex)
		if !c.taken {
			s.Board.Stations = slices.DeleteFunc(s.Board.Stations, func(st track.Station) bool { return st.Hex == h })
		}
		s.Station(SIK, track.Place{Hex: h, Stop: c.major})
		laid(t, "L32 "+c.hex+" 0")(s)
		var got []string
		for _, st := range s.Board.Stations {
			if st.Hex == h {
				got = append(got, fmt.Sprintf("%s:%d", Companies[st.Owner].Word, st.Stop+1))
			}
		}
		expect.Same(t, []any{c.name, got}, strings.Join(got, " "), c.want)
	}
}

// An upgrade is connected when its new part is, and only its connection counts:
// a new part that leads nowhere may be laid (VI.3.3).
func TestAuditUpgradeConnection(t *testing.T) {
	s := turnOf(t, 3, 10, inPhase(1), owns(100, 2), laid(t, "57 H17 1", "9 H19 0")) // H19 passes H17 by
	found := 0
	for _, l := range s.Lays() {
		if s.HexName(l.Hex) != "H19" {
			continue
		}
		found++
		expect.True(t, s.World().Exits(l)&(1<<1) != 0, "%s turned %d has no exit to H17", s.Tile(l.Tile).Number, l.Turn)
	}
	expect.True(t, found != 0, "H19 cannot be upgraded")
	played(t, s, "lay 20 H19 I18-H17-G20-H21")
}

// On the lake no piece of track of any colour joins the two sides (VI.3.2 item 4, VI.3.3).
func TestAuditLake(t *testing.T) {
	for _, c := range []struct {
		seats int
		hex   string
	}{{3, "F9"}, {2, "D5"}} {
		for _, first := range []string{"7", "8", "9"} {
			s := turnOf(t, c.seats, 1, inPhase(1))
			h := hexOn(t, s, c.hex)
			legal := 0
			for turn := range 6 {
				l := track.Lay{Hex: h, Tile: tileOn(t, s, first), Turn: turn}
				if s.Board.Fits(s.World(), s.Colours(), l).Why != track.Legal {
					continue
				}
				legal++
				with := s.Clone().(*State)
				with.PlaceTile(l)
				lakeUpgrades(t, with, h)
			}
			expect.Same(t, fmt.Sprintf("%s: tile %s fits in %d ways", c.hex, first, legal), legal > 0, first != "9")
		}
	}
}

// lakeUpgrades looks at all tiles that may follow on the lake: sides 1, 2, 3 and
// 4, 5, 0 are parted.
func lakeUpgrades(t *testing.T, s *State, h track.HexID) {
	t.Helper()
	for _, u := range s.Board.Upgrades(s.World(), h) {
		for turn := range 6 {
			l := track.Lay{Hex: h, Tile: u.To, Turn: turn}
			if s.Board.Fits(s.World(), s.Colours(), l).Why != track.Legal {
				continue
			}
			for _, p := range s.Tile(u.To).Paths {
				a, b := (int(p.A)+turn)%6, (int(p.B)+turn)%6
				if north := []int{1, 2, 3}; slices.Contains(north, a) != slices.Contains(north, b) {
					t.Errorf("tile %s turned %d joins the sides %d and %d of the lake", s.Tile(u.To).Number, turn, a, b)
				}
			}
		}
	}
}

// Both faces of a piece come from one stack, no piece is turned over on the map,
// and a piece that is replaced can be laid again at once (VI.3.3, VI.3.3.1).
func TestAuditPieces(t *testing.T) {
	s := turnOf(t, 3, 10, inPhase(1), owns(100, 2), laid(t, "57 H17 1"))
	five, fiftySeven := tileOn(t, s, "5"), tileOn(t, s, "57")
	if s.Board.PiecesLeft(s.World(), five) != 9 || s.Board.PiecesLeft(s.World(), fiftySeven) != 9 {
		t.Errorf("%d and %d are left", s.Board.PiecesLeft(s.World(), five), s.Board.PiecesLeft(s.World(), fiftySeven))
	}
	refusalCase{"turned over", s, "lay 5 H17 1", "VI.3.3", "wrong-upgrade", ""}.check(t)
	laid(t, "9 H19 1", "57 H21 1")(s)
	s.Board.Left[s.Tile(five).Group] = 0
	s = after(t, s, "lay 14 H17 1")
	expect.Must(t, "pieces left after an upgrade", s.Board.PiecesLeft(s.World(), five), 1)
}

// K hexes: an ordinary yellow city tile, then K tiles to the end (VI.3.3).
func TestAuditK(t *testing.T) {
	for _, name := range []string{"I2", "H23", "H27"} {
		s := turnOf(t, 3, 1)
		h := hexOn(t, s, name)
		ends := map[string]bool{}
		var grow func(s *State)
		grow = func(s *State) {
			for _, u := range s.Board.Upgrades(s.World(), h) {
				to := s.Tile(u.To)
				if k := to.Label == "K"; k == (to.Colour == Yellow) {
					t.Errorf("%s: %s tile %s is labelled %q", name, to.Colour, to.Number, to.Label)
				}
				if to.Colour == "gray" {
					ends[to.Number] = true
				}
				with := s.Clone().(*State)
				for turn := range 6 {
					l := track.Lay{Hex: h, Tile: u.To, Turn: turn}
					if with.Board.Fits(with.World(), Book.Large.Phases[3].Colours, l).Why == track.Legal {
						with.PlaceTile(l)
						grow(with)
						break
					}
				}
			}
		}
		grow(s)
		if !ends["L36"] || len(ends) != 1 {
			t.Errorf("%s ends in %v", name, ends)
		}
	}
}

// A minor that only reaches a mine must answer, and has no route; a mine has no place for a station (R-16,
// R-49, VI.3.4).
func TestAuditMineOnly(t *testing.T) {
	s := turnOf(t, 3, 6, laid(t, "57 B17 0"), owns(100, 2), atStep(StepScrap))
	s = after(t, s, "pass")
	expect.Must(t, "the step is", s.Turn.Step, StepRun)
	refusalCase{"it does not count", s, "run B17-A18", "VI.2", "run-too-short", ""}.check(t)
	refusalCase{"nor does the service help", s, "service snw", "R-06", "service-useless", ""}.check(t)
	refusalCase{"no station", turnOf(t, 3, 6, laid(t, "57 B17 0"), owns(100, 2)), "token A18", "VI.3.4", "no-city", ""}.check(t)
	for _, line := range []string{"run best", "run nothing"} {
		if next := after(t, s, line); next.Turn.Step == StepRun || next.Purse(5) != 100 {
			t.Errorf("%s: %+v, %d Ft", line, next.Turn, next.Purse(5))
		}
	}
}

// Halves can end in 5, on both sides (VI.3.7).
func TestAuditHalves(t *testing.T) {
	s := turnOf(t, 3, 10, laid(t, "57 H17 2", "57 G16 2"), atStep(StepRun), func(s *State) {
		s.Station(SIK, track.Place{Hex: hexOn(t, s, "G16")})
	})
	s = after(t, s, "run best")
	expect.Same(t, "revenue, owner and treasury",
		[3]int{s.Runs[0].Revenue, s.Cash.Of(Wallet(s.Minors[9].Owner)), s.Purse(9)}, [3]int{50, 25, 75})
}

// Under R-18 the best is asked for, with the services that were bought; another
// set of the same worth will do.
func TestAuditBestRoutes(t *testing.T) {
	s := problem(t, minorThree)
	s.Rules.BestRoutes = true
	if _, _, r := asked(s, "run best"); r != nil {
		t.Errorf("the best: %v", r)
	}
	p := s.BestRun(s.Company())
	if _, _, r := asked(s, "run "+strings.Join(p.Routes, ", ")); r != nil {
		t.Errorf("its routes by name: %v", r)
	}
	if _, _, r := asked(s, "run 2: E10-E12, 4: I14-I16-H17-G18-F17-E16-E14-E12-D13-B15-A18"); r == nil || r.Rule != "R-18" {
		t.Errorf("less: %v", r)
	}
	if _, _, r := asked(s, "run nothing"); r == nil || r.Rule != "VI.3.6" {
		t.Errorf("nothing: %v", r)
	}
}

// A player above the limit sells until it is kept, over as many majors as necessary; below it he may buy in the
// same turn, at it he may not (R-11, R-12, VII.1).
func TestAuditForcedSale(t *testing.T) {
	s := inStock(t, 6, shares(1, "SKEV 30,SNW 40"), shares(0, "RABA 50,G&C 30,SNW 30,SKEV 20"), money(0, 500))
	expect.Must(t, "certificates", s.Certificates(0), 11)
	one := after(t, s, "sell 1 SKEV")
	refusalCase{"still above", one, "pass", "R-11", "over-limit", ""}.check(t)
	refusalCase{"and sold once", one, "sell 1 SKEV", "VII.4", "sold-once", ""}.check(t)
	at := after(t, one, "sell 1 SNW")
	refusalCase{"at the limit", at, "buy SIK", "VII.3", "limit", ""}.check(t)
	below := after(t, at, "sell 1 RABA")
	refusalCase{"what was sold", below, "buy RABA", "VII.5", "sold-before", ""}.check(t)
	if bought := after(t, below, "buy SIK"); bought.Held(SIK, 0) != 10 || bought.Actor != 1 {
		t.Errorf("%d %% of SIK, seat %d acts", bought.Held(SIK, 0), bought.Actor)
	}
}

// If a player above the limit can sell nothing more this turn, the turn has ended: of the other majors he has
// only the director's certificate (R-11, R-13, VII.4).
func TestAuditForcedSaleEnds(t *testing.T) {
	s := inStock(t, 6, shares(0, "RABA 60,G&C 20,SNW 20,SIK 20,SKEV 20,LdStEG 20,MAVAG 20"), money(0, 500), money(1, 500))
	expect.Must(t, "certificates", s.Certificates(0), 11)
	s = after(t, s, "sell 1 RABA")
	if s.Actor != 1 || s.Trade.Passed != 0 || s.Certificates(0) != 10 {
		t.Errorf("seat %d acts after %d passes, %d certificates", s.Actor, s.Trade.Passed, s.Certificates(0))
	}
	s = after(t, s, "pass", "sell 1 RABA") // at the limit now: no purchase and no other sale is possible
	expect.Same(t, "actor", s.Actor, 1)
	expect.Same(t, "certificates", s.Certificates(0), 9)
}

// A major with a director has nine certificates, however shares move (III.3.3, VII.6): the bank receives
// certificates of 10 %.
func TestAuditCertificatesOfTheBank(t *testing.T) {
	s := inStock(t, 3, shares(0, "SIK 20"), shares(1, "SIK 20"), money(2, 1000), money(1, 1000))
	s = after(t, s, "sell 1 SIK", "pass")
	if s.DirectorOf(SIK) != 1 || s.Shares.Ordinary(Book.Structure, SIK.Share(), -1) != 70 || s.Certificates(0) != 1 || s.Certificates(1) != 1 {
		t.Errorf("director %d, %d %% in the bank, %d and %d certificates", s.DirectorOf(SIK), s.Shares.Ordinary(Book.Structure, SIK.Share(), -1), s.Certificates(0), s.Certificates(1))
	}
	// Without director the bank keeps the director's certificate back.
	free := inStock(t, 6, shares(0, "SIK 10"), shares(1, "SIK 10"), shares(2, "SIK 10"), shares(3, "SIK 10"), shares(4, "SIK 10"), money(5, 1000))
	expect.Same(t, "% are for sale", free.Shares.Ordinary(Book.Structure, SIK.Share(), -1), 30)
}
