package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// ownSheet is the property of the reader of a letter.
func ownSheet(s *tycoon.State, seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	return playerBlocks(s, seat)
}

// playerSheet is one player's property, as far as the reader knows it; without a name the reader's, or
// everybody's for an onlooker.
func playerSheet(s *tycoon.State, r engine.Request) ([]engine.Block, error) {
	named := func(arg string) (engine.Seat, error) { return seatAsked(s, arg) }
	return r.Players(order(s), named, func(seat engine.Seat) []engine.Block { return playerBlocks(s, seat) })
}

// playerBlocks are a player's money and engine, links, and the rarely changing baron and cards.
func playerBlocks(s *tycoon.State, seat engine.Seat) []engine.Block {
	p := s.Player(seat)
	money := engine.Block{Head: engine.Msg(key.HeadPlayer, tycoon.Who(seat), engine.Int("money", p.Money))}
	if s.Stage != tycoon.StageOver {
		money.Add(key.SheetStands, engine.Say("income", incomeLine(s, seat)), engine.Say("engine", engineLine(s, seat)))
	} else {
		money.Lines = append(money.Lines, engineLine(s, seat))
	}
	if a := s.Standing[seat]; a.Set {
		money.Add(engine.If(a.Most == 0, key.SheetStandingPass, key.SheetStanding), engine.Int("most", a.Most))
	}
	links := engine.Block{Head: engine.Msg(key.HeadPlayerLinks, tycoon.Who(seat)), Lines: networkLines(s, seat, routesLine(s, seat))}
	held := engine.Block{Head: engine.Msg(key.HeadPlayerHeld, tycoon.Who(seat)), Lines: heldLines(s, seat)}
	if s.Stage != tycoon.StageOver { // at the end the table has everybody's
		held.Lines = slices.Concat(baronLines(s, seat), held.Lines)
	}
	if won := wonArgs(s, seat); len(won) > 0 {
		held.Add(key.SheetWon, engine.Several("cards", won...))
	}
	if len(held.Lines) == 0 {
		return []engine.Block{money, links}
	}
	return []engine.Block{money, links, held}
}

// incomeLine tells the income if the turn ended now (Income).
func incomeLine(s *tycoon.State, seat engine.Seat) engine.Message {
	p := s.Player(seat)
	income, dividend := s.Income(p.Position), p.Shares*tycoon.ShareDividend
	args := []engine.Arg{
		engine.Int("position", p.Position), engine.Int("income", income), engine.Int("n", p.Shares),
		engine.Int("dividend", dividend), engine.Int("net", income-dividend), engine.Int("short", dividend-income),
		engine.Int("issue", p.SharesFor(dividend-income)),
	}
	switch {
	case p.Shares == 0:
		return engine.Msg(key.SheetIncomeNoShares, args...)
	case income < dividend:
		return engine.Msg(key.SheetIncomeLoss, args...)
	}
	return engine.Msg(key.SheetIncome, args...)
}

// engineLine tells the reach of a player's engine, and the cost of the next level.
func engineLine(s *tycoon.State, seat engine.Seat) engine.Message {
	level := s.Player(seat).Engine
	if s.Stage == tycoon.StageOver {
		return engine.Msg(key.SheetEngineEnded, engine.Int("level", level))
	}
	if level >= s.Book().TopEngine() {
		return engine.Msg(key.SheetEngineTop, engine.Int("level", level), engine.Int("n", level))
	}
	return engine.Msg(key.SheetEngine, engine.Int("level", level), engine.Int("n", level), engine.Int("next", level+1), engine.Int("cost", s.Book().Engines[level+1]))
}

// baronLines tell a player's secret goal and its progress, if the reader may know it.
func baronLines(s *tycoon.State, seat engine.Seat) []engine.Message {
	g, ok := s.GoalOf(seat)
	if !ok {
		return nil
	}
	text := engine.If(s.Player(seat).Shown, key.SheetBaronShown, key.SheetBaron)
	return []engine.Message{engine.Msg(text, engine.Text("name", g.Baron.Name), engine.Say("goal", s.Book().GoalWords(g.Baron)), engine.Say("stand", goalStand(s, seat, g)))}
}

