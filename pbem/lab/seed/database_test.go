package seed

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
	"railpost/store/mem"
	"railpost/store/storetest"
)

// database is a model of the one that several daemons share: a store in memory, with leases by its own clock,
// names that are free when their session ends, and notifications between sessions. It carries out one call at a
// time.
type database struct {
	*mem.DB
	mu       sync.Mutex
	stamp    func() time.Time     // the clock of the process that queues a letter
	leases   map[uint64]time.Time // letters, until when
	names    map[string]*name
	sessions []*session
	queue    []store.Letter // in the order of sending, until something is written; Claim asks often
}

// name is one that a session holds.
type name struct{ by *session }

// session is a process's own of a database.
type session struct {
	*database
	wall func() time.Time
	hook func(point string)
	way  func(ctx context.Context, writes bool, do func() error) error // faults of a call, there and back
	took func(messageID string)                                        // called for letters noted as sent

	ahead time.Duration        // of wall, as last measured
	mine  map[uint64]time.Time // letters in hand, until when
	told  map[string]bool      // changes by others
	deaf  time.Time            // it hears nothing until then
	wake  chan struct{}
	over  bool // its further calls have no effect
}

func newDatabase() *database {
	d := &database{leases: map[uint64]time.Time{}, names: map[string]*name{}}
	d.DB = mem.NewAt(func() time.Time { return d.stamp() })
	return d
}

// open opens a session: wall is the clock of its machine, hook is called at the points of a write.
func (d *database) open(wall func() time.Time, hook func(string), way func(context.Context, bool, func() error) error) *session {
	s := &session{database: d, wall: wall, hook: hook, way: way, took: func(string) {}, mine: map[uint64]time.Time{}, told: map[string]bool{}, wake: make(chan struct{}, 1)}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sessions = append(d.sessions, s)
	return s
}

// call carries out a call; one that writes has the points of op.
func (s *session) call(ctx context.Context, op string, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if op != "" {
		s.hook(op + ".before")
		defer s.hook(op + ".after")
	}
	return s.way(ctx, op != "", func() error {
		if op != "" {
			s.hook(op + ".within")
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if op != "" && op != "claim" {
			s.queue = nil
		}
		if s.over {
			return store.ErrClosed
		}
		s.stamp = s.wall
		return do()
	})
}

// ask is call with a result.
func ask[T any](ctx context.Context, s *session, op string, do func() (T, error)) (out T, err error) {
	err = s.call(ctx, op, func() (err error) { out, err = do(); return err })
	return out, err
}

func (s *session) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	errs := make([]error, len(cs))
	err := s.call(ctx, "commit", func() error {
		for i, c := range cs {
			c.Letters = slices.Clone(c.Letters)
			for j := range c.Letters {
				c.Letters[j].NextTry = cmp.Or(c.Letters[j].NextTry, s.wall()).Add(-s.ahead)
			}
			errs[i] = s.keep(ctx, c)
		}
		return nil
	})
	if err != nil {
		return all(err, len(cs)), err
	}
	return errs, nil
}

// keep keeps a commit if its basis still holds, and tells the others.
func (s *session) keep(ctx context.Context, c store.Commit) error {
	if len(c.Put) > 0 && !c.Basis.Empty() {
		holds, err := c.Basis.Holds(func(key string) ([]byte, error) { return s.DB.Get(ctx, key) },
			func(prefix string) (map[string][]byte, error) { return s.DB.Values(ctx, prefix) })
		if err != nil || !holds {
			return errors.Join(err, store.ErrStale)
		}
	}
	if f := c.Forget; f != nil && f.Left != nil {
		all, err := s.DB.Letters(ctx)
		if err != nil || slices.ContainsFunc(all, func(l store.Letter) bool {
			return l.State != store.Failed && s.leases[l.ID].After(f.Now) && f.Left(l)
		}) {
			return errors.Join(err, store.ErrInvalid)
		}
	}
	if errs, err := s.DB.Commit(ctx, c); err != nil || errs[0] != nil {
		return errors.Join(err, errs[0])
	}
	for _, other := range s.sessions {
		if other == s || other.over || time.Now().Before(other.deaf) {
			continue
		}
		if other.told[c.Game] = true; c.Rename != "" {
			other.told[c.Rename] = true
		}
		other.poke()
	}
	return nil
}

