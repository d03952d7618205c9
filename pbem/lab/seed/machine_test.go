package seed

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"railpost/pbem/config"
	"railpost/pbem/facts/clock"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/control"
	"railpost/pbem/run/daemon"
	"railpost/store"
	"railpost/store/bolt"
)

// machine is the place of one daemon after another: it has a clock, a mailbox, and a disk or a connection to
// the database.
type machine struct {
	*world
	n       int
	account string // of the mailbox
	life    *life
	image   []byte // of the store, as left by the last life
	names   []byte // of the mails being read, stored next to it
	next    event  // the death of the next life, armed while there is none

	// Guarded by world.mu.
	step   time.Duration // of the clock on the wall
	drift  float64
	drifts time.Time // since when
	broken string    // the fault of the disk
	apart  time.Time // until when the database cannot be reached
	slow   time.Time // until when the server for outgoing mail does not answer it
	answer event     // the fault of the N-th write to the database from now
}

// life is one run of the daemon, from its start to its death.
type life struct {
	*line
	d     *daemon.Daemon
	store store.Store
	base  *session // the same, if it is of the database
	path  string
	since time.Time
	done  chan error
	stop  context.CancelFunc

	mu     sync.Mutex
	armed  event         // waits for its point
	frozen time.Time     // it is frozen until then
	woken  time.Duration // number of things that have continued since
	before []byte
	unsure bool // the disk has not confirmed a write
	over   bool // dead; its further actions do not count
}

// now is the wall time.
func (m *machine) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now().Round(0)
	return now.Add(m.step + time.Duration(m.drift*float64(now.Sub(m.drifts))))
}

// chance depends on the second alone, so that neither other draws of the same time matter, nor the milliseconds
// for which robots let others go first.
func (m *machine) chance() float64 {
	return rand.New(rand.NewPCG(m.seed+uint64(m.n)<<32, uint64(time.Now().Unix()))).Float64()
}

func (m *machine) setClock(step time.Duration, drift float64) {
	m.locked(func() { m.step, m.drift, m.drifts = step, drift, time.Now().Round(0) })
}

// beat runs every minute.
func (m *machine) beat() {
	m.later(time.Minute, m.beat)
	l := m.life
	if l == nil {
		return
	}
	if l.isOver() { // at a point
		m.down(l.armed)
		return
	}
	select {
	case err := <-l.done: // by itself
		if !errors.Is(err, store.ErrUnsure) {
			m.breach("daemon %d ended by itself: %v", m.n, err)
		}
		m.kill(l, nil)
		m.down(event{Arg: "itself", For: 10 * time.Minute})
	default:
	}
}

