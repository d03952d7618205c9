package russian

import (
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
)

// Parts are the blocks of a letter: the own position, the table, the board.
func (title) Parts() []engine.Part {
	return []engine.Part{
		{Name: "own", Gloss: "russian.part-own", InLetter: true},
		{Name: "table", Gloss: "russian.part-table", InLetter: true},
		{Name: "board", Arg: "PLACE", Gloss: "russian.part-board", InLetter: true},
		{Name: "player", Arg: "PLAYER", Gloss: "russian.part-player"},
	}
}

// Sheet shows a part of a view as facts. For "player" arg is the number of a
// seat from 1, or "" for all: all boards are public. For "board" it is a space or
// a railway as in the orders, or "" for all spaces.
func (title) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	s, ok := view.(*State)
	if !ok {
		return nil, fmt.Errorf("russian: a sheet of a %T", view)
	}
	switch part {
	case "own":
		if seat < 0 || int(seat) >= s.Seats {
			return nil, nil
		}
		blocks := s.ownSheet(seat)
		if s.alone(seat) {
			blocks[0].Lines = slices.Insert(blocks[0].Lines, 1, line("alone"))
		}
		return blocks, nil
	case "player":
		return s.playerSheet(arg)
	case "table":
		return s.tableSheet(), nil
	case "board":
		if arg != "" {
			return s.spaceSheet(seat, arg)
		}
		return s.boardSheet(seat), nil
	}
	return nil, engine.Forbid("", "russian.refuse.sheet-part", engine.Text("word", part))
}

