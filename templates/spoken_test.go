package templates

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
)

// TestSpokenLetters: whole games by random players, with letters at some of the steps as they
// are read and as they are listened to.
func TestSpokenLetters(t *testing.T) {
	s := newSet(t)
	for _, c := range []struct {
		title string
		seats int
		some  int // one of this many steps
	}{{"russian", 3, 20}, {"18mag", 3, 80}, {"18cz", 4, 60}, {"tycoon", 3, 60}} {
		t.Run(c.title, func(t *testing.T) { listenTo(t, s, titles.Find(c.title), c.seats, c.some) })
	}
}

func listenTo(t *testing.T, s *Set, title engine.Title, seats, some int) {
	names := []string{"Ana", "Ben", "Cleo", "Dan"}[:seats]
	g, first, err := engine.Begin("winter", title, engine.Setup{Seats: seats}, names, engine.Seed("seed for a test of ears"))
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(uint64(seats), 2))
	steps := []*engine.Record{first}
	for n := 0; !g.Pos.Over(); n++ {
		seat := g.Waiting()[0]
		if rng.IntN(some) == 0 {
			reader := engine.Seat(n % seats)
			if n%3 > 0 {
				reader = seat
			}
			checkSpoken(t, s, g, turnOf(g, names, reader, seat, steps))
		}
		r, err := g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false)
		expect.NoError(t, err)
		steps = append(steps, g.Take(seat, r))
		if t.Failed() {
			return
		}
	}
	l := ended(g, names)
	checkSpoken(t, s, g, l)
	ask := partsAsked[title.Name()]
	for _, part := range title.Parts() {
		ask = append(ask, part.Name)
	}
	for _, what := range ask {
		part, arg, _ := strings.Cut(what, " ")
		l := frame(g, names, 0, Answer)
		l.Own, l.Table, l.Board = nil, nil, nil
		if l.Blocks, err = engine.Show(title, g.Pos.View(0), 0, part, arg, false); err != nil {
			continue
		}
		l.Blocks = slices.DeleteFunc(l.Blocks, func(b engine.Block) bool { return strings.HasSuffix(b.Head.Key, ".head.legend") })
		heard := *l
		heard.Spoken = true
		heard.Blocks, err = engine.Show(title, g.Pos.View(0), 0, part, arg, true)
		expect.NoError(t, err)
		compareSpoken(t, s, g, l, &heard, what)
	}
}

// partsAsked are further questions about the board of a title.
var partsAsked = map[string][]string{
	"18mag": {"map F17", "near 4", "near SIK"}, "18cz": {"map F17", "near EKJ"},
	"tycoon": {"map north", "map south-west", "map Chicago", "map O13", "hex Chicago"}, "russian": {"board t", "board loco-1"},
}

// checkSpoken compares a letter with the same letter for a reader who listens.
func checkSpoken(t *testing.T, s *Set, g *engine.Game, l *Letter) {
	t.Helper()
	heard := *l
	heard.Spoken, heard.Own, heard.Table, heard.Board = true, nil, nil, nil
	show(g, &heard)
	compareSpoken(t, s, g, l, &heard, fmt.Sprint(g.Seq))
}

func compareSpoken(t *testing.T, s *Set, g *engine.Game, l, heard *Letter, name string) {
	t.Helper()
	r := render(t, s, heard)
	keep(t, g.Title.Name()+"-"+name+"-read", render(t, s, l))
	keep(t, g.Title.Name()+"-"+name+"-heard", r)
	checkText(t, heard, r)
	checkForEars(t, r.Text)
	checkSpokenPage(t, r)
	printed := joined(strings.ReplaceAll(r.Text, " >\n", " > ")) // an order goes on after ">"
	for _, c := range slices.Concat(heard.Usual, heard.Choices) {
		expect.True(t, slices.Contains(printed, c.Line), "not in the text: %q", c.Line)
	}
	for _, c := range heard.Choices {
		if t.Failed() {
			break
		}
		if _, err := g.Try(heard.Seat, printed[slices.Index(printed, c.Line)], true); err != nil {
			t.Errorf("%q is printed and refused: %v", c.Line, err)
		}
	}
	sameFacts(t, s, l, heard)
	if t.Failed() {
		t.Logf("%s: %s", name, r.Text)
	}
}

// drawn are signs that draw: alone, or two of those that also stand in words.
var drawnSigns = regexp.MustCompile(`[#|~^\\\x60]|__|[-=*+/<>:;,]{2}|[.]{4}|(^| )[-=*+/.]( |$)|  |^ `)

// checkForEars: nothing in a text draws, and no line depends on columns.
func checkForEars(t *testing.T, text string) {
	t.Helper()
	for l := range strings.SplitSeq(text, "\n") {
		if sign := drawnSigns.FindString(l); sign != "" {
			t.Errorf("%q in %q", sign, l)
		}
	}
}

// checkSpokenPage: the HTML has headings, lists, and tables whose fields all have headings.
func checkSpokenPage(t *testing.T, r Rendered) {
	t.Helper()
	root := expect.Get(html.Parse(strings.NewReader(r.HTML)))(t)
	if bad := parse(t, r.HTML).bad; len(bad) > 0 {
		t.Errorf("in the HTML: %v", bad)
	}
	for n := range root.Descendants() {
		switch {
		case n.DataAtom == atom.Pre:
			t.Errorf("a drawing in the HTML: %s", inner(n))
		case n.DataAtom == atom.Table && !isLayout(n) && !strings.Contains(inner(n), "\x00") && !headed(n):
			t.Errorf("a table without headings: %s", inner(n))
		case n.DataAtom == atom.Th && !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "scope" }):
			t.Errorf("a heading of nothing: %s", inner(n))
		}
	}
	heard := wordsOf(parse(t, r.HTML).text)
	for fact := range tokens(r.Text) {
		expect.True(t, heard[fact], "%q is not in the HTML", fact)
	}
}

