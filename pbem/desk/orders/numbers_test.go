package orders_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// chosenAs are ways to choose by a number, by language; "third" chooses the third line, "usual" the usual turn,
// and "nobody" nothing if choices have letters.
var chosenAs = map[string]map[string][]string{
	"en": {
		"third":  {"3", "[3]", "#3", "three", "Three.", "3\ufe0f\u20e3", "option 3", "number three", "the 3", "play 3", "choose option 3", "3 \U0001f44d", "three \U0001f642", "3 :-)", "3, please", "please, 3", "3 thank you", "Hi, 3"},
		"usual":  {"usual please", "usual, thanks \U0001f44d"},
		"nobody": {"three", "#3", "option 3", "play 3"},
	},
	"es": {
		"third":  {"tres", "la 3", "la tres", "opción 3", "opción tres", "option 3", "three", "juega la 3", "juego la 3", "haz la tres", "#3", "3\ufe0f\u20e3", "la 3 \U0001f44d", "la 3, por favor", "3, gracias"},
		"usual":  {"habitual, por favor"},
		"nobody": {"tres", "la 3", "opción 3", "juega la 3"},
	},
	"ca": {
		"third":  {"tres", "la 3", "opció 3", "opció tres", "three", "juga la 3", "fes la 3", "#3", "3\ufe0f\u20e3", "la tres \U0001f44d", "la 3, si us plau", "3, gràcies"},
		"usual":  {"habitual, si us plau"},
		"nobody": {"tres", "la 3", "opció 3", "juga la 3"},
	},
}

// TestChosenByNumber: however players write the number of a choice, it is chosen; where a number may be an order of the
// game, only the plain one is.
func TestChosenByNumber(t *testing.T) {
	level.Sequential(t)
	for _, lang := range languages(t) {
		forms := chosenAs[lang]
		k := midway(t, "russian 3 40", lang)
		order := func(line string) string {
			got, letter := k.write(t, line)
			if got == "" {
				t.Errorf("%s, %q: nothing is played\n%s", lang, line, letter)
				return ""
			}
			expect.NoError(t, k.b.Answer(k.player, mailtest.Gmail, "undo"))
			k.seq = len(k.records(t))
			k.letter, _ = k.b.Latest(k.player)
			return got
		}
		third, usual := order("3"), order("usual")
		for _, line := range forms["third"] {
			expect.Same(t, fmt.Sprintf("%s, %q", lang, line), order(line), third)
		}
		for _, line := range forms["usual"] {
			expect.Same(t, fmt.Sprintf("%s, %q", lang, line), order(line), usual)
		}
		for _, line := range []string{"We were\nthree", "I think of the last two and\nthree", "maybe 3", "not 3", "3?", "1 2 3", "3 of us", "no, three", "two or three"} {
			if got, _ := k.write(t, line); got != "" {
				t.Fatalf("%s, %q: %q is played", lang, line, got)
			}
		}
		k = midway(t, "tycoon 3 2", lang)
		for _, line := range forms["nobody"] {
			got, letter := k.write(t, line)
			expect.True(t, got == "" && strings.Contains(letter, "3"),
				"%s, %q: %q is played in an auction\n%s", lang, line, got, letter)
		}
	}
}

// TestChosenWithMore: words may follow a choice.
func TestChosenWithMore(t *testing.T) {
	level.Sequential(t)
	for _, c := range []struct{ at, lang, line, want string }{
		{"russian 3 40", "en", "12 with r", "place grey-1 with r: grey t, grey k"},
		{"russian 3 40", "en", "[12] with r", "place grey-1 with r: grey t, grey k"},
		{"russian 3 40", "es", "12 con r", "place grey-1 with r: grey t, grey k"},
		{"russian 3 40", "ca", "12 amb r", "place grey-1 with r: grey t, grey k"},
		{"russian 3 40", "en", "13 of us with r", ""},
		{"russian 3 40", "en", "4 with r maybe", ""},
		{"tycoon 3 8", "en", "[b] with engineering", ""},
	} {
		if got, letter := midway(t, c.at, c.lang).write(t, c.line); got != c.want {
			t.Errorf("%s, %q: %q, want %q\n%s", c.lang, c.line, got, c.want, letter)
		}
	}
}

