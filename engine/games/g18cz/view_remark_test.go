package g18cz_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/templates"
)

// remarked returns the remarks on a line in a letter.
func remarked(t *testing.T, s *g18cz.State, line string) string {
	t.Helper()
	seat := s.Actor()
	r, refusal, err := g18cz.Try(s, line)
	if err != nil || refusal != nil {
		t.Fatalf("%s: %v, %v", line, refusal, err)
	}
	var words []string
	for _, m := range (wired).Remark(engine.Move{Before: s, After: r.Pos, Seat: seat, Reports: r.Reports}) {
		words = append(words, g18cz.Texts.Say("en", []string{"Ana", "Ben", "Cleo"}, nil, m))
	}
	return strings.Join(words, "; ")
}

func TestRemarks(t *testing.T) {
	draft := g18cz.NewGame(t, 3)
	first := g18cz.InStock(t, 3, 1)
	stock := g18cz.InStock(t, 3, 3, g18cz.Founded(0, "EKJ", 60, 50), g18cz.Founded(1, "OFE", 60, 50), g18cz.Holds(0, "OFE", 25), g18cz.Holds(2, "EKJ", 25))
	debt := g18cz.InStock(t, 3, 3, g18cz.Founded(0, "EKJ", 60, 50), func(s *g18cz.State) { s.Loans[0] = g18cz.Loan{Debt: 50, Penalty: 50} }, g18cz.Money(0, 80))
	for _, c := range []struct {
		s          *g18cz.State
		line, want string
	}{
		{draft, "take S1", "25 K; 355 left; brings 5 K a round"},
		{draft, "pass", ""},
		{first, "start EKJ 60", "120 K; then 50 %; its treasury: 240 K; home D5 Karlovy Vary"},
		{g18cz.InStock(t, 3, 2, g18cz.InPhase("b")), "start BN 60", "120 K; then 40 %; 60 K more make it active; home E12 Praha"},
		{stock, "sell 1 OFE", "+60 K; price then 58"},
		{stock, "buy OFE", "60 K; then 50 %; corporations of its size usually run for 50 K, 12 K a share"},
		{g18cz.After(t, stock, "sell 1 OFE"), "pass", "ends your turn"},
		{g18cz.After(t, stock, "pass", "pass"), "pass", "ends the stock round"},
		{debt, "repay", "50 K; 0 K of debt left"},
	} {
		expect.Same(t, fmt.Sprintf("%q is remarked", c.line), remarked(t, c.s, c.line), c.want)
	}
}

// The turn of EKJ in D5, with a second corporation beside it.
func TestRemarksOfTurns(t *testing.T) {
	phaseA := g18cz.InRound(t, 3, 5, 1, g18cz.Founded(0, "EKJ", 60, 50), g18cz.Money(0, 300))
	built := g18cz.After(t, phaseA, "lay 57 D5 E4-C6", "lay 58 E4 E2-D5")
	bought := g18cz.After(t, built, "buy 2a")
	running := g18cz.After(t, bought, "done")
	last := g18cz.InRound(t, 3, 2, 1, g18cz.Founded(0, "EKJ", 60, 50), g18cz.InPhase("b"), g18cz.Treasury("EKJ", 20), g18cz.Owns("EKJ", "2a"))
	poor := g18cz.InRound(t, 3, 2, 1, g18cz.Founded(0, "EKJ", 60, 50), g18cz.InPhase("b"), g18cz.Treasury("EKJ", 20), g18cz.Money(0, 10))
	for _, c := range []struct {
		name       string
		s          *g18cz.State
		line, want string
	}{
		{"track", phaseA, "lay 57 D5 E4-C6", "towards E4 and C6"},
		{"a second tile", g18cz.After(t, phaseA, "lay 57 D5 E4-C6"), "lay 58 E4 E2-D5", "may run 30 with a new train; reaches E4; towards E2"},
		{"terrain", g18cz.After(t, phaseA, "lay 57 D5 E4-C6"), "lay 4 C6 D5-B7", "may run 30 with a new train; 40 K for terrain; reaches C6; towards Teplice & Ústí nad Labem, 1 tile on"},
		{"a train", built, "buy 2a", "run 30 instead of 0; 70 K; 170 left"},
		{"no train", phaseA, "pass", "no revenue; price then 55; next: buying trains"},
		{"running", running, "run best", "30 K; D5-E4"},
		{"paying", g18cz.After(t, running, "run best"), "pay", "Ana 15 K; price then 60"},
		{"holding", g18cz.After(t, running, "run best"), "hold", "30 K for the treasury, then 200 K; price then 50"},
		{"the end of a set", last, "done", "no revenue; price then 55; ends the set: 2b is exported; ends the turn of EKJ"},
		{"a loan", poor, "buy 2b", "70 K; 0 left; the director adds 50 K; ends the set: 2b is exported"},
	} {
		if c.s.Actor() == engine.Nobody {
			t.Fatalf("%s: the game is over", c.name)
		}
		expect.Same(t, fmt.Sprintf("%s: %q is remarked", c.name, c.line), remarked(t, c.s, c.line), c.want)
	}
}

