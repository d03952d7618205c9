package extract

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
)

// rails is a vocabulary of orders with ">" in them.
type rails struct{ words }

func (rails) Verb(w string) bool {
	w = strings.ToLower(w)
	return w == "deliver" || w == "build" || w == "issue"
}

// Long orders with ">" arrive whole after any folding, or their rest is unread: never a part that would be an
// order by itself.
func TestFoldedOrders(t *testing.T) {
	const (
		deliver = "deliver purple Philadelphia > New York > Boston > Albany > Buffalo > Cleveland > Detroit"
		build   = "build Philadelphia: H44 H42 I41 J40 K39 > Pittsburgh with grant engineering"
	)
	for width := 50; width <= 90; width++ {
		for _, line := range []string{deliver, build} {
			folded := fold(line, width)
			m := parse(t, "From: ana@example.org", "Content-Type: text/plain; charset=utf-8", "",
				"Hi,", strings.Join(folded, "\r\n"), "issue 2", "", "Thanks, Ana", "",
				"On Thu, 19 Nov 2026 at 21:14, Railpost <game@play.example> wrote:", "> "+strings.Join(turnLetter, "\r\n> "), "")
			s := Sort(m.Typed(answered(t, turnLetter, false)), rails{}, true)
			whole := len(s.Orders) == 2 && s.Orders[0].Text == line && s.Orders[1].Text == "issue 2"
			if !whole && (width >= foldColumns || len(s.Unread) == 0 && len(folded) > 1 && !strings.HasPrefix(folded[1], ">")) {
				t.Errorf("%d columns:\n%s\n%+v", width, strings.Join(folded, "\n"), s)
			}
		}
	}
}

// fold breaks a line as mail programs do.
func fold(line string, width int) []string {
	var out []string
	for _, w := range strings.Fields(line) {
		if n := len(out); n > 0 && len(out[n-1])+1+len(w) <= width {
			out[n-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// Quoted lines under a long line stay quoted.
func TestQuotedUnderLongLines(t *testing.T) {
	long := "say " + strings.Repeat("long ", 13) + "line"
	for _, c := range []struct{ mail, want string }{
		{long + "\n> Ana, it is your turn: place a worker or pass.\n\npass", long + "|pass"},        // of the letter
		{long + "\n> place turn-1   # [4] first player next round\npass", long + "|pass"},           // a choice of it
		{long + "\n> something else\n> and more\npass", long + "|pass"},                             // two lines
		{"place rail-1\n> something else\npass", "place rail-1|pass"},                               // not long
		{long + "\n\n> something else\npass", long + "|pass"},                                       // not directly under it
		{long + "\n> the rest\npass", long + " > the rest|pass"},                                    // the rest of it
		{long + "\n>> the rest\npass", long + "|pass"},                                              // quoted twice
		{"Hi\n" + long[:62] + "\n> and " + long + "\n> Rest\npass", "Hi|" + long[:62] + "|pass"},    // two marked lines
		{"> Ana, it is your turn: place a worker or pass.\n" + long + "\n> Rest", long + " > Rest"}, // the last line
	} {
		m := parse(t, "From: ana@example.org", "", strings.ReplaceAll(c.mail, "\n", "\r\n"), "")
		expect.Same(t, c.mail, strings.Join(m.Typed(answered(t, turnLetter, false)), "|"), c.want)
	}
}

// The sign comes through every mail program we know.
func TestSignInOrders(t *testing.T) {
	typed := []string{"deliver red Toledo > Detroit(Ana Maria) > Chicago", "build Chicago: N18 M19 M21 M23 > Toledo"}
	for _, s := range mailtest.Styles() {
		for _, htmlOnly := range []bool{false, true} {
			got := typedIn(t, s, htmlOnly, rawLetter(turnLetter, true), typed, answered(t, turnLetter, true))
			sorted := Sort(got, rails{}, true)
			if len(sorted.Orders) != 2 || sorted.Orders[0].Text != typed[0] || sorted.Orders[1].Text != typed[1] || len(sorted.Unread) > 0 {
				t.Errorf("%s, HTML only %v: %+v", s, htmlOnly, sorted)
			}
		}
	}
}

// A letter quoted without marks, and folded at any width, is recognised: no part of an order in it is read as one.
func TestFoldedLetter(t *testing.T) {
	letter := append(slices.Clone(turnLetter),
		"  170  Ben: deliver red Wilmington > Raleigh > Columbia > Atlanta > Savannah > Charleston",
		"  deliver black Providence > Boston > Albany > Philadelphia > Baltimore > Richmond   # [2]",
		"      # points: you 3, Ana 1 and Ben 1",
		"  deliver purple Providence > Boston > Albany > Philadelphia > Baltimore",
		"    > Pittsburgh > Wheeling   # [3]",
		"  171  you: deliver purple New York > Philadelphia > Baltimore(5) >",
		"        Richmond > Raleigh > Wilmington",
		"  deliver yellow Columbia > Atlanta > Chattanooga > Nashville >",
		"    Memphis                                # [4]",
		"  Ben delivers red, Wilmington > Raleigh > Columbia > Atlanta > Savannah > Boston",
		"That is all.")
	for width := 50; width <= 90; width++ {
		var quoted []string
		for _, l := range letter {
			quoted = append(quoted, fold(l, width)...)
		}
		m := parse(t, "From: ana@example.org", "Content-Type: text/plain; charset=utf-8", "",
			strings.Join(quoted, "\r\n"), "issue 2", "")
		l := &Letter{Lines: letter, Words: rails{}}
		expect.Same(t, width, m.Typed(l), []string{"issue 2"})
	}
}

// A choice or an order that a letter has broken after the sign is sent back as printed.
func TestBrokenLineIsSentBack(t *testing.T) {
	letter := append(slices.Clone(turnLetter),
		"  171  you: deliver purple New York > Philadelphia > Baltimore(5) >",
		"        Richmond > Raleigh > Wilmington",
		"  deliver yellow Columbia > Atlanta > Chattanooga > Nashville >",
		"    Memphis                                # [4]",
		"      # points: you 2, Carla 1 and Dan 1")
	l := &Letter{Lines: letter, Words: rails{}}
	for _, typed := range [][]string{
		{"deliver yellow Columbia > Atlanta > Chattanooga > Nashville >", "Memphis"},
		{"deliver yellow Columbia > Atlanta > Chattanooga > Nashville >", "    Memphis                                # [4]"},
		{"deliver purple New York > Philadelphia > Baltimore(5) >", "Richmond > Raleigh > Wilmington", "Thanks!"},
	} {
		for _, s := range mailtest.Styles() {
			sorted := Sort(typedIn(t, s, false, rawLetter(letter, false), typed, l), rails{}, true)
			whole := typed[0] + " " + bareOrder(typed[1])
			expect.True(t, len(sorted.Orders) == 1 && sorted.Orders[0].Text == whole && len(sorted.Unread) == 0,
				"%s: %q: %+v", s, typed, sorted)
		}
	}
}
