package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// What mail programs show: https://www.caniemail.com has the rest.
var (
	allowedTags  = strings.Fields("html head meta title style body table tbody tr td th div p h1 h2 h3 a b span br img ul li")
	allowedProps = strings.Fields("align aria-hidden background border border-bottom border-collapse border-left border-radius border-top color " +
		"display font-family font-size font-weight height line-height list-style margin max-width min-width padding table-layout text-align " +
		"text-decoration text-align vertical-align white-space width word-break word-wrap")
	pageBytes = 60_000
)

// paged is an HTML part that is being checked.
type paged struct {
	faults   []string
	headings []int
	primary  int
	reader   strings.Builder // what is read aloud
}

// checkHTML checks the rules of the HTML part of a letter that mail programs and readers need.
func checkHTML(l *Letter, page string) []string {
	p := &paged{}
	if len(page) > pageBytes {
		p.fault("%d bytes", len(page))
	}
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return []string{err.Error()}
	}
	p.walk(root)
	if len(p.headings) == 0 || p.headings[0] != 1 || engine.Count(p.headings, func(h int) bool { return h == 1 }) != 1 {
		p.fault("headings %d", p.headings)
	}
	for i, h := range p.headings[min(1, len(p.headings)):] {
		if h > p.headings[i]+1 {
			p.fault("headings %d", p.headings)
		}
	}
	if p.primary > 1 || p.primary == 0 && asks(l) {
		p.fault("%d primary buttons", p.primary)
	}
	return p.faults
}

// asks reports whether a letter must have a primary button: it wants an answer that a link can open.
func asks(l *Letter) bool {
	if l.Tap == "" || l.Spoken {
		return false
	}
	in := l
	if l.Enclosed != nil {
		in = l.Enclosed
	}
	return l.Kind == Invitation || l.Kind == Refusal && l.Again != nil || len(in.Ask) > 0 && len(in.Choices) > 0
}

func (p *paged) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

var drawnText = regexp.MustCompile("`|(^|\\s)# |[|\\\\/_-]{4,}|\\|[.K-]")

