package picture_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
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
	"railpost/engine/enginetest/golden"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/show/picture"
)

// sample is a position of a finished game.
type sample struct {
	title, folder  string
	seats, percent int // of its records
}

func (s sample) String() string { return fmt.Sprintf("%s-%d-%d", s.title, s.seats, s.percent) }

var samples = []sample{
	{"18mag", "g18mag/testdata/games/18mag.v2", 4, 1},
	{"18mag", "g18mag/testdata/games/18mag.v2", 4, 50},
	{"18mag", "g18mag/testdata/games/18mag.v2", 5, 98},
	{"18mag", "g18mag/testdata/games/18mag.v2", 2, 60},
	{"18cz", "g18cz/testdata/games/18cz.v2", 3, 1},
	{"18cz", "g18cz/testdata/games/18cz.v2", 4, 50},
	{"18cz", "g18cz/testdata/games/18cz.v2", 6, 98},
	{"18cz", "g18cz/testdata/games/18cz.v2", 2, 60},
	{"tycoon", "tycoon/testdata/games/tycoon.v1", 4, 1},
	{"tycoon", "tycoon/testdata/games/tycoon.v1", 3, 50},
	{"tycoon", "tycoon/testdata/games/tycoon.v1", 6, 98},
	{"russian", "russian/testdata/games/russian.v1", 2, 1},
	{"russian", "russian/testdata/games/russian.v1", 3, 50},
	{"russian", "russian/testdata/games/russian.v1", 4, 77},
	{"russian", "russian/testdata/games/russian.v1", 4, 99},
}

// board returns the board of the position.
func (s sample) board(t testing.TB) *board.Board {
	t.Helper()
	k := enginetest.FinishedGames{Title: titles.Find(s.title), Dir: filepath.Join("../../../engine/games", s.folder)}
	records := k.Read(t, s.seats)
	g := expect.Get(engine.Replay(k.Find, records[:1+(len(records)-1)*s.percent/100], nil))(t)
	return worded(t, "en", s.title, g.Title.Picture(g.Pos.View(engine.Nobody), engine.Nobody))
}

func drawn(t testing.TB, f picture.Format, b *board.Board, o picture.Options) []byte {
	t.Helper()
	d := new(picture.Drawer)
	var out bytes.Buffer
	expect.NoError(t, d.Draw(&out, f, b, o))
	return out.Bytes()
}

var textOf = regexp.MustCompile(`(?s)<text[^>]*>(.*?)</text>`)

// texts are those of an SVG, counted.
func texts(svg []byte) map[string]int {
	n := map[string]int{}
	for _, m := range textOf.FindAllSubmatch(svg, -1) {
		text := html.UnescapeString(string(m[1]))
		n[text]++
		if words := strings.Fields(text); len(words) > 1 {
			for _, w := range words {
				n[w]++
			}
		}
	}
	return n
}

// TestEveryFactIsDrawn: a picture has the name of each hex, each place, each tile's number,
// label and value, each token, each cost and each price; each space, bar, locomotive, marker and
// prize of a mat, each box with who is on it.
func TestEveryFactIsDrawn(t *testing.T) {
	for _, s := range samples {
		b := s.board(t)
		svg := drawn(t, picture.SVG, b, picture.Options{Width: 2 * picture.Wide})
		expect.Same(t, s, bytes.Count(svg, []byte("<text")), bytes.Count(svg, []byte("textLength=")))
		has := texts(svg)
		want := map[string]int{}
		if b.Map != nil {
			wantedOnMap(b, want)
		}
		wantedOnMats(b, want)
		if b.Chart != nil {
			for _, p := range b.Chart.Prices {
				want[strconv.Itoa(p)]++
			}
			for _, m := range b.Chart.Markers {
				want[b.Owners[m.Owner].Mark]++
			}
		}
		delete(want, "")
		for text, n := range want {
			expect.True(t, has[text] >= n, "%s: %q is drawn %d times, want %d", s, text, has[text], n)
		}
	}
}

