package pbem_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestLinesStayInTheirTurn: no line of a message is played as an order of a company, a round or a step that neither
// what is asked nor a head names.
func TestLinesStayInTheirTurn(t *testing.T) {
	level.Sequential(t)
	met := map[string]int{}
	for _, x := range []struct {
		title string
		seats int
		seed  uint64
	}{{"18mag", 1, 0}, {"18mag", 2, 1}, {"18cz", 2, 2}, {"18cz", 2, 23}, {"russian", 2, 3}, {"tycoon", 2, 4}} {
		rng := rand.New(rand.NewPCG(level.Seed(t, x.seed), 5))
		g, _, err := engine.Begin("winter", pbemtest.Find(x.title), engine.Setup{Seats: x.seats}, people[:x.seats], engine.Seed("stays"))
		must(t, err)
		for n := 0; n < level.Of(150, 500, 3000) && !g.Pos.Over(); n++ {
			seat := g.Waiting()[0]
			line := advise.RandomLine(rng, g.Title, g.Pos, seat)
			if usual := g.Title.Usual(g.Pos.View(seat), seat).Lines; len(usual) > 0 && rng.IntN(4) > 0 {
				line = usual[0]
			}
			r := expect.Get(g.Try(seat, line, false))(t)
			was, now := g.Clone(), g.After(r)
			if !r.Reveal && slices.Contains(now.Waiting(), seat) && asks(was, seat) != asks(now, seat) && asks(was, seat) != "bonus" && asks(now, seat) != "bonus" { // which an order of the turn itself brings
				met[x.title]++
				slides(t, was, now, seat, line)
			}
			g.Take(seat, r)
		}
	}
	for _, title := range []string{"18mag", "18cz", "russian"} {
		expect.True(t, met[title] != 0, "in %s no turn of a seat followed another: %v", title, met)
	}
}

// asks is what a seat is asked for: a company, or the round and the step.
func asks(g *engine.Game, s engine.Seat) string {
	if len(g.Title.Turns()) > 0 {
		return strings.Join(g.Title.Heads(g.Pos, s), " ")
	}
	asked := g.Title.StepOf(g.Pos.View(s), s)
	for _, p := range g.Pos.Prompts(s) {
		if round, ok := p.Ask.Arg("round"); ok {
			asked += fmt.Sprint(round.Int)
		}
	}
	return asked
}

// slides checks that nothing legal is played behind a line that ended a turn, except below a head.
func slides(t *testing.T, was, now *engine.Game, seat engine.Seat, line string) {
	t.Helper()
	for _, c := range advise.List(now.Title, now.Pos, seat, "", 2, 12).Choices {
		out, err := was.Play(seat, []string{line, c.Line}, engine.Mode{Preview: true})
		must(t, err)
		if v := out.Verdicts[1]; v.State == engine.Legal || v.State == engine.Stopped {
			t.Errorf("%s: %q, and %q below it: %s, which answers %q after %q", was.Title.Name(), line, c.Line, v.State, asks(now, seat), asks(was, seat))
		}
		heads := now.Title.Heads(now.Pos, seat)
		if len(heads) == 0 {
			continue
		}
		out, err = was.Play(seat, []string{line, heads[0] + ": " + c.Line}, engine.Mode{Preview: true})
		must(t, err)
		if v := out.Verdicts[1]; v.Result == nil {
			t.Errorf("%s: %q, and %q for %q below it: %v", was.Title.Name(), line, c.Line, heads[0], v.Refusal)
		}
	}
}

var (
	operates  = regexp.MustCompile(`Your turn: (.*) operates`)
	ofCompany = regexp.MustCompile(`minor \d+|\b[A-Z]{2,3}\b`)
	lineEntry = regexp.MustCompile(`(?m)^  line \d+ `)
)

// TestResultsNameTheirCompany: every line of a receipt, a preview and the news of an operating turn names the company.
func TestResultsNameTheirCompany(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"18mag", "18cz"} {
		b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
		p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("named"), StartNow: true, Players: pbemtest.FromAll(people...)}
		must(t, b.Handle("game.create", p, nil))
		must(t, b.Post())
		s, named := &talk{T: t, Service: b}, 0
		for n := 0; named < level.Of(20, 60, 200) && n < 200; n++ {
			b.Clock = b.Clock.Add(time.Minute)
			name := people[s.table().Waiting[0].Seat]
			l, _ := b.Latest(name)
			had := map[string]int{}
			for _, other := range people {
				had[other] = len(b.Boxes[pbemtest.Address(other)])
			}
			must(t, b.Answer(name, mailtest.Bare, "usual"))
			if m := operates.FindStringSubmatch(l.Subject); m != nil && b.Verdict == "played" {
				read, _ := b.Latest(name)
				text, _, _ := strings.Cut(read.Text, "\nYOUR MOVE")
				named += names(t, lineEntry, text, regexp.MustCompile(`\b`+regexp.QuoteMeta(m[1])+`\b`))
				for _, other := range people {
					step := regexp.MustCompile(`(?m)^  \d+  ` + name + `: `) // the other players may have passed before
					if news, _ := b.Latest(other); other != name && news.Kind == "news" && len(b.Boxes[pbemtest.Address(other)]) > had[other] {
						named += names(t, step, news.Text, ofCompany)
					}
				}
			} else if b.Verdict != "played" && len(l.Choices) > 0 {
				must(t, b.AnswerLetter(name, l, mailtest.Bare, l.Choices[0].Lines...))
			}
		}
		expect.True(t, named >= 20, "%s: only %d lines were seen", title, named)
	}
}

// names checks that each entry of a letter, up to the next, names a company, and returns how many there are.
func names(t *testing.T, entry *regexp.Regexp, text string, company *regexp.Regexp) int {
	t.Helper()
	at := entry.FindAllStringIndex(text, -1)
	for i, from := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		expect.True(t, company.MatchString(text[from[0]:end]), "no %q in %q of\n%s", company, text[from[0]:end], text)
	}
	return len(at)
}
