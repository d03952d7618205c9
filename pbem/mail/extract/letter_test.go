package extract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/mailtest"
)

// turnLetter is a letter as the service sends it: text and HTML with the same content.
var turnLetter = []string{
	"Ana, it is your turn: place a worker or pass.",
	"",
	"Since your last move",
	"  Ben placed 2 workers on rail-3: black advances on the Transsiberian to space 7,",
	"  and takes an engineer.",
	"  Carla passed.",
	"",
	"Choices (72 of 140 are shown; `moves` lists all)",
	"  place rail-1 : black t 2                      # [1] two black advances",
	"  place rail-3 with 2o : black t 1, black k 1   # [2] split over two lines",
	"  place loco with o+r : loco t over 1 > k       # [3] the 1 goes to Kiev",
	"  place turn-1                                  # [4] first player next round",
	"  pass                                          # [5] ends your round",
	"",
	"Your position",
	"  workers 3   rubles 2   points 41",
	"----------------------------------------------------------------------------",
	"  seat  name    points  workers  rubles",
	"     1  Ana         41        3       2",
	"     2  Ben         38        2       1",
	"                                                    20 o              (10)", // a drawing
	"",
	"How to answer: write your orders above this letter, one on a line, and send.",
}

var turnChoices = []string{
	"place rail-1 : black t 2",
	"place rail-3 with 2o : black t 1, black k 1",
	"place loco with o+r : loco t over 1 > k",
	"place turn-1",
	"pass",
}

func htmlLetter(lines []string) string {
	var b strings.Builder
	b.WriteString("<html><body><h3>Railpost</h3>")
	for _, l := range lines {
		if strings.HasPrefix(l, "  ") {
			b.WriteString("<pre>" + escape(l) + "</pre>")
		} else {
			b.WriteString("<p>" + escape(l) + "</p>")
		}
	}
	return b.String() + "</body></html>"
}

func rawLetter(lines []string, withHTML bool) []byte {
	head := "From: Railpost <game@play.example>\r\nTo: ana@example.org\r\nReply-To: game+winter.12.abcdefghijklmnopqrstuvwxyz@play.example\r\n" +
		"Subject: [winter] Your turn\r\nMessage-ID: <winter.12.1.turn@play.example>\r\nDate: Thu, 19 Nov 2026 21:14:00 +0000\r\n" +
		LoopHeader + ": play.example\r\nMIME-Version: 1.0\r\n"
	text := strings.Join(lines, "\r\n") + "\r\n"
	if !withHTML {
		return []byte(head + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + text)
	}
	return []byte(head + "Content-Type: multipart/alternative; boundary=bb\r\n\r\n--bb\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text +
		"\r\n--bb\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + htmlLetter(lines) + "\r\n--bb--\r\n")
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// answered is the letter as the service has it. The vocabulary finds its choices.
func answered(t interface{ Fatal(...any) }, lines []string, withHTML bool) *Letter {
	var page []string
	if withHTML {
		raw := mailOf("From: a@b.example", "Content-Type: text/html; charset=utf-8", "", htmlLetter(lines))
		m, err := Parse(raw, Limits{})
		if page = m.Lines; err != nil {
			t.Fatal(err)
		}
	}
	return &Letter{Lines: LetterLines(strings.Join(lines, "\n"), page), Words: words{}}
}

// typedIn writes an answer in a style and reads it again; with htmlOnly the text part is hidden.
func typedIn(t expect.T, s mailtest.Style, htmlOnly bool, raw []byte, typed []string, l *Letter) []string {
	mail, err := mailtest.Reply(s, mailtest.Answer{Letter: raw, From: "Ana <ana@example.org>", Typed: typed})
	expect.NoError(t, err, s)
	if htmlOnly && bytes.Contains(mail, []byte("text/html")) {
		mail = bytes.Replace(mail, []byte("text/plain"), []byte("application/octet-stream"), 1)
	}
	m, err := Parse(mail, Limits{})
	expect.NoError(t, err, s)
	if m.Class != Player || m.From != "ana@example.org" || m.InReplyTo != "winter.12.1.turn@play.example" || m.Garbled != "" {
		t.Errorf("%s: class %s, from %s, in reply to %s, garbled %q", s, m.Class, m.From, m.InReplyTo, m.Garbled)
	}
	return m.Typed(l)
}

var ownLines = []string{
	"place rail-2 : grey p 1", "say see you on Tuesday", "preview", "place fac [ind 2] (black t 1)", "3", "help place",
	"Hola!", "Gràcies, Anna", "endcard points", "place rail-3 with 2o : black t 2 [loco k, ind 1],", "black k 1", "> out",
}

// TestStyles: in any program's style of quoting, exactly the typed lines are found.
func TestStyles(t *testing.T) {
	for _, withHTML := range []bool{false, true} {
		raw := rawLetter(turnLetter, withHTML)
		for name, l := range map[string]*Letter{"given choices": {Lines: answered(t, turnLetter, withHTML).Lines, Choices: turnChoices}, "found choices": answered(t, turnLetter, withHTML)} {
			for _, s := range mailtest.Styles() {
				typed := []string{"place rail-1 : black t 2", "say hello", "pass"}
				if s == mailtest.OutlookInline {
					typed = []string{"place rail-2 : grey p 1", "say hello"} // a choice typed between choices looks like them
				}
				for _, htmlOnly := range []bool{false, true} {
					expect.Same(t, []any{s, withHTML, htmlOnly, name}, typedIn(t, s, htmlOnly, raw, typed, l), typed)
				}
			}
		}
	}
}

// TestStylesRandomly does the same with random letters and orders.
func TestStylesRandomly(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		lines := randomLetter(t)
		withHTML := rapid.Bool().Draw(t, "html")
		raw, l := rawLetter(lines, withHTML), answered(t, lines, withHTML)
		s := rapid.SampledFrom(mailtest.Styles()).Draw(t, "style")
		pool := append(slices.Clone(turnChoices), ownLines...)
		if s == mailtest.OutlookInline {
			pool = ownLines
		}
		if s != mailtest.Thunderbird && s != mailtest.ThunderbirdBetween {
			pool = slices.DeleteFunc(slices.Clone(pool), func(s string) bool { return s == "> out" }) // only flowed text can tell it from a quotation
		}
		typed := rapid.SliceOfN(rapid.SampledFrom(pool), 1, 5).Draw(t, "typed")
		got := typedIn(t, s, rapid.Bool().Draw(t, "html only"), raw, typed, l)
		expect.Must(t, s, got, typed)
	})
}