// TestChosenInPlans: marks of choices in plans are those of the turn letter, and a colon ends the name of a turn.
func TestChosenInPlans(t *testing.T) {
	level.Sequential(t)
	for _, c := range []struct{ at, lang, text, want string }{
		{"russian 3 40", "en", "pass\nplan\n[3]", "place eng-13: black p, black k"},
		{"russian 3 40", "en", "pass\nplan\n#3", "place eng-13: black p, black k"},
		{"russian 3 40", "en", "plan: 3", "place eng-13: black p, black k"},
		{"russian 3 40", "en", "plan\nplace loco-9, else option 3", "place loco-9, else place eng-13: black p,"},
		{"russian 3 40", "es", "plan\nla 3\nfin del plan", "coloca ing-13: negra p, negra k"},
		{"russian 3 40", "ca", "plan\ntres", "posa eng-13: negra p, negra k"},
		{"russian 3 40", "en", "plan\n[39]", "There is no [39]"},
		{"tycoon 3 8", "en", "plan\n[c]", "next turn: upgrade"},
		{"18mag 3 114", "en", "plan 3:\nrun best", "run best"},
		{"18mag 3 114", "es", "plan 3:\n[1]", "compra SNW"},
	} {
		k := midway(t, c.at, c.lang)
		if _, letter := k.write(t, c.text); !strings.Contains(letter, c.want) {
			t.Errorf("%s, %q: want %q\n%s", c.lang, c.text, c.want, letter)
		}
	}
}

// TestBareYes: a lone yes plays the offer of the very letter it answers, and nothing while there is something
// to vote on.
func TestBareYes(t *testing.T) {
	level.Sequential(t)
	for _, c := range []struct{ lang, yes string }{
		{"en", "yes"}, {"en", "Yes, please.\n\nBen"}, {"en", "ok"}, {"es", "sí"}, {"es", "vale, gracias"}, {"es", "De acuerdo"}, {"ca", "d'acord"}, {"ca", "Sí!\n\nSalutacions,\nBen"}, {"ca", "val"},
	} {
		k := midway(t, "russian 3 40", c.lang)
		turn := k.letter
		if got, letter := k.write(t, "plase hire"); got != "" {
			t.Fatalf("%q is played\n%s", got, letter)
		}
		first, _ := k.b.Latest(k.player)
		if got, _ := k.write(t, c.yes); got != "" {
			t.Errorf("%s, %q: %q is played in answer to the turn letter", c.lang, c.yes, got)
		}
		k.letter = first
		if got, _ := k.write(t, c.yes+"\nbut not now"); got != "" {
			t.Errorf("%s, %q: %q is played beside other words", c.lang, c.yes, got)
		}
		if got, letter := k.write(t, c.yes); got != "place hire" {
			t.Errorf("%s, %q: %q\n%s", c.lang, c.yes, got, letter)
		}
		k = midway(t, "russian 3 40", c.lang)
		k.write(t, "plase hire")
		first, _ = k.b.Latest(k.player)
		k.write(t, "plase temps")
		k.letter = first
		if got, _ := k.write(t, c.yes); got != "" {
			t.Errorf("%s, %q: %q is played after another offer", c.lang, c.yes, got)
		}
		k.letter = turn
	}
	k := midway(t, "russian 3 40", "en")
	expect.NoError(t, k.b.Answer("Ann", mailtest.Gmail, "propose extend 2 days"))
	k.letter, _ = k.b.Latest(k.player)
	k.write(t, "plase hire")
	k.letter, _ = k.b.Latest(k.player)
	if got, letter := k.write(t, "yes"); got != "" {
		t.Errorf("%q is played while there is a vote\n%s", got, letter)
	}
}

// TestOwnName: the writer's name below the orders is no line of theirs.
func TestOwnName(t *testing.T) {
	level.Sequential(t)
	lines := map[string][]string{"en": {"pass", "plase hire", "I think of it"},
		"es": {"paso", "colca contratar", "lo pienso"}, "ca": {"passo", "psa contractar", "m'ho penso"}}
	for _, lang := range languages(t) {
		for _, line := range lines[lang] {
			for _, name := range []string{"Ben", "- Ben", "BEN.", "ben \U0001f642"} {
				k := midway(t, "russian 3 40", lang)
				k.write(t, line+"\n\n"+name)
				l, _ := k.b.Latest(k.player)
				expect.Lacks(t, fmt.Sprintf("%s, %q and %q", lang, line, name), l.Text, "\""+name, "«"+name, "  "+name+"\n")
			}
		}
	}
}

