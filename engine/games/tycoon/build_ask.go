package tycoon

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
)

// A build order that leaves its way open is a question: it is refused, and the
// refusal lists the lines that answer it, the cheapest first.

// ask is the question with its answers as whole lines.
func ask(key string, lines []string, args ...engine.Arg) *engine.Refusal {
	no := engine.Ask("6.1", noKey+key, append(args, engine.Int("n", len(lines)))...)
	no.Near = lines
	return no
}

// buildLine is a plan as an order.
func (s *State) buildLine(p Plan, u Use) string {
	line := buildWord + " " + s.spotText(s.start(p)) + ": " + s.wayText(p)
	if text := u.String(); text != "" {
		line += " with " + text
	}
	return line
}

// line is a plan as an order, with the cards that it needs and a Land Grant that the
// question names.
func (d wayNames) line(p Plan) string {
	u := d.needed(p)
	u.Grant = d.with.Grant
	return d.buildLine(p, u)
}

// askAnywhere proposes where to build from the start.
func (d wayNames) askAnywhere() *engine.Refusal {
	var lines []string
	for _, w := range d.ways(d.seat, d.start, NoCity) {
		lines = append(lines, d.line(w.Plan))
	}
	if len(lines) == 0 {
		return forbid("build-nowhere", d.placeSay("from", d.start))
	}
	return ask("build-ask-where", lines, d.placeSay("from", d.start))
}

// askTo answers an order that names only where the link is to lead.
func (d wayNames) askTo(w stepWord) *engine.Refusal {
	to := w.spot
	if w.isSide() {
		if to = d.book.Hexes[d.start].Next[w.side]; to == NoSpot {
			return marked(d.notNext(d.start, w), w)
		}
	}
	if c := d.book.Hexes[to].City; c != NoCity {
		return d.askCity(c, w)
	}
	if _, ok := d.side(d.start, w); !ok {
		return marked(engine.Ask("6.1", noKey+"build-ask-hexes", d.placeSay("from", d.start), d.hexArg("hex", to)), w)
	}
	return d.askOnward([]stepWord{w})
}

// askCity proposes the cheapest ways to a city. Where one action cannot do it, that
// is the first part of them.
func (d wayNames) askCity(to City, w stepWord) *engine.Refusal {
	if no := d.mayReach(to); no != nil {
		no.Near = d.elsewhere()
		return marked(no, w)
	}
	list := d.ways(d.seat, d.start, to)
	if len(list) == 0 {
		no := forbid("build-no-way", d.placeSay("from", d.start), d.placeArg("to", to))
		no.Near = d.elsewhere()
		return marked(no, w)
	}
	var lines []string
	for _, w := range list {
		lines = append(lines, d.line(w.Plan))
	}
	if best := list[0]; best.Actions > 1 {
		return d.askFar(list, lines, to)
	}
	key, all := "build-ask-way", d.countWays(d.start, to, d.needed(list[0].Plan))
	switch {
	case len(list) == 1 && all == 1:
		key = "build-ask-only"
	case all > len(list):
		key = "build-ask-more"
	}
	return ask(key, lines, d.placeSay("from", d.start), d.placeArg("to", to), engine.Int("all", all), engine.Int("more", all-len(list)))
}

// askFar proposes the first parts of ways that need several actions, with what the
// whole costs behind each. What does not reach a city within the turn is lost.
func (d wayNames) askFar(list []way, lines []string, to City) *engine.Refusal {
	best, left := list[0], d.actionsLeft()
	key := "build-ask-far"
	switch {
	case best.Actions > left:
		key = "build-ask-late"
	case len(list) == 1:
		key = "build-ask-far-only"
	case best.Cost == list[len(list)-1].Cost:
		key = "build-ask-far-same"
	}
	var costs []engine.Arg
	for _, w := range list {
		costs = append(costs, engine.Say("", engine.Msg("tycoon.cost.whole", engine.Int("cost", w.Cost))))
	}
	return ask(key, lines, d.placeSay("from", d.start), d.placeArg("to", to), engine.Int("tracks", best.Tracks), engine.Int("cost", best.Cost),
		engine.Int("actions", best.Actions), engine.Int("left", left), engine.Several("costs", costs...))
}

