package g18mag

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

func TestScrap(t *testing.T) {
	s := turnOf(t, 3, 10, owns(50, 3, 2, 3), atStep(StepScrap))
	s = after(t, s, "scrap 3")
	expect.Same(t, "trains", s.Minors[9].Trains, []int{2, 3})
	s = after(t, s, "scrap 3-train")
	expect.Same(t, "a train is left, and the step", s.Turn.Step, StepScrap)
	if s = after(t, s, "scrap 2"); s.Turn.Step == StepScrap || s.Purse(9) != 50 {
		t.Errorf("the step is %s, the treasury %d", s.Turn.Step, s.Purse(9))
	}
	for _, c := range []refusalCase{
		{name: "another size", s: turnOf(t, 3, 10, owns(50, 2), atStep(StepScrap)), line: "scrap 3", rule: "VI.3.5", key: "not-owned"},
		{name: "no train", s: turnOf(t, 3, 10, owns(50)), line: "scrap 2", rule: "VI.3.5", key: "no-train"},
		{name: "too late", s: turnOf(t, 3, 10, owns(50, 2), atStep(StepTrains)), line: "scrap 2", rule: "VI.3.1", key: "step-over"},
	} {
		t.Run(c.name, c.check)
	}
}

// Prices and their recipients (VI.3.8, III.3.3, X).
func TestBuyFromBank(t *testing.T) {
	ldsteg, mavag := MajorOf("LdStEG"), MajorOf("MAVAG")
	for _, c := range []struct {
		seats  int
		line   string
		price  int
		seller Company
		share  int
		phase  int
	}{
		{3, "buy 2", 80, ldsteg, 40, 0},
		{3, "buy 3", 120, mavag, 60, 1},
		{3, "buy 4", 200, ldsteg, 100, 1},
		{3, "buy 6", 320, mavag, 160, 1},
		{2, "buy 2", 80, ldsteg, 20, 0},
		{2, "buy 3", 120, ldsteg, 30, 1},
		{2, "buy 4", 200, ldsteg, 50, 1},
	} {
		s := turnOf(t, c.seats, 6, owns(400), atStep(StepTrains))
		bank := s.Cash.Bank
		s = after(t, s, c.line)
		expect.Same(t, []any{c.seats, c.line}, [4]int{400 - s.Purse(5), s.Purse(c.seller), s.Cash.Bank - bank, s.Phase},
			[4]int{c.price, c.share, c.price - c.share, c.phase})
		if !s.Sold || len(s.Minors[5].Trains) != 1 {
			t.Errorf("%s: sold %v, trains %v", c.line, s.Sold, s.Minors[5].Trains)
		}
	}
	s := after(t, turnOf(t, 3, 6, owns(400), atStep(StepTrains)), "buy 2", "buy 3") // one or two
	if s.At != 1 || !slices.Equal(s.Minors[5].Trains, []int{2, 3}) {
		t.Errorf("trains %v, company %d acts", s.Minors[5].Trains, s.At)
	}
}

// Players' words for a purchase.
func TestBuyReading(t *testing.T) {
	s := turnOf(t, 3, 10, owns(300, 2), atStep(StepTrains))
	for _, c := range []struct{ line, want string }{
		{"buy 3", "buy 3"},
		{"buy 3-train", "buy 3"},
		{"buy 3 from bank", "buy 3"},
		{"buy 3 from the bank for 120", "buy 3"},
		{"buy 3 for 120", "buy 3"},
		{"buy 2 from 5 for 80", "buy 2 from 5 for 80"},
		{"buy 2 from minor 5 for 80", "buy 2 from 5 for 80"},
		{"buy 2 from 5 for 80 Ft", "buy 2 from 5 for 80"},
		{"buy 2 from 5 for 80ft", "buy 2 from 5 for 80"},
		{"buy 3 for 120 forints", "buy 3"},
	} {
		expect.Same(t, c.line, played(t, s, c.line).Line, c.want)
	}
}

func TestBuyRefusals(t *testing.T) {
	at := atStep(StepTrains)
	for _, c := range []refusalCase{
		{name: "limit", s: turnOf(t, 3, 10, owns(300, 2, 3), at), line: "buy 2", rule: "III.3.2", key: "train-limit"},
		{name: "limit, from a minor", s: turnOf(t, 3, 10, owns(300, 2, 3), at), line: "buy 2 from 5 for 1", rule: "III.3.2", key: "train-limit"},
		{name: "too dear", s: turnOf(t, 3, 10, owns(119, 2), at), line: "buy 3", rule: "VI.3.8", key: "train-dear"},
		{name: "nothing affordable", s: turnOf(t, 3, 10, owns(0, 2), at), line: "buy 2", rule: "VI.3.8", key: "trains-dear"},
		{name: "not the bank's price", s: turnOf(t, 3, 10, owns(300, 2), at), line: "buy 3 for 100", rule: "VI.3.8", key: "list-price"},
		{name: "train it has not", s: turnOf(t, 3, 10, owns(300, 2), at), line: "buy 3 from 5 for 10", rule: "VI.3.8", key: "not-owned"},
		{name: "more than the treasury", s: turnOf(t, 3, 10, owns(30, 2), at), line: "buy 2 from 5 for 31", rule: "VI.3.8", key: "price"},
		{name: "for nothing", s: turnOf(t, 3, 10, owns(30, 2), at), line: "buy 2 from 5 for 0", rule: "VI.3.8", key: "price"},
	} {
		t.Run(c.name, c.check)
	}
	if _, refusal, _ := try(turnOf(t, 3, 10, owns(30, 2), at), "buy 2 from 5"); refusal == nil || refusal.Kind != engine.Unanswered || refusal.Why.Key != "18mag.ask.price" {
		t.Errorf("without a price: %v", refusal)
	}
	if _, refusal, _ := try(turnOf(t, 2, 6, owns(400), at), "buy 6"); refusal == nil {
		t.Error("two players buy a 6")
	}
}

