package inbox_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/reader"
)

// manglings are what mail programs and people do to a letter that they quote.
var manglings = map[string]func(lines []string) []string{
	"raw":        func(ls []string) []string { return ls },
	"paragraphs": paragraphs,
	"wrapped": func(ls []string) []string {
		return flat(ls, func(l string) []string { return wrapAt(strings.TrimSpace(l), 50) })
	},
	"double": func(ls []string) []string {
		return flat(ls, func(l string) []string { return []string{strings.TrimSpace(l), ""} })
	},
	"no-break": each(func(l string) string { return strings.ReplaceAll(l, " ", "\u00a0") }),
	"one line": func(ls []string) []string { return []string{strings.Join(strings.Fields(strings.Join(ls, " ")), " ")} },
	"bracketless": each(func(l string) string {
		return strings.TrimSpace(strings.NewReplacer("#", "", "[", "", "]", "").Replace(l))
	}),
	"choices":    onlyChoices,
	"orders":     onlyOrders,
	"stars":      func(ls []string) []string { return before(nonBlank(ls), "* ") },
	"bars":       func(ls []string) []string { return before(ls, "| ") },
	"initials":   func(ls []string) []string { return before(ls, "RP> ") },
	"colons":     func(ls []string) []string { return before(ls, ": ") },
	"guillemets": func(ls []string) []string { return before(ls, "» ") },
	"entities":   func(ls []string) []string { return before(ls, "&gt; ") },
	"capitals":   each(strings.ToUpper),
	"tabs":       func(ls []string) []string { return before(ls, "\t") },
	"translated": each(func(l string) string {
		return strings.NewReplacer("your turn", "es tu turno", "place", "colocar", "Answer by", "Responde antes de").Replace(l)
	}),
}

// headLines stand above a quotation; the first four are tried with each mangling, the others with the plain text.
var headLines = []string{
	"",
	"On Sat, 28 Nov 2026 at 07:00, Railpost wrote:\n",
	"-----Original Message-----\nFrom: Railpost\nSent: Saturday\nTo: me\nSubject: Your turn\n\n",
	"Railpost (2026-11-28 07:00):\n",
	"Kirjutas kasutaja Railpost (28.11.2026 kell 07:00):\n",
	"ในวันที่ ส. 28 พ.ย. 2026 เวลา 07:00 Railpost เขียนว่า:\n",
	"Vào Th 7, 28 thg 11, 2026 vào lúc 07:00 Railpost đã viết:\n",
	"Στις Σάβ 28 Νοε 2026 στις 7:00 π.μ., ο χρήστης Railpost έγραψε:\n",
	"2026년 11월 28일 (토) 오전 7:00, Railpost 님이 작성:\n",
	"На сб, 28.11.2026 г. в 7:00 Railpost написа:\n",
	"2026-11-28, št, 07:00 Railpost rašė:\n",
}

// TestMangled: above a quotation that a program or a person has mangled, the order is played, with at most one in twenty
// asked back; nothing else is played, and below talk nothing is. Of answers by code, those without one are never played.
func TestMangled(t *testing.T) {
	level.Sequential(t)
	games, langs := []engine.Title{titles.Find("russian")}, []string{"en"}
	if level.Full() {
		games, langs = titles.All(), []string{"en", "es", "ca"}
	}
	n := 0
	for _, lang := range langs {
		for _, title := range games {
			for _, separator := range []string{"+", ""} {
				n++
				names := (n+n/4)%2 == 0 // each title and separator with In-Reply-To in one language, without in another
				t.Run(fmt.Sprintf("%s/%s/separator %q/In-Reply-To %v", title.Name(), lang, separator, names), func(t *testing.T) {
					m := mangler{title: title.Name(), lang: lang, mail: mangledMail}
					if !names {
						m.mail = strings.Replace(m.mail, "In-Reply-To: @MID@\n", "", 1)
					}
					m.service = expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Mail.Out.PlusSeparator = separator }))(t)
					m.tryAll(t, separator == "")
				})
			}
		}
	}
}

// mangler sends answers above mangled quotations.
type mangler struct {
	service           *pbemtest.Service
	title, lang, mail string
	games             int
	order             string // that was sent last, in English: games of a title may begin differently
}

