package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
	"railpost/store/mem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a store, a server and the organiser's reports, which outlive the pumps that use them.
type world struct {
	t      *testing.T
	store  store.Store
	server *server
	opts   Options

	mu       sync.Mutex
	rendered int
	events   []string
	log      bytes.Buffer
}

// server answers by script and remembers its mails.
type server struct {
	mu     sync.Mutex
	script []smtpout.Result // then everything is accepted
	bad    func(to string) smtpout.Result
	got    []sent
}

type sent struct {
	at            time.Time
	from, to, msg string
}

func (s *server) SendBefore(_ context.Context, m smtpout.Mail, _ *smtpout.Mail) smtpout.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, sent{time.Now(), m.From, m.To, string(m.Text)})
	if s.bad != nil {
		if r := s.bad(m.To); r.Class != "" {
			return r
		}
	}
	if len(s.script) == 0 {
		return smtpout.Result{Class: smtpout.Accepted, Code: 250, Text: "taken"}
	}
	r := s.script[0]
	s.script = s.script[1:]
	return r
}

func (s *server) mails() []sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]sent(nil), s.got...)
}

// recipients returns the recipients of the mails, in order.
func (s *server) recipients() string {
	var to []string
	for _, m := range s.mails() {
		to = append(to, m.to)
	}
	return strings.Join(to, " ")
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, store: mem.New(), server: &server{}}
	w.opts = Options{
		Render: w.render, Sender: w.server,
		Random: func() float64 { return 0.5 }, // no jitter
		Notify: func(_ context.Context, e Event) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.events = append(w.events, fmt.Sprintf("%s %d: %s", e.Kind, e.Letter.ID, e.Text))
		},
		Log: slog.New(slog.NewTextHandler(&locked{w: w}, nil)),
	}
	return w
}

// inBubble tests with a world in a bubble of synctest.
func inBubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t)) })
}

// idle waits until the pump has nothing to do.
func (w *world) idle(p *Pump) {
	w.t.Helper()
	expect.NoError(w.t, p.Idle(w.t.Context()))
}

func (w *world) empty() {
	w.t.Helper()
	expect.Same(w.t, "left", w.outbox(), nil)
}

func (w *world) sentTo(want string) {
	w.t.Helper()
	expect.Same(w.t, "sent to", w.server.recipients(), want)
}

func (w *world) wasTold(want ...string) {
	w.t.Helper()
	if diff := cmp.Diff(want, w.told()); diff != "" {
		w.t.Error(diff)
	}
}

// locked is the log; the pump writes to it while the test reads.
type locked struct{ w *world }

func (l *locked) Write(b []byte) (int, error) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	return l.w.log.Write(b)
}

// render gives other bytes at each call, so that a second rendering shows.
func (w *world) render(_ context.Context, l store.Letter) (store.Finished, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rendered++
	b := fmt.Appendf(nil, "From: <games@example.org>\r\nMessage-ID: <w.%d.0.%s@h>\r\n\r\nrendering %d\r\n", l.ID, l.Kind, w.rendered)
	return store.Finished{ID: l.ID, Bytes: b, Said: []byte(l.Kind)}, nil
}

func (w *world) queue(letters ...store.Letter) {
	w.t.Helper()
	errs, err := w.store.Commit(w.t.Context(), store.Commit{Letters: letters})
	if err != nil || errs[0] != nil {
		w.t.Fatal(err, errs)
	}
}

func (w *world) outbox() []store.Letter {
	w.t.Helper()
	l, err := w.store.Letters(w.t.Context())
	expect.NoError(w.t, err)
	return l
}

func (w *world) told() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.events...)
}

// start runs a pump until the test or stop ends it.
func (w *world) start(change ...func(*Options)) (p *Pump, stop func()) {
	o := w.opts
	o.Store = w.store
	for _, f := range change {
		f(&o)
	}
	p = New(o)
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := p.Run(ctx); err != nil {
			w.t.Errorf("Run: %v", err)
		}
	}()
	return p, func() { cancel(); <-done }
}

