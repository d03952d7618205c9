package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// failing is an address from which letters came back.
type failing struct {
	Count  int       `json:"count"`
	Letter string    `json:"letter"` // the last of them, which may come back more than once
	Since  time.Time `json:"since"`
	Status string    `json:"status,omitempty"` // 5.1.1
}

// Keys of service-wide values about addresses.
const (
	failingPrefix  = "failing/"
	liftedPrefix   = "lifted/"
	vacationPrefix = "vacation/"
)

// bouncesMost is how many letters must come back for good until an address gets no more:
// one may be a slip of a server. What came back long ago no longer counts.
const (
	bouncesMost    = 2
	bouncesCount   = 30 * 24 * time.Hour
	vacationCounts = 14 * 24 * time.Hour
)

func (j *Journal) failing(ctx context.Context, address string) (f failing, err error) {
	key := failingPrefix + strings.ToLower(address)
	var b []byte
	if j.shared != nil { // they are few, and each decision asks for many
		var all map[string][]byte
		all, err = j.Store.Values(ctx, failingPrefix)
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
	f, err := j.failing(ctx, address)
	if err != nil || f.Count < bouncesMost {
		return time.Time{}, err
	}
	return f.Since, nil
}

// Suspended reports whether an address is sent no letters, except answers to its own mails.
func (c *Change) Suspended(address string) bool {
	name := failingPrefix + strings.ToLower(address)
	if b, ok := c.Values[name]; ok && b == nil {
		return false
	}
	at, err := c.Journal.SuspendedSince(c.Ctx, address)
	c.Fail(err)
	return !at.IsZero()
}

// Bounced records that a letter to a player came back, of which the organiser is told at most
// once a day for each address. Where it is not known which letter it was (id ""), it ends nobody's letters.
func (c *Change) Bounced(l store.Letter, id, status string) {
	if hard := status == "" || strings.HasPrefix(status, "5"); hard && id != "" && c.RefusedForGood(l, id, status) {
		return
	}
	if c.CountToday("bounce/"+l.To) == 1 {
		c.Notify(engine.Msg(key.OrganiserBounce, engine.Text("address", l.To), engine.Text("status", status)))
	}
}

// Complained records that the reader of a letter called it spam, of which the organiser, whose account is at stake, is
// told once a day for each address.
func (c *Change) Complained(l store.Letter) {
	if c.CountToday("complaint/"+l.To) == 1 {
		c.Notify(engine.Msg(key.OrganiserComplaint, engine.Text("address", l.To)))
	}
}

// RefusedForGood counts a letter that its reader's server will never take. It reports whether
// the address therefore gets no more letters, of which it has told the organiser.
func (c *Change) RefusedForGood(l store.Letter, id, status string) bool {
	f, err := c.Journal.failing(c.Ctx, l.To)
	c.Fail(err)
	if f.Count > 0 && c.At.Sub(f.Since) > bouncesCount {
		f = failing{}
	}
	tell := c.tellSuspended(l, status)
	if tell == nil || f.Count >= bouncesMost || f.Letter == id {
		return false
	}
	f = failing{Count: f.Count + 1, Letter: id, Since: c.At, Status: status}
	b, err := json.Marshal(f)
	c.Fail(err)
	c.Values[failingPrefix+strings.ToLower(l.To)] = b
	if f.Count < bouncesMost {
		return false
	}
	tell()
	return true
}

// tellSuspended returns what tells of an address that gets no more letters; nil if a letter
// went to nobody who is known there any more.
func (c *Change) tellSuspended(l store.Letter, status string) func() {
	args := []engine.Arg{engine.Text("address", l.To), engine.Text("status", status)}
	if t := c.Table; t != nil {
		args = append(args, engine.Text("game", t.Game))
		for i, p := range t.Players {
			s := engine.Seat(i)
			args := append(slices.Clip(args), engine.Player("seat", s), engine.Int("n", i))
			if l.Seat == i && t.Players[s].OnFile(l.To) {
				return func() { c.Notify(engine.Msg(key.OrganiserSuspended, args...)) }
			}
			if g := p.Sitter; g != nil && g.Address == l.To {
				return func() {
					c.Notify(engine.Msg(key.OrganiserSuspendedOf+"sitter", append(args, engine.Text("name", g.Name))...))
					c.QueueTo(s, p.Address(), templates.Answer, letters.Tell(engine.Msg(key.SitterLost, engine.Text("name", g.Name), engine.Text("address", g.Address))))
				}
			}
			for _, g := range p.Asked {
				if g.Address == l.To {
					return func() {
						c.Notify(engine.Msg(key.OrganiserSuspendedOf+"guest", append(args, engine.Text("name", g.Name))...))
					}
				}
			}
		}
	}
	n, err := c.Journal.Newcomer(c.Ctx, l.To)
	c.Fail(err)
	if n == nil {
		if c.Profile(l.To) != nil {
			return func() {} // there is nothing that the organiser could do
		}
		return nil
	}
	return func() {
		c.Notify(engine.Msg(key.OrganiserSuspendedOf+"listed", append(args, engine.Text("name", n.Name))...))
	}
}

// Lift has an address sent letters again: its player has written, or the organiser has
// entered it anew. What it has missed follows, see Lifted.
func (c *Change) Lift(address string) {
	f, err := c.Journal.failing(c.Ctx, address)
	c.Fail(err)
	if f.Count == 0 {
		return
	}
	c.Values[failingPrefix+strings.ToLower(address)] = nil
	if f.Count >= bouncesMost {
		c.Values[liftedPrefix+strings.ToLower(address)] = []byte(c.At.Format(time.RFC3339))
	}
}

// Entered has an address that somebody has entered anew sent letters again. A count of
// letters that came back goes on.
func (c *Change) Entered(address string) {
	if c.Suspended(address) {
		c.Lift(address)
	}
}

// Lifted returns the addresses that are sent letters again and have not got what they
// missed. Arrived ends that for one.
func (j *Journal) Lifted(ctx context.Context) ([]string, error) {
	values, err := j.Store.Values(ctx, liftedPrefix)
	var out []string
	for name := range values {
		out = append(out, strings.TrimPrefix(name, liftedPrefix))
	}
	slices.Sort(out)
	return out, err
}

// Arrived records that an address has got what it missed.
func (j *Journal) Arrived(ctx context.Context, address string) error {
	return j.Put(ctx, map[string][]byte{liftedPrefix + address: nil})
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
