package past

import (
	"reflect"
	"testing"

	"railpost/engine"
)

func TestRead(t *testing.T) {
	round := func(key string, set, round int) engine.Message {
		return engine.Msg(key, engine.Int("set", set), engine.Int("round", round))
	}
	report := func(key, company string, n, price int) engine.Message {
		return engine.Msg(key, engine.Term("company", company), engine.Int("n", n), engine.Int("price", price))
	}
	reports := Reports{"operating": Operating, "stock": Stock, "paid": Paid, "sold": Price, "start": StartPrice}
	c := reports.Read([]engine.Message{
		report("start", "a", 60, 0),
		round("stock", 2, 0), report("sold", "a", 3, 55), report("other", "a", 9, 9),
		round("operating", 2, 1), report("paid", "a", 80, 60), report("paid", "b", 40, 70),
		round("operating", 2, 2),
	}, func(company string) int { return map[string]int{"a": 25, "b": 10}[company] })
	want := []Round{
		{Name: "2", Paid: map[string]int{}, Prices: map[string]int{"a": 55}},
		{Name: "2.1", Operating: true, Paid: map[string]int{"a": 20, "b": 4}, Prices: map[string]int{"a": 60, "b": 70}},
		{Name: "2.2", Operating: true, Paid: map[string]int{}, Prices: map[string]int{"a": 60, "b": 70}},
	}
	if !reflect.DeepEqual(c.Rounds, want) {
		t.Errorf("rounds\n%+v\nwant\n%+v", c.Rounds, want)
	}
}
