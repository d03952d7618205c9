package pbem_test

import (
	"fmt"
	"slices"
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
		told = sameLetters(t, secret, told, b, "Ana", "Cleo")
		send(t, b, "Ana: buy S2 for 40")
		if l, _ := b.Latest("Ana"); !strings.Contains(l.Text, used[i]) {
			t.Errorf("%q: %q is not said in\n%s", secret, used[i], l.Text)
		}
	}
}

// sameLetters compares the letters of some players with those of a game that differs
// only in what they may not know; told is nil for the first one.
func sameLetters(t *testing.T, secret string, told map[string][]string, b *pbemtest.Bottle, names ...string) map[string][]string {
	t.Helper()
	now := map[string][]string{}
	for _, name := range names {
		for _, l := range b.Boxes[pbemtest.Address(name)] {
			now[name] = append(now[name], differs.ReplaceAllString(string(l.Raw), "*"))
		}
		if len(now[name]) < 15 {
			t.Fatalf("%s has %d letters only", name, len(now[name]))
		}
	}
	if told == nil {
		return now
	}
	for name, letters := range now {
		if len(letters) != len(told[name]) {
			t.Fatalf("%q: %s has %d letters, in the first game %d", secret, name, len(letters), len(told[name]))
		}
		for k := range letters {
			if letters[k] != told[name][k] {
				t.Fatalf("%q: letter %d of %s differs from that of the first game:\n%s\n----\n%s", secret, k, name, letters[k], told[name][k])
			}
		}
	}
	return told
}

// TestSecretWordsDoNotShow: of games that differ only in whether a bid was a limit,
// given on turn or beforehand, the letters of the others are byte-equal, and so is
// what the organiser sees. Then the limit is used.
func TestSecretWordsDoNotShow(t *testing.T) {
	asks := []string{
		"Ben: log", "Ben: status", "Ben: preview; bid 2", "Ben: preview; pass", "Ben: moves", "Ben: resend", "Ben: bid 1", "Ben: bid 9999", "Ben: bid 2; nonsense between; pass", "Ben: undo", "Ben: table", "Ben: bid up to",
		"Cleo: log", "Cleo: status", "Cleo: bid 2", "Cleo: resend", "Cleo: table", "Cleo: bid up to 3", "Cleo: always ask", "Cleo: undo", "Cleo: say hello", "Cleo: help bid",
		"Ben: pass", "Cleo: preview; bid 2", "Cleo: log 3", "Cleo: resend",
	}
	for _, secrets := range [][]string{
		{"Ana: bid 1", "Ana: bid up to 1", "Ana: bid up to 4", "Ana: bid up to 9"},
		// Beside what Ana has bid: how many records there are stands in every letter.
		{"Ana: bid 1/Ana: bid up to 9", "Ana: bid up to 9/Ana: always ask", "Ana: bid 1/Ana: bid up to 1"},
	} {
		for _, title := range []string{"fair", "tycoon"} {
			t.Run(title, func(t *testing.T) { sameSecrets(t, title, secrets, asks) })
		}
	}
}

func sameSecrets(t *testing.T, title string, secrets, asks []string) {
	t.Helper()
	var told map[string][]string
	var public string
	for _, secret := range secrets {
		b := justBegun(t, title)
		for mail := range strings.SplitSeq(secret, "/") {
			send(t, b, mail)
			if b.Verdict != "played" {
				t.Fatalf("%s: %s", mail, b.Verdict)
			}
		}
		for _, ask := range asks {
			send(t, b, ask)
		}
		told = sameLetters(t, secret, told, b, "Ben", "Cleo")
		var log pbem.LogText
		var shown pbem.Shown
		must(t, b.Handle("game.log", pbem.LookAt{Game: "winter"}, &log))
		must(t, b.Handle("game.show", pbem.LookAt{Game: "winter"}, &shown))
		shown.Hash = ""
		seen := fmt.Sprintln(log.Steps, differs.ReplaceAllString(shown.Text, "*"), string(shown.Position))
		if public == "" {
			public = seen
		}
		if seen != public {
			t.Fatalf("%s: the organiser sees\n%s\n----\n%s", secret, seen, public)
		}
		if l, _ := b.Latest("Ana"); strings.Contains(secret, "up to") && !boxHas(b, "Ana", "bid up to") {
			t.Errorf("Ana does not find her own words:\n%s", l.Text)
		}
	}
}

func boxHas(b *pbemtest.Bottle, name, text string) bool {
	return slices.ContainsFunc(b.Boxes[pbemtest.Address(name)], func(l pbemtest.Letter) bool { return strings.Contains(l.Text, text) })
}

// justBegun is a game for three that has just begun.
func justBegun(t *testing.T, title string) *pbemtest.Bottle {
	t.Helper()
	b, err := pbemtest.New(find, nil)
	must(t, err)
	must(t, b.Handle("game.create", pbem.CreateGame{Title: title, Game: "winter", Seed: []byte("fair"), StartNow: true,
		Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben"), pbemtest.From("Cleo")}}, nil))
	must(t, b.Post())
	return b
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
