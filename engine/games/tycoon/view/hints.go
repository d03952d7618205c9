package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Limits on the orders in a letter.
const (
	fewBuilds     = 4
	fewCards      = 3
	fewDeliveries = 4
	fewUrbanized  = 1
)

// Hints: verbs with hundreds of orders list only a few, and an incomplete order is
// answered with its options. Bids in advance are accepted but not listed; shares are listed in
// the last turn: before it they are issued where they are needed, without an order.
func (View) Hints(p engine.Position, v engine.Verb) engine.Hints {
	switch v.Gloss {
	case key.VerbBuild:
		return engine.Hints{Few: fewBuilds, Part: true, Settled: true, Asks: true}
	case key.VerbCard:
		return engine.Hints{Few: fewCards, Each: 1, Asks: true}
	case key.VerbDeliver:
		return engine.Hints{Few: fewDeliveries, Asks: true}
	case key.VerbUrbanize:
		return engine.Hints{Few: fewUrbanized, Each: 1, Asks: true}
	case key.VerbWestern:
		return engine.Hints{Asks: true}
	case key.VerbDone:
		return engine.Hints{Quiet: p.(*tycoon.State).Due == 1}
	case key.VerbIssue:
		s := p.(*tycoon.State)
		return engine.Hints{Quiet: s.Turn != s.Last || s.Stage == tycoon.StageAuction}
	case key.VerbBidUpTo, key.VerbAlwaysAsk:
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}

// groups are the headings under which orders are listed.
var groups = map[string]string{
	"deliver": key.GroupDeliver, "build": key.GroupBuild, "card": key.GroupOther,
	"upgrade": key.GroupOther, "urbanize": key.GroupOther, "western": key.GroupOther,
	"bid": key.GroupBid, "bid up to": key.GroupBid, "issue": key.GroupOther, "pass": key.GroupOther, "done": key.GroupOther,
}

// Group returns the subject of a line's first order.
func (View) Group(acts []engine.Act) engine.Message {
	if len(acts) == 0 || groups[acts[0].Verb] == "" {
		return engine.Message{}
	}
	return engine.Msg(groups[acts[0].Verb])
}

// Dominated reports whether by completes the same link for less, or delivers the same cube for
// no fewer own points and no more points of others.
func (View) Dominated(m, by engine.Move) bool {
	if len(m.Acts) == 0 || len(by.Acts) == 0 || m.Acts[0].Verb != by.Acts[0].Verb {
		return false
	}
	was, is, other := m.Before.(*tycoon.State), m.After.(*tycoon.State), by.After.(*tycoon.State)
	switch m.Acts[0].Verb {
	case "build":
		a, b := linked(was, is), linked(was, other)
		paid := func(s *tycoon.State) int {
			p := s.Player(m.Seat)
			return tycoon.SharePays*p.Shares - p.Money
		}
		return a != nil && b != nil && (a.From == b.From && a.To == b.To || a.From == b.To && a.To == b.From) && paid(is) > paid(other)
	case "deliver":
		if m.Acts[0].Args[0] != by.Acts[0].Args[0] || m.Acts[0].Args[1] != by.Acts[0].Args[1] {
			return false
		}
		worse := false
		for seat := range is.Players {
			n := other.Players[seat].Position - is.Players[seat].Position
			if engine.Seat(seat) != m.Seat {
				n = -n
			}
			if n < 0 {
				return false
			}
			worse = worse || n > 0
		}
		return worse
	}
	return false
}

// linked returns the link that an order has completed; nil if it has completed none.
func linked(was, is *tycoon.State) *tycoon.Link {
	if len(is.Links) == len(was.Links) {
		return nil
	}
	return &is.Links[len(is.Links)-1]
}