func wantedOnMap(b *board.Board, want map[string]int) {
	for i := range b.Map.Hexes {
		wanted(b, &b.Map.Hexes[i], want)
	}
	for _, r := range b.Map.Runs {
		if r.Pays > 0 && (len(r.Lines) > 1 || r.Lines[0].Pays == 0) {
			want[strconv.Itoa(r.Pays)]++
		}
		want[b.Owners[r.Owner].Mark]++
		for _, l := range r.Lines {
			want[l.Name]++
			if l.Pays > 0 {
				want[strconv.Itoa(l.Pays)]++
			}
		}
	}
	for _, l := range b.Map.Links {
		if len(l.Pieces) > 2 {
			want[b.Owners[l.Owner].Mark]++
		}
	}
}

func wanted(b *board.Board, h *board.Hex, want map[string]int) {
	want[h.Name]++
	if h.Town != nil {
		want[h.Town.Letter]++
		for _, good := range h.Town.Goods {
			want[strings.ToUpper(good.Letter)]++
		}
	}
	if h.Tile.Number != "" {
		want[h.Tile.Number]++
	} else if h.Cost > 0 {
		want[strconv.Itoa(h.Cost)]++
	}
	if h.Tile.Label != "" {
		want[h.Tile.Label]++
	}
	for _, word := range strings.Fields(h.Place) { // a long name may be in two lines
		if word != "&" {
			want[word]++
		}
	}
	worth := map[int]bool{}
	for _, stop := range h.Tile.Stops {
		for _, v := range stop.Values {
			want[strconv.Itoa(v.N)]++
		}
		if stop.Values == nil && stop.Value > 0 && !worth[stop.Value] {
			worth[stop.Value] = true
			want[strconv.Itoa(stop.Value)]++
		}
		for _, slot := range stop.Slots {
			switch {
			case slot.Owner != board.NoOwner:
				want[b.Owners[slot.Owner].Mark]++
			case slot.Kept != board.NoOwner:
				want[strings.ToLower(b.Owners[slot.Kept].Mark)]++
			}
		}
	}
}

// TestSizes: a letter can hold a picture: 60 KB at most, for the whole board and for the parts
// that a phone shows, which are no wider than asked.
func TestSizes(t *testing.T) {
	for _, s := range samples {
		b := s.board(t)
		for name, o := range cuts(b) {
			file := drawn(t, picture.PNG, b, o)
			show(t, fmt.Sprintf("%s-%s.png", s, name), file)
			most := 60_000
			if o.Mats != nil || o.Boxes { // in the width of letters
				o.Width, most = 560, 50_000
				file = drawn(t, picture.PNG, b, o)
			}
			expect.True(t, len(file) <= most, "%s, %s: %d bytes", s, name, len(file))
			c, err := png.DecodeConfig(bytes.NewReader(file))
			if most := max(o.Width, picture.Wide); err != nil || c.Width > most {
				t.Errorf("%s, %s: %d pixels wide, %v", s, name, c.Width, err)
			}
		}
		show(t, s.String()+".svg", drawn(t, picture.SVG, b, picture.Options{}))
		pdf := drawn(t, picture.PDF, b, picture.Options{})
		show(t, s.String()+".pdf", pdf)
		expect.True(t, bytes.Contains(pdf, []byte("841.89")), "%s: the PDF is not on A4", s)
	}
}

// cuts are the pictures of a board by name.
func cuts(b *board.Board) map[string]picture.Options {
	list := map[string]picture.Options{"whole": {}, "phone": {Width: 360}}
	for i, o := range picture.Cuts(b, 0) {
		list[fmt.Sprintf("part%d", i+1)] = o
	}
	return list
}

// show keeps a picture for a person to look at.
func show(t testing.TB, name string, file []byte) {
	t.Helper()
	level.Keep(t, "RAILPOST_PICTURES", name, file)
}

// TestFacts keeps the facts of some boards, for a person to compare with tile sheet and map.
func TestFacts(t *testing.T) {
	for _, s := range []sample{samples[1], samples[5], samples[9], samples[13], samples[14]} {
		b := s.board(t)
		text := facts(t, b.Mats) + facts(t, b.Boxes) + facts(t, b.Stock) + facts(t, b.Signs) + facts(t, []*board.Chart{b.Chart})
		if b.Map != nil {
			text += facts(t, b.Map.Hexes) + facts(t, b.Map.Links) + facts(t, b.Map.Runs)
		}
		golden.Check(t, "testdata/"+s.String()+".txt", text)
	}
}