func (s *session) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Listen passes notifications on; those missed while the session was lost may concern anything.
func (s *session) Listen(ctx context.Context, f func(game string, all bool)) error {
	for f("", true); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		}
		time.Sleep(10 * time.Millisecond)
		s.mu.Lock()
		told, deaf := s.told, s.deaf
		s.told, s.deaf = map[string]bool{}, time.Time{}
		s.mu.Unlock()
		if !deaf.IsZero() {
			time.Sleep(time.Until(deaf))
			f("", true)
		}
		for _, game := range slices.Sorted(maps.Keys(told)) {
			f(game, false)
		}
	}
}

// lose ends the session: its names are free, and it hears nothing until then.
func (s *session) lose(until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.names, func(_ string, n *name) bool { return n.by == s })
	s.deaf = until
	s.poke()
}

// die ends it for good. Its leases last.
func (s *session) die() {
	s.lose(time.Time{})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.sessions = slices.DeleteFunc(s.sessions, func(o *session) bool { return o == s })
}

// Close releases everything that the session holds.
func (s *session) Close() error {
	s.mu.Lock()
	maps.DeleteFunc(s.leases, func(id uint64, until time.Time) bool { return !s.over && s.mine[id].Equal(until) })
	s.mu.Unlock()
	s.die()
	return nil
}

// Try takes a name, see store.Shared.
func (s *session) Try(ctx context.Context, key string) (release func(), ok bool, err error) {
	n := &name{s}
	ok, err = ask(ctx, s, "", func() (bool, error) {
		if s.names[key] != nil {
			return false, nil
		}
		s.names[key] = n
		return true, nil
	})
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.names[key] == n {
			delete(s.names, key)
		}
	}, ok, err
}

// Skew is exact except for the time of looking at both clocks while other goroutines run.
func (s *session) Skew(ctx context.Context) (time.Duration, error) {
	return ask(ctx, s, "", func() (time.Duration, error) { return s.measure(), nil })
}

func (s *session) measure() time.Duration {
	s.ahead = s.wall().Sub(time.Now().Round(0)).Round(100 * time.Millisecond)
	return s.ahead
}

// Claim looks at all letters in the order in which they go out.
func (s *session) Claim(ctx context.Context, now time.Time, lease time.Duration, n int) (out []store.Letter, err error) {
	err = s.call(ctx, "claim", func() error {
		ahead := s.measure()
		is, until := now.Add(-ahead), now.Add(lease-ahead).UTC()
		if s.queue == nil {
			if s.queue, err = s.DB.Letters(ctx); err != nil {
				return err
			}
			slices.SortStableFunc(s.queue, func(a, b store.Letter) int { return a.Rank() - b.Rank() })
		}
		busy := map[string]bool{}
		for _, l := range s.queue {
			if l.State != store.Failed && s.leases[l.ID].After(is) {
				busy[l.Game+" "+l.To] = true
			}
		}
		for _, l := range s.queue {
			if to := l.Game + " " + l.To; len(out) < n && !busy[to] && l.State != store.Failed && l.Due(is) {
				busy[to] = true
				s.leases[l.ID], s.mine[l.ID] = until, until
				l.NextTry, l.Leased = l.NextTry.Add(ahead), until.Add(ahead)
				out = append(out, l)
			}
		}
		return nil
	})
	return out, err
}

// Hold extends the leases of letters that no other has claimed since.
func (s *session) Hold(ctx context.Context, until time.Time) (held []uint64, err error) {
	err = s.call(ctx, "hold", func() error {
		until = until.Add(-s.measure()).UTC()
		for _, id := range slices.Sorted(maps.Keys(s.mine)) {
			if s.leases[id].Equal(s.mine[id]) {
				s.leases[id], s.mine[id] = until, until
				held = append(held, id)
			}
		}
		return nil
	})
	return held, err
}

// lost reports whether a letter that the session has claimed is another's by now.
func (s *session) lost(id uint64) bool {
	own, claimed := s.mine[id]
	return claimed && !own.Equal(s.leases[id])
}