func to(name string) store.Letter {
	return store.Letter{Game: "winter", Seq: 7, Kind: "turn", To: name}
}

func transient() smtpout.Result {
	return smtpout.Result{Class: smtpout.Transient, Code: 451, Enhanced: "4.7.1", Text: "come again"}
}

func stopResult() smtpout.Result {
	return smtpout.Result{Class: smtpout.Stop, Code: 535, Text: "who are you"}
}

func TestSendsEachLetterOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.queue(to("ana@h"), to("ben@h"), to("ana@h"))
		p, stop := w.start()
		w.idle(p)
		w.queue(to("cleo@h"))
		w.idle(p)
		stop()
		w.sentTo("ana@h ben@h ana@h cleo@h")
		expect.Same(t, w.server.mails()[0], w.server.mails()[0].from, "games@example.org")
		w.empty()
		l, ok, err := w.store.SentLetter(t.Context(), "w.1.0.turn@h")
		expect.True(t, err == nil && ok && l.LastCode == "250 taken" && l.To == "ana@h" && string(l.Said) == "turn",
			"sent letter %+v, %v, %v", l, ok, err)
		expect.Same(t, "stats", p.Stats(), Stats{Sent: 4})
		if log := w.log.String(); strings.Contains(log, "rendering") || strings.Contains(log, "@h") ||
			!strings.Contains(log, `msg="mail out" queue=1 game=winter seat=0 kind=turn attempt=1 result=accepted code=250 ms=0`) {
			t.Errorf("log:\n%s", log)
		}
	})
}

func TestRetrySendsTheSameBytes(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		lost := smtpout.Result{Class: smtpout.Lost, Text: "EOF"}
		w.server.script = []smtpout.Result{transient(), lost, transient()}
		w.queue(to("ana@h"))
		began := time.Now()
		p, stop := w.start(func(o *Options) { o.Poll = time.Second })
		time.Sleep(30 * time.Minute)
		stop()
		got := w.server.mails()
		var after []time.Duration
		for _, m := range got {
			after = append(after, m.at.Sub(began).Round(time.Minute))
			expect.Same(t, "other bytes", m.msg, got[0].msg)
		}
		if diff := cmp.Diff([]time.Duration{0, time.Minute, 6 * time.Minute, 21 * time.Minute}, after); diff != "" {
			t.Error(diff)
		}
		expect.Same(t, "stats", p.Stats(), Stats{Sent: 1, Deferred: 3, Again: 1})
	})
}

// died is the panic value of a Hook: the process ends there.
type died struct{}

// TestCrash ends the process at every point, once for every letter, and checks how the next process continues.
func TestCrash(t *testing.T) {
	for _, point := range []string{Claimed, Marked, Handed, Stored} {
		for nth := 1; nth <= 3; nth++ {
			t.Run(fmt.Sprintf("%s/%d", point, nth), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { crash(t, point, nth) })
			})
		}
	}
}

