package bench

import (
	"bytes"
	"context"
	"errors"
	"net/mail"
	"os"
	"path/filepath"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/daemon"
	"railpost/store/bolt"
)

// whole is a daemon with the embedded post between it and its players.
type whole struct {
	boxes
	daemon  *daemon.Daemon
	db      *bolt.DB
	stop    context.CancelFunc
	ended   chan error
	out     *smtpout.Sender // of all players
	played  chan verdict.Verdict
	arrived chan arrival // in every mailbox, the service's own included

	box, server dial.Turns // waits of the service for its mailbox and for the server for letters
}

type arrival struct {
	to  string
	raw []byte
	at  time.Time
}

// cost of one move.
type cost struct {
	time, cpu time.Duration
	allocated uint64 // objects
	letters   int
	writes    int // transactions
	box       int // round trips to the mailbox, with the IDLE in which it waits for the next mail
	server    int // round trips to the server for all letters
}

// manyArrivals is more than the letters of one look at the mailboxes.
const manyArrivals = 10_000

// newWhole starts a service that is away from both mail servers; prompt is the daemon's option.
func newWhole(ctx context.Context, dir string, games []game, away time.Duration, prompt func() bool) *whole {
	w := &whole{boxes: boxes{}, ended: make(chan error, 1), played: make(chan verdict.Verdict, 1), arrived: make(chan arrival, manyArrivals)}
	w.box.Delay, w.server.Delay = away, away
	c := settings()
	c.Store.Path = filepath.Join(get(os.MkdirTemp(dir, "whole")), "whole.db")
	w.db = get(bolt.Open(c.Store.Path, bolt.Options{}))
	w.daemon = get(daemon.New(ctx, daemon.Options{
		Config: c, Titles: titles.Find, Store: w.db, DialIn: w.box.Dial, DialOut: w.server.Dial, Prompt: prompt,
		Count:     func(v verdict.Verdict, _, _ int) { w.played <- v },
		Delivered: func(to string, raw []byte) { w.arrived <- arrival{to, raw, time.Now()} },
	}))
	running, stop := context.WithCancel(ctx)
	w.stop = stop
	go func() { w.ended <- w.daemon.Run(running) }()
	w.out = smtpout.New(smtpout.Config{Addr: w.daemon.SMTPAddr(), TLS: "none"})
	<-w.daemon.Ready()
	for _, g := range games {
		get(w.daemon.Create(ctx, g.parameters()))
	}
	w.settle(ctx)
	return w
}

func (w *whole) close() {
	w.stop()
	check(errors.Join(<-w.ended, w.out.Close(), w.db.Close()))
}

// settle waits until all letters are sent, and fetches them. It returns the times of the first mail and the
// last letter, and the numbers of mails and letters.
func (w *whole) settle(ctx context.Context) (first, last time.Time, arrived int) {
	check(w.daemon.Idle(ctx))
	for ; len(w.arrived) > 0; arrived++ {
		a := <-w.arrived
		if w.boxes[a.to] = a.raw; first.IsZero() {
			first = a.at
		}
		last = a.at
	}
	return first, last, arrived
}

// move plays order n of a game. Writing the mail is the player's work and costs nothing.
func (w *whole) move(ctx context.Context, g game, n int) cost {
	raw := w.reply(g, n, 0, time.Now())
	m := get(mail.ReadMessage(bytes.NewReader(raw)))
	to := get(m.Header.AddressList("To"))
	w.box.Take()
	w.server.Take()
	began, before := CPUTime(), w.db.Writes()
	if r := w.out.Send(ctx, g.address(g.records[n].Seat), to[0].Address, raw); r.Class != smtpout.Accepted {
		failf("a message was not accepted: %s", r.Text)
	}
	select {
	case v := <-w.played:
		if v.Act != verdict.Played {
			failf("a message was not played; its verdict is %s", v)
		}
	case err := <-w.ended:
		w.ended <- err
		failf("the service has ended: %w", err)
	case <-ctx.Done():
		check(ctx.Err())
	}
	first, last, arrived := w.settle(ctx)
	return cost{
		time: last.Sub(first), cpu: CPUTime() - began, letters: arrived - 1,
		writes: w.db.Writes() - before, box: w.box.Take(), server: w.server.Take(),
	}
}

// wholeMoves plays some orders of each game, one move after another (see newWhole).
func wholeMoves(ctx context.Context, dir string, games []game, orders int, away time.Duration,
	prompt func() bool) (costs []cost) {
	w := newWhole(ctx, dir, games, away, prompt)
	defer w.close()
	for n := range orders {
		for _, g := range games {
			costs = append(costs, w.move(ctx, g, n+1))
		}
	}
	return costs
}
