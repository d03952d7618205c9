package crashtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/control"
)

// servers are mail servers that outlive the service.
type servers interface {
	IMAP() string // host:port
	SMTP() string
	// Messages are the mails in a mailbox, in the order of their arrival where it is known.
	Messages(user, box string) [][]byte
	// OnTheWay counts mails that were taken and lie in no mailbox yet.
	OnTheWay() int
}

// names of the players; each sits at several tables at once.
var names = []string{"ana", "ben", "carla", "dora", "eva", "fred"}

// users are all accounts with their passwords.
func users() map[string]string {
	all := map[string]string{account: secret, second: secret, boss: secret}
	for _, n := range names {
		all[n] = secret
	}
	return all
}

// world is everything that lives on when the service is killed: servers,
// players, and an organiser who opens games.
type world struct {
	t       testing.TB
	post    servers
	service *service
	beside  []*service // others over the same store
	players []*player
	rng     *rand.Rand // of the organiser alone

	domain   string
	boxes    []string // mailboxes that each get every mail; nil: only that of account
	login    bool     // the SMTP server wants one
	nameless bool     // the servers leave mails without Message-ID alone
	forge    bool     // the servers keep the order of mails
	tables   int      // games at a time
	robots   bool     // one sits at each table, too

	// Of the organiser alone:
	opened int             // games
	voids  int             // games one of whose players has no mailbox
	aside  map[string]bool // keys of mails set aside as poison: true once they were replayed

	words   atomic.Int64
	dialled atomic.Int64
	wanted  atomic.Int64 // games with a player without mailbox
	poison  atomic.Int64 // mails set aside as poison
	saved   atomic.Int64 // those that were replayed
	closed  atomic.Bool  // no new games
	mute    atomic.Bool  // the players answer nothing
	sent    atomic.Int64 // mails of players

	mu      sync.Mutex
	rows    []admin.GameRow // at the last look
	errs    []error
	trouble error // of the organiser, at the last look
}

// mailboxes are those that the services read.
func (w *world) mailboxes() []string {
	if w.boxes == nil {
		return []string{account}
	}
	return w.boxes
}

// mails are those in a folder of the services' mailboxes.
func (w *world) mails(box string) (all [][]byte) {
	for _, user := range w.mailboxes() {
		all = append(all, w.post.Messages(user, box)...)
	}
	return all
}

func (w *world) address(name string) string { return name + "@" + w.domain }

// word is an unused word.
func (w *world) word() string { return "word" + strconv.FormatInt(w.words.Add(1), 10) + "x" }

func (w *world) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.errs = append(w.errs, err)
}

func (w *world) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.errs...)
}

// games are those of the last look.
func (w *world) games() []admin.GameRow {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rows
}

// told is the service's last answer to the organiser.
func (w *world) told() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trouble
}

