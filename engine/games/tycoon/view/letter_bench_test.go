package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// BenchmarkLetter makes what letters of a game ask the title for: the short list with its
// remarks, the usual turn, the sheets.
func BenchmarkLetter(b *testing.B) {
	steps := []engine.Position{atStage(b, 2), atStage(b, 6), atStage(b, 9)}
	for name, part := range map[string]func(p engine.Position, seat engine.Seat){
		"list": func(p engine.Position, seat engine.Seat) {
			for _, c := range advise.Short(New(), p, seat, 1, 40).Choices {
				New().Remark(engine.Move{Before: p, After: c.After, Seat: seat, Acts: c.Acts, Reports: c.Reports})
			}
		},
		"usual": func(p engine.Position, seat engine.Seat) { New().Usual(p, seat) },
		"sheets": func(p engine.Position, seat engine.Seat) {
			for _, part := range New().Parts() {
				if part.InLetter {
					if _, err := New().Sheet(p, seat, part.Name, ""); err != nil {
						b.Fatal(err)
					}
				}
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range steps {
					seat := p.(interface{ Actor() engine.Seat }).Actor()
					part(engine.Memo(p.View(seat)), seat)
				}
			}
		})
	}
}
