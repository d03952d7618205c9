package templates

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

func TestGrammar(t *testing.T) {
	for word, want := range map[string][3]string{ // y, o, de
		"Ben": {"y Ben", "o Ben", "de Ben"}, "Ana": {"y Ana", "o Ana", "d'Ana"}, "Inés": {"e Inés", "o Inés", "d'Inés"},
		"Hilario": {"e Hilario", "o Hilario", "d'Hilario"}, "hielo": {"y hielo", "o hielo", "de hielo"}, "Iago": {"y Iago", "o Iago", "de Iago"},
		"Yvonne": {"e Yvonne", "o Yvonne", "de Yvonne"}, "II": {"y II", "o II", "de II"}, "Óscar": {"y Óscar", "u Óscar", "d'Óscar"},
		"Hortensia": {"y Hortensia", "u Hortensia", "d'Hortensia"}, "Heidi": {"y Heidi", "o Heidi", "de Heidi"}, "Huelva": {"y Huelva", "o Huelva", "de Huelva"},
		"Hug": {"y Hug", "o Hug", "d'Hug"}, "7": {"y 7", "o 7", "de 7"}, "8": {"y 8", "u 8", "de 8"}, "11": {"y 11", "u 11", "d'11"},
		"11.000": {"y 11.000", "u 11.000", "d'11.000"}, "1100": {"y 1100", "o 1100", "de 1100"}, "1": {"y 1", "o 1", "d'1"}, "«olé»": {"y «olé»", "u «olé»", "d'«olé»"}, "": {"y ", "o ", "de "},
	} {
		expect.Same(t, word, [3]string{spanishY(word), spanishO(word), catalanDe(word)}, want)
	}
	for n, want := range map[int]string{0: "0", 1383: "1383", -9999: "-9999", 12345: "12.345", -123456: "-123.456", 1000000: "1.000.000"} {
		expect.Same(t, n, dotted(n).String(), want)
	}
}

// TestGrammarInMessages: the grammars' functions reach their messages.
func TestGrammarInMessages(t *testing.T) {
	s, err := New(fstest.MapFS{
		"en/x.toml": {Data: []byte("\"x.list\" = \"{{.all}}\"\n\"x.n\" = \"{{.n}}\"\n\"x.or\" = \"{{.all}} or {{.n}}{{if gt .n 12000}}!{{end}}\"\n\"x.of\" = \"of {{.who}}\"\n\"x.ask\" = \"really?\"\n")},
		"es/x.toml": {Data: []byte("\"x.list\" = \"{{.all}}\"\n\"x.n\" = \"{{.n}}\"\n\"x.or\" = \"{{.all}} {{o .n}}{{if gt .n 12000}}!{{end}}\"\n\"x.of\" = \"de: {{.who}}\"\n\"x.ask\" = \"¿de verdad?\"\n")},
		"ca/x.toml": {Data: []byte("\"x.list\" = \"{{.all}}\"\n\"x.n\" = \"{{.n}}\"\n\"x.or\" = \"{{.all}} o {{.n}}\"\n\"x.of\" = \"{{de .who}}\"\n\"x.ask\" = \"de debò?\"\n")},
	})
	expect.NoError(t, err)
	names := []string{"Ana", "Ben", "Inés"}
	all := engine.Several("all", engine.Player("", 0), engine.Player("", 1), engine.Player("", 2))
	for _, c := range []struct {
		lang string
		m    engine.Message
		want string
	}{
		{"en", engine.Msg("x.list", all), "Ana, Ben and Inés"},
		{"es", engine.Msg("x.list", all), "Ana, Ben e Inés"},
		{"ca", engine.Msg("x.list", all), "Ana, Ben i Inés"},
		{"en", engine.Msg("x.n", engine.Int("n", 12345)), "12345"},
		{"es", engine.Msg("x.n", engine.Int("n", 12345)), "12.345"},
		{"es", engine.Msg("x.n", engine.Int("n", 2026)), "2026"},
		{"es", engine.Msg("x.or", all, engine.Int("n", 12345)), "Ana, Ben e Inés o 12.345!"},
		{"es", engine.Msg("x.or", all, engine.Int("n", 8)), "Ana, Ben e Inés u 8"},
		{"ca", engine.Msg("x.of", engine.Player("who", 0)), "d'Ana"},
		{"ca", engine.Msg("x.of", engine.Player("who", 1)), "de Ben"},
	} {
		expect.Same(t, fmt.Sprintf("%s %s", c.lang, c.m.Key), s.Say(c.lang, names, time.UTC, c.m), c.want)
	}
	for text, want := range map[string]string{"¿de verdad?": "¿De verdad?", "«bien» y mal": "«Bien» y mal.", "más tiempo: «Sí.»": "Más tiempo: «Sí.»", "I don't know \"x\"": "I don't know \"x\".", "negra-1 queda libre": "negra-1 queda libre.", "éxito": "Éxito."} {
		expect.Same(t, fmt.Sprintf("%q as a sentence is", text), sentence(text), want)
	}
	expect.Same(t, "nothing to capitalise", upperFirst("")+lowerFirst(""), "")
	expect.Same(t, "an abbreviation gets a small letter", lowerFirst("RMV 2"), "RMV 2")
}

// Choices have letters if some differ only in a number of their own.
func TestOwnNumbers(t *testing.T) {
	for _, c := range []struct {
		list string
		want bool
	}{
		{"take 1/take 3/take SIK", true},
		{"lay 3 D13 E12/lay 4 D13 E12/scrap 2/done", false}, // a single such order is not chosen by its number
		{"scrap 2/buy 2/done", false},
		{"buy 2/buy 3", true},
		{"place black-1: black t 2/place ind-1", false},
		{"bid 2/bid up to 6/pass", true},
		{"", false},
	} {
		expect.Same(t, c.list, OwnNumbers(strings.Split(c.list, "/")), c.want)
	}
	list := []string{"take SIK", "take 13", "buy 3 from 5 for 13"}
	expect.Same(t, "the choice that says 13 is", OwnNumber(list, 13), "take 13")
	expect.Same(t, "the choice that says 3 is", OwnNumber(list, 3), "")
	auction := []string{"bid 2", "bid up to 6", "pass"}
	for n, want := range map[int]string{2: "bid 2", 3: "bid 3", 6: ""} {
		expect.Same(t, fmt.Sprintf("%d alone in an auction is", n), OwnNumber(auction, n), want)
	}
	for n, want := range map[int]string{1: "a", 26: "z", 27: "aa", 28: "bb"} {
		if got := Mark(n, true); got != want || MarkOf("["+got+"]") != n {
			t.Errorf("the mark of %d is %q, want %q", n, got, want)
		}
	}
}

// The mark of a choice precedes its order; its remark follows.
func TestChoicesInLine(t *testing.T) {
	s := testSet(t)
	l := turnLetter()
	l.Happened, l.More, l.Choices = nil, nil, nil
	for i, order := range []string{"token C8", "token D19.2", "pay 10", "pay 30", "pass", "place black-1 with o+r: black t 2, black k, grey t"} {
		l.Choices = append(l.Choices, advise.Choice{N: i + 1, Line: order, Remark: turnLetter().Choices[i%2].Remark, Best: i < 3})
	}
	text := render(t, s, l).Text
	for _, want := range []string{
		"YOUR CHOICES",
		"\n  [a] token C8   # Transsib: black track now on 8\n",
		"\n  [e] pass   # Transsib: black track now on 8\n",
		"\n  [d] pay 30   # Transsib: black track now on 7\n",
	} {
		expect.Has(t, "the letter", text, want)
	}
}
