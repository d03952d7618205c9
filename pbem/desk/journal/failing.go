package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Failing is an address from which letters came back.
type Failing struct {
	Count  int       `json:"count"`
	Letter string    `json:"letter"` // the last letter, which may come back more than once
	Since  time.Time `json:"since"`
	Status string    `json:"status,omitempty"` // 5.1.1
}

// Keys of service-wide values about addresses.
const (
	FailingPrefix  = "failing/"
	resumedPrefix  = "lifted/"
	vacationPrefix = "vacation/"
)

// BouncesMost is how many letters must come back for good before an address gets no more: a single one may be a
// server's mistake. Old bounces do not count.
const (
	BouncesMost    = 2
	BouncesCount   = 30 * 24 * time.Hour
	vacationCounts = 14 * 24 * time.Hour
)

// Failing returns the bounces of an address.
func (j *Journal) Failing(ctx context.Context, address string) (f Failing, err error) {
	key := FailingPrefix + strings.ToLower(address)
	var b []byte
	if j.shared != nil { // there are few, and each decision asks for many
		var all map[string][]byte
		all, err = j.Store.Values(ctx, FailingPrefix)
		b = all[key]
	} else {
		b, err = j.Store.Get(ctx, key)
	}
	if err != nil || len(b) == 0 {
		return f, err
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return f, fmt.Errorf("pbem: reading the bounces of an address: %w", err)
	}
	return f, nil
}

// SuspendedSince returns since when an address has been sent no letters, because they come
// back; the zero time for one that is sent them.
func (j *Journal) SuspendedSince(ctx context.Context, address string) (time.Time, error) {
	f, err := j.Failing(ctx, address)
	if err != nil || f.Count < BouncesMost {
		return time.Time{}, err
	}
	return f.Since, nil
}

// Suspended reports whether an address is sent no letters, except answers to its own mails.
func (c *Change) Suspended(ctx context.Context, address string) bool {
	name := FailingPrefix + strings.ToLower(address)
	if b, ok := c.Values[name]; ok && b == nil {
		return false
	}
	at, err := c.Journal.SuspendedSince(ctx, address)
	c.Fail(err)
	return !at.IsZero()
}

// Lift has an address sent letters again: its player has written, or the organiser has
// entered it anew. What it has missed follows, see Resumed.
func (c *Change) Lift(ctx context.Context, address string) {
	f, err := c.Journal.Failing(ctx, address)
	c.Fail(err)
	if f.Count == 0 {
		return
	}
	c.Values[FailingPrefix+strings.ToLower(address)] = nil
	if f.Count >= BouncesMost {
		c.Values[resumedPrefix+strings.ToLower(address)] = []byte(c.At.Format(time.RFC3339))
	}
}

// Entered has an address that somebody has entered anew sent letters again. A count of
// letters that came back goes on.
func (c *Change) Entered(ctx context.Context, address string) {
	if c.Suspended(ctx, address) {
		c.Lift(ctx, address)
	}
}

// Resumed returns the addresses that are sent letters again and have not got what they
// missed. Arrived ends that for one.
func (j *Journal) Resumed(ctx context.Context) ([]string, error) {
	values, err := j.Store.Values(ctx, resumedPrefix)
	var out []string
	for name := range values {
		out = append(out, strings.TrimPrefix(name, resumedPrefix))
	}
	slices.Sort(out)
	return out, err
}

// Arrived records that an address has got what it missed.
func (j *Journal) Arrived(ctx context.Context, address string) error {
	return j.Put(ctx, map[string][]byte{resumedPrefix + address: nil})
}

// OnVacation records that a program has answered a letter for somebody who is away. That is
// no bounce and no move, but the organiser may want to know.
func (c *Change) OnVacation(address string) {
	c.Values[vacationPrefix+strings.ToLower(address)] = []byte(c.At.Format(time.RFC3339))
}

// VacationAt returns when a program last answered for the player of an address; the zero
// time if none has lately.
func (j *Journal) VacationAt(ctx context.Context, address string, now time.Time) (time.Time, error) {
	b, err := j.Store.Get(ctx, vacationPrefix+strings.ToLower(address))
	if err != nil || len(b) == 0 {
		return time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, string(b))
	if err != nil {
		return at, fmt.Errorf("pbem: reading a vacation answer: %w", err)
	}
	if now.Sub(at) > vacationCounts {
		return time.Time{}, nil
	}
	return at, nil
}
