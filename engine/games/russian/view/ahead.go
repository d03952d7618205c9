package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// railwayAhead lists the nearest rewards and printed points of a railway, at most most, and what they still
// need; an empty message if there are none.
func railwayAhead(p *russian.Player, r russian.Railway, most int) engine.Message {
	list := nextOn(p, r, most)
	if len(list) == 0 {
		return engine.Message{}
	}
	return engine.Msg(key.SheetAhead, engine.Several("list", list...))
}

// nextOn returns the nearest rewards and printed points of a railway, at most most.
func nextOn(p *russian.Player, r russian.Railway, most int) (list []engine.Arg) {
	var next []*russian.Special
	for i := range russian.Book.Specials {
		if sp := &russian.Book.Specials[i]; sp.Railway == r && !p.Reached(sp) {
			next = append(next, sp)
		}
	}
	slices.SortStableFunc(next, func(a, b *russian.Special) int { return cmp.Compare(stepsTo(p, a), stepsTo(p, b)) })
	for _, sp := range next[:min(most, len(next))] {
		list = append(list, say(engine.Msg(key.SheetAheadAt, engine.Text("sign", russian.RailwayLetters[r]), engine.Int("space", sp.Space), specialSay(sp), engine.Several("needs", lacks(p, sp)...))))
	}
	return list
}

// stepsTo returns roughly how far a player is from a special: the spaces that its track and
// the reach still lack. A colour that is not unlocked is farther than any that is.
func stepsTo(p *russian.Player, sp *russian.Special) int {
	steps := max(0, sp.Space-p.Track[sp.Railway][sp.Colour])
	if sp.NeedsReach {
		steps += max(0, sp.Space-p.Reach(sp.Railway))
	}
	if p.Unlocked&(1<<sp.Colour) == 0 {
		steps += russian.Book.Length[sp.Railway]
	}
	return steps
}

// specialSay gives the reward, or the value of printed points.
func specialSay(sp *russian.Special) engine.Arg {
	var list []engine.Arg
	for _, part := range sp.Reward {
		switch part.Op {
		case russian.OpUnlock:
			list = append(list, say(engine.Msg(key.SheetGivesColour, russian.ColourTerm(russian.Colour(part.Arg)))))
		case russian.OpWorker:
			list = append(list, say(engine.Msg(key.SheetGivesWorker)))
		case russian.OpQuestion:
			list = append(list, say(engine.Msg(key.SheetGivesToken)))
		default:
			list = append(list, say(russian.PartMessage(part)))
		}
	}
	if sp.Doubles {
		list = append(list, say(engine.Msg(key.SheetGivesDouble, russian.RailwayTerm(sp.Railway))))
	}
	if sp.Score > 0 {
		list = append(list, say(engine.Msg(key.SheetGivesPoints, engine.Int("n", sp.Score))))
	}
	return engine.Several("gives", list...)
}

// lacks returns the conditions of a special that do not hold yet.
func lacks(p *russian.Player, sp *russian.Special) []engine.Arg {
	var list []engine.Arg
	if p.Track[sp.Railway][sp.Colour] < sp.Space {
		list = append(list, russian.ColourTerm(sp.Colour))
	}
	if sp.NeedsReach && p.Reach(sp.Railway) < sp.Space {
		list = append(list, say(engine.Msg(key.SheetNeedsReach)))
	}
	if sp.NeedsMedal && !p.Medal {
		list = append(list, say(engine.Msg(key.SheetNeedsMedal)))
	}
	return list
}

// industryAhead tells the next space of each industry marker; empty at the end of the track.
func industryAhead(s *russian.State, p *russian.Player) (told engine.Lines) {
	var list []engine.Arg
	for m := range 2 {
		if at := p.Marker[m] + 1; (m == 0 || p.Second) && at < len(russian.Book.Industry) && russian.Book.Industry[at].Slot == 0 {
			list = append(list, say(engine.Msg(key.SheetAheadMarker, engine.Term("marker", russian.MarkerKey(m)), russian.PlaceName("where", at))))
		}
	}
	told.AddList(key.SheetAhead, "list", append(list, slotsAhead(s, p)...))
	return told
}

// slotsAhead lists the next gaps of the industry track, and their contents.
func slotsAhead(s *russian.State, p *russian.Player) (list []engine.Arg) {
	for m := range 2 {
		at := p.Marker[m] + 1
		if m == 1 && !p.Second || at >= len(russian.Book.Industry) {
			continue
		}
		slot, marker := russian.Book.Industry[at].Slot, engine.Term("marker", russian.MarkerKey(m))
		switch {
		case slot == 0:
		case p.Factories[slot-1] > 0:
			list = append(list, say(engine.Msg(key.SheetAheadFactory, marker, engine.Int("slot", slot), numberedFactory(s, "factory", p.Factories[slot-1]))))
		default:
			list = append(list, say(engine.Msg(key.SheetAheadGap, marker, engine.Int("slot", slot))))
		}
	}
	return list
}

// railwayBlock explains a whole railway of a player's board: the points of its spaces and its printed rewards.
func railwayBlock(s *russian.State, r russian.Railway, seat engine.Seat) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadRailway, russian.RailwayTerm(r), engine.Int("n", russian.Book.Length[r]))}
	values := &russian.Book.Values[0]
	if seat >= 0 && s.Players[seat].Revalued {
		values = &russian.Book.Values[1]
	}
	var list []engine.Arg
	for c := range russian.Colour(russian.Colours) {
		if russian.Book.Accepts[r]&(1<<c) != 0 {
			list = append(list, say(engine.Msg(key.SheetValue, russian.ColourTerm(c), engine.Int("n", values[c]))))
		}
	}
	b.Add(key.SheetValues, engine.Several("values", list...))
	for i := range russian.Book.Specials {
		sp := &russian.Book.Specials[i]
		if sp.Railway != r {
			continue
		}
		printed := engine.Msg(key.SheetPrinted, engine.Int("space", sp.Space), specialSay(sp), engine.Several("needs", wants(sp)...))
		if seat >= 0 && s.Players[seat].Reached(sp) {
			printed = engine.Msg(key.SheetPrintedReached, engine.Int("space", sp.Space), specialSay(sp))
		}
		b.Lines = append(b.Lines, printed)
	}
	return b
}

// wants returns all conditions of a special.
func wants(sp *russian.Special) []engine.Arg {
	list := []engine.Arg{say(engine.Msg(key.SheetWantsTrack, russian.ColourTerm(sp.Colour), engine.Int("space", sp.Space)))}
	if sp.NeedsReach {
		list = append(list, say(engine.Msg(key.SheetWantsReach, engine.Int("reach", sp.Space))))
	}
	if sp.NeedsMedal {
		list = append(list, say(engine.Msg(key.SheetNeedsMedal)))
	}
	return list
}
