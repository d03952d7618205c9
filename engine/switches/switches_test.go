package switches

import (
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
)

type rules struct{ Long, Wide bool }

var list = []Switch[rules]{
	{Key: "long", Rule: "1", Set: func(r *rules) { r.Long = true }},
	{Key: "width", Values: [2]string{"narrow", "wide"}, Rule: "2", Seats: []int{3}, Since: 2, Set: func(r *rules) { r.Wide = true }},
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		values map[string]string
		want   rules
	}{
		{nil, rules{}},
		{map[string]string{"long": "off", "width": "narrow"}, rules{}},
		{map[string]string{"long": "on"}, rules{Long: true}},
		{map[string]string{"width": "wide"}, rules{Wide: true}},
		{map[string]string{"width": "on"}, rules{}},
	} {
		expect.Same(t, c.values, Rules(list, c.values), c.want)
	}
}

func TestOptions(t *testing.T) {
	got := Options("tram", list)
	if len(got) != 2 || got[0].Key != "long" || got[0].Gloss != "tram.option.long" || got[0].ForSeat != nil || !slices.Equal(got[0].Values, []string{"off", "on"}) {
		t.Errorf("%+v", got)
	}
	if w := got[1]; w.Rule != "2" || !slices.Equal(w.ForSeat, []int{3}) || !slices.Equal(w.Values, []string{"wide", "narrow"}) || w.Since != 2 || w.Was != "narrow" {
		t.Errorf("%+v", w)
	}
}
