package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// What each player can deliver next.

// cubesNamed caps the cubes that a line names, of the reader and of others, with the present
// engine and with the next one.
const (
	cubesNamed  = 3
	cubesOthers = 2
	cubesBeyond = 2
)

// nextBlock tells what each player can deliver, the best first, and what more with the next
// engine: what another may take is to be taken before.
func nextBlock(s *tycoon.State, reader engine.Seat) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadNext)}
	seats := s.InOrder()
	slices.SortStableFunc(seats, func(a, b engine.Seat) int { return boolInt(b == reader) - boolInt(a == reader) })
	for _, seat := range seats {
		now := bestOfCubes(s, seat, s.Player(seat).Engine)
		named := cubesOthers
		if seat == reader {
			named = cubesNamed
		}
		if len(now) > 0 {
			b.Lines = append(b.Lines, engine.Msg(key.SheetNext, tycoon.Who(seat), cubesNextArg(s, seat, now, named), engine.Int("n", max(0, len(now)-named))))
		}
		level := s.Player(seat).Engine + 1
		if level > s.Book().TopEngine() {
			continue
		}
		more := slices.DeleteFunc(bestOfCubes(s, seat, level), func(d tycoon.Delivery) bool {
			return slices.ContainsFunc(now, func(o tycoon.Delivery) bool { return sameCube(&o, &d) && o.Points[seat] >= d.Points[seat] })
		})
		if len(more) > 0 {
			b.Lines = append(b.Lines, engine.Msg(key.SheetNextBeyond, tycoon.Who(seat), engine.Int("level", level), cubesNextArg(s, seat, more, cubesBeyond), engine.Int("n", max(0, len(more)-cubesBeyond))))
		}
	}
	return b
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func sameCube(a, b *tycoon.Delivery) bool { return a.From == b.From && a.Colour == b.Colour }

// bestOfCubes returns the best delivery of each cube that a seat could deliver with an engine
// of this level, those with most points first.
func bestOfCubes(s *tycoon.State, seat engine.Seat, level int) (list []tycoon.Delivery) {
	t := *s
	t.Players = slices.Clone(s.Players)
	t.Players[seat].Engine = level
	for _, d := range t.Deliveries(seat) {
		if !slices.ContainsFunc(list, func(o tycoon.Delivery) bool { return sameCube(&o, &d) }) {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b tycoon.Delivery) int { return b.Points[seat] - a.Points[seat] })
	return list
}

// cubesNextArg names the first n cubes with their points: "2 blue of Memphis".
func cubesNextArg(s *tycoon.State, seat engine.Seat, list []tycoon.Delivery, n int) engine.Arg {
	return engine.SeveralOf("cubes", list[:min(n, len(list))], func(_ string, d tycoon.Delivery) engine.Arg {
		return say(engine.Msg(key.SheetNextCube, tycoon.ColourArg("colour", d.Colour), s.CityArg(d.From), engine.Int("n", d.Points[seat])))
	})
}
