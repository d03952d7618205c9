package realgame

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/run/daemon"
	"railpost/store/bolt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	password = "secret"
	account  = "game" // the service's mailbox
	gameName = "winter"

	// stuck is only how long a broken game hangs.
	stuck = 3 * time.Minute
)

// rounds are played in the short form.
const rounds = 3

func TestFourMailProgramsPlay(t *testing.T) {
	seats := table()
	realserver.Need(t, append([]string{"script"}, realserver.Programs...)...)
	users := map[string]string{account: password}
	for _, s := range seats {
		users[s.user()] = password
	}
	g := &game{t: t, servers: realserver.Start(t, users), seats: seats, until: level.Of(rounds, rounds, 0)}
	began := time.Now()
	g.start()
	g.create()
	g.play()
	g.settle()
	took := time.Since(began)
	g.verify()
	g.stop()
	n := audit(t, g)
	t.Logf("realgame: rounds=%d moves=%d mails=%d letters=%d refusals=%d time=%.1fs", g.round, n.moves, n.mails, n.letters, g.refused(), took.Seconds())
}

// game is one service with its players.
type game struct {
	t       *testing.T
	servers *realserver.Servers
	seats   []*seat
	until   int // the last round to be played; 0: the whole game
	round   int // complete rounds
	stopped bool

	settings *config.Config
	d        *daemon.Daemon
	cancel   context.CancelFunc
	ended    chan error   // by the service
	fetched  chan fetched // letters
	players  sync.WaitGroup

	mu      sync.Mutex
	refusal int
}

// fetched is a letter from a seat's mailbox, or the error of fetching it.
type fetched struct {
	by  *seat
	raw []byte
	err error
}

// start runs the service as with a provider's mailbox: IMAP with TLS from the
// first byte, submission with STARTTLS, the log in a file.
func (g *game) start() {
	g.t.Helper()
	g.settings = g.configure()
	log, err := os.Create(filepath.Join(g.t.TempDir(), "service.log"))
	g.must(err)
	g.t.Cleanup(func() {
		g.stop()
		g.must(log.Close())
		if text, err := os.ReadFile(log.Name()); g.t.Failed() && err == nil {
			g.t.Logf("the end of the service's log:\n%s", text[max(0, len(text)-6000):])
		}
	})
	g.must(bolt.Create(g.settings.Store.Path))
	g.d, err = daemon.New(g.t.Context(), daemon.Options{Config: g.settings, Titles: titles.Find, Version: "test", TLS: g.servers.TLS(),
		Log: slog.New(slog.NewTextHandler(log, nil)), Count: g.count})
	g.must(err)
	ctx, cancel := context.WithCancel(context.WithoutCancel(g.t.Context()))
	g.cancel, g.ended, g.fetched = cancel, make(chan error, 1), make(chan fetched, 1000)
	go func() { g.ended <- g.d.Run(ctx) }()
	for _, s := range g.seats {
		g.players.Go(func() {
			err := s.fetch(ctx, g.servers, s.user(), func(raw []byte) { g.fetched <- fetched{by: s, raw: raw} })
			if err != nil {
				g.fetched <- fetched{by: s, err: err}
			}
		})
	}
}

func (g *game) configure() *config.Config {
	c := config.Default()
	overTLS := c.Mail.In.TLS
	g.must(pbemtest.Mailbox(c, g.servers.IMAPS, g.servers.Submission, account, password))
	c.Mail.In.TLS, c.Mail.Out.TLS = overTLS, config.StartTLS
	c.Identity.BaseAddress = account + "@" + g.servers.Domain
	c.Game.Defaults.Reminders, c.Game.Defaults.HalfTimeReminder = nil, false // it may be nine o'clock
	c.Store.Path = filepath.Join(g.t.TempDir(), "railpost.db")
	c.Store.MinFree = 10 * config.MB
	c.Schedule.NewsDelay.Duration = 0
	g.must(c.Check())
	c.Mail.In.PollInterval.Duration = look // shorter than a provider would be asked
	return c
}

func (g *game) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *game) count(_ verdict.Verdict, _, refused int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refusal += refused
}

func (g *game) refused() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refusal
}

func (g *game) create() {
	g.t.Helper()
	p := admin.CreateGame{Title: "russian", Game: gameName, Seed: []byte("a game through Dovecot and Postf")}
	for _, s := range g.seats {
		p.Players = append(p.Players, s.player(g.servers))
	}
	_, err := g.d.Create(g.t.Context(), p)
	g.must(err)
}

