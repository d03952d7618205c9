package due

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/fault"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/table"
	"railpost/store"
)

// tickKey holds the latest instant at which the service checked the clock.
const tickKey = "tick"

// outageKey holds the current outage; without it there is none.
const outageKey = "outage"

// Source is one of the servers without which nobody can play.
type Source int

const (
	Mailbox Source = iota // where answers come from
	Server                // which takes our letters
)

// reach is what is known about the sources. It has a lock of its own, because loops that
// must not wait for a mail in progress update it.
type reach struct {
	mu    sync.Mutex
	calm  time.Time    // when there was last no outage, for all daemons
	lost  [2]time.Time // since when; zero: it is not
	found [2]time.Time // when it was last reached
}

// Lost records that a source has been out of reach since an instant, or since it was last
// reached, if that was later.
func (k *Keeper) Lost(s Source, since time.Time) {
	k.reach.mu.Lock()
	defer k.reach.mu.Unlock()
	if k.reach.lost[s].IsZero() {
		k.reach.lost[s] = journal.Latest(since.Round(0), k.reach.found[s])
	}
}

// Found records that a source has been reached.
func (k *Keeper) Found(s Source, now time.Time) {
	k.reach.mu.Lock()
	defer k.reach.mu.Unlock()
	k.reach.lost[s], k.reach.found[s] = time.Time{}, now.Round(0)
}

func (r *reach) now() [2]time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lost
}

// outage is one in progress: nothing falls due during it, since an answer may be where we
// cannot see it, or a letter where nobody else can.
type outage struct {
	From time.Time    `json:"from,omitzero"`
	Lost [2]time.Time `json:"lost"` // by Source
	Told bool         `json:"told,omitempty"`
}

func (k *Keeper) outage(ctx context.Context) (outage, error) {
	var out outage
	b, err := k.Store.Get(ctx, outageKey)
	if err != nil || len(b) == 0 {
		return out, err
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return out, fmt.Errorf("pbem: the present outage: %w", err)
	}
	return out, nil
}

func (k *Keeper) lastTick(ctx context.Context) (time.Time, error) {
	b, err := k.Store.Get(ctx, tickKey)
	if err != nil || len(b) == 0 {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, string(b))
	if err != nil {
		return t, fmt.Errorf("pbem: the time of the last tick: %w", err)
	}
	return t, nil
}

// keepTick stores when the clock was checked, and the current outage.
func (k *Keeper) keepTick(ctx context.Context, now time.Time, out outage) error {
	put, err := tickOf(now, out)
	if err != nil {
		return err
	}
	return k.Put(ctx, put)
}

// tickOf returns the values that keepTick stores.
func tickOf(now time.Time, out outage) (map[string][]byte, error) {
	put := map[string][]byte{tickKey: []byte(now.UTC().Format(time.RFC3339Nano)), outageKey: nil}
	if !out.From.IsZero() {
		var err error
		if put[outageKey], err = json.Marshal(out); err != nil {
			return nil, fmt.Errorf("pbem: the present outage: %w", err)
		}
	}
	return put, nil
}

// clockBehind tells the organisers, once a day, that the clock is behind a time it has
// shown before.
func (k *Keeper) clockBehind(ctx context.Context, back time.Duration) error {
	k.Log.Error("the system clock is behind; nothing falls due until it is right", "behind", back)
	return k.Journal.Alarm(ctx, nil, "clock", engine.Msg(key.AlarmClock, engine.Text("behind", clock.FormatDuration(back))))
}

// outageWarn is how long the mailbox may be out of reach before the organisers are told.
// For the server, the outbox does that.
const outageWarn = 15 * time.Minute

// AfterOutage shifts the times of all games after a period in which the service did not
// run, or could reach no mailbox or no server for letters: nobody could answer. It must
// come before anything that sets new times, and returns the outage that is still in
// progress.
func (k *Keeper) AfterOutage(ctx context.Context, now time.Time) (outage, error) {
	ctx = store.WithBasis(ctx)
	out, err := k.outage(ctx)
	if err != nil {
		return out, err
	}
	last, err := k.lastTick(ctx)
	if err != nil {
		return out, err
	}
	was := out
	out.Lost = k.reach.now()
	if out.From.IsZero() && clock.Shift(last, now, k.Config.Schedule.OutageThreshold.Duration) > 0 {
		out.From = last
	}
	for _, since := range out.Lost {
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
		return out, k.Journal.Alarm(ctx, nil, "mailbox", told)
	}
	return out, nil
}

// outageOver shifts all times if the outage was longer than the threshold. If another daemon has done so
// meanwhile, that one has told of it.
func (k *Keeper) outageOver(ctx context.Context, now time.Time, out outage) error {
	by := now.Sub(out.From)
	moved := by > k.Config.Schedule.OutageThreshold.Duration
	if moved {
		k.Log.Warn("the service was down, or could not reach its mail; all due times move", "from", out.From, "by", by)
		if err := k.shiftAll(ctx, now, table.Outage{From: out.From, By: by}); err != nil {
			return err
		}
	}
	c := k.NewChange(ctx, nil)
	switch by := engine.Text("by", lasting(by)); {
	case moved:
		c.Notify(engine.Msg(key.OutageMoved, by))
	case out.Told:
		c.Notify(engine.Msg(key.OutageOver, by))
	}
	put, err := tickOf(now, outage{})
	if err != nil {
		return err
	}
	maps.Copy(c.Values, put)
	if err := k.Commit(c); !errors.Is(err, store.ErrStale) {
		return err
	}
	return nil
}

var parts = regexp.MustCompile(`\d+|[a-z]`)

// lasting returns a duration as people read it, "3 h 44 m", with seconds if it is short.
func lasting(d time.Duration) string {
	if d >= time.Minute {
		d = d.Round(time.Minute)
	}
	words := ""
	for i, p := range parts.FindAllString(clock.FormatDuration(d), -1) {
		if i > 0 {
			words += " "
		}
		words += p
	}
	return words
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
		if err := k.Journal.Alarm(ctx, nil, name+"/unmoved", told); err != nil {
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

// shift shifts the times of one game, and logs that. The game records by how much it was
// shifted for which outage, so that a crash in between shifts none twice.
func (k *Keeper) shift(ctx context.Context, name string, now time.Time, out table.Outage) (err error) {
	defer fault.Guard(k.Log, "times that move", &err)
	g, err := k.Games.Load(ctx, name)
	if err != nil {
		return err
	}
	if g.Table.State != table.Running && g.Table.State != table.Inviting {
		return nil
	}
	from := out.From
	if g.Table.Outage.From.Equal(out.From) {
		from = from.Add(g.Table.Outage.By)
	}
	if !from.Before(now) {
		return nil
	}
	c := k.NewChange(ctx, g)
	c.At = now
	c.Table.Outage = out
	if c.Table.State == table.Inviting {
		rows, err := k.Store.DueOf(ctx, name)
		if err != nil {
			return err
		}
		for _, d := range rows {
			c.Done = append(c.Done, d)
			d.At = d.At.Add(now.Sub(from))
			c.Put = append(c.Put, d)
		}
		return k.Commit(c)
	}
	c.Table.Stood(from, now)
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.TimesMoved, engine.Text("by", lasting(now.Sub(from))))})
	c.SetDue(func(store.Due) bool { return true })
	return k.Commit(c)
}
