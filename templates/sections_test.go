package templates

import (
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/templates/key"
)

// TestSections: each section of a letter is laid out by itself.
func TestSections(t *testing.T) {
	set := expect.Get(New())(t)
	now := time.Date(2026, 11, 24, 18, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		of   Letter
		lay  func(w *letter)
		want string
	}{
		"greeting": {Letter{Until: now.Add(50 * time.Hour)}, func(w *letter) { greeting{w}.limit() },
			"Answer by Thu 26 Nov 20:00 (UTC), in 2 days.\n"},
		"offer": {Letter{Said: Said{Choices: []advise.Choice{{Line: "pass", N: 1}, {Line: "bid 5", N: 2}}}}, func(w *letter) { offer{w}.choose() },
			"YOUR CHOICES\n  [1] pass\n  [2] bid 5\n"},
		"story": {Letter{Happened: []Step{{Seq: 7, Seat: 1, Line: "pass"}}}, func(w *letter) { story{w}.since(key.SinceMove) },
			"SINCE YOUR LAST MOVE\n  7  Ben: pass\n"},
		"sheet": {Letter{Table: []engine.Block{{Rows: [][]engine.Cell{{{Say: engine.Msg(key.Player, engine.Player("seat", 0))}}}}}},
			func(w *letter) { sheet{w}.sheets() },
			"TABLE\n  Ana (you)\n"},
		"fate": {Letter{Said: Said{Talk: []string{"hello"}}}, func(w *letter) { fate{w}.notRead() },
			"NOT READ AS ORDERS\n  \"hello\"\nNot passed on: to tell the table something, begin a line with `say`.\n"},
		"terms": {Letter{Draws: &Draws{Commitment: "ab12"}}, func(w *letter) { terms{w}.fairDraws() },
			"FAIR DRAWS\nAll draws come from a secret seed that is already fixed. This is its\nSHA-256; the last letter shows the seed, so anyone can check.\n  ab12\n"},
		"foot": {Letter{Game: "winter", Step: 7, Hash: "ab12"}, func(w *letter) { foot{w}.foot() },
			"\nwinter, step 7: ab12\n"},
		"tutor": {Letter{TutorOffer: true, Title: "russian"}, func(w *letter) { tutor{w}.tutor() },
			"\nYour first game of Russian Railroads? Answer `tutor on`, and your letters\nexplain each step.\n"},
		"listener": {Letter{}, func(w *letter) {
			w.head("Table")
			w.add(table{heads: []string{"player", "points"}, rows: [][]string{{"Ana", "12"}}})
			listener{w.voice, ""}.speak(w.document)
		},
			"Table.\nAna: points 12.\n"},
	} {
		of := test.of
		of.Kind, of.Lang, of.Players, of.Now = Turn, English, []string{"Ana", "Ben"}, now
		w := set.begin(&of)
		test.lay(w)
		expect.Same(t, name, w.text(), test.want)
	}
}

// TestCitation: cited headings are in the reader's language; numbers stay.
func TestCitation(t *testing.T) {
	set, err := New()
	expect.NoError(t, err)
	for rule, want := range map[string]string{
		"Scoring phase, R4": "Regla: Russian Railroads, Fase de puntuación, R4",
		"R29":               "Regla: Russian Railroads R29",
	} {
		if got := (terms{set.begin(&Letter{Kind: Answer, Title: "russian", Lang: "es"})}).citation(rule); got != want {
			t.Errorf("%q is cited as %q, not %q", rule, got, want)
		}
	}
	expect.Same(t, "citation", (terms{set.begin(&Letter{Kind: Answer, Title: "russian", Lang: English})}).citation("Scoring phase"), "Rule: Russian Railroads, Scoring phase")
}

// TestMorePart: a list that is always partial says so, whatever else it omits.
func TestMorePart(t *testing.T) {
	const part = "Lists show only the likeliest orders with place"
	for _, more := range [][]advise.More{
		{{Prefix: "place", What: advise.Part}},
		{{Prefix: "place", Count: 214, What: advise.Orders}, {Prefix: "place", What: advise.Part}},
		{{Prefix: "place", Count: 214, What: advise.Orders}, {Count: 3}, {Prefix: "place", What: advise.Part}},
	} {
		l := usualLetter()
		l.More = more
		r := render(t, testSet(t), l)
		if n := strings.Count(strings.Join(strings.Fields(r.Text), " "), part); n != 1 {
			t.Errorf("%+v: said %d times:\n%s", more, n, r.Text)
		}
	}
}
