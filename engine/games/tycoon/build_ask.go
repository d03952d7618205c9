package tycoon

import (
	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// A build order that leaves its way open is a question, and is refused. The Cause of the refusal has the open
// part, so that a view can list the lines that answer it.

// WayOpen is the Cause of a build order without any way.
type WayOpen struct {
	Start          Spot
	To             City // where the link must lead; NoCity: anywhere
	With           Use  // cards named with the question
	Column, Length int  // of the words that name the city
}

// Answers is the Cause of a build order that can be completed in only a few ways; it
// has all of them.
type Answers struct {
	Plans []Plan
	With  Use // cards named with the question
}

// Misbuilt is the Cause of a build order that a rule forbids.
type Misbuilt struct {
	Plan Plan // without a way if the order has none
	Use  Use  // cards with which Plan was checked
	Step int  // index in Plan.Way of the failure: 0 is the step into the first new hex

	// Start and end of the order; To is NoCity if it does not end in a city.
	Start Spot
	To    City // or NoCity
	With  Use  // cards named with the order
}

// CardsMissing is the Cause of a build order that names cards which the player does not
// hold.
type CardsMissing struct {
	Order any // the Cause of the same order without them, or the legal order as Answers
}

// askAnywhere asks where to build from the start.
func (d wayNames) askAnywhere() *engine.Refusal {
	no := engine.Ask("Build track", key.NoBuildAskWhere, d.s.book.PlaceSay("from", d.start))
	no.Cause = WayOpen{Start: d.start, To: NoCity, With: d.with}
	return no
}

// askTo asks for the way of an order that names only its end.
func (d wayNames) askTo(w stepWord) *engine.Refusal {
	to := w.spot
	if w.isSide() {
		if to = d.s.book.Hexes[d.start].Next[w.side]; to == NoSpot {
			return marked(d.notNext(d.start, w), w)
		}
	}
	if c := d.s.book.Hexes[to].City; c != NoCity {
		return d.askCity(c, w)
	}
	if _, ok := d.side(d.start, w); !ok {
		return marked(d.askHexes(to), w)
	}
	return d.askOnward([]stepWord{w})
}

// askHexes asks which hexes a link should go through.
func (d wayNames) askHexes(to Spot) *engine.Refusal {
	return engine.Ask("Build track", key.NoBuildAskHexes, d.s.book.PlaceSay("from", d.start), d.s.Book().PlaceSay("hex", to))
}

// askCity asks for the way to a city, unless no link may lead there.
func (d wayNames) askCity(to City, w stepWord) *engine.Refusal {
	if no := d.s.MayReach(d.seat, d.start, to); no != nil {
		no.Cause = Misbuilt{Start: d.start, To: to, With: d.with}
		return marked(no, w)
	}
	no := d.askHexes(d.s.book.Cities[to].Spot)
	no.Cause = WayOpen{Start: d.start, To: to, With: d.with, Column: w.column, Length: w.length}
	return no
}

// MayReach explains why no link from the start may end in a city; nil if one may: R6.
func (s *State) MayReach(seat engine.Seat, start Spot, to City) *engine.Refusal {
	c := chain{s: s, seat: seat}
	if from := s.book.Hexes[start].City; from != NoCity {
		return c.between(from, to)
	}
	var no *engine.Refusal
	for _, open := range s.ownEnds(seat, start) {
		if no = c.between(s.Open[open].From, to); no == nil {
			return nil
		}
	}
	return no
}

// answers asks a question with the plans that answer it.
func (d wayNames) answers(text string, plans []Plan, hex engine.Arg) *engine.Refusal {
	no := engine.Ask("Build track", text, hex, engine.Int("n", len(plans)))
	no.Cause = Answers{plans, d.with}
	return no
}

// askOnward asks where the last of some steps leads.
func (d wayNames) askOnward(steps []stepWord) *engine.Refusal {
	plans, no := d.onward(steps)
	if len(plans) == 0 && no != nil {
		return no
	}
	return d.answers(key.NoBuildAskEnd, plans, engine.Text("hex", d.lastText(steps)))
}

// askEnd asks whether the last hex of a list without ">" gets a track.
func (d wayNames) askEnd(steps []stepWord) *engine.Refusal {
	var plans []Plan
	short := d.follow(steps)
	if short.No == nil {
		plans = append(plans, short.Plan)
	}
	more, _ := d.onward(steps)
	plans = append(plans, more...)
	if len(plans) == 0 {
		return short.No
	}
	return d.answers(key.NoBuildAskLast, plans, d.s.HexArg("hex", steps[len(steps)-1].spot))
}

// onward returns the legal plans that lay track in the hexes of all steps; if there are
// none, the reason.
func (d wayNames) onward(steps []stepWord) (plans []Plan, no *engine.Refusal) {
	p, step, no := d.walk(steps)
	if no != nil {
		return nil, marked(no, steps[step])
	}
	for e := range hex.Edge(hex.Edges) {
		longer := p
		longer.Way = p.Way.Then(e)
		_, step, not := d.s.inspect(d.seat, longer, d.widest())
		switch {
		case not == nil:
			plans = append(plans, longer)
		case no == nil || step < len(steps)-1:
			no = marked(not, steps[min(step, len(steps)-1)])
		}
	}
	return plans, no
}

// lastText returns the name of the hex that steps lead to.
func (d wayNames) lastText(steps []stepWord) string {
	here := d.start
	for _, w := range steps {
		if e, ok := d.side(here, w); ok {
			here = d.s.book.Hexes[here].Next[e]
		}
	}
	return d.s.book.spotText(here)
}