// Offers, and their effects for players who must agree.
func TestRemarksOfOffers(t *testing.T) {
	round := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 70, 60), g18cz.Founded(1, "EKJ", 60, 50), g18cz.Owns("EKJ", "2b"), g18cz.Drafted(2, "S1"), g18cz.OwnLocal("EKJ", "S2"))
	for _, c := range []struct {
		line, offered, agreed string
	}{
		{"buy S1 for 30", "Cleo must agree", "+30 K; loses 5 K a round and 120 K at the end"},
		{"acquire EKJ for 50", "Ben must agree; skips track; price then 65; 100 K; 250 left", "you get 100 K for shares worth 120; EKJ leaves the game"},
		{"buy 2b from EKJ for 80", "Ben must agree; skips track and taking over; price then 65", "EKJ gets 80 K, then has 325 K; leaves EKJ without a train"},
	} {
		expect.Same(t, fmt.Sprintf("%q is remarked", c.line), remarked(t, round, c.line), c.offered)
		asked := g18cz.After(t, round, c.line)
		expect.Same(t, fmt.Sprintf("%q: agreeing is remarked", c.line), remarked(t, asked, "agree"), c.agreed)
		expect.Same(t, fmt.Sprintf("%q: refusing is remarked", c.line), remarked(t, asked, "refuse"), "")
	}
	agreed := g18cz.After(t, round, "acquire EKJ for 50", "agree")
	for line, want := range map[string]string{
		"keep 2b": "it cannot run for BN", "pass": "2b stays with BN", "flip 2b": "becomes 2+2b for 10 K", "drop 2b": "out of the game",
	} {
		expect.Same(t, fmt.Sprintf("%q is remarked", line), remarked(t, agreed, line), want)
	}
}

// The effect of an offer is in the letter of the asked player.
func TestOffersAreShown(t *testing.T) {
	round := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 70, 60), g18cz.Founded(1, "EKJ", 60, 50), g18cz.Holds(2, "EKJ", 25), g18cz.Owns("EKJ", "2b"), g18cz.Drafted(2, "S1"))
	g18cz.KeepRun(round, g18cz.Run{Company: g18cz.MustCompany("EKJ"), Revenue: 41})
	for line, want := range map[string][]string{
		"buy S1 for 30":          {"You would get 30 K for S1", "is worth 50 K now"},
		"acquire EKJ for 50":     {"BN would take over EKJ and pay 50 K for each share", "Ben 100 K and Cleo 50 K", "its trains (2b)", "EKJ last ran for 41 K; your part was 21 K"},
		"buy 2b from EKJ for 80": {"EKJ would get 80 K for train 2b", "left without a train"},
	} {
		asked := g18cz.After(t, round, line)
		got := words(t, asked, asked.Actor(), "own", "")
		expect.Has(t, line, got, want...)
		expect.Lacks(t, line, words(t, asked, 0, "own", ""), "== the offer")
	}
}

// Of many tiles, those that change the best run come first, including purple ones and upgrades, and their
// remarks say so.
func TestTilesThatPayAreListed(t *testing.T) {
	s := traced(t, "18CZ-4p-1400", 450)
	c, seat := s.Company(), s.Actor()
	most := s.BestRun(c).Revenue
	for _, l := range g18cz.Layer(s).Lays() {
		after := s.Clone().(*g18cz.State)
		g18cz.Laid(after, l)
		most = max(most, after.BestRun(c).Revenue)
	}
	if most == s.BestRun(c).Revenue {
		t.Fatal("no tile changes the best run here: choose another position")
	}
	list := advise.List(wired, s, seat, "", 1, 40)
	for _, choice := range list.Choices {
		if !strings.HasPrefix(choice.Line, "lay ") {
			continue
		}
		expect.Same(t, choice.Line, choice.After.(*g18cz.State).BestRun(c).Revenue, most)
		if got, want := remarked(t, s, choice.Line), "run "+strconv.Itoa(most)+" instead of "+strconv.Itoa(s.BestRun(c).Revenue); !strings.Contains(got, want) {
			t.Errorf("%q is remarked %q, want %q", choice.Line, got, want)
		}
		break
	}
}

// sheetBlock is the block of seat 0's sheet with a heading.
func sheetBlock(t *testing.T, s *g18cz.State, part, head string) engine.Block {
	t.Helper()
	blocks := expect.Get(engine.Show(wired, s, 0, part, "", false))(t)
	i := slices.IndexFunc(blocks, func(b engine.Block) bool { return b.Head.Key == head })
	if i < 0 {
		t.Fatalf("%s has no block %s", part, head)
	}
	return blocks[i]
}

