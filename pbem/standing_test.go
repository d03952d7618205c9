package pbem_test

import (
	"strings"
	"testing"

	"railpost/pbem"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
)

// tillOffers are the mails of a game of 18CZ until Ana's MW, in phase b, may buy
// the local railway S2 of Ben.
var tillOffers = []string{
	"Ana: take S1", "Ben: take S2", "Cleo: take M1", "Cleo: pass", "Ben: pass", "Ana: pass",
	"Cleo: start EKJ 70", "Ben: start OFE 70", "Ana: start MW 70", "Cleo: pass", "Ben: buy MW", "Ana: buy EKJ", "Cleo: pass", "Ben: pass", "Ana: pass",
	"Cleo: buy 2a; buy 2a; done", "Ben: buy 2a; buy 2a; done", "Ana: buy 2a; buy 2b",
}

// TestStandingAnswersDoNotShow: of games that differ only in what Ben has said
// beforehand of offers, the letters of the others are byte-equal but for the log
// hash and the token: also what previews and refusals say. Then it is used.
func TestStandingAnswersDoNotShow(t *testing.T) {
	secrets := []string{"never sell", "accept 30 or more for S2", "accept 99 or more for OFE", "always ask"}
	used := []string{"Ben refuses 40 K", "Ben agrees to 40 K", "Now: Ben", "Now: Ben"}
	asks := []string{
		"Ana: preview; buy S2 for 40; done", "Ana: preview; buy 2a from OFE for 1", "Ana: buy S2 for 400", "Ana: buy S2 for 40; nonsense between; done",
		"Ana: buy S2", "Ana: status", "Ana: log", "Ana: moves", "Ana: moves buy", "Ana: resend", "Ana: table", "Ana: accept 5 or more for S1",
		"Cleo: preview; buy 2b", "Cleo: pass", "Cleo: log", "Cleo: status", "Cleo: table", "Cleo: never sell", "Cleo: say hello",
	}
	var told map[string][]string // letters of the first game
	for i, secret := range secrets {
		b := czGame(t, tillOffers)
		before := len(b.Boxes[pbemtest.Address("Cleo")])
		send(t, b, "Ben: "+secret)
		if b.Verdict != "played" || len(b.Boxes[pbemtest.Address("Cleo")]) != before {
			t.Fatalf("%s: %s; Cleo has %d letters, had %d", secret, b.Verdict, len(b.Boxes[pbemtest.Address("Cleo")]), before)
		}
		for _, ask := range asks {
			send(t, b, ask)
		}
		if l, _ := b.Latest("Cleo"); strings.Contains(l.Text, "undo") {
			t.Errorf("a standing answer seems to be taken back by undo:\n%s", l.Text)
		}
		now := map[string][]string{}
		for _, name := range []string{"Ana", "Cleo"} {
			for _, l := range b.Boxes[pbemtest.Address(name)] {
				now[name] = append(now[name], differs.ReplaceAllString(string(l.Raw), "*"))
			}
			if len(now[name]) < 25 {
				t.Fatalf("%s has %d letters only", name, len(now[name]))
			}
		}
		if told == nil {
			told = now
		}
		for name, letters := range now {
			if len(letters) != len(told[name]) {
				t.Fatalf("%q: %s has %d letters, with %q %d", secret, name, len(letters), secrets[0], len(told[name]))
			}
			for k := range letters {
				if letters[k] != told[name][k] {
					t.Fatalf("%q: letter %d of %s differs from that with %q:\n%s\n----\n%s", secret, k, name, secrets[0], letters[k], told[name][k])
				}
			}
		}
		send(t, b, "Ana: buy S2 for 40")
		if l, _ := b.Latest("Ana"); !strings.Contains(l.Text, used[i]) {
			t.Errorf("%q: %q is not said in\n%s", secret, used[i], l.Text)
		}
	}
}

// czGame is a game of 18CZ for three after some mails.
func czGame(t *testing.T, mails []string) *pbemtest.Bottle {
	t.Helper()
	b, err := pbemtest.New(find, nil)
	must(t, err)
	must(t, b.Handle("game.create", pbem.CreateGame{Title: "18cz", Game: "winter", Seed: []byte("offers"), StartNow: true, Options: map[string]string{"seating": "given"},
		Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben"), pbemtest.From("Cleo")}}, nil))
	must(t, b.Post())
	for _, m := range mails {
		send(t, b, m)
		if b.Verdict != "played" {
			t.Fatalf("%s: %s", m, b.Verdict)
		}
	}
	return b
}

// send mails the lines of "NAME: line; line".
func send(t *testing.T, b *pbemtest.Bottle, mail string) {
	t.Helper()
	name, lines, _ := strings.Cut(mail, ": ")
	must(t, b.Answer(name, mailtest.Gmail, strings.Split(lines, "; ")...))
}
