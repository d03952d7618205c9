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
