package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Each player's next deliveries.

// cubesNamed limits the cubes that a line names, so that it stays one line, and cubesContested those that
// others can take.
const (
	cubesNamed     = 2
	cubesContested = 2
)

// nextBlock tells what each player can deliver, the best first, now and with the next engine: cubes that
// another may take should be taken before. For others the next engine is omitted if it delivers nothing better.
func nextBlock(s *tycoon.State, reader engine.Seat) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadNext)}
	seats := s.InOrder()
	slices.SortStableFunc(seats, func(a, b engine.Seat) int { return boolInt(b == reader) - boolInt(a == reader) })
	for _, seat := range seats {
		now := bestOfCubes(s, seat, s.Player(seat).Engine)
		best := 0
		if len(now) > 0 && seat != reader {
			best = now[0].Points[seat]
		}
		var beyond []tycoon.Delivery
		level := s.Player(seat).Engine + 1
		if level <= s.Book().TopEngine() {
			beyond = slices.DeleteFunc(bestOfCubes(s, seat, level), func(d tycoon.Delivery) bool {
				return d.Points[seat] <= best || slices.ContainsFunc(now, func(o tycoon.Delivery) bool { return sameCube(&o, &d) && o.Points[seat] >= d.Points[seat] })
			})
		}
		named := cubesNamed
		if len(beyond) > 0 {
			named--
		}
		args := []engine.Arg{
			tycoon.Who(seat), cubesArg(s, "cubes", key.SheetNextShort, seat, now, named), engine.Int("n", max(0, len(now)-named)),
			engine.Int("level", level), cubesArg(s, "next", key.SheetNextShort, seat, beyond, 1),
		}
		switch {
		case len(now) > 0 && len(beyond) > 0:
			b.Add(key.SheetNextBoth, args...)
		case len(now) > 0:
			b.Add(key.SheetNext, args...)
		case len(beyond) > 0:
			b.Add(key.SheetNextBeyond, args...)
		}
	}
	return b
}

// cubesArg names the first n cubes with their points: "blue Memphis 2", "2 blue of Memphis".
func cubesArg(s *tycoon.State, name, text string, seat engine.Seat, list []tycoon.Delivery, n int) engine.Arg {
	return engine.SeveralOf(name, list[:min(n, len(list))], func(_ string, d tycoon.Delivery) engine.Arg {
		return say(engine.Msg(text, tycoon.ColourArg("colour", d.Colour), s.CityArg(d.From), engine.Int("n", d.Points[seat])))
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func sameCube(a, b *tycoon.Delivery) bool { return a.From == b.From && a.Colour == b.Colour }

// deliveriesAt returns the deliveries possible for a seat with an engine of this level, the best first.
func deliveriesAt(s *tycoon.State, seat engine.Seat, level int) []tycoon.Delivery {
	t := *s
	t.Players = slices.Clone(s.Players)
	t.Players[seat].Engine = level
	return t.Deliveries(seat)
}

// byCube returns the ways of each cube together.
func byCube(ways []tycoon.Delivery) (cubes [][]tycoon.Delivery) {
	for _, d := range ways {
		i := slices.IndexFunc(cubes, func(c []tycoon.Delivery) bool { return sameCube(&c[0], &d) })
		if i < 0 {
			i, cubes = len(cubes), append(cubes, nil)
		}
		cubes[i] = append(cubes[i], d)
	}
	return cubes
}

// bestOfCubes returns the best delivery of each cube that a seat could deliver with an engine
// of this level, those with most points first.
func bestOfCubes(s *tycoon.State, seat engine.Seat, level int) (list []tycoon.Delivery) {
	for _, cube := range byCube(deliveriesAt(s, seat, level)) {
		list = append(list, cube[0])
	}
	slices.SortStableFunc(list, func(a, b tycoon.Delivery) int { return b.Points[seat] - a.Points[seat] })
	return list
}