// start begins a life on the state left by the last one.
func (m *machine) start() {
	if m.life != nil {
		return
	}
	m.lives++
	dir := filepath.Join(m.dir, fmt.Sprint(m.lives))
	m.must(os.Mkdir(dir, 0o700))
	l := &life{line: &line{wires: m.wires}, path: filepath.Join(dir, "railpost.db"), done: make(chan error, 1), since: time.Now(), armed: m.next}
	l.line.thaw, l.line.stall = l.thaw, m.stall
	m.next = event{}
	if m.base == nil {
		m.must(os.WriteFile(l.path, m.image, 0o600))
	}
	if m.names != nil {
		m.must(os.WriteFile(l.path+".reading", m.names, 0o600))
	}
	c := config.Default()
	m.must(pbemtest.Mailbox(c, m.post.IMAPAddr(), m.post.SMTPAddr(), m.account, secret))
	c.Identity.BaseAddress, c.Identity.Contact = account+"@localhost", boss+"@localhost"
	c.Security.AdminAddresses = []string{boss + "@localhost"}
	c.Mail.Out.Pictures, c.Store.MinFree, c.Store.Path = false, 0, l.path
	c.Schedule.Tick.Duration = 3 * time.Minute // ticks of a minute take a tenth of all time
	ctx, stop := context.WithCancel(m.t.Context())
	l.stop = stop
	d, err := daemon.New(ctx, daemon.Options{
		Config: c, Titles: m.titles, Templates: m.texts, Log: slog.New(slog.NewTextHandler(daemonLog(m.world), nil)).With("daemon", m.n),
		DialIn: l.dial, DialOut: l.dial, Now: m.now, Hook: func(point string) { m.pass(l, point); l.thaw() },
		Random: m.chance,
		Listen: func(string) (*control.Listener, error) { return nil, nil },
		Open: func(path string, o bolt.Options) (store.Store, error) {
			if m.base != nil {
				l.base = m.base.open(o.Now, o.Hook, func(ctx context.Context, writes bool, do func() error) error { return m.ask(ctx, l, writes, do) })
				l.base.took, l.store = m.took, l.base
				return l.base, nil
			}
			o.NoSync, o.Hook = true, func(point string) { m.pass(l, point) } // others may wait for the file: see disk
			db, err := bolt.Open(path, o)
			l.store = &disk{db, m, l}
			return l.store, err
		},
	})
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EIO), errors.Is(err, errFar): // the unit starts it again
		m.logf("daemon %d does not start: %v", m.n, err)
		stop()
		m.later(10*time.Minute, m.start)
		return
	case err != nil:
		m.breach("daemon %d does not start: %v", m.n, err)
		return
	}
	l.d = d
	if m.lives > len(m.machines) && !slices.ContainsFunc(m.machines, (*machine).runs) { // a frozen one has run until then
		m.owe(time.Since(m.died))
	}
	m.locked(func() { m.life = l })
	if m.base == nil {
		m.opened(l.store)
	}
	m.ended.Go(func() { l.done <- d.Run(ctx) })
	m.logf("daemon %d started", m.n)
}

// pass is called between every two side effects of a life.
func (m *machine) pass(l *life, point string) {
	l.mu.Lock()
	a := &l.armed
	if a.Tear && point == strings.TrimSuffix(a.Arg, ".after")+".before" && a.N <= 1 && !l.over {
		l.before, _ = used(l.path) // the file is ours
	}
	if a.Arg != point || l.over {
		l.mu.Unlock()
		return
	}
	a.N--
	e, before := *a, l.before
	if e.N <= 0 && e.Kind != "kill" {
		l.armed = event{}
	}
	l.mu.Unlock()
	if e.N <= 0 {
		m.strike(l, e, before)
	}
}

// strike ends a life or all its connections, or lets it stand still for a while.
func (m *machine) strike(l *life, e event, before []byte) {
	switch e.Kind {
	case "kill":
		m.kill(l, before)
	case "cut":
		m.window(time.Now(), time.Now())
		l.cut(false)
	case "slow":
		m.locked(func() { m.slow = time.Now().Add(e.For) })
	case "freeze":
		until := time.Now().Add(e.For)
		m.inHand(l, until)
		m.locked(func() { m.since = append(m.since, span{time.Now(), until, e}) }) // it was armed a while ago
		l.mu.Lock()
		l.frozen, l.woken = clock.Latest(l.frozen, until), 0
		l.mu.Unlock()
		if l.base != nil {
			time.AfterFunc(30*time.Second, func() { l.base.lose(until) }) // the database does not wait for it
		}
	}
}

// thaw waits until the life continues, a little longer for each of its parts, so that they continue in the same
// order every time.
func (l *life) thaw() {
	l.mu.Lock()
	wait := time.Until(l.frozen)
	if wait > 0 {
		l.woken++
		wait += l.woken * 1009
	}
	l.mu.Unlock()
	if wait > 0 {
		time.Sleep(wait)
	}
}

// slowFor is how long the server for outgoing mail does not answer.
func (m *machine) slowFor() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Until(m.slow)
}

func (m *machine) stall() { time.Sleep(m.slowFor()) }

