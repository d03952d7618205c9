package tycoon

import (
	"slices"

	"railpost/engine"
)

// ownSheet is what the reader of a letter has.
func (s *State) ownSheet(seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	return []engine.Block{s.playerBlock(seat)}
}

// playerSheet is what one player has, as far as the reader knows it; that of whoever
// asks, or of all for an onlooker, when none is named.
func (s *State) playerSheet(asks engine.Seat, arg string) ([]engine.Block, error) {
	if arg != "" {
		seat, err := s.seatAsked(arg)
		if err != nil {
			return nil, err
		}
		return []engine.Block{s.playerBlock(seat)}, nil
	}
	if asks != engine.Nobody {
		return s.ownSheet(asks), nil
	}
	var blocks []engine.Block
	for _, seat := range s.inOrder() {
		blocks = append(blocks, s.playerBlock(seat))
	}
	return blocks, nil
}

// playerBlock is a player's money, position, engine, cards, links and secrets.
func (s *State) playerBlock(seat engine.Seat) engine.Block {
	p := s.player(seat)
	b := engine.Block{Head: head("player", who(seat), engine.Int("money", p.Money))}
	add := func(list ...engine.Message) { b.Lines = append(b.Lines, list...) }
	if s.Stage != StageOver {
		add(s.incomeLine(seat))
	}
	add(s.engineLine(seat))
	if s.Stage != StageOver { // at the end the table has those of all
		add(s.baronLines(seat)...)
	}
	add(s.heldLines(seat)...)
	if won := s.wonArgs(seat); len(won) > 0 {
		add(line("won", engine.Several("cards", won...)))
	}
	add(s.networkLines(seat)...)
	add(s.openLines(seat)...)
	if a := s.Standing[seat]; a.Set {
		key := "standing"
		if a.Most == 0 {
			key = "standing-pass"
		}
		add(line(key, engine.Int("most", a.Most)))
	}
	return b
}

// incomeLine is what the end of the turn brings as things are (9).
func (s *State) incomeLine(seat engine.Seat) engine.Message {
	p := s.player(seat)
	income, dividend := s.income(p.Position), p.Shares*shareDividend
	args := []engine.Arg{
		engine.Int("position", p.Position), engine.Int("income", income), engine.Int("n", p.Shares),
		engine.Int("dividend", dividend), engine.Int("net", income-dividend), engine.Int("short", dividend-income),
		engine.Int("issue", p.short(dividend-income)),
	}
	switch {
	case p.Shares == 0:
		return line("income-no-shares", args...)
	case income < dividend:
		return line("income-loss", args...)
	}
	return line("income", args...)
}

// engineLine is how far a player delivers, and what the next level costs.
func (s *State) engineLine(seat engine.Seat) engine.Message {
	level := s.player(seat).Engine
	if s.Stage == StageOver {
		return line("engine-ended", engine.Int("level", level))
	}
	if level >= s.book.topEngine() {
		return line("engine-top", engine.Int("level", level), engine.Int("n", level))
	}
	return line("engine", engine.Int("level", level), engine.Int("n", level), engine.Int("next", level+1), engine.Int("cost", s.book.Engines[level+1]))
}

// baronLines are a player's secret goal and how things stand with it, where the
// reader may know it.
func (s *State) baronLines(seat engine.Seat) []engine.Message {
	g, ok := s.goal(seat)
	if !ok {
		return nil
	}
	key := "baron"
	if s.player(seat).Shown {
		key = "baron-shown"
	}
	return []engine.Message{line(key, engine.Text("name", g.Baron.Name), engine.Say("goal", s.goalWords(g.Baron)), engine.Say("stand", s.goalStand(seat, g)))}
}

// goalStand is how a seat stands with its goal: the figures of all where they are
// compared.
func (s *State) goalStand(seat engine.Seat, g goalState) engine.Message {
	ended := ""
	if s.Stage == StageOver {
		ended = "-ended"
	}
	switch g.Baron.Goal {
	case FewestShares, MostMoney, MostCities, LongestLine:
		key := "stand-behind"
		if g.Met {
			key = "stand-ahead"
		}
		return line(key+ended, engine.Several("values", s.valuesArgs(g.Baron.Goal, g.Values)...))
	case LinksFromCity:
		return line("stand-links"+ended, engine.Int("n", g.Values[seat]), engine.Int("points", g.Points))
	case FirstToEngine:
		if s.Pullman != engine.Nobody && s.Pullman != seat {
			return line("stand-lost", engine.Player("by", s.Pullman))
		}
	}
	if g.Met {
		return line("stand-met")
	}
	return line("stand-open" + ended)
}

// heldLines are the cards that a player has, with what they do.
func (s *State) heldLines(seat engine.Seat) (list []engine.Message) {
	p := s.player(seat)
	for _, id := range p.Cards {
		key := "held"
		if slices.Contains(p.Used, id) {
			key = "held-used"
		}
		list = append(list, line(key, engine.Int("number", id), engine.Say("effect", s.cardWords(id))))
	}
	return list
}

// networkLines are the complete links of a player and what they make.
func (s *State) networkLines(seat engine.Seat) []engine.Message {
	links := s.linksArgs(seat)
	if len(links) == 0 {
		return []engine.Message{line("links-none")}
	}
	list := []engine.Message{
		line("links", engine.Int("n", len(links)), engine.Several("links", links...)),
		line("network", engine.Int("n", s.largestNetwork(seat)), engine.Int("line", s.longestLine(seat))),
	}
	for _, w := range s.Western {
		if w.Owner == seat {
			list = append(list, line("western", s.cityArg(w.At)))
		}
	}
	return list
}

// linksArgs are the complete links of a player: "Chicago - Toledo".
func (s *State) linksArgs(seat engine.Seat) (list []engine.Arg) {
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			list = append(list, say(line("link", s.placeArg("from", l.From), s.placeArg("to", l.To))))
		}
	}
	return list
}

// openLines are the open ends of a player's incomplete links, and where they point.
func (s *State) openLines(seat engine.Seat) (list []engine.Message) {
	for i := range s.Open {
		l := &s.Open[i]
		if l.Owner != seat {
			continue
		}
		at := s.openAt(i)
		to := s.book.Hexes[at].Next[l.Way.Last()]
		key := "open"
		if what, _, _ := s.ahead(seat, at, l.Way.Last()); what == Blocked {
			key = "open-blocked"
		} else if s.turnDone(seat) {
			key = "open-late"
		}
		list = append(list, line(key, s.placeArg("from", l.From), engine.Text("hexes", s.hexNames(l)), s.hexArg("end", at), s.spotSay("to", to), s.hexArg("next", to), sideArg("side", l.Way.Last())))
	}
	return list
}

// turnDone says that a player has no action left in the turn.
func (s *State) turnDone(seat engine.Seat) bool {
	turns := int(seat-s.First+engine.Seat(s.Seats)) % s.Seats // who acts before him in a round
	return s.Stage == StageActions && s.Round == Rounds && turns < s.Moved
}
