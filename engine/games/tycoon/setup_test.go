package tycoon

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// set begins a game with options.
func set(t *testing.T, seats int, options map[string]string) *State {
	t.Helper()
	return seeded(t, "setup", seats, options)
}

// seeded begins a game under a seed.
func seeded(t *testing.T, seed string, seats int, options map[string]string) *State {
	t.Helper()
	setup := expect.Get(engine.CheckSetup(New(), engine.Setup{Seats: seats, Options: options}))(t)
	names := []string{"Ann", "Bob", "Cid", "Dan", "Eva", "Fay"}
	g, _ := expect.Get2(engine.Begin("a", New(), setup, names[:seats], engine.Seed(seed)))(t)
	return g.Pos.(*State)
}

// TestSetup has cases S01 and S02, and each number of players (Set-up).
func TestSetup(t *testing.T) {
	for _, c := range []struct{ seats, onMap, up, deck int }{
		{2, 81, 7, 30}, {3, 81, 9, 28}, {4, 110, 11, 26}, {5, 110, 13, 24}, {6, 110, 15, 22},
	} {
		s := set(t, c.seats, nil)
		n, drawn := 0, Cubes{}
		for _, town := range s.Cities {
			n += town.Cubes.Total()
			for k := range drawn {
				drawn[k] += town.Cubes[k]
			}
		}
		for k := range drawn {
			if drawn[k] == 0 || drawn[k]+s.Bag[k] != 25 {
				t.Errorf("%d seats: %d %s cubes are drawn, %d are in the bag", c.seats, drawn[k], Colour(k+1), s.Bag[k])
			}
		}
		if n != c.onMap || s.Bag.Total() != 125-c.onMap || len(s.Up) != c.up || len(s.Deck) != c.deck {
			t.Errorf("%d seats: %d cubes on the map, %d in the bag, %d cards up, %d in the deck", c.seats, n, s.Bag.Total(), len(s.Up), len(s.Deck))
		}
		barons := map[int]bool{}
		for _, p := range s.Players {
			barons[p.Baron] = true
			if p.Money != 0 || p.Shares != 0 || p.Position != 0 || p.Engine != 1 || p.Baron < 1 || p.Baron > 10 {
				t.Errorf("%d seats: a player begins with %+v", c.seats, p)
			}
		}
		if len(barons) != c.seats || s.Up[0] != 1 || s.Up[1] != 2 || s.Up[2] != 3 {
			t.Errorf("%d seats: barons %v, cards up %v", c.seats, barons, s.Up)
		}
	}
	first, all := map[int]bool{}, map[int]bool{}
	for seed := range strings.FieldsSeq("a b c d e f g h") {
		players := seeded(t, seed, 6, nil).Players
		first[players[0].Baron] = true
		for _, p := range players {
			all[p.Baron] = true
		}
	}
	if len(first) < 3 || len(all) != 10 {
		t.Errorf("the first player is dealt the Tycoon cards %v, all players %v", first, all)
	}
}

// TestSetupCities is the list of case S01, and its complement with four players.
func TestSetupCities(t *testing.T) {
	few, many := set(t, 3, nil), set(t, 4, nil)
	for name, want := range map[string][2]int{"New York": {4, 5}, "Albany": {1, 2}, "Toledo": {1, 1}} {
		for c, p := range few.book.Cities {
			if p.Name == name && (few.Cities[c].Cubes.Total() != want[0] || many.Cities[c].Cubes.Total() != want[1]) {
				t.Errorf("%s has %d cubes with three players, %d with four", name, few.Cities[c].Cubes.Total(), many.Cities[c].Cubes.Total())
			}
		}
	}
}

// TestSetupOptions sets each option.
func TestSetupOptions(t *testing.T) {
	plain := set(t, 4, nil)
	if plain.Rules != (Variant{FreeRivers: true}) || plain.First != 0 || plain.Auction.Speaker != 0 {
		t.Errorf("without options: %+v, first %d", plain.Rules, plain.First)
	}
	s := set(t, 4, map[string]string{optNovice: "on", optCrossing: "2", optIncome: "flat", optGrant: "rivers_paid", optBox: "on"})
	if s.Rules != (Variant{Novice: true, CrossingCost: 2, FlatIncome: true, BoxLimits: true}) || s.Up != nil || s.Deck != nil || s.Players[1].Baron != 0 {
		t.Errorf("with options: %+v, cards %v, %v, baron %d", s.Rules, s.Up, s.Deck, s.Players[1].Baron)
	}
	first := map[engine.Seat]bool{}
	for _, seed := range strings.Fields("a b c d e f g h i j k l") {
		s := seeded(t, seed, 3, map[string]string{optFirst: drawn})
		first[s.First] = true
		expect.Same(t, "speaker", s.Auction.Speaker, s.First)
	}
	expect.Same(t, first, len(first), 3)
}
