package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

const buildWord = "build"

// buildVerb lays track (Orders by mail).
func buildVerb(s *State) engine.Verb {
	seat := s.Actor()
	return engine.Verb{
		Name: buildWord, Also: []string{"build track", "lay", "lay track"}, Gloss: key.VerbBuild,
		Params: []engine.Param{
			{Name: "start", About: true, In: func(engine.Args) engine.Domain { return startNames{s, seat} }},
			{Name: "way", In: func(a engine.Args) engine.Domain {
				return wayList{wayNames{s: s, seat: seat, start: engine.Get[Spot](a, 0)}}
			}},
			{Name: "cards", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
				return useNames{s, seat, engine.Get[reading](a, 1).Plan}
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			return build(state(tx), tx, engine.Get[reading](a, 1).Plan, engine.Get[Use](a, 2))
		},
	}
}

// build pays for a plan, lays it, reports it, and ends the action.
func build(s *State, tx *engine.Tx, p Plan, u Use) error {
	bill, err := s.Check(tx.Seat, p, u)
	if err != nil {
		return err
	}
	spend(s, tx, u)
	if !tx.Silent() {
		tx.Report(key.ReportBuild, Who(tx.Seat), engine.Int("n", len(bill.Tracks)), engine.Int("cost", bill.Total), itemsSay(s, &bill))
	}
	pay(s, tx, tx.Seat, bill.Total)
	layDown(s, tx, p, &bill)
	return acted(s, tx)
}

// layDown puts the chain on the board.
func layDown(s *State, tx *engine.Tx, p Plan, bill *Bill) {
	link := whole(s, tx.Seat, p, bill)
	switch {
	case bill.Completes():
		link.Turn = s.Turn
		s.Links = put(s.Links, link.upright())
		dropOpen(s, p.Open, bill.Joins)
	case p.Open != NoOpen:
		s.Open = with(s.Open, p.Open, link)
	default:
		s.Open = put(s.Open, link)
	}
	s.relay()
	if !bill.Completes() {
		if tx.Silent() {
			return
		}
		tx.Report(key.ReportBuildOpen, Who(tx.Seat), s.PlaceArg("from", link.From), s.HexArg("hex", bill.Last), s.HexArg("next", bill.Ahead))
		return
	}
	link = link.upright() // stored in the direction in which it is always named
	text := key.ReportBuildLink
	if bill.Joins != NoOpen {
		text = key.ReportBuildJoined
	}
	tx.Report(text, Who(tx.Seat), s.PlaceArg("from", link.From), s.PlaceArg("to", link.To), engine.Int("n", link.Way.Tracks()))
	connected(s, tx, tx.Seat)
}

// whole returns the chain with the incomplete links that it continues and joins.
func whole(s *State, seat engine.Seat, p Plan, bill *Bill) Link {
	link := Link{Owner: seat, From: s.origin(p), To: bill.To, Way: p.Way}
	if p.Open != NoOpen {
		link.Way = s.Open[p.Open].Way + p.Way[1:]
	}
	if bill.Joins != NoOpen {
		link.Way += s.Open[bill.Joins].Way.Reversed()
	}
	return link
}

// Reversed returns the sides of the way from its open end back to its start, without the
// one by which the open end is entered.
func (w Way) Reversed() (b Way) {
	for i := w.Tracks() - 1; i >= 0; i-- {
		b = b.Then(w.Side(i).Opposite())
	}
	return b
}

// upright returns a complete link from the city that comes first, whichever way it was
// built, so that the same track is the same position.
func (l Link) upright() Link {
	if l.To < l.From {
		l.From, l.To, l.Way = l.To, l.From, Way("").Then(l.Way.Last().Opposite())+l.Way.Reversed()
	}
	return l
}

// dropOpen removes incomplete links from the list.
func dropOpen(s *State, list ...int) {
	kept := s.Open[:0:0]
	for i := range s.Open {
		if !slices.Contains(list, i) {
			kept = append(kept, s.Open[i])
		}
	}
	s.Open = kept
}

// itemsSay lists the cost of every hex (Orders by mail).
func itemsSay(s *State, bill *Bill) engine.Arg {
	list := engine.Each(bill.Tracks, func(i Item) engine.Arg { return engine.Say("", itemMsg(s, i)) })
	if bill.Ridge > 0 {
		list = append(list, engine.Say("", engine.Msg(key.CostLast, s.book.PlaceSay("to", bill.Ahead), engine.Int("n", bill.Ridge))))
	}
	return engine.Several("items", list...)
}

// groundKeys name the ground that track is laid on.
var groundKeys = map[Terrain]string{Open: key.CostOpen, Hill: key.CostHill}

// itemMsg tells the cost of the track in one hex: "N34 $2 open + $1 river".
func itemMsg(s *State, i Item) engine.Message {
	return engine.Msg(key.CostHex, s.HexArg("hex", i.At), engine.Int("n", i.Terrain), engine.Term("terrain", groundKeys[s.book.Hexes[i.At].Terrain]),
		engine.Int("river", i.River), engine.Int("crossing", i.Crossing), engine.Int("ridge", i.Ridge))
}
