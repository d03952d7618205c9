package g18cz

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// TestInvariants: what the rules never allow is in no position of the games kept,
// which are played under the default options.
func TestInvariants(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		records := kept.Read(t, seats)
		g, err := engine.Replay(kept.Find, records[:1], kept.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records[1:] {
			before := g.Pos.(*State)
			step, time, turn := before.Turn.Step, before.Time, before.company()
			if err := g.Apply(r); err != nil {
				t.Fatal(err)
			}
			s := g.Pos.(*State)
			for _, broken := range []string{s.brokenShares(), s.brokenTrains(), s.brokenStations(), s.brokenMoney(), s.brokenDuty(time, turn)} {
				if broken != "" {
					t.Fatalf("%d players, record %d, %q at %q: %s", seats, r.Seq, r.Line, step, broken)
				}
			}
		}
	}
}

// brokenShares: the most that a player may hold; the director has his certificate,
// and nobody has more than he (5.2, 5.5). What is gone has neither price nor
// holders (7.9.6).
func (s *State) brokenShares() string {
	for _, c := range s.inPlay() {
		cut, id := s.cutOf(c), companies[c].id
		director := s.Shares.Director[c.share()]
		for h := range stock.Holder(s.holders()) {
			switch held := s.Shares.Of(c.share(), h); {
			case held > cut.Most:
				return fmt.Sprintf("holder %d has %d %% of %s", h, held, id)
			case held > 0 && !s.started(c):
				return fmt.Sprintf("holder %d has %d %% of %s, which has no price", h, held, id)
			case held > 0 && (s.Shares.Of(c.share(), director) < cut.Director || s.Shares.Of(c.share(), director) < held):
				return fmt.Sprintf("holder %d has %d %% of %s, its director %d %%", h, held, id, s.Shares.Of(c.share(), director))
			}
		}
		if !s.Companies[c].Active && s.started(c) && s.Shares.Sold(c.share()) >= floats {
			return id + " is not active"
		}
	}
	return ""
}

// brokenTrains: of an allowed size, and no more than the limit, unless that is
// asked for or waits for the purchase that must come first (2, 7.10, 9.4).
func (s *State) brokenTrains() string {
	q, asked := s.question()
	for c := range s.Companies {
		own := s.Companies[c].Trains
		for _, card := range own {
			if sizeOf(card) > companies[c].size || s.rusted(card) {
				return fmt.Sprintf("%s has the train %s", companies[c].id, face(card).Name)
			}
			if card.Received && (Company(c) != s.company() || s.Stage != operating) {
				return fmt.Sprintf("%s has not said what becomes of %s", companies[c].id, face(card).Name)
			}
		}
		if len(own) > s.limitOf(Company(c)) && (q == noQuestion || q == askExcess && asked > Company(c)) {
			return fmt.Sprintf("%s has %d trains", companies[c].id, len(own))
		}
	}
	return ""
}

// brokenDuty: whose turn has ended owns a train of its own size (7.10), unless it
// rusted by the export behind it.
func (s *State) brokenDuty(time int, turn Company) string {
	if turn == noCompany || s.Time != time || s.company() == turn || s.Companies[turn].Neutral || !s.lacksOwn(turn) {
		return ""
	}
	return companies[turn].id + " has no train of its own at the end of its turn"
}

// brokenStations: one in a hex, in circles that there are, as many as the charter
// gave (2, 7.6).
func (s *State) brokenStations() string {
	count := make([]int, len(s.Companies))
	taken := map[track.Station]bool{}
	for _, st := range s.Board.Stations {
		count[st.Owner]++
		circle := track.Station{Hex: st.Hex, Stop: st.Stop, Slot: st.Slot}
		if taken[circle] || st.Slot >= s.Board.Slots(s.world(), st.Place()) {
			return fmt.Sprintf("two stations in %+v, or no circle", circle)
		}
		taken[circle] = true
		for _, other := range s.Board.Stations {
			if other != st && other.Owner == st.Owner && other.Hex == st.Hex && s.Merging == nil {
				return fmt.Sprintf("%s has two stations in %s", companies[st.Owner].id, s.hexName(st.Hex))
			}
		}
	}
	for c := range s.Companies {
		if it := &s.Companies[c]; it.Home != (count[c] > 0) && it.Active && s.Lifted == nil {
			return fmt.Sprintf("%s has %d stations on the board, its home is placed: %t", companies[c].id, count[c], it.Home)
		}
	}
	return ""
}

// brokenMoney: nobody owes the bank but by a loan, and local railways belong to
// corporations from phase b on, of their size or larger (2, 3, 10).
func (s *State) brokenMoney() string {
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
		if c := s.companyOf(it.Owner); it.In && c != noCompany && (!s.sells() || book.locals[l].size > companies[c].size) {
			return companies[c].id + " owns " + book.locals[l].id
		}
	}
	return ""
}
