package picture_test

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/show/picture"
)

// rect is a box of a drawing.
type rect struct{ left, top, right, bottom float64 }

func (r rect) wide() float64 { return r.right - r.left }
func (r rect) high() float64 { return r.bottom - r.top }

// meets returns the common part of two boxes; its sides are negative if there is none.
func (r rect) meets(o rect) rect {
	return rect{max(r.left, o.left), max(r.top, o.top), min(r.right, o.right), min(r.bottom, o.bottom)}
}

// touches reports whether two boxes share more than their edges.
func (r rect) touches(o rect, slack float64) bool {
	m := r.meets(o)
	return m.wide() > slack && m.high() > slack
}

// mark is a shape or a text of a drawing, in the order of drawing.
type mark struct {
	rect
	text  string // "" for a shape
	size  float64
	fill  string
	round bool         // a circle or a box with round corners: a token, a value, a plate
	at    [][2]float64 // corners of a shape
}

// has reports whether a shape covers a point.
func (m mark) has(x, y float64) (in bool) {
	if m.round {
		if math.Abs(m.wide()-m.high()) > m.wide()*0.01 {
			return m.left < x && x < m.right && m.top < y && y < m.bottom
		}
		return math.Hypot(x-(m.left+m.right)/2, y-(m.top+m.bottom)/2) < m.wide()/2
	}
	for i, a := range m.at {
		b := m.at[(i+1)%len(m.at)]
		if (a[1] > y) != (b[1] > y) && x < a[0]+(b[0]-a[0])*(y-a[1])/(b[1]-a[1]) {
			in = !in
		}
	}
	return in
}

// covers returns the part of a text that a shape covers, from 0 to 1.
func (m mark) covers(text mark) float64 {
	if !m.touches(text.rect, 0) {
		return 0
	}
	const columns, rows = 9, 3
	n := 0
	for i := range columns {
		for j := range rows {
			if m.has(text.left+text.wide()*(float64(i)+0.5)/columns, text.top+text.high()*(float64(j)+0.5)/rows) {
				n++
			}
		}
	}
	return float64(n) / (columns * rows)
}

var (
	elements = regexp.MustCompile(`<path d="([^"]*)" fill="([^"]*)"(?: fill-opacity="[^"]*")?/>|` +
		`<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)"(?: font-weight="bold")? fill="([^"]*)" textLength="([^"]*)"[^>]*>([^<]*)</text>`)
	numbers = regexp.MustCompile(`-?[0-9.]+(?:e[-+]?[0-9]+)?`)
)

// marksOf reads the fills and texts of an SVG.
func marksOf(t testing.TB, svg []byte) (list []mark) {
	t.Helper()
	number := func(s []byte) float64 { return expect.Get(strconv.ParseFloat(string(s), 64))(t) }
	for _, m := range elements.FindAllSubmatch(svg, -1) {
		if m[1] != nil {
			s := mark{rect: rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}, fill: string(m[2]), round: bytes.ContainsRune(m[1], 'C') && bytes.Count(m[1], []byte("M")) == 1}
			all := numbers.FindAll(m[1], -1)
			for i := 0; i < len(all); i += 2 {
				x, y := number(all[i]), number(all[i+1])
				s.at = append(s.at, [2]float64{x, y})
				s.rect = rect{min(s.left, x), min(s.top, y), max(s.right, x), max(s.bottom, y)}
			}
			list = append(list, s)
			continue
		}
		x, y, size, wide := number(m[3]), number(m[4]), number(m[5]), number(m[7])
		text := html.UnescapeString(string(m[8]))
		low, high := y, 0.7
		if strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789.+") == "" {
			high = 0.66
		}
		list = append(list, mark{rect: rect{x, y - high*size, x + wide, low}, text: text, size: size, fill: string(m[6])})
	}
	return list
}

// covered lists the texts of a drawing that another text or a shape covers, or that stand half on a token.
func covered(list []mark) (faults []string) {
	final := func(i int) bool { // not written again later at the same place
		return !slices.ContainsFunc(list[i+1:], func(m mark) bool { return m.text == list[i].text && m.touches(list[i].rect, list[i].size*0.3) })
	}
	var texts []int
	for i, m := range list {
		if strings.TrimSpace(m.text) != "" && final(i) {
			texts = append(texts, i)
		}
	}
	for n, i := range texts {
		a := list[i]
		slack := a.size * 0.08
		for _, j := range texts[n+1:] {
			if a.touches(list[j].rect, slack) {
				faults = append(faults, fmt.Sprintf("%q and %q", a.text, list[j].text))
			}
		}
		for j, s := range list {
			if s.text != "" {
				continue
			}
			switch part := s.covers(a); {
			case part == 0 || part == 1: // what is covered as a whole is not to be seen
			case j > i:
				faults = append(faults, fmt.Sprintf("a shape on %q", a.text))
			case s.round && !hidden(list[j+1:i], s.meets(a.rect)):
				faults = append(faults, fmt.Sprintf("%q on the edge of a token", a.text))
			}
		}
	}
	return faults
}

