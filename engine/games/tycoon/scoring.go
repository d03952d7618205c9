package tycoon

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// final is the parts of a player's score (End of the game).
type final struct {
	position, shares, baron int
	links, money            int // tie-breakers
}

func (f final) points() int { return f.position + f.shares + f.baron }

// compare sorts the better one later: points, then complete own links, then money (End
// of the game, R30).
func (f final) compare(g final) int {
	return cmp.Or(cmp.Compare(f.points(), g.points()), cmp.Compare(f.links, g.links), cmp.Compare(f.money, g.money))
}

// finalOf returns the score of a seat in this position. Before the end only a revealed
// baron counts, since the others are secret.
func finalOf(s *State, seat engine.Seat) final {
	p := s.Player(seat)
	f := final{position: p.Position, shares: p.Shares * SharePoints, links: s.Network(seat).Links(), money: p.Money}
	if g, ok := s.GoalOf(seat); ok && (s.Stage == StageOver || p.Shown) {
		f.baron = g.Points
	}
	return f
}

// scores ranks the seats, the best first. It shows the tie-breakers if there is a tie.
func scores(s *State) []engine.Score {
	all := make([]final, s.Seats)
	tie := false
	for seat := range all {
		all[seat] = finalOf(s, engine.Seat(seat))
		for other := range seat {
			tie = tie || all[other].points() == all[seat].points()
		}
	}
	var list []engine.Score
	for seat, f := range all {
		score := engine.Score{Seat: engine.Seat(seat), Points: f.points(), Parts: f.parts(!s.Rules.Novice, tie)}
		score.Rank = 1 + engine.Count(all, func(other final) bool { return other.compare(f) > 0 })
		list = append(list, score)
	}
	slices.SortStableFunc(list, func(a, b engine.Score) int { return a.Rank - b.Rank })
	if len(list) > 1 && list[1].Rank > 1 {
		list[0].Why = all[list[0].Seat].beats(all[list[1].Seat])
	}
	return list
}

// beats names the tie-breaker that decided against a seat with as many points; nothing if it has fewer (R30).
func (f final) beats(g final) engine.Message {
	points := engine.Int("points", f.points())
	switch {
	case f.points() > g.points():
		return engine.Message{}
	case f.links > g.links:
		return engine.Msg(key.FinalByLinks, points, engine.Int("links", f.links), engine.Int("n", g.links))
	default:
		return engine.Msg(key.FinalByMoney, points, engine.Int("links", f.links), engine.Int("money", f.money), engine.Int("n", g.money))
	}
}

func (f final) parts(baron, tie bool) []engine.Arg {
	list := []engine.Arg{engine.Int("position", f.position), engine.Int("shares", f.shares)}
	if baron {
		list = append(list, engine.Int("baron", f.baron))
	}
	if tie {
		list = append(list, engine.Int("links", f.links), engine.Int("money", f.money))
	}
	return list
}

// finish reveals the barons of the players, and no others, and ends the game (R34).
func finish(s *State, tx *engine.Tx) error {
	tx.Report(key.ReportOver, engine.Int("turn", s.Turn))
	if !s.Rules.Novice {
		if err := tx.Reveal(); err != nil {
			return err
		}
	}
	s.Stage, s.Round, s.Moved, s.Due, s.More = StageOver, 0, 0, 0, false
	s.Fresh = nil
	s.Standing = make([]Standing, s.Seats)
	for seat := range engine.Seat(s.Seats) {
		if g, ok := s.GoalOf(seat); ok {
			reportBaron(s, tx, seat, g)
		}
	}
	return nil
}

// reportBaron reveals a baron to all, and whether the goal is met; for goals that compare players, with the
// figures of all.
func reportBaron(s *State, tx *engine.Tx, seat engine.Seat, g GoalState) {
	met, missed := key.ReportBaronMet, key.ReportBaronMissed
	args := []engine.Arg{Who(seat), engine.Text("name", g.Baron.Name), engine.Say("goal", s.Book().GoalWords(g.Baron)), engine.Int("n", g.Points)}
	if g.Baron.Goal.compares() {
		met, missed = key.ReportBaronMetValues, key.ReportBaronMissedValues
		args = append(args, engine.Several("values", s.ValuesArgs(g.Baron.Goal, g.Values)...))
	}
	if g.Met {
		tx.Report(met, args...)
	} else {
		tx.Report(missed, args...)
	}
}
