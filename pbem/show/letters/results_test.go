package letters_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

var (
	operates  = regexp.MustCompile(`Your turn: (.*) operates`)
	ofCompany = regexp.MustCompile(`minor \d+|\b[A-Z]{2,3}\b`)
	lineEntry = regexp.MustCompile(`(?m)^  \pL`)
)

// TestResultsNameTheirCompany: every line of a receipt, a preview and the news of an operating turn names the company.
func TestResultsNameTheirCompany(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"18mag", "18cz"} {
		b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
		p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("named"), StartNow: true, Players: pbemtest.FromAll(people...)}
		expect.NoError(t, b.Handle("game.create", p, nil))
		expect.NoError(t, b.Post())
		s, named := &talk{T: t, Service: b}, 0
		for n := 0; named < level.Of(20, 60, 200) && n < 200; n++ {
			b.Clock = b.Clock.Add(time.Minute)
			name := people[s.table().Waiting[0].Seat]
			l, _ := b.Latest(name)
			had := map[string]int{}
			for _, other := range people {
				had[other] = len(b.Boxes[pbemtest.Address(other)])
			}
			expect.NoError(t, b.Answer(name, mailtest.Bare, "usual"))
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
				expect.NoError(t, b.AnswerLetter(name, l, mailtest.Bare, l.Choices[0].Lines...))
			}
		}
		expect.True(t, named >= 20, "%s: only %d lines were seen", title, named)
	}
}

// names checks that each entry of a letter, up to the next, names a company, and returns the number of entries.
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
