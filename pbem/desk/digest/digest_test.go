package digest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/templates"
)

// failing is a store that fails once, at a commit of a game.
type failing struct {
	store.Store
	game string
}

var errDisk = errors.New("the disk is full")

func (f *failing) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	for _, c := range cs {
		if c.Mail != nil && f.game == c.Mail.Game {
			f.game = "none"
			return nil, errDisk
		}
	}
	return f.Store.Commit(ctx, cs...)
}

// digested returns a service with games of Ana and Ben in which Ana is asked, at the moment at
// which her daily letter about them is due.
func digested(t *testing.T, names ...string) *pbemtest.Service {
	t.Helper()
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	for _, game := range names {
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: game, Seed: []byte(game), StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	}
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set letters digest"))
	expect.NoError(t, b.Pass(22*time.Hour-time.Minute))
	b.Clock = b.Clock.Add(time.Minute)
	return b
}

// since returns Ana's letters after the first n.
func since(b *pbemtest.Service, n int) (subjects []string) {
	for _, l := range b.Boxes[pbemtest.Address("Ana")][n:] {
		subjects = append(subjects, l.Subject)
	}
	return subjects
}

// TestDigestInterrupted: a mail for three games is cut off after the first, before the second and before its
// answer. Played parts are not played again, the others are, and one letter answers all.
func TestDigestInterrupted(t *testing.T) {
	for _, at := range []string{"winter", "praha", "autumn", ""} {
		b := digested(t, "winter", "praha", "autumn")
		expect.NoError(t, b.Tick())
		l, _ := b.Latest("Ana")
		before := len(b.Boxes[pbemtest.Address("Ana")])
		expect.NoError(t, b.Use(&failing{b.Store, at}))
		if err := b.AnswerLetter("Ana", l, mailtest.Gmail, "winter:", "sell red", "praha:", "work mine-1", "autumn:", "sell red"); !errors.Is(err, errDisk) {
			t.Fatalf("%q: the mail was taken although it could not be stored: %v", at, err)
		}
		expect.NoError(t, b.Reopen())
		expect.NoError(t, b.Deliver(b.Sent))
		expect.NoError(t, b.Deliver(b.Sent))
		box := b.Boxes[pbemtest.Address("Ana")][before:]
		expect.Must(t, at, len(box), 1)
		for _, want := range []string{"WINTER:", "PRAHA:", "AUTUMN:"} {
			expect.Same(t, []any{at, want, box[0].Text}, strings.Count(box[0].Text, want), 1)
		}
		expect.Same(t, at, strings.Count(box[0].Text, "Order played."), 3)
		for _, game := range []string{"winter", "praha", "autumn"} {
			log := expect.Get(b.Store.Load(context.Background(), game, 0, true))(t)
			expect.Same(t, fmt.Sprintf("%q: game %s has", at, game), log.Seq, 2)
		}
		left, err := b.Store.Values(context.Background(), "answered/")
		expect.True(t, err == nil && len(left) == 0, "%q: %d answers were left over (%v)", at, len(left), err)
	}
}

// TestDigestUnsent: a restart between making a daily letter and sending it doubles nothing, and the letter asks
// no settled question.
func TestDigestUnsent(t *testing.T) {
	const waits, done = "[Railpost] Your turn in ", "] Done: 1 order, Ben is next"
	for _, tc := range []struct{ played, want []string }{
		{nil, []string{waits + "2 games: praha, winter, until Thu 5 Mar 10:00"}},
		{[]string{"winter"}, []string{waits + "praha, until Thu 5 Mar 10:00", "[winter" + done}},
		{[]string{"winter", "praha"}, []string{"[Railpost] Your games", "[winter" + done, "[praha" + done}},
	} {
		b := digested(t, "winter", "praha")
		box := b.Boxes[pbemtest.Address("Ana")]
		expect.NoError(t, b.Office.Tick(context.Background(), b.Clock))
		for _, game := range tc.played { // in answer to the letter with which it began
			i := slices.IndexFunc(box, func(l pbemtest.Letter) bool { return strings.HasPrefix(l.Subject, "["+game) })
			_, err := b.Office.Deliver(context.Background(), []imapbox.Mail{answered(t, b, box[i], mailtest.Gmail, "sell red")})
			expect.NoError(t, err)
		}
		expect.NoError(t, b.Reopen())
		expect.NoError(t, b.Pass(time.Hour))
		expect.Same(t, fmt.Sprintf("played %v: letters", tc.played), since(b, len(box)), tc.want)
	}
}

// answered returns Ana's answer to a letter as it comes from the mailbox.
func answered(t *testing.T, b *pbemtest.Service, l pbemtest.Letter, s mailtest.Style, lines ...string) imapbox.Mail {
	t.Helper()
	raw, err := mailtest.Reply(s, mailtest.Answer{Letter: l.Raw, From: pbemtest.From("Ana"), Typed: lines, Date: b.Clock})
	expect.NoError(t, err)
	return imapbox.Mail{Raw: raw, Size: int64(len(raw))}
}

// TestDigestAnsweredTwice: of two simultaneous answers to a daily letter, each game takes the first.
func TestDigestAnsweredTwice(t *testing.T) {
	b := digested(t, "winter", "praha")
	expect.NoError(t, b.Tick())
	l, _ := b.Latest("Ana")
	before := len(b.Boxes[pbemtest.Address("Ana")])
	_, err := b.Office.Deliver(context.Background(), []imapbox.Mail{
		answered(t, b, l, mailtest.IPhone, "winter:", "sell red"),
		answered(t, b, l, mailtest.Gmail, "winter:", "work mine-1", "praha:", "sell red"),
		answered(t, b, l, mailtest.OutlookHTML, "winter:", "work mine-1", "praha:", "work mine-1"),
	})
	expect.NoError(t, err)
	expect.NoError(t, b.Post())
	want := []string{"[Railpost] winter: done: 1 order, Ben is next", "[Railpost] winter not done, praha done", "[Railpost] winter not done, praha not done"}
	expect.Same(t, "letters", since(b, before), want)
}

