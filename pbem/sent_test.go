package pbem_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// known reports whether the store knows the facts of a letter, and its text.
func known(t *testing.T, b *pbemtest.Service, l pbemtest.Letter) bool {
	t.Helper()
	sent, ok := expect.Get2(b.Store.SentLetter(t.Context(), l.ID))(t)
	if ok && sent.Said == nil {
		t.Errorf("what letter %s said is not kept", l.ID)
	}
	return ok
}

// TestAnswersToOldLetters: an order in answer to a forgotten letter, in a mail that quotes all of it, gets the
// present letter and changes nothing; requests that are possible at any time are answered.
func TestAnswersToOldLetters(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("x"), StartNow: true,
		Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Post())
	first, _ := b.Latest("Ana")
	must(t, b.Answer("Ana", mailtest.OutlookPlain, "pass"))
	moved, _ := b.Latest("Ana")
	for range store.SentKept {
		b.Clock = b.Clock.Add(time.Minute)
		must(t, b.Answer("Ana", mailtest.Gmail, "status"))
	}
	if known(t, b, first) || known(t, b, moved) {
		t.Error("more letters are known than are to be")
	}
	for _, restarted := range []bool{false, true} {
		for order, want := range map[string]string{"pass": "refused: stale", "status": "answered"} {
			b.Clock = b.Clock.Add(time.Minute)
			must(t, b.AnswerLetter("Ana", first, mailtest.Gmail, order))
			expect.Same(t, fmt.Sprintf("%q, restarted %v", order, restarted), b.Verdict, want)
			if l, _ := b.Latest("Ana"); order == "pass" && !strings.Contains(l.Text, "You answered an older letter; that question is settled.") {
				t.Errorf("she is told\n%s", l.Text)
			}
		}
		must(t, b.Reopen())
	}
}

// TestAnswersAfterARestart: an answer is read by the stored text of its letter; the title, which panics over
// its choices, is not asked again.
func TestAnswersAfterARestart(t *testing.T) {
	hurt := false
	b := expect.Get(pbemtest.New(func(string) engine.Title { return touchy{hurt: &hurt} }, nil))(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "touchy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, errors.Join(b.Post(), b.Reopen()))
	l, _ := b.Latest("Ana")
	raw := pbemtest.Writes(t, "Ana", l, "1").Raw
	hurt = true
	verdicts := expect.Get(b.Office.Deliver(t.Context(), []imapbox.Mail{{Raw: raw}}))(t)
	var q admin.Queue
	must(t, b.Handle("mail.queue", admin.None{}, &q))
	if verdicts[0] != imapbox.Done || q.In[0].Verdict != "played" {
		t.Errorf("%v, %s", verdicts, q.In[0].Verdict)
	}
}

// TestLettersOfEndedGames: a month after the last entry of a game nobody needs its letters to players; those to
// its organiser stay.
func TestLettersOfEndedGames(t *testing.T) {
	b, old, notice, now := pbemtest.Archived(t)
	for _, l := range []pbemtest.Letter{old, notice, now} {
		expect.True(t, known(t, b, l), "letter %s is not known", l.ID)
	}
	b.Clock = b.Clock.AddDate(0, 0, 29)
	must(t, b.Tick())
	expect.True(t, known(t, b, old), "forgotten within the month")
	b.Clock = b.Clock.AddDate(0, 0, 2)
	must(t, b.Tick())
	must(t, b.Pass(2*time.Minute))
	if known(t, b, old) || !known(t, b, notice) || !known(t, b, now) {
		t.Errorf("known are: of the ended game %v, to its organiser %v, of another game %v", known(t, b, old), known(t, b, notice), known(t, b, now))
	}
	must(t, b.AnswerLetter("Ben", old, mailtest.Gmail, "pass"))
	expect.Has(t, b.Verdict, b.Newest("Ben").Text, "The game was called off.")
}
