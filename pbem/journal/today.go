package journal

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// todayPrefix begins the keys of counts that hold for one day, in UTC.
const todayPrefix = "today/"

// Tomorrow returns when the counts of today end.
func Tomorrow(t time.Time) time.Time { return t.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1) }

// DayOf returns the day of an instant, in UTC.
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// CountToday adds one to a count and returns today's number.
func (c *Change) CountToday(what string) int {
	n, err := c.AddToday(what, 1)
	c.Fail(err)
	return n
}

// AddToday adds to a count and returns today's number.
func (c *Change) AddToday(what string, more int) (int, error) {
	key := todayPrefix + what
	b, counted := c.Values[key]
	if !counted {
		var err error
		if b, err = c.Journal.Store.Get(c.Ctx, key); err != nil {
			return 0, err
		}
	}
	day, n := DayOf(c.At), 0
	if was, count, ok := strings.Cut(string(b), " "); ok && was == day {
		var err error
		if n, err = strconv.Atoi(count); err != nil {
			return 0, fmt.Errorf("pbem: reading the count %s: %w", key, err)
		}
	}
	n += more
	c.Values[key] = fmt.Appendf(nil, "%s %d", day, n)
	return n, nil
}

// ForgetDays deletes the counts of past days.
func (j *Journal) ForgetDays(ctx context.Context, now time.Time) error {
	counts, err := j.Store.Values(ctx, todayPrefix)
	if err != nil {
		return err
	}
	old := map[string][]byte{}
	for key, b := range counts {
		if !strings.HasPrefix(string(b), DayOf(now)+" ") {
			old[key] = nil
		}
	}
	if len(old) == 0 {
		return nil
	}
	return j.Put(ctx, old)
}
