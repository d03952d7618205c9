package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"railpost/engine/enginetest/expect"
)

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "game", "*.eml"))
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range files {
		raw := expect.Get(os.ReadFile(name))(f)
		f.Add(raw)
	}
	letter := &Letter{Lines: turnLetter, Choices: turnChoices}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Parse(raw, Limits{})
		if m == nil {
			t.Fatal("no mail")
		}
		if (err != nil) != (m.Class == Malformed || m.Class == Oversize) {
			t.Fatalf("class %s with error %v", m.Class, err)
		}
		if k := m.Key(); len(k) != 64 {
			t.Fatalf("key %q", k)
		}
		if m.From != "" && (m.From != Address(m.From) || strings.ContainsAny(m.From, "\r\n\x00")) {
			t.Fatalf("sender %q is not normalised", m.From)
		}
		for _, typed := range [][]string{m.Typed(nil), m.Typed(letter)} {
			checkTyped(t, typed)
		}
	})
}

func checkTyped(t *testing.T, typed []string) {
	for _, l := range typed {
		if l == "" || l != Fold(l) || !utf8.ValidString(l) || strings.ContainsAny(l, "\r\n\x00") {
			t.Fatalf("typed line %q is not folded", l)
		}
	}
}

// FuzzText: whatever a letter and a mail say, typed lines are not the letter's, each line of the mail becomes at most one
// order, talk or unread line, in order, and Fold's short ways agree with the long one.
func FuzzText(f *testing.F) {
	f.Add("Your turn.\npass\nCash: 320", "pass", "Your turn.\npass\nCash: 320\n\npass", true)
	f.Add(strings.Join(turnLetter, "\n"), strings.Join(turnChoices, "\n"), "place rail-1 : black t 2\n\nOn Thu, 19 Nov 2026 at 21:14, G <g@p.example>\nwrote:\n> "+strings.Join(turnLetter, "\n> "), false)
	f.Add("a b c d\n  e f g h", "e f g h", "a b c\nd e f g h", true)
	f.Add("", "", "Hola\nplace rail-1 : black t 2,\nblack k 1\n3\npass.\nThanks", true)
	f.Add("", "", "- [3] 2. pass # x\n* _pass_ *\n?", false)
	for _, s := range []string{"", "place  rail–1", "´x", "ŀl", "\ufdfa", "a\u0301\u200d", "¼ ﬁ №", "‹=\u0338›", " a  b", "a\tb", "a`b ", "place rail-1", "a\x7f", "N\x19°0", "\u207f\u200d°1", "\u207f°", strings.Repeat("x", 998) + "\u207f°y"} {
		f.Add("", "", s, true)
	}
	f.Fuzz(func(t *testing.T, letter, choices, mail string, numbers bool) {
		if len(mail) > 20000 || len(letter) > 20000 {
			t.Skip("long inputs only slow the search down")
		}
		l := &Letter{Lines: splitLines(letter), Choices: splitLines(choices)}
		m := &Mail{lines: quoteDepths(splitLines(mail))}
		typed := m.Typed(l)
		checkTyped(t, typed)
		x := newLetterIndex(newOrderLines(l), 0, len(l.Lines))
		proof := map[string]bool{}
		for i, k := range x.keys {
			proof[k] = x.proves(i)
		}
		for _, line := range typed {
			if proof[Key(line)] {
				t.Fatalf("typed %q, which is a line of the letter", line)
			}
		}
		lines := splitLines(mail)
		checkSorted(t, lines, numbers)
		for _, line := range lines {
			checkFolded(t, line)
		}
	})
}

func checkSorted(t *testing.T, typed []string, numbers bool) {
	s := Sort(typed, words{}, numbers)
	last := 0
	for _, o := range s.Orders {
		if o.N <= last || o.N > len(typed) || o.Text == "" || strings.Contains(strings.TrimPrefix(o.Text, "#"), "#") {
			t.Fatalf("order %+v after line %d of %d", o, last, len(typed))
		}
		last = o.N
	}
	for _, u := range s.Unread {
		if u.N < 1 || u.N > len(typed) || u.Text == "" {
			t.Fatalf("unread %+v", u)
		}
	}
	if len(s.Orders)+len(s.Talk)+len(s.Unread) > len(typed) {
		t.Fatal("more lines out than in")
	}
}

func checkFolded(t *testing.T, s string) {
	once := Fold(s)
	if slow, _ := refold(s); slow != once {
		t.Fatalf("Fold(%q) = %q, the long way %q", s, once, slow)
	}
	expect.Must(t, s, Fold(once), once)
	if !utf8.ValidString(once) && utf8.ValidString(s) {
		t.Fatalf("Fold(%q) = %q", s, once)
	}
	if strings.TrimSpace(once) != once || strings.Contains(once, "  ") {
		t.Fatalf("Fold(%q) = %q has blanks", s, once)
	}
}

// FuzzHTML reads HTML mails: the text is lines without control characters, whoever wrote the tags.
func FuzzHTML(f *testing.F) {
	for _, page := range []string{
		"pass<br><blockquote>no</blockquote>", "<div class=gmail_quote><p>x</div></p>", "<table><tr><td>a<td>b</table>", "<pre>a\n b</pre><hr id=stopSpelling>",
		"<style>a{</style><script>b</script><title>c", "<b><p></b></i>&nbsp;&#0;&#x1f600;&lt;", "<img alt='pass'><a href=mailto:x>y</a><s>z</s>", "<!--[if mso]>x<![endif]--><![CDATA[y]]>",
	} {
		f.Add([]byte(page))
	}
	letter := &Letter{Lines: turnLetter, Choices: turnChoices}
	f.Fuzz(func(t *testing.T, page []byte) {
		m, _ := Parse(append([]byte("From: ana@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"), page...), Limits{})
		for _, typed := range [][]string{m.Typed(nil), m.Typed(letter)} {
			checkTyped(t, typed)
		}
	})
}
