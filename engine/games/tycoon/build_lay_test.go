package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// billText writes a bill as the table below does: "N34 2+1r, >4".
func billText(s *State, b *Bill) string {
	var parts []string
	for _, i := range b.Tracks {
		text := fmt.Sprintf("%s %d", s.Book().HexName(i.At), i.Terrain)
		for _, extra := range []struct {
			n    int
			mark string
		}{{i.River, "r"}, {i.Crossing, "x"}, {i.Ridge, "^"}} {
			if extra.n > 0 {
				text += fmt.Sprintf("+%d%s", extra.n, extra.mark)
			}
		}
		parts = append(parts, text)
	}
	if b.Ridge > 0 {
		parts = append(parts, fmt.Sprintf("> %d^", b.Ridge))
	}
	return strings.Join(parts, ", ")
}

// TestBuildCosts holds the table of costs of "Build track" hex by hex.
func TestBuildCosts(t *testing.T) {
	for _, c := range []struct {
		name  string
		links []string
		rules Variant
		cards []CardKind
		line  string
		bill  string
		total int
	}{
		{"open", nil, Variant{}, nil, "New York: G47 > Philadelphia", "G47 2", 2},
		{"hills and a ridge", nil, Variant{}, nil, "Pittsburgh: K37 J38 J40 J42 > Baltimore", "K37 4, J38 4, J40 4, J42 4+4^", 20},
		{"a ridge behind the city", nil, Variant{}, nil, "Knoxville: V36 > V38", "V36 4+4^", 8},
		{"a ridge ahead of an open end is not passed", []string{"A Knoxville: V36 > V38"}, Variant{}, nil, "V36: V38 > V40", "V38 4+4^", 8},
		{"river followed from side to side", nil, Variant{}, nil, "Richmond: N48 > Norfolk", "N48 2", 2},
		{"river on one side only", nil, Variant{}, nil, "New Haven: E47 > New York", "E47 2+1r", 3},
		{"river on the far side only", nil, Variant{}, nil, "Columbus: N32 N34 > Wheeling", "N32 2, N34 2+1r", 5},
		{"river crossed between two free sides", nil, Variant{}, nil, "Columbus: N32 N34 > N36", "N32 2, N34 2+1r", 5},
		{"river beside the track", nil, Variant{}, nil, "Cincinnati: P28 > O29", "P28 2", 2},
		{"source of a river", nil, Variant{}, nil, "Shreveport: AG15 AF14 > AE15", "AG15 2, AF14 2", 4},
		{"over the side of a source", nil, Variant{}, nil, "Birmingham: AC29 > AD28", "AC29 2", 2},
		{"along two arms of rivers that join", nil, Variant{}, nil, "Memphis: Z20 Y19 X20 W19 > V20", "Z20 2, Y19 2, X20 2+1r, W19 2", 9},
		{"over rivers that join: once", nil, Variant{}, nil, "Memphis: Z20 Y19 X20 W19 > V18", "Z20 2, Y19 2, X20 2+1r, W19 2+1r", 10},
		{"a ridge before the city", nil, Variant{}, nil, "Nashville: W29 W31 > Chattanooga", "W29 4, W31 4, > 4^", 12},
		{"crossing", []string{"B Cleveland: K31 L32 M31 N32 > O33"}, Variant{}, nil, "Columbus: N32 N34 > Wheeling", "N32 2, N34 2+1r", 5},
		{"crossing by option", []string{"B Cleveland: K31 L32 M31 N32 > O33"}, Variant{CrossingCost: 2}, nil, "Columbus: N32 N34 > Wheeling", "N32 2+2x, N34 2+1r", 7},
		{"grant", nil, Variant{}, []CardKind{LandGrant}, "Columbus: N32 N34 > Wheeling with grant", "N32 0, N34 0+1r", 1},
		{"grant saves no hills and ridges", nil, Variant{}, []CardKind{LandGrant}, "Cleveland: J32 J34 J36 > J38 with grant", "J32 0, J34 4, J36 4+4^", 12},
		{"grant saves no crossings", []string{"B Nashville: W29 W31 W33 > W35"}, Variant{CrossingCost: 2}, []CardKind{LandGrant},
			"Chattanooga: W33 > Knoxville with grant", "W33 0+2x", 2},
		{"five tracks", nil, Variant{}, []CardKind{PerfectEngineering}, "Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with engineering", "Q29 2, Q31 2, P32 2, O33 2, N34 2", 10},
		{"five tracks behind an open end", []string{"A Detroit: J26 > I27"}, Variant{}, []CardKind{PerfectEngineering}, "J26: I27 H28 G29 F30 F32 > Buffalo with engineering", "I27 2, H28 2, G29 2, F30 2, F32 2", 10},
		{"two open ends joined", []string{"A Detroit: J26 I27 > H28", "A Toronto: F30 > G29"}, Variant{}, nil, "I27: H28 G29 > F30", "H28 2, G29 2", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := building(t, c.links, func(s *State) {
				s.Rules = c.rules
				for _, k := range c.cards {
					holding(0, cardOf(k, 0))(s)
				}
			})
			s := stateOf(g)
			p, u := planOf(t, s, 0, c.line)
			bill := expect.Get(s.Check(0, p, u))(t)
			if got := billText(s, &bill); got != c.bill || bill.Total != c.total {
				t.Errorf("%s: %q, $%d; not %q, $%d", c.line, got, bill.Total, c.bill, c.total)
			}
			given(t, g, "A build "+c.line)
			if p := stateOf(g).Player(0); p.Money != p.Shares*5-c.total {
				t.Errorf("%s: %d in cash and %d shares behind it, the order cost $%d", c.line, p.Money, p.Shares, c.total)
			}
		})
	}
}

