package seed

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/post"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

const (
	account = "games" // the service's, at both servers
	boss    = "boss"  // the organiser's
	secret  = "secret"

	imapAddr, smtpAddr = "127.0.0.1:143", "127.0.0.1:25"
)

// world is everything that outlives the daemons, and their machines. It is stepped: one event at a time, and
// all its effects are over before the next.
type world struct {
	t      *testing.T
	rng    *rand.Rand
	dir    string
	texts  *templates.Set
	titles engine.Titles // of the running program
	post   *post.Post
	wires  *wires
	begun  time.Time
	todo   people.Agenda[func()]

	machines []*machine
	base     *database // of several daemons; nil: each has a file
	lives    int
	died     time.Time      // when a daemon died last
	ended    sync.WaitGroup // the lives that are over

	mu             sync.Mutex
	gone, readOnly time.Time // until when the database is
	drop           int       // number of letters to accept and drop silently
	arrived        []arrival

	people  map[string]*player
	tables  []*sitting
	healed  bool // no more faults
	closing bool // nobody answers any more
	wary    bool // the organiser has heard of the clock
	said    int
	lawBook
	seed uint64

	sum   uint64 // of the log
	lines []string
	wrong []string
}

// arrival is a letter that has come into a mailbox.
type arrival struct {
	to  string
	raw []byte
	at  time.Time
}

// newWorld makes a world with so many daemons, each with a mailbox of its own or with one for all.
func newWorld(t *testing.T, seed uint64, daemons, boxes int) *world {
	w := &world{t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 35)), dir: t.TempDir(), wires: &wires{doors: map[string]*door{}}, begun: time.Now(), people: map[string]*player{}, titles: titles.Find, lawBook: newLawBook()}
	var err error
	w.texts, err = pbemtest.Texts()
	w.must(err)
	users := map[string]string{boss: secret}
	for n := range boxes {
		users[boxOf(n)] = secret
	}
	habits := rand.New(rand.NewPCG(seed, 36)).Perm(len(people.Habits)) // there are more of them than people
	for i, name := range names {
		users[name], users[name+"2"] = secret, secret
		w.people[name] = &player{world: w, name: name, habit: people.Habits[habits[i]], hands: map[string]*people.Hand{}}
	}
	w.post, err = post.Start(post.Options{Users: users, IMAPAddr: imapAddr, SMTPAddr: smtpAddr, Listen: w.wires.listen, Delivered: w.delivered})
	w.must(err)
	first := filepath.Join(w.dir, "first.db")
	w.must(bolt.Create(first))
	empty, err := os.ReadFile(first)
	w.must(err)
	if daemons > 1 {
		w.base = newDatabase()
	}
	for n := range daemons {
		w.machines = append(w.machines, &machine{world: w, n: n, account: boxOf(n % boxes), image: empty})
	}
	return w
}

// boxOf returns the account of a mailbox of the service.
func boxOf(n int) string {
	if n == 0 {
		return account
	}
	return fmt.Sprint(account, n)
}

// deliver puts a mail into all mailboxes of the service, as a list does.
func (w *world) deliver(raw []byte) {
	sent := map[string]bool{}
	for _, m := range w.machines {
		if !sent[m.account] {
			w.must(w.post.Deliver(m.account, raw))
		}
		sent[m.account] = true
	}
}

// some returns a machine whose daemon can act; nil if there is none.
func (w *world) some() *machine {
	if i := slices.IndexFunc(w.machines, (*machine).well); i >= 0 {
		return w.machines[i]
	}
	return nil
}

// alive reports whether a daemon can do something.
func (w *world) alive() bool { return w.some() != nil }

// view is the store as a daemon sees it that runs.
func (w *world) view() store.Store {
	if w.base != nil {
		return w.base.DB
	}
	return w.some().life.store
}

func (w *world) must(errs ...error) {
	w.t.Helper()
	if err := errors.Join(errs...); err != nil {
		w.t.Fatal(err)
	}
}

// logf adds a line to the log that identifies a run.
func (w *world) logf(format string, args ...any) {
	line := fmt.Sprintf("%s ", time.Since(w.begun)) + fmt.Sprintf(format, args...)
	h := fnv.New64a()
	fmt.Fprint(h, w.sum, line)
	w.sum = h.Sum64()
	w.lines = append(w.lines, line)
}

func (w *world) locked(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
}

// breach notes that a law was broken.
func (w *world) breach(format string, args ...any) {
	if len(w.wrong) == 20 {
		return
	}
	w.wrong = append(w.wrong, time.Since(w.begun).String()+" "+fmt.Sprintf(format, args...))
	w.logf("BREACH "+format, args...)
}

// later enters a task.
func (w *world) later(wait time.Duration, do func()) { w.todo.At(time.Now().Add(wait), do) }

// run carries out tasks for a while, or until enough.
func (w *world) run(span time.Duration, enough func() bool) {
	for end := time.Now().Add(span); !enough(); {
		at, ok := w.todo.Next()
		if !ok || at.After(end) {
			return
		}
		time.Sleep(time.Until(at))
		synctest.Wait()
		w.todo.Take()()
		synctest.Wait()
		w.read()
	}
}

// delivered is called when a letter is in a mailbox, before its sender knows.
func (w *world) delivered(to string, raw []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept += len(raw)
	if strings.HasPrefix(to, account) {
		return
	}
	w.arrived = append(w.arrived, arrival{to, bytes.Clone(raw), time.Now()})
	w.came = append(w.came, time.Now())
	if w.drop > 0 {
		w.drop--
		w.faulty = append(w.faulty, window{time.Now(), time.Now(), nil})
		for _, m := range w.machines {
			if m.life != nil {
				m.life.cut(false)
			}
		}
	}
}