// actionsLeft is how many actions the player has to the end of the turn, with those
// that Railroad Executive gives now.
func (s *State) actionsLeft() int { return Rounds - s.Round + s.Due }

// othersShown is how many ways are proposed for one that may not be built.
const othersShown = 3

// others are the cheapest ways to the city where one that may not be built was to
// lead, if one action is enough; to other cities, where no link may lead there.
func (d wayNames) others(last stepWord) (lines []string) {
	if last.isSide() || d.book.Hexes[last.spot].City == NoCity {
		return nil
	}
	if d.mayReach(d.book.Hexes[last.spot].City) != nil {
		return d.elsewhere()
	}
	list := d.ways(d.seat, d.start, d.book.Hexes[last.spot].City)
	for _, w := range list[:min(othersShown, len(list))] {
		if w.Bill.Completes() {
			lines = append(lines, d.line(w.Plan))
		}
	}
	return lines
}

// elsewhere are the cheapest ways from the start to other cities that one action
// completes.
func (d wayNames) elsewhere() (lines []string) {
	for _, w := range d.ways(d.seat, d.start, NoCity) {
		if w.Bill.Completes() && len(lines) < othersShown {
			lines = append(lines, d.line(w.Plan))
		}
	}
	return lines
}

// mayReach says why no link from the start may end in a city: R6.
func (d wayNames) mayReach(to City) *engine.Refusal {
	c := chain{State: d.State, seat: d.seat}
	if from := d.book.Hexes[d.start].City; from != NoCity {
		return c.between(from, to)
	}
	var no *engine.Refusal
	for _, open := range d.ownEnds(d.seat, d.start) {
		if no = c.between(d.Open[open].From, to); no == nil {
			return nil
		}
	}
	return no
}

// askOnward asks where the last of some steps leads: it lists all that is legal.
func (d wayNames) askOnward(steps []stepWord) *engine.Refusal {
	lines, no := d.onward(steps)
	if len(lines) == 0 && no != nil {
		return no
	}
	return ask("build-ask-end", lines, engine.Text("hex", d.lastText(steps)))
}

// askEnd asks whether the last hex of a list without ">" gets a track.
func (d wayNames) askEnd(steps []stepWord) *engine.Refusal {
	last := steps[len(steps)-1]
	var lines []string
	short := d.follow(steps)
	if short.No == nil {
		lines = append(lines, d.line(short.Plan))
	}
	more, _ := d.onward(steps)
	lines = append(lines, more...)
	if len(lines) == 0 {
		return short.No
	}
	return ask("build-ask-last", lines, d.hexArg("hex", last.spot))
}

// onward are the legal orders that lay track in the hexes of all steps; without any,
// why there is none.
func (d wayNames) onward(steps []stepWord) (lines []string, no *engine.Refusal) {
	p, step, no := d.walk(steps)
	if no != nil {
		return nil, marked(no, steps[step])
	}
	for e := range hex.Edge(hex.Edges) {
		longer := p
		longer.Way = p.Way.Then(e)
		_, step, not := d.inspect(d.seat, longer, d.widest())
		switch {
		case not == nil:
			lines = append(lines, d.line(longer))
		case no == nil || step < len(steps)-1:
			no = marked(not, steps[min(step, len(steps)-1)])
		}
	}
	return lines, no
}

// lastText names the hex to which steps lead.
func (d wayNames) lastText(steps []stepWord) string {
	here := d.start
	for _, w := range steps {
		if e, ok := d.side(here, w); ok {
			here = d.book.Hexes[here].Next[e]
		}
	}
	return d.spotText(here)
}

// needed are the cards without which a plan is too long.
func (s *State) needed(p Plan) Use { return Use{Engineering: p.Way.Tracks() > buildTracks} }
