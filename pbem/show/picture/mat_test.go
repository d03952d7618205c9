package picture_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/board"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
)

// wantedOnMats adds the content of the mats, the boxes and the stock.
func wantedOnMats(b *board.Board, want map[string]int) {
	chips := func(list []board.Chip) {
		for _, c := range list {
			want[c.Text]++
		}
	}
	items := func(list []board.Item) {
		for _, i := range list {
			want[i.Name]++
			chips(i.Chips)
		}
	}
	workers := func(list []board.Worker, each bool) {
		for _, w := range list {
			n := 1
			if each {
				n = w.N
			} else if w.N > 1 {
				want["×"+strconv.Itoa(w.N)]++
			}
			want[b.Owners[w.Owner].Mark+w.Letter] += n
		}
	}
	if b.Turn != nil {
		for n := 1; n <= b.Turn.Rounds; n++ {
			want[strconv.Itoa(n)]++
		}
		for _, o := range b.Turn.Order {
			want[b.Owners[o].Mark]++
		}
	}
	for _, m := range b.Mats {
		want[b.Owners[m.Owner].Mark]++
		want[strconv.Itoa(m.Place)+"."]++
		want[strconv.Itoa(m.Points)]++
		want["+"+strconv.Itoa(m.Gain)]++
		workers(m.Hand, false)
		items(m.Has)
		for _, r := range m.Rows {
			wantedInRow(&r, want)
		}
	}
	for _, x := range b.Boxes {
		want[x.Name]++
		want[x.Group] = 1
		chips(x.Gives)
		workers(x.On, true)
		n := 0
		for _, w := range x.On {
			n += w.N
		}
		for _, letter := range x.Takes[min(n, len(x.Takes)):] {
			want[letter]++
		}
	}
	items(b.Stock)
	for _, s := range b.Signs {
		want[s.Chip.Text]++
		want[s.Means]++
	}
	delete(want, "")
}

func wantedInRow(r *board.Row, want map[string]int) {
	want[r.Name]++
	for _, s := range r.Spaces {
		want[s.Text]++
		if s.Prize != nil {
			want[s.Prize.Text]++
		}
	}
	for _, bar := range r.Bars {
		want[bar.Letter]++
	}
	for _, m := range r.Markers {
		want[m.Letter]++
	}
	for _, n := range r.Engines {
		want[strconv.Itoa(n)]++
	}
	if r.Reach > 0 {
		want[strconv.Itoa(r.Reach)]++
	}
	want["x2"] += r.Doubled
	want["+"+strconv.Itoa(r.Worth)]++
}

// TestCuts: a phone shows the reader's own mat and the boxes, each alone; a reader without a mat sees the boxes.
func TestCuts(t *testing.T) {
	b := samples[13].board(t)
	expect.Same(t, "a spectator is shown", len(picture.Cuts(b, -1)), 1)
	list := picture.Cuts(b, 2)
	expect.Must(t, "a player is shown", len(list), 2)
	own := texts(drawn(t, picture.SVG, b, list[0]))
	boxes := texts(drawn(t, picture.SVG, b, list[1]))
	if own["T"] != 1 || own[strconv.Itoa(b.Mats[2].Points)] == 0 || own["rubles"] > 0 {
		t.Errorf("the own mat is drawn %d times; boxes on it: %v", own["T"], own["rubles"] > 0)
	}
	expect.True(t, boxes["T"] == 0 && boxes["rubles"] == 1, "the boxes: %v", boxes)
}

// TestSinceOnMats: a choice is marked by the boxes with new pieces, and by the rows that it changes.
func TestSinceOnMats(t *testing.T) {
	before, after := samples[13].board(t), samples[13].board(t)
	x := &after.Boxes[0]
	x.On = append(x.On, board.Worker{Owner: 1, N: 1})
	after.Mats[1].Rows[2].Bars[0].To++
	after.Since(before.Print())
	var marked []string
	for i, m := range after.Mats {
		for j, r := range m.Rows {
			expect.Same(t, fmt.Sprintf("row %d of mat %d is marked", j, i), r.Marked, i == 1 && j == 2)
		}
	}
	for _, x := range after.Boxes {
		if x.Marked {
			marked = append(marked, x.Name)
		}
	}
	expect.Same(t, marked, strings.Join(marked, " "), x.Name)
	show(t, "choice-mats.png", drawn(t, picture.PNG, after, picture.Options{}))
}

// TestNames: players' names are drawn on mats or below a map; companies keep theirs.
func TestNames(t *testing.T) {
	names := []string{"Someone with a Rather Long Name for a Head", "Ben", "Cleo", "Dag"}
	for i, seats := range map[int]int{1: 0, 9: 3, 13: 4} {
		b := samples[i].board(t)
		b.Call(names)
		has := texts(drawn(t, picture.SVG, b, picture.Options{}))
		for _, name := range names[:seats] {
			expect.True(t, has[name] >= 1, "%s: %q is not drawn", samples[i], name)
		}
		if seats == 0 && has["Ben"]+has["Cleo"] > 0 {
			t.Errorf("%s: players' names are drawn, who have no pieces there", samples[i])
		}
	}
}