// A train of another owner's minor needs that owner's consent; one of an own minor
// does not, nor under the option.
func TestSale(t *testing.T) {
	base := func(changes ...func(*State)) *State {
		return turnOf(t, 3, 10, append([]func(*State){owns(100, 2), atStep(StepTrains)}, changes...)...)
	}
	own := after(t, base(), "buy 2 from 13 for 30") // 10 and 13 belong to seat 0
	if own.Asking != nil || own.Purse(9) != 70 || own.Purse(12) != 80 || own.Sold || len(own.Minors[12].Trains) != 0 {
		t.Errorf("%+v, %v", own.Asking, own.Minors[12])
	}
	free := after(t, base(func(s *State) { s.Rules.NoConsent = true }), "buy 2 from 5 for 30")
	if free.Asking != nil || free.Purse(4) != 80 {
		t.Errorf("%+v", free.Asking)
	}
	asked := after(t, base(), "buy 2 from 5 for 30")
	if asked.Asking == nil || asked.Actor != asked.Minors[4].Owner || asked.Purse(9) != 100 || len(asked.Prompts(0)) != 0 {
		t.Fatalf("%+v, seat %d acts", asked.Asking, asked.Actor)
	}
	yes := after(t, asked, "agree")
	if yes.Asking != nil || yes.Purse(9) != 70 || yes.Purse(4) != 80 || !slices.Equal(yes.Minors[9].Trains, []int{2, 2}) {
		t.Errorf("%+v", yes.Minors[9])
	}
	no := after(t, asked, "refuse")
	if no.Asking != nil || no.Actor != 0 || no.Purse(9) != 100 || no.Turn.Step != StepTrains {
		t.Errorf("%+v, seat %d acts", no.Turn, no.Actor)
	}
}

// A minor that cannot pay a train of the bank has those of the other minors in its
// list, each with the range of its price (VI.3.8).
func TestTrainsOfOthersAreListed(t *testing.T) {
	s := turnOf(t, 3, 10, owns(50), atStep(StepTrains))
	for i := range s.Minors {
		if c := Company(i); c != s.Company() && c != 4 && c != 7 {
			s.Minors[i].Trains = nil
		}
	}
	s.Minors[7].Trains = []int{3}
	got := engine.Each(ranges(s), func(m advise.More) string { return m.Prefix })
	if want := []string{"buy 2 from 5 for 1-50", "buy 3 from 8 for 1-50"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	expect.Same(t, "without money", ranges(turnOf(t, 3, 10, owns(0), atStep(StepTrains))), nil)
}

// A train that is named by its seller alone is offered with the range of its price; with
// the price, where that can be one only.
func TestTrainWithoutSizeIsOffered(t *testing.T) {
	for _, tc := range []struct {
		money      int
		line       string
		near, open []string
	}{
		{money: 50, line: "buy train from 8", open: []string{"buy 2 from 8 for 1-50", "buy 3 from 8 for 1-50"}},
		{money: 50, line: "buy from m5", open: []string{"buy 2 from 5 for 1-50"}},
		{money: 50, line: "buy train from 5 for 7", near: []string{"buy 2 from 5 for 7"}},
		{money: 1, line: "buy train from 5", near: []string{"buy 2 from 5 for 1"}},
		{money: 50, line: "buy train from 5 10 20"},
	} {
		s := turnOf(t, 3, 10, owns(tc.money), atStep(StepTrains))
		s.Minors[7].Trains = []int{2, 3}
		g := &engine.Game{Name: "test", Title: bare, Setup: seating(s.Seats), Pos: s}
		out, err := advise.Play(g, s.Actor, []string{tc.line}, engine.Mode{}, advise.Words{})
		if err != nil || out.Verdicts[0].Refusal == nil {
			t.Fatalf("%q: %v, %+v", tc.line, err, out)
		}
		r := out.Verdicts[0].Refusal
		if !slices.Equal(r.Near, tc.near) || !slices.Equal(r.Open, tc.open) {
			t.Errorf("%q with %d Ft: near %q, open %q", tc.line, tc.money, r.Near, r.Open)
		}
	}
}

// open is the title with the hint of its view that prices are not listed one by one.
type open struct{ engine.Bare }

func (open) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	return engine.Hints{Open: v.Name == "buy"}
}

// ranges returns the orders that the list of "moves buy" shows with a range.
func ranges(s *State) []advise.More {
	return slices.DeleteFunc(advise.List(open{bare}, s, s.Actor, "buy", 0, 0).More, func(m advise.More) bool { return m.What != advise.Range })
}
