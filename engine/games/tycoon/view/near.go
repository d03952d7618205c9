package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Near returns the lines that a refused one may have meant, by how the rules read it.
// It words a question to suit its answers.
func (View) Near(p engine.Position, seat engine.Seat, no *engine.Refusal) []string {
	s := p.(*tycoon.State)
	switch c := no.Cause.(type) {
	case tycoon.EarlyPass:
		return []string{"bid up to 0"}
	case tycoon.PathOpen:
		return engine.Each(c.Ways[:min(pathsNamed, len(c.Ways))], func(legs []tycoon.Leg) string {
			return s.DeliverLine(seat, &tycoon.Delivery{Colour: c.Colour, From: c.From, Legs: legs})
		})
	}
	return nearBuilds{s, seat}.find(no.Cause, no)
}

// pathsNamed caps the paths that answer a question; the best are kept.
const pathsNamed = 8

// nearBuilds finds lines for refused build orders.
type nearBuilds struct {
	s    *tycoon.State
	seat engine.Seat
}

// find returns the lines for an order, by how the rules read it.
func (n nearBuilds) find(cause any, no *engine.Refusal) []string {
	switch c := cause.(type) {
	case tycoon.WayOpen:
		return n.answer(c, no)
	case tycoon.Answers:
		return n.lines(c)
	case tycoon.Misbuilt:
		return n.instead(c)
	case tycoon.CardsMissing:
		lines := n.find(c.Order, &engine.Refusal{})
		if _, misbuilt := c.Order.(tycoon.Misbuilt); !misbuilt {
			lines = lines[:min(othersShown, len(lines))]
		}
		return lines
	}
	return nil
}

// line returns a plan as an order, with the cards that it needs and a Land Grant that
// the question names.
func (n nearBuilds) line(p tycoon.Plan, with tycoon.Use) string {
	u := p.Needed()
	u.Grant = with.Grant
	return n.s.BuildLine(p, u)
}

func (n nearBuilds) lines(a tycoon.Answers) []string {
	return engine.Each(a.Plans, func(p tycoon.Plan) string { return n.line(p, a.With) })
}

// answer lists ways from the start, the cheapest first, and words the question to suit
// them.
func (n nearBuilds) answer(open tycoon.WayOpen, no *engine.Refusal) []string {
	list := ways(n.s, n.seat, open.Start, open.To)
	lines := engine.Each(list, func(w way) string { return n.line(w.Plan, open.With) })
	args := []engine.Arg{n.s.Book().PlaceSay("from", open.Start), engine.Int("n", len(lines))}
	if open.To != tycoon.NoCity {
		args = append(args, n.s.PlaceArg("to", open.To))
	}
	ask := func(text string, more ...engine.Arg) { no.Why = engine.Msg(text, append(args, more...)...) }
	switch {
	case open.To == tycoon.NoCity && len(lines) == 0:
		ask(key.NoBuildNowhere)
		no.Kind = engine.Forbidden
	case open.To == tycoon.NoCity:
		ask(key.NoBuildAskWhere)
	case len(list) == 0:
		ask(key.NoBuildNoWay)
		no.Kind, no.Column, no.Length = engine.Forbidden, open.Column, open.Length
		return n.elsewhere(open.Start, open.With)
	case list[0].Actions > 1:
		text, more := n.far(list)
		ask(text, more...)
	default:
		text, all := key.NoBuildAskWay, len(direct(n.s, n.seat, open.Start, open.To, list[0].Plan.Needed()))
		switch {
		case len(list) == 1 && all == 1:
			text = key.NoBuildAskOnly
		case all > len(list):
			text = key.NoBuildAskMore
		}
		ask(text, engine.Int("all", all), engine.Int("more", all-len(list)))
	}
	return lines
}

// far words the question if one action is not enough: the lines are the first parts of
// ways, and the whole of each costs more. A link that does not reach a city within the
// turn is lost.
func (n nearBuilds) far(list []way) (text string, args []engine.Arg) {
	best, left := list[0], actionsLeft(n.s)
	text = key.NoBuildAskFar
	switch {
	case best.Actions > left:
		text = key.NoBuildAskLate
	case len(list) == 1:
		text = key.NoBuildAskFarOnly
	case best.Cost == list[len(list)-1].Cost:
		text = key.NoBuildAskFarSame
	}
	costs := engine.Each(list, func(w way) engine.Arg {
		return engine.Say("", engine.Msg(key.CostWhole, engine.Int("cost", w.Cost)))
	})
	return text, []engine.Arg{engine.Int("tracks", best.Tracks), engine.Int("cost", best.Cost),
		engine.Int("actions", best.Actions), engine.Int("left", left), engine.Several("costs", costs...)}
}