func (p *paged) walk(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		if n.Parent.DataAtom != atom.Style && n.Parent.DataAtom != atom.Title {
			if mark := drawnText.FindString(n.Data); mark != "" && !strings.Contains(attr(n.Parent, "style"), "pre-wrap") {
				p.fault("a text mark %q in %q", mark, n.Data)
			}
			p.reader.WriteString(n.Data)
		}
	case html.ElementNode:
		if !slices.Contains(allowedTags, n.Data) {
			p.fault("tag %s", n.Data)
		}
		p.element(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.walk(c)
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func (p *paged) element(n *html.Node) {
	style := map[string]string{}
	for rule := range strings.SplitSeq(attr(n, "style"), ";") {
		if name, value, ok := strings.Cut(rule, ":"); ok {
			style[name] = value
			if !slices.Contains(allowedProps, name) || strings.ContainsAny(value, "@") || strings.Contains(value, "url") {
				p.fault("style %s", rule)
			}
		}
	}
	class := strings.Fields(attr(n, "class"))
	if slices.Contains(class, "pri") {
		p.primary++
	}
	for _, c := range class {
		if !strings.Contains(Dark, "."+c) && !slices.Contains([]string{"pad", "h1"}, c) {
			p.fault("class %s is not in the dark style", c)
		}
	}
	if ground, ink := style["background"], style["color"]; ground != "" && ink != "" && contrast(ground, ink) < 4.5 {
		p.fault("contrast of %s on %s: %.1f", ink, ground, contrast(ground, ink))
	}
	if ground := style["background"]; ground != "" && slices.Contains([]string{"td", "tr", "table"}, n.Data) && attr(n, "bgcolor") != ground {
		p.fault("background %s without bgcolor", ground)
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3:
		p.headings = append(p.headings, int(n.Data[1]-'0'))
		if strings.TrimSpace(inner(n)) == "" {
			p.fault("an empty heading")
		}
	case atom.Table:
		if attr(n, "role") != "presentation" && !hasHead(n) {
			p.fault("a table without headings: %.80q", inner(n))
		}
	case atom.Img:
		if attr(n, "alt") == "" || style["max-width"] != "100%" || len(attr(n, "width")) > 3 || attr(n, "width") > "328" {
			p.fault("picture %v", n.Attr)
		}
	case atom.A:
		link := attr(n, "href")
		if to, ok := strings.CutPrefix(link, "mailto:"); ok && (len(link) > tapMost || strings.ContainsAny(to, " +") || !strings.HasSuffix(to, "%0D%0A")) {
			p.fault("link %s", link)
		}
	}
}

func hasHead(n *html.Node) bool {
	if n.DataAtom == atom.Th && attr(n, "scope") != "" {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if hasHead(c) {
			return true
		}
	}
	return false
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// TestHTMLOfSamples: every kind of letter keeps the rules of HTML, with links and without.
func TestHTMLOfSamples(t *testing.T) {
	s := testSet(t)
	for name, sample := range samples {
		for _, tap := range []string{"", "games+winter.38.code@post.example"} {
			l := sample()
			l.Tap = tap
			expect.Same(t, name, checkHTML(l, render(t, s, l).HTML), nil)
		}
	}
}

// TestColoursAreLegible: the number of each seat and each company's name, on its colour.
func TestColoursAreLegible(t *testing.T) {
	s := newSet(t)
	for _, c := range seatColours {
		expect.True(t, contrast(c, inkOn(c)) >= 4.5, "%s: %.1f", c, contrast(c, inkOn(c)))
	}
	for key := range s.languages[English]().messages {
		if strings.Contains(key, ".livery.") || strings.Contains(key, ".swatch.") {
			c, _, _ := strings.Cut(s.Say(English, nil, nil, engine.Msg(key)), " ")
			expect.True(t, contrast(c, inkOn(c)) >= 4.5, "%s %s: %.1f", key, c, contrast(c, inkOn(c)))
		}
	}
}

// TestLastLetterTellsItsEnd: tables of the end are in HTML alone, and both parts count the older steps once.
func TestLastLetterTellsItsEnd(t *testing.T) {
	l := endLetter()
	for n := range uint64(9) {
		l.Happened = append(l.Happened, Step{Seq: n + 1, Seat: engine.Seat(n % 2), Line: "pass", Reports: []engine.Message{line("somebody passes")}})
	}
	income := &engine.Block{Head: line("income"), Columns: []engine.Message{line("wages")}, Rows: [][]engine.Cell{{{Say: line("77 rubles")}}}}
	last := &l.Happened[8]
	last.Told = append(engine.OnePassageEach(last.Reports), engine.Passage{Block: income})
	r := render(t, testSet(t), l)
	expect.Lacks(t, "text", r.Text, "77 rubles")
	expect.Has(t, "HTML", r.HTML, "77 rubles")
	for part, in := range map[string]string{"text": r.Text, "HTML": parse(t, r.HTML).text} {
		expect.Has(t, part, strings.Join(strings.Fields(in), " "), "3 older steps")
	}
}

// button matches the first line of a button.
var button = regexp.MustCompile(`padding:1[02]px 16px[^>]*>\s*(?:<span[^>]*>)?([^<]*)<`)

// TestLobbyAnswersAreButtons: the words with which a letter about tables can be answered are buttons in HTML, in
// the reader's words.
func TestLobbyAnswersAreButtons(t *testing.T) {
	asked := []engine.Usage{{Form: "join winter", Gloss: "lobby.reply-join"}, {Form: "stop", Gloss: "lobby.reply-stop"}}
	all := []engine.Usage{{Form: "join NAME", Gloss: "lobby.how-join"}, {Form: "help", Gloss: "lobby.how-help"}}
	for _, c := range []struct {
		lang    string
		told    engine.Message
		help    []engine.Usage
		buttons []string
	}{
		{"en", engine.Msg("lobby.unsure-how"), nil, []string{"Confirm", "Stop"}},
		{"es", engine.Msg("pbem.list-answer"), nil, []string{"Acepta", "Deja"}},
		{"ca", engine.Msg("lobby.full-start", engine.Text("game", "winter")), nil, []string{"Comença winter"}},
		{"en", engine.Msg("lobby.solo-offer", engine.Order("line", "new russian solo")), nil, []string{"New russian solo"}},
		{"es", engine.Msg("lobby.request-once"), asked, []string{"Únete winter", "Basta"}},
		{"en", engine.Msg("lobby.how"), all, nil},
	} {
		l := &Letter{Kind: Lobby, Lang: c.lang, Seat: engine.Nobody, Tap: "post+x.code@post.example"}
		l.Told, l.Help = []engine.Message{c.told}, c.help
		var got []string
		for _, m := range button.FindAllStringSubmatch(render(t, shipped(t), l).HTML, -1) {
			got = append(got, strings.TrimSpace(m[1]))
		}
		if !slices.Equal(got, c.buttons) {
			t.Errorf("%s: buttons %q, want %q", c.told.Key, got, c.buttons)
		}
	}
}

// TestBestRoundIsWithoutBonuses: points of the end are no round's, but the last round's own points are.
func TestBestRoundIsWithoutBonuses(t *testing.T) {
	scores := func(cards int) []Score {
		return []Score{{Seat: 0, Points: 50 + cards, Parts: []engine.Arg{engine.Int("game", 50), engine.Int("cards", cards)}}, {Seat: 1, Points: 45}}
	}
	for _, c := range []struct{ last, cards, best int }{{40, 0, 40}, {40, 30, 30}, {80, 30, 50}} {
		l := &Letter{Kind: End, Lang: "en", Title: "russian", Players: []string{"Ana", "Ben"}, Scores: scores(c.cards)}
		of := Course{}
		for _, points := range [][]int{{0, 0}, {10, 30}, {10 + c.last, 45}} {
			of.Of = append(of.Of, Standing{Points: points, After: engine.Msg("russian.status", engine.Int("n", 1), engine.Int("of", 7))})
		}
		var best string
		bestRound(shipped(t).begin(l), of, func(what, _, n string) {
			if strings.HasPrefix(what, "best") {
				best = n
			}
		})
		expect.Has(t, "best round", best, fmt.Sprint(c.best, " in "))
	}
}
