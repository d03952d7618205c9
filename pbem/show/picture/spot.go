package picture

import (
	"cmp"
	"math"
	"slices"
)

// spot is a part of a hex that is taken, in units from its middle: a circle, or a box.
type spot struct {
	at    vec
	half  vec // half its width and height
	round bool
}

func disc(at vec, r float64) spot { return spot{at, vec{r, r}, true} }

type spots []spot

// gap is the widest free part of a row of a hex, which is as wide as both sides of its middle.
func (s spots) gap(top, low, side float64) (left, right float64) {
	var cuts [][2]float64
	for _, t := range s {
		away := max(top-t.at.y, t.at.y-low, 0) / t.half.y
		if away >= 1 {
			continue
		}
		half := t.half.x
		if t.round {
			half *= math.Sqrt(1 - away*away)
		}
		cuts = append(cuts, [2]float64{t.at.x - half - 0.015, t.at.x + half + 0.015})
	}
	slices.SortFunc(cuts, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	from := -side
	for _, c := range append(cuts, [2]float64{side, side}) {
		if to := min(c[0], side); to-from > right-left {
			left, right = from, to
		}
		from = max(from, c[1])
	}
	return left, right
}

// room is how far a circle is from what is taken; negative where it covers something.
func (s spots) room(at vec, r float64) float64 {
	n := 1.0
	for _, t := range s {
		d := vec{max(math.Abs(at.x-t.at.x)-t.half.x, 0), max(math.Abs(at.y-t.at.y)-t.half.y, 0)}.length()
		if t.round {
			d = at.far(t.at) - t.half.x
		}
		n = min(n, d-r)
	}
	return n
}

// best is the place with most room for a line as high as two radii, and so much wider on each side; the first one
// if others have hardly more.
func (s spots) best(r, wider float64, places []vec) (best vec) {
	most := math.Inf(-1)
	for _, at := range places {
		n := 0.02
		for _, x := range []float64{-wider, 0, wider} {
			n = min(n, s.room(at.add(vec{x, 0}), r))
		}
		if n > most+0.01 {
			best, most = at, n
		}
	}
	return best
}