// The letter gives a corporation's revenue without the train it would sell.
func TestTrainOfferSaysTheLoss(t *testing.T) {
	s := g18cz.Ready(t)
	ekj := g18cz.MustCompany("EKJ")
	run := s.BestRun(ekj).Revenue
	for trains, lost := range map[string]bool{"2a": true, "2a 2a": false} {
		g18cz.Owns("EKJ", trains)(s)
		s.Asking = &g18cz.Offer{Deal: g18cz.DealTrain, Buyer: g18cz.MustCompany("OFE"), Seller: ekj, Card: g18cz.Cards("2a")[0], Price: 10}
		b := sheetBlock(t, s, "own", "18cz.head.offer")
		i := slices.IndexFunc(b.Lines, func(m engine.Message) bool { return m.Key == "18cz.sheet.offer-train-run" })
		expect.Same(t, fmt.Sprintf("with %s: %v", trains, b.Lines), i >= 0, lost)
		if i >= 0 && (b.Lines[i].Of("old").Int != run || b.Lines[i].Of("n").Int != 0 || run == 0) {
			t.Errorf("a run of %d: %v", run, b.Lines[i])
		}
	}
}

// Directors who can leave a corporation to another: the table names the successor and the number of shares to
// sell (VII.6). The reader, as either, is "you".
func TestDirectorsThatCanLeave(t *testing.T) {
	for director := 40; director <= 80; director += 20 {
		for heir := 0; heir <= min(100-director, director); heir += 20 {
			s := g18cz.InStock(t, 3, 3, g18cz.InPhase("b"), g18cz.Founded(0, "BN", 60, director), g18cz.Holds(2, "BN", heir))
			first, bn := 0, g18cz.MustCompany("BN")
			for n := 1; n <= director/20 && first == 0; n++ {
				if r, refusal, err := g18cz.Try(s, "sell "+strconv.Itoa(n)+" BN"); err == nil && refusal == nil && r.Pos.(*g18cz.State).DirectorOf(bn) == 2 {
					first = n
				}
			}
			for reader, want := range map[engine.Seat]string{0: "BN (you to Cleo, %d)", 1: "BN (Ana to Cleo, %d)", 2: "BN (Ana to you, %d)"} {
				blocks := expect.Get(engine.Show(wired, s, reader, "table", "", false))(t)
				text, say := "", g18cz.Texts.Word(&templates.Letter{Lang: "en", Players: []string{"Ana", "Ben", "Cleo"}, Seat: reader})
				for _, b := range blocks {
					for _, m := range b.Lines {
						text += say(m) + "\n"
					}
				}
				if want = fmt.Sprintf(want, first); strings.Contains(text, want) != (first > 0) || strings.Contains(text, "BN (") != (first > 0) {
					t.Errorf("%d %% against %d %%, seat %d: want %q in\n%s", director, heir, reader, want, text)
				}
			}
		}
	}
}

// What is said about a suggested draft card is true, in random drafts: its price, what is left, its income, and
// that none that leaves the money for a start brings more for its price by the end.
func TestDraftReasons(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(43, 6)), 0
	runs := engine.Count(g18cz.Book.Timeline, func(r g18cz.Round) bool { return r.Stage == g18cz.Operating })
	sum := func(l g18cz.Local) int { return g18cz.Book.Locals[l].Income*runs + g18cz.Book.Final }
	for draft := range 40 {
		s := g18cz.NewGame(t, 2+draft%5)
		for s.Stage == g18cz.Drafting {
			seat := s.Actor()
			turn, money := wired.Usual(s, seat), s.Cash.Of(g18cz.SeatAccount(seat))
			kept := turn.Aim.Of("n").Int
			var open []g18cz.Local
			for l := range g18cz.Local(len(s.Locals)) {
				if s.MayTake(l) == nil {
					open = append(open, l)
				}
			}
			for _, l := range open {
				price := g18cz.Book.Locals[l].Price
				if turn.Lines[0] == "take "+l.ID() {
					said++
					expect.Same(t, "the sum of "+l.ID(), turn.Aim.Of("sum").Int, sum(l))
					expect.True(t, money-price >= kept, "%s leaves %d K, not %d", l.ID(), money-price, kept)
					expect.Has(t, l.ID(), remarked(t, s, turn.Lines[0]), fmt.Sprintf("%d K; %d left; brings %d K a round", price, money-price, g18cz.Book.Locals[l].Income))
					for _, other := range open {
						at := g18cz.Book.Locals[other].Price
						better := money-at >= kept && sum(other)*price > sum(l)*at
						expect.True(t, !better, "%s (%d for %d K) is suggested, but %s brings %d for %d K", l.ID(), sum(l), price, other.ID(), sum(other), at)
					}
				} else if turn.Lines[0] == "pass" {
					expect.True(t, money-price < kept, "%s leaves %d K, but the suggestion is to keep %d and pass", l.ID(), money-price, kept)
				}
			}
			line := "pass"
			if n := rng.IntN(len(open) + 1); n < len(open) {
				line = "take " + open[n].ID()
			}
			s = g18cz.After(t, s, line)
		}
	}
	expect.True(t, said > 100, "only %d cards were suggested", said)
}