// actionsLeft returns how many actions the player has until the end of the turn,
// including those from Railroad Executive now.
func actionsLeft(s *tycoon.State) int { return tycoon.Rounds - s.Round + s.Due }

// instead returns lines in place of an order that a rule forbids: its legal parts, or
// else other ways to its city.
func (n nearBuilds) instead(m tycoon.Misbuilt) []string {
	lines, cityOnWay := n.parts(m)
	if m.To != tycoon.NoCity && (len(lines) == 0 || cityOnWay) {
		lines = append(lines, n.others(m)...)
	}
	return lines
}

// parts returns the legal parts of an order: with one more card, without the tracks beyond the limit, up to
// where it is blocked, or from the open end whose track it repeats.
func (n nearBuilds) parts(m tycoon.Misbuilt) (lines []string, cityOnWay bool) {
	p, most := m.Plan, n.s.Book().MostTracks(m.Use)
	add := func(p tycoon.Plan, u tycoon.Use) {
		if _, err := n.s.Check(n.seat, p, u); err == nil {
			lines = append(lines, n.s.BuildLine(p, u))
		}
	}
	upTo := func(step int) {
		part := p
		part.Way = p.Way[:step+1]
		add(part, m.Use)
	}
	if p.Way == "" || m.Step == p.Way.Tracks() {
		return nil, false
	}
	next := entered(n.s, p, m.Step)
	switch {
	case m.Step == most:
		wide := tycoon.Use{Grant: m.Use.Grant, Engineering: true}
		if !m.Use.Engineering && p.Way.Tracks() <= n.s.Book().MostTracks(wide) {
			add(p, wide)
		}
		upTo(most)
	case m.Step == 0 && p.Open == tycoon.NoOpen && !n.s.MayLeave(p.From, p.Way.Side(0)):
		for i := range n.s.Open {
			l := &n.s.Open[i]
			rest, ok := strings.CutPrefix(string(p.Way), string(l.Way))
			if ok && rest != "" && l.Owner == n.seat && l.From == p.From {
				add(tycoon.FromEnd(i, l.Way[l.Way.Tracks():]+tycoon.Way(rest)), m.Use)
			}
		}
	case next == tycoon.NoSpot || !n.s.Book().Hexes[next].Track():
		if m.Step > 0 {
			upTo(m.Step)
		}
		cityOnWay = next != tycoon.NoSpot && n.s.Book().Hexes[next].City != tycoon.NoCity
	}
	return lines, cityOnWay
}

// entered returns the hex that a step of a plan leads into.
func entered(s *tycoon.State, p tycoon.Plan, step int) tycoon.Spot {
	at := s.Start(p)
	for k := range step + 1 {
		at = s.Book().Hexes[at].Next[p.Way.Side(k)]
	}
	return at
}

// othersShown caps the ways that are proposed in place of one that may not be built.
const othersShown = 3

// others returns the cheapest ways to the same city, if one action is enough; to other cities if no link may
// lead there.
func (n nearBuilds) others(m tycoon.Misbuilt) (lines []string) {
	if n.s.MayReach(n.seat, m.Start, m.To) != nil {
		return n.elsewhere(m.Start, m.With)
	}
	list := ways(n.s, n.seat, m.Start, m.To)
	for _, w := range list[:min(othersShown, len(list))] {
		if w.Done {
			lines = append(lines, n.line(w.Plan, m.With))
		}
	}
	return lines
}

// elsewhere returns the cheapest ways from the start to other cities that one action
// completes.
func (n nearBuilds) elsewhere(start tycoon.Spot, with tycoon.Use) (lines []string) {
	for _, w := range ways(n.s, n.seat, start, tycoon.NoCity) {
		if w.Done && len(lines) < othersShown {
			lines = append(lines, n.line(w.Plan, with))
		}
	}
	return lines
}
