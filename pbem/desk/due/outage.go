package due

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// tickKey holds the latest instant at which the service checked the clock.
const tickKey = "tick"

// outageKey holds the current outage, if there is one.
const outageKey = "outage"

// Source is one of the servers without which nobody can play.
type Source int

const (
	Mailbox Source = iota // answers come from it
	Server                // accepts our letters
)

// reach is the state of the sources. It has a separate lock, because loops that must not wait for a mail in
// progress update it.
type reach struct {
	mu    sync.Mutex
	calm  time.Time    // when there was last no outage, for all daemons
	lost  [2]time.Time // since when; zero: it is not
	found [2]time.Time // when it was last reached
}

// SourceLost records that a source has been out of reach since an instant, or since it was last
// reached, if that was later.
func (k *Keeper) SourceLost(s Source, since time.Time) {
	k.reach.mu.Lock()
	defer k.reach.mu.Unlock()
	if k.reach.lost[s].IsZero() {
		k.reach.lost[s] = clock.Latest(since.Round(0), k.reach.found[s])
	}
}

// SourceReached records that a source has been reached.
func (k *Keeper) SourceReached(s Source, now time.Time) {
	k.reach.mu.Lock()
	defer k.reach.mu.Unlock()
	k.reach.lost[s], k.reach.found[s] = time.Time{}, now.Round(0)
}

func (r *reach) now() [2]time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lost
}

// outage is one in progress: nothing falls due during it, since answers or letters may be stuck.
type outage struct {
	From time.Time    `json:"from,omitzero"`
	Lost [2]time.Time `json:"lost"` // by Source
	Told bool         `json:"told,omitempty"`
}

func (k *Keeper) outage(ctx context.Context) (outage, error) {
	var out outage
	return out, k.value(ctx, outageKey, &out)
}

// Still returns since when times stand still that an outage will shift at its end; zero: none. Letters can be
// sent meanwhile, and the first that the server accepts shows that it is back.
func (k *Keeper) Still(ctx context.Context) (time.Time, error) {
	if k.reach.now() == [2]time.Time{} {
		return time.Time{}, nil
	}
	out, err := k.outage(ctx)
	if err != nil || out.From.IsZero() || k.Time.Wall().Sub(out.From) <= k.Config.Schedule.OutageThreshold.Duration {
		return time.Time{}, err
	}
	return out.From, nil
}

// timeOf returns a time of the whole service; zero if there is none.
func (k *Keeper) timeOf(ctx context.Context, name string) (time.Time, error) {
	b, err := k.Store.Get(ctx, name)
	if err != nil || len(b) == 0 {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, string(b))
	if err != nil {
		return t, fmt.Errorf("pbem: reading the value %s: %w", name, err)
	}
	return t, nil
}

// Handled returns an instant by which all earlier mail had been handled. What came during an outage that was not over
// for an hour may not have been.
func (k *Keeper) Handled(ctx context.Context) (time.Time, error) {
	last, err := k.timeOf(ctx, tickKey)
	out, failed := k.outage(ctx)
	var m Move
	err = errors.Join(err, failed, k.value(ctx, moveKey, &m))
	at := last
	if !out.From.IsZero() && out.From.Before(at) {
		at = out.From
	}
	if !m.From.IsZero() && last.Sub(m.At) < time.Hour && m.From.Before(at) {
		at = m.From
	}
	return at, err
}

// keepTick stores when the clock was checked, and the current outage, unless another daemon has checked it since: this
// one may have stood still meanwhile, and the time until now would look like an outage.
func (k *Keeper) keepTick(ctx context.Context, now time.Time, out outage) error {
	ctx = store.WithBasis(ctx)
	last, err := k.timeOf(ctx, tickKey)
	if err != nil || last.After(now) {
		return err
	}
	put, err := tickOf(now, out)
	if err != nil {
		return err
	}
	c := k.NewChange(nil)
	maps.Copy(c.Values, put)
	if err := k.Commit(ctx, c); !errors.Is(err, store.ErrStale) {
		return err
	}
	return nil
}

// tickOf returns the values that keepTick stores.
func tickOf(now time.Time, out outage) (map[string][]byte, error) {
	put := map[string][]byte{tickKey: []byte(now.UTC().Format(time.RFC3339Nano)), outageKey: nil}
	if !out.From.IsZero() {
		var err error
		if put[outageKey], err = json.Marshal(out); err != nil {
			return nil, fmt.Errorf("pbem: encoding the current outage: %w", err)
		}
	}
	return put, nil
}

// knownWithin is the longest time between the loss of a source and a look at the clock that did not know of it.
const knownWithin = time.Hour

// outageWarn is how long the mailbox may be unreachable before the organisers are told. For the server, the
// outbox does that.
const outageWarn = 15 * time.Minute

// AfterOutage shifts the times of all games after a period in which the service did not
// run, or could reach no mailbox or no server for letters: nobody could answer. It must
// come before anything that sets new times. It does nothing while the clock is in doubt.
func (k *Keeper) AfterOutage(ctx context.Context) error {
	now := k.Time.Wall()
	_, sure, err := k.sure(ctx, now)
	if !sure || err != nil {
		return err
	}
	_, err = k.afterOutage(ctx, now)
	return err
}

