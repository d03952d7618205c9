package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// ownSheet is what the reader of a letter has.
func ownSheet(s *tycoon.State, seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	return []engine.Block{playerBlock(s, seat)}
}

// playerSheet is what one player has, as far as the reader knows it; without a name
// that of the reader, or of all for an onlooker.
func playerSheet(s *tycoon.State, asks engine.Seat, arg string) ([]engine.Block, error) {
	if arg != "" {
		seat, err := seatAsked(s, arg)
		if err != nil {
			return nil, err
		}
		return []engine.Block{playerBlock(s, seat)}, nil
	}
	if asks != engine.Nobody {
		return ownSheet(s, asks), nil
	}
	var blocks []engine.Block
	for _, seat := range s.InOrder() {
		blocks = append(blocks, playerBlock(s, seat))
	}
	return blocks, nil
}

// playerBlock is a player's money, position, engine, cards, links and secrets.
func playerBlock(s *tycoon.State, seat engine.Seat) engine.Block {
	p := s.Player(seat)
	b := engine.Block{Head: head("player", tycoon.Who(seat), engine.Int("money", p.Money))}
	add := func(list ...engine.Message) { b.Lines = append(b.Lines, list...) }
	if s.Stage != tycoon.StageOver {
		add(incomeLine(s, seat))
	}
	add(engineLine(s, seat))
	if s.Stage != tycoon.StageOver { // at the end the table has those of all
		add(baronLines(s, seat)...)
	}
	add(heldLines(s, seat)...)
	if won := wonArgs(s, seat); len(won) > 0 {
		add(line("won", engine.Several("cards", won...)))
	}
	add(networkLines(s, seat)...)
	add(openLines(s, seat)...)
	if a := s.Standing[seat]; a.Set {
		key := "standing"
		if a.Most == 0 {
			key = "standing-pass"
		}
		add(line(key, engine.Int("most", a.Most)))
	}
	return b
}

// incomeLine tells what the end of the turn would bring now (Income).
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
		return line("income-no-shares", args...)
	case income < dividend:
		return line("income-loss", args...)
	}
	return line("income", args...)
}

// engineLine tells how far a player delivers, and what the next level costs.
func engineLine(s *tycoon.State, seat engine.Seat) engine.Message {
	level := s.Player(seat).Engine
	if s.Stage == tycoon.StageOver {
		return line("engine-ended", engine.Int("level", level))
	}
	if level >= s.Book().TopEngine() {
		return line("engine-top", engine.Int("level", level), engine.Int("n", level))
	}
	return line("engine", engine.Int("level", level), engine.Int("n", level), engine.Int("next", level+1), engine.Int("cost", s.Book().Engines[level+1]))
}

// baronLines tell a player's secret goal and how it stands, if the reader may know it.
func baronLines(s *tycoon.State, seat engine.Seat) []engine.Message {
	g, ok := s.GoalOf(seat)
	if !ok {
		return nil
	}
	key := "baron"
	if s.Player(seat).Shown {
		key = "baron-shown"
	}
	return []engine.Message{line(key, engine.Text("name", g.Baron.Name), engine.Say("goal", s.GoalWords(g.Baron)), engine.Say("stand", goalStand(s, seat, g)))}
}

// goalStand tells how a seat stands with its goal, with the figures of all if they are
// compared.
func goalStand(s *tycoon.State, seat engine.Seat, g tycoon.GoalState) engine.Message {
	ended := ""
	if s.Stage == tycoon.StageOver {
		ended = "-ended"
	}
	switch g.Baron.Goal {
	case tycoon.FewestShares, tycoon.MostMoney, tycoon.MostCities, tycoon.LongestLine:
		key := "stand-behind"
		if g.Met {
			key = "stand-ahead"
		}
		return line(key+ended, engine.Several("values", s.ValuesArgs(g.Baron.Goal, g.Values)...))
	case tycoon.LinksFromCity:
		return line("stand-links"+ended, engine.Int("n", g.Values[seat]), engine.Int("points", g.Points))
	case tycoon.FirstToEngine:
		if s.Pullman != engine.Nobody && s.Pullman != seat {
			return line("stand-lost", engine.Player("by", s.Pullman))
		}
	}
	if g.Met {
		return line("stand-met")
	}
	return line("stand-open" + ended)
}

// heldLines list the cards that a player has, with what they do.
func heldLines(s *tycoon.State, seat engine.Seat) (list []engine.Message) {
	p := s.Player(seat)
	for _, id := range p.Cards {
		key := "held"
		if slices.Contains(p.Used, id) {
			key = "held-used"
		}
		list = append(list, line(key, engine.Int("number", id), engine.Say("effect", cardWords(s, id))))
	}
	return list
}

// networkLines list the complete links of a player and the networks they form.
func networkLines(s *tycoon.State, seat engine.Seat) []engine.Message {
	links := linksArgs(s, seat)
	if len(links) == 0 {
		return []engine.Message{line("links-none")}
	}
	list := []engine.Message{
		line("links", engine.Int("n", len(links)), engine.Several("links", links...)),
		line("network", engine.Int("n", s.LargestNetwork(seat)), engine.Int("line", s.LongestLine(seat))),
	}
	for _, w := range s.Western {
		if w.Owner == seat {
			list = append(list, line("western", s.CityArg(w.At)))
		}
	}
	return list
}

// linksArgs lists the complete links of a player: "Chicago - Toledo".
func linksArgs(s *tycoon.State, seat engine.Seat) (list []engine.Arg) {
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			list = append(list, say(line("link", s.PlaceArg("from", l.From), s.PlaceArg("to", l.To))))
		}
	}
	return list
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
		key := "open"
		if what, _, _ := s.Ahead(seat, at, l.Way.Last()); what == tycoon.Blocked {
			key = "open-blocked"
		} else if turnDone(s, seat) {
			key = "open-late"
		}
		list = append(list, line(key, s.PlaceArg("from", l.From), engine.Text("hexes", s.HexNames(l)), s.HexArg("end", at), spotSay(s, "to", to), s.HexArg("next", to), tycoon.SideArg("side", l.Way.Last())))
	}
	return list
}

// turnDone reports whether a player has no action left in the turn.
func turnDone(s *tycoon.State, seat engine.Seat) bool {
	turns := int(seat-s.First+engine.Seat(s.Seats)) % s.Seats // the number of players who act earlier in a round
	return s.Stage == tycoon.StageActions && s.Round == tycoon.Rounds && turns < s.Moved
}
