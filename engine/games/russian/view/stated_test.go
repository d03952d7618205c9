package view

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// stated returns faults in the remarks on a line, or in the reason of a usual turn: pieces and points by the
// position after the line, and a scoring's points by playing on to it.
func stated(m engine.Move, said []engine.Message) (wrong string) {
	was, is := m.Before.(*russian.State), m.After.(*russian.State)
	p, q := &was.Players[m.Seat], &is.Players[m.Seat]
	sameRound := was.Round == is.Round && is.Phase == russian.Turns && !is.Over()
	expect := func(what string, said, is int) {
		if said != is {
			wrong += fmt.Sprintf("%s: %d said, %d true; ", what, said, is)
		}
	}
	hold := func(what string, ok bool) {
		if !ok {
			wrong += what + " said, but it is not so; "
		}
	}
	points := 0
	for _, s := range said {
		n := argOf(s, "n")
		switch s.Key {
		case key.RemarkPass, key.RemarkPoints, key.RemarkMustPass:
			points += n
		case key.AimPoints:
			expect("points", n, q.Score-p.Score)
		case key.RemarkEachRound, key.RemarkLastScoring, key.AimEachRound, key.AimLastScoring:
			if before, ok := scoredBy(was, m.Seat); ok && sameRound {
				if after, ok := scoredBy(is, m.Seat); ok {
					expect("more in a scoring", n, after-before)
				}
			}
			if s.Key == key.AimEachRound {
				expect("scorings", argOf(s, "rounds"), was.Rounds()-was.Round+1)
			}
		case key.RemarkDoublers:
			expect("doublers", argOf(s, "total"), q.Doublers)
		case key.RemarkRubles:
			expect("rubles", argOf(s, "has"), q.Rubles)
		case key.RemarkTemps:
			expect("temporary workers", n, q.Temps)
		case key.RemarkWorker, key.AimWorker:
			hold("a worker", q.Gained > p.Gained || q.Black && !p.Black)
		case key.RemarkClaim, key.AimClaim:
			hold("a place in the next round", claimOf(is, m.Seat) != claimOf(was, m.Seat) && (s.Key == key.AimClaim || claimOf(is, m.Seat) == argOf(s, "position")))
		case key.RemarkMajority, key.RemarkMajoritySecond:
			ahead := 0
			for seat := range is.Players {
				if more := len(is.Players[seat].Engineers) - len(q.Engineers); more > 0 || more == 0 && slices.Max(is.Players[seat].Engineers) > slices.Max(q.Engineers) {
					ahead++
				}
			}
			if s.Key == key.RemarkMajority {
				hold("most engineers", ahead == 0 || knownExtra(q))
			} else {
				hold("second most engineers", ahead == 1 || knownExtra(q))
			}
		case key.AimEngineer:
			hold("an engineer", len(q.Engineers) > len(p.Engineers))
		case key.AimToken:
			hold("a token", q.Used != p.Used)
		case key.AimPieces:
			hold("more pieces", q.Temps > p.Temps || q.Rubles > p.Rubles)
		case key.AimFactory:
			hold("a factory", q.Factories != p.Factories)
		case key.AimDoublers:
			hold("doublers", q.Doublers > p.Doublers)
		case key.AimReach:
			hold("reach", reachOf(q) > reachOf(p))
		case key.AimTrack:
			hold("black track", tracksOf(q, russian.Black) > tracksOf(p, russian.Black))
		}
	}
	if sameRound && said[0].Key[:len("russian.remark")] == "russian.remark" {
		expect("points", points, q.Score-p.Score)
	}
	return wrong
}

func argOf(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}

func reachOf(p *russian.Player) (n int) {
	for r := range russian.Railway(russian.Railways) {
		n += p.Reach(r)
	}
	return n
}

func tracksOf(p *russian.Player, c russian.Colour) (n int) {
	for r := range russian.Railway(russian.Railways) {
		n += p.Track[r][c]
	}
	return n
}

// scoredBy returns a seat's points in the next scoring if everybody passes from here on; ok is false if passing
// is not possible now.
func scoredBy(s *russian.State, seat engine.Seat) (n int, ok bool) {
	g := &engine.Game{Name: "passing", Title: title, Pos: s.Clone(), Drawn: map[string]int{}}
	for g.Pos.(*russian.State).Round == s.Round && !g.Pos.Over() {
		r, err := g.Try(g.Pos.(*russian.State).Actor, "pass", true)
		if err != nil {
			return 0, false
		}
		for _, rep := range r.Reports {
			if who, _ := rep.Arg("seat"); rep.Key == key.ReportScoring && who.Int == int(seat) {
				return argOf(rep.Message, "total"), true
			}
		}
		g.Pos = r.Pos
	}
	return 0, false
}

// knownExtra reports whether a player has the card that counts as an engineer more.
func knownExtra(p *russian.Player) bool {
	return slices.ContainsFunc(p.Cards, func(c int) bool { return c > 0 && russian.Book.EndCards[c-1].ID == "engineer" })
}