// hidden reports whether one of some shapes covers a place.
func hidden(list []mark, place rect) bool {
	return slices.ContainsFunc(list, func(s mark) bool { return s.text == "" && s.covers(mark{rect: place}) == 1 })
}

// cssColours are those of picture.Style, by day and by night.
func cssColours() map[string][2]string {
	list := map[string][2]string{}
	for mode, block := range strings.SplitN(picture.Style(), "@media", 2) {
		for _, m := range regexp.MustCompile(`(--b-[a-z]+): (#[0-9A-F]{6})`).FindAllStringSubmatch(block, -1) {
			both := list["var("+m[1]+")"]
			both[mode] = m[2]
			list["var("+m[1]+")"] = both
		}
	}
	return list
}

// pale lists the texts whose contrast with what is below them is under 4.5, by day or by night.
func pale(list []mark) (faults []string) {
	css := cssColours()
	for i, a := range list {
		if a.text == "" || strings.TrimSpace(a.text) == "" {
			continue
		}
		under := mark{}
		for _, s := range list[:i] {
			if s.text == "" && s.has((a.left+a.right)/2, (a.top+a.bottom)/2) {
				under = s
			}
		}
		for mode, name := range []string{"day", "night"} {
			of := func(fill string) string {
				if both, ok := css[fill]; ok {
					return both[mode]
				}
				return fill
			}
			if n := picture.Contrast(of(a.fill), of(under.fill)); n < 4.5 {
				faults = append(faults, fmt.Sprintf("%q by %s: %s on %s is %.1f", a.text, name, a.fill, under.fill, n))
			}
		}
	}
	return faults
}

// TestNothingCoversText: over positions of games of all titles, no name, number or token covers another, and each
// can be read on its ground by day and by night, on the whole board and in the parts that letters show.
func TestNothingCoversText(t *testing.T) {
	rng := rand.New(rand.NewPCG(level.Seed(t, 40), 1))
	for _, title := range []struct{ name, folder string }{
		{"18mag", "g18mag/testdata/games/18mag.v3"}, {"18cz", "g18cz/testdata/games/18cz.v3"},
		{"tycoon", "tycoon/testdata/games/tycoon.v2"}, {"russian", "russian/testdata/games/russian.v2"},
	} {
		k := enginetest.FinishedGames{Title: titles.Find(title.name), Dir: filepath.Join("../../../engine/games", title.folder)}
		low, high := k.Title.Seats()
		for range level.Of(4, 20, 100) {
			seats := max(low, 2) + rng.IntN(high-max(low, 2)+1)
			records := k.Read(t, seats)
			at := 1 + rng.IntN(len(records))
			g := expect.Get(engine.Replay(k.Find, records[:at], nil))(t)
			b := worded(t, "en", title.name, g.Title.Picture(g.Pos.View(0), 0))
			b.Call(records[0].Begin.Players)
			for name, o := range cuts(b) {
				if name == "phone" { // a whole map at this width is an overview
					continue
				}
				where := fmt.Sprintf("%s, %d seats, record %d, %s", title.name, seats, at, name)
				o.Themed = true
				svg := drawn(t, picture.SVG, b, o)
				list := marksOf(t, svg)
				faults := append(covered(list), pale(list)...)
				if len(faults) > 0 {
					show(t, strings.ReplaceAll(where, ", ", "-")+".svg", svg)
				}
				expect.True(t, len(faults) == 0, "%s: %q", where, faults)
			}
		}
	}
}

// TestCoveringIsFound: the checks find a name on a name, and an ink that fades by night.
func TestCoveringIsFound(t *testing.T) {
	b := &board.Board{Owners: []board.Owner{{Mark: "A"}}, Map: &board.Map{Hexes: []board.Hex{{Name: "A1"}, {Name: "A3", At: board.Point{X: 2}}}}}
	expect.Same(t, "a map of two hexes", covered(marksOf(t, drawn(t, picture.SVG, b, picture.Options{}))), nil)
	b.Map.Hexes[1].At.X = 0
	faults := covered(marksOf(t, drawn(t, picture.SVG, b, picture.Options{})))
	expect.True(t, len(faults) > 0, "two hexes at one place: %q", faults)
	ground := mark{rect: rect{0, 0, 9, 9}, round: true, fill: "var(--b-ink)"}
	faults = pale([]mark{ground, {rect: rect{1, 1, 8, 8}, text: "A", fill: "#FFFFFF"}})
	expect.True(t, len(faults) == 1 && strings.Contains(faults[0], "by night"), "white on ink: %q", faults)
}
