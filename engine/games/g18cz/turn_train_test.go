package g18cz

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// buyer is a turn at its train step.
func buyer(t *testing.T, id string, changes ...func(*State)) *State {
	t.Helper()
	s := turn(t, id, func(s *State) {
		if mustCompany(id).Size() == Large {
			placed(id, "E12")(s)
		}
	})
	return changed(s, append(changes, atStep(StepTrains))...)
}

// TestBuyTrains: sides by size, the depot, the reserve (VIII.10).
func TestBuyTrains(t *testing.T) {
	second := func(s *State) { s.Reserve = cards("3+3d 3c 3d") }
	for _, c := range []struct {
		name, id, line string
		changes        []func(*State)
		trains, rest   string // afterwards: its own, the reserve
		cost           int
	}{
		{"normal", "EKJ", "buy 3d", nil, "3d", "", 120},
		{"plus", "BN", "buy 3+3d", nil, "3+3d", "", 180},
		{"normal for a medium one", "BN", "buy 3d", nil, "3d", "", 120},
		{"E", "SX", "buy 3Ed", nil, "3Ed", "", 250},
		{"normal for a large one", "SX", "buy 3d", nil, "3d", "", 120},
		{"plus for a large one", "SX", "buy 3+3d", nil, "3+3d", "", 180},
		{"the depot comes first", "EKJ", "buy 3d", []func(*State){second}, "3d", "3+3d 3c 3d", 120},
		{"reserve", "EKJ", "buy 3c", []func(*State){second}, "3c", "3+3d 3d", 120},
		{"reserve, by name", "EKJ", "buy 3d from reserve", []func(*State){second}, "3d", "3+3d 3c", 120},
		{"reserve, another side than it shows", "BN", "buy 2+2c", []func(*State){second}, "2+2c", "3+3d 3d", 0},
		{"price in words", "EKJ", "buy 3d from bank for 120", nil, "3d", "", 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := buyer(t, c.id, append([]func(*State){treasury(c.id, 900)}, c.changes...)...)
			co := mustCompany(c.id)
			card, _ := FaceNamed(strings.Fields(c.line)[1])
			price := Face(card).Price
			s = after(t, s, c.line)
			if got, rest := names(s.Companies[co].Trains), names(s.Reserve); got != c.trains || rest != c.rest || s.Treasury(co) != 900-price || c.cost > 0 && c.cost != price {
				t.Errorf("trains %s, reserve %s, %d K", got, rest, s.Treasury(co))
			}
		})
	}
}

func TestBuyRefusals(t *testing.T) {
	rich := func(id string, changes ...func(*State)) *State {
		return buyer(t, id, append([]func(*State){treasury(id, 900)}, changes...)...)
	}
	sold := func(name string) func(*State) {
		return func(s *State) { card, _ := FaceNamed(name); s.Sold[card.Pile] |= 1 << card.Face }
	}
	for _, c := range []refusalCase{
		{"size", rich("EKJ"), "buy 3+3d", "VIII.10", "train-size"},
		{"size of a medium one", rich("BN"), "buy 3Ed", "VIII.10", "train-size"},
		{"limit, although one would rust", rich("EKJ", reaches("e"), owns("EKJ", "2a 3c 3c")), "buy 4e", "VIII.10", "train-limit"},
		{"limit", rich("EKJ", owns("EKJ", "3c 3c 3c")), "buy 3d", "VIII.10", "train-limit"},
		{"the last place is for the own size", rich("BN", owns("BN", "3c 3c")), "buy 3d", "VIII.10", "own-size-first"},
		{"at the limit only the own size", rich("BN", owns("BN", "3c 3c 3c")), "buy 3d", "VIII.10", "own-size-first"},
		{"sold out", rich("EKJ"), "buy 3c", "VIII.10", "train-gone"},
		{"not yet", rich("EKJ"), "buy 4e", "VIII.10", "train-later"},
		{"rusted", rich("BN", sold("4+4f"), func(s *State) { s.Reserve = cards("3c") }), "buy 2+2c", "VIII.10", "train-rusted"},
		{"list price", rich("EKJ"), "buy 3d for 170", "VIII.10", "list-price"},
		{"money", buyer(t, "EKJ", owns("EKJ", "3c"), treasury("EKJ", 100), owns("VBW", "3c")), "buy 3d", "VIII.10", "treasury"},
		{"not the seller's", rich("EKJ", owns("VBW", "3c")), "buy 3d from VBW for 10", "VIII.10", "not-owned"},
		{"no trains", rich("EKJ"), "buy 3d from VBW for 10", "VIII.10", "no-trains"},
		{"its own", rich("EKJ", owns("EKJ", "3d")), "buy 3d from EKJ for 10", "VIII.10", "own-train"},
		{"who sells", rich("EKJ", owns("VBW", "3c")), "buy 3c", "VIII.10", "train-from"},
		{"after the trains", changed(rich("EKJ", owns("EKJ", "3d")), atStep(StepLocals)), "buy 3d", "VIII.3", "step-over"},
		{"too much", rich("EKJ", owns("VBW", "3c")), "buy 3c from VBW for 901", "VIII.10", "price"},
		{"phase a", inRound(t, 3, 2, 1, inPhase("a"), noLocals, founded(0, "EKJ", 70, 75), owns("VBW", "2a")), "buy 2a from VBW for 10", "VIII.10", "trades-later"},
		{"pass without an own train", rich("BN", owns("BN", "3d")), "pass", "VIII.10", "must-trains"},
		{"done without an own train", changed(rich("EKJ"), atStep(StepTrack)), "done", "VIII.10", "must-trains"},
	} {
		c.check(t)
	}
}

