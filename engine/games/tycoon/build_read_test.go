package tycoon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
	"railpost/templates"
)

// TestBuildRead: every spelling reads as the one canonical line (Orders by mail).
func TestBuildRead(t *testing.T) {
	const toToledo = "build Chicago: N18 M19 M21 M23 > Toledo"
	open := []string{"A Detroit: J26 I27 H28 G29 > F30"}
	for _, c := range []struct {
		links []string
		cards []int
		line  string
		want  string
	}{
		{nil, nil, toToledo, toToledo},
		{nil, nil, "build Chicago e ne e e ne", toToledo},
		{nil, nil, "BUILD CHICAGO: n18 m19 m21 m23 > TOLEDO", toToledo},
		{nil, nil, "build chicago n18 m19 m21 m23 to toledo", toToledo},
		{nil, nil, "build chi n18, m19, m21, m23 tol", toToledo},
		{nil, nil, "build from Chicago via N18-M19-M21-M23 to Toledo.", toToledo},
		{nil, nil, "build Chicago to Toledo via N18 M19 M21 M23", toToledo},
		{nil, nil, "build Chicago > Toledo: N18 M19 M21 M23", toToledo},
		{nil, nil, "build Chicago > N18 > M19 > M21 > M23 > Toledo", toToledo},
		{nil, nil, "build Chicago -> N18 -> M19 -> M21 -> M23 -> Toledo", toToledo},
		{nil, nil, "build Chicago → N18 → M19 → M21 → M23 → Toledo", toToledo},
		{nil, nil, "build Chicago: N18 > M19 M21 M23 Toledo", toToledo},
		{nil, nil, "build N16: N18 M19 M21 M23 > L24", toToledo},
		{nil, nil, "build N16 > N18 M19 M21 M23 L24", toToledo},
		{nil, nil, "build Chicago: N16 N18 M19 M21 M23 > Toledo", toToledo},
		{nil, nil, "build Chicago: N 18 M 19 M 21 M 23 > Toledo", toToledo},
		{nil, nil, "build Chicago: e north-east East e > NE", toToledo},
		{nil, nil, "build Chicago e-ne-e-e-ne", toToledo},
		{nil, nil, "build Chicago: N18 ne e M23 > Toledo", toToledo},
		{nil, nil, "build Chicago-N18-M19-M21-M23-Toledo", toToledo},
		{nil, nil, "build N16-N18-M19-M21-M23-Toledo", toToledo},
		{nil, nil, "build Chicago: N18–M19–M21–M23–Toledo", toToledo},
		{open, nil, "build G29-F30-Toronto", "build G29: F30 > Toronto"},
		{nil, nil, "build NY: G47 > phi", "build New York: G47 > Philadelphia"},
		{nil, nil, "lay track Chicago: N18 M19 M21 M23 > Toledo", toToledo},
		{nil, nil, "build track from Chicago (N18 M19 M21 M23) to Toledo", toToledo},
		{nil, nil, "build Chicago; N18; M19; M21; M23; > Toledo", toToledo},
		{nil, nil, "build New York sw sw", "build New York: G47 > Philadelphia"},
		{nil, nil, "build new y: g47 > phila", "build New York: G47 > Philadelphia"},
		{nil, nil, "build Detroit: J26 I27 H28 G29 > F30", "build Detroit: J26 I27 H28 G29 > F30"},
		{nil, nil, "build Detroit e ne ne ne ne", "build Detroit: J26 I27 H28 G29 > F30"},
		{nil, nil, "build Detroit: J26 I27 H28 G29 > ne", "build Detroit: J26 I27 H28 G29 > F30"},
		{open, nil, "build G29: F30 > Toronto", "build G29: F30 > Toronto"},
		{open, nil, "build G29 F30 Toronto", "build G29: F30 > Toronto"},
		{open, nil, "build G29: G29 F30 > E29", "build G29: F30 > Toronto"},
		{open, nil, "build G29 ne nw", "build G29: F30 > Toronto"},
		{nil, []int{cardOf(LandGrant, 0)}, toToledo + " with grant", toToledo + " with grant"},
		{nil, []int{cardOf(LandGrant, 0)}, "build Chicago e ne e e ne with the Land Grant card", toToledo + " with grant"},
		{nil, []int{cardOf(LandGrant, 0)}, "build chi e ne e e ne with government land grant", toToledo + " with grant"},
		{nil, []int{cardOf(LandGrant, 0), cardOf(PerfectEngineering, 0)}, "build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with engineering, grant",
			"build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with grant engineering"},
		{nil, []int{cardOf(LandGrant, 0), cardOf(PerfectEngineering, 0)}, "build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with grant and with perfect engineering",
			"build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with grant engineering"},
	} {
		g := building(t, c.links, holding(0, c.cards...))
		for _, line := range []string{c.line, c.want} {
			r, err := g.Try(0, line, true)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			expect.Same(t, line, r.Line, c.want)
		}
	}
}

