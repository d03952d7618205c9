package profiles_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// askers are the ways to cause a letter to an address: the mail's writer, and its line.
var askers = []struct{ who, line string }{
	{"Ana", "invite %s winter"}, {"Ana", "add %s"},
	{"Bea", "sitter %s until 20 mar"}, {"Bea", "set address %s"}, {"Bea", `sitter "Eva Prat" <%s> until 20 mar`},
	{"Cleo", "sitter %s until 20 mar"}, {"Cleo", "set address %s"},
	{"org@example.org", "replace summer Dan by Eva <%s>"}, {"org@example.org", "address dan@example.org %s"},
}

// asking is a service with the askers: Ana in the lobby, Bea in a solo game, Cleo at a table with an
// organiser of its own. desk are their letters that they answer.
func asking(t *testing.T) (b *pbemtest.Service, ask func(i int, address string)) {
	t.Helper()
	b = pbemtest.Lobby(t)
	b.Unproven(t, "Ana <ana@example.org>", "a", "games")
	expect.NoError(t, b.Answer("Ana", mailtest.Bare, "set name Ana", "new toy 2 winter"))
	b.Unproven(t, "Bea <bea@example.org>", "b", "games")
	expect.NoError(t, b.Answer("Bea", mailtest.Bare, "set name Bea"))
	expect.NoError(t, b.Answer("Bea", mailtest.Bare, "new toy solo"))
	b.Begin(t, admin.CreateGame{Game: "summer", Organiser: "org@example.org", Players: pbemtest.FromAll("Cleo", "Dan")})
	expect.NoError(t, b.Deliver([]byte("From: org@example.org\r\nTo: games@post.example\r\nMessage-ID: <o@x>\r\n\r\norganise\r\n")))
	letters := map[string]pbemtest.Letter{}
	for _, a := range askers {
		l, ok := b.Latest(a.who)
		if !ok {
			t.Fatalf("%s has no letter", a.who)
		}
		letters[a.who] = l
	}
	return b, func(i int, address string) {
		t.Helper()
		expect.NoError(t, b.AnswerLetter(askers[i].who, letters[askers[i].who], mailtest.Bare, fmt.Sprintf(askers[i].line, address)))
	}
}

// TestFirstLettersHaveOneBudget: somebody who never wrote gets one letter in 30 days, whoever asks and
// however, and an asker reaches three a day in all ways together.
func TestFirstLettersHaveOneBudget(t *testing.T) {
	level.Sequential(t)
	for i := range askers {
		for j := range askers {
			b, ask := asking(t)
			ask(i, "victim@example.net")
			expect.Must(t, []any{askers[i].line, askers[i].who}, len(b.Boxes["victim@example.net"]), 1)
			ask(j, "victim@example.net")
			expect.NoError(t, b.Pass(0))
			expect.Same(t, []any{askers[i].line, askers[j].line, askers[j].who}, len(b.Boxes["victim@example.net"]), 1)
		}
	}
	for _, who := range []string{"Ana", "Bea", "Cleo", "org@example.org"} {
		b, ask := asking(t)
		for n := range 4 {
			for i, a := range askers {
				if a.who == who {
					ask(i, fmt.Sprintf("v%d-%d@example.net", n, i))
				}
			}
		}
		reached := 0
		for address := range b.Boxes {
			if strings.HasSuffix(address, "@example.net") {
				reached++
			}
		}
		expect.Same(t, fmt.Sprintf("%s reaches", who), reached, profiles.RequestsADay)
	}
}

// TestStopEndsAllFirstLetters: whoever was asked, by any way, and answers "stop" in any language of
// theirs is never asked again, by any.
func TestStopEndsAllFirstLetters(t *testing.T) {
	level.Sequential(t)
	const victim = "victim@example.net"
	for i := range askers {
		b, ask := asking(t)
		ask(i, victim)
		if l, _ := b.Latest(victim); askers[i].who != "org@example.org" && !strings.Contains(strings.Join(strings.Fields(l.Text), " "), "after `stop` none ever") {
			t.Errorf("%s: the letter doesn't offer stop:\n%s", askers[i].line, l.Text)
		}
		if strings.HasPrefix(askers[i].line, "address") {
			continue // they have the seat's letters, which end differently
		}
		expect.NoError(t, b.Answer(victim, mailtest.Bare, "Stop!"))
		expect.Has(t, askers[i].line, b.Newest(victim).Text, "Railpost won't write to this address again")
		was := len(b.Boxes[victim])
		b.Clock = b.Clock.AddDate(0, 0, 40)
		for j := range askers {
			ask(j, victim)
		}
		for _, method := range []struct {
			name   string
			params any
		}{
			{"waiting.add", admin.AddWaiting{Person: "Eva <" + victim + ">"}},
			{"player.replace", admin.ReplacePlayer{Game: "summer", Player: "Dan", Name: "Eva", Address: victim}},
			{"game.create", admin.CreateGame{Title: "toy", Game: "autumn", Players: []string{"Eva <" + victim + ">", "Ana <ana@example.org>"}}},
		} {
			expect.Fails(t, method.name, b.Handle(method.name, method.params, nil), "wants no more letters")
		}
		expect.NoError(t, b.Post())
		if n := len(b.Boxes[victim]); n != was {
			t.Errorf("after %s and stop: %d letters more, the last:\n%s", askers[i].line, n-was, b.Boxes[victim][n-1].Text)
		}
	}
}
