package tell_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// tillOffers are the mails of a game of 18CZ until Ana's MW, in phase b, may buy
// the local railway S2 of Ben.
var tillOffers = []string{
	"Ana: take S1", "Ben: take S2", "Cleo: take M1", "Cleo: pass", "Ben: pass", "Ana: pass",
	"Cleo: start EKJ 70", "Ben: start OFE 70", "Ana: start MW 70", "Cleo: pass", "Ben: buy MW", "Ana: buy EKJ", "Cleo: pass", "Ben: pass", "Ana: pass",
	"Cleo: buy 2a; buy 2a; done", "Ben: buy 2a; buy 2a; done", "Ana: buy 2a; buy 2b",
}

// TestStandingAnswersDoNotShow: of games that differ only in what Ben has said
// beforehand of offers, or whether he has said anything, the letters of the others are
// byte-equal but for the log hash and the token: also what previews and refusals say.
// Then it is used.
func TestStandingAnswersDoNotShow(t *testing.T) {
	level.Sequential(t)
	secrets := []string{"status", "never sell", "accept 30 or more for S2", "accept 99 or more for OFE", "always ask"}
	used := []string{"Now: Ben", "Ben refuses 40 K", "Ben agrees to 40 K", "Now: Ben", "Now: Ben"}
	asks := []string{
		"Ana: preview; buy S2 for 40; done", "Ana: preview; buy 2a from OFE for 1", "Ana: buy S2 for 400", "Ana: buy S2 for 40; nonsense between; done",
		"Ana: buy S2", "Ana: status", "Ana: log", "Ana: moves", "Ana: moves buy", "Ana: resend", "Ana: table", "Ana: accept 5 or more for S1",
		"Cleo: preview; buy 2b", "Cleo: pass", "Cleo: log", "Cleo: status", "Cleo: table", "Cleo: never sell", "Cleo: say hello",
	}
	var told map[string][]string // letters of the first game
	for i, secret := range secrets {
		if !level.Full() && i%2 == 1 {
			continue
		}
		b := czGame(t, tillOffers)
		before := len(b.Boxes[pbemtest.Address("Cleo")])
		send(t, b, "Ben: "+secret)
		if said := secret != "status"; said != (b.Verdict == "played") || len(b.Boxes[pbemtest.Address("Cleo")]) != before {
			t.Fatalf("%s: %s; Cleo has %d letters, had %d", secret, b.Verdict, len(b.Boxes[pbemtest.Address("Cleo")]), before)
		}
		for _, ask := range asks {
			send(t, b, ask)
		}
		expect.Lacks(t, "a standing answer seems to be taken back by undo", b.Newest("Cleo").Text, "undo")
		told = sameLetters(t, secret, told, b, "Ana", "Cleo")
		send(t, b, "Ana: buy S2 for 40")
		expect.Has(t, secret, b.Newest("Ana").Text, used[i])
	}
}

// TestStandingAnswersMoveNoTime: an answer in advance given on one's own turn does not extend the deadline, and
// others do not learn of it.
func TestStandingAnswersMoveNoTime(t *testing.T) {
	level.Sequential(t)
	var told map[string][]string
	mails := []string{"Ana: status", "Ana: accept 30 or more for S1", "Ana: never sell"}
	for _, mail := range mails[:level.Of(2, 3, 3)] {
		b := czGame(t, tillOffers)
		b.Clock = b.Clock.Add(time.Hour)
		send(t, b, mail)
		for _, ask := range []string{"Ben: status", "Cleo: status", "Cleo: say hello", "Ben: resend", "Cleo: resend", "Ana: done", "Ben: log", "Cleo: resend"} {
			send(t, b, ask)
		}
		told = sameLetters(t, mail, told, b, "Ben", "Cleo")
	}
}

// sameLetters compares the letters and pages of some players with those of a game that differs only in facts
// hidden from them; told is nil for the first one.
func sameLetters(t *testing.T, secret string, told map[string][]string, b *pbemtest.Service, names ...string) map[string][]string {
	t.Helper()
	now := map[string][]string{}
	for _, name := range names {
		for _, l := range b.Boxes[pbemtest.Address(name)] {
			now[name] = append(now[name], pbemtest.Secret.ReplaceAllString(string(l.Raw), "*"))
		}
		if len(now[name]) < 15 {
			t.Fatalf("%s has %d letters only", name, len(now[name]))
		}
		now[name] = append(now[name], pagesOf(t, b, name)...)
	}
	sameHashes(t, b, names...)
	if told == nil {
		return now
	}
	for name, letters := range now {
		expect.Must(t, fmt.Sprintf("%q: %s has", secret, name), len(letters), len(told[name]))
		for k := range letters {
			expect.Must(t, []any{secret, k, name}, letters[k], told[name][k])
		}
	}
	return told
}

// footOf finds step and hash in a letter.
var footOf = regexp.MustCompile(`winter, (step \d+): ([0-9a-f-]{9})`)

// sameHashes: letters of the same step have the same hash for all readers: another one would reveal an
// additional record.
func sameHashes(t *testing.T, b *pbemtest.Service, names ...string) {
	t.Helper()
	hashes := map[string]string{}
	for _, name := range names {
		for _, l := range b.Boxes[pbemtest.Address(name)] {
			foot := footOf.FindStringSubmatch(l.Text)
			if foot == nil {
				continue
			}
			if was := hashes[foot[1]]; was != "" && was != foot[2] {
				t.Fatalf("%s reads of %s the hash %s; before it was %s", name, foot[1], foot[2], was)
			}
			hashes[foot[1]] = foot[2]
		}
	}
	if len(hashes) < 3 {
		t.Fatalf("the letters end with %v", hashes)
	}
}