// randomLetter has all choices in order and words around them that are no orders.
func randomLetter(t *rapid.T) []string {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"Ben", "has", "placed", "workers", "41", "points", "the", "engineer", "until", "Tuesday", "Kíev", "-", "·"}), 2, 24)
	line := rapid.Custom(func(t *rapid.T) string { return "The table: " + strings.Join(words.Draw(t, "words"), " ") })
	block := rapid.SliceOfN(line, 1, 6)
	out := append(block.Draw(t, "before"), "", "Choices")
	for i, c := range turnChoices {
		out = append(out, fmt.Sprintf("  %s   # [%d] a choice", c, i+1))
	}
	out = append(out, "")
	return append(out, block.Draw(t, "after")...)
}

// TestAccidentalSend: an answer without own words has no orders, in any style.
func TestAccidentalSend(t *testing.T) {
	for _, withHTML := range []bool{false, true} {
		raw := rawLetter(turnLetter, withHTML)
		for _, l := range []*Letter{answered(t, turnLetter, withHTML), nil} {
			for _, s := range mailtest.Styles() {
				if l == nil && (s == mailtest.Unmarked || s == mailtest.Wrapped) {
					continue // only the letter shows it
				}
				for _, htmlOnly := range []bool{false, true} {
					expect.Same(t, []any{s, withHTML, htmlOnly, l != nil}, typedIn(t, s, htmlOnly, raw, nil, l), nil)
				}
			}
		}
	}
}

// TestLongLists: list lines are found even if more of them begin alike than are examined.
func TestLongLists(t *testing.T) {
	lines := []string{"Ana, it is your turn: place a worker or pass."}
	for i := range 3 * candidates {
		lines = append(lines, fmt.Sprintf("  place rail-%d : black t 2, black k 1    # two advances of black, one worker", i))
	}
	lines = append(lines, "How to answer: write your orders above this letter, one on a line, and send.")
	typed := []string{"place rail-190 : black t 2, black k 1"}
	for _, s := range []mailtest.Style{mailtest.Unmarked, mailtest.Wrapped, mailtest.OutlookPlain, mailtest.Bare} {
		if got := typedIn(t, s, false, rawLetter(lines, false), typed, answered(t, lines, false)); !slices.Equal(got, typed) {
			t.Errorf("%s: typed %d lines: %q", s, len(got), got[:min(len(got), 5)])
		}
	}
}

