package tycoon

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
)

// building begins the action rounds with Ann to act. Links are given as "A Detroit:
// J26 I27 > H28": an owner and the rest of a build order.
func building(t testing.TB, links []string, change func(s *State)) *engine.Game {
	t.Helper()
	return table(t, 3, nil, func(s *State) {
		s.Stage, s.Round, s.Due, s.First, s.Moved = StageActions, 1, 1, 0, 0
		for _, text := range links {
			lay(t, s, text)
		}
		if change != nil {
			change(s)
		}
	})
}

// lay puts a chain on the board by the rule, free of charge.
func lay(t testing.TB, s *State, text string) {
	t.Helper()
	seat := engine.Seat(text[0] - 'A')
	tok := engine.Tokenize(text[2:])
	start, err := startNames{s, seat}.Read(tok)
	expect.NoError(t, err, text)
	v, err := wayNames{s: s, seat: seat, start: start.(Spot)}.Read(tok)
	expect.NoError(t, err, text)
	r := v.(reading)
	if r.No != nil {
		t.Fatalf("%s: %v", text, r.No)
	}
	bill, err := s.Check(seat, r.Plan, Use{})
	expect.NoError(t, err, text)
	layDown(s, &engine.Tx{Pos: s, Seat: seat}, r.Plan, &bill)
}

// holding gives a player cards.
func holding(seat engine.Seat, cards ...int) func(s *State) {
	return func(s *State) { s.Players[seat].Cards = append(s.Players[seat].Cards, cards...) }
}

// without removes an exit from a city, on a separate board.
func without(city, side string) func(s *State) {
	return func(s *State) {
		b := *s.book
		b.Cities = slices.Clone(b.Cities)
		i := slices.IndexFunc(b.Cities, func(p Place) bool { return p.Name == city })
		b.Cities[i].Exits &^= Sides(0).With(hex.Edge(slices.Index(Directions[:], side)))
		s.book = &b
	}
}

// longest gives Ann a Perfect Engineering for this many tracks.
func longest(n int) func(s *State) {
	return func(s *State) {
		b := *s.book
		b.Cards = slices.Clone(b.Cards)
		for i := range b.Cards {
			if b.Cards[i].Kind == PerfectEngineering {
				b.Cards[i].N = n
			}
		}
		s.book = &b
		holding(0, cardOf(PerfectEngineering, 0))(s)
	}
}

// cardOf is the n-th card of a kind, from 0.
func cardOf(kind CardKind, n int) int {
	for _, c := range PrintedBook().Cards {
		if c.Kind == kind {
			if n == 0 {
				return c.ID
			}
			n--
		}
	}
	return 0
}

// Tracks of others that many tables use: N32 joins NW and SE, or NE and SW.
const (
	benInN32 = "B Cleveland: K31 L32 M31 N32 > O33"
	catInN32 = "C Wheeling: M33 N32 > O31"
)

// refusedBuild is an order that is refused.
type refusedBuild struct {
	name   string
	links  []string
	change func(s *State)
	line   string
	key    string // without "tycoon.no."
	at     string // the words that are marked; "*" any
	near   string // the first line that is proposed; "" none
}

