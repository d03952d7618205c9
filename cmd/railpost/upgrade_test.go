package main

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/desk/admin"
)

// older is a title as a program knew it that had version 1 only.
type older struct{ engine.Title }

func (older) Version() int { return 1 }

// TestRunningGameKeepsItsVersion: a store that a program with version 1 of 18CZ wrote
// is opened by this one. Its game is verified and played on under version 1; a new
// game is of version 2.
func TestRunningGameKeepsItsVersion(t *testing.T) {
	o := newOrganiser(t)
	players := []string{"Ana <ana@localhost>", "Ben <ben@localhost>", "Cleo <cleo@localhost>"}
	find := func(name string) engine.Title { return older{titles.Find(name)} }
	o.office(find, nil, func(office *pbem.Office) error {
		_, err := handle(t.Context(), office, "game.create", admin.CreateGame{Title: "18cz", Game: "winter", Players: players, StartNow: true})
		return err
	})
	for s := range players {
		o.tokens = append(o.tokens, strings.TrimSpace(o.railpost("player", "token", "winter", fmt.Sprint(s))))
	}
	verified := func(game, want string) {
		t.Helper()
		if got := o.railpost("game", "verify", game); !strings.Contains(got, want) || !strings.HasSuffix(got, ": equal\n") {
			t.Errorf("game verify %s says %q, want %q in it, and equal", game, got, want)
		}
	}
	verified("winter", "18cz version 1, ")
	for i := range 3 {
		name := fmt.Sprintf("%d.eml", i)
		o.write(name)
		o.arrives(name)
	}
	verified("winter", "18cz version 1, ")
	o.railpost("game", "create", "18cz", "summer", "--start-now", "--player", players[0], "--player", players[1], "--player", players[2])
	verified("summer", "18cz version 3, ")
	o.railpost("check")
	want := "winter: 18cz version 1, equal up to step 7; version 3 would decide all of it alike; the game continues under version 1\n"
	if got := o.railpost("upgrade", "check"); !strings.Contains(got, want) || !strings.Contains(got, "summer: 18cz version 3, equal up to step 1\n") || !strings.HasSuffix(got, "upgrade check: games=2 faults=0\n") {
		t.Errorf("upgrade check says %q", got)
	}
	touched := "winter: 18cz version 1, newest 3: "
	differs := "    - where cards of the reserve show different sides, an order says which it buys: `buy 4f of 4Ef` (`rule VIII.10`).\n"
	for _, c := range []struct{ arg, state, end string }{
		{"--dry-run", "Railpost asks the players", "upgrade: games=1 would be asked=1"},
		{"ask", "Railpost asks the players", "upgrade: games=1 asked=1"},
		{"ask", "the vote is open", "upgrade: games=1 asked=0"},
	} {
		if got := o.railpost("upgrade", c.arg); !strings.HasPrefix(got, touched+c.state+"\n"+differs) || !strings.HasSuffix(got, c.end+"\n") {
			t.Errorf("upgrade %s says %q", c.arg, got)
		}
	}
	verified("winter", "18cz version 1, ")
	o.railpost("game", "export", "winter", o.in("winter.jsonl"), "--secret")
	expect.Has(t, "game replay", o.railpost("game", "replay", o.in("winter.jsonl")), "winter")
}
