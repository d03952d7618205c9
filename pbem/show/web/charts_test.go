package web_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/web"
)

// TestCharts: the charts of a game are on its pages, with the tables they are drawn from, and
// each line ends in its last value. Before two rounds are over there are none.
func TestCharts(t *testing.T) {
	young := newSite(t, "18mag", nil)
	if page := young.page("/g/winter/charts"); strings.Contains(page, "<svg") || !strings.Contains(page, "nothing to chart yet") {
		t.Errorf("a game that has just begun:\n%s", page)
	}
	b := expect.Get(pbemtest.New(titles.Find, nil))(t)
	in := expect.Get(os.Open("../../../engine/games/g18mag/testdata/traces/18Mag-3p-11300.jsonl.gz"))(t)
	defer in.Close()
	game := expect.Get(log18xx.ReadTrace(in))(t)
	game.Truncate(252)
	var text strings.Builder
	must(t, game.Write(&text))
	p := admin.ImportGame{File: text.String(), Addresses: map[string]string{"P1": "p1@example.org", "P2": "p2@example.org", "P3": "p3@example.org"}}
	p.Title, p.Game = "18mag", "winter"
	must(t, b.Handle("game.import", p, nil))
	s := &site{Service: b, t: t}
	s.pages = web.New(web.Options{Config: b.Config(), Store: b.Store, Titles: titles.Find, Templates: b.Options().Templates, Now: b.Options().Now}).Handler()
	for _, path := range []string{"/g/winter/charts", s.own(1) + "charts"} {
		page := s.page(path)
		for _, kind := range []string{"Worth after each round", "Cash after each round", "Prices at the end of each round", "The runs that paid most"} {
			expect.Has(t, fmt.Sprintf("%s lacks the chart %q", path, kind), page, `role="img" aria-label="`+kind)
		}
		expect.True(t, regexp.MustCompile(`>SIK [0-9]+</text>`).MatchString(page) && strings.Contains(page, "P2"),
			"%s lacks ends of lines", path)
	}
}
