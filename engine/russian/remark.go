package russian

import (
	"railpost/engine"
)

// Remark says in a few words what a legal line would do for its seat, beyond
// what the line itself says.
func (title) Remark(before, after engine.Position, seat engine.Seat, _ []engine.Report) []engine.Message {
	was, is := before.(*State), after.(*State)
	p, q := &was.Players[seat], &is.Players[seat]
	var list []engine.Message
	add := func(key string, args ...engine.Arg) {
		list = append(list, engine.Msg("russian.remark."+key, args...))
	}
	if is.Round != was.Round || is.Over() {
		add("ends-round")
		return list
	}
	if n := q.Score - p.Score; n > 0 {
		add("points", engine.Int("n", n))
	}
	for c := range Colour(colours) {
		if q.Unlocked&^p.Unlocked&(1<<c) != 0 {
			add("unlocks", colourTerm(c))
		}
	}
	if q.Gained > p.Gained {
		add("worker")
	}
	if n := q.scoring().total() - p.scoring().total(); n > 0 {
		add("each-round", engine.Int("n", n))
	}
	for r := range Railway(railways) {
		if q.reach(r) > p.reach(r) {
			add("reach", railwayTerm(r), engine.Int("reach", q.reach(r)))
		}
	}
	for m := range q.Marker {
		if q.Marker[m] > p.Marker[m] {
			add("marker", engine.Term("marker", markerKey(m)), placeName("where", q.Marker[m]))
		}
	}
	if len(q.Engineers) > len(p.Engineers) {
		add("engineer", engineerSay("engineer", q.Engineers[len(q.Engineers)-1]))
	}
	if n := len(q.Cards); n > len(p.Cards) && q.Cards[n-1] > 0 {
		add("card", cardTerm(q.Cards[n-1]))
	}
	if is.Pending > was.Pending && is.Actor == seat {
		add("endcard")
	}
	return list
}
