package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"railpost/store"
)

// Counts are the letters that servers have accepted, by hour and game.
type Counts map[time.Time]map[string]int

// countPrefix begins the keys of service-wide values: an hour, and the run of a daemon that has sent in it.
const (
	countPrefix = "accepted/"
	hourLayout  = "2006-01-02T15"
	day         = 24 * time.Hour
	countsKept  = 9 * day
)

// ReadCounts returns what all daemons have counted in the last days.
func ReadCounts(ctx context.Context, s store.Store) (Counts, error) {
	values, err := s.Values(ctx, countPrefix)
	if err != nil {
		return nil, err
	}
	out := Counts{}
	for key, b := range values {
		hour, err := hourOf(key)
		if err != nil {
			return nil, err
		}
		var games map[string]int
		if err := json.Unmarshal(b, &games); err != nil {
			return nil, fmt.Errorf("outbox: the count of letters %s: %w", key, err)
		}
		for game, n := range games {
			out.add(hour, game, n)
		}
	}
	return out, nil
}

// DropCounts deletes counts that nobody needs any more.
func DropCounts(ctx context.Context, s store.Store, now time.Time) error {
	values, err := s.Values(ctx, countPrefix)
	old := map[string][]byte{}
	for key := range values {
		hour, wrong := hourOf(key)
		if err = errors.Join(err, wrong); wrong == nil && now.Sub(hour) > countsKept {
			old[key] = nil
		}
	}
	if err != nil || len(old) == 0 {
		return err
	}
	errs, err := s.Commit(ctx, store.Commit{Put: old})
	return errors.Join(append(errs, err)...)
}

func hourOf(key string) (time.Time, error) {
	hour, _, _ := strings.Cut(strings.TrimPrefix(key, countPrefix), "/")
	at, err := time.Parse(hourLayout, hour)
	if err != nil {
		return at, fmt.Errorf("outbox: the count of letters %s: %w", key, err)
	}
	return at, nil
}

func (c Counts) add(hour time.Time, game string, n int) {
	if c[hour] == nil {
		c[hour] = map[string]int{}
	}
	c[hour][game] += n
}

// between counts the letters of hours that end after from and begin before to, so that no letter of that time is
// left out.
func (c Counts) between(from, to time.Time, of func(game string) bool) (n int) {
	for hour, games := range c {
		if !hour.Add(time.Hour).After(from) || !hour.Before(to) {
			continue
		}
		for game, some := range games {
			if of == nil || of(game) {
				n += some
			}
		}
	}
	return n
}

// Day counts the letters of the day before an instant.
func (c Counts) Day(now time.Time) int { return c.between(now.Add(-day), now.Add(time.Hour), nil) }

// room returns when fewer than perDay letters will have been accepted within a day, if none is sent until then.
func (c Counts) room(now time.Time, perDay int) time.Time {
	at := now.Truncate(time.Hour)
	for at = at.Add(time.Hour); c.between(at.Add(-day), now.Add(time.Hour), nil) >= perDay; {
		at = at.Add(time.Hour)
	}
	return at
}

// averageDays is the number of days of Average.
const averageDays = 7

// Average returns the letters a day of some games, over the last averageDays days; nil: of all, and of none.
func (c Counts) Average(now time.Time, of func(game string) bool) float64 {
	now = now.Truncate(time.Hour).Add(time.Hour)
	return float64(c.between(now.Add(-averageDays*day), now, of)) / averageDays
}

// forecastDays is how far ahead Forecast looks.
const forecastDays = 2

// Forecast returns the number of letters of the day in two days: the mean of the last three days, and their rise
// continued. Without rise it is the mean.
func (c Counts) Forecast(now time.Time) int {
	now = now.Truncate(time.Hour).Add(time.Hour) // each hour is of one day
	n := func(ago int) int {
		return c.between(now.Add(-time.Duration(ago+1)*day), now.Add(-time.Duration(ago)*day), nil)
	}
	latest, earliest := n(0), n(2)
	mean := (latest + n(1) + earliest) / 3
	rise := max(0, latest-earliest) / 2
	return mean + rise*(1+forecastDays) // the mean is that of yesterday
}

// counter counts the letters of a run of a daemon. Run alone uses it.
type counter struct {
	run    string
	hour   time.Time
	games  map[string]int // of that hour
	stored time.Time      // when they were stored last
	dirty  bool           // and have changed since
}

// count takes note of an accepted letter.
func (p *Pump) count(ctx context.Context, l store.Letter) {
	c, hour := &p.counter, p.o.Now().UTC().Truncate(time.Hour)
	if !hour.Equal(c.hour) {
		p.storeCounts(ctx, 0)
		c.hour, c.games = hour, map[string]int{}
	}
	c.games[l.Game]++
	c.dirty = true
	if p.o.PerDay > 0 {
		p.storeCounts(ctx, 0)
	}
}

// keepCounts stores the counts of the hour, if they have changed.
func (p *Pump) keepCounts(ctx context.Context) error {
	c := &p.counter
	if !c.dirty {
		return nil
	}
	b, err := json.Marshal(c.games)
	if err != nil {
		return err
	}
	key := countPrefix + c.hour.Format(hourLayout) + "/" + c.run
	errs, err := p.o.Store.Commit(context.WithoutCancel(ctx), store.Commit{Put: map[string][]byte{key: b}})
	if err = errors.Join(append(errs, err)...); err == nil {
		c.stored, c.dirty = p.o.Now(), false
	}
	return err
}

// storeCounts is keepCounts now and then. A fault is logged; the next attempt makes up for it.
func (p *Pump) storeCounts(ctx context.Context, every time.Duration) {
	if p.o.Now().Sub(p.counter.stored) < every {
		return
	}
	if err := p.keepCounts(ctx); err != nil && !errors.Is(err, store.ErrClosed) {
		p.o.Log.Warn("the letters of an hour could not be counted", "err", err)
	}
}