func (s *State) playerSheet(arg string) ([]engine.Block, error) {
	if arg == "" {
		var all []engine.Block
		for _, seat := range s.Order {
			all = append(all, s.ownSheet(seat)...)
		}
		return all, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > s.Seats {
		return nil, engine.Forbid("", "russian.refuse.sheet-seat", engine.Text("word", arg), engine.Int("to", s.Seats))
	}
	return s.ownSheet(engine.Seat(n - 1)), nil
}

// alone says whether only the seat that acts has anything left for the round: all
// others have passed, or will unasked (4.1).
func (s *State) alone(seat engine.Seat) bool {
	for _, other := range s.Order {
		if p := &s.Players[other]; other != seat && !p.Passed && p.supply().count() > 0 {
			return false
		}
	}
	return s.Phase == turns && s.Pending == 0 && seat == s.Actor
}

func line(key string, args ...engine.Arg) engine.Message {
	return engine.Msg("russian.sheet."+key, args...)
}

func head(key string, args ...engine.Arg) engine.Message {
	return engine.Msg("russian.head."+key, args...)
}

func say(m engine.Message) engine.Arg { return engine.Say("", m) }

// ownSheet is one player's board and supply.
func (s *State) ownSheet(seat engine.Seat) []engine.Block {
	p := &s.Players[seat]
	got := p.scoring()
	b := engine.Block{Head: head("own", who(seat), engine.Int("n", p.Score))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	if n := p.supply(); n.count() > 0 {
		add("hand", payList("pieces", n), engine.Int("reserve", s.table().reserve-p.Gained))
	} else {
		add("hand-empty", engine.Int("reserve", s.table().reserve-p.Gained))
	}
	for r := range Railway(railways) {
		b.Lines = append(b.Lines, p.railwayLine(r, got.railways[r]))
		if ahead := p.railwayAhead(r); !ahead.Empty() {
			b.Lines = append(b.Lines, ahead)
		}
	}
	b.Lines = append(b.Lines, p.industryLine(got.industry))
	b.Lines = append(b.Lines, p.industryAhead()...)
	add("scores-now", engine.Int("n", got.total()))
	b.Lines = append(b.Lines, s.belongings(p)...)
	blocks := []engine.Block{b}
	if seat == s.Actor && s.Pending > 0 && len(s.Deck) > 0 && s.Deck[0] > 0 {
		blocks = append(blocks, s.deckBlock())
	}
	return blocks
}

// railwayLine: where the colours stand, the locomotives, the reach, and what it
// scores now.
func (p *Player) railwayLine(r Railway, scores int) engine.Message {
	var tracks, locos []engine.Arg
	for c := range Colour(colours) {
		if at := p.Track[r][c]; at > 0 {
			tracks = append(tracks, say(line("track", colourTerm(c), engine.Int("space", at))))
		}
	}
	for _, l := range p.Locos[r] {
		if l > 0 {
			locos = append(locos, engine.Int("", l))
		}
	}
	args := []engine.Arg{engine.Term("railway", "russian.railway-sign."+railwayLetters[r]), engine.Several("tracks", tracks...), engine.Int("n", scores)}
	if r == transsib && p.Doublers > 0 {
		args = append(args, engine.Say("doublers", line("doublers", engine.Int("n", p.Doublers))))
	} else {
		args = append(args, engine.Text("doublers", ""))
	}
	if len(locos) == 0 {
		return line("railway-bare", args...)
	}
	return line("railway", append(args, engine.Several("locos", locos...), engine.Int("count", len(locos)), engine.Int("reach", p.reach(r)))...)
}

func (p *Player) industryLine(scores int) engine.Message {
	var markers, factories []engine.Arg
	for m := range 2 {
		if m == 1 && !p.Second {
			break
		}
		markers = append(markers, say(line("marker", engine.Term("marker", markerKey(m)), placeName("where", p.Marker[m]))))
	}
	for _, f := range p.Factories {
		if f > 0 {
			factories = append(factories, factorySay("", f))
		}
	}
	args := []engine.Arg{engine.Several("markers", markers...), engine.Int("n", scores), engine.Int("free", book.slots-len(factories))}
	if len(factories) == 0 {
		return line("industry-bare", args...)
	}
	return line("industry", append(args, engine.Several("factories", factories...))...)
}

// placeName says a position of the industry track: its points, its gap or ?.
func placeName(name string, at int) engine.Arg {
	p := book.industry[at]
	switch {
	case p.slot > 0:
		return engine.Say(name, line("at-gap", engine.Int("slot", p.slot)))
	case p.question:
		return engine.Say(name, line("at-question"))
	}
	return engine.Say(name, line("at-points", engine.Int("n", p.points)))
}

// belongings are engineers, tokens and cards of a player.
func (s *State) belongings(p *Player) []engine.Message {
	var list []engine.Message
	var unlocked, engineers, left, used []engine.Arg
	for c := range Colour(colours) {
		if p.Unlocked&(1<<c) != 0 {
			unlocked = append(unlocked, engine.Term("", "russian.colour."+colourNames[c]))
		}
	}
	list = append(list, line("unlocked", engine.Several("colours", unlocked...)))
	for _, n := range p.Engineers {
		key := "engineer-unused"
		if _, taken := s.at(engineerSpace(n)); taken {
			key = "engineer-used"
		}
		engineers = append(engineers, say(line(key, engineerSay("engineer", n))))
	}
	if len(engineers) > 0 {
		list = append(list, line("engineers", engine.Several("engineers", engineers...)))
	}
	for i := range book.tokens {
		if p.Used&(1<<i) == 0 {
			left = append(left, engine.Term("", tokenKey(i)))
		}
	}
	for i, token := range p.Filled {
		if token > 0 {
			used = append(used, say(line("filled", engine.Term("where", "russian.special."+book.qspaces[i]), engine.Term("token", tokenKey(token-1)))))
		}
	}
	list = append(list, line("tokens", engine.Several("left", left...)))
	if len(used) > 0 {
		list = append(list, line("tokens-used", engine.Several("used", used...)))
	}
	if p.Black {
		list = append(list, line("black-worker"))
	}
	return append(list, p.cardLines()...)
}

// cardLines name the end bonus cards that the viewer knows, or count them.
func (p *Player) cardLines() []engine.Message {
	var known []engine.Arg
	for _, c := range p.Cards {
		if c > 0 {
			known = append(known, engine.Term("", cardTerm(c).Text))
		}
	}
	switch {
	case len(known) > 0:
		return []engine.Message{line("endcards", engine.Several("cards", known...), engine.Int("n", len(known)))}
	case len(p.Cards) > 0:
		return []engine.Message{line("endcards-hidden", engine.Int("n", len(p.Cards)))}
	}
	return nil
}

// deckBlock lists the end bonus cards that can be chosen from.
func (s *State) deckBlock() engine.Block {
	b := engine.Block{Head: head("deck")}
	for _, c := range s.Deck {
		b.Lines = append(b.Lines, line("deck-card", engine.Text("word", book.endCards[c-1].ID), cardTerm(c)))
	}
	return b
}
