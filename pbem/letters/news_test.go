package letters

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/templates"
)

// What others have played and taken back is left out for who was told nothing of it.
func TestWithoutTakenBack(t *testing.T) {
	order := func(seq uint64, s engine.Seat) templates.Step {
		return templates.Step{Seq: seq, Seat: s, Line: "pass"}
	}
	back := func(seq uint64, s engine.Seat, to uint64) templates.Step {
		return templates.Step{Seq: seq, Seat: s, Back: to}
	}
	said := templates.Step{Seq: 6, Seat: 2, Reports: []engine.Message{engine.Msg("pbem.said")}}
	for _, c := range []struct {
		name string
		list []templates.Step
		told uint64
		want string // numbers of what is left
	}{
		{"nothing taken back", []templates.Step{order(4, 1), order(5, 1)}, 3, "[4 5]"},
		{"untold", []templates.Step{order(4, 1), order(5, 1), back(6, 1, 4), order(7, 1)}, 3, "[4 7]"},
		{"all of it", []templates.Step{order(4, 1), back(5, 1, 3)}, 3, "[]"},
		{"told before", []templates.Step{order(4, 1), order(5, 1), back(6, 1, 4)}, 5, "[4 5 6]"},
		{"by the reader", []templates.Step{order(4, 0), back(5, 0, 3)}, 3, "[4 5]"},
		{"by the organiser", []templates.Step{order(4, 1), back(5, engine.Nobody, 3)}, 3, "[4 5]"},
		{"talk stays", []templates.Step{order(5, 1), said, back(7, 1, 4), order(8, 1)}, 4, "[6 8]"},
		{"twice", []templates.Step{order(4, 1), order(5, 1), back(6, 1, 4), order(7, 1), back(8, 1, 3), order(9, 2)}, 3, "[9]"},
		{"one after the other", []templates.Step{order(4, 1), back(5, 1, 3), order(6, 1), back(7, 1, 5), order(8, 1)}, 3, "[8]"},
		{"an own answer in advance, given anew", []templates.Step{order(4, 1), order(0, 0), back(5, 1, 3), order(0, 0), order(6, 1)}, 3, "[0 6]"},
	} {
		got := []uint64{}
		for _, s := range withoutTakenBack(c.list, c.told, 0) {
			got = append(got, s.Seq)
		}
		if s := fmt.Sprint(got); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}
