package letters

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"railpost/docs/rules"
	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

var tutored = []struct {
	title string
	seats []int
}{{"russian", []int{2, 4}}, {"tycoon", []int{2, 3}}, {"18mag", []int{1, 2, 3}}, {"18cz", []int{2, 3}}}

// TestTutorKnowsEachStep: in random games of every title, every question is explained in every language: by a
// message, and by a section of the rules with at most six lines of it.
func TestTutorKnowsEachStep(t *testing.T) {
	set := expect.Get(templates.New())(t)
	for _, c := range tutored {
		for _, seats := range c.seats {
			t.Run(fmt.Sprint(c.title, "-", seats), func(t *testing.T) {
				t.Parallel()
				said := map[string]map[string]any{}
				for _, lang := range set.Languages() {
					said[lang] = messages(t, lang)
				}
				walk(t, titles.Find(c.title), seats, func(g *engine.Game, seat engine.Seat, p engine.Prompt, new bool) {
					for lang, own := range said {
						checkLesson(t, g.Title, lang, own, p)
					}
					if new {
						checkLetters(t, set, g, seat)
					}
				})
			})
		}
	}
}

// walk plays a random game; look sees each prompt, and whether it asks something new.
func walk(t *testing.T, title engine.Title, seats int, look func(g *engine.Game, seat engine.Seat, p engine.Prompt, new bool)) {
	names := []string{"Ana", "Ben", "Cleo", "Dan"}[:seats]
	g, _, err := engine.Begin("winter", title, engine.Setup{Seats: seats}, names, engine.Seed("a seed for the tutor"))
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(uint64(seats), 7))
	seen := map[string]bool{}
	for !g.Pos.Over() && !t.Failed() {
		seat := g.Waiting()[0]
		for _, p := range g.Pos.Prompts(seat) {
			if !OptionalUnlisted(g, p) {
				look(g, seat, p, !seen[p.Ask.Key])
				seen[p.Ask.Key] = true
			}
		}
		r := expect.Get(g.Try(seat, advise.RandomLine(rng, title, g.Pos, seat), false))(t)
		g.Take(seat, r)
	}
}

func checkLesson(t *testing.T, title engine.Title, lang string, own map[string]any, p engine.Prompt) {
	t.Helper()
	expect.True(t, own[p.Ask.Key+".tutor"] != nil, "%s: nothing explains %s", lang, p.Ask.Key)
	key, paragraph := title.Section(p)
	s, ok := rules.Of(title.Name(), lang).Key(key)
	if !ok {
		t.Fatalf("%s: %s is explained by %q, which is no section", lang, p.Ask.Key, key)
	}
	if out := s.Excerpt(paragraph, 6, 72); len(out) == 0 || len(out) > 6 {
		t.Errorf("%s: %d paragraphs explain %s", lang, len(out), p.Ask.Key)
	}
}

// checkLetters renders the letter that asks, in all languages and forms.
func checkLetters(t *testing.T, set *templates.Set, g *engine.Game, seat engine.Seat) {
	t.Helper()
	for _, lang := range set.Languages() {
		for _, spoken := range []bool{false, true} {
			l := &templates.Letter{Kind: templates.Turn, Lang: lang, Spoken: spoken, Title: g.Title.Name(), Game: "winter", Seat: seat, Zone: time.UTC,
				Players: append([]string{"Ana", "Ben", "Cleo", "Dan"}[:g.Setup.Seats], g.Title.Opponents(g.Setup.Seats)...)}
			expect.Get(present(l, &content.Facts{Tutor: new(table.Tutor)}, g, seat))(t)
			r := expect.Get(set.Render(l))(t)
			at := strings.Index(strings.ToUpper(r.Text), "\nTUTOR")
			if at < 0 || strings.Contains(r.Text, ".tutor]") || strings.Contains(r.Text, ".why]") || !strings.Contains(r.HTML, "Tutor") {
				t.Errorf("%s, spoken %v: no lesson in\n%s", lang, spoken, r.Text)
			}
			for line := range strings.SplitSeq(r.Text, "\n") {
				expect.True(t, len([]rune(line)) <= 76, "%s: %q is too long", lang, line)
			}
			level.Keep(t, "RAILPOST_LETTERS", fmt.Sprintf("tutor-%s-%d-%s-%s-%v.txt", g.Title.Name(), g.Setup.Seats, l.Ask[0].Key, lang, spoken), []byte(r.Text))
		}
	}
}

func messages(t *testing.T, lang string) (out map[string]any) {
	t.Helper()
	b := expect.Get(os.ReadFile("../../../templates/" + lang + "/tutor.toml"))(t)
	expect.NoError(t, toml.Unmarshal(b, &out))
	return out
}
