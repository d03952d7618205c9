package g18mag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// printed is a second copy of the book's figures, read independently of the data (II to VII, X).
const printed = `
1: E12 C8, 0 tokens, stations 0 40 80
2: D19 B15, 0 tokens, stations 0 40 80
3: E10 C6, 0 tokens, stations 0 40 80
4: G14 E10, 0 tokens, stations 0 40 80
5: H27 , 3 tokens, stations 0 40 80
6: B17 A12, 1 tokens, stations 0 40 80
7: G10 E6, 1 tokens, stations 0 40 80
8: H5 , 0 tokens, stations 0 40 80
9: I14 , 0 tokens, stations 0 40 80
10: H17 , 0 tokens, stations 0 40 80
11: D7 B3, 0 tokens, stations 0 40 80
12: H23 , 2 tokens, stations 0 40 80
13: I2 , 1 tokens, stations 0 40 80
RÁBA stations 40 80
G&C stations 40 80
SNW stations 40 80
SIK stations 40 80
SzKÉV stations 40 80
LdStEG stations 40 80
MÁVAG stations 40 80
cards 60 60 65 65 70 70 75 75 80 80
chart 55 60 65 70 75 80 85 90 95 100 110 120 130 140 152 164 178 192 208 224 242 260 280 300 320 340 360 380 400
trains 2 80 LdStEG 40, 3 120 MÁVAG 60, 4 200 LdStEG 100, 6 320 MÁVAG 160
services RÁBA G&C SNW, green 10 20 30, brown 20 30 40
chart 55 60 65 70 75 80 85 90 95 100 110 120 130 140 152 164 178 192 208 224 242 260 280 300
trains 2 80 LdStEG 20, 3 120 LdStEG 30, 4 200 LdStEG 50
services RÁBA, green 10, brown 20
2 players: 3 and 1 of 1
3 players: 4 and 2 of 1
4 players: 3 and 1 of 1
5 players: 2 and 2 of 2
6 players: 2 and 2 of 2
pieces 23 24: 6
`

// TestPrinted compares the data with it.
func TestPrinted(t *testing.T) {
	var b strings.Builder
	words := func(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }
	for i, c := range Book.companies {
		if Company(i).Minor() {
			fmt.Fprintf(&b, "%s: %s %s, %d tokens, stations %s\n", c.Word, c.Homes[0].Hex, c.Homes[1].Hex, c.Tokens, words(c.TokenCosts))
		} else {
			fmt.Fprintf(&b, "%s stations %s\n", c.Word, words(c.TokenCosts))
		}
	}
	fmt.Fprintf(&b, "cards %s\n", words(Book.Cards))
	for _, e := range []*Edition{&Book.Large, &Book.Small} {
		fmt.Fprintf(&b, "chart %s\n", words(e.Chart))
		var trains, services []string
		for _, train := range e.goods.Trains {
			trains = append(trains, fmt.Sprintf("%d %d %s %d", train.Size, train.Price, Companies[train.Seller].Word, train.Share))
		}
		for _, c := range e.goods.Services {
			services = append(services, Companies[c].Word)
		}
		fmt.Fprintf(&b, "trains %s\n", strings.Join(trains, ", "))
		fmt.Fprintf(&b, "services %s, green %s, brown %s\n", words(services), words(e.goods.Prices["green"]), words(e.goods.Prices["brown"]))
	}
	for n := 2; n <= 6; n++ {
		l := Book.tables[n]
		fmt.Fprintf(&b, "%d players: %d and %d of %d\n", n, l.minors, l.shares, l.each)
	}
	set := Book.Large.world.Set
	for _, s := range set.Stacks {
		if set.Tiles[s.Faces[0]].Number == "23" || set.Tiles[s.Faces[0]].Number == "24" {
			fmt.Fprintf(&b, "pieces 23 24: %d\n", s.Count)
		}
	}
	expect.Same(t, "the data say", b.String(), printed[1:])
}

// TestKinds: the first tiles of each kind of hex; upgrades follow the colours and keep label and stops, but for cities that join (VI.3.2,
// VI.3.3).
func TestKinds(t *testing.T) {
	first := map[string]string{"open": "7 8 9", "town": "3 4 58", "city": "5 57 6", "city_k": "5 57 6", "city_oo": "L32", "city_b": "L33"}
	w := Book.Large.world
	for i := range w.Map.Hexes {
		h := &w.Map.Hexes[i]
		var list []string
		for _, u := range h.First {
			list = append(list, w.Set.Tiles[u.To].Number)
		}
		slices.Sort(list)
		if want := map[bool]string{true: "", false: first[h.Kind]}[h.Fixed]; h.Name != "F9" && strings.Join(list, " ") != want {
			t.Errorf("on %s, a %s, there may be laid %v", h.Name, h.Kind, list)
		}
	}
	colours := []string{"yellow", "green", "brown", "gray"}
	for from := range w.Set.Tiles {
		old := &w.Set.Tiles[from]
		for _, u := range w.Set.Upgrades[from] {
			to := &w.Set.Tiles[u.To]
			if slices.Index(colours, to.Colour) != slices.Index(colours, old.Colour)+1 || to.Label != old.Label {
				t.Errorf("%s (%s %s) is followed by %s (%s %s)", old.Number, old.Colour, old.Label, to.Number, to.Colour, to.Label)
			}
			joins := old.Label == "OO" || old.Label == "B"
			if len(to.Stops) != len(old.Stops) && !joins || len(to.Stops) > 0 && to.Stops[0].Kind != old.Stops[0].Kind {
				t.Errorf("%s with %d stops is followed by %s with %d", old.Number, len(old.Stops), to.Number, len(to.Stops))
			}
		}
	}
}

