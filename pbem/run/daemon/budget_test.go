package daemon

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/key"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/outbox"
	"railpost/pbem/mail/post"
	"railpost/store"
	"railpost/store/mem"
)

// TestForecastIsToldOnceAWeek: organisers hear two days before the letters of a day are not enough, once a week.
func TestForecastIsToldOnceAWeek(t *testing.T) {
	c, s := embedded(t), mem.New()
	c.Mail.Out.PerDay = 100
	d := idle(t, Options{Config: c, Store: s})
	now := time.Date(2026, 3, 9, 10, 30, 0, 0, time.UTC)
	sent := func(day, n int) {
		t.Helper()
		at := now.AddDate(0, 0, day).Truncate(time.Hour).Format(time.RFC3339)
		count := fmt.Appendf(nil, `{"hour":%q,"games":{"winter":%d}}`, at, n)
		errs, err := s.Commit(t.Context(), store.Commit{Put: map[string][]byte{outbox.CountPrefix + at: count}})
		expect.NoError(t, err)
		expect.NoError(t, errs[0])
	}
	look := func(day int) (told []string) {
		t.Helper()
		expect.NoError(t, d.watchBudget(t.Context(), now.AddDate(0, 0, day)))
		for len(d.alarms) > 0 {
			told = append(told, (<-d.alarms).told.Key)
		}
		return told
	}
	for day, n := range []int{40, 40, 40} {
		sent(day, n)
	}
	expect.Same(t, "without rise", look(2), nil)
	for day, n := range []int{50, 60, 70, 80, 90, 100} {
		sent(day+3, n)
	}
	expect.Same(t, "three days before", look(5), nil) // 60, and 10 more for each of three days
	expect.Same(t, "two days before", look(6), []string{key.AlarmPerDay})
	expect.Same(t, "the next day", look(7), nil)
	expect.Same(t, "after a week", look(13), nil) // nothing was sent in the last days
	sent(13, 200)
	expect.Same(t, "and again", look(13), []string{key.AlarmPerDay})
}

// TestSpentDayMakesNobodyLate: when the letters of a day are used up nothing is given up, no player's time runs, and
// organisers are told.
func TestSpentDayMakesNobodyLate(t *testing.T) {
	t.Parallel()
	p := expect.Get(post.Start(post.Options{Users: map[string]string{"games": "secret", "ana": "a", "ben": "b", "boss": "c"}}))(t)
	t.Cleanup(func() { expect.NoError(t, p.Close()) })
	c, s, ctx := embedded(t), mem.New(), t.Context()
	expect.NoError(t, pbemtest.Mailbox(c, p.IMAPAddr(), p.SMTPAddr(), "games", "secret"))
	c.Identity.BaseAddress, c.Security.AdminAddresses, c.Mail.Out.PerDay = "games@localhost", []string{"boss@localhost"}, 2
	d := running(t, Options{Config: c, Store: s})
	create(t, d, "spring")
	expect.NoError(t, d.Idle(ctx))
	was, began := deadline(t, s, "spring"), time.Now()
	create(t, d, "summer")
	pbemtest.Until(t, "a letter to the organiser", func() bool {
		letters, err := s.Letters(ctx)
		return err == nil && len(letters) == 3 && letters[2].To == "boss@localhost"
	})
	expect.True(t, errors.Is(d.Idle(ctx), outbox.ErrHeld), "the queue is not held")
	later := began.Add(100 * time.Hour).Round(0)
	expect.NoError(t, d.carryOut(ctx, began.Add(time.Second)))
	expect.NoError(t, d.carryOut(ctx, later))
	expect.Same(t, "deadline", deadline(t, s, "spring"), was)
	for _, l := range expect.Get(s.Letters(ctx))(t) {
		expect.True(t, l.State == store.Waiting && l.Attempts == 0, "a letter was tried: %+v", l)
	}
	expect.Same(t, "sent", len(p.Messages("ana", "INBOX"))+len(p.Messages("ben", "INBOX")), 2)
}
