package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// trackLetters stand for the colours in the drawing of a railway.
const trackLetters = "Kgbnw"

// letterSheet is the own position in letters: board, hand, and the next rewards.
func letterSheet(s *russian.State, r engine.Request) ([]engine.Block, error) {
	seat := r.Seat
	if seat < 0 || int(seat) >= s.Seats {
		return nil, nil
	}
	p, board := &s.Players[seat], boardBlock(s, seat, r.Spoken)
	own := engine.Block{Lines: []engine.Message{handLine(s, seat)}}
	if p.Temps > 0 {
		own.Add(key.SheetTemps)
	}
	if alone(s, seat) {
		own.Add(key.SheetAlone)
	}
	if !s.Over() {
		var next []engine.Arg
		for r := range russian.Railway(russian.Railways) {
			next = append(next, nextOn(p, r, 1)...)
		}
		own.AddList(key.SheetAhead, "list", append(next, slotsAhead(s, p)...))
		own.Lines = append(own.Lines, tokensLeft(p))
	}
	own.Lines = slices.Concat(own.Lines, engineerLines(s, p), cardLines(p))
	return append([]engine.Block{board, own}, deckOf(s, seat)...), nil
}

// handLine lists a player's pieces in hand, in reserve and on spaces.
func handLine(s *russian.State, seat engine.Seat) engine.Message {
	p, on := &s.Players[seat], usedBy(s, seat)
	text := engine.If(p.Supply().Count() == 0, key.SheetHandEmpty, key.SheetHand)
	return engine.Msg(text, russian.PayList("pieces", p.Supply()), engine.Int("reserve", s.Reserve(p)), engine.Several("spaces", on...), engine.Int("used", len(on)))
}

// tokensLeft names the ? tokens that a player can still place, with each one's addition to a scoring now.
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

// boardBlock is one player's board in a few lines: their place in the turn order, points and pieces in hand, a
// drawing of each railway with its reach and score, and their other property; spoken: in words.
func boardBlock(s *russian.State, seat engine.Seat, spoken bool) engine.Block {
	p, has := &s.Players[seat], holdings(s, &s.Players[seat])
	got := p.Scoring()
	b := engine.Block{Head: boardHead(s, seat, got.Total())}
	var drawn [russian.Railways]engine.Arg
	for r := range russian.Railway(russian.Railways) {
		if spoken {
			b.Lines = append(b.Lines, railwayLine(p, r, got.Railways[r]))
			continue
		}
		doublers := 0
		if r == russian.Transsib {
			doublers = p.Doublers
		}
		drawn[r] = engine.Say(russian.RailwayLetters[r], engine.Msg(key.SheetBoardRailway, engine.Text("sign", strings.ToUpper(russian.RailwayLetters[r])),
			engine.Text("track", drawnTrack(p, r)), engine.Int("reach", p.Reach(r)), engine.Int("first", p.Locos[r][0]), engine.Int("second", p.Locos[r][1]), engine.Int("doublers", doublers), engine.Int("scores", got.Railways[r])))
	}
	if !spoken {
		b.Lines = []engine.Message{
			engine.Msg(key.SheetBoardLong, drawn[russian.Transsib], engine.Say("industry", boardIndustry(p, got.Industry))),
			engine.Msg(key.SheetBoardShort, append([]engine.Arg{drawn[russian.Petersburg], drawn[russian.Kiev]}, has...)...),
		}
		b.Instead = boardTable(p, got)
	}
	in := &b
	if !spoken {
		in = b.Instead
	}
	if p.Doublers > 0 && !spoken {
		in.Add(key.SheetBoardDoublers, engine.Int("n", p.Doublers))
	}
	in.Lines = append(in.Lines, industryLine(s, p, got.Industry))
	if slices.ContainsFunc(has, func(a engine.Arg) bool { return a.Kind == engine.KindInt && a.Int > 0 }) {
		in.Add(key.SheetSpokenHas, has...)
	}
	return b
}

// boardTable is the railways of a board: how far each colour has been laid, the reach, and what they score.
func boardTable(p *russian.Player, got russian.RoundScore) *engine.Block {
	b := &engine.Block{Columns: engine.Headings(key.ColumnRailway)}
	laid := func(c russian.Colour) bool {
		return c <= russian.Grey || slices.ContainsFunc(p.Track[:], func(t [russian.Colours]int) bool { return t[c] > 0 })
	}
	for c := range russian.Colour(russian.Colours) {
		if laid(c) {
			b.Columns = append(b.Columns, engine.Msg(key.ColourOf+russian.ColourNames[c]))
		}
	}
	b.Columns = append(b.Columns, engine.Headings(key.ColumnReach, key.ColumnPoints)...)
	for r := range russian.Railway(russian.Railways) {
		row := []engine.Cell{{Say: engine.Msg(key.RailwaySignOf + russian.RailwayLetters[r])}}
		for c := range russian.Colour(russian.Colours) {
			if laid(c) {
				row = append(row, numberCell(p.Track[r][c]))
			}
		}
		b.Rows = append(b.Rows, append(row, numberCell(p.Reach(r)), numberCell(got.Railways[r])))
	}
	return b
}