// TestDigestOfGamesLeft: a player who has left games since the daily letter can answer for the others.
func TestDigestOfGamesLeft(t *testing.T) {
	b := digested(t, "winter", "praha", "autumn")
	expect.NoError(t, b.Tick())
	l, _ := b.Latest("Ana")
	first := b.Boxes[pbemtest.Address("Ana")][0]
	for range 2 {
		expect.NoError(t, b.AnswerLetter("Ana", first, mailtest.Gmail, "resign"))
		first, _ = b.Latest("Ana")
	}
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "praha", Player: "Ana", Name: "Eva", Address: "eva@example.org"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Eva", mailtest.Gmail, "accept"))
	expect.NoError(t, b.AnswerLetter("Ana", l, mailtest.Gmail, "winter:", "sell red", "praha:", "sell red", "autumn:", "sell red"))
	answer, _ := b.Latest("Ana")
	expect.Has(t, "the answer", answer.Text,
		"You have no game called praha", "You have resigned. Answer `back` first", "AUTUMN: Toy Yard\nOrder played.")
}

// counted is a store that counts rows of games.
type counted struct {
	store.Store
	n int
}

func (s *counted) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	for _, c := range cs {
		if c.Game != "" {
			s.n++
		}
	}
	return s.Store.Commit(ctx, cs...)
}

// TestDigestSuspended: while letters to a reader come back, urgent news is not stored every minute, and is told
// once they write.
func TestDigestSuspended(t *testing.T) {
	b := digested(t, "winter")
	expect.NoError(t, b.Tick())
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "winter:", "sell red"))
	for id := range uint64(2) {
		expect.NoError(t, b.Office.Bounced(context.Background(), store.Letter{ID: id + 1, Game: "winter", Kind: string(templates.News), To: pbemtest.Address("Ana")}, "5.1.1"))
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "sell red"))
	expect.NoError(t, b.Pass(60*time.Hour)) // a quarter of the time is left
	spy := &counted{Store: b.Store}
	expect.NoError(t, b.Use(spy))
	before := len(b.Boxes[pbemtest.Address("Ana")])
	expect.NoError(t, b.Pass(time.Hour))
	expect.Same(t, "commits in an hour in which nothing happened", spy.n, 0)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "winter:", "status"))
	expect.NoError(t, b.Pass(time.Minute))
	if got := since(b, before); len(got) != 2 || !strings.Contains(got[1], "Your turn") {
		t.Errorf("letters %q", got)
	}
}

// TestTimesInAnOutage: a letter that goes out while times stand still, as the first does when the server is back, names
// the time that holds when they move; a daily letter does, too, and one after a restart.
func TestTimesInAnOutage(t *testing.T) {
	for _, games := range [][]string{{"winter"}, {"winter", "spring"}} {
		b := digested(t, games...)
		if len(games) == 1 {
			expect.NoError(t, b.Handle("game.extend", admin.ExtendGame{Game: "winter", By: "1h"}, nil))
		}
		expect.NoError(t, b.Office.Tick(t.Context(), b.Clock)) // the daily letter
		b.Office.SourceLost(due.Server, b.Clock)
		for range 60 {
			b.Clock = b.Clock.Add(10 * time.Minute)
			expect.NoError(t, b.Office.Tick(t.Context(), b.Clock))
		}
		was := b.Due(t)["deadline"]
		expect.NoError(t, b.Reopen())
		expect.NoError(t, b.Post())
		b.Office.SourceReached(due.Server, b.Clock)
		expect.NoError(t, b.Office.Tick(t.Context(), b.Clock))
		holds := b.Due(t)["deadline"]
		expect.Must(t, games, holds.Sub(was), 10*time.Hour)
		for _, name := range []string{"Ana", "Ben"}[:3-len(games)] {
			if l, _ := b.Latest(name); !strings.Contains(l.Text, holds.Format("Mon 2 Jan 15:04")) || strings.Contains(l.Text+l.Subject, was.Format("Mon 2 Jan 15:04")) {
				t.Errorf("%v: due %s, before %s; %s reads %s\n%s", games, holds, was, name, l.Subject, l.Text)
			}
		}
	}
}

// TestUrgentOnceADay: of three games with one deadline, a reader of daily letters gets one urgent letter a day, which
// names the other games.
func TestUrgentOnceADay(t *testing.T) {
	b := digested(t, "winter", "praha", "autumn")
	var urgent []time.Time
	for range 5 * 24 {
		before := len(b.Boxes[pbemtest.Address("Ana")])
		expect.NoError(t, b.Pass(time.Hour))
		for _, l := range b.Boxes[pbemtest.Address("Ana")][before:] {
			if l.Kind == string(templates.Digest) || l.Kind == string(templates.News) {
				continue
			}
			if len(urgent) > 0 && b.Clock.Sub(urgent[len(urgent)-1]) < 23*time.Hour {
				t.Errorf("%s: a second urgent letter: %s", b.Clock, l.Subject)
			}
			if urgent = append(urgent, b.Clock); len(urgent) == 1 {
				expect.Has(t, "the first", strings.Join(strings.Fields(l.Text), " "), "Also waiting for you: ", "(until Thu 5 Mar 10:00)")
			}
		}
	}
	expect.True(t, len(urgent) > 0, "no urgent letter")
}
