package seed

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/control"
	"railpost/pbem/daemon"
	"railpost/pbem/pbemtest"
	"railpost/pbem/post"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

const (
	account = "games" // the service's, at both servers
	boss    = "boss"  // the organiser's
	secret  = "secret"
)

// world is all that outlives the daemon, and the daemon that lives. It is stepped: one thing happens at a time, and what
// follows from it has come to rest before the next.
type world struct {
	t     *testing.T
	rng   *rand.Rand
	dir   string
	texts *templates.Set
	post  *post.Post
	wires *wires
	begun time.Time
	todo  []task

	life  *life
	lives int
	died  time.Time
	ended sync.WaitGroup // the lives that are over
	image []byte         // of the store, as the last life has left it
	names []byte         // of the mails being read, beside it
	next  event          // the death of the next life, armed while there is none

	mu      sync.Mutex
	step    time.Duration // of the clock on the wall
	drift   float64
	drifts  time.Time // since when
	broken  string    // what the disk does
	drop    int       // so many letters are taken without a word
	arrived []arrival

	people  map[string]*player
	tables  []*sitting
	closing bool // nobody answers any more
	wary    bool // the organiser has heard of the clock
	said    int
	lawBook
	seed uint64

	sum   uint64 // of the log
	lines []string
	wrong []string
}

// task is something to be done.
type task struct {
	at time.Time
	do func()
}

// arrival is a letter that has come into a mailbox.
type arrival struct {
	to  string
	raw []byte
	at  time.Time
}

// life is one run of the daemon, from its start to its death.
type life struct {
	*line
	d     *daemon.Daemon
	store store.Store
	path  string
	since time.Time
	done  chan error
	stop  context.CancelFunc

	mu     sync.Mutex
	armed  event // the death that waits for its point
	before []byte
	unsure bool // the disk has not confirmed a write
	over   bool // dead; what it still does counts for nobody
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 35)), dir: t.TempDir(), wires: &wires{doors: map[string]*door{}}, begun: time.Now(), people: map[string]*player{}, lawBook: newLawBook()}
	var err error
	w.texts, err = pbemtest.Texts()
	w.must(err)
	users := map[string]string{account: secret, boss: secret}
	for _, name := range names {
		users[name] = secret
		w.people[name] = &player{world: w, name: name, hands: map[string]*hand{}}
	}
	w.post, err = post.Start(post.Options{Users: users, IMAPAddr: "127.0.0.1:143", SMTPAddr: "127.0.0.1:25", Listen: w.wires.listen, Delivered: w.delivered})
	w.must(err)
	first := filepath.Join(w.dir, "first.db")
	w.must(bolt.Create(first))
	w.image, err = os.ReadFile(first)
	w.must(err)
	return w
}

func (w *world) must(errs ...error) {
	w.t.Helper()
	if err := errors.Join(errs...); err != nil {
		w.t.Fatal(err)
	}
}

// logf adds a line to what a run is known by.
func (w *world) logf(format string, args ...any) {
	line := fmt.Sprintf("%s ", time.Since(w.begun)) + fmt.Sprintf(format, args...)
	h := fnv.New64a()
	fmt.Fprint(h, w.sum, line)
	w.sum = h.Sum64()
	w.lines = append(w.lines, line)
}

// breach notes that a law was broken.
func (w *world) breach(format string, args ...any) {
	if len(w.wrong) == 20 {
		return
	}
	w.wrong = append(w.wrong, time.Since(w.begun).String()+" "+fmt.Sprintf(format, args...))
	w.logf("BREACH "+format, args...)
}

// now is what the clock on the wall shows.
func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now().Round(0)
	return now.Add(w.step + time.Duration(w.drift*float64(now.Sub(w.drifts))))
}

// chance draws by the second alone, so that what else is drawn at the same time does not matter, nor the milliseconds for
// which robots let others go first.
func (w *world) chance() float64 {
	return rand.New(rand.NewPCG(w.seed, uint64(time.Now().Unix()))).Float64()
}

// later enters something to be done.
func (w *world) later(wait time.Duration, do func()) {
	at := time.Now().Add(wait)
	i, _ := slices.BinarySearchFunc(w.todo, at, func(t task, at time.Time) int {
		if t.at.After(at) {
			return 1
		}
		return -1 // what was entered first comes first
	})
	w.todo = slices.Insert(w.todo, i, task{at, do})
}

// run does what is to be done for a while, or until there is no need to wait any more.
func (w *world) run(span time.Duration, enough func() bool) {
	for end := time.Now().Add(span); len(w.todo) > 0 && !w.todo[0].at.After(end) && !enough(); {
		next := w.todo[0]
		w.todo = w.todo[1:]
		time.Sleep(time.Until(next.at))
		synctest.Wait()
		next.do()
		synctest.Wait()
		w.read()
	}
}

// beat is what is done every minute.
func (w *world) beat() {
	w.later(time.Minute, w.beat)
	l := w.life
	if l == nil {
		return
	}
	if l.isOver() { // at a point
		w.down(l.armed)
		return
	}
	select {
	case err := <-l.done: // by itself
		if !errors.Is(err, store.ErrUnsure) {
			w.breach("the daemon ended by itself: %v", err)
		}
		w.kill(l, nil)
		w.down(event{Arg: "itself", For: time.Minute})
	default:
	}
}

