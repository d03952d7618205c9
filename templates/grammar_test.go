package templates

import (
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"railpost/engine"
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
	for text, want := range map[string]string{"¿de verdad?": "¿De verdad?", "«bien» y mal": "«Bien» y mal.", "negra-1 queda libre": "negra-1 queda libre.", "éxito": "Éxito."} {
		expect.Same(t, fmt.Sprintf("%q as a sentence is", text), sentence(text), want)
	}
	expect.Same(t, "an abbreviation gets a small letter", lowerFirst("RMV 2"), "RMV 2")
}
