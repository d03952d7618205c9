// Package demo plays one game on this machine by real mails: the whole service with its
// embedded post on loopback. A person sits on the first seat and robots of the table on the
// others; or every seat is played by a program that knows only its letters. Whoever has
// letters fetches them by IMAP and answers by SMTP; nothing reaches them any other way.
package demo

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/reader"
	"railpost/pbem/run/daemon"
	"railpost/pbem/run/upkeep"
)

// Options of a demonstration. Titles, Title, Seats and Out are required.
type Options struct {
	Titles  engine.Titles
	Title   string
	Seats   int
	Seed    uint64 // for the game's draws and the robots' choices
	Robots  Robots
	Level   robot.Level // of the robots at a person's table; "": normal
	Profile string      // of options; "": the book's
	Tutor   bool        // the letters of the first player explain the steps
	Stay    bool        // the mailboxes stay open after the end, with all letters, until the context ends
	Keep    string      // folder for store, log of the game and log of the service; "": nothing is kept

	In       io.Reader // the person's input; nil with All
	Out      io.Writer
	Terminal bool       // Out can rewrite a line
	Height   func() int // lines that fit on Out: longer letters are paged; nil: they are not

	// Patience is how long a game of robots alone may be idle before it counts as stuck; 0: 30 s.
	Patience time.Duration
}

// Robots is the set of seats that robots play.
type Robots string

const (
	All    Robots = "all"
	Others Robots = "others" // all but the first
)

// gameName is the tag of the game.
const gameName = "demo"

var names = []string{"Ana", "Ben", "Carla", "Dan", "Edda", "Falk", "Gina", "Hugo"}