// ask calls a method of the service as its command line does.
func ask[R any](g *game, method string, params any) R {
	g.t.Helper()
	raw, err := json.Marshal(params)
	g.must(err)
	answer, err := g.d.Handle(g.t.Context(), method, raw)
	g.must(err)
	return answer.(R)
}

// play answers letters until the rounds wanted are over.
func (g *game) play() {
	g.t.Helper()
	for !g.finished() {
		f, ok := g.next()
		if !ok {
			at := ask[*admin.Shown](g, "game.show", admin.LookAt{Game: gameName})
			g.t.Fatalf("nothing has come for %s; the game is %s (%s) at step %d and waits for %v", stuck, at.State, at.Status, at.Step, at.Waiting)
		}
		typed := g.file(f)
		if typed == nil || g.until > 0 && g.round == g.until {
			continue
		}
		if err := f.by.answer(g.servers, typed); err != nil {
			g.t.Fatalf("%s: %v", f.by.name, err)
		}
	}
}

// next waits for a letter; false if none comes.
func (g *game) next() (fetched, bool) {
	g.t.Helper()
	timer := time.NewTimer(stuck)
	defer timer.Stop()
	select {
	case f := <-g.fetched:
		return f, true
	case err := <-g.ended:
		g.ended <- err
		g.t.Fatal("the service has ended: ", err)
	case <-timer.C:
	}
	return fetched{}, false
}

var roundLine = regexp.MustCompile(`, your turn: round (\d+) of \d+`)

// file lets the seat read a letter, and notes its round.
func (g *game) file(f fetched) []string {
	g.t.Helper()
	if f.err != nil {
		g.t.Fatalf("the mailbox of %s: %v", f.by.name, f.err)
	}
	typed, err := f.by.read(f.raw)
	g.must(err)
	if m := roundLine.FindStringSubmatch(f.by.last().Text); m != nil {
		n, err := strconv.Atoi(m[1])
		g.must(err)
		g.round = max(g.round, n-1)
	}
	return typed
}

func (g *game) finished() bool {
	if g.until > 0 {
		return g.round == g.until
	}
	for _, s := range g.seats {
		if !s.over {
			return false
		}
	}
	g.round++ // the last has no turn after it
	return true
}

// settle waits until every letter sent has reached its player and every accepted mail has been filed.
func (g *game) settle() {
	g.t.Helper()
	g.must(g.d.Idle(g.t.Context()))
	for g.received() < g.d.Sent().Sent {
		f, ok := g.next()
		if !ok {
			g.t.Fatalf("%d letters were sent and %d have come", g.d.Sent().Sent, g.received())
		}
		g.file(f) // and are no longer answered
	}
	for end := time.Now().Add(stuck); len(g.servers.Messages(account, "INBOX")) > 0; time.Sleep(look / 5) {
		if time.Now().After(end) {
			g.t.Fatal("mails stay in the INBOX")
		}
	}
}

func (g *game) received() (n int) {
	for _, s := range g.seats {
		n += len(s.letters)
	}
	return n
}

// verify lets the running service decide the game again and look at its queue.
func (g *game) verify() {
	g.t.Helper()
	v := ask[*admin.Verified](g, "game.verify", admin.LookAt{Game: gameName})
	at := ask[*admin.Shown](g, "game.show", admin.LookAt{Game: gameName})
	if state := map[bool]string{true: "over", false: "running"}[g.until == 0]; at.State != state {
		g.t.Errorf("the game is %s (%s), want %s", at.State, at.Status, state)
	}
	if at.Hash != v.Hash {
		g.t.Errorf("verified was %s; the game stands at %s", v.Hash, at.Hash)
	}
	if out := ask[*admin.Queue](g, "mail.queue", admin.None{}).Out; len(out) > 0 {
		g.t.Errorf("left in the outbox: %+v", out)
	}
	if n := g.refused(); n > 0 {
		g.t.Errorf("%d orders were refused", n)
	}
}

// stop ends the service and the players; the second time it does nothing.
func (g *game) stop() {
	if g.stopped || g.cancel == nil {
		return
	}
	g.stopped = true
	g.cancel()
	if err := <-g.ended; err != nil {
		g.t.Error("the service: ", err)
	}
	g.players.Wait()
	close(g.fetched)
	if g.t.Failed() {
		return
	}
	for f := range g.fetched {
		g.t.Error("came late: ", fmt.Sprintf("%s %v %.300s", f.by.name, f.err, f.raw))
	}
}
