package view

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
)

// BenchmarkLetter makes the title's part of a game's letters: the short list with its remarks, the usual turn,
// the sheets.
func BenchmarkLetter(b *testing.B) {
	var steps []*g18mag.State
	for n := 20; n < 900; n += 40 {
		if s := traced(b, "18Mag-4p-1400", n); s.Actor != engine.Nobody {
			steps = append(steps, s)
		}
	}
	parts := map[string]func(*g18mag.State){
		"list": func(s *g18mag.State) {
			for _, c := range advise.Short(whole, s, s.Actor, 1, 40).Choices {
				whole.Remark(engine.Move{Before: s, After: c.After, Seat: s.Actor, Acts: c.Acts, Reports: c.Reports})
			}
		},
		"usual": func(s *g18mag.State) { whole.Usual(s, s.Actor) },
		"sheets": func(s *g18mag.State) {
			for _, p := range whole.Parts() {
				if p.InLetter {
					expect.Get(engine.Show(whole, s, s.Actor, p.Name, "", false))(b)
				}
			}
		},
	}
	all := []string{"list", "usual", "sheets"}
	for _, names := range append([][]string{all}, all[:1], all[1:2], all[2:]) {
		b.Run(strings.Join(names, "-"), func(b *testing.B) {
			for b.Loop() {
				for _, s := range steps {
					view := engine.Memo(s.View(s.Actor)).(*g18mag.State)
					for _, name := range names {
						parts[name](view)
					}
				}
			}
		})
	}
}