// refusedBuilds holds an order against each limit of "Build track".
func refusedBuilds() []refusedBuild {
	tracks := func(kind CardKind) func(s *State) { return holding(0, cardOf(kind, 0)) }
	return []refusedBuild{
		// Legal track.
		{"sharp curve", nil, nil, "build Chicago: N18 O17 > O15", "build-sharp", "N18", ""},
		{"sharp curve at the end", nil, nil, "build Chicago: N18 M19 > M17", "build-sharp", "M19", ""},
		{"there and back", nil, nil, "build Chicago: N18 N20 N18 > N20", "build-back", "N20", ""},
		// Crossings.
		{"third track", []string{benInN32, catInN32}, nil, "build Columbus: N32 N34 > Wheeling", "build-third", "N32", "build Columbus: O31 O33 N34 > Wheeling"},
		{"side in common with another's", []string{catInN32}, nil, "build Columbus: N32 > M33", "build-side-taken", "N32", ""},
		{"side in common with an own one", []string{"A Wheeling: M33 N32 > O31"}, nil, "build Columbus: N32 > M33", "build-side-own", "N32", ""},
		// Chain: its start.
		{"no exit", nil, nil, "build New York: G49 > H48", "build-no-exit", "G49", ""},
		{"no exit where track could lie", nil, without("Chicago", "e"), "build Chicago: N18 > N20", "build-no-exit-open", "N18", ""},
		{"exit taken", []string{"B New York: G47 > Philadelphia"}, nil, "build New York: G47 > Philadelphia", "build-exit-used", "G47", "build New York: F46 G45 > Philadelphia"},
		{"exit taken by oneself", []string{"A New York: G47 > Philadelphia"}, nil, "build New York: G47 > Philadelphia", "build-exit-own", "G47", "build New York: E47 > New Haven"},
		{"exit where one's own link is incomplete", []string{"A Detroit: J26 I27 > H28"}, nil, "build Detroit: J26 I27 H28 > G29", "build-exit-open", "J26", "build I27: H28 > G29"},
		{"no free exit", []string{"B Charleston: X46 > X44", "C Charleston: W47 > V46"}, nil, "build Charleston: X46 > X44", "build-full-city", "Charleston:", ""},
		{"another's open end", []string{"B Detroit: J26 I27 H28 G29 > F30"}, nil, "build G29: F30 > Toronto", "build-start-other", "G29:", ""},
		{"no open end", nil, nil, "build G29: F30 > Toronto", "build-start-none", "G29:", ""},
		{"hex before which the open end is", []string{"A Detroit: J26 I27 H28 G29 > F30"}, nil, "build F30 > Toronto", "build-start-behind", "F30", ""},
		{"hex in the middle of one's own link", []string{"A Detroit: J26 I27 H28 G29 > F30"}, nil, "build H28: G29 F30 > Toronto", "build-start-inside", "H28:", ""},
		{"not where the open end points", []string{"A Detroit: J26 I27 H28 > G29"}, nil, "build H28: H30 > H32", "build-points", "H30", ""},
		// Chain: its way.
		{"through a city", nil, nil, "build Philadelphia: G47 F48 E47 > New Haven", "build-city-on-way", "F48", "build Philadelphia: G47 > New York"},
		{"through a city by its name", nil, nil, "build Philadelphia: G47 New York E47 > New Haven", "build-city-on-way", "New York", "build Philadelphia: G47 > New York"},
		{"a hex twice", nil, longest(9), "build Chicago: N18 M19 M21 N22 O21 O19 N18 > M17 with engineering", "build-twice", "N18", ""},
		{"a hex of the link that goes on", []string{"A Chicago: N18 M19 M21 N22 > O21"}, nil, "build N22: O21 O19 N18 > M17", "build-twice-open", "N18", ""},
		{"five tracks", nil, nil, "build New Orleans: AK25 AJ24 AI25 AH26 AH28 > Mobile", "build-too-many", "AH28", "build New Orleans: AK25 AJ24 AI25 AH26 > AH28"},
		{"five tracks, card not named", nil, tracks(PerfectEngineering), "build New Orleans: AK25 AJ24 AI25 AH26 AH28 > Mobile", "build-too-many-card", "*",
			"build New Orleans: AK25 AJ24 AI25 AH26 AH28 > Mobile with engineering"},
		{"six tracks with the card", nil, tracks(PerfectEngineering), "build Chicago: N18 N20 N22 N24 N26 N28 > Columbus with engineering", "build-too-many", "N28",
			"build Chicago: N18 N20 N22 N24 N26 > N28 with engineering"},
		{"no track", nil, nil, "build Chicago > O15", "build-ask-end", "> O15", "build Chicago: O15 > P14"},
		{"off the board", nil, nil, "build Minneapolis: J2 I1 > w", "build-off-board", "w", ""},
		{"on through what is unusable", nil, nil, "build Cleveland: I31 H32 > G33", "build-no-exit", "I31", ""},
		{"into what is unusable", nil, nil, "build Detroit: J26 I27 > I29", "build-end-unusable", "I29", ""},
		{"over what is unusable", nil, nil, "build Detroit: J26 I27 I29 > I31", "build-unusable", "I29", ""},
		{"a western link hex", []string{"A Kansas City: W5 X6 Y5 Y3 > X2"}, nil, "build Y3: X2 > W1", "build-end-west", "W1", ""},
		{"through a western link hex", []string{"A Kansas City: W5 X6 Y5 Y3 > X2"}, nil, "build Y3: X2 W1 > V0", "build-no-hex", "V0", ""},
		{"through a western link hex, well written", []string{"A Kansas City: W5 X6 Y5 Y3 > X2"}, nil, "build Y3: X2 W1 > V2", "build-west", "W1", ""},
		{"a city without an exit there", nil, without("Toledo", "sw"), "build Chicago: N18 M19 M21 M23 > Toledo", "build-end-no-exit", "Toledo", "build Chicago: N18 M19 L20 L22 > Toledo"},
		// Joins.
		{"past one's own open end", []string{"A Toronto: F30 G29 > H28"}, nil, "build Detroit: J26 I27 H28 G29 > F30", "build-meets-own", "G29", ""},
		{"a join that would use a hex twice", []string{"A Columbus: N32 N34 N36 O37 > P36", "A Cleveland: K31 L32 M31 N32 > O33"}, nil,
			"build O37: P36 P34 O33 > N32", "build-twice-joined", "N32", ""},
		// Further limits.
		{"loop", nil, tracks(PerfectEngineering), "build Chicago: N18 O19 P18 P16 O15 > Chicago with engineering", "build-loop", "Chicago", "build Chicago: N14 M13 > Milwaukee"},
		{"loop over a join", []string{"A Columbus: N32 M33 > L32"}, nil, "build Columbus: M29 L30 L32 > M33", "build-loop", "M33", ""},
		{"second link", []string{"A Rock Island: O11 O13 O15 > Chicago"}, nil, "build Chicago: N14 N12 N10 O9 > Rock Island", "build-second", "Rock Island", "build Chicago: N14 M13 > Milwaukee"},
		{"second link over a join", []string{"A New York: G47 > Philadelphia", "A New York: F46 > G45"}, nil, "build Philadelphia: G45 > F46", "build-second", "F46", ""},
		// Cards.
		{"grant not held", nil, nil, "build Chicago: N18 M19 M21 M23 > Toledo with grant", "build-no-grant", "grant", "build Chicago: N18 M19 M21 M23 > Toledo"},
		{"engineering not held", nil, nil, "build Chicago: N18 M19 M21 M23 > Toledo with engineering", "build-no-engineering", "engineering", "build Chicago: N18 M19 M21 M23 > Toledo"},
		{"engineering used", nil, func(s *State) {
			holding(0, cardOf(PerfectEngineering, 1))(s)
			s.Players[0].Used = []int{cardOf(PerfectEngineering, 1)}
		}, "build Chicago: N18 M19 M21 M23 > Toledo with engineering", "build-engineering-used", "engineering", "build Chicago: N18 M19 M21 M23 > Toledo"},
		// Spelling.
		{"not neighbours", nil, nil, "build Chicago: N18 M21 M23 > Toledo", "build-not-next", "M21", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{"no such hex", nil, nil, "build Chicago: N17 M19 > M21", "build-no-hex-even", "N17", ""},
		{"no such hex, odd", nil, nil, "build Chicago: N18 M18 > M21", "build-no-hex-odd", "M18", ""},
		{"no such side", nil, nil, "build Chicago e n e", "build-no-side", "n", ""},
		{"off the names", nil, nil, "build Chicago: N18 BB12 > M21", "build-no-hex", "BB12", ""},
		{"two ends", nil, nil, "build Chicago: N18 > M19 M21", "build-ask-last", "N18 > M19 M21", "build Chicago: N18 M19 > M21"},
	}
}

// TestBuildRefused holds each limit of "Build track" to the refusal that names it.
func TestBuildRefused(t *testing.T) {
	for _, c := range refusedBuilds() {
		t.Run(c.name, func(t *testing.T) {
			g := building(t, c.links, c.change)
			before := string(engine.Encode(g.Pos))
			_, no := lines(t, g, "A "+c.line)
			if no == nil {
				t.Fatalf("%s is not refused", c.line)
			}
			expect.Same(t, []any{c.line, no.Why.Args}, strings.TrimPrefix(no.Why.Key, "tycoon.no."), c.key)
			if got := markedWords(c.line, no); got != c.at && c.at != "*" {
				t.Errorf("%s: marks %q, not %q", c.line, got, c.at)
			}
			near := append(no.Near, "")[0]
			expect.Same(t, c.line, near, c.near)
			expect.Same(t, c.line, string(engine.Encode(g.Pos)), before)
		})
	}
}

// markedWords are the words that a refusal marks.
func markedWords(line string, no *engine.Refusal) string {
	if no.Column == 0 || no.Column > len(line) {
		return ""
	}
	return line[no.Column-1 : no.Column-1+no.Length]
}

// TestBuildProposes: a letter proposes exactly what the rule proposes, and checks the lines after it as if that
// had been ordered.
func TestBuildProposes(t *testing.T) {
	g := building(t, nil, func(s *State) { s.Due = 2 })
	out, err := advise.Play(g, 0, []string{"build New Orleans: AK25 AJ24 AI25 AH26 AH28 > Mobile", "build AH26: AH28 > Mobile"}, engine.Mode{}, spoken.Words().Words)
	expect.NoError(t, err)
	const first = "build New Orleans: AK25 AJ24 AI25 AH26 > AH28"
	long, behind := out.Verdicts[0], out.Verdicts[1]
	if !slices.Equal(long.Refusal.Near, []string{first}) || long.Guess != first || behind.Refusal != nil {
		t.Errorf("proposed %q, taken for %q; behind it: %v", long.Refusal.Near, long.Guess, behind.Refusal)
	}
}
