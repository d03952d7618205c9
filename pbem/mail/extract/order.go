package extract

// longestInOrder selects, among the places where each unit may be in the letter, a chain
// that keeps the letter's order and has the greatest weight: a line that proves quotation
// outweighs any number of choices. A choice the person has sent back then drops out of the
// chain, because the letter's own copy of it is in there. The result says which units are
// in the chain.
func longestInOrder(units [][]match, lines int) []bool {
	const proofWeight = 1 << 20
	type link struct{ unit, prev, weight int }
	var links []link
	best := make([]int, lines+1) // Fenwick tree over letter lines: 1 + index of the heaviest chain ending there
	heaviest := func(end int) int {
		b := 0
		for ; end > 0; end -= end & -end {
			if best[end] > 0 && (b == 0 || links[best[end]-1].weight > links[b-1].weight) {
				b = best[end]
			}
		}
		return b
	}
	for u, all := range units {
		weight := 1
		if isProof(all) {
			weight = proofWeight
		}
		added := len(links)
		for _, m := range all { // all are queried before any is entered: a unit is in one place only
			prev := heaviest(m.first)
			l := link{u, prev, weight}
			if prev > 0 {
				l.weight += links[prev-1].weight
			}
			links = append(links, l)
		}
		for n, m := range all {
			for i := m.end; i <= lines; i += i & -i {
				if best[i] == 0 || links[added+n].weight > links[best[i]-1].weight {
					best[i] = added + n + 1
				}
			}
		}
	}
	in := make([]bool, len(units))
	for b := heaviest(lines); b > 0; b = links[b-1].prev {
		in[links[b-1].unit] = true
	}
	return in
}