func TestCompare(t *testing.T) {
	letter := &Letter{
		Lines:   []string{"Your turn, Ana.", "Choices", "  buy B&O share   # [1] 100 K from the initial offering of the bank", "  pass", "Cash: 320, certificates 3 of 16.", "12", "20 o              (10)"},
		Choices: []string{"buy B&O share", "pass"},
	}
	for _, tc := range []struct {
		name string
		mail []string
		want []string
	}{
		{"a choice alone is the person's", []string{"pass"}, []string{"pass"}},
		{"a choice sent back with its comment", []string{"buy B&O share # [1] 100 K from the initial offering of the bank"}, []string{"buy B&O share # [1] 100 K from the initial offering of the bank"}},
		{"a choice wrapped on the way is whole again", []string{"buy B&O share   # [1] 100 K from the", "initial offering of the bank", "pass"}, []string{"buy B&O share # [1] 100 K from the initial offering of the bank", "pass"}},
		{"all unmarked, answer above", []string{"pass", "", "Your turn, Ana.", "Choices", "buy B&O share   # [1] 100 K from the initial offering of the bank", "pass", "Cash: 320, certificates 3 of 16."}, []string{"pass"}},
		{"all unmarked, answer below", []string{"Your turn, Ana.", "Choices", "buy B&O share   # [1] 100 K from the initial offering of the bank", "pass", "Cash: 320, certificates 3 of 16.", "pass"}, []string{"pass"}},
		{"a part unmarked, the choice in its place is quotation", []string{"say hello", "Choices", "buy B&O share   # [1] 100 K from the initial offering of the bank", "pass", "Cash: 320, certificates 3 of 16."}, []string{"say hello"}},
		{"a choice left alone between answers is quotation", []string{"Your turn, Ana.", "say one", "pass", "say two", "Cash: 320, certificates 3 of 16."}, []string{"say one", "say two"}},
		{"beside marked lines an unmarked choice is typed", []string{"> Your turn, Ana.", "pass", "> Cash: 320, certificates 3 of 16."}, []string{"pass"}},
		{"the end of a wrapped quoted line without its mark", []string{"> buy B&O share   # [1] 100 K from the", "initial offering of the bank", "pass"}, []string{"pass"}},
		{"the end of a line cut off behind a few characters", []string{"> 20 o", "(10)", "pass"}, []string{"pass"}},
		{"two lines of the letter joined into one", []string{"Your turn, Ana. Choices", "sell NYC"}, []string{"sell NYC"}},
		{"a short line proves nothing", []string{"12"}, []string{"12"}},
		{"other letter case and typography", []string{"YOUR TURN, ANA.", "Cash: 320,  certificates 3 of 16.", "pass"}, []string{"pass"}},
	} {
		m := &Mail{lines: quoteDepths(tc.mail)}
		expect.Same(t, tc.name, m.Typed(letter), tc.want)
	}
}

// TestAbove: lines cut above the quotation are known, but not the quotation itself, or a signature without orders.
func TestAbove(t *testing.T) {
	letter := &Letter{Lines: []string{"Your turn, Ana.", "Choices", "pass", "Cash: 320, certificates 3 of 16.", "How to answer: above."}, Choices: []string{"pass"}}
	head := []string{"On Thu, 19 Nov 2026 at 21:14, Game Master <game@play.example> wrote:"}
	marked := append(slices.Clone(head), "> Your turn, Ana.", "> Choices", "> pass", "> Cash: 320, certificates 3 of 16.")
	for _, tc := range []struct {
		name        string
		mail, above []string
	}{
		{"an answer above", append([]string{"place 1"}, marked...), nil},
		{"a choice copied with the lines around it", append([]string{"Choices", "pass", "Cash: 320, certificates 3 of 16.", "place 1"}, marked...), []string{"Choices", "pass", "Cash: 320, certificates 3 of 16."}},
		{"without a quotation", []string{"Choices", "place 1"}, []string{"Choices"}},
		{"the letter without marks", append(slices.Clone(letter.Lines), "place 1"), nil},
		{"the letter below a header block", append([]string{"place 1", "From: Game Master <game@play.example>", "Sent: 19 Nov 2026 21:14", "To: Ana"}, letter.Lines...), nil},
		{"an order in the signature", append([]string{"place 1", "-- ", "place 2", "Ana"}, marked...), []string{"place 2"}},
		{"an order taken for a header", append([]string{"Ana: ana@b.example", "place 2: black t", "From: Game Master <game@play.example>", "Sent: 19 Nov 2026 21:14"}, letter.Lines...), []string{"place 2: black t"}},
		{"a signature", append([]string{"place 1", "-- ", "Ana", "Tel. 555 123"}, marked...), nil},
	} {
		m := &Mail{lines: quoteDepths(tc.mail)}
		expect.Same(t, tc.name,
			m.Written(letter).Above(func(l string) bool { return strings.HasPrefix(l, "place") }), tc.above)
	}
}
