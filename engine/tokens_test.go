package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func TestTokenize(t *testing.T) {
	cases := []struct{ line, want string }{
		{"", ""},
		{"  pass  ", "pass@3"},
		{"pass.", "pass@1"},
		{"pass .\u00a0", "pass@1"},
		{"Place BLACK-2: black t 2", "place@1 black2@7 :@14 black@16 t@22 2@24"},
		{"loco t over 1>k", "loco@1 t@6 over@8 1@13 >@14 k@15"},
		{"loco t over 1 -> k", "loco@1 t@6 over@8 1@13 >@16 k@18"},
		{"ind 1 [black t]", "ind@1 1@5 [@7 black@8 t@14 ]@15"},
		{"— pass – 3", "pass@3 3@10"},
		{"ñandú x", "nandu@1 x@7"},
		{"e\u0301x y", "ex@1 y@5"}, // a combining accent
		{"😀 pass", "😀@1 pass@3"},
		{"a\tb\u00a0c", "a@1 b@3 c@5"},
		{"x\xffy z", "x\ufffdy@1 z@5"},
		{"...", ""},
	}
	for _, c := range cases {
		got := engine.Each(engine.Tokenize(c.line).All, func(tok engine.Token) string {
			return fmt.Sprintf("%s@%d", tok.Fold, tok.Column)
		})
		expect.Same(t, fmt.Sprintf("Tokenize(%q)", c.line), strings.Join(got, " "), c.want)
	}
}

func TestFold(t *testing.T) {
	cases := []struct{ in, want string }{
		{"black-1", "black1"}, {"Black\u20111", "black1"}, {"paral·lel", "parallel"}, {"Straße", "strasse"},
		{"Plzeň", "plzen"}, {"ŁÓDŹ", "lodz"}, {"so\u00adft", "soft"}, {"CÓRDOBA", "cordoba"}, {"plain", "plain"},
	}
	for _, c := range cases {
		expect.Same(t, fmt.Sprintf("Fold(%q)", c.in), engine.Fold(c.in), c.want)
	}
}

// Tokens are in the order of the line, and folding twice changes nothing.
func TestTokenizeAnything(t *testing.T) {
	for _, line := range []string{"", "place black-2: black t 2", "[[((", "é😀\xff.", "- - -"} {
		end := 1
		for _, tok := range engine.Tokenize(line).All {
			if tok.Column < end || tok.Fold == "" {
				t.Fatalf("%q: token %q at column %d, the one before ends at %d", line, tok.Text, tok.Column, end)
			}
			end = tok.Column + utf8.RuneCountInString(tok.Text)
			expect.Must(t, "Fold", engine.Fold(tok.Fold), tok.Fold)
		}
		if n := utf8.RuneCountInString(line); end > n+1 {
			t.Fatalf("%q: tokens end at column %d of %d", line, end, n)
		}
	}
}