// Run plays a game to its end and verifies its log. It returns an error if the game gets
// stuck or its log does not lead to the same game; a person who ends it early is none.
func Run(ctx context.Context, o Options) (err error) {
	if o.Seats < 1 || o.Seats > len(names) {
		return fmt.Errorf("demo: %d seats; choose 1 to %d", o.Seats, len(names))
	}
	o.Patience = cmp.Or(o.Patience, 30*time.Second)
	dir := o.Keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "railpost-demo-"); err != nil {
			return fmt.Errorf("demo: a folder for the store: %w", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	s, err := open(ctx, o, dir)
	if err != nil {
		return err
	}
	err = s.play(ctx)
	if o.Robots != All && ctx.Err() != nil {
		s.say("\nThe demonstration has ended.\n") // on purpose
		err = nil
	}
	return errors.Join(err, s.close())
}

// show is one demonstration.
type show struct {
	o       Options
	dir     string
	log     *os.File
	d       *daemon.Daemon
	stop    context.CancelFunc
	stopped chan error
	began   time.Time
	people  []*client
	status  string // status of the game at the last look

	mu    sync.Mutex
	count counts
}

// counts are totals of the service.
type counts struct{ in, orders, refused int }

func open(ctx context.Context, o Options, dir string) (*show, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	log, err := os.Create(filepath.Join(dir, "service.log"))
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	s := &show{o: o, dir: dir, log: log, began: time.Now(), stopped: make(chan error, 1)}
	c := settings(dir)
	if err := upkeep.NewStore(c.Store.Path); err != nil {
		return nil, errors.Join(fmt.Errorf("demo: the store: %w", err), log.Close())
	}
	s.d, err = daemon.New(ctx, daemon.Options{Config: c, Titles: o.Titles, Version: "demo",
		Log: slog.New(slog.NewTextHandler(log, nil)), Count: s.counted})
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	running, stop := context.WithCancel(ctx)
	s.stop = stop
	go func() { s.stopped <- s.d.Run(running) }()
	for i := range s.mailboxes() {
		address := strings.ToLower(names[i]) + "@localhost"
		s.d.OpenMailbox(address)
		s.people = append(s.people, newClient(names[i], address, s.d))
	}
	return s, nil
}

// mailboxes returns the number of seats that get letters.
func (s *show) mailboxes() int {
	if s.o.Robots == All {
		return s.o.Seats
	}
	return 1
}

// settings are those of `mail = "embedded"`, with the store in a folder.
func settings(dir string) *config.Config {
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Mail.In.MaxSize = 4 * config.MB
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.Path = filepath.Join(dir, "railpost.db")
	c.Store.MinFree = 10 * config.MB
	return c
}

func (s *show) counted(_ verdict.Verdict, taken, refused int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count.in++
	s.count.orders += taken
	s.count.refused += refused
}

func (s *show) counts() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

func (s *show) close() error {
	s.stop()
	err := <-s.stopped
	for _, p := range s.people {
		err = errors.Join(err, p.out.Close())
	}
	return errors.Join(err, s.log.Close())
}

// play creates the game and waits until every player has received the last letter.
func (s *show) play(ctx context.Context) error {
	if err := s.create(ctx); err != nil {
		return err
	}
	s.welcome()
	whole := ctx
	ctx, stop := context.WithCancelCause(ctx)
	var players sync.WaitGroup
	over := make(chan struct{}, len(s.people))
	for i, c := range s.people {
		players.Go(func() {
			if err := s.seat(ctx, i, c, sync.OnceFunc(func() { over <- struct{}{} })); err != nil {
				stop(err)
			}
		})
	}
	err := s.watch(ctx, over)
	stop(nil)
	players.Wait()
	if err != nil {
		return err
	}
	if err := s.report(context.WithoutCancel(whole)); err != nil {
		return err
	}
	return s.linger(whole)
}

// linger keeps the mailboxes open, if so wished until the context ends, otherwise until the
// mail program that was used, if any, has fetched the last letter: it contains scores, seed
// and log.
func (s *show) linger(ctx context.Context) error {
	me := s.people[0].address
	if s.o.Stay {
		s.say("\nThe last letter, with scores, seed and log, waits in the mailbox:\n%sCtrl-C ends the demonstration.\n", s.mailbox())
		<-ctx.Done()
		return nil
	}
	if s.o.Robots == All || !s.d.Unfetched(me) {
		return nil
	}
	s.say("\nYour mail program has not fetched the last letter yet; the mailbox stays open\nuntil it has. Ctrl-C ends the demonstration.\n")
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for s.d.Unfetched(me) {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
	return nil
}

func (s *show) create(ctx context.Context) error {
	seed := sha256.Sum256(fmt.Appendf(nil, "railpost demo %d", s.o.Seed))
	p := admin.CreateGame{Title: s.o.Title, Profile: s.o.Profile, Game: gameName, Seed: seed[:], Tutor: s.o.Tutor}
	for _, c := range s.people {
		p.Players = append(p.Players, c.name+" <"+c.address+">")
	}
	for _, name := range names[len(s.people):s.o.Seats] {
		p.Robots = append(p.Robots, name+":"+string(cmp.Or(s.o.Level, robot.Normal)))
	}
	_, err := s.d.Create(ctx, p)
	return err
}

// ask calls a method of the service as its command line does.
func ask[R any](ctx context.Context, d *daemon.Daemon, method string, params any) (out R, err error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return out, err
	}
	answer, err := d.Handle(ctx, method, raw)
	if err != nil {
		return out, err
	}
	return answer.(R), nil
}

// seat plays one seat until ctx ends; over is called with the last letter.
func (s *show) seat(ctx context.Context, i int, c *client, over func()) error {
	if i == 0 && s.o.Robots != All {
		return s.person(ctx, c, over)
	}
	c.keep = s.o.Stay
	r := newNovice(c.name, s.o.Seed, uint64(i))
	return c.fetch(ctx, func(letters []*reader.Letter) error {
		if ended(letters) {
			over()
			return nil
		}
		a, err := r.decide(letters)
		if a == nil || err != nil {
			return err
		}
		return c.send(ctx, a)
	})
}
