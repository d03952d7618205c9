package templates

import "strings"

// table writes a table in columns, more tightly if necessary; one that is still too wide as
// a list, row by row.
func (w *textWriter) table(t table) {
	if t.spoken {
		for _, l := range t.sentences() {
			w.wrapped(l, "", "")
		}
		return
	}
	widths := t.widths()
	total := 0
	for _, n := range widths {
		total += n
	}
	for _, gap := range []string{"  ", " "} {
		if total+len(gap)*(len(widths)-1) > textColumns {
			continue
		}
		indent := ""
		if total+len(gap)*(len(widths)-1) <= textColumns-2 {
			indent = "  "
		}
		if t.hasHeads() {
			w.line(indent + t.row(t.heads, widths, gap))
		}
		for _, r := range t.rows {
			w.line(indent + t.row(r, widths, gap))
		}
		return
	}
	w.tableList(t)
}

func (t table) hasHeads() bool { return strings.Join(t.heads, "") != "" }

func (t table) widths() []int {
	var widths []int
	for _, r := range append([][]string{t.heads}, t.rows...) {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columnsOf(c))
		}
	}
	return widths
}

func (t table) row(cells []string, widths []int, gap string) string {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteString(gap)
		}
		pad := strings.Repeat(" ", widths[i]-columnsOf(c))
		if i < len(t.right) && t.right[i] {
			b.WriteString(pad + c)
		} else {
			b.WriteString(c + pad)
		}
	}
	return b.String()
}

// tableList writes "Ana: points 12; rubles 3".
func (w *textWriter) tableList(t table) {
	for _, r := range t.rows {
		var cells []string
		for i, c := range r {
			if i == 0 || c == "" {
				continue
			}
			if i < len(t.heads) && t.heads[i] != "" {
				c = t.heads[i] + " " + c
			}
			cells = append(cells, c)
		}
		first := ""
		if len(r) > 0 {
			first = r[0] + ": "
		}
		w.wrapped(first+strings.Join(cells, "; "), "  ", "    ")
	}
}