// planOf reads the part of a build order after the verb.
func planOf(t testing.TB, s *State, seat engine.Seat, text string) (p Plan, u Use) {
	t.Helper()
	tok := engine.Tokenize(text)
	start, err := startNames{s, seat}.Read(tok)
	expect.NoError(t, err, text)
	v, err := wayNames{s: s, seat: seat, start: start.(Spot)}.Read(tok)
	expect.NoError(t, err, text)
	if no := v.(reading).No; no != nil {
		t.Fatalf("%s: %v %v", text, no, no.Why.Args)
	}
	if tok.Next().Fold == "with" {
		cards, err := useNames{s, seat, v.(reading).Plan}.Read(tok)
		expect.NoError(t, err, text)
		u = cards.(Use)
	}
	return v.(reading).Plan, u
}

// linksText writes links as "A Detroit - Toronto: J26 I27 (2)"; open ones without
// city and turn.
func linksText(s *State, list []Link) string {
	var parts []string
	for i := range list {
		l := &list[i]
		hexes := engine.Each(s.book.ChainSpots(l), s.Book().HexName)
		text := fmt.Sprintf("%c %s", 'A'+rune(l.Owner), s.book.Cities[l.From].Name)
		if l.To != NoCity {
			text += " - " + s.book.Cities[l.To].Name
		}
		text += ": " + strings.Join(hexes, " ")
		if l.Turn > 0 {
			text += fmt.Sprintf(" (%d)", l.Turn)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// TestBuildLays looks at the board after build orders.
func TestBuildLays(t *testing.T) {
	for _, c := range []struct {
		name     string
		links    []string
		orders   []string
		complete string
		open     string
	}{
		{"a link", nil, []string{"A build New York: G47 > Philadelphia"}, "A New York - Philadelphia: G47 (1)", ""},
		{"beside another's", []string{"B New York: G47 > Philadelphia"}, []string{"A build Columbia: X44 Y45 > Savannah"},
			"B New York - Philadelphia: G47 (1); A Columbia - Savannah: X44 Y45 (1)", ""},
		{"an open end", nil, []string{"A build Detroit: J26 I27 > H28"}, "", "A Detroit: J26 I27"},
		{"continued in place", []string{"A Detroit: J26 I27 > H28", "B Toronto: F30 > G29"}, []string{"A build I27: H28 > G29"}, "", "A Detroit: J26 I27 H28; B Toronto: F30"},
		{"continued into a city", []string{"A Detroit: J26 I27 H28 G29 > F30", "B Boston: B50 > B48"}, []string{"A build G29: F30 > Toronto"},
			"A Detroit - Toronto: J26 I27 H28 G29 F30 (1)", "B Boston: B50"},
		{"joined from one end", []string{"A Detroit: J26 I27 > H28", "B Boston: B50 > B48", "A Toronto: F30 > G29"}, []string{"A build I27: H28 G29 > F30"},
			"A Detroit - Toronto: J26 I27 H28 G29 F30 (1)", "B Boston: B50"},
		{"joined from the other", []string{"A Detroit: J26 I27 > H28", "A Toronto: F30 > G29"}, []string{"A build F30: G29 H28 > I27"},
			"A Detroit - Toronto: J26 I27 H28 G29 F30 (1)", ""},
		{"joined from a city", []string{"A Detroit: J26 I27 H28 G29 > F30"}, []string{"A build Toronto: F30 > G29"},
			"A Detroit - Toronto: J26 I27 H28 G29 F30 (1)", ""},
		{"not joined to another's", []string{"B Detroit: J26 I27 H28 G29 > F30"}, []string{"A build Toronto: F30 > G29"},
			"", "B Detroit: J26 I27 H28 G29; A Toronto: F30"},
		{"two open ends in one hex: the first", []string{"A Columbus: N32 > N34", "A Cleveland: K31 L32 M31 N32 > O33"}, []string{"A build N32: N34 > Wheeling"},
			"A Columbus - Wheeling: N32 N34 (1)", "A Cleveland: K31 L32 M31 N32"},
		{"two open ends in one hex: the second", []string{"A Columbus: N32 > N34", "A Cleveland: K31 L32 M31 N32 > O33"}, []string{"A build N32 se se"},
			"", "A Columbus: N32; A Cleveland: K31 L32 M31 N32 O33"},
		{"another's open end is shut off", []string{"B Columbus: N32 > N34"}, []string{"A build Wheeling: N34 > N32"}, "", "B Columbus: N32; A Wheeling: N34"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := building(t, c.links, nil)
			given(t, g, c.orders...)
			s := stateOf(g)
			expect.Same(t, "complete", linksText(s, s.Links), c.complete)
			expect.Same(t, "incomplete", linksText(s, s.Open), c.open)
			laidAnew := *s
			laidAnew.relay()
			for at := range s.book.Hexes {
				expect.Same(t, s.Book().HexName(Spot(at)), s.used(Spot(at)), laidAnew.used(Spot(at)))
			}
		})
	}
}

// TestBuildShutOff: a link without a way on cannot be continued, and the refusal says only that (Build track).
func TestBuildShutOff(t *testing.T) {
	g := building(t, []string{"B Columbus: N32 > N34", "A Wheeling: N34 > N32"}, func(s *State) { s.First = 1 })
	_, no := lines(t, g, "B build N32: N34 > O35")
	if no == nil || no.Why.Key != "tycoon.no.build-side-taken" {
		t.Fatalf("an open end that another's track faces is continued: %v", no)
	}
}

// TestBuildCards: a Land Grant is used once; each Perfect Engineering once a turn, and
// not both in one action (Operations cards, R18, R19).
func TestBuildCards(t *testing.T) {
	grant, one, two := cardOf(LandGrant, 0), cardOf(PerfectEngineering, 0), cardOf(PerfectEngineering, 1)
	g := building(t, nil, func(s *State) {
		holding(0, one, two, grant)(s)
		s.Due = 5
	})
	given(t, g, "A build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with engineering grant")
	if p := stateOf(g).Player(0); slices.Contains(p.Cards, grant) || !slices.Equal(p.Used, []int{one}) || len(p.Cards) != 2 {
		t.Fatalf("cards %v, used %v", p.Cards, p.Used)
	}
	given(t, g, "A build New Orleans: AK25 AJ24 AI25 AH26 AH28 > Mobile with engineering")
	expect.Must(t, "used", stateOf(g).Player(0).Used, []int{one, two})
	_, no := lines(t, g, "A build Chicago: N18 N20 N22 N24 N26 > N28 with engineering")
	if no == nil || no.Why.Key != "tycoon.no.build-engineering-used" {
		t.Fatalf("a Perfect Engineering works twice a turn: %v", no)
	}
	_, no = lines(t, g, "A build New York: G47 > Philadelphia with grant")
	if no == nil || no.Why.Key != "tycoon.no.build-no-grant" {
		t.Fatalf("a Land Grant works twice: %v", no)
	}
}

// TestBuildReports holds the reports of a build order, with the cost of every hex.
func TestBuildReports(t *testing.T) {
	g := building(t, nil, nil)
	records := given(t, g, "A build Columbia: X44 Y45 > Savannah")
	keys := engine.Each(records[0].Reports, func(r engine.Report) string { return r.Key })
	for _, key := range []string{"tycoon.report.build", "tycoon.report.build-link"} {
		expect.True(t, slices.Contains(keys, key), "%s is not reported: %v", key, keys)
	}
	expect.Same(t, "the log says", records[0].Line, "build Columbia: X44 Y45 > Savannah")
}

// TestBoxLimits: with the option nobody begins a 25th link (R13).
func TestBoxLimits(t *testing.T) {
	for _, c := range []struct {
		links, owner int
		on, refused  bool
	}{{23, 0, true, false}, {24, 0, true, true}, {24, 1, true, false}, {24, 0, false, false}} {
		s := stateOf(building(t, nil, func(s *State) { s.Rules.BoxLimits = c.on }))
		p, _, ok := randomPlan(rand.New(rand.NewPCG(1, 1)), s, 0, 1)
		if !ok {
			t.Fatal("no plan")
		}
		all := slices.Repeat([]Link{{Owner: engine.Seat(c.owner), From: NoCity, To: NoCity}}, c.links)
		s.Links, s.Open = all[1:], all[:1] // incomplete ones have locomotives, too
		expect.Same(t, c, expect.Err(s.Check(0, p, Use{})) != nil, c.refused)
	}
}
