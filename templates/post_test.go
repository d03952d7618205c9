package templates

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/templates/key"
)

// TestPostsAreWhole: a program gets complete sentences, without separators that an omitted argument would leave.
func TestPostsAreWhole(t *testing.T) {
	rule := engine.Msg("pbem.rule-new", engine.Say("rule", engine.Msg("pbem.rule-mail")))
	talk := strings.TrimSpace(strings.Repeat("so ", 200))
	why := func(key, why string) engine.Message { return engine.Msg(key, engine.Personal("why", why)) }
	for name, s := range map[string]Step{
		"rules":     {Seat: engine.Nobody, Reports: []engine.Message{why("pbem.rules-set", ""), rule, rule}},
		"rules why": {Seat: engine.Nobody, Reports: []engine.Message{why("pbem.rules-set", "So you wished."), rule, rule}},
		"paused":    {Seat: engine.Nobody, Reports: []engine.Message{why("pbem.paused", ""), why("pbem.resumed", ""), rule}},
		"undo":      {Seat: engine.Nobody, Back: 2, Reports: []engine.Message{engine.Msg("pbem.organiser-undo", engine.Int("n", 2), engine.Personal("why", "")), rule, rule}},
		"talk":      {Seat: 1, Reports: []engine.Message{engine.Msg("pbem.said", engine.Player("seat", 1), engine.Personal("text", talk))}},
		"stage":     {Seat: engine.Nobody, Told: []engine.Passage{{Say: rule, Weight: engine.Stage}}, Reports: []engine.Message{rule}},
	} {
		s.Public = true
		for _, lang := range []string{"en", "es", "ca"} {
			l := &Letter{Kind: News, Lang: lang, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben"}, Seat: engine.Nobody, Happened: []Step{s}}
			p := shipped(t).Post(l)
			text := strings.Join(p.Happened, "\n")
			if len(p.Happened) != 1 || strings.Contains(text, "…") || strings.Contains(text, " ;") || strings.Contains(text, ".;") {
				t.Errorf("%s, %s: %q", name, lang, text)
			}
			if both := text + "\n" + strings.Join(strings.Fields(render(t, shipped(t), l).Text), " "); sentenceInList.MatchString(both) {
				t.Errorf("%s, %s: a sentence in a list: %q", name, lang, both)
			}
			if name == "talk" && !strings.HasSuffix(text, talk) {
				t.Errorf("%s: the end is missing: %q", lang, text)
			}
		}
	}
}

// sentenceInList matches a sentence after a separator within a sentence.
var sentenceInList = regexp.MustCompile(`; \p{Lu}\pL* \pL`)

// TestSubjectNamesTheOrganisersActs: an organiser's action at a table is in the subject of the news.
func TestSubjectNamesTheOrganisersActs(t *testing.T) {
	for _, c := range []struct {
		key  string
		back uint64
		want [3]string
	}{
		{"pbem.organiser-undo", 2, [3]string{"The game is back at step 2, Ben is next", "La partida vuelve al paso 2; ", "La partida torna al pas 2; "}},
		{"pbem.organiser-acted", 0, [3]string{"The organiser moved for Ana, Ben is next", "La organización ha jugado por Ana; ", "L'organització ha jugat per Ana; "}},
		{"pbem.organiser-acted-plays", 0, [3]string{"The organiser moved for Ana, Ben is next", "La organización ha jugado por Ana; ", "L'organització ha jugat per Ana; "}},
	} {
		for i, lang := range []string{"en", "es", "ca"} {
			s := Step{Seat: engine.Nobody, Back: c.back, Public: true, Reports: []engine.Message{
				engine.Msg(c.key, engine.Int("n", 2), engine.Player("seat", 0), engine.Personal("why", "Wrong key.")), engine.Msg("pbem.rules-stay")}}
			l := &Letter{Kind: News, Lang: lang, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben", "Cleo"}, Seat: 2, Waiting: []Waiting{{Seat: 1}}, Happened: []Step{s}}
			if got := render(t, shipped(t), l).Subject; !strings.HasPrefix(got, "[winter] "+c.want[i]) {
				t.Errorf("%s, %s: %q", c.key, lang, got)
			}
		}
	}
}

// TestAskedAgain: a player who must answer again because a move was taken back reads so in the subject and
// above the question.
func TestAskedAgain(t *testing.T) {
	undo := Step{Seat: engine.Nobody, Back: 2, Public: true, Reports: []engine.Message{engine.Msg("pbem.organiser-undo", engine.Int("n", 2), engine.Personal("why", "Wrong key."))}}
	moved := Step{Seat: 1, Line: "pass", Public: true}
	note := Step{Seat: engine.Nobody, Public: true, Reports: []engine.Message{engine.Msg("pbem.rules-stay")}}
	for _, c := range []struct {
		steps []Step
		want  [3]string
	}{
		{[]Step{moved, undo}, [3]string{"the game is back at step 2", "la partida vuelve al paso 2", "la partida torna al pas 2"}},
		{[]Step{moved, {Seat: 1, Back: 2, Public: true}, note}, [3]string{"Ben took back a move", "Ben deshace una jugada", "Ben desfà una jugada"}},
		{[]Step{moved, {Seat: 0, Back: 2, Public: true}}, [3]string{"you took back a move", "deshaces una jugada", "desfàs una jugada"}},
		{[]Step{undo, moved}, [3]string{}},
	} {
		for i, lang := range []string{"en", "es", "ca"} {
			l := &Letter{Kind: Turn, Lang: lang, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben"}, Seat: 0, Waiting: []Waiting{{Seat: 0}},
				Ask: []engine.Message{engine.Msg("tycoon.ask.round")}, Happened: c.steps}
			out := render(t, shipped(t), l)
			top, _, _ := strings.Cut(out.Text, "\n\n")
			top = squeeze(top)
			again, _, _ := strings.Cut(shipped(t).Say(lang, nil, time.UTC, engine.Msg(key.YourTurnAgain, engine.Text("what", "|"))), "|")
			if says := c.want[i] != ""; says != strings.Contains(top, again) || !strings.Contains(top, c.want[i]) || !strings.HasSuffix(out.Subject, c.want[i]) {
				t.Errorf("%s, %q: %q\n%s", lang, c.want[i], out.Subject, top)
			}
		}
	}
}

// TestEventsTakenBack: a subject names the latest change for everybody, but not if it was taken back since.
func TestEventsTakenBack(t *testing.T) {
	event := func(seq uint64, text string) Step {
		say := engine.Msg("pbem.said", engine.Player("seat", 1), engine.Personal("text", text))
		return Step{Seq: seq, Seat: 1, Public: true, Line: "pass", Told: []engine.Passage{{Say: say, Weight: engine.Event}}, Reports: []engine.Message{say}}
	}
	l := &Letter{Kind: Turn, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben"}, Seat: 0, Waiting: []Waiting{{Seat: 0}}, Happened: []Step{
		event(2, "stays"), event(3, "goes"), {Seq: 4, Seat: 1, Back: 2, Public: true}, event(5, "comes"), event(6, "leaves"), {Seq: 7, Seat: 1, Back: 5, Public: true}}}
	expect.Has(t, "the subject does not name what came last and stands", eventTold(shipped(t).begin(l)), "comes")
	l.Happened = l.Happened[:3]
	expect.Has(t, "subject", eventTold(shipped(t).begin(l)), "stays")
}

// TestSubjectsSayNothingTwice: the subject of a turn letter has the question and the state of the game; only
// once if they are the same.
func TestSubjectsSayNothingTwice(t *testing.T) {
	word := regexp.MustCompile(`\pL{5,}`)
	for _, game := range gamesRead() {
		title, names := titles.Find(game.title), []string{"Ana", "Ben", "Cleo", "Dan"}[:game.seats]
		letters, err := game.letters()
		g, first, failed := engine.Begin("winter", title, engine.Setup{Seats: game.seats}, names, engine.Seed("any"))
		err = errors.Join(err, failed)
		expect.NoError(t, err)
		letters = append(letters, answered{turnOf(g, names, g.Waiting()[0], g.Waiting()[0], []*engine.Record{first}), ""})
		for _, a := range letters {
			for _, lang := range []string{"en", "es", "ca"} {
				l := *a.Letter
				l.Lang, l.Game, l.Until = lang, "w", time.Time{} // short enough for the subject
				if l.Kind != Turn || !shipped(t).Has(lang, game.title+".title") {
					continue
				}
				subject, said := render(t, shipped(t), &l).Subject, map[string]bool{}
				for _, w := range word.FindAllString(strings.ToLower(subject), -1) {
					if w = strings.TrimRight(w, "s"); said[w] {
						t.Errorf("%s, %s: %q twice in %q", game.title, lang, w, subject)
					}
					said[w] = true
				}
			}
		}
	}
}
