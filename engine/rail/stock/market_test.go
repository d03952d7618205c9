package stock

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
)

// zigzag is a line of 46 prices, as 18CZ prints in two rows.
var zigzag = func() Chart {
	chart := make(Chart, 46)
	for i := range chart {
		chart[i] = 40 + 5*i
	}
	return chart
}()

func TestMove(t *testing.T) {
	cases := []struct {
		name        string
		at          int
		step, times int
		want        int
	}{
		{"one to the right", 10, 1, 1, 11},
		{"four", 10, 1, 4, 14},
		{"as far as the chart goes", 43, 1, 4, 45},
		{"none", 45, 1, 1, 45},
		{"no step", 10, 1, 0, 10},
		{"one to the left", 10, -1, 1, 9},
		{"not below the lowest", 0, -1, 1, 0},
		{"a row of the zigzag", 10, 2, 1, 12},
		{"two of them", 10, 2, 2, 14},
		{"the row ends: one space only", 42, 2, 2, 44},
		{"the row has ended", 44, 2, 1, 44},
		{"on the other row", 43, 2, 2, 45},
		{"to the left along the row", 1, -2, 1, 1},
	}
	for _, c := range cases {
		m := NewMarket(1)
		m.Enter(0, c.at)
		m.Move(zigzag, 0, c.step, c.times)
		if m.At[0] != c.want || m.Price(zigzag, 0) != zigzag[c.want] {
			t.Errorf("%s: moved to %d, price %d", c.name, m.At[0], m.Price(zigzag, 0))
		}
	}
}

func order(m *Market) []Company {
	var list []Company
	for c := range m.At {
		if m.On(Company(c)) {
			list = append(list, Company(c))
		}
	}
	slices.SortFunc(list, m.Compare)
	return list
}

func TestStacks(t *testing.T) {
	m := NewMarket(5)
	for c := range Company(4) {
		m.Enter(c, 3)
	}
	steps := []struct {
		name string
		do   func()
		want []Company
	}{
		{"who came first is on top", func() {}, []Company{0, 1, 2, 3}},
		{"who leaves and comes back is at the bottom", func() { m.Move(zigzag, 1, 1, 1); m.Move(zigzag, 1, -1, 1) }, []Company{0, 2, 3, 1}},
		{"the dearer is first", func() { m.Move(zigzag, 3, 1, 2) }, []Company{3, 0, 2, 1}},
		{"who cannot move keeps its place", func() {
			for range 4 {
				m.Move(zigzag, 0, -1, 1)
				m.Move(zigzag, 2, -1, 1)
			}
		}, []Company{3, 1, 0, 2}},
		{"a step into a stack goes below it", func() { m.Move(zigzag, 1, 1, 2) }, []Company{3, 1, 0, 2}},
		{"one is removed", func() { m.Remove(3) }, []Company{1, 0, 2}},
		{"one comes new", func() { m.Enter(4, 5) }, []Company{1, 4, 0, 2}},
	}
	for _, s := range steps {
		s.do()
		expect.Same(t, []any{s.name, m}, order(&m), s.want)
	}
	expect.Same(t, "a company beside the chart has price", m.Price(zigzag, 3), 0)
}

// TestDepths moves markers at random: the places in each stack are 0, 1, 2 ...
func TestDepths(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	m := NewMarket(7)
	for range 2000 {
		c := Company(rng.IntN(7))
		switch {
		case !m.On(c):
			m.Enter(c, rng.IntN(5))
		case rng.IntN(10) == 0:
			m.Remove(c)
		default:
			m.Move(zigzag[:5], c, 1-2*rng.IntN(2), 1+rng.IntN(3))
		}
		for space := range 5 {
			var depths []int
			for c, at := range m.At {
				if at == space {
					depths = append(depths, m.Depth[c])
				}
			}
			slices.Sort(depths)
			for i, d := range depths {
				expect.Must(t, fmt.Sprintf("space %d has the places %v: %+v", space, depths, m), i, d)
			}
		}
	}
}