func crash(t *testing.T, point string, nth int) {
	w := newWorld(t)
	w.queue(to("ana@h"), to("ben@h"), to("cleo@h"))
	o := w.opts
	o.Store = w.store
	left := nth
	o.Hook = func(at string) {
		if at == point {
			if left--; left == 0 {
				panic(died{})
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	dies := New(o)
	crashed := runUntilDeath(ctx, dies)
	cancel()
	if dies.notes.late != nil {
		dies.notes.late.Stop() // a dead process writes nothing
	}
	if !crashed && point != Claimed {
		t.Fatalf("%s was not passed %d times", point, nth)
	}
	p, stop := w.start()
	time.Sleep(2 * time.Minute) // the leases of the dead process run out
	stop()
	copies := map[string][]string{}
	for _, m := range w.server.mails() {
		copies[m.to] = append(copies[m.to], m.msg)
	}
	doubles := 0
	for _, name := range []string{"ana@h", "ben@h", "cleo@h"} {
		c := copies[name]
		if len(c) == 0 {
			t.Errorf("%s got nothing", name)
			continue
		}
		doubles += len(c) - 1
		for _, msg := range c {
			expect.Same(t, fmt.Sprintf("%s got other bytes: %q", name, c), msg, c[0])
		}
	}
	want := 0
	switch { // the gap that SMTP leaves
	case point == Handed && nth == 2: // the note of the first letter waits for that of the second
		want = 2
	case point == Handed, point == Marked && nth == 2:
		want = 1
	}
	expect.Same(t, "doubles", doubles, want)
	if point == Handed && p.Stats().Again == 0 { // letters that were only ready to go count as well
		t.Errorf("the possible double was not counted: %+v", p.Stats())
	}
	w.empty()
}

func runUntilDeath(ctx context.Context, p *Pump) (crashed bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(died); !ok {
				panic(r)
			}
			crashed = true
		}
	}()
	if err := p.Run(ctx); err != nil {
		panic(err)
	}
	return false
}

func TestReplacedLetterIsNotSent(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		old, newer := to("ana@h"), to("ana@h")
		old.Group, newer.Group, newer.Kind = "winter/0", "winter/0", "news"
		w.queue(old)
		var once sync.Once
		p, stop := w.start(func(o *Options) {
			o.Render = func(ctx context.Context, l store.Letter) (store.Finished, error) {
				once.Do(func() { w.queue(newer) }) // while the old one is being made
				return w.render(ctx, l)
			}
		})
		w.idle(p)
		stop()
		if got := w.server.mails(); len(got) != 1 || !strings.Contains(got[0].msg, "news") {
			t.Errorf("sent %v", got)
		}
		expect.Same(t, w.told(), len(w.told()), 0)
	})
}

func TestStopHoldsTheQueue(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.server.script = []smtpout.Result{stopResult(), stopResult()}
		w.queue(to("ana@h"), to("ben@h"))
		p, stop := w.start()
		expect.Is(t, "Idle", p.Idle(t.Context()), ErrHeld)
		time.Sleep(4 * time.Minute)
		w.sentTo("ana@h")
		if h, held := p.Held(); !held || h.Reason != "535 who are you" {
			t.Errorf("hold %v %v", h, held)
		}
		time.Sleep(2 * time.Minute) // retried by itself; the other letter goes first
		w.sentTo("ana@h ben@h")
		p.Resume()
		w.idle(p)
		if _, held := p.Held(); held {
			t.Error("still held")
		}
		stop()
		w.empty()
		w.wasTold("stopped 1: 535 who are you", "stopped 2: 535 who are you")
	})
}

func TestGivenUp(t *testing.T) {
	bad := smtpout.Result{Class: smtpout.RecipientBad, Code: 550, Enhanced: "5.1.1", Text: "no such user"}
	for name, c := range map[string]struct {
		script []smtpout.Result
		render Renderer
		want   string
		sends  int
	}{
		"recipient": {[]smtpout.Result{bad}, nil, "recipient-bad 1: 550 5.1.1 no such user", 1},
		"render": {nil, func(context.Context, store.Letter) (store.Finished, error) {
			return store.Finished{}, errors.New("no words")
		},
			"render-failed 1: letter 1 (turn) cannot be written: no words", 0},
		"panic": {nil, func(context.Context, store.Letter) (store.Finished, error) { panic("oh") },
			"render-failed 1: letter 1 (turn) cannot be written: panic: oh", 0},
		"no message-id": {nil, func(context.Context, store.Letter) (store.Finished, error) {
			return store.Finished{Bytes: []byte("From: a@b\r\n\r\n")}, nil
		},
			"render-failed 1: the finished message has no Message-ID", 0},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) {
				w.server.script = c.script
				if c.render != nil {
					w.opts.Render = c.render
				}
				w.queue(to("ana@h"))
				p, stop := w.start()
				w.idle(p)
				time.Sleep(time.Hour)
				stop()
				w.wasTold(c.want)
				left := w.outbox()
				if len(left) != 1 || left[0].State != store.Failed || !strings.HasSuffix(c.want, left[0].LastCode) {
					t.Errorf("left: %+v", left)
				}
				expect.Same(t, "sends", len(w.server.mails()), c.sends)
			})
		})
	}
}