// headed reports whether a table has headings of columns and of rows.
func headed(table *html.Node) bool {
	scopes := map[string]bool{}
	for n := range table.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "scope" {
				scopes[a.Val] = true
			}
		}
	}
	return scopes["col"] && scopes["row"]
}

// fact is a figure or a name: a word with a digit or a capital.
var (
	fact  = regexp.MustCompile(`[\pL\d&]*[\p{Lu}\d][\pL\d&]*`)
	cutUp = regexp.MustCompile(`\S*…`)
	marks = regexp.MustCompile(`(In drawings|On the map): .*|\|[^|]*\||\(\p{Lu}\p{L}\)`)
)

var anyWord = regexp.MustCompile(`[\pL\d&]+`)

// wordsOf returns the words of a text in small letters.
func wordsOf(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range anyWord.FindAllString(s, -1) {
		out[strings.ToLower(w)] = true
	}
	return out
}

// tokens returns the figures and names of a text.
func tokens(s string) map[string]bool {
	out := map[string]bool{}
	for _, f := range fact.FindAllString(cutUp.ReplaceAllString(marks.ReplaceAllString(s, ""), ""), -1) {
		out[strings.ToLower(f)] = true
	}
	return out
}

// sameFacts: each section has the same figures and names as in the letter for sighted readers, and the sentence
// of each owner has those of the table's row.
func sameFacts(t *testing.T, s *Set, l, heard *Letter) {
	t.Helper()
	read, said := sectionsOf(t, s, l), sectionsOf(t, s, heard)
	v := s.begin(heard)
	for i, one := range read {
		if i >= len(said) || !strings.EqualFold(listener{v.voice, v.Title}.aloud(one.head), said[i].head) {
			t.Errorf("section %q is missing or elsewhere", one.head)
			return
		}
		all := strings.Join(said[i].texts, " ")
		have := wordsOf(all)
		for f := range tokens(listener{v.voice, v.Title}.aloud(strings.Join(one.texts, " "))) {
			expect.True(t, have[f], "%q is not said in %q", f, one.head)
		}
		for k, row := range one.rows {
			if len(said[i].rows) != len(one.rows) {
				t.Errorf("in %q are %d rows instead of %d", one.head, len(said[i].rows), len(one.rows))
				break
			}
			if heard := said[i].rows[k][0]; !hasAll(heard, listener{v.voice, v.Title}.aloud(strings.Join(row, " "))) {
				t.Errorf("%q is said as %q", row, heard)
			}
		}
	}
}

// hasAll reports whether a sentence has all facts of a row.
func hasAll(sentence, row string) bool {
	have := wordsOf(sentence)
	for f := range tokens(row) {
		if !have[f] && !have[strings.TrimSuffix(f, "d")] { // 20d: the director's
			return false
		}
	}
	return true
}

// told is the content of one section of a letter.
type told struct {
	head  string
	texts []string
	rows  [][]string // of tables; for listeners, each as its sentence
}

func sectionsOf(t *testing.T, s *Set, l *Letter) []told {
	t.Helper()
	w := s.begin(l)
	w.body()
	if l.Spoken {
		listener{w.voice, w.Title}.speak(w.document)
	}
	list := []told{{}}
	for _, p := range textOf(w.parts) {
		now := &list[len(list)-1]
		add := func(texts ...string) { now.texts = append(now.texts, texts...) }
		switch p := p.(type) {
		case heading:
			if p.level == 1 {
				list = append(list, told{head: p.text, texts: []string{p.then}})
			} else {
				add(p.text)
			}
		case prose:
			add(p.lines...)
		case choices:
			for _, c := range p.rows {
				add(c.number, c.line, c.remark)
			}
		case chronology:
			for _, r := range p.rows {
				add(r.label, r.who, r.did)
			}
		case entry:
			add(append(p.notes, p.label, p.lead, p.code, p.then)...)
		case drawing:
			if now.head == "" && len(p.lines) > 0 && strings.HasPrefix(strings.TrimSpace(p.lines[0]), "1 ") {
				break // two signs for a hex: their meaning has other words, see the test of its title
			}
			add(inDrawing(p)...)
		case table:
			for _, r := range p.rows {
				if !l.Spoken {
					now.rows = append(now.rows, r)
				} else if list := (table{heads: p.heads, rows: [][]string{r}}).sentences(); len(list) > 0 {
					now.rows = append(now.rows, list)
					add(list...)
				}
			}
		}
	}
	return list
}

// textOf returns the parts that the text shows.
func textOf(parts []part) (list []part) {
	for _, p := range parts {
		if in, ok := p.(apart); ok {
			list = append(list, textOf(in.text)...)
		} else {
			list = append(list, p)
		}
	}
	return list
}

var drawnFacts = regexp.MustCompile(`[A-Z]{1,2}\d{1,2}|\d{2,}\pL?`)

// inDrawing returns the names of hexes in a drawing, and its numbers of two digits and more,
// without those that the edge of a strip cuts.
func inDrawing(d drawing) (list []string) {
	for _, l := range d.lines {
		for _, at := range drawnFacts.FindAllStringIndex(l, -1) {
			if at[1] < len(l) || len(l) < textColumns-2 {
				list = append(list, l[at[0]:at[1]])
			}
		}
	}
	return list
}