func (s *session) MarkSending(ctx context.Context, ls ...store.Finished) []error {
	errs := make([]error, len(ls))
	err := s.call(ctx, "sending", func() error {
		for i, l := range ls {
			if errs[i] = store.ErrNoLetter; !s.lost(l.ID) {
				errs[i] = s.DB.MarkSending(ctx, l)[0]
			}
		}
		return nil
	})
	if err != nil {
		return all(err, len(ls))
	}
	return errs
}

func (s *session) Sent(ctx context.Context, ls ...store.Accepted) []error {
	errs, err := ask(ctx, s, "sent", func() ([]error, error) {
		for _, l := range ls {
			delete(s.mine, l.ID)
		}
		return s.DB.Sent(ctx, ls...), nil
	})
	if err != nil {
		return all(err, len(ls))
	}
	for i, l := range ls {
		if errs[i] == nil {
			s.took(l.MessageID)
		}
	}
	return errs
}

// one changes a letter unless another holds it by now.
func (s *session) one(ctx context.Context, op string, id uint64, do func() error) error {
	return s.call(ctx, op, func() error {
		if s.lost(id) {
			return nil
		}
		err := do()
		if err == nil {
			delete(s.leases, id)
			delete(s.mine, id)
		}
		return err
	})
}

func (s *session) Defer(ctx context.Context, id uint64, next time.Time, code string) error {
	return s.one(ctx, "defer", id, func() error { return s.DB.Defer(ctx, id, next.Add(-s.ahead), code) })
}

func (s *session) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	return s.one(ctx, "untry", id, func() error { return s.DB.Untry(ctx, id, next.Add(-s.ahead), code) })
}

func (s *session) Fail(ctx context.Context, id uint64, code string) error {
	return s.one(ctx, "fail", id, func() error { return s.DB.Fail(ctx, id, code) })
}

func (s *session) Retry(ctx context.Context, id uint64, now time.Time, to string) error {
	return s.call(ctx, "retry", func() error { return s.DB.Retry(ctx, id, now.Add(-s.ahead), to) })
}

func (s *session) Drop(ctx context.Context, id uint64, now time.Time) error {
	return s.call(ctx, "drop", func() error {
		l, ok, err := s.DB.Letter(ctx, id)
		if err == nil && ok && l.State != store.Failed && s.leases[id].After(now.Add(-s.ahead)) {
			return fmt.Errorf("%w: letter %d may be on its way", store.ErrInvalid, id)
		}
		return errors.Join(err, s.DB.Drop(ctx, id, now))
	})
}

func (s *session) Attempt(ctx context.Context, key string) (int, error) {
	return ask(ctx, s, "attempt", func() (int, error) { return s.DB.Attempt(ctx, key) })
}

func (s *session) Unfinish(ctx context.Context, t time.Time) error {
	return s.call(ctx, "", func() error { return s.DB.Unfinish(ctx, t) })
}

func (s *session) Letters(ctx context.Context) ([]store.Letter, error) {
	return ask(ctx, s, "", func() ([]store.Letter, error) {
		all, err := s.DB.Letters(ctx)
		for i := range all {
			all[i].Leased = s.leases[all[i].ID]
		}
		return all, err
	})
}

func (s *session) Letter(ctx context.Context, id uint64) (l store.Letter, ok bool, err error) {
	err = s.call(ctx, "", func() (err error) {
		if l, ok, err = s.DB.Letter(ctx, id); ok {
			l.Leased = s.leases[id]
		}
		return err
	})
	return l, ok, err
}

func (s *session) Waiting(ctx context.Context, groups []string) ([]store.Letter, error) {
	all, err := s.Letters(ctx)
	return slices.DeleteFunc(all, func(l store.Letter) bool { return l.State != store.Waiting || !slices.Contains(groups, l.Group) }), err
}

func (s *session) Head(ctx context.Context, game string) (store.Head, error) {
	return ask(ctx, s, "", func() (store.Head, error) { return s.DB.Head(ctx, game) })
}

func (s *session) Rev(ctx context.Context, game string) (uint64, error) {
	h, err := s.Head(ctx, game)
	return h.Rev, err
}

