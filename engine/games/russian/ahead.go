package russian

import (
	"railpost/engine"
)

// aheadMost is how many coming rewards of a railway a letter names.
const aheadMost = 2

// railwayAhead says what the next rewards and printed points of a railway are
// and what they still need; an empty message when there are none.
func (p *Player) railwayAhead(r Railway) engine.Message {
	var list []engine.Arg
	for i := range book.specials {
		sp := &book.specials[i]
		if sp.railway != r || p.Taken&sp.bit != 0 || p.meets(sp) || len(list) == aheadMost {
			continue
		}
		list = append(list, say(line("ahead-at", engine.Int("space", sp.space), specialSay(sp), engine.Several("needs", p.lacks(sp)...))))
	}
	if len(list) == 0 {
		return engine.Message{}
	}
	return line("ahead", engine.Text("sign", railwayLetters[r]), engine.Several("list", list...))
}

// specialSay says what a reward gives, or what printed points count.
func specialSay(sp *special) engine.Arg {
	var list []engine.Arg
	for _, part := range sp.reward {
		switch part.Op {
		case opUnlock:
			list = append(list, say(line("gives-colour", colourTerm(Colour(part.Arg)))))
		case opWorker:
			list = append(list, say(line("gives-worker")))
		case opQuestion:
			list = append(list, say(line("gives-token")))
		default:
			list = append(list, say(partMessage(part)))
		}
	}
	if sp.double {
		list = append(list, say(line("gives-double", railwayTerm(sp.railway))))
	}
	if sp.score > 0 {
		list = append(list, say(line("gives-points", engine.Int("n", sp.score))))
	}
	return engine.Several("gives", list...)
}

// lacks are the conditions of a special that do not hold yet.
func (p *Player) lacks(sp *special) []engine.Arg {
	var list []engine.Arg
	if p.Track[sp.railway][sp.colour] < sp.space {
		list = append(list, colourTerm(sp.colour))
	}
	if sp.loco && p.reach(sp.railway) < sp.space {
		list = append(list, say(line("needs-reach")))
	}
	if sp.medal && !p.Medal {
		list = append(list, say(line("needs-medal")))
	}
	return list
}

// industryAhead says what lies before each industry marker; empty at the end
// of the track.
func (p *Player) industryAhead() []engine.Message {
	var list []engine.Message
	for m := range 2 {
		at := p.Marker[m] + 1
		if m == 1 && !p.Second || at >= len(book.industry) {
			continue
		}
		next, marker := book.industry[at], engine.Term("marker", markerKey(m))
		if next.slot == 0 {
			list = append(list, line("ahead-marker", marker, placeName("where", at)))
			continue
		}
		if f := p.Factories[next.slot-1]; f > 0 {
			list = append(list, line("ahead-factory", marker, engine.Int("slot", next.slot), factorySay("factory", f)))
			continue
		}
		list = append(list, line("ahead-gap", marker, engine.Int("slot", next.slot)))
	}
	return list
}

// railwayBlock explains a whole railway of a player's board: what its spaces
// score and what is printed on it.
func (s *State) railwayBlock(r Railway, seat engine.Seat) engine.Block {
	b := engine.Block{Head: head("railway", railwayTerm(r), engine.Int("n", book.length[r]))}
	values := &book.values[0]
	if seat >= 0 && s.Players[seat].Revalued {
		values = &book.values[1]
	}
	var list []engine.Arg
	for c := range Colour(colours) {
		if book.accepts[r]&(1<<c) != 0 {
			list = append(list, say(line("value", colourTerm(c), engine.Int("n", values[c]))))
		}
	}
	b.Lines = append(b.Lines, line("values", engine.Several("values", list...)))
	for i := range book.specials {
		sp := &book.specials[i]
		if sp.railway != r {
			continue
		}
		printed := line("printed", engine.Int("space", sp.space), specialSay(sp), engine.Several("needs", wants(sp)...))
		if seat >= 0 && (s.Players[seat].Taken&sp.bit != 0 || sp.bit == 0 && s.Players[seat].meets(sp)) {
			printed = line("printed-reached", engine.Int("space", sp.space), specialSay(sp))
		}
		b.Lines = append(b.Lines, printed)
	}
	return b
}

// wants are all conditions of a special.
func wants(sp *special) []engine.Arg {
	list := []engine.Arg{say(line("wants-track", colourTerm(sp.colour), engine.Int("space", sp.space)))}
	if sp.loco {
		list = append(list, say(line("wants-reach", engine.Int("reach", sp.space))))
	}
	if sp.medal {
		list = append(list, say(line("needs-medal")))
	}
	return list
}
