package admin_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
)

// TestNamesSeen: no player has a name with signs that cannot be seen, and no game one
// that a command takes for a flag.
func TestNamesSeen(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	for _, name := range []string{"Be\u202en", "B\u200ben", "Ben\u2066", "Be\u00adn", "Ben\ufeff", "Be\u0007n", "Be\u2028n", "Be\u00a0n"} {
		players := []string{pbemtest.From("Ana"), `"` + name + `" <ben@example.org>`}
		if b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "other", Players: players}, nil) == nil {
			t.Errorf("a game is created with a player called %+q", name)
		}
		expect.True(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Player: "1", Name: name}, nil) != nil,
			"a player can be called %+q", name)
	}
	for _, name := range []string{"Józef Łoś", "O'Neill, Jr.", "Ana 2"} {
		expect.NoError(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Player: "1", Name: name}, nil))
	}
	for _, tag := range []string{"-", "--help", "-a"} {
		if b.Handle("game.create", admin.CreateGame{Title: "toy", Game: tag, Players: pbemtest.FromAll("Ana", "Ben")}, nil) == nil {
			t.Errorf("a game is called %s", tag)
		}
	}
}