func TestLateIsToldOnceAndGivenUpAfterDays(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		for range 200 {
			w.server.script = append(w.server.script, transient())
		}
		w.queue(to("ana@h"))
		_, stop := w.start(func(o *Options) { o.Poll = time.Minute })
		time.Sleep(12 * time.Hour)
		stop()
		w.wasTold("late 1: come again")
		expect.Same(t, "last code", w.outbox()[0].LastCode, "451 4.7.1 come again (organiser told)")
		_, stop = w.start(func(o *Options) { o.Poll = time.Minute }) // a restart reports nothing again
		time.Sleep(5 * 24 * time.Hour)
		stop()
		w.wasTold("late 1: come again", "given-up 1: 451 4.7.1 come again")
	})
}

// TestNothingIsGivenUpInDoubt: while the clock may be wrong, the age of a letter means nothing.
func TestNothingIsGivenUpInDoubt(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		var right atomic.Bool
		for range 200 {
			w.server.script = append(w.server.script, transient())
		}
		w.queue(to("ana@h"))
		_, stop := w.start(func(o *Options) { o.Poll, o.Spare = time.Minute, func(context.Context) bool { return !right.Load() } })
		time.Sleep(7 * 24 * time.Hour)
		expect.True(t, w.outbox()[0].State != store.Failed, "given up while the clock is in doubt")
		right.Store(true)
		time.Sleep(3 * time.Hour)
		stop()
		expect.Same(t, "once the clock is right", w.outbox()[0].State, store.Failed)
	})
}

// A letter that waited because the daemon was off is tried as often as others.
func TestAgeAloneGivesNothingUp(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.queue(to("ana@h"))
		time.Sleep(10 * 24 * time.Hour)
		w.server.script = []smtpout.Result{transient(), transient()}
		_, stop := w.start()
		time.Sleep(time.Hour)
		stop()
		if left := w.outbox(); len(left) != 0 || len(w.server.mails()) != 3 {
			t.Errorf("left %+v after %d sends", left, len(w.server.mails()))
		}
	})
}

func TestRateLimit(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		for i := range 60 {
			w.queue(to(fmt.Sprintf("p%d@h", i)))
		}
		began := time.Now()
		p, stop := w.start(func(o *Options) { o.PerMinute = 20 })
		w.idle(p)
		stop()
		got := w.server.mails()
		expect.Must(t, "sends", len(got), 60)
		for i := 20; i < len(got); i++ {
			if d := got[i].at.Sub(got[i-20].at); d < time.Minute-time.Millisecond {
				t.Errorf("letters %d to %d within %s", i-20, i, d)
			}
		}
		if d := time.Since(began); d > 5*time.Minute {
			t.Errorf("took %s", d)
		}
	})
}

// A stopped pump holds no letters: the next one begins at once.
func TestStoppingFreesLetters(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		for i := range 8 {
			w.queue(to(fmt.Sprintf("p%d@h", i)))
		}
		_, stop := w.start(func(o *Options) { o.PerMinute = 4 })
		time.Sleep(time.Second)
		stop()
		expect.Must(t, "sends before", len(w.server.mails()), 1)
		p, stop := w.start()
		w.idle(p)
		stop()
		expect.Same(t, "sends", len(w.server.mails()), 8)
	})
}

func TestFullDiskSendsNothingTwice(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.queue(to("ana@h"), to("ben@h"))
		w.store = &failing{w.store, time.Now().Add(8 * time.Minute)}
		p, stop := w.start()
		w.idle(p)
		stop()
		w.sentTo("ana@h ben@h")
		w.wasTold("store-failed 1: the disk is full")
	})
}

func TestClosedStoreEndsRun(t *testing.T) {
	w := newWorld(t)
	expect.NoError(t, w.store.Close())
	o := w.opts
	o.Store = w.store
	expect.Is(t, "Run", New(o).Run(t.Context()), store.ErrClosed)
}
