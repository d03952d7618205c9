package lobby_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// misleading are names that look like another at the table, or like the service.
var misleading = []string{"Railpost", "the organiser", "El organizador", "Tothom", "Player 1", "Jugador 2", "Аna", "Βen"}

// TestMisleadingNames: no command sets a name that letters could not distinguish from the service's words or
// from another at the table.
func TestMisleadingNames(t *testing.T) {
	for _, name := range misleading {
		b := pbemtest.Games(t, "winter") // of Ana and Ben
		b.Config().Lobby.Open = "anyone"
		two := []string{pbemtest.From("Cleo"), fmt.Sprintf("%q <x@example.net>", name)}
		for _, c := range []struct {
			method string
			params any
		}{
			{"game.create", admin.CreateGame{Title: "toy", Game: "other", Players: two}},
			{"game.create", admin.CreateGame{Title: "toy", Game: "other", Players: two[:1], Robots: []string{name + ":easy"}}},
			{"player.set", admin.SetPlayer{Game: "winter", Player: "Ben", Name: name}},
			{"player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ben", Name: name, Address: "x@example.net"}},
			{"player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ben", Robot: name}},
			{"waiting.add", admin.AddWaiting{Person: two[1]}},
		} {
			expect.Fails(t, fmt.Sprintf("%s takes %s", c.method, name), b.Handle(c.method, c.params, nil), "")
		}
		expect.NoError(t, b.Answer("Ana", mailtest.Bare, fmt.Sprintf("sitter %s <x@example.net> until 20 mar", name)))
		expect.True(t, b.Verdict == "refused" && len(b.Boxes["x@example.net"]) == 0,
			"a substitute can be called %s: %s", name, b.Verdict)
		b.Unproven(t, "Wanda <w@example.net>", "w", "games")
		expect.NoError(t, b.Answer("w@example.net", mailtest.Bare, "set name "+name))
		expect.Same(t, name, b.Verdict, "refused")
		b.Unproven(t, fmt.Sprintf("%q <v@example.net>", name), "v", "games")
		expect.NoError(t, b.Answer("v@example.net", mailtest.Bare, "watch winter"))
		if l, _ := b.Latest("v@example.net"); b.Verdict != "refused" || !strings.Contains(l.Text, "first say what you are called") {
			t.Errorf("the From name %s is taken: %s\n%s", name, b.Verdict, l.Text)
		}
	}
}

// TestNamesAreToldApart: two who look alike, even in whole words of other alphabets, never have one name at a
// table: the organiser is asked for another, and in the lobby the later one has a II.
func TestNamesAreToldApart(t *testing.T) {
	for _, pair := range [][2]string{{"Cop", "Сор"}, {"Bill", "BiIl"}, {"Ana", "ANÁ"}} {
		b := pbemtest.Lobby(t)
		err := b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "other", Players: []string{pair[0] + " <a@example.org>", pair[1] + " <b@example.org>"}}, nil)
		expect.Fails(t, fmt.Sprintf("%s and %s sit at one table", pair[0], pair[1]), err, "")
		for i, name := range pair {
			address := fmt.Sprintf("p%d@example.net", i)
			b.Unproven(t, address, fmt.Sprint("p", i), "games")
			expect.NoError(t, b.Answer(address, mailtest.Bare, "set name "+name, []string{"new toy 3 winter",
				"join winter"}[i]))
		}
		l, _ := b.Latest("p0@example.net")
		expect.Has(t, fmt.Sprintf("%s and %s", pair[0], pair[1]), l.Text, pair[1]+" II has joined")
		b.Begin(t, admin.CreateGame{Game: "summer",
			Players: []string{pair[0] + " <a@example.org>", "Dan <dan@example.org>"}})
		expect.NoError(t, b.Answer("p1@example.net", mailtest.Bare, "watch summer"))
		expect.NoError(t, b.Answer("Dan", mailtest.Bare, "log 2"))
		expect.Has(t, []any{pair[1], pair[0]}, b.Newest("Dan").Text, pair[1]+" II watches")
	}
}
