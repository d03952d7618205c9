package crashtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/config/accounts"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/extract"
	"railpost/pbem/run/upkeep"
	"railpost/store"
)

// drill is a disk that dies between two backups, while people play by Dovecot and Postfix.
type drill struct {
	t    *testing.T
	w    *world
	v    *service
	rng  *rand.Rand
	lost *image // as it was when it died
	back *image // as the backup had it
}

// image is what a store says of the games.
type image struct {
	orders map[string][]string // by game
	mails  []store.RawMail
	over   map[string]bool
}

// TestDeadDisk: eight tables with robots lose their disk at some moment. From the backup and the mailbox every order is played
// again, or its message or game is listed; each player gets one letter about each game, and all games end.
func TestDeadDisk(t *testing.T) {
	realserver.Need(t)
	t.Parallel() // it mostly waits
	seed := level.Seed(t, 11)
	for i := range level.Of[uint64](2, 2, 20) {
		t.Run(fmt.Sprint(seed+i), func(t *testing.T) { deadDisk(t, seed+i) })
	}
}

func deadDisk(t *testing.T, seed uint64) {
	s := realserver.Start(t, users())
	w := &world{t: t, post: real{s}, domain: s.Domain, tables: 8, robots: true}
	w.service = newService(t, spec{Dir: folder(t), IMAP: s.IMAP, SMTP: s.SMTP, Domain: s.Domain, MinFree: megabyte})
	d := &drill{t: t, w: w, v: w.service, rng: rand.New(rand.NewPCG(seed, 3))}
	stop := w.open(seed)
	d.v.start("", 0)
	await(t, w, "eight tables", func() bool { return count(w.games(), "running") >= 8 })
	d.play(10 + d.rng.IntN(100))
	backup := filepath.Join(d.v.spec.Dir, "backup.db")
	d.backup(backup)
	d.play(20 + d.rng.IntN(100))
	d.die()
	out := d.restore(backup)
	again := d.finish()
	played := d.compare(out.Again, again)
	d.forget()
	d.v.start("", 0)
	d.letters()
	d.goOn()
	settle(t, w)
	verify(t, w)
	stop()
	t.Logf("drill: seed=%d mails=%d known=%d played-again=%d orders=%d listed=%d games=%d", seed, out.Again.Read, out.Again.Known, total(out.Again.Played), played, len(again.NotPlayed), len(d.back.orders))
}

func total(of map[string]int) (n int) {
	for _, m := range of {
		n += m
	}
	return n
}

// play waits for so many messages of players.
func (d *drill) play(n int) {
	d.t.Helper()
	from := d.w.sent.Load()
	await(d.t, d.w, "messages", func() bool { return d.w.sent.Load() >= from+int64(n) })
}

func (d *drill) backup(to string) {
	d.t.Helper()
	from := expect.Get(upkeep.Reach(d.v.spec.store(), d.v.spec.socket()))(d.t)
	_, err := upkeep.Backup(d.t.Context(), from, to)
	expect.NoError(d.t, err)
	expect.NoError(d.t, from.Close())
}

// die kills the service and takes its disk away, once it is known what was on it.
func (d *drill) die() {
	d.t.Helper()
	d.v.kill()
	d.w.closed.Store(true)
	d.w.mute.Store(true)
	for _, p := range d.w.players {
		for !p.isQuiet() {
			time.Sleep(time.Millisecond)
		}
	}
	d.lost = d.read()
	expect.NoError(d.t, os.Remove(d.v.spec.store()))
}

// isQuiet reports whether the player is not at a letter. Muted, they take none.
func (p *player) isQuiet() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.busy
}

// read reads what the store says now.
func (d *drill) read() *image {
	d.t.Helper()
	db := openStore(d.t, d.v.spec)
	defer closeStore(d.t, db)
	out := &image{orders: map[string][]string{}, over: map[string]bool{}}
	var err error
	out.mails, err = db.Mails(d.t.Context(), 0)
	expect.NoError(d.t, err)
	expect.NoError(d.t, db.Heads(d.t.Context(), func(h store.Head) error {
		out.over[h.Game] = expect.Get(table.Read(h.Doc))(d.t).Ended()
		records := expect.Get(db.Records(d.t.Context(), h.Game, 1, h.Seq))(d.t)
		out.orders[h.Game] = []string{}
		for _, kept := range records {
			if r := expect.Get(engine.ReadRecord(kept.Payload))(d.t); r.Kind == engine.Ordered || r.Kind == engine.TookBack {
				out.orders[h.Game] = append(out.orders[h.Game], fmt.Sprintf("%d %s %s", r.Seat, r.Line, r.Digest))
			}
		}
		return nil
	}))
	for i, m := range out.mails {
		out.mails[i], _, err = db.Mail(d.t.Context(), m.Key)
		expect.NoError(d.t, err)
	}
	return out
}

