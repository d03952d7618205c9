package past

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func TestRead(t *testing.T) {
	round := func(key string, set, round int) engine.Message {
		return engine.Msg(key, engine.Int("set", set), engine.Int("round", round))
	}
	report := func(key, company string, n, price int) engine.Message {
		return engine.Msg(key, engine.Term("company", company), engine.Int("n", n), engine.Int("price", price))
	}
	seat := func(n int) engine.Arg { return engine.Player("seat", engine.Seat(n)) }
	part := func(of, n int) engine.Arg { return engine.Say("", engine.Msg("part", seat(of), engine.Int("n", n))) }
	paid := report("paid", "a", 80, 60)
	paid.Args = append(paid.Args, engine.Several("parts", part(0, 30), part(1, 50)))
	ran := engine.Msg("ran", engine.Term("company", "b"), engine.SeveralOf("routes", []string{"x-y", "y-z"}, engine.Text), engine.Int("n", 90), seat(1), engine.Int("own", 45))
	reports := Reports{"ran": Ran, "earned": Earned, "operating": Operating, "stock": Stock, "paid": Paid, "sold": Price, "start": StartPrice}
	c := reports.Read([]engine.Message{
		report("start", "a", 60, 0),
		round("stock", 2, 0), report("sold", "a", 3, 55), report("other", "a", 9, 9),
		round("operating", 2, 1), paid, ran, report("paid", "b", 40, 70),
		round("operating", 2, 2), engine.Msg("earned", seat(0), engine.Int("n", 7)), engine.Msg("earned", seat(int(engine.Nobody)), engine.Int("n", 7)),
	}, func(company string) int { return map[string]int{"a": 25, "b": 10}[company] })
	want := []Round{
		{Name: "2", Paid: map[string]int{}, Prices: map[string]int{"a": 55}, Earned: map[int]int{}},
		{Name: "2.1", Operating: true, Paid: map[string]int{"a": 20, "b": 4}, Prices: map[string]int{"a": 60, "b": 70}, Earned: map[int]int{0: 30, 1: 95}},
		{Name: "2.2", Operating: true, Paid: map[string]int{}, Prices: map[string]int{"a": 60, "b": 70}, Earned: map[int]int{0: 7}},
	}
	expect.Same(t, "rounds", c.Rounds, want)
	expect.Same(t, "runs", c.Runs, []Run{{"2.1", "b", []string{"x-y", "y-z"}, 90}})
}
