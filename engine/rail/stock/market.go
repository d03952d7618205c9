package stock

import (
	"cmp"
	"slices"
)

// Chart is the prices of the spaces in one rising line. A chart that is printed as a
// zigzag is such a line, too: a step along its diagonal is one space, a step along
// its row two.
type Chart []int

// nowhere is the space of a marker that is not on the chart.
const nowhere = -1

// Market is the companies' markers on the chart: part of a title's position.
type Market struct {
	At    []int `json:"at"`    // space of each company; -1: not on the chart
	Depth []int `json:"depth"` // place in the stack of its space, 0 on top
}

// NewMarket returns a market with the markers of n companies off the chart.
func NewMarket(n int) Market {
	return Market{At: slices.Repeat([]int{nowhere}, n), Depth: make([]int, n)}
}

// Clone returns an independent copy.
func (m Market) Clone() Market {
	m.At, m.Depth = slices.Clone(m.At), slices.Clone(m.Depth)
	return m
}

// On reports whether a company's marker is on the chart.
func (m *Market) On(c Company) bool { return m.At[c] != nowhere }

// Price returns the price of a company, 0 if it is not on the chart.
func (m *Market) Price(chart Chart, c Company) int {
	if !m.On(c) {
		return 0
	}
	return chart[m.At[c]]
}

// Enter puts a marker on a space, below those already there.
func (m *Market) Enter(c Company, space int) {
	m.leave(c)
	depth := 0
	for other, at := range m.At {
		if at == space && Company(other) != c {
			depth++
		}
	}
	m.At[c], m.Depth[c] = space, depth
}

// leave takes a marker off the chart; those below it move up.
func (m *Market) leave(c Company) {
	for other, at := range m.At {
		if at == m.At[c] && m.Depth[other] > m.Depth[c] {
			m.Depth[other]--
		}
	}
	m.At[c], m.Depth[c] = nowhere, 0
}

// Remove takes a marker off the chart for good.
func (m *Market) Remove(c Company) { m.leave(c) }

// Move makes a number of steps of some spaces each, upwards if step is positive. A
// step that would leave the chart is not made. A marker that moves goes below those
// on its new space; one that does not move keeps its place.
func (m *Market) Move(chart Chart, c Company, step, times int) {
	at := m.At[c]
	for range times {
		if next := at + step; next >= 0 && next < len(chart) {
			at = next
		}
	}
	if at != m.At[c] {
		m.Enter(c, at)
	}
}

// Compare orders companies as they operate: by price, the highest first, and on one
// space from the top of the stack.
func (m *Market) Compare(a, b Company) int {
	return cmp.Or(cmp.Compare(m.At[b], m.At[a]), cmp.Compare(m.Depth[a], m.Depth[b]))
}