// boardHead is a player's place in the turn order, points and pieces in hand.
func boardHead(s *russian.State, seat engine.Seat, each int) engine.Message {
	head := key.HeadBoard
	switch {
	case s.Over():
		head = key.HeadBoardOver
	case s.Round == s.Rounds():
		head = key.HeadBoardLast
	}
	return engine.Msg(head, engine.Int("place", slices.Index(s.Order, seat)+1), russian.Who(seat), engine.Int("n", s.Players[seat].Score), engine.Int("each", each),
		engine.Say("hand", handOf(s, seat)), engine.Int("claim", claimOf(s, seat)))
}

// handOf lists the pieces that a player can still place in this round.
func handOf(s *russian.State, seat engine.Seat) engine.Message {
	p := &s.Players[seat]
	n := p.Supply()
	switch workers := n.Count() - n.Ruble; {
	case p.Passed && n.Ruble > 0:
		return engine.Msg(key.SheetHandPassed, engine.Int("n", n.Ruble))
	case p.Passed:
		return engine.Msg(key.CellPassed)
	default:
		return engine.Msg(key.SheetHandOf, engine.Int("n", workers), engine.Int("rubles", n.Ruble))
	}
}

// claimOf returns the place in the next round that a player has claimed; 0 if none.
func claimOf(s *russian.State, seat engine.Seat) int {
	for position := 1; position <= 2; position++ {
		if s.Claimant(position) == seat {
			return position
		}
	}
	return 0
}

// usedBy returns the spaces on which a player has pieces.
func usedBy(s *russian.State, seat engine.Seat) (spaces []engine.Arg) {
	for _, l := range s.Lying {
		if l.Who == seat {
			spaces = append(spaces, russian.SpaceTerm(l.Space))
		}
	}
	return spaces
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

// boardIndustry is the score of industry, the places of its markers if the score does not imply them, and the
// factories by slot.
func boardIndustry(p *russian.Player, scores int) engine.Message {
	var markers []engine.Arg
	for m, at := range p.Marker {
		if p.Second || m == 0 && !plainPlace(at) {
			markers = append(markers, shortPlace(at))
		}
	}
	return engine.Msg(key.SheetBoardIndustry, engine.Int("scores", scores), engine.Several("markers", markers...), engine.Int("n", len(markers)), engine.Text("factories", numbers(p.Factories[:])))
}

// plainPlace reports whether a place of the industry track is one of points.
func plainPlace(at int) bool {
	return russian.Book.Industry[at].Slot == 0 && !russian.Book.Industry[at].Question
}

// shortPlace is a place of the industry track: its points, its gap or ?.
func shortPlace(at int) engine.Arg {
	switch place := russian.Book.Industry[at]; {
	case place.Slot > 0:
		return say(engine.Msg(key.SheetBoardGap, engine.Int("slot", place.Slot)))
	case place.Question:
		return say(engine.Msg(key.SheetBoardQuestion))
	default:
		return engine.Int("", place.Points)
	}
}

// numbers returns the nonzero numbers, separated by spaces.
func numbers(list []int) string {
	var words []string
	for _, n := range list {
		if n > 0 {
			words = append(words, strconv.Itoa(n))
		}
	}
	return strings.Join(words, " ")
}

// holdings are the engineers, ? tokens placed, black worker and end bonus cards of a player.
func holdings(s *russian.State, p *russian.Player) []engine.Arg {
	var fresh, used []int
	for _, n := range p.Engineers {
		if _, taken := s.At(russian.EngineerSpace(n)); taken {
			used = append(used, n)
		} else {
			fresh = append(fresh, n)
		}
	}
	var tokens []engine.Arg
	for _, token := range p.Filled {
		if token > 0 {
			tokens = append(tokens, engine.Term("", russian.TokenKey(token-1)))
		}
	}
	black := engine.If(p.Black, 1, 0)
	return []engine.Arg{engine.Int("n", len(p.Cards)), engine.Text("engineers", numbers(fresh)), engine.Text("tired", numbers(used)), engine.Int("hired", len(p.Engineers)),
		engine.Several("tokens", tokens...), engine.Int("placed", len(tokens)), engine.Int("black", black)}
}
