package journal

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"railpost/pbem/mail/outbox"
)

// todayPrefix begins the keys of counts for one day, in UTC.
const todayPrefix = "today/"

// Tomorrow returns when the counts of today end.
func Tomorrow(t time.Time) time.Time { return t.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1) }

// DayOf returns the day of an instant, in UTC.
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// CountToday adds one to a count and returns today's number.
func (c *Change) CountToday(ctx context.Context, what string) int { return c.AddToday(ctx, what, 1) }

// AddToday adds to a count and returns today's number.
func (c *Change) AddToday(ctx context.Context, what string, more int) int {
	key, day, n := todayPrefix+what, DayOf(c.At), 0
	if was, count, ok := strings.Cut(string(c.Value(ctx, key)), " "); ok && was == day {
		var err error
		if n, err = strconv.Atoi(count); err != nil {
			c.Fail(fmt.Errorf("pbem: reading the count %s: %w", key, err))
		}
	}
	n += more
	c.Values[key] = fmt.Appendf(nil, "%s %d", day, n)
	return n
}

// ForgetDays deletes the counts of past days, and those of letters that are old.
func (j *Journal) ForgetDays(ctx context.Context, now time.Time) error {
	past := func(b []byte) bool { return !strings.HasPrefix(string(b), DayOf(now)+" ") }
	old := func(b []byte) bool { return outbox.OldCount(b, now) }
	return errors.Join(j.forget(ctx, todayPrefix, past), j.forget(ctx, outbox.CountPrefix, old))
}