// TestBuildBehind: a word after a whole order is refused as such.
func TestBuildBehind(t *testing.T) {
	for line, key := range map[string]string{
		"build Chicago: N18 M19 M21 M23 > Toledo please":   "engine.courtesy",
		"build Chicago N18 M19 M21 M23 Toledo thanks":      "engine.courtesy",
		"build Chicago: N18 M19 M21 M23 > Toledo tomorrow": "engine.order-ends-before",
	} {
		if _, no := lines(t, building(t, nil, nil), "A "+line); no == nil || no.Why.Key != key {
			t.Errorf("%s: %v", line, no)
		}
	}
}

// askedBuild is an order that leaves its way open.
type askedBuild struct {
	links []string
	line  string
	key   string
	near  string // the first line that answers it; "*" any
}

func askedBuilds() []askedBuild {
	open := []string{"A Detroit: J26 I27 H28 G29 > F30", "A Toronto: F28 > G27"}
	return []askedBuild{
		{nil, "build Chicago > Toledo", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build Chicago-Toledo", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build NY-Philadelphia", "build-ask-way", "build New York: G47 > Philadelphia"},
		{nil, "build Chicago Toledo", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build Chicago to L24", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build Chicago: > Toledo", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build New York > Philadelphia", "build-ask-way", "build New York: G47 > Philadelphia"},
		{nil, "build Chicago > Detroit", "build-ask-far-same", "*"},
		{nil, "build Chicago > Atlanta", "build-no-way", "build Chicago: N14 M13 > Milwaukee"},
		{nil, "build Chicago > Chicago", "build-loop", "build Chicago: N14 M13 > Milwaukee"},
		{[]string{"A New York: G47 > Philadelphia"}, "build Philadelphia > New York", "build-second", "build Philadelphia: I45 > Baltimore"},
		{nil, "build New York", "build-ask-where", "build New York: G47 > Philadelphia"},
		{nil, "build New York:", "build-ask-where", "build New York: G47 > Philadelphia"},
		{open, "build G29", "build-ask-where", "build G29: F30 > Toronto"},
		{open, "build G29 > Toronto", "build-ask-only", "build G29: F30 > Toronto"},
		{nil, "build New York: G47", "build-ask-end", "build New York: G47 > Philadelphia"},
		{nil, "build New York: G47 >", "build-ask-end", "build New York: G47 > Philadelphia"},
		{nil, "build New York > G47", "build-ask-end", "build New York: G47 > Philadelphia"},
		{nil, "build New York sw", "build-ask-end", "build New York: G47 > Philadelphia"},
		{nil, "build Detroit: J26 I27 H28", "build-ask-last", "build Detroit: J26 I27 > H28"},
		{nil, "build Chicago > M23", "build-ask-hexes", ""},
		{[]string{"A Chicago: O17 O19 > O21"}, "build O19 > Chicago", "build-loop", "build O19: O21 > Indianapolis"},
	}
}

// TestBuildAsks holds orders that leave their way open to the lines that answer them.
func TestBuildAsks(t *testing.T) {
	for _, c := range askedBuilds() {

		g := building(t, c.links, nil)
		_, no := lines(t, g, "A "+c.line)
		if no == nil {
			t.Errorf("%s is not refused", c.line)
			continue
		}
		expect.Same(t, c.line, strings.TrimPrefix(no.Why.Key, "tycoon.no."), c.key)
		asks := strings.HasPrefix(c.key, "build-ask")
		expect.Same(t, fmt.Sprintf("%s: asks", c.line), no.Kind == engine.Unanswered, asks)
		if near := append(no.Near, "")[0]; near != c.near && c.near != "*" {
			t.Errorf("%s: proposes %q, not %q", c.line, near, c.near)
		}
		for _, line := range no.Near {
			r, err := g.Try(0, line, true)
			if err != nil {
				t.Errorf("%s: proposes %q: %v", c.line, line, err)
			} else if r.Line != line {
				t.Errorf("%s: proposes %q, which is %q", c.line, line, r.Line)
			}
		}
	}
}

// TestBuildAskCards: cards named in a question must be held, and are in the answers.
func TestBuildAskCards(t *testing.T) {
	grant, engineer := cardOf(LandGrant, 0), cardOf(PerfectEngineering, 0)
	for _, c := range []struct {
		cards     []int
		line, key string
		near      string
	}{
		{nil, "build Chicago > Toledo with grant", "build-no-grant", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build Chicago > Toledo with Perfect Engineering", "build-no-engineering", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{[]int{engineer}, "build Chicago > Toledo with grant engineering", "build-no-grant", "build Chicago: N18 M19 L20 L22 > Toledo"},
		{nil, "build Chicago: N18 M19 M21 M23 > Toledo with grant", "build-no-grant", "build Chicago: N18 M19 M21 M23 > Toledo"},
		{nil, "build Raleigh: S47 T48 U47 V46 W45 > Columbia with engineering", "build-no-engineering", "build Raleigh: S47 T48 U47 V46 > W45"},
		{[]int{grant}, "build Chicago > Toledo with grant", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo with grant"},
		{[]int{grant}, "build New York with the land grant", "build-ask-where", "build New York: G47 > Philadelphia with grant"},
		{[]int{grant, engineer}, "build Cincinnati > Wheeling with engineering and grant", "build-ask-more", "build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with grant engineering"},
		{[]int{grant}, "build Chicago > Toledo with love", "build-ask-more", "build Chicago: N18 M19 L20 L22 > Toledo"},
	} {
		_, no := lines(t, building(t, nil, holding(0, c.cards...)), "A "+c.line)
		if no == nil || no.Why.Key != "tycoon.no."+c.key {
			t.Errorf("%s: %+v, want %s", c.line, no, c.key)
		} else if near := append(no.Near, "")[0]; near != c.near {
			t.Errorf("%s: proposes %q, not %q", c.line, near, c.near)
		}
	}
}

// TestBuildAskLate: a link that this turn can no longer complete is said to be lost.
func TestBuildAskLate(t *testing.T) {
	for round, want := range map[int]string{1: "build-ask-far-same", 2: "build-ask-far-same", 3: "build-ask-late"} {
		_, no := lines(t, building(t, nil, func(s *State) { s.Round = round }), "A build Chicago > Detroit")
		if no == nil || no.Why.Key != "tycoon.no."+want || len(no.Near) == 0 {
			t.Errorf("round %d: %+v, want %s", round, no, want)
		}
	}
}

// TestBuildThrough: a way through a city is answered with the one that ends there.
func TestBuildThrough(t *testing.T) {
	_, no := lines(t, building(t, nil, nil), "A build New York: F46 E45 D44 C43 > B44")
	const want = "build New York: F46 E45 D44 > Albany"
	if no == nil || no.Why.Key != "tycoon.no.build-city-on-way" || len(no.Near) == 0 || no.Near[0] != want {
		t.Errorf("%+v, want %q", no, want)
	}
}

// TestBuildWords: texts for players about build orders: refusals, questions with the first line that answers
// each, and reports.
func TestBuildWords(t *testing.T) {
	words := expect.Get(templates.New())(t)
	names := []string{"Ann", "Ben", "Cat"}
	say := func(m engine.Message) string { return words.Say("en", names, time.UTC, m) }
	var b strings.Builder
	refused := func(links []string, change func(*State), line string) {
		g := building(t, links, change)
		_, no := lines(t, g, "A "+line)
		fmt.Fprintf(&b, "%s\n    %s (%s)\n", line, say(no.Why), no.Rule)
		if len(no.Near) > 0 {
			fmt.Fprintf(&b, "    - %s\n", no.Near[0])
		}
	}
	for _, c := range refusedBuilds() {
		refused(c.links, c.change, c.line)
	}
	for _, c := range askedBuilds() {
		refused(c.links, nil, c.line)
	}
	for _, c := range []struct{ links, orders []string }{
		{nil, []string{"A build Columbia: X44 Y45 > Savannah", "B build Cleveland: J32 J34 J36 > J38"}},
		{[]string{"A Detroit: J26 I27 > H28", "A Toronto: F30 > G29"}, []string{"A build I27: H28 G29 > F30"}},
		{[]string{"B Nashville: W29 W31 W33 > W35"}, []string{"A build Cincinnati: Q29 Q31 P32 O33 N34 > Wheeling with engineering grant"}},
	} {
		g := building(t, c.links, holding(0, cardOf(LandGrant, 0), cardOf(PerfectEngineering, 0)))
		for _, r := range given(t, g, c.orders...) {
			fmt.Fprintf(&b, "%s\n", r.Line)
			for _, report := range r.Reports {
				if strings.HasPrefix(report.Key, "tycoon.report.build") {
					fmt.Fprintf(&b, "    %s\n", say(report.Message))
				}
			}
		}
	}
	golden.Check(t, "testdata/build-words.golden", b.String())
}