// open lets players and organiser begin; they stop when the test ends or the
// function is called.
func (w *world) open(seed uint64) (stop func()) {
	w.rng, w.aside = rand.New(rand.NewPCG(seed, 1)), map[string]bool{}
	for _, n := range names {
		w.players = append(w.players, newPlayer(w, n, seed))
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, p := range w.players {
		all.Go(func() {
			if err := p.run(ctx); err != nil {
				w.fail(err)
			}
		})
	}
	all.Go(func() { w.organise(ctx) })
	stop = sync.OnceFunc(func() { cancel(); all.Wait() })
	w.t.Cleanup(stop)
	return stop
}

// note records the service's last answer to the organiser.
func (w *world) note(err error) {
	if errors.Is(err, control.ErrNoDaemon) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trouble = err
}

// services are all that work on the store.
func (w *world) services() []*service { return append([]*service{w.service}, w.beside...) }

// dial reaches one of the services that answer, another each time.
func (w *world) dial() (c *control.Client, err error) {
	all := w.services()
	next := int(w.dialled.Add(1))
	for i := range all {
		if c, err = control.Dial(all[(next+i)%len(all)].spec.socket()); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// organise keeps enough games running, and retries letters that the server has put off.
func (w *world) organise(ctx context.Context) {
	for ctx.Err() == nil {
		// The service may die during the request.
		w.note(w.look(ctx))
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (w *world) look(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, standstill)
	defer stop()
	c, err := w.dial()
	if err != nil {
		return err
	}
	var rows []admin.GameRow
	if err := c.Call(ctx, "game.list", nil, &rows); err != nil {
		return err
	}
	w.mu.Lock()
	w.rows = rows
	w.mu.Unlock()
	q, err := queue(ctx, c)
	if err != nil {
		return err
	}
	if err := errors.Join(w.retry(ctx, c, q), w.rescue(ctx, c, q)); err != nil {
		return err
	}
	if w.voids < int(w.wanted.Load()) {
		return w.openVoid(ctx, c)
	}
	for running := count(rows, "inviting", "running"); running < w.tables+w.voids && !w.closed.Load(); running++ {
		if err := w.openGame(ctx, c, w.rng.IntN(2) == 0); err != nil {
			return err
		}
	}
	quick := slices.ContainsFunc(rows, func(r admin.GameRow) bool { return r.State == "running" && strings.HasPrefix(r.Game, "q") })
	if w.mute.Load() && !quick {
		return w.openGame(ctx, c, true)
	}
	return nil
}

func count(rows []admin.GameRow, states ...string) (n int) {
	for _, r := range rows {
		if slices.Contains(states, r.State) {
			n++
		}
	}
	return n
}

// openGame opens one for two to four players, some with an invitation, and the quick ones
// with so little time that reminders and deadlines pass.
func (w *world) openGame(ctx context.Context, c *control.Client, quick bool) error {
	g := admin.CreateGame{Title: "toy", Game: "g" + strconv.Itoa(w.opened), StartNow: w.mute.Load() || w.rng.IntN(2) == 0}
	for _, i := range w.rng.Perm(len(names))[:2+w.rng.IntN(3)] {
		g.Players = append(g.Players, fmt.Sprintf("%s <%s>", strings.ToTitle(names[i][:1])+names[i][1:], w.address(names[i])))
	}
	if w.robots {
		g.Robots = []string{"Bot:easy"}
	}
	if quick {
		g.Game = "q" + g.Game
	} else {
		g.AnswerWithin = "3d"
	}
	err := create(ctx, c, g)
	if err == nil {
		w.opened++
	}
	return err
}

// openVoid opens a game with a player whose address the server refuses: a new address each time, since one that
// fails twice gets nothing more.
func (w *world) openVoid(ctx context.Context, c *control.Client) error {
	name := "void" + strconv.Itoa(w.voids)
	err := create(ctx, c, admin.CreateGame{Title: "toy", Game: name, StartNow: true,
		Players: []string{"Void <" + w.address(name) + ">", "Ana <" + w.address("ana") + ">"}})
	if err == nil {
		w.voids++
	}
	return err
}

// create opens a game, unless an earlier call has done so and died before it
// could say it.
func create(ctx context.Context, c *control.Client, g admin.CreateGame) error {
	err := c.Call(ctx, "game.create", g, nil)
	var told *fault.Mistake
	if errors.As(err, &told) && strings.HasPrefix(told.What, "a game with this name already exists") {
		return nil
	}
	return err
}

// retry asks for letters that were put off by the server.
func (w *world) retry(ctx context.Context, c *control.Client, q *admin.Queue) error {
	for _, l := range q.Out {
		if strings.HasPrefix(l.LastCode, "451") && l.NextTry.After(time.Now()) {
			if err := c.Call(ctx, "mail.retry", admin.MailRef{Ref: strconv.FormatUint(l.ID, 10)}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// rescue replays the mails that were set aside because the service was killed
// three times while it read them: the organiser knows that they were innocent.
func (w *world) rescue(ctx context.Context, c *control.Client, q *admin.Queue) error {
	for _, m := range q.In {
		if _, known := w.aside[m.Key]; !known && m.Verdict == "quarantined: unreadable" {
			w.aside[m.Key] = false
			w.poison.Add(1)
		}
	}
	if !w.closed.Load() {
		return nil // it would be suspect again
	}
	for key, done := range w.aside {
		if done {
			continue
		}
		raw, err := w.handled(key)
		if err != nil {
			return err
		}
		if err := c.Call(ctx, "mail.replay", admin.ReplayMail{Bytes: raw}, nil); err != nil {
			return err
		}
		w.aside[key] = true
		w.saved.Add(1)
	}
	return nil
}

// handled returns the mail of a key out of the folders for handled mail: the store keeps only
// the header of one that was set aside unread. If the service died before it had moved the
// mail, it has read it since.
func (w *world) handled(key string) ([]byte, error) {
	for _, box := range []string{"Quarantine", "Processed"} {
		for _, raw := range w.mails(box) {
			if inbox.RawKey(sha256.Sum256(raw)) == key {
				return raw, nil
			}
		}
	}
	return nil, fmt.Errorf("mail %s, which was set aside, is not in its folder", key)
}

func queue(ctx context.Context, c *control.Client) (*admin.Queue, error) {
	var q admin.Queue
	err := c.Call(ctx, "mail.queue", nil, &q)
	return &q, err
}

// rest names unfinished work; "" for none.
func (w *world) rest(ctx context.Context) string {
	ctx, stop := context.WithTimeout(ctx, standstill)
	defer stop()
	c, err := w.dial()
	if err != nil {
		return err.Error()
	}
	var rows []admin.GameRow
	if err := c.Call(ctx, "game.list", nil, &rows); err != nil {
		return err.Error()
	}
	for _, r := range rows {
		if r.State != "over" && !strings.HasPrefix(r.Game, "void") {
			return fmt.Sprintf("game %s is %s at step %d, waiting for %v", r.Game, r.State, r.Step, r.Waiting)
		}
	}
	if n := w.post.OnTheWay(); n > 0 {
		return fmt.Sprintf("%d mails on the way", n)
	}
	if n := len(w.mails("INBOX")); n > 0 {
		return fmt.Sprintf("%d mails in the mailbox", n)
	}
	if w.poison.Load() > w.saved.Load() {
		return "a mail that was set aside is not replayed yet"
	}
	q, err := queue(ctx, c)
	if err != nil {
		return err.Error()
	}
	for _, l := range q.Out {
		if l.State != "failed" {
			return fmt.Sprintf("letter %d to %s is %s: %s", l.ID, l.To, l.State, l.LastCode)
		}
	}
	if n := w.post.OnTheWay(); n > 0 {
		return fmt.Sprintf("%d mails on the way", n)
	}
	for _, p := range w.players {
		if n := len(w.post.Messages(p.name, "INBOX")); n > 0 || !p.idle() {
			return fmt.Sprintf("%s has %d letters to read", p.name, n)
		}
	}
	return ""
}
