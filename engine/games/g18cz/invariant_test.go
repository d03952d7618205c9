package g18cz_test

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// TestInvariants: no position of the kept games, which are played under the default options, breaks a rule.
func TestInvariants(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		records := kept.Read(t, seats)
		g := expect.Get(engine.Replay(kept.Find, records[:1], kept.Seed))(t)
		for _, r := range records[1:] {
			before := g.Pos.(*g18cz.State)
			step, time, turn := before.Turn.Step, before.Time, before.Company()
			expect.NoError(t, g.Apply(r))
			s := g.Pos.(*g18cz.State)
			for _, broken := range []string{brokenShares(s), brokenTrains(s), brokenStations(s), brokenMoney(s), brokenDuty(s, time, turn)} {
				expect.Must(t, fmt.Sprintf("%d players, record %d, %q at %q", seats, r.Seq, r.Line, step), broken, "")
			}
		}
	}
}

// brokenShares: the limit for a player; the director has the director's certificate, and nobody has more
// (VII.3, VII.5.b). A closed corporation has neither price nor holders (VIII.9).
func brokenShares(s *g18cz.State) string {
	for _, c := range s.InPlay() {
		structure, id := s.StructureOf(c), c.ID()
		director := s.Shares.Director[c.Stock()]
		for h := range stock.Holder(s.Holders()) {
			switch held := s.Shares.Of(c.Stock(), h); {
			case held > structure.Most:
				return fmt.Sprintf("holder %d has %d %% of %s", h, held, id)
			case held > 0 && !s.Started(c):
				return fmt.Sprintf("holder %d has %d %% of %s, which has no price", h, held, id)
			case held > 0 && (s.Shares.Of(c.Stock(), director) < structure.Director || s.Shares.Of(c.Stock(), director) < held):
				return fmt.Sprintf("holder %d has %d %% of %s, its director %d %%", h, held, id, s.Shares.Of(c.Stock(), director))
			}
		}
		if !s.Companies[c].Active && s.Started(c) && s.Shares.Sold(c.Stock()) >= g18cz.Floats {
			return id + " is not active"
		}
	}
	return ""
}

// brokenTrains: of an allowed size, and no more than the limit, unless that is
// asked for or waits for the purchase that must come first (IV.2, VIII.10,
// VIII.12).
func brokenTrains(s *g18cz.State) string {
	q, asked := s.Question()
	for c := range s.Companies {
		own := s.Companies[c].Trains
		for _, card := range own {
			if g18cz.SizeOf(card) > g18cz.Company(c).Size() || s.Rusted(card) {
				return fmt.Sprintf("%s has the train %s", g18cz.Company(c).ID(), g18cz.Face(card).Name)
			}
			if card.Received && (g18cz.Company(c) != s.Company() || s.Stage != g18cz.Operating) {
				return fmt.Sprintf("%s has not said what becomes of %s", g18cz.Company(c).ID(), g18cz.Face(card).Name)
			}
		}
		if len(own) > s.PhaseRules().Limit[g18cz.Company(c).Size()] && (q == g18cz.NoQuestion || q == g18cz.AskExcess && asked > g18cz.Company(c)) {
			return fmt.Sprintf("%s has %d trains", g18cz.Company(c).ID(), len(own))
		}
	}
	return ""
}

// brokenDuty: a corporation whose turn has ended owns a train of its own size (VIII.10), unless the next export
// rusted it.
func brokenDuty(s *g18cz.State, time int, turn g18cz.Company) string {
	if turn == g18cz.NoCompany || s.Time != time || s.Company() == turn || s.Companies[turn].Neutral || s.OwnTrains(turn) > 0 {
		return ""
	}
	return turn.ID() + " has no train of its own at the end of its turn"
}

// brokenStations: at most one per hex, in existing circles, no more than the charter allows (IV.2, VIII.6).
func brokenStations(s *g18cz.State) string {
	count := make([]int, len(s.Companies))
	taken := map[track.Station]bool{}
	for _, st := range s.Board.Stations {
		count[st.Owner]++
		circle := track.Station{Hex: st.Hex, Stop: st.Stop, Slot: st.Slot}
		if taken[circle] || st.Slot >= s.Board.Slots(s.World(), st.Place()) {
			return fmt.Sprintf("two stations in %+v, or no circle", circle)
		}
		taken[circle] = true
		for _, other := range s.Board.Stations {
			if other != st && other.Owner == st.Owner && other.Hex == st.Hex && s.Merging == nil {
				return fmt.Sprintf("%s has two stations in %s", g18cz.Company(st.Owner).ID(), s.HexName(st.Hex))
			}
		}
	}
	for c := range s.Companies {
		if it := &s.Companies[c]; it.Home != (count[c] > 0) && it.Active && s.Lifted == nil {
			return fmt.Sprintf("%s has %d stations on the board, its home is placed: %t", g18cz.Company(c).ID(), count[c], it.Home)
		}
	}
	return ""
}

// brokenMoney: debts to the bank are only loans, and from phase b on local railways belong to corporations of
// their size or larger (IV.2, IV.1, VIII.11).
func brokenMoney(s *g18cz.State) string {
	for a, n := range s.Cash.Held {
		if n < 0 {
			return fmt.Sprintf("account %d has %d K", a, n)
		}
	}
	for seat, l := range s.Loans {
		if l.Debt > l.Penalty || l.Debt < 0 {
			return fmt.Sprintf("seat %d owes %+v", seat, l)
		}
	}
	for l, it := range s.Locals {
		if c := s.CompanyOf(it.Owner); it.In && c != g18cz.NoCompany && (!s.Sells() || g18cz.Book.Locals[l].Size > c.Size()) {
			return c.ID() + " owns " + g18cz.Local(l).ID()
		}
	}
	return ""
}
