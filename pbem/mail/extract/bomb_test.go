package extract

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestBombs: mails built to burn time or memory end with an error that names the limit, or are
// read like others.
func TestBombs(t *testing.T) {
	nested := func(n int, end bool) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
		}
		b.WriteString("Content-Type: text/plain\r\n\r\npass\r\n")
		for i := n - 1; end && i >= 0; i-- {
			fmt.Fprintf(&b, "--b%d--\r\n", i)
		}
		return b.String()
	}
	const from = "From: ana@example.org\r\nMIME-Version: 1.0\r\n"
	const html = from + "Content-Type: text/html\r\n\r\n"
	for _, tc := range []struct {
		name, mail, limit string // limit: the one it is over; "" for none
	}{
		{"20 nested", from + nested(20, false), ""},
		{"30 nested, unterminated", from + nested(30, false), "depth"},
		{"3000 nested", from + nested(3000, true), "depth"},
		{"10000 parts", from + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 10000) + "--b--\r\n", "parts"},
		{"100000 parts", from + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 100000) + "--b--\r\n", "parts"},
		{"1 MB header line", "X: " + strings.Repeat("a", 1<<20) + "\r\n" + from + "\r\npass", "mail bytes"},
		{"50000 header fields", strings.Repeat("X: y\r\n", 50000) + from + "\r\npass", "header bytes"},
		{"2000 encoded words", "Subject: " + strings.Repeat("=?utf-8?q?a?= ", 2000) + "\r\n" + from + "\r\npass", ""},
		{"deep comment", "From: " + strings.Repeat("(", 15000) + "\r\n\r\npass", ""},
		{"many references", "References: " + strings.Repeat("<a@b> ", 9000) + "\r\n" + from + "\r\npass", ""},
		{"16 MB base64", from + "Content-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("QUFB\r\n", 3<<20), "mail bytes"},
		{"700 KB base64 text", from + "Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString(make([]byte, 700<<10)), "text bytes"},
		{"many lines", from + "\r\n" + strings.Repeat("x\r\n", 2100), "lines"},
		{"2000 attributions", from + "\r\n" + strings.Repeat("On 1 1 2026 10:00 <a@b.example> wrote\r\na:\r\n", 990), ""},
		{"2000 labels", from + "\r\n" + strings.Repeat("From: a@b.example 10:00\r\n\r\n", 990), ""},
		{"one long line", from + "\r\n" + strings.Repeat("a: ", 80000), ""},
		{"quotation marks", from + "\r\n" + strings.Repeat(">", 250<<10), ""},
		{"HTML, 100000 open tags", html + strings.Repeat("<div>", 40000), "unreadable"},
		{"HTML, formatting tags", html + strings.Repeat("<b><i><a href=x>", 15000), "unreadable"},
		{"HTML, gmail quotes", html + strings.Repeat(`<div class="gmail_quote">`, 400) + strings.Repeat("<p>x", 1500), ""},
		{"HTML, attributes", html + "<p " + strings.Repeat("a ", 100000) + ">", ""},
		{"HTML, entities", html + strings.Repeat("&amp;&#x202e;", 15000), ""},
		{"NFKC expansion", from + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Repeat("\ufdfa", 80000), ""},
		{"combining marks", from + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Repeat("\u0315\u0300", 60000), ""},
	} {
		m, err := Parse([]byte(tc.mail), Limits{}) // the other limits must do
		var over *LimitError
		switch {
		case tc.limit == "unreadable":
			if !errors.Is(err, ErrUnreadable) || m.Class != Malformed {
				t.Errorf("%s: class %s, error %v", tc.name, m.Class, err)
			}
		case tc.limit != "":
			if !errors.As(err, &over) || over.What != tc.limit || m.Class != Oversize {
				t.Errorf("%s: class %s, error %v, want the limit %q", tc.name, m.Class, err, tc.limit)
			}
		case err != nil:
			t.Errorf("%s: %v", tc.name, err)
		}
		typed := m.Typed(&Letter{Lines: turnLetter, Choices: turnChoices})
		Sort(typed, words{}, true)
		m.Key()
	}
}

// TestCompareBomb: a mail and a letter of nearly equal lines, where every line may stand anywhere.
func TestCompareBomb(t *testing.T) {
	line := strings.Repeat("place rail-1 ", 8)
	letter := &Letter{Lines: append(slices.Repeat([]string{line}, 999), line+"x"), Choices: []string{line}}
	m := parse(t, append([]string{"From: ana@example.org", ""}, slices.Repeat([]string{line}, 1900)...)...)
	m.Typed(letter)
	half := parse(t, append([]string{"From: ana@example.org", ""}, slices.Repeat([]string{line[:len(line)/2]}, 1900)...)...)
	half.Typed(letter)
}

// TestLongLines: folding never makes a line longer than the limit, even though NFKC can expand it, and the rest
// of a line that is too long is still too long.
func TestLongLines(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		long       bool
	}{
		{"at the limit", strings.Repeat("x", LineMost), false},
		{"one more", strings.Repeat("x", LineMost+1), true},
		{"one more behind a blank", strings.Repeat("x", LineMost) + " x", true},
		{"blanks and nothing", strings.Repeat(" ", 80000) + "pass" + strings.Repeat("\u00a0", 80000), false},
		{"zones", "set zone " + strings.Repeat("A/", 120000), true},
		{"NFKC makes 18 of each", "set zone " + strings.Repeat("\ufdfa", 80000), true},
		{"55 of them", strings.Repeat("\ufdfa", 55), false},
		{"60 of them", strings.Repeat("\ufdfa", 60), true},
		{"accents on nothing", "é " + strings.Repeat("\u0315\u0300", 60000), true},
		{"nothing to see", "é" + strings.Repeat("\u200b", 100000), false},
	} {
		folded := Fold(tc.line)
		slow, made := refold(tc.line)
		if TooLong(folded) != tc.long || slow != folded || Fold(folded) != folded {
			t.Errorf("%s: %d characters, too long is %v", tc.name, len([]rune(folded)), TooLong(folded))
		}
		if blanks := strings.Count(tc.line, " ") + strings.Count(tc.line, "\u00a0"); made-blanks > 2*LineMost {
			t.Errorf("%s: folding made %d characters", tc.name, made)
		}
	}
	lines := strings.Repeat(strings.Repeat("\ufdfa", 55)+"\r\n", 1450)
	m, err := Parse([]byte("From: ana@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+lines), Limits{})
	var over *LimitError
	if !errors.As(err, &over) || over.What != "text bytes" || m.Class != Oversize {
		t.Errorf("many lines that folding makes long: %v", err)
	}
}

// TestJoinedLines: an order that continues from line to line is joined up to the limit.
func TestJoinedLines(t *testing.T) {
	typed := append([]string{"place black-1: (,"}, slices.Repeat([]string{"(,(,(,(,(,(,(,(,(,("}, 1900)...)
	s := Sort(typed, words{}, true)
	if len(s.Orders) == 0 || !TooLong(s.Orders[0].Text) {
		t.Fatalf("%d orders", len(s.Orders))
	}
	if n := len(s.Orders[0].Text); n > 2*LineMost {
		t.Errorf("joined to %d characters", n)
	}
}