// facts returns a line for each part of a board.
func facts[T any](t testing.TB, parts []T) (text string) {
	for _, p := range parts {
		line := expect.Get(json.Marshal(p))(t)
		text += string(line) + "\n"
	}
	return text
}

// TestSince: a choice is marked by its changes, and shows only its own run.
func TestSince(t *testing.T) {
	before, after := samples[1].board(t), samples[1].board(t)
	after.Since(before.Print())
	expect.True(t, len(after.Map.Marks) == 0 && len(after.Map.Runs) == 0,
		"nothing has changed, and there are marks %v and runs %v", after.Map.Marks, after.Map.Runs)
	after = samples[1].board(t)
	h := &after.Map.Hexes[slices.IndexFunc(after.Map.Hexes, func(h board.Hex) bool { return h.Name == "D11" })]
	h.Tile.Number, h.Tile.Colour, h.Tile.Tracks = "8", "yellow", []board.Track{{A: 0, B: 2}}
	run := board.Run{Owner: 3, Lines: []board.Line{{Name: "2", Pieces: []board.Piece{{Hex: "D11", Track: board.Track{A: 0, B: 2}}}}}}
	after.Map.Runs = append(after.Map.Runs, run)
	after.Since(before.Print())
	expect.True(t, len(after.Map.Marks) == 1 && after.Map.Marks[0].Hex == "D11" && len(after.Map.Runs) == 1,
		"marks %v, runs %v", after.Map.Marks, after.Map.Runs)
	expect.Same(t, "the action is at", after.Map.Action(), []string{"D11"})
	w, high, areas := picture.Areas(after, picture.Options{Width: 720, Around: after.Map.Action()})
	expect.True(t, len(areas) == 19 && w <= 720 && high <= w*1.2,
		"%d hexes around D11 on %v by %v", len(areas), w, high)
	show(t, "choice.png", drawn(t, picture.PNG, after, picture.Options{Width: 720, Around: after.Map.Action()}))
}

// TestSameStamps: a picture made of stamps drawn for others is, byte for byte, the same as a new one; and equal
// facts give the same file.
func TestSameStamps(t *testing.T) {
	d := new(picture.Drawer)
	for _, i := range []int{2, 1, 1, 5, 6, 10, 9, 2} {
		b := samples[i].board(t)
		around := []string{b.Map.Hexes[len(b.Map.Hexes)/2].Name}
		for _, o := range []picture.Options{{}, {Width: 720, Around: around}, {Width: 500}} {
			var kept bytes.Buffer
			expect.NoError(t, d.Draw(&kept, picture.PNG, b, o))
			expect.Same(t, []any{samples[i], o}, kept.Bytes(), drawn(t, picture.PNG, b, o))
		}
	}
}

// TestChangeIsSeen: a picture drawn after a change of a neighbour, an owner or a link is another.
func TestChangeIsSeen(t *testing.T) {
	d := new(picture.Drawer)
	for _, i := range []int{1, 9} {
		b := samples[i].board(t)
		last := []byte(nil)
		see := func(what string) {
			var file bytes.Buffer
			expect.NoError(t, d.Draw(&file, picture.PNG, b, picture.Options{}))
			expect.True(t, !bytes.Equal(file.Bytes(), last), "%s: %s is not seen", samples[i], what)
			last = file.Bytes()
		}
		see("the board")
		h := &b.Map.Hexes[len(b.Map.Hexes)/2]
		h.Barred ^= 1
		see("a wall")
		b.Map.Marks = []board.Mark{{Hex: h.Name}}
		see("a mark")
		for j := range b.Owners {
			b.Owners[j].Style++
		}
		see("another colour")
		if len(b.Map.Links) > 0 {
			b.Map.Links = b.Map.Links[1:]
			see("a link")
		}
		if b.Chart != nil {
			b.Chart.Markers[0].Space++
			see("a price")
		}
	}
}

func TestNothing(t *testing.T) {
	d := new(picture.Drawer)
	for _, f := range []picture.Format{picture.PNG, "gif"} {
		expect.Fails(t, "an empty board was drawn", d.Draw(new(bytes.Buffer), f, &board.Board{}, picture.Options{}), "")
	}
}
