package g18mag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestBook reads the data as the program does and compares with numbers of the
// rules text.
func TestBook(t *testing.T) {
	b := expect.Get(readBook())(t)
	if b.Structure.Director != 20 || b.Structure.Share != 10 || b.Structure.Most != 60 || b.StartCash != 50 || b.StartSize != 2 || b.Markers != 3 {
		t.Errorf("III.3, VII.3: %+v, %d Ft, a %d-train, %d markers", b.Structure, b.StartCash, b.StartSize, b.Markers)
	}
	limits := []int{10, 18, 14, 11, 9}
	picks := []int{4, 6, 4, 4, 4}
	for i, want := range limits {
		if table := b.tables[i+2]; table.Certificates != want || table.Picks() != picks[i] {
			t.Errorf("%d players: %+v", i+2, table)
		}
	}
	tokens := 0
	for _, c := range b.companies {
		tokens += c.Tokens
	}
	if tokens != 8 { // II.3
		t.Errorf("%d terrain tokens", tokens)
	}
}

func TestEditions(t *testing.T) {
	cases := []struct {
		e      *Edition
		minors int
		majors string
		top    int
		rounds []int
		piles  []int
	}{
		{&Book.Large, 13, "RÁBA G&C SNW SIK SzKÉV LdStEG MÁVAG", 400, []int{1, 2, 2, 3}, []int{3, 4, 6}},
		{&Book.Small, 7, "RÁBA SIK SzKÉV LdStEG", 300, []int{1, 2, 3}, []int{3, 4}},
	}
	for _, c := range cases {
		var rounds []int
		for _, p := range c.e.Phases {
			rounds = append(rounds, p.Rounds)
		}
		majors := ""
		for _, m := range c.e.Majors {
			majors += " " + Companies[m].Word
		}
		if len(c.e.Minors) != c.minors || majors != " "+c.majors || c.e.Chart[len(c.e.Chart)-1] != c.top ||
			!slices.Equal(rounds, c.rounds) || !slices.Equal(c.e.Piles, c.piles) {
			t.Errorf("%s: %d minors, majors%s, up to %d, rounds %v, piles %v", c.e.name, len(c.e.Minors), majors, c.e.Chart[len(c.e.Chart)-1], rounds, c.e.Piles)
		}
	}
}

// TestSteps is the table of VI.4.3 and that of X.
func TestSteps(t *testing.T) {
	large := []int{-1, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4}
	small := []int{-1, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}
	for i := range large {
		expect.Same(t, fmt.Sprintf("%d paid", 10*i), Book.Large.steps(10*i), large[i])
		expect.Same(t, fmt.Sprintf("%d paid by two players", 10*i), Book.Small.steps(10*i), small[i])
	}
}

// TestProfiles: every value of a profile is one of its option.
func TestProfiles(t *testing.T) {
	for name, profile := range (Rules{}).Profiles() {
		s, err := engine.CheckSetup(bare, engine.Setup{Seats: 4, Options: profile})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		want := Settings{Consecutive: true, LateEnd: true, OOFirst: true, DirectorOnSale: true, IdleServices: true, ServiceRuns: true, NoConsent: true, AgreedEnd: true}
		if name == "book" {
			want = Settings{BestRoutes: true, SellAgain: true, SecondShare: true}
		}
		expect.Same(t, name, rulesOf(s), want)
		s.Version, want.ServiceRuns = 1, false
		expect.Same(t, fmt.Sprintf("%s of version 1", name), rulesOf(s), want)
	}
	expect.Same(t, "without options", rulesOf(engine.Setup{Version: bare.Version()}), Settings{})
}

func TestStartPrices(t *testing.T) {
	cases := []struct {
		value string
		seats int
		key   string // of the refusal; ""
	}{
		{"60,60,65,65,70,70,75", 3, ""},
		{"80, 80, 60, 75", 2, ""},
		{"60,60,60,65,70,75,80", 3, "18mag.no.prices-cards"},
		{"60,60,65,65,70,70,85", 3, "18mag.no.prices-cards"},
		{"60,60,65", 3, "18mag.no.prices-form"},
		{"dear", 3, "18mag.no.prices-form"},
		{"60,60,65,65", 3, "18mag.no.prices-form"},
		{"60,60,65,65,70,70,75", 2, "18mag.no.prices-form"},
	}
	for _, c := range cases {
		setup, err := engine.CheckSetup(bare, engine.Setup{Seats: c.seats, Options: map[string]string{OptPrices: c.value, OptSeating: "given"}})
		if err == nil {
			_, err = bare.Begin(&engine.Tx{}, setup)
		}
		r, _ := engine.AsRefusal(err)
		if got := err == nil; got != (c.key == "") || r != nil && r.Why.Key != c.key {
			t.Errorf("%q for %d: %v", c.value, c.seats, err)
		}
	}
	drawn := map[string]bool{}
	for i := range 10 {
		g, _ := expect.Get2(engine.Begin("prices", bare, engine.Setup{Seats: 3}, nil, engine.Seed(fmt.Sprint(i))))(t)
		prices := engine.Each(Book.Large.Majors, func(c Company) string {
			return strconv.Itoa(g.Pos.(*State).PriceOf(c))
		})
		list := strings.Join(prices, ",")
		if err := checkPrices(list); err != nil {
			t.Errorf("%s is drawn: %v", list, err)
		}
		drawn[list] = true
	}
	expect.True(t, len(drawn) >= 5, "10 games have %d lists of start prices", len(drawn))
}
