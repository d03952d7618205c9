package engine_test

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/toy"
	"railpost/engine/games/g18cz"
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

func TestOptionsBeyondTheList(t *testing.T) {
	for value, want := range map[string]string{"drawn": "", "EKJ,BN,SX": "", "many": "forbidden 0+0 18cz.no.neutral-form (rule Two players) expected drawn EKJ,BN,SX"} {
		s, err := engine.CheckSetup(engine.Bare{Rules: g18cz.Rules{}}, engine.Setup{Seats: 2, Options: map[string]string{"neutral_corporations": value}})
		r, refused := engine.AsRefusal(err)
		if refused && refusal(r) != want || !refused && (want != "" || s.Options["neutral_corporations"] != value) {
			t.Errorf("neutral=%s: %v, %v; want %q", value, s.Options, err, want)
		}
	}
}

func TestProfiles(t *testing.T) {
	cases := []struct {
		name    string
		options map[string]string
		want    string // the options, or the refusal
	}{
		{"a profile", map[string]string{"profile": "18xx.games"}, "not_asked given"},
		{"with another value beside it", map[string]string{"profile": "18xx.games", "seating": "drawn"}, "not_asked drawn"},
		{"unknown", map[string]string{"profile": "long"}, "forbidden 0+0 engine.option-value expected 18xx.games book"},
	}
	for _, c := range cases {
		s, err := engine.CheckSetup(engine.Bare{Rules: g18cz.Rules{}}, engine.Setup{Seats: 3, Options: c.options})
		got := s.Options["consent"] + " " + s.Options["seating"]
		if r, ok := engine.AsRefusal(err); ok {
			got = refusal(r)
		}
		if got != c.want || c.options["profile"] == "" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if _, err := engine.CheckSetup(toy.Title{}, engine.Setup{Seats: 2, Options: map[string]string{"profile": "short"}}); err == nil {
		t.Error("a title without profiles takes one")
	}
}

func TestRanked(t *testing.T) {
	got := ""
	for _, s := range engine.Ranked([]engine.Score{{Seat: 0, Points: 5}, {Seat: 1, Points: 9}, {Seat: 2, Points: 5}, {Seat: 3, Points: 12}, {Seat: 4, Points: 1}}) {
		got += fmt.Sprintf("%d:%d ", s.Rank, s.Seat)
	}
	if want := "1:3 2:1 3:0 3:2 5:4 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