// afterOutage returns the outage that is still in progress. All that it decides by is read under one basis, so that
// of two daemons one moves the times.
func (k *Keeper) afterOutage(ctx context.Context, now time.Time) (outage, error) {
	ctx = store.WithBasis(ctx)
	last, err := k.timeOf(ctx, tickKey)
	if err != nil {
		return outage{}, err
	}
	out, err := k.outage(ctx)
	if err != nil {
		return out, err
	}
	was := out
	out.Lost = k.reach.now()
	if out.From.IsZero() && clock.Shift(last, now, k.Config.Schedule.OutageThreshold.Duration) > 0 {
		out.From = last
	}
	for _, since := range out.Lost {
		if !since.IsZero() && last.Sub(since) > knownWithin {
			since = last // that look would have known: another daemon reached it, or since is by a wrong clock
		}
		if since.After(now) {
			since = now
		}
		if !since.IsZero() && (out.From.IsZero() || was.From.IsZero() && since.Before(out.From)) {
			out.From = since
		}
	}
	switch lasts := now.Sub(out.From); {
	case out.From.IsZero():
		return out, nil
	case out.Lost == [2]time.Time{}:
		return outage{}, k.outageOver(ctx, now, out)
	case out.From.Equal(was.From) && !out.Told && !out.Lost[Mailbox].IsZero() && lasts >= outageWarn:
		out.Told = true
		told := engine.Msg(key.AlarmMailbox, engine.Text("time", lasting(now.Sub(out.Lost[Mailbox]))))
		return out, tell.Alarm(ctx, k.Journal, nil, "mailbox", told)
	}
	return out, nil
}

// outageOver shifts all times if the outage was longer than the threshold. If another daemon has done so
// meanwhile, that one has reported it.
func (k *Keeper) outageOver(ctx context.Context, now time.Time, out outage) error {
	by := now.Sub(out.From)
	moved := by > k.Config.Schedule.OutageThreshold.Duration
	if moved {
		k.Log.Warn("the service was down or could not reach its mail; all due times are moved", "from", out.From, "by", by)
		if err := k.shiftAll(ctx, now, table.Outage{From: out.From, By: by}); err != nil {
			return err
		}
	}
	c := k.NewChange(nil)
	switch told := engine.Text("by", lasting(by)); {
	case moved:
		tell.Organiser(ctx, c, engine.Msg(key.OutageMoved, told))
	case out.Told:
		tell.Organiser(ctx, c, engine.Msg(key.OutageOver, told))
	}
	put, err := tickOf(now, outage{})
	if err != nil {
		return err
	}
	maps.Copy(c.Values, put)
	if moved {
		if c.Values[moveKey], err = json.Marshal(Move{At: now, From: out.From, Seconds: int64(by / time.Second)}); err != nil {
			return fmt.Errorf("pbem: encoding how due times move: %w", err)
		}
	}
	if err := k.Commit(ctx, c); !errors.Is(err, store.ErrStale) {
		return err
	}
	return nil
}

var parts = regexp.MustCompile(`\d+|[a-z]`)

// lasting returns a duration for people, "3 h 44 m", with seconds if it is short.
func lasting(d time.Duration) string {
	if d >= time.Minute {
		d = d.Round(time.Minute)
	}
	return strings.Join(parts.FindAllString(clock.FormatDuration(d), -1), " ")
}

// shiftAll shifts the times of all games. A game whose times cannot be shifted stays as it
// is and does not hold up the others; the organisers are told. It returns an error only if
// not even that can be stored.
func (k *Keeper) shiftAll(ctx context.Context, now time.Time, out table.Outage) error {
	names, err := k.names(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		err := store.Decide(ctx, func(ctx context.Context) error { return k.shift(ctx, name, now, out) })
		if err == nil {
			continue
		}
		k.Log.Error("a game's due times could not be moved", "game", name, "err", err)
		told := engine.Msg(key.AlarmUnmoved, engine.Text("game", name), engine.Text("by", lasting(out.By)), engine.Text("why", err.Error()))
		if err := tell.Alarm(ctx, k.Journal, nil, name+"/unmoved", told); err != nil {
			return err
		}
	}
	return nil
}

// names returns the names of all games.
func (k *Keeper) names(ctx context.Context) (names []string, err error) {
	err = k.Store.Heads(ctx, func(h store.Head) error { names = append(names, h.Game); return nil })
	return names, err
}

// shift shifts the times of one game, and logs that. The game records the shift and its outage, so that a crash
// in between shifts none twice.
func (k *Keeper) shift(ctx context.Context, name string, now time.Time, out table.Outage) (err error) {
	defer fault.Guard(k.Log, "times that move", &err)
	g, err := k.Games.Load(ctx, name)
	if err != nil {
		return err
	}
	if g.Table.State != table.Running && g.Table.State != table.Inviting {
		return nil
	}
	from := g.Table.Outage.Unmoved(out.From)
	if !from.Before(now) {
		return nil
	}
	c := k.NewChange(g)
	c.At = now
	c.Table.Outage = out
	if c.Table.State == table.Inviting {
		return k.moveRows(ctx, c, now.Sub(from))
	}
	c.Table.Stood(from, now)
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.TimesMoved, engine.Text("by", lasting(now.Sub(from))))})
	c.SetDue(func(store.Due) bool { return true })
	return k.Commit(ctx, c)
}

// moveRows moves all that is due of a game that has not begun.
func (k *Keeper) moveRows(ctx context.Context, c *journal.Change, by time.Duration) error {
	rows, err := k.Store.DueOf(ctx, c.Game.Name)
	if err != nil {
		return err
	}
	for _, d := range rows {
		c.Done = append(c.Done, d)
		d.At = d.At.Add(by)
		c.Put = append(c.Put, d)
	}
	return k.Commit(ctx, c)
}