// start begins a life on what the last one has left.
func (w *world) start() {
	if w.life != nil {
		return
	}
	w.lives++
	dir := filepath.Join(w.dir, fmt.Sprint(w.lives))
	w.must(os.Mkdir(dir, 0o700))
	l := &life{line: &line{wires: w.wires}, path: filepath.Join(dir, "railpost.db"), done: make(chan error, 1), since: time.Now(), armed: w.next}
	w.next = event{}
	w.must(os.WriteFile(l.path, w.image, 0o600))
	if w.names != nil {
		w.must(os.WriteFile(l.path+".reading", w.names, 0o600))
	}
	c := config.Default()
	w.must(pbemtest.Mailbox(c, w.post.IMAPAddr(), w.post.SMTPAddr(), account, secret))
	c.Identity.BaseAddress, c.Identity.Contact = account+"@localhost", boss+"@localhost"
	c.Security.AdminAddresses = []string{boss + "@localhost"}
	c.Mail.Out.Pictures, c.Store.MinFree, c.Store.Path = false, 0, l.path
	ctx, stop := context.WithCancel(w.t.Context())
	l.stop = stop
	d, err := daemon.New(ctx, daemon.Options{
		Config: c, Titles: titles.Find, Templates: w.texts, Log: slog.New(slog.NewTextHandler(daemonLog(w), nil)),
		DialIn: l.dial, DialOut: l.dial, Now: w.now, Hook: func(point string) { w.pass(l, point) },
		Random: w.chance,
		Listen: func(string) (*control.Listener, error) { return nil, nil },
		Open: func(path string, o bolt.Options) (store.Store, error) {
			o.NoSync = true
			db, err := bolt.Open(path, o)
			l.store = &disk{db, w, l}
			return l.store, err
		},
	})
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EIO): // the unit starts it again
		w.logf("does not start: %v", err)
		stop()
		w.later(time.Minute, w.start)
		return
	case err != nil:
		w.breach("the daemon does not start: %v", err)
		return
	}
	l.d = d
	w.mu.Lock()
	w.life = l
	w.mu.Unlock()
	w.opened(l.store)
	if w.lives > 1 {
		w.downFor(time.Since(w.died))
	}
	w.ended.Go(func() { l.done <- d.Run(ctx) })
	w.logf("started")
}

// pass is called between every two side effects of a life.
func (w *world) pass(l *life, point string) {
	l.mu.Lock()
	a := &l.armed
	if a.Tear && point == strings.TrimSuffix(a.Arg, ".after")+".before" && a.N <= 1 && !l.over {
		l.before, _ = os.ReadFile(l.path) // the file is ours
	}
	if a.Arg != point || l.over {
		l.mu.Unlock()
		return
	}
	a.N--
	hits, dies, before := a.N <= 0, a.Kind == "kill", l.before
	if hits && !dies {
		l.armed = event{}
	}
	l.mu.Unlock()
	switch {
	case hits && dies:
		w.kill(l, before)
	case hits:
		w.window(time.Now(), time.Now())
		l.cut(false)
	}
}

// kill ends a life at once: its connections end, and nothing that it writes from here on is kept. With what the file was
// before, the last write is torn.
func (w *world) kill(l *life, before []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return
	}
	var err error
	if w.image, err = os.ReadFile(l.path); err != nil {
		w.t.Error(err)
	}
	if before != nil {
		w.image = torn(before, w.image, rand.New(rand.NewPCG(uint64(l.armed.At), 1)))
	}
	if w.names, err = os.ReadFile(l.path + ".reading"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.t.Error(err)
	}
	l.over = true
	l.die()
}

func (l *life) die() {
	l.cut(true)
	l.stop()
}

func (l *life) isOver() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.over
}

// alive reports whether a daemon runs.
func (w *world) alive() bool { return w.life != nil && !w.life.isOver() && len(w.life.done) == 0 }

// down notes a death, and starts anew after a while.
func (w *world) down(e event) {
	w.logf("died at %s", e.Arg)
	w.died = time.Now()
	w.mu.Lock()
	w.life = nil
	w.mu.Unlock()
	w.later(e.For, w.start)
}

// quit stops the daemon as an operator does.
func (w *world) quit(e event) {
	l := w.life
	l.stop()
	if err := <-l.done; err != nil && !errors.Is(err, store.ErrUnsure) {
		w.breach("the daemon did not end well: %v", err)
	}
	w.kill(l, nil)
	w.down(e)
}

// sector is what a disk writes whole, and txid where a page of the root has the number of its write.
const sector, txid = 512, 64

// torn returns a file of which one write was under way from before to after: none or some of its pages are there, or all,
// and with them the new root or not. bbolt writes the root, in one of two sectors, when the others are on the disk.
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

// delivered is called when a letter is in a mailbox, before its sender knows.
func (w *world) delivered(to string, raw []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if strings.HasPrefix(to, account+"@") {
		return
	}
	w.arrived = append(w.arrived, arrival{to, bytes.Clone(raw), time.Now()})
	if w.drop > 0 && w.life != nil {
		w.drop--
		w.faulty = append(w.faulty, window{time.Now(), time.Now()})
		w.life.cut(false)
	}
}
