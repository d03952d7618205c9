package templates

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/extract"
)

// verbs knows the verbs of the make-believe title.
type verbs struct{}

func (verbs) Verb(w string) bool {
	return slices.Contains([]string{"place", "pass", "help"}, strings.ToLower(w))
}
func (verbs) Near(string) bool        { return false }
func (verbs) Order(string) bool       { return false }
func (verbs) Greeting(string) bool    { return false }
func (verbs) Wishes() []string        { return nil }
func (verbs) Slip(string) bool        { return false }
func (verbs) Mode(string) bool        { return false }
func (verbs) English(l string) string { return l }

// TestCopiedChoices: copying the printed lines of a choice, with the comments under it, sends that choice and
// nothing else, even with the letter quoted below, with or without marks.
func TestCopiedChoices(t *testing.T) {
	l := turnLetter()
	r := render(t, testSet(t), l)
	printed := choiceLines(r.Text)
	expect.Must(t, "choices printed", len(printed), len(l.Choices))
	for i, lines := range printed {
		answer := strings.Join(lines, "\n") + "\n"
		for name, below := range map[string]string{
			"alone":    "",
			"marked":   "\nOn Sunday Railpost wrote:\n> " + strings.ReplaceAll(r.Text, "\n", "\n> "),
			"unmarked": "\nOn Sunday Railpost wrote:\n" + r.Text,
			"as HTML":  "\nOn Sunday Railpost wrote:\n" + strings.Join(r.Page, "\n"),
		} {
			got := ordersOf(t, r, answer+below)
			expect.Same(t, fmt.Sprintf("%s: %q is read as", name, answer), got, []string{l.Choices[i].Line})
		}
	}
}

// choiceLines are the printed lines of each choice, anywhere in the letter.
func choiceLines(text string) [][]string {
	var out [][]string
	within := false
	for l := range strings.SplitSeq(text, "\n") {
		begins := strings.HasPrefix(l, "  [")
		if within = begins || within && strings.HasPrefix(l, "    "); !within {
			continue
		}
		if begins {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], l)
	}
	return out
}

// ordersOf reads an answer to a letter as the postal service does.
func ordersOf(t *testing.T, r Rendered, body string) []string {
	t.Helper()
	m, err := extract.Parse([]byte("From: ben@example.org\r\nSubject: Re\r\n\r\n"+strings.ReplaceAll(body, "\n", "\r\n")), extract.Limits{})
	expect.NoError(t, err)
	letter := &extract.Letter{Lines: extract.LetterLines(r.Text, r.Page), Words: verbs{}}
	var orders []string
	for _, o := range extract.Sort(m.Typed(letter), verbs{}, true).Orders {
		orders = append(orders, o.Text)
	}
	return orders
}

// TestPageLines: the lines of a page are those that a mail program shows and quotes.
func TestPageLines(t *testing.T) {
	s := testSet(t)
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) { checkPage(t, render(t, s, sample())) })
	}
}

func checkPage(t *testing.T, r Rendered) {
	t.Helper()
	raw := "From: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + r.HTML
	m := expect.Get(extract.Parse([]byte(raw), extract.Limits{}))(t)
	got, want := foldedLines(r.Page), foldedLines(m.Lines)
	for i, line := range want {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d of the page is %q, not %q", i+1, line, got[i:min(i+1, len(got))])
		}
	}
	if len(got) > len(want) {
		t.Fatalf("the page has no line %q", got[len(want)])
	}
}

func foldedLines(lines []string) (out []string) {
	for _, l := range lines {
		if folded := extract.Fold(l); folded != "" {
			out = append(out, folded)
		}
	}
	return out
}