// inHand: whether the letters that the daemon has in hand were taken, it cannot note until then, or never.
func (m *machine) inHand(l *life, until time.Time) {
	if l.base == nil {
		return
	}
	ids := map[string]bool{}
	for _, letter := range l.base.inHand() {
		ids[idOf(letter.Bytes)] = true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faulty = append(m.faulty, window{time.Time{}, until, ids})
}

// dies arms a death at a point; if that is not passed within half an hour, it happens anyway.
func (m *machine) dies(e event) {
	l := m.life
	if !m.runs() {
		if e.Arg != "now" {
			m.next = e
		}
		return
	}
	l.mu.Lock()
	l.armed = e
	l.mu.Unlock()
	if e.Arg == "now" {
		if m.strike(l, e, nil); e.Kind == "kill" {
			m.down(e)
		}
		return
	}
	m.later(30*time.Minute, func() {
		l.mu.Lock()
		waits := l.armed.At == e.At
		l.mu.Unlock()
		if e.Arg = "now"; waits && m.life == l {
			m.dies(e)
		}
	})
}

// kill ends a life at once: its connections end, and its later writes are not kept. With the earlier content of
// the file, the last write is torn.
func (m *machine) kill(l *life, before []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return
	}
	var err error
	if l.base != nil {
		l.base.die()
		m.inHand(l, time.Now())
	} else if m.image, err = used(l.path); err != nil {
		m.t.Error(err)
	}
	if before != nil {
		m.image = torn(before, m.image, rand.New(rand.NewPCG(uint64(l.armed.At), 1)))
	}
	if m.names, err = os.ReadFile(l.path + ".reading"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		m.t.Error(err)
	}
	l.over = true
	l.cut(true)
	l.stop()
}

func (l *life) isOver() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.over
}

// runs reports whether the daemon runs.
func (m *machine) runs() bool { return m.life != nil && !m.life.isOver() && len(m.life.done) == 0 }

// well reports whether it runs and can do something.
func (m *machine) well() bool {
	if !m.runs() || m.far(true) || m.slowFor() > 0 {
		return false
	}
	m.life.mu.Lock()
	defer m.life.mu.Unlock()
	return !time.Now().Before(m.life.frozen)
}

// down notes a death, and restarts after a while.
func (m *machine) down(e event) {
	m.logf("daemon %d died at %s", m.n, e.Arg)
	m.died = time.Now()
	m.since = append(m.since, span{m.died, m.died.Add(e.For), event{Kind: "down", Of: m.n}})
	m.locked(func() { m.life = nil })
	m.later(e.For, m.start)
}

// quit stops the daemon as an operator does.
func (m *machine) quit(e event) {
	if !m.well() {
		return
	}
	l := m.life
	l.stop()
	if err := <-l.done; err != nil && !errors.Is(err, store.ErrUnsure) {
		m.breach("daemon %d did not end well: %v", m.n, err)
	}
	m.kill(l, nil)
	m.down(e)
}

// sector is the unit that a disk writes atomically. A page of the root has at unused the number of the first
// page that no write has used, and at txid that of its write.
const sector, unused, txid = 512, 56, 64

// used returns the pages of a file that are in use: bbolt makes it larger at once.
func used(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	page := os.Getpagesize()
	roots := make([]byte, 2*page)
	if _, err = f.ReadAt(roots, 0); err != nil {
		return nil, err
	}
	pages := max(binary.NativeEndian.Uint64(roots[unused:]), binary.NativeEndian.Uint64(roots[page+unused:]))
	file := make([]byte, int(pages)*page)
	_, err = f.ReadAt(file, 0)
	return file, err
}

// torn returns a file with an interrupted write from before to after: none or some of its pages are written, or
// all, and then the new root or not. bbolt writes the root, in one of two sectors, when the other pages are on
// the disk.
func torn(before, after []byte, rng *rand.Rand) []byte {
	page := os.Getpagesize()
	number := func(file []byte) uint64 {
		return max(binary.NativeEndian.Uint64(file[txid:]), binary.NativeEndian.Uint64(file[page+txid:]))
	}
	if number(after) != number(before)+1 { // other writes came between, and are on the disk
		return after
	}
	out := append(bytes.Clone(before), make([]byte, max(0, len(after)-len(before)))...)
	all := rng.IntN(3) == 0
	for at := 2 * page; at < len(after); at += sector {
		if all || rng.IntN(2) == 0 {
			copy(out[at:min(at+sector, len(out))], after[at:])
		}
	}
	if all && rng.IntN(2) == 0 {
		copy(out[:2*page], after)
	}
	return out
}