// standEnded are the words for how goals stand that differ after the end of the game.
var standEnded = map[string]string{
	key.SheetStandBehind: key.SheetStandBehindEnded, key.SheetStandAhead: key.SheetStandAheadEnded,
	key.SheetStandLinks: key.SheetStandLinksEnded, key.SheetStandOpen: key.SheetStandOpenEnded,
}

// goalStand tells a seat's progress with its goal, with the figures of all if they are compared.
func goalStand(s *tycoon.State, seat engine.Seat, g tycoon.GoalState) engine.Message {
	stand := func(text string, args ...engine.Arg) engine.Message {
		if ended := standEnded[text]; ended != "" && s.Stage == tycoon.StageOver {
			text = ended
		}
		return engine.Msg(text, args...)
	}
	switch g.Baron.Goal {
	case tycoon.FewestShares, tycoon.MostMoney, tycoon.MostCities, tycoon.LongestLine:
		text := engine.If(g.Met, key.SheetStandAhead, key.SheetStandBehind)
		return stand(text, engine.Several("values", s.ValuesArgs(g.Baron.Goal, g.Values)...))
	case tycoon.LinksFromCity:
		return stand(key.SheetStandLinks, engine.Int("n", g.Values[seat]), engine.Int("points", g.Points))
	case tycoon.FirstToEngine:
		if s.Pullman != engine.Nobody && s.Pullman != seat {
			return stand(key.SheetStandLost, engine.Player("by", s.Pullman))
		}
	}
	return stand(engine.If(g.Met, key.SheetStandMet, key.SheetStandOpen))
}

// heldLines list a player's cards, with their effects.
func heldLines(s *tycoon.State, seat engine.Seat) (list []engine.Message) {
	p := s.Player(seat)
	for _, id := range p.Cards {
		text := engine.If(slices.Contains(p.Used, id), key.SheetHeldUsed, key.SheetHeld)
		list = append(list, engine.Msg(text, engine.Int("number", id), engine.Say("effect", cardWords(s, id))))
	}
	return list
}

// networkLines tell the number of a player's links, of which the complete ones are listed elsewhere, and their
// networks.
func networkLines(s *tycoon.State, seat engine.Seat, told ...engine.Message) []engine.Message {
	if s.Network(seat).Links() == 0 {
		return append([]engine.Message{engine.Msg(key.SheetLinksNone)}, openLines(s, seat)...)
	}
	list := append(told, engine.Msg(key.SheetNetwork, engine.Int("n", s.Network(seat).Largest()), engine.Int("line", s.Network(seat).Longest())))
	for _, w := range s.Western {
		if w.Owner == seat {
			list = append(list, engine.Msg(key.SheetWestern, s.CityArg(w.At)))
		}
	}
	return append(list, openLines(s, seat)...)
}

// openLines list the open ends of a player's incomplete links, and where they point.
func openLines(s *tycoon.State, seat engine.Seat) (list []engine.Message) {
	for i := range s.Open {
		l := &s.Open[i]
		if l.Owner != seat {
			continue
		}
		at := s.OpenAt(i)
		to := s.Book().Hexes[at].Next[l.Way.Last()]
		text := key.SheetOpen
		if what, _, _ := s.Ahead(seat, at, l.Way.Last()); what == tycoon.Blocked {
			text = key.SheetOpenOf + "blocked"
		} else if turnDone(s, seat) {
			text = key.SheetOpenOf + "late"
		}
		list = append(list, engine.Msg(text, s.PlaceArg("from", l.From), engine.Text("hexes", s.Book().HexNames(l)), s.HexArg("end", at), spotSay(s, "to", to), s.HexArg("next", to), tycoon.SideArg("side", l.Way.Last())))
	}
	return list
}

// turnDone reports whether a player has no action left in the turn.
func turnDone(s *tycoon.State, seat engine.Seat) bool {
	turns := int(seat-s.First+engine.Seat(s.Seats)) % s.Seats // the number of players who act earlier in a round
	return s.Stage == tycoon.StageActions && s.Round == tycoon.Rounds && turns < s.Moved
}

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
