package tram_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/tram"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, tram.Title{}, enginetest.Options{
		Games: 4,
		Conserved: func(p engine.Position) map[string]int {
			n := 0
			for _, l := range p.(*tram.Position).Lines {
				n += l.Cars
			}
			return map[string]int{"cars": n}
		},
	})
}
