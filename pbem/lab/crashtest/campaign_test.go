package crashtest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/store/postgres"
)

// campaign is a series of kills.
type campaign struct {
	t   testing.TB
	w   *world
	v   *service
	rng *rand.Rand

	kills int
	cuts  int            // deaths of the database
	hit   map[string]int // deaths at each point
}

func newCampaign(t testing.TB, w *world, seed uint64) *campaign {
	return &campaign{t: t, w: w, v: w.service, rng: rand.New(rand.NewPCG(seed, 2)), hit: map[string]int{}}
}

const (
	enough   = 500  // mails of players in a life that reaches no crash point
	lifetime = 1200 // milliseconds, at most, before a kill at random
	attempts = 4    // at reaching a point
)

// run kills n times: at each point at least once, and the rest at random.
func (c *campaign) run(n int, list []point) {
	c.t.Helper()
	c.first()
	for try := 0; try < attempts; try++ {
		for _, i := range c.rng.Perm(len(list)) {
			if c.hit[list[i].name] == 0 {
				c.killAt(list[i], try == 0)
			}
		}
	}
	for c.kills < n {
		if c.rng.IntN(2) == 0 {
			c.killAt(list[c.rng.IntN(len(list))], true)
		} else {
			c.killSometime()
		}
	}
	for _, p := range list {
		expect.True(c.t, c.hit[p.name] != 0, "nobody ever came by %s", p.name)
	}
}

// first lets the service create its store, and games begin.
func (c *campaign) first() {
	c.t.Helper()
	c.v.start("", 0)
	await(c.t, c.w, "the first game", func() bool { return len(c.w.games()) > 0 })
	c.v.kill()
	c.after()
}

// killAt lets the child die at a point, the first time that it comes by or a later one, or somewhere else if it
// never does.
func (c *campaign) killAt(p point, later bool) {
	c.t.Helper()
	if p.first != "" {
		c.killEmpty()
		c.killAt(point{name: p.first}, false)
	}
	if p.arm != nil {
		p.arm(c.w)
	}
	nth := 1
	if later {
		nth += c.rng.IntN(max(p.most, 1))
	}
	c.w.mute.Store(p.mute)
	c.v.start(p.name, nth)
	if c.dies() {
		c.hit[p.name]++
	} else {
		c.t.Logf("nobody came by %s; the organiser was told: %v", p.name, c.w.told())
		c.v.kill()
	}
	c.w.mute.Store(false)
	c.after()
	if p.calm {
		c.killEmpty()
	}
}

// dies waits for the child's death. It gives up after enough work without it, or when players who may not answer
// would have to.
func (c *campaign) dies() bool {
	c.t.Helper()
	began := c.w.sent.Load()
	for sent, since := began, time.Now(); !c.v.diesWithin(10 * time.Millisecond); {
		now := c.w.sent.Load()
		if now != sent {
			sent, since = now, time.Now()
		}
		still := time.Since(since) > standstill
		if still && !c.w.mute.Load() {
			c.t.Fatalf("everything stands still: %s\n%s", c.w.rest(c.t.Context()), c.w.dump())
		}
		if now-began > enough || still || c.w.failed() != nil {
			return false
		}
	}
	return true
}

// killEmpty kills the child when it has handled the mails that lay in the mailbox.
func (c *campaign) killEmpty() {
	c.t.Helper()
	left := map[string]bool{}
	for _, raw := range c.w.mails("INBOX") {
		left[string(raw)] = true
	}
	c.v.start("", 0)
	await(c.t, c.w, "the mails in the mailbox", func() bool {
		return !slices.ContainsFunc(c.w.mails("INBOX"), func(raw []byte) bool { return left[string(raw)] })
	})
	c.v.kill()
	c.after()
}

// killSometime kills the child while it is starting or at work.
func (c *campaign) killSometime() {
	c.t.Helper()
	c.v.start("", 0)
	c.v.diesWithin(time.Duration(20+c.rng.IntN(lifetime)) * time.Millisecond)
	c.v.kill()
	c.after()
}

// after examines the state after a death.
func (c *campaign) after() {
	c.t.Helper()
	if !c.v.killed() {
		c.t.Fatalf("the service ended by itself: %v\n%s", c.v.err, c.v.logEnd(4000))
	}
	for _, v := range c.w.services() {
		if v != c.v && v.cmd != nil && !v.running() {
			c.t.Fatalf("another service ended by itself: %v\n%s", v.err, v.logEnd(4000))
		}
	}
	if err := c.w.failed(); err != nil {
		c.t.Fatal(err)
	}
	c.kills++
	if c.kills%20 == 0 {
		db := openStore(c.t, c.v.spec)
		defer closeStore(c.t, db)
		check(c.t, db)
	}
}

// finish lets everything come to its end.
func (c *campaign) finish() {
	c.t.Helper()
	c.w.closed.Store(true)
	for _, v := range c.w.services() {
		if !v.running() {
			v.start("", 0)
		}
	}
	settle(c.t, c.w)
	verify(c.t, c.w)
	for _, v := range c.w.services() {
		if err := v.stop(); err != nil {
			c.t.Fatalf("the service did not end well: %v", err)
		}
	}
}

// standstill is the time without change after which a test gives up. It only catches hanging tests.
const standstill = 3 * time.Minute

// settle waits until everything is done; it gives up when it sees nothing new.
func settle(t testing.TB, w *world) {
	t.Helper()
	seen := map[string]bool{} // two services may see different things
	var now string
	for since := time.Now(); time.Since(since) < standstill; time.Sleep(20 * time.Millisecond) {
		expect.NoError(t, w.failed())
		for _, v := range w.services() {
			if !v.running() {
				t.Fatal("the service ended by itself: ", v.err)
			}
		}
		now = w.rest(context.Background())
		if now == "" {
			return
		}
		if !seen[now] {
			seen[now], since = true, time.Now()
		}
	}
	t.Fatalf("everything stands still: %s\n%s", now, w.dump())
}

func openStore(t testing.TB, s spec) store.Store {
	t.Helper()
	if s.URL != "" {
		db := expect.Get(postgres.Open(context.Background(), s.URL, postgres.Options{}))(t)
		return db
	}
	db := expect.Get(bolt.Open(s.store(), bolt.Options{ReadOnly: true}))(t)
	return db
}

func closeStore(t testing.TB, db store.Store) {
	t.Helper()
	expect.Is(t, "close", db.Close(), nil)
}

func letters(t testing.TB, db store.Store) []store.Letter {
	t.Helper()
	list := expect.Get(db.Letters(context.Background()))(t)
	return list
}

func check(t testing.TB, db store.Store) {
	t.Helper()
	expect.Is(t, "check", db.Check(context.Background(), func(c store.Corrupt) { t.Error(&c) }), nil)
}
