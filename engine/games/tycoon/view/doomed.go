package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Doomed says why an incomplete link that a move has built cannot be completed before the turn ends.
func (View) Doomed(m engine.Move) engine.Message {
	open := func(r engine.Report) bool { return r.Key == key.ReportBuildOpen }
	if !slices.ContainsFunc(m.Reports, open) {
		return engine.Message{}
	}
	was, is := m.Before.(*tycoon.State), m.After.(*tycoon.State)
	left := actionsLeft(was) - 1
	if left == 0 {
		return engine.Msg(key.DoomedOf + "late")
	}
	for i := range is.Open {
		l := &is.Open[i]
		if l.Owner != m.Seat || slices.ContainsFunc(was.Open, func(o tycoon.Link) bool { return o == *l }) {
			continue
		}
		at := is.OpenAt(i)
		if what, _, _ := is.Ahead(m.Seat, at, l.Way.Last()); what == tycoon.Blocked {
			return engine.Msg(key.DoomedOf + "blocked")
		}
		if left == 1 && cardUp(is, tycoon.RailroadExecutive) == 0 && !completes(is, m.Seat, at) {
			return engine.Msg(key.DoomedOf + "far")
		}
	}
	return engine.Message{}
}

// completes reports whether one action can lead on from an open end to a city.
func completes(s *tycoon.State, seat engine.Seat, at tycoon.Spot) bool {
	return slices.ContainsFunc(uses(s, seat), func(u tycoon.Use) bool { return len(explore(s, seat, originsAt(s, seat, at), u, 1, 0)) > 0 })
}