func (m *mangler) tryAll(t *testing.T, byCode bool) {
	plain := m.send(t, "@ORDER@", func(letter []string) string { return strings.Join(letter[max(0, len(letter)-8):], "\n") })
	if len(plain) != 1 {
		t.Fatalf("the order alone plays %q", plain)
	}
	alone := m.order
	var asked []string
	tried := 0
	for _, name := range slices.Sorted(maps.Keys(manglings)) {
		for i, head := range headLines {
			if i >= 4 && name != "raw" {
				continue
			}
			quoted := func(letter []string) string { return head + strings.Join(manglings[name](letter), "\n") }
			steps := m.send(t, "@ORDER@", quoted)
			want, unproven := plain, byCode && (name == "choices" || name == "orders")
			if plain[0] == alone { // else the log has another order, as for a limit
				want = []string{m.order}
			}
			switch {
			case len(steps) > 0 && (unproven || !slices.Equal(steps, want)):
				t.Errorf("%s below %q: played %q, want %q", name, head, steps, want)
			case unproven: // no code is left
			case len(steps) == 0:
				asked = append(asked, fmt.Sprintf("%s below %q", name, head))
			}
			if !unproven {
				tried++
			}
			if name == "orders" && head == "" {
				continue // nothing shows that these are not the person's own
			}
			if steps := m.send(t, "I must think about it until Sunday.", quoted); len(steps) > 0 {
				t.Errorf("%s below %q and talk: played %q", name, head, steps)
			}
		}
	}
	t.Logf("%d tried, %d asked back: %q", tried, len(asked), asked)
	if len(asked)*20 > tried {
		t.Error("more than one in twenty is asked back")
	}
}

// send begins a game, answers its turn letter with some lines above a quotation, and returns the orders played.
func (m *mangler) send(t *testing.T, typed string, quoted func(letter []string) string) []string {
	t.Helper()
	b, game := m.service, fmt.Sprint("g", m.games)
	m.games++
	b.Begin(t, admin.CreateGame{Title: m.title, Game: game, Seed: []byte("seed"), Language: m.lang})
	w := &foreigner{name: "Ana", letter: expect.Get(reader.Read(b.Newest("Ana").Raw))(t)}
	if len(w.letter.Choices) == 0 {
		w = &foreigner{name: "Ben", letter: expect.Get(reader.Read(b.Newest("Ben").Raw))(t)}
	}
	w.order = w.letter.Choices[0].Order()
	for _, c := range w.letter.Choices {
		if strings.Count(c.Order(), " ") > strings.Count(w.order, " ") { // the longest is mangled most
			w.order = c.Order()
		}
	}
	m.order = expect.Get(pbemtest.Texts())(t).Book(m.lang, m.title).Read(w.order).English
	already := w.played(t, b, game)
	letter := strings.Split(strings.TrimRight(w.letter.Text, "\n"), "\n")
	expect.NoError(t, b.Deliver(w.fill(m.mail+typed+"\n\n"+quoted(letter)+"\n", m.games)))
	return w.played(t, b, game)[len(already):]
}

const mangledMail = `From: @NAME@ <@FROM@>
To: @TO@
Subject: Re: @SUBJECT@
Message-ID: <@ID@@example.org>
In-Reply-To: @MID@
Date: Sat, 28 Nov 2026 06:40:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

`

func each(f func(string) string) func([]string) []string {
	return func(lines []string) []string { return flat(lines, func(l string) []string { return []string{f(l)} }) }
}

func before(lines []string, sign string) []string {
	return each(func(l string) string { return sign + l })(lines)
}

func flat(lines []string, f func(string) []string) (out []string) {
	for _, l := range lines {
		out = append(out, f(l)...)
	}
	return out
}

func nonBlank(lines []string) []string {
	return flat(lines, func(l string) []string {
		return strings.FieldsFunc(strings.TrimSpace(l), func(r rune) bool { return r == '\n' })
	})
}

func paragraphs(lines []string) (out []string) {
	for _, p := range strings.Split(strings.Join(each(strings.TrimSpace)(lines), "\n"), "\n\n") {
		out = append(out, strings.Join(strings.Fields(p), " "), "")
	}
	return out
}

// wrapAt breaks a line into lines of at most width characters.
func wrapAt(line string, width int) (out []string) {
	now := ""
	for _, w := range strings.Fields(line) {
		if now != "" && len([]rune(now+" "+w)) > width {
			out, now = append(out, now), ""
		}
		now = strings.TrimSpace(now + " " + w)
	}
	return append(out, now)
}

var (
	firstChoice = regexp.MustCompile(`^\s*\[?1\]?\s`)
	choiceLine  = regexp.MustCompile(`^\s*\[?\d+\]?\s+(.+?)(?:\s{2,}.*)?$`)
)

func onlyChoices(lines []string) []string {
	at := max(0, slices.IndexFunc(lines, firstChoice.MatchString))
	return each(strings.TrimSpace)(lines[at:min(at+12, len(lines))])
}

func onlyOrders(lines []string) []string {
	return flat(lines, func(l string) []string {
		if m := choiceLine.FindStringSubmatch(l); m != nil {
			return []string{m[1]}
		}
		return nil
	})
}
