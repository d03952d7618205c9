package lobby_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestShortLobbyLines: a line that begins with a word of the lobby and names a title or a table is meant
// for it; where something is missing the answer says how it is written. So it is for players on file.
func TestShortLobbyLines(t *testing.T) {
	const how = "as in `new 18mag 4 \"Winter\"`"
	for _, who := range []string{"Eva <eva@example.net>", "Dan <dan@example.org>"} {
		for line, want := range map[string]string{
			"new toy 2": how, "new toy": how, "New Toy!": how, "new toy spring 2": how, "open toy spring 2": how, "create toy": how,
			"join spring": "write the name of the table", "join summer": "write the name of the table", "start summer": "write the name of the table", "leave summer": "write the name of the table",
			"join winter": "", "new toy 2 spring": "", "games": "", "titles": "",
		} {
			b := pbemtest.Lobby(t)
			b.Config().Security.UnknownSender = config.Ignore
			b.Unproven(t, "Ana <ana@example.org>", "a", "games")
			expect.NoError(t, b.Answer("Ana", mailtest.Bare, "set name Ana", "new toy 2 winter"))
			b.Begin(t, admin.CreateGame{Game: "summer", Players: pbemtest.FromAll("Cleo", "Dan")})
			address := strings.Trim(strings.Fields(who)[1], "<>")
			was := len(b.Boxes[address])
			b.Unproven(t, who, "b", line)
			box := b.Boxes[address]
			if len(box) != was+1 {
				t.Errorf("%q of %s brings %d letters, %s", line, who, len(box)-was, b.Verdict)
				continue
			}
			text := strings.Join(strings.Fields(box[len(box)-1].Text), " ")
			expect.Has(t, fmt.Sprintf("%q of %s", line, who), text, want)
		}
	}
}

// TestPlainSentences: where the lobby is open to anyone, a stranger's sentence is answered with help:
// one letter a day, and none to mail that a program has written.
func TestPlainSentences(t *testing.T) {
	for open, want := range map[config.Open]int{config.OpenAnyone: 1, config.OpenPlayers: 0, config.OpenNobody: 0} {
		b := pbemtest.Lobby(t)
		b.Config().Lobby.Open, b.Config().Security.UnknownSender = open, config.Ignore
		for i, line := range []string{"I would like to play a game, please.", "Hello? Is anybody there?", "help"} {
			b.Unproven(t, "Eva <eva@example.net>", fmt.Sprint("e", i), line)
		}
		expect.NoError(t, b.Deliver([]byte("From: max@example.net\r\nTo: games@post.example\r\nMessage-ID: <m@x>\r\nAuto-Submitted: auto-replied\r\n\r\nI am away and would like to play later.\r\n")))
		if n := len(b.Boxes["max@example.net"]); n > 0 {
			t.Errorf("%s: an automatic mail gets %d letters", open, n)
		}
		box := b.Boxes["eva@example.net"]
		expect.Must(t, open, len(box), want)
		if want > 0 && (!strings.Contains(box[0].Text, "new 18mag 4") || !strings.Contains(box[0].Text, "titles")) {
			t.Errorf("no help in\n%s", box[0].Text)
		}
	}
}
