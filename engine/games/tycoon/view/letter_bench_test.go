package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
)

// BenchmarkLetter makes what letters of a game ask the title for: the short list with its
// remarks, the usual turn, the sheets; all is what one letter asks for, which shares what it
// finds on the track. Each iteration is one position of each stage.
func BenchmarkLetter(b *testing.B) {
	list := func(b *testing.B, p engine.Position, seat engine.Seat) {
		for _, c := range advise.Short(New(), p, seat, 1, 40).Choices {
			New().Remark(engine.Move{Before: p, After: c.After, Seat: seat, Acts: c.Acts, Reports: c.Reports})
		}
	}
	usual := func(b *testing.B, p engine.Position, seat engine.Seat) { New().Usual(p, seat) }
	sheets := func(b *testing.B, p engine.Position, seat engine.Seat) {
		for _, part := range New().Parts() {
			if part.InLetter {
				expect.Get(engine.Show(New(), p, seat, part.Name, "", false))(b)
			}
		}
	}
	type part = func(b *testing.B, p engine.Position, seat engine.Seat)
	steps := []*tycoon.State{atStage(b, 2), atStage(b, 6), atStage(b, 9)}
	for _, asked := range []struct {
		name  string
		parts []part
	}{{"list", []part{list}}, {"usual", []part{usual}}, {"sheets", []part{sheets}}, {"all", []part{list, usual, sheets}}} {
		b.Run(asked.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range steps {
					seat := s.Actor()
					p := engine.Memo(unlaid(b, s).View(seat))
					for _, ask := range asked.parts {
						ask(b, p, seat)
					}
				}
			}
		})
	}
}
