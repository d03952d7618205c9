package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"railpost/store"
)

// Counts are the letters that servers have accepted, from all daemons, in the last days.
type Counts []hourCount

// hourCount is a service-wide value: the letters of one run of a daemon in an hour.
type hourCount struct {
	Hour  time.Time      `json:"hour"`
	Games map[string]int `json:"games"`
}

// CountPrefix begins the keys of counts.
const CountPrefix = "accepted/"

const day = 24 * time.Hour

// ReadCounts returns the counts that are stored.
func ReadCounts(ctx context.Context, s store.Store) (out Counts, err error) {
	values, err := s.Values(ctx, CountPrefix)
	for key, b := range values {
		var one hourCount
		if wrong := json.Unmarshal(b, &one); wrong != nil {
			err = errors.Join(err, fmt.Errorf("outbox: the count of letters %s: %w", key, wrong))
		}
		out = append(out, one)
	}
	return out, err
}

// OldCount reports whether nobody needs a count any more.
func OldCount(b []byte, now time.Time) bool {
	var c hourCount
	return json.Unmarshal(b, &c) == nil && now.Sub(c.Hour) > (WeekDays+2)*day
}

// games counts the letters of a time by game: those of all hours that end after from and begin before to.
func (c Counts) games(from, to time.Time) map[string]int {
	out := map[string]int{}
	for _, h := range c {
		if h.Hour.Add(time.Hour).After(from) && h.Hour.Before(to) {
			for game, n := range h.Games {
				out[game] += n
			}
		}
	}
	return out
}

func (c Counts) between(from, to time.Time) (n int) {
	for _, some := range c.games(from, to) {
		n += some
	}
	return n
}

// Day counts the letters of the day before an instant.
func (c Counts) Day(now time.Time) int { return c.between(now.Add(-day), now.Add(time.Hour)) }

// room returns when fewer than perDay letters will have been accepted within a day, if none is sent until then.
func (c Counts) room(now time.Time, perDay int) time.Time {
	at := now.Truncate(time.Hour).Add(time.Hour)
	for c.between(at.Add(-day), at) >= perDay {
		at = at.Add(time.Hour)
	}
	return at
}

// WeekDays is the number of days of Week, and forecastDays how far ahead Forecast looks.
const (
	WeekDays     = 7
	forecastDays = 2
)

// Week counts the letters of the last days by game; "" has those of none.
func (c Counts) Week(now time.Time) map[string]int {
	end := now.Truncate(time.Hour).Add(time.Hour)
	return c.games(end.Add(-WeekDays*day), end)
}

// Forecast returns the number of letters of the day in two days: the mean of the last three days, and their rise
// continued. Without rise it is the mean.
func (c Counts) Forecast(now time.Time) int {
	end := now.Truncate(time.Hour).Add(time.Hour) // each hour is of one day
	var n [3]int                                  // the latest first
	for ago := range n {
		to := end.Add(-time.Duration(ago) * day)
		n[ago] = c.between(to.Add(-day), to)
	}
	rise := max(0, n[0]-n[2]) / 2
	return (n[0]+n[1]+n[2])/3 + rise*(1+forecastDays) // the mean is that of yesterday
}

// counter counts the letters of a run of a daemon. Run alone uses it.
type counter struct {
	hourCount
	run   string
	dirty bool // it has changed since it was stored
}

// count takes note of an accepted letter. A budget needs it at once; otherwise an hour is stored when it has passed.
func (p *Pump) count(ctx context.Context, l store.Letter) {
	c, hour := &p.counter, p.o.Now().UTC().Truncate(time.Hour)
	if !hour.Equal(c.Hour) {
		_ = p.keepCounts(ctx)
		c.hourCount = hourCount{hour, map[string]int{}}
	}
	c.Games[l.Game]++
	c.dirty = true
	if p.o.PerDay > 0 {
		_ = p.keepCounts(ctx)
	}
}

// keepCounts stores the counts of the hour, if they have changed. A fault is logged; the next attempt makes up for it.
func (p *Pump) keepCounts(ctx context.Context) error {
	c := &p.counter
	if !c.dirty {
		return nil
	}
	b, err := json.Marshal(c.hourCount)
	if err != nil {
		return err
	}
	key := CountPrefix + c.Hour.Format(time.RFC3339) + "/" + c.run
	errs, err := p.o.Store.Commit(context.WithoutCancel(ctx), store.Commit{Put: map[string][]byte{key: b}})
	err = errors.Join(append(errs, err)...)
	if c.dirty = err != nil; c.dirty {
		p.o.Log.Warn("the letters of an hour could not be counted", "err", err)
	}
	return err
}