func (s *session) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	return ask(ctx, s, "", func() (store.Log, error) { return s.DB.Load(ctx, game, upTo, full) })
}

func (s *session) Get(ctx context.Context, key string) ([]byte, error) {
	v, err := store.BasisOf(ctx).Value(key, func() ([]byte, error) {
		return ask(ctx, s, "", func() ([]byte, error) { return s.DB.Get(ctx, key) })
	})
	return bytes.Clone(v), err
}

func (s *session) Values(ctx context.Context, prefix string) (map[string][]byte, error) {
	all, err := store.BasisOf(ctx).Values(prefix, func() (map[string][]byte, error) {
		return ask(ctx, s, "", func() (map[string][]byte, error) { return s.DB.Values(ctx, prefix) })
	})
	return maps.Clone(all), err
}

func (s *session) DueBefore(ctx context.Context, t time.Time, n int) ([]store.Due, error) {
	return ask(ctx, s, "", func() ([]store.Due, error) { return s.DB.DueBefore(ctx, t, n) })
}

var (
	_ store.Shared  = (*session)(nil)
	_ store.Clocked = (*session)(nil)
)

// TestDatabase: the model is a store as the adapter of PostgreSQL is.
func TestDatabase(t *testing.T) {
	open := func(d *database) store.Store {
		return d.open(time.Now, func(string) {}, func(_ context.Context, _ bool, do func() error) error { return do() })
	}
	storetest.Run(t, storetest.Adapter{
		Shared: true,
		Checks: level.Of(20, 100, 100),
		Open:   func(testing.TB) store.Store { return open(newDatabase()) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			expect.NoError(t, s.Close())
			return open(s.(*session).database)
		},
		SecondProcess: func(_ testing.TB, s store.Store) store.Store { return open(s.(*session).database) },
	})
}

// inHand returns the letters whose results the session must still report.
func (s *session) inHand() (all []store.Letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.mine {
		if l, ok, err := s.DB.Letter(context.Background(), id); err == nil && ok {
			all = append(all, l)
		}
	}
	return all
}

// patience is how long a daemon waits for the database.
const patience = time.Minute

var errFar = errors.New("store: nothing was written: the database cannot be reached")

// far reports whether the database cannot be reached, or not for a write.
func (m *machine) far(writes bool) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	return now.Before(m.apart) || now.Before(m.gone) || writes && now.Before(m.readOnly)
}

// ask carries a daemon's request to the database, and the answer back.
func (m *machine) ask(ctx context.Context, l *life, writes bool, do func() error) error {
	defer l.thaw()
	l.thaw()
	way := time.Duration(m.n+2) * 311_003
	time.Sleep(way)
	for end := time.Now().Add(patience); m.far(writes); time.Sleep(time.Second) {
		if ctx.Err() != nil || time.Now().After(end) {
			return errors.Join(ctx.Err(), errFar)
		}
	}
	m.mu.Lock()
	if writes {
		m.answer.N--
	}
	e := m.answer
	m.mu.Unlock()
	if !writes || e.N != 0 {
		e = event{}
	}
	if e.Arg == "slow" {
		m.inHand(l, time.Now().Add(e.For))
		time.Sleep(e.For)
	}
	err := do()
	time.Sleep(way)
	if e.Arg == "late" || e.Arg == "lost" {
		time.Sleep(e.For)
	}
	if e.Arg == "lost" && err == nil {
		err = store.ErrUnsure
	}
	return err
}

// fails applies a fault to the database, or to the way to it from one machine.
func (m *machine) fails(e event) {
	until := time.Now().Add(e.For)
	lose := []*machine{m}
	m.mu.Lock()
	switch e.Arg {
	case "session":
		until = time.Now().Add(time.Second)
	case "apart":
		m.apart = until
	case "down":
		m.gone, lose = until, m.machines
	case "readonly":
		m.readOnly, lose = until, m.machines
	default:
		e.For, lose = e.For/25, nil
		m.answer = e
	}
	m.mu.Unlock()
	for _, o := range lose {
		if o.life != nil && o.life.base != nil {
			o.inHand(o.life, until)
			o.life.base.lose(until)
		}
	}
}
