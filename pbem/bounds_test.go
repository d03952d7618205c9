package pbem_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// slowClock makes the mails with the given turns take long: each look at the clock while they are read finds it
// 3 s later. Turn 1 is the first mail read; a mail next to a slow one is read again.
func slowClock(b *pbemtest.Service, turns ...int) {
	turn := 0
	b.Options().Hook = func(point string) {
		if point == "reading" {
			turn++
		}
	}
	b.Options().Now = func() time.Time {
		if slices.Contains(turns, turn) {
			b.Clock = b.Clock.Add(3 * time.Second)
		}
		return b.Clock
	}
}

// TestDecodingHoldsUpNobody: while a message is being decoded, commands are answered and the clock works.
func TestDecodingHoldsUpNobody(t *testing.T) {
	b := pbemtest.Games(t, "autumn")
	ana, _ := b.Latest("Ana")
	asked := 0
	b.Options().Hook = func(point string) {
		if point != "decoding" {
			return
		}
		asked++
		expect.Get(b.Office.Handle(t.Context(), "game.list", nil))(t)
		expect.NoError(t, b.Office.Tick(t.Context(), b.Clock))
	}
	expect.NoError(t, b.Reopen())
	if _, words := b.Together(t, pbemtest.Writes(t, "Ana", ana, "sell red")); !slices.Equal(words, []string{"played"}) || asked != 1 {
		t.Errorf("%q after %d commands", words, asked)
	}
}

// TestDecidingHoldsUpNobody: while a mail is decided, letters of other games leave, whether they were written with their
// move or not, lists and figures are read, and notices of other processes are noted.
func TestDecidingHoldsUpNobody(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	ana := b.Boxes[pbemtest.Address("Ana")]
	expect.Get(b.Office.Deliver(t.Context(), []imapbox.Mail{pbemtest.Writes(t, "Ana", ana[0], "sell red")}))(t)
	left := 0
	b.Options().Hook = func(point string) {
		if point != "before-commit" {
			return
		}
		b.Office.ChangedElsewhere("winter", false)
		expect.Get(b.Office.CountByState(t.Context()))(t)
		for _, l := range expect.Get(b.Store.Letters(t.Context()))(t) {
			with := store.Finished{ID: l.ID, Bytes: l.Bytes, Said: l.Said}
			expect.Same(t, "the letter is as it was written", expect.Get(b.Office.Render(t.Context(), l))(t), with)
			l.Bytes, l.Said = nil, nil
			expect.Same(t, "the letter as it is written now", expect.Get(b.Office.Render(t.Context(), l))(t), with)
			left++
		}
		for _, method := range []string{"game.list", "seats", "stats"} {
			expect.Get(b.Office.Handle(t.Context(), method, nil))(t)
		}
		expect.Get2(b.Office.Lateness(t.Context()))(t)
	}
	_, words := b.Together(t, pbemtest.Writes(t, "Ana", ana[1], "sell red"))
	expect.Same(t, "the mail was", words, []string{"played"})
	expect.True(t, left > 0, "no letter was waiting")
	times := b.Office.LockTimes()
	expect.Same(t, "letters have held the lock for", times["letter"].Held, 0)
	expect.True(t, times["mail"].Held > 0, "no mail has held the lock")
}

// TestLetterOfDecidedGame: a letter does not leave while a mail about its game is decided, which replaces it.
func TestLetterOfDecidedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := pbemtest.Games(t, "winter")
		expect.Get(b.Office.CountByState(t.Context()))(t)
		expect.NoError(t, b.Hand("Ana", mailtest.Gmail, "sell red"))
		letters := expect.Get(b.Store.Letters(t.Context()))(t)
		left := false
		b.Options().Hook = func(point string) {
			if point != "before-commit" {
				return
			}
			expect.Get(b.Office.CountByState(t.Context()))(t)
			go func() {
				expect.Get(b.Office.Render(t.Context(), letters[len(letters)-1]))(t)
				left = true
			}()
			synctest.Wait()
			expect.True(t, !left, "the letter has left")
		}
		expect.NoError(t, b.Reopen())
		expect.NoError(t, b.Hand("Ana", mailtest.Gmail, "say hello"))
		synctest.Wait()
		expect.True(t, left, "it waits for ever")
	})
}

// slowLetter is a store in which the first letter is found once something comes.
type slowLetter struct {
	store.Store
	come  chan struct{}
	asked atomic.Bool
}

func (s *slowLetter) Letter(ctx context.Context, id uint64) (store.Letter, bool, error) {
	if !s.asked.Swap(true) {
		<-s.come
	}
	return s.Store.Letter(ctx, id)
}

