package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// trackLetters stand for the colours in the drawing of a railway.
const trackLetters = "Kgbnw"

// letterSheet is the own position as letters show it: what changes with every move, and
// apart from it what rarely changes.
func letterSheet(s *russian.State, seat engine.Seat) []engine.Block {
	p := &s.Players[seat]
	own := boardBlock(s, seat)
	if n := p.Supply(); n.Count() > 0 {
		own.Lines = append(own.Lines, engine.Msg(key.SheetHand, russian.PayList("pieces", n), engine.Int("reserve", s.Reserve(p))))
	} else {
		own.Lines = append(own.Lines, engine.Msg(key.SheetHandEmpty, engine.Int("reserve", s.Reserve(p))))
	}
	if alone(s, seat) {
		own.Lines = append(own.Lines, engine.Msg(key.SheetAlone))
	}
	ahead := engine.Block{Head: engine.Msg(key.HeadAhead)}
	for r := range russian.Railway(russian.Railways) {
		if next := railwayAhead(p, r, 1); !next.Empty() {
			ahead.Lines = append(ahead.Lines, next)
		}
	}
	for _, next := range industryAhead(p) {
		if next.Key != key.SheetAheadMarker { // choices say what plain points bring
			ahead.Lines = append(ahead.Lines, next)
		}
	}
	ahead.Lines = append(ahead.Lines, tokensLeft(p))
	ahead.Lines = append(ahead.Lines, cardLines(p)...)
	return append([]engine.Block{own, ahead}, deckOf(s, seat)...)
}

// tokensLeft names the ? tokens that a player can still place, with what each would add to
// a scoring now.
func tokensLeft(p *russian.Player) engine.Message {
	var left []engine.Arg
	for i := range russian.Book.Tokens {
		if p.Used&(1<<i) != 0 {
			continue
		}
		token := engine.Term("token", russian.TokenKey(i))
		if n := withToken(p, i).Scoring().Total() - p.Scoring().Total(); n > 0 {
			left = append(left, say(engine.Msg(key.SheetTokenAdds, token, engine.Int("n", n))))
		} else {
			left = append(left, engine.Term("", russian.TokenKey(i)))
		}
	}
	return engine.Msg(key.SheetTokens, engine.Several("left", left...))
}

// withToken returns a board as if a ? token without a decision had been placed.
func withToken(p *russian.Player, token int) *russian.Player {
	q := *p
	switch russian.Book.Tokens[token] {
	case "doublers":
		q.Doublers = min(8, q.Doublers+3)
	case "revalue":
		q.Revalued = true
	case "medal":
		q.Medal = true
	}
	return &q
}

// legendBlock explains the drawings of the boards.
func legendBlock() engine.Block {
	return engine.Block{Head: engine.Msg(key.HeadLegend), Lines: []engine.Message{engine.Msg(key.SheetLegend)}}
}

// boardBlock is one player's board in a few lines: a drawing of each railway with its
// reach and what it scores, industry, and what else the player has.
func boardBlock(s *russian.State, seat engine.Seat) engine.Block {
	p := &s.Players[seat]
	got := p.Scoring()
	b := engine.Block{Head: engine.Msg(key.HeadBoard, russian.Who(seat), engine.Int("n", p.Score), engine.Int("each", got.Total()))}
	if s.Round == s.Rounds() {
		b.Head = engine.Msg(key.HeadBoardLast, russian.Who(seat), engine.Int("n", p.Score), engine.Int("each", got.Total()))
	}
	var drawn [russian.Railways]engine.Message
	for r := range russian.Railway(russian.Railways) {
		doublers := 0
		if r == russian.Transsib {
			doublers = p.Doublers
		}
		drawn[r] = engine.Msg(key.SheetBoardRailway, engine.Text("sign", strings.ToUpper(russian.RailwayLetters[r])),
			engine.Text("track", drawnTrack(p, r)), engine.Int("reach", p.Reach(r)), engine.Int("first", p.Locos[r][0]), engine.Int("second", p.Locos[r][1]), engine.Int("doublers", doublers), engine.Int("scores", got.Railways[r]))
	}
	b.Lines = []engine.Message{drawn[russian.Transsib], // the short ones stand side by side where there is room
		engine.Msg(key.SheetBoardPair, engine.Say("left", drawn[russian.Petersburg]), engine.Say("right", drawn[russian.Kiev]))}
	industry := boardIndustry(p, got.Industry)
	if m := holdings(s, p); m.Empty() {
		b.Lines = append(b.Lines, industry)
	} else {
		b.Lines = append(b.Lines, engine.Msg(key.SheetBoardHolds, engine.Say("industry", industry), engine.Say("holds", m)))
	}
	return b
}

// drawnTrack draws the spaces of a railway: on each the letter of the latest colour that is
// there or beyond, K where black stands, a point before it, and a dash beyond it.
func drawnTrack(p *russian.Player, r russian.Railway) string {
	var b strings.Builder
	for space := 1; space <= russian.Book.Length[r]; space++ {
		letter := byte('-')
		switch black := p.Track[r][russian.Black]; {
		case space < black:
			letter = '.'
		case space == black:
			letter = trackLetters[russian.Black]
		}
		for c := russian.Grey; c < russian.Colours; c++ {
			if p.Track[r][c] >= space {
				letter = trackLetters[c]
			}
		}
		b.WriteByte(letter)
	}
	return b.String()
}

// boardIndustry is where the markers stand, and the factories by slot.
func boardIndustry(p *russian.Player, scores int) engine.Message {
	var markers, factories []engine.Arg
	for m := range 2 {
		if m == 0 || p.Second {
			markers = append(markers, russian.PlaceName("", p.Marker[m]))
		}
	}
	for _, f := range p.Factories {
		if f > 0 {
			factories = append(factories, engine.Int("", f))
		}
	}
	args := []engine.Arg{engine.Several("markers", markers...), engine.Int("scores", scores)}
	if len(factories) == 0 {
		return engine.Msg(key.SheetBoardIndustryBare, args...)
	}
	return engine.Msg(key.SheetBoardIndustry, append(args, engine.Several("factories", factories...), engine.Int("n", len(factories)))...)
}

// holdings are the engineers, ? tokens placed and end bonus cards of a player; empty if
// there are none.
func holdings(s *russian.State, p *russian.Player) engine.Message {
	var engineers, tokens []engine.Arg
	for _, n := range p.Engineers {
		if _, taken := s.At(russian.EngineerSpace(n)); taken {
			engineers = append(engineers, say(engine.Msg(key.SheetEngineerTired, engine.Int("n", n))))
		} else {
			engineers = append(engineers, engine.Int("", n))
		}
	}
	for _, token := range p.Filled {
		if token > 0 {
			tokens = append(tokens, engine.Term("", russian.TokenKey(token-1)))
		}
	}
	black := 0
	if p.Black {
		black = 1
	}
	if len(p.Cards)+len(engineers)+len(tokens)+black == 0 {
		return engine.Message{}
	}
	return engine.Msg(key.SheetHolds, engine.Int("n", len(p.Cards)), engine.Several("engineers", engineers...), engine.Int("hired", len(engineers)),
		engine.Several("tokens", tokens...), engine.Int("placed", len(tokens)), engine.Int("black", black))
}