// TestNearlyOrdersAreAnswered: a player whose lines were nearly orders is answered more than ten times a day.
func TestNearlyOrdersAreAnswered(t *testing.T) {
	level.Sequential(t)
	for _, lines := range [][]string{{"plase hire", "plce temps", "hier"}, {"hisory", "histroy"}} {
		k := midway(t, "russian 3 40", "en")
		for i := range 14 {
			line := lines[i%len(lines)]
			k.b.Clock = k.b.Clock.Add(time.Minute) // it is another message
			if _, letter := k.write(t, line); letter == "" {
				t.Errorf("%q: no answer to message %d", line, i+1)
			}
		}
	}
}

// write sends a message, and returns the order that it played and the letter that answers it.
func (k *midGame) write(t *testing.T, text string) (order, letter string) {
	t.Helper()
	box := len(k.b.Boxes[pbemtest.Address(k.player)])
	expect.NoError(t, k.b.AnswerLetter(k.player, k.letter, mailtest.Gmail, text))
	if l := k.b.Boxes[pbemtest.Address(k.player)][box:]; len(l) > 0 {
		letter = l[0].Text
	}
	return k.played(t), letter
}

// TestDoomedBuilds: a choice that is certain to be lost has no mark in an answer; preview and receipt say so,
// and the receipt offers undo while it is possible.
func TestDoomedBuilds(t *testing.T) {
	level.Sequential(t)
	words := map[string]struct{ lost, undo, preview, build string }{
		"en": {"will be lost: no action is left", "`undo` takes it back", "preview", "build Chicago"},
		"es": {"se perderá: no te quedan jugadas", "`deshaz` lo retira", "previa", "construye Chicago"},
		"ca": {"es perdrà: no et queden jugades", "`desfés` ho retira", "prèvia", "construeix Chicago"},
	}
	for _, lang := range languages(t) {
		c := words[lang]
		k := midway(t, "tycoon 3 14", lang)
		says := func(text string, want bool, parts ...string) string {
			_, letter := k.write(t, text)
			letter = strings.Join(strings.Fields(letter), " ")
			for _, part := range parts {
				expect.Same(t, []any{lang, text, part, !want, letter}, strings.Contains(letter, part), want)
			}
			return letter
		}
		says(c.build+" > Detroit", true, c.lost)
		says(c.build+" > Detroit", false, "[a]")
		turn := k.letter
		k.letter, _ = k.b.Latest(k.player)
		if got, letter := k.write(t, "a"); got != "" {
			t.Errorf("%s: %q is chosen by a letter\n%s", lang, got, letter)
		}
		k.letter = turn
		says(c.preview+"\n"+c.build+": N18 > N20", true, c.lost)
		says(c.build+": N18 > N20", true, c.lost, c.undo)
		expect.NoError(t, k.b.Answer(k.player, mailtest.Gmail, "undo"))
		k = midway(t, "tycoon 3 8", lang) // in round 1
		says(c.build+" > Detroit", true, "[a]")
		says(c.build+": N18 > N20", false, c.lost, c.undo)
	}
}

// TestNearLinesHaveMarks: legal lines that a refusal proposes have letters where one alone answers it.
func TestNearLinesHaveMarks(t *testing.T) {
	level.Sequential(t)
	for _, c := range []struct{ at, lang, text, mark, want string }{
		{"russian 3 40", "en", "plase hire", "a", "place hire"},
		{"russian 3 40", "en", "place black-1", "[b]", "place hire"},
		{"russian 3 40", "en", "place eng-5 grey", "b", "place eng-5: grey p"},
		{"russian 3 40", "es", "colca contratar", "a", "place hire"},
		{"tycoon 3 16", "ca", "construeix New York > Chicago", "[c]", "build New York: E47 E45 D44 > Albany"},
		{"russian 3 40", "en", "plase hire\nplace temps", "a", ""},
	} {
		k := midway(t, c.at, c.lang)
		got, letter := k.write(t, c.text)
		if mark := "[" + strings.Trim(c.mark, "[]") + "]"; got != "" || strings.Contains(letter, mark) != (c.want != "") {
			t.Errorf("%s, %q: %q is played, or marks are wrong\n%s", c.at, c.text, got, letter)
		}
		k.letter, _ = k.b.Latest(k.player)
		if got, letter := k.write(t, c.mark); got != c.want {
			t.Errorf("%s, %q, %q: %q, want %q\n%s", c.at, c.text, c.mark, got, c.want, letter)
		}
	}
}
