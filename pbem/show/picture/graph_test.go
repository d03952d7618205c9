package picture_test

import (
	"bytes"
	"fmt"
	"html"
	"image/png"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"railpost/engine/board"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
)

func line(name string, style int, values ...int) board.GraphLine {
	l := board.GraphLine{Name: name, Style: style}
	for _, n := range values {
		if n == none {
			l.Of = append(l.Of, nil)
			continue
		}
		l.Of = append(l.Of, &n)
	}
	return l
}

// none stands for no value.
const none = -1 << 20

// graphs are examples of real tables: prices of which many are equal at the end, money that grows, a debt, and
// as many corporations as a game can have.
func graphs() map[string]*board.Graph {
	list := map[string]*board.Graph{
		"prices": {Kind: "prices", Head: "Prices at the end of each round", Rounds: []string{"1.1", "SR 2", "2.1", "SR 3", "3.1", "SR 4", "4.1"}, Lines: []board.GraphLine{
			line("RÁBA", 13, 80, 80, 80, 80, 80, 80, 85), line("G&C", 14, 55, 55, 55, 55, 60, 60, 60), line("SNW", 15, 75, 75, 70, 70, 65, 65, 60),
			line("SIK", 16, 90, 90, 95, 95, 120, 120, 120), line("SzKÉV", 17, none, none, 85, 85, 85, 85, 152), line("LdStEG", 18, 55, 55, 55, 55, 55, 55, 55), line("MÁVAG", 19, 65, 65, 60, 60, 55, 55, 55),
		}},
		"worth": {Kind: "worth", Head: "Worth after each round", Zero: true, Lines: []board.GraphLine{
			{Name: "Ana"}, {Name: "Bartholomew the Elder"}, {Name: "Ben"}, {Name: "Zoë & friends"},
		}},
		"debt": {Kind: "points", Head: "Points", Zero: true, Rounds: []string{"turn 1", "turn 2"}, Lines: []board.GraphLine{line("Ana", 0, 3, -7), line("Ben", 1, 0, 0)}},
		"runs": {Kind: "runs", Head: "The runs that paid most", Heads: []string{"round", "company", "revenue"}, Bars: []board.GraphBar{{Name: "SzKÉV", Of: "11.2", Style: 17, N: 410}, {Name: "3", Of: "9.1", Style: 2, N: 150}, {Name: "SIK", Of: "1.1", N: 0}}},
		"flat": {Kind: "cash", Head: "Cash", Rounds: []string{"1", "2"}, Lines: []board.GraphLine{line("Ana", 0, 5, 5)}},
	}
	worth, many := list["worth"], &board.Graph{Head: "Many"}
	for i := range 60 {
		worth.Rounds = append(worth.Rounds, fmt.Sprintf("OR %d.%d", i/2+1, i%2+1))
		for k := range worth.Lines {
			n := 400 + i*i*(k+3)
			worth.Lines[k].Of, worth.Lines[k].Style = append(worth.Lines[k].Of, &n), k
		}
	}
	many.Rounds = []string{"1.1", "2.1"}
	for i := range 17 {
		many.Lines = append(many.Lines, line(fmt.Sprintf("C%02d", i), i, 50, 100+i%3))
	}
	list["many"] = many
	return list
}

func graphed(t testing.TB, f picture.Format, g *board.Graph, o picture.Options) []byte {
	t.Helper()
	var d picture.Drawer
	var out bytes.Buffer
	expect.NoError(t, d.Graph(&out, f, g, o))
	return out.Bytes()
}

// placed are the texts of an SVG with where they begin, on the drawing's own scale.
var placed = regexp.MustCompile(`<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>([^<]*)</text>`)

// TestGraphs: each line has its name and last value at its end, each bar its own, no label covers another or is
// outside, and a letter can hold the picture.
func TestGraphs(t *testing.T) {
	for name, g := range graphs() {
		svg := graphed(t, picture.SVG, g, picture.Options{})
		show(t, "graph-"+name+".svg", svg)
		has := texts(svg)
		want := append([]string{g.Head}, g.Heads...)
		for _, l := range g.Lines {
			want = append(want, l.Name+" "+strconv.Itoa(*l.Of[l.Last()]))
		}
		for _, b := range g.Bars {
			want = append(want, b.Of, b.Name, strconv.Itoa(b.N))
		}
		if g.Rounds != nil {
			want = append(want, g.Rounds[0], g.Rounds[len(g.Rounds)-1], "0") // a small change looks small
		}
		for _, text := range want {
			expect.True(t, has[text] >= 1, "%s: %q is not drawn", name, text)
		}
		spread(t, name, svg, g)
		file := graphed(t, picture.PNG, g, picture.Options{})
		show(t, "graph-"+name+".png", file)
		c, err := png.DecodeConfig(bytes.NewReader(file))
		expect.True(t, err == nil && len(file) <= 60_000 && c.Width == picture.GraphWide && c.Height <= 2*c.Width,
			"%s: %d bytes, %d by %d pixels, %v", name, len(file), c.Width, c.Height, err)
		if pdf := graphed(t, picture.PDF, g, picture.Options{}); !bytes.Contains(pdf, []byte("841.89")) {
			t.Errorf("%s: the PDF is not on A4", name)
		}
	}
}

// spread checks that the labels at the ends of lines stand apart.
func spread(t *testing.T, name string, svg []byte, g *board.Graph) {
	var at []float64
	for _, m := range placed.FindAllSubmatch(svg, -1) {
		y := expect.Get(strconv.ParseFloat(string(m[2]), 64))(t)
		if slices.ContainsFunc(g.Lines, func(l board.GraphLine) bool {
			return html.UnescapeString(string(m[3])) == l.Name+" "+strconv.Itoa(*l.Of[l.Last()])
		}) {
			at = append(at, y)
		}
	}
	expect.Same(t, name, len(at), len(g.Lines))
	slices.Sort(at)
	for i := range len(at) - 1 {
		expect.True(t, at[i+1]-at[i] >= 18, "%s: labels at %.1f and %.1f", name, at[i], at[i+1])
	}
}

// TestGraphOfNothing: a graph without values is an error, no empty picture.
func TestGraphOfNothing(t *testing.T) {
	var d picture.Drawer
	expect.True(t, (&board.Graph{Lines: []board.GraphLine{line("Ana", 0, 0, 0)}}).Idle(), "zeros are something")
	expect.True(t, !(&board.Graph{Bars: []board.GraphBar{{N: 1}}}).Idle(), "a bar is nothing")
	for _, g := range []board.Graph{{}, {Rounds: []string{"1", "2"}}, {Rounds: []string{"1"}, Lines: []board.GraphLine{line("Ana", 0, none)}}} {
		expect.Fails(t, g, d.Graph(new(bytes.Buffer), picture.PNG, &g, picture.Options{}), "")
	}
	expect.Fails(t, "a GIF was drawn", d.Graph(new(bytes.Buffer), "gif", graphs()["flat"], picture.Options{}), "")
}
