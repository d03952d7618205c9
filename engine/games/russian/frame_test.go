package russian

import "testing"

// A stack removes a frame that is used up; the black worker's extra advance then takes its place (R14).
func TestStackSpends(t *testing.T) {
	black := Part{Op: OpTrack, Colours: 1 << Black, Left: 1}
	for _, c := range []struct {
		name   string
		top    Frame
		gone   bool
		height int
		from   string
	}{
		{"some left", Frame{From: "top", Parts: [4]Part{{Op: OpDoubler, Left: 3}}}, false, 2, "top"},
		{"nothing left", Frame{From: "top", Parts: [4]Part{{Op: OpDoubler, Left: 2}}}, true, 1, "below"},
		{"extra without a black advance", Frame{From: "top", Extra: true, Parts: [4]Part{{Op: OpDoubler, Left: 2}}}, true, 1, "below"},
		{"extra", Frame{From: "top", Extra: true, Black: true, Parts: [4]Part{{Op: OpDoubler, Left: 2}}}, true, 2, extraKey},
	} {
		var st Stack
		st.push(Frame{From: "below", Parts: [4]Part{black}})
		c.top.Depth = 4
		st.push(c.top)
		depth, gone := st.spend(2, isOp(OpDoubler))
		if depth != 5 || gone != c.gone || len(st) != c.height || st.top().From != c.from || st.extraAt(1) != (c.from == extraKey) {
			t.Errorf("%s: depth %d, gone %v, stack %v", c.name, depth, gone, st)
		}
	}
}
