package crashtest

import (
	"errors"
	"testing"
	"time"

	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/post"
	"railpost/store/postgres/pgtest"
)

// deliverer can put a mail into a mailbox.
type deliverer interface {
	Deliver(user string, raw []byte) error
}

// copied puts a mail that account got into the other mailboxes, as a list does.
func (w *world) copied(raw []byte) error {
	for _, user := range w.mailboxes() {
		if user == account {
			continue
		}
		if err := w.post.(deliverer).Deliver(user, raw); err != nil {
			return err
		}
	}
	return nil
}

// newSeveral is a world with several services over one database, each of them behind a hole.
func newSeveral(t testing.TB, server *pgtest.Server, n int, users ...string) (*world, *post.Post) {
	t.Helper()
	w, p := newEmbedded(t)
	w.boxes = users
	w.forge = false // two services may decide two mails of one player in either order
	database := server.Database(t, "")
	for i := range n {
		v := w.service
		if i > 0 {
			s := w.service.spec
			if s.Dir = folder(t); users != nil {
				s.User = users[i%len(users)]
			}
			v = newService(t, s)
			w.beside = append(w.beside, v)
		}
		v.spec.Several = true
		v.hole, v.spec.URL = pgtest.NewHole(t, server, database)
	}
	return w, p
}

// TestCrashSeveral: of several services over one database and one mailbox, one at a time is killed while the
// others continue, and sometimes PostgreSQL under all of them; in the long form one is also cut off from it for
// a while.
func TestCrashSeveral(t *testing.T) {
	pgtest.Need(t)
	t.Parallel() // it mostly waits
	server := pgtest.Start(t)
	n, kills, cuts, list := 2, 16, 2, databasePoints()
	if level.Long() {
		n, kills, cuts, list = 3, 400, 40, append(list, points()...)
	}
	w, p := newSeveral(t, server, n)
	crashSeveral(t, w, p, server, kills, cuts, list, 2)
}

// TestCrashMailboxes: the same with two services that have separate mailboxes; every mail comes to both.
func TestCrashMailboxes(t *testing.T) {
	pgtest.Need(t)
	t.Parallel() // it mostly waits
	server := pgtest.Start(t)
	kills, list := 6, realPoints()
	if level.Long() {
		kills, list = 100, points()
	}
	w, p := newSeveral(t, server, 2, account, second)
	crashSeveral(t, w, p, server, kills, 0, list, 3)
	if seen := w.loggedTimes(`verdict="ignored: repeated"`); seen == 0 {
		t.Error("no mail was met a second time")
	}
}

// loggedTimes counts the lines of all services' logs with these words.
func (w *world) loggedTimes(words string) (n int) {
	for _, v := range w.services() {
		n += v.loggedTimes(words)
	}
	return n
}

func crashSeveral(t *testing.T, w *world, p *post.Post, server *pgtest.Server, kills, cuts int, list []point, fixed uint64) {
	s := level.Seed(t, fixed)
	stop := w.open(s)
	c := newCampaign(t, w, s)
	c.first()
	all := w.services()
	for _, v := range all {
		v.start("", 0)
	}
	began := c.kills
	for c.kills-began < kills {
		c.v = all[c.rng.IntN(len(all))]
		time.Sleep(time.Duration(c.rng.IntN(lifetime/2)) * time.Millisecond)
		c.v.kill() // at work
		c.after()
		if c.rng.IntN(3) > 0 {
			c.killAt(list[c.rng.IntN(len(list))], true)
		} else {
			c.killSometime()
		}
		c.v.start("", 0)
		if cuts*(c.kills-began) >= kills*(c.cuts+1) {
			c.killDatabase(server)
			if level.Long() {
				c.cutOff(all[c.rng.IntN(len(all))])
			}
		}
	}
	for _, v := range all {
		await(t, w, "a mail and a letter of each service", func() bool { return v.logged("msg=\"mail in\"") && v.logged("msg=\"mail out\"") })
	}
	p.Heal()
	n := c.finishAndCompare("several services, PostgreSQL", stop)
	if most := 2 * (c.kills + c.cuts*(len(all)+1)); n.gap > most {
		t.Errorf("%d letters came twice after %d kills of a service and %d of PostgreSQL, after each of which one was cut off", n.gap, c.kills, c.cuts)
	}
}

// cutOff cuts a service off from the database for some seconds, with or without notice; it and all others continue.
func (c *campaign) cutOff(v *service) {
	c.t.Helper()
	cut := v.hole.Shut
	if c.rng.IntN(2) == 0 {
		cut = v.hole.Drop
	}
	open := cut()
	time.Sleep(time.Duration(500+c.rng.IntN(3*lifetime)) * time.Millisecond)
	open()
}

// killDatabase kills PostgreSQL and starts it again; all services continue.
func (c *campaign) killDatabase(server *pgtest.Server) {
	c.t.Helper()
	time.Sleep(time.Duration(c.rng.IntN(lifetime)) * time.Millisecond)
	if err := errors.Join(server.Kill(), server.Up()); err != nil {
		c.t.Fatal(err)
	}
	c.cuts++
}
