package pbem_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// memory is a store in memory for several offices of one process.
type memory struct {
	store.Store
	ahead time.Duration // its clock minus the time of the others
	names map[string]bool
}

func (m *memory) Try(_ context.Context, name string) (func(), bool, error) {
	if m.names[name] {
		return nil, false, nil
	}
	m.names[name] = true
	return func() { delete(m.names, name) }, true, nil
}

func (m *memory) Listen(ctx context.Context, _ func(string, bool)) error {
	<-ctx.Done()
	return nil
}

func (m *memory) Skew(context.Context) (time.Duration, error) { return m.ahead, nil }

func (m *memory) Rev(ctx context.Context, game string) (uint64, error) {
	h, err := m.Head(ctx, game)
	return h.Rev, err
}

func (m *memory) Hold(context.Context, time.Time) ([]uint64, error) { return nil, nil }

func (m *memory) Waiting(ctx context.Context, groups []string) ([]store.Letter, error) {
	ls, err := m.Letters(ctx)
	return slices.DeleteFunc(ls, func(l store.Letter) bool { return l.State != store.Waiting || !slices.Contains(groups, l.Group) }), err
}

// faster refuses a commit once, as if another daemon had changed what it rests on.
type faster struct {
	store.Store
	was bool
}

func (s *faster) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	if !s.was {
		s.was = true
		return []error{store.ErrStale}, nil
	}
	return s.Store.Commit(ctx, cs...)
}

// TestCreateBesideAnother: a game is created although another daemon changes meanwhile what that rests on.
func TestCreateBesideAnother(t *testing.T) {
	for name, seed := range map[string][]byte{"by command": nil, "within the program": {1}} {
		t.Run(name, func(t *testing.T) {
			b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
			s := &faster{Store: b.Store, was: true}
			expect.NoError(t, b.Use(s))
			s.was = false
			p := admin.CreateGame{Title: "toy", Game: "spring", Players: pbemtest.FromAll("Ana", "Ben"), Seed: seed}
			expect.NoError(t, b.Handle("game.create", p, nil))
			expect.True(t, s.was, "no commit")
		})
	}
}

// TestAnswerOfAnotherDaemonsRobot: a daemon that has not heard yet that another has answered for a robot finds the
// seat not asked any more, and logs no error.
func TestAnswerOfAnotherDaemonsRobot(t *testing.T) {
	b := withRobots(t, pbemtest.Find, "toy", "Bot:easy")
	for shown(t, b).Waiting[0].Name != "Ben" {
		l, _ := b.Latest("Ana")
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, l.Choices[0].Lines...))
	}
	expect.NoError(t, b.Use(&memory{Store: b.Store, names: map[string]bool{}}))
	o, log := *b.Options(), &bytes.Buffer{}
	o.Store, o.Log = &memory{Store: b.Store, names: map[string]bool{}}, slog.New(slog.NewTextHandler(log, nil))
	other, err := pbem.Open(t.Context(), o)
	expect.NoError(t, err)
	l, _ := b.Latest("Ben")
	expect.NoError(t, b.Hand("Ben", mailtest.Gmail, l.Choices[0].Lines...))
	if n, err := other.RobotsAsked(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d robots asked, %v", n, err)
	}
	expect.NoError(t, b.Think())
	if more, err := other.Think(t.Context()); more || err != nil {
		t.Errorf("it thinks about what was answered: %v", err)
	}
	expect.Lacks(t, "logged", log.String(), "level=ERROR")
}

// TestWrongClockLeavesTimedWork: a daemon whose clock differs from the store's by more than five seconds plays
// mails, but carries out nothing that is due; it says so once a minute in its log, once a day to the organiser.
func TestWrongClockLeavesTimedWork(t *testing.T) {
	for _, c := range []struct {
		ahead time.Duration
		right bool
	}{{0, true}, {5 * time.Second, true}, {-5 * time.Second, true}, {6 * time.Second, false}, {-6 * time.Second, false}, {10 * time.Minute, false}, {-40 * 24 * time.Hour, false}} {
		t.Run(c.ahead.String(), func(t *testing.T) {
			b := pbemtest.Games(t, "winter")
			var log bytes.Buffer
			b.Options().Log = slog.New(slog.NewTextHandler(&log, nil))
			expect.NoError(t, b.Use(&memory{Store: b.Store, ahead: c.ahead, names: map[string]bool{}}))
			timed := func() (n int) {
				for _, l := range b.Queued {
					if l.Kind == "reminder" || l.Kind == "late" {
						n++
					}
				}
				return n
			}
			notices := func() (n int) {
				for _, l := range b.Boxes["host@example.org"] {
					if strings.Contains(string(l.Raw), "the database's") {
						n++
					}
				}
				return n
			}
			if !c.right {
				expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
				expect.Same(t, "a mail was", b.Verdict, "played")
			}
			for range 90 {
				b.Clock = b.Clock.Add(time.Hour)
				expect.NoError(t, b.Tick())
			}
			expect.Same(t, "reminders and letters about a deadline", timed() > 0, c.right)
			if n := notices(); (n == 0) != c.right || n > 5 { // in four days
				t.Errorf("the organiser has %d notices", n)
			}
			if n := strings.Count(log.String(), "the clock of this machine differs"); (n == 0) != c.right || n > 2 {
				t.Errorf("%d lines in the log", n)
			}
		})
	}
}