// TestLetterHoldsUpItsGame: while a letter is written, nothing is decided about its game.
func TestLetterHoldsUpItsGame(t *testing.T) {
	for what, decide := range map[string]func(b *pbemtest.Service) error{
		"a mail":    func(b *pbemtest.Service) error { return b.Hand("Ana", mailtest.Gmail, "say hello") },
		"the clock": (*pbemtest.Service).Tick,
	} {
		synctest.Test(t, func(t *testing.T) {
			b := pbemtest.Games(t, "winter")
			expect.NoError(t, b.Hand("Ana", mailtest.Gmail, "sell red"))
			letters := expect.Get(b.Store.Letters(t.Context()))(t)
			s := &slowLetter{Store: b.Store, come: make(chan struct{})}
			expect.NoError(t, b.Use(s))
			decided := make(chan error, 1)
			go func() {
				expect.Get(b.Office.Render(t.Context(), letters[len(letters)-1]))(t)
			}()
			synctest.Wait()
			go func() { decided <- decide(b) }()
			synctest.Wait()
			expect.Same(t, what+" is decided while the letter is written", len(decided), 0)
			close(s.come)
			expect.NoError(t, <-decided)
		})
	}
}

// TestSlowMail: a mail that takes too long is tried once more, after the others.
func TestSlowMail(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	ana := b.Boxes[pbemtest.Address("Ana")]
	slowClock(b, 1)
	verdicts, words := b.Together(t, pbemtest.Writes(t, "Ana", ana[0], "sell red"), pbemtest.Writes(t, "Ana", ana[1], "sell red", "say first"))
	expect.True(t, slices.Equal(words, []string{"played", "played"}) && !slices.Contains(verdicts, imapbox.Later),
		"%q %v", words, verdicts)
	expect.Has(t, "the slow mail was answered before the other", b.Newest("Ana").Subject, "[autumn] Done")
}

// TestLaborious: a mail whose time is up after many steps is set aside at once; the clock is not the reason.
func TestLaborious(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	ana, _ := b.Latest("Ana")
	reads, looks := 0, 0
	b.Options().Hook = func(point string) {
		if point == "reading" {
			reads++
		}
	}
	b.Options().Now = func() time.Time {
		if looks++; looks > 120 {
			b.Clock = b.Clock.Add(3 * time.Second)
		}
		return b.Clock
	}
	_, words := b.Together(t, pbemtest.Writes(t, "Ana", ana, append([]string{"partial ok"}, slices.Repeat([]string{"sell red"}, 100)...)...))
	expect.True(t, slices.Equal(words, []string{"quarantined: too slow"}) && reads == 1,
		"%q after %d attempts", words, reads)
}

// TestSlowTwice: a mail that takes too long again is set aside, and its player and the
// organiser get its lines back; an organiser who plays at the table does not.
func TestSlowTwice(t *testing.T) {
	for _, organiser := range []string{"boss@example.org", pbemtest.Address("Ben")} {
		b := pbemtest.Games(t, "winter")
		b.Begin(t, admin.CreateGame{Game: "autumn", Organiser: organiser})
		ana := b.Boxes[pbemtest.Address("Ana")]
		slowClock(b, 1, 4)
		verdicts, words := b.Together(t, pbemtest.Writes(t, "Ana", ana[1], "sell red", "say quick"), pbemtest.Writes(t, "Ana", ana[0], "sell red"))
		if !slices.Equal(words, []string{"played", "quarantined: too slow"}) || !slices.Equal(verdicts, []imapbox.Verdict{imapbox.Poison, imapbox.Done}) {
			t.Fatalf("%q %v", words, verdicts)
		}
		player, _ := b.Latest("Ana")
		notice, _ := b.Latest(organiser)
		for name, l := range map[string]pbemtest.Letter{"player": player, "organiser": notice} {
			expect.Has(t, []any{name, l.Text}, strings.Join(strings.Fields(l.Text), " "), "too long to process")
			expect.Same(t, []any{name, organiser, l.Text},
				strings.Contains(l.Text, "\n  sell red\n  say quick\n"), name == "player" || organiser != pbemtest.Address("Ben"))
		}
	}
}

// TestSlowByHand: a mail that the organiser hands in is alone already.
func TestSlowByHand(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	m := pbemtest.Writes(t, "Ana", b.Boxes[pbemtest.Address("Ana")][0], "sell red")
	slowClock(b, 0)
	expect.NoError(t, b.Reopen())
	var out admin.Replayed
	expect.NoError(t, b.Handle("mail.replay", admin.ReplayMail{Bytes: m.Raw}, &out))
	expect.Same(t, out, out.Verdict, "quarantined: too slow")
}
