package engine_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/toy"
)

func TestCheckSetup(t *testing.T) {
	good, err := engine.CheckSetup(toy.Title{}, engine.Setup{Seats: 3})
	if err != nil || good.Version != 1 || good.Options["deck"] != "twelve" {
		t.Errorf("defaults %+v, %v", good, err)
	}
	cases := []struct {
		name string
		s    engine.Setup
		want string
	}{
		{"too few", engine.Setup{Seats: 1}, "forbidden 0+0 engine.seats"},
		{"too many", engine.Setup{Seats: 5}, "forbidden 0+0 engine.seats"},
		{"newer", engine.Setup{Seats: 2, Version: 2}, "forbidden 0+0 engine.version"},
		{"below", engine.Setup{Seats: 2, Version: -1}, "forbidden 0+0 engine.version"},
		{"option", engine.Setup{Seats: 2, Options: map[string]string{"dekc": "twelve"}}, "forbidden 0+0 engine.option-unknown expected deck"},
		{"value", engine.Setup{Seats: 2, Options: map[string]string{"deck": "six"}}, "forbidden 0+0 engine.option-value (rule 1) expected twelve eighteen"},
	}
	for _, c := range cases {
		_, err := engine.CheckSetup(toy.Title{}, c.s)
		if r, ok := engine.AsRefusal(err); !ok || refusal(r) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
