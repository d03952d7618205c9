package daemon

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/key"
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
		at := now.AddDate(0, 0, day).Format("accepted/2006-01-02T15/run")
		errs, err := s.Commit(t.Context(), store.Commit{Put: map[string][]byte{at: fmt.Appendf(nil, `{"winter":%d}`, n)}})
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
	expect.Same(t, "counts of the last days", len(expect.Get(s.Values(t.Context(), "accepted/"))(t)), 5)
}