// TestSecretWordsDoNotShow: of games that differ only in whether a bid was a limit,
// given on turn or beforehand, the letters of the others are byte-equal, and so is
// what the organiser sees. Then the limit is used.
func TestSecretWordsDoNotShow(t *testing.T) {
	level.Sequential(t)
	asks := []string{
		"Ana: *",
		"Ben: log", "Ben: status", "Ben: preview; bid 2", "Ben: preview; pass", "Ben: moves", "Ben: resend", "Ben: bid 1", "Ben: bid 9999", "Ben: bid 2; nonsense between; pass", "Ben: undo", "Ben: table", "Ben: bid up to",
		"Cleo: log", "Cleo: status", "Cleo: bid 2", "Cleo: resend", "Cleo: table", "Cleo: bid up to 3", "Cleo: always ask", "Cleo: undo", "Cleo: say hello", "Ana: *", "Cleo: help bid",
		"Ben: pass", "Ana: *", "Ben: undo", "Ana: *", "Ben: log 3", "Ben: pass", "Ana: *", "Cleo: preview; bid 2", "Cleo: log 3", "Cleo: resend", "Cleo: bid ?", "Cleo: log 1", "Cleo: pass", "Ben: resend", "Cleo: resend",
	}
	// Except for Ana's bid, and whether and when she has an answer in advance: otherwise her mail only asks.
	secrets := []string{"bid 1", "bid up to 1/bid up to 9/always ask", "bid up to 4/status/bid up to 8/status/bid up to 7",
		"bid 1/bid up to 9/always ask/bid up to 6/bid up to 7", "bid up to 9/status/status/always ask/bid up to 5"}
	var told map[string][]string
	var public string
	for _, secret := range secrets[:level.Of(2, 5, 5)] {
		b := justBegun(t)
		mails := strings.Split(secret, "/")
		for _, ask := range asks {
			if ask != "Ana: *" {
				send(t, b, ask)
				continue
			}
			mail := "status"
			if len(mails) > 0 {
				mail, mails = mails[0], mails[1:]
			}
			send(t, b, "Ana: "+mail)
			if b.Verdict != "played" && mail != "status" {
				t.Fatalf("%s: %s", mail, b.Verdict)
			}
		}
		told = sameLetters(t, secret, told, b, "Ben", "Cleo")
		var log admin.LogText
		var shown admin.Shown
		expect.NoError(t, b.Handle("game.log", admin.LookAt{Game: "winter"}, &log))
		expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &shown))
		shown.Hash = ""
		seen := fmt.Sprintln(log.Steps, shown.GameRow, pbemtest.Secret.ReplaceAllString(shown.Text, "*"), string(shown.Position))
		if public == "" {
			public = seen
		}
		expect.Must(t, secret, seen, public)
		if l, _ := b.Latest("Ana"); strings.Contains(secret, "up to") && !boxHas(b, "Ana", "bid up to") {
			t.Errorf("Ana does not find her own words:\n%s", l.Text)
		}
	}
}

func boxHas(b *pbemtest.Service, name, text string) bool {
	return slices.ContainsFunc(b.Boxes[pbemtest.Address(name)], func(l pbemtest.Letter) bool { return strings.Contains(l.Text, text) })
}

// justBegun is a game of Railroad Tycoon for three that has just begun.
func justBegun(t *testing.T) *pbemtest.Service {
	t.Helper()
	b := pbemtest.Playing(t, admin.CreateGame{Title: "tycoon", Seed: []byte("fair"), Players: pbemtest.FromAll("Ana", "Ben", "Cleo")})
	return b
}

// czGame is a game of 18CZ for three after some mails.
func czGame(t *testing.T, mails []string) *pbemtest.Service {
	t.Helper()
	b := pbemtest.Playing(t, admin.CreateGame{Title: "18cz", Seed: []byte("offers"), Players: pbemtest.FromAll("Ana", "Ben", "Cleo"),
		Options: map[string]string{"seating": "given", "force_home_tile": "off"}})
	for _, m := range mails {
		send(t, b, m)
		expect.Must(t, m, b.Verdict, "played")
	}
	return b
}

// send mails the lines of "NAME: line; line".
func send(t *testing.T, b *pbemtest.Service, mail string) {
	t.Helper()
	name, lines, _ := strings.Cut(mail, ": ")
	expect.NoError(t, b.Answer(name, mailtest.Gmail, strings.Split(lines, "; ")...))
}

// TestLettersOfOthersDoNotShow: a player's letters reveal nothing of letters to others, neither in Message-IDs
// nor otherwise. In the second world Ana bids in secret and asks five times more.
func TestLettersOfOthersDoNotShow(t *testing.T) {
	level.Sequential(t)
	var told map[string][]string
	for _, more := range [][]string{nil, {"bid up to 9", "status", "always ask", "bid up to 5", "log", "help"}} {
		b := justBegun(t)
		send(t, b, "Ana: bid 1")
		for i, mail := range slices.Repeat([]string{"Ben: status", "Cleo: status", "Ben: log", "Cleo: resend", "Ben: bid 9999", "Cleo: say hello"}, 7) {
			if i < len(more) {
				send(t, b, "Ana: "+more[i])
			}
			send(t, b, mail)
		}
		told = sameLetters(t, fmt.Sprint(more), told, b, "Ben", "Cleo")
	}
}