// TestDuty: every corporation must own a train of its own size at the end of its turn (VIII.10); the director
// adds missing money, and borrows (VIII.11).
func TestDuty(t *testing.T) {
	for _, c := range []struct {
		name          string
		treasury, own int // of the corporation, of the director
		line          string
		left, debt    int // cash of the director, his debt
	}{
		{"the treasury pays", 180, 100, "buy 3+3d", 100, 0},
		{"the director helps", 80, 150, "buy 3+3d", 50, 0},
		{"he borrows", 0, 150, "buy 3+3d", 0, 30},
		{"a dearer one may be chosen", 170, 100, "buy 3+3d", 90, 0},
		{"he helps with one of the reserve", 50, 150, "buy 2+2c from reserve", 120, 0},
	} {
		s := buyer(t, "BN", treasury("BN", c.treasury), money(0, c.own), func(s *State) { s.Reserve = cards("3c") })
		s = after(t, s, c.line)
		if loan := s.Loans[0]; s.Cash.Of(0) != c.left || s.Treasury(mustCompany("BN")) != 0 || loan.Debt != c.debt || loan.Penalty != c.debt {
			t.Errorf("%s: director %d, corporation %d, %+v", c.name, s.Cash.Of(0), s.Treasury(mustCompany("BN")), loan)
		}
	}
	for _, c := range []refusalCase{
		{"no help for a smaller train (VIII.11)", buyer(t, "BN", treasury("BN", 10), money(0, 900)), "buy 3d", "VIII.10", "treasury"},
		{"no help for a second", buyer(t, "BN", owns("BN", "3+3d"), treasury("BN", 10), money(0, 900), owns("VBW", "3d")), "buy 3+3d", "VIII.10", "treasury"},
		{"not from a corporation", buyer(t, "BN", treasury("BN", 10), money(0, 900), founded(0, "KFN", 60, 60), owns("KFN", "3+3d")), "buy 3+3d from KFN for 11", "VIII.10", "price"},
	} {
		c.check(t)
	}
	for name, of := range map[string]func(*State){"none": owns("BN", ""), "a smaller one": owns("BN", "3d")} { // VIII.10
		s := buyer(t, "BN", of, treasury("BN", 300))
		refused(t, name, s, "pass")
		if s = after(t, s, "buy 3+3d"); s.MustBuy() {
			t.Errorf("of trains %s: another train must be bought", name)
		}
	}
}

