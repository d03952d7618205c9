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