// TestByBook: new games run only the best routes, older ones keep their rule (VI.3.7, R-18).
func TestByBook(t *testing.T) {
	for version, want := range map[int]bool{0: true, 3: true, 2: false, 1: false} {
		setup, err := engine.CheckSetup(bare, engine.Setup{Seats: 3, Version: version})
		if r := rulesOf(setup); err != nil || r.BestRoutes != want || r.SellAgain != want || r.SecondShare != want || r.LowLimits {
			t.Errorf("version %d: %+v, %v", version, r, err)
		}
	}
}

// byBook sets rules of the book that other games may vary.
func byBook(s *State) {
	s.Rules = rulesOf(engine.Setup{Seats: s.Seats, Version: Rules{}.Version(), Options: engine.Defaults(Rules{}.Options())})
}

// TestSellTwice: one major is sold as often in a turn as its owner likes, with a step after each sale; so a player above the limit
// gets below it (VII.1, VII.4, R-72).
func TestSellTwice(t *testing.T) {
	s := after(t, inStock(t, 3, shares(0, "SIK 50"), priced(SIK, 100), money(1, 500), byBook), "sell 1 SIK", "sell 2 SIK")
	if s.Cash.Of(0) != 100+2*95 || s.PriceOf(SIK) != 90 || s.Held(SIK, 0) != 20 || s.Actor != 0 {
		t.Errorf("%d Ft, price %d, %d %%, seat %d acts", s.Cash.Of(0), s.PriceOf(SIK), s.Held(SIK, 0), s.Actor)
	}
	over := inStock(t, 6, shares(0, "RABA 60,G&C 20,SNW 20,SIK 20,SKEV 20,LdStEG 20,MAVAG 20"), money(1, 500), byBook)
	if over = after(t, over, "sell 1 RABA", "sell 1 RABA"); over.Certificates(0) != 9 || over.OverLimit(0) {
		t.Errorf("%d certificates", over.Certificates(0))
	}
}

// TestSecondShare: at the limit only the share that becomes the director's certificate can be bought, and none
// above the limit (VII.3, R-12).
func TestSecondShare(t *testing.T) {
	at := func(own string, changes ...func(*State)) *State {
		return inStock(t, 6, append([]func(*State){shares(0, own), money(0, 500), byBook}, changes...)...)
	}
	full := "RABA 50,G&C 50,SIK 10" // 4 and 4 certificates, and one
	s := at(full)
	if n := s.Certificates(0); n != 9 || s.Limits().Certificates != 9 {
		t.Fatalf("%d certificates, limit %d", n, s.Limits().Certificates)
	}
	refusalCase{"another share", s, "buy SNW", "VII.3", "limit", ""}.check(t)
	if got := after(t, s, "buy SIK"); got.DirectorOf(SIK) != 0 || got.Certificates(0) != 9 {
		t.Errorf("director %d, %d certificates", got.DirectorOf(SIK), got.Certificates(0))
	}
	refusalCase{"it has a director", at(full, shares(1, "SIK 20")), "buy SIK", "VII.3", "limit", ""}.check(t)
	refusalCase{"above the limit", at("RABA 50,G&C 50,SIK 10,SNW 10"), "buy SIK", "VII.3", "limit", ""}.check(t)
	refusalCase{"under the option", at(full, func(s *State) { s.Rules.SecondShare = false }), "buy SIK", "VII.3", "limit", ""}.check(t)
}

// TestCertificateLimits: as the table is usually read, and by its printed heads (VII.3, R-01).
func TestCertificateLimits(t *testing.T) {
	usual, printed := [7]int{0, 0, 10, 18, 14, 11, 9}, [7]int{0, 0, 10, 14, 11, 9, 9}
	for n := 2; n <= 6; n++ {
		s := &State{Seats: n}
		low := &State{Seats: n, Rules: rulesOf(engine.Setup{Seats: n, Version: 3, Options: map[string]string{optLimits: "14-11-9-9"}})}
		if s.Limits().Certificates != usual[n] || low.Limits().Certificates != printed[n] || s.Limits().Picks() != low.Limits().Picks() {
			t.Errorf("%d players: %d, printed %d", n, s.Limits().Certificates, low.Limits().Certificates)
		}
	}
}