// TestAtTheLimit: without a train of its own size it buys one above the limit, and gives another away (VIII.12, R25).
func TestAtTheLimit(t *testing.T) {
	c := mustCompany("BN")
	s := after(t, buyer(t, "BN", owns("BN", "3c 3d 3d"), treasury("BN", 300)), "buy 3+3d")
	if q, of := s.Question(); q != AskExcess || of != c {
		t.Fatalf("asked %s of %d", q, of)
	}
	refusalCase{"the only one", s, "discard 3+3d", "VIII.12", "only-train"}.check(t)
	s = after(t, s, "discard 3c")
	if got, rest := names(s.Companies[c].Trains), names(s.Reserve); got != "3d 3d 3+3d" || rest != "3c" {
		t.Errorf("trains %s, reserve %s", got, rest)
	}
}

// TestEngineDuty: under the option of imported games a corporation that spends its
// last money on a smaller train is let off (R24), and may give the new one away
// (R25).
func TestEngineDuty(t *testing.T) {
	engineDuty := under(func(r *Rulings) { r.EngineDuty = true })
	let := after(t, buyer(t, "BN", engineDuty, treasury("BN", 180)), "buy 3d")
	if let.Company() == mustCompany("BN") && let.Turn.Step == StepTrains {
		t.Errorf("still asked: %+v", let.Turn)
	}
	s := after(t, buyer(t, "BN", engineDuty, owns("BN", "3c 3d 3d"), treasury("BN", 300)), "buy 3d", "discard 3d")
	expect.Same(t, "trains", names(s.Companies[mustCompany("BN")].Trains), "3c 3d 3d")
}

// TestTrades: a train of another corporation, for a price that its director agrees
// to; the card keeps its side (VIII.10, R26, R31).
func TestTrades(t *testing.T) {
	s := buyer(t, "BN", owns("BN", "3+3d"), treasury("BN", 100), founded(1, "KFN", 60, 60), owns("KFN", "2+2b"))
	kfn, bn := mustCompany("KFN"), mustCompany("BN")
	before := s.Treasury(kfn)
	s = after(t, s, "buy 2+2b from KFN for 30")
	if s.Actor() != 1 || s.Asking == nil {
		t.Fatalf("seat %d is asked for %+v", s.Actor(), s.Asking)
	}
	if no := after(t, s, "refuse"); no.Actor() != 0 || names(no.Companies[kfn].Trains) != "2+2b" {
		t.Error("refused, and sold")
	}
	s = after(t, s, "agree")
	if names(s.Companies[bn].Trains) != "3+3d 2+2b" || names(s.Companies[kfn].Trains) != "" || s.Treasury(bn) != 70 || s.Treasury(kfn) != before+30 {
		t.Errorf("BN %s %d K, KFN %s %d K", names(s.Companies[bn].Trains), s.Treasury(bn), names(s.Companies[kfn].Trains), s.Treasury(kfn))
	}
	own := after(t, buyer(t, "BN", owns("BN", "3+3d"), founded(0, "KFN", 60, 60), owns("KFN", "2+2b")), "buy 2+2b from KFN for 1")
	if own.Asking != nil || names(own.Companies[bn].Trains) != "3+3d 2+2b" {
		t.Error("the same director is asked")
	}
}

// TestExcessTrains: when a limit falls, every corporation above it gives trains away, in the order of VIII.12,
// in anybody's turn; then its own-size train may go (R25).
func TestExcessTrains(t *testing.T) {
	s := buyer(t, "SX", reaches("e"), treasury("SX", 900), founded(1, "EKJ", 50, 75), owns("EKJ", "2a 3c 3d"), founded(2, "BN", 60, 60), owns("BN", "2+2b 3+3d 3c"))
	s.Depot.Left[s.Top()] = 4
	s = after(t, s, "buy 3Ee") // phase e: two for small ones
	ekj := mustCompany("EKJ")
	if q, of := s.Question(); q != AskExcess || of != ekj || s.Actor() != 1 {
		t.Fatalf("asked %s of %d, seat %d", q, of, s.Actor())
	}
	if _, refusal, err := tryOf(s, 0, "pass"); err != nil || refusal == nil {
		t.Errorf("another goes on meanwhile: %v", err)
	}
	before := s.Treasury(ekj)
	s = after(t, s, "discard 3c")
	if got := names(s.Companies[ekj].Trains); got != "2a 3d" || s.Actor() != 0 || s.Treasury(ekj) != before {
		t.Errorf("EKJ has %s and %d K, before %d; seat %d goes on", got, s.Treasury(ekj), before, s.Actor())
	}
}
