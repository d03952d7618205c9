package pbem

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"railpost/store"
)

// todayPrefix begins the keys of counts that hold for one day, in UTC.
const todayPrefix = "today/"

// tomorrow is when the counts of today end.
func tomorrow(t time.Time) time.Time { return t.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1) }

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// countToday counts one more of something and answers with the number of today.
func (c *change) countToday(what string) (int, error) { return c.addToday(what, 1) }

// addToday counts so many more.
func (c *change) addToday(what string, more int) (int, error) {
	key := todayPrefix + what
	b, counted := c.values[key]
	if !counted {
		var err error
		if b, err = c.office.Store.Get(c.ctx, key); err != nil {
			return 0, err
		}
	}
	day, n := dayOf(c.at), 0
	if was, count, ok := strings.Cut(string(b), " "); ok && was == day {
		var err error
		if n, err = strconv.Atoi(count); err != nil {
			return 0, fmt.Errorf("pbem: the count %s: %w", key, err)
		}
	}
	n += more
	c.values[key] = fmt.Appendf(nil, "%s %d", day, n)
	return n, nil
}

// forgetDays deletes the counts of past days.
func (o *Office) forgetDays(ctx context.Context, now time.Time) error {
	counts, err := o.Store.Values(ctx, todayPrefix)
	if err != nil {
		return err
	}
	old := map[string][]byte{}
	for key, b := range counts {
		if !strings.HasPrefix(string(b), dayOf(now)+" ") {
			old[key] = nil
		}
	}
	if len(old) == 0 {
		return nil
	}
	errs, err := o.Store.Commit(ctx, store.Commit{Put: old})
	if err != nil {
		return err
	}
	return errs[0]
}
