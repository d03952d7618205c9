package outbox

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

func perDay(n int) func(*Options) {
	return func(o *Options) { o.PerDay, o.CanWait = n, func(kind string) bool { return kind == "news" } }
}

// news is a letter that a later one of the same reader replaces.
func news(seat int, data string) store.Letter {
	l := toSeat(seat, fmt.Sprintf("p%d@h", seat))
	l.Kind, l.Group, l.Data = "news", fmt.Sprintf("winter/%d", seat), []byte(data)
	return l
}

// TestNewsWaits: when less than a quarter of the day's letters is left, news waits and is replaced by later news, what
// asks goes out, and all of it is sent within a day; the organiser hears of it once.
func TestNewsWaits(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		p, stop := w.start(perDay(8))
		for i := range 7 {
			w.queue(toSeat(i, fmt.Sprintf("a%d@h", i)))
		}
		w.idle(p)
		w.queue(news(1, "one"))
		w.idle(p)
		first := w.outbox()[0]
		w.queue(news(1, "two"), toSeat(1, "ask@h"))
		w.idle(p)
		expect.Same(t, "sent", w.server.recipients(), "a0@h a1@h a2@h a3@h a4@h a5@h a6@h ask@h")
		left := w.outbox()
		expect.Must(t, "letters left", len(left), 1)
		expect.Same(t, "the later news", string(left[0].Data), "two")
		ahead := time.Until(first.NextTry)
		expect.True(t, ahead > 0 && ahead < store.LongestPause && first.State == store.Waiting && first.Attempts == 0, "news waits as %+v", first)
		expect.Same(t, "told that few are left", w.tolds(Short), 1)
		time.Sleep(26 * time.Hour)
		w.idle(p)
		expect.Has(t, "sent", w.server.recipients(), " ask@h p1@h")
		stop()
	})
}

// TestDayIsUsedUp: no letter more goes out within a day, nor after a restart; the queue is held as if the server refused
// us, so that no player's time runs; it goes on by itself.
func TestDayIsUsedUp(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		begin := time.Now()
		p, stop := w.start(perDay(4))
		for i := range 6 {
			w.queue(toSeat(i, fmt.Sprintf("a%d@h", i)))
		}
		expect.Is(t, "idle", p.Idle(t.Context()), ErrHeld)
		expect.Same(t, "sent", len(w.server.mails()), 4)
		held, _ := p.Held()
		expect.Has(t, "why", held.Reason, "4 letters a day")
		expect.Same(t, "since", p.Refusal().Since, begin)
		expect.Same(t, "told", w.tolds(Spent), 1)
		for _, l := range w.outbox() {
			expect.True(t, l.State == store.Waiting && !l.NextTry.After(time.Now()), "a letter waits as %+v", l)
		}
		stop()
		p, stop = w.start(perDay(4))
		expect.Is(t, "idle after a restart", p.Idle(t.Context()), ErrHeld)
		expect.Same(t, "sent after a restart", len(w.server.mails()), 4)
		time.Sleep(26 * time.Hour)
		w.idle(p)
		mails := w.server.mails()
		expect.Must(t, "sent", len(mails), 6)
		expect.True(t, mails[4].at.Sub(begin) >= 24*time.Hour, "the fifth came after %s", mails[4].at.Sub(begin))
		expect.Same(t, "refusal", p.Refusal(), Refusal{})
		stop()
	})
}

// TestDaemonsShareTheDay: two pumps on a store send no more together than one.
func TestDaemonsShareTheDay(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		one, stopOne := w.start(perDay(5))
		w.queue(toSeat(0, "a@h"), toSeat(1, "b@h"), toSeat(2, "c@h"))
		w.idle(one)
		two, stopTwo := w.start(perDay(5))
		w.queue(toSeat(3, "d@h"), toSeat(4, "e@h"), toSeat(5, "f@h"), toSeat(6, "g@h"))
		expect.Is(t, "idle", two.Idle(t.Context()), ErrHeld)
		time.Sleep(time.Hour)
		expect.Same(t, "sent", len(w.server.mails()), 5)
		stopOne()
		stopTwo()
	})
}

// TestCounts: letters are counted by hour and game, also where there is no limit, and are old after more than a week.
func TestCounts(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		p, stop := w.start()
		other := to("c@h")
		other.Game = "spring"
		w.queue(to("a@h"), to("b@h"), other)
		w.idle(p)
		time.Sleep(2 * time.Hour)
		w.queue(to("d@h"))
		w.idle(p)
		stop()
		now := time.Now()
		counts := expect.Get(ReadCounts(t.Context(), w.store))(t)
		expect.Same(t, "of the day", counts.Day(now), 4)
		expect.Same(t, "of the week", counts.Week(now), map[string]int{"winter": 3, "spring": 1})
		expect.Same(t, "of the next day", counts.Day(now.Add(27*time.Hour)), 0)
		for _, b := range expect.Get(w.store.Values(t.Context(), CountPrefix))(t) {
			expect.Same(t, "old after a week", OldCount(b, now.Add(7*day)), false)
			expect.Same(t, "old after ten days", OldCount(b, now.Add(10*day)), true)
		}
	})
}

// TestForecast: the mean of three days and their rise, continued for two days.
func TestForecast(t *testing.T) {
	now := time.Date(2026, 3, 9, 10, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		days []int // the latest first
		want int
	}{{[]int{100, 100, 100}, 100}, {[]int{300, 200, 100, 900}, 500}, {[]int{100, 200, 300}, 200}, {[]int{60}, 110}, {nil, 0}} {
		var counts Counts
		for ago, n := range c.days {
			counts = append(counts, hourCount{now.Add(-time.Duration(ago) * day).Truncate(time.Hour), map[string]int{"winter": n}})
		}
		expect.Same(t, c.days, counts.Forecast(now), c.want)
	}
}