func (d *drill) mailbox() *upkeep.Mailbox {
	d.t.Helper()
	c := expect.Get(d.v.spec.config())(d.t)
	return &upkeep.Mailbox{Config: c, IMAP: accounts.Mailboxes(c), Titles: toy.Find}
}

func (d *drill) restore(backup string) upkeep.Restored {
	d.t.Helper()
	expect.NoError(d.t, os.Link(backup, d.v.spec.store()))
	d.back = d.read()
	expect.NoError(d.t, os.Remove(d.v.spec.store()))
	return expect.Get(upkeep.Restore(d.t.Context(), backup, d.v.spec.store(), time.Now(), d.mailbox()))(d.t)
}

// finish ends the pause when all that was on its way is in the mailbox.
func (d *drill) finish() *upkeep.Again {
	d.t.Helper()
	for d.w.post.OnTheWay() > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	c := expect.Get(d.v.spec.config())(d.t)
	db := expect.Get(upkeep.Open(d.t.Context(), c, true, nil, nil))(d.t)
	defer closeStore(d.t, db)
	pause, paused, err := upkeep.Paused(d.t.Context(), db)
	expect.True(d.t, paused && err == nil, "not paused: %v", err)
	return expect.Get(upkeep.Finish(d.t.Context(), db, pause, d.mailbox(), time.Now()))(d.t)
}

// compare checks that all that had been played is played again, or listed. It returns how many orders came again.
func (d *drill) compare(all ...*upkeep.Again) (orders int) {
	d.t.Helper()
	listed, now := map[string]bool{}, d.read()
	for _, a := range all {
		for _, l := range a.NotPlayed {
			listed[l.MessageID], listed[l.Game] = true, true
		}
		for _, l := range a.Times {
			listed[l.Game] = true
		}
	}
	for game, was := range d.back.orders {
		before, is := d.lost.orders[game], now.orders[game]
		if len(is) < len(before) || !slices.Equal(is[:len(before)], before) {
			expect.True(d.t, listed[game], "%s is at\n%s\nwas at\n%s\nand is not listed", game, strings.Join(is, "\n"), strings.Join(before, "\n"))
		} else {
			orders += len(before) - len(was)
		}
	}
	verdicts := map[string]string{}
	for _, m := range now.mails {
		verdicts[m.Key] = m.Verdict
	}
	for _, m := range d.lost.mails {
		if m.Verdict == "played" && verdicts[m.Key] != "played" {
			id := expect.Get(extract.Parse(m.Bytes, extract.Limits{}))(d.t).MessageID
			expect.True(d.t, listed[id], "%s had been played in %s, is %q now, and is not listed", id, m.Game, verdicts[m.Key])
		}
	}
	expect.True(d.t, orders > 0, "no order was lost, so none came again")
	return orders
}

// forget lets the players throw away all letters of the lost time that they have not read.
func (d *drill) forget() {
	for _, p := range d.w.players {
		for len(d.w.post.Messages(p.name, "INBOX")) > 0 {
			time.Sleep(10 * time.Millisecond)
		}
		p.mu.Lock()
		p.fresh = nil
		p.mu.Unlock()
	}
}

// letters checks that each player gets one letter about each game that the backup had. In quick games reminders follow,
// which may take its place.
func (d *drill) letters() {
	d.t.Helper()
	now := d.read()
	told := func() (missing []string) {
		about := map[string]int{}
		for _, p := range d.w.players {
			p.mu.Lock()
			for _, l := range p.fresh {
				text := strings.Join(strings.Fields(l.Text), " ")
				if strings.Contains(text, "was restored from a backup") || l.kind().Row().Closes {
					about[p.name+" "+l.game]++
				} else if d.back.orders[l.game] != nil && strings.HasPrefix(l.game, "g") {
					d.t.Errorf("%s has a letter of the kind %s about %s: %s\n%s", p.name, l.Kind, l.game, l.Subject, l.Text)
				}
			}
			p.mu.Unlock()
		}
		for game := range d.back.orders {
			for _, p := range d.w.players {
				if n := about[p.name+" "+game]; n == 0 && p.sits(game) && !now.over[game] && strings.HasPrefix(game, "g") {
					missing = append(missing, p.name+" "+game)
				} else if n > 1 {
					d.t.Errorf("%s has %d letters about %s", p.name, n, game)
				}
			}
		}
		return missing
	}
	var missing []string
	defer func() {
		if len(missing) > 0 {
			d.t.Errorf("no letter came to %v", missing)
		}
	}()
	await(d.t, d.w, "letters about the restore", func() bool {
		missing = told()
		return d.t.Failed() || len(missing) == 0
	})
}

// sits reports whether the player has a hand in a game.
func (p *player) sits(game string) bool { return p.hands[game] != nil && p.hands[game].Asked != nil }

// goOn lets the players answer again, but no earlier letter.
func (d *drill) goOn() {
	for _, p := range d.w.players {
		for _, h := range p.hands {
			h.Asked, h.Open = nil, false
		}
	}
	d.w.mute.Store(false)
}
