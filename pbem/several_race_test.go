package pbem_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/hookout"
	"railpost/pbem/mail/imapbox"
)

// TestTwoDecideOneGame: two daemons decide mails of one game at the same time, of two seats, of one, or the
// same mail in both mailboxes, over random play. The log, the verdicts and all letters are those of one daemon
// that had the mails one after another.
func TestTwoDecideOneGame(t *testing.T) {
	rounds := level.Of(0, 160, 1500)
	s := newSeveral(t, 2, false, noOutage, toyTable("toy-0", people...))
	rng := rand.New(rand.NewPCG(level.Seed(t, 20), 20))
	games, collisions, mails := []string{"toy-0"}, 0, 0
	for n := range rounds {
		game := games[len(games)-1]
		if s.isOver(game) {
			game = fmt.Sprint("toy-", len(games))
			games = append(games, game)
			for _, b := range s.both() {
				expect.NoError(t, b.Handle("game.create", toyTable(game, people...), nil))
				expect.NoError(t, b.Post())
			}
		}
		who := rng.Perm(len(people))
		first := s.guess(rng, people[who[0]])
		second := s.guess(rng, people[who[1]])
		switch rng.IntN(6) {
		case 0: // delivered to both mailboxes
			second = imapbox.Mail{Raw: slices.Concat([]byte("Received: from a by b; Mon, 2 Mar 2026 10:00:00 +0000\r\n"), first.Raw)}
		case 1:
			second = s.guess(rng, people[who[0]])
		}
		met := s.meets()
		s.deliver(first, second)
		if mails += 2; met() {
			collisions++
		}
		if n%4 == 3 {
			by := time.Duration(1+rng.IntN(9)) * time.Hour
			for _, b := range s.both() {
				b.Clock = b.Clock.Add(by)
			}
			expect.NoError(t, s.offices[rng.IntN(2)].Tick(t.Context(), s.Clock))
			expect.NoError(t, s.alone.Office.Tick(t.Context(), s.Clock))
		}
		s.compare(games[max(0, len(games)-2):]...)
	}
	letters := s.compare(games...)
	if diff := cmp.Diff(s.wants, s.verdicts); diff != "" {
		t.Errorf("other verdicts: %s", diff)
	}
	for _, game := range games {
		expect.NoError(t, s.Handle("game.verify", admin.LookAt{Game: game}, nil))
	}
	expect.True(t, collisions >= rounds/2 && s.verdicts["ignored: repeated"] != 0,
		"%d decisions at the same time, verdicts %v", collisions, s.verdicts)
	t.Logf("%d mails, %d pairs decided at the same time, %d games, %d letters, verdicts %v", mails, collisions, len(games), letters, s.verdicts)
}

// TestTwoOrdersOfOneSeat: two daemons get two orders of one seat at the same time. The daemon whose order comes
// too late has written letters of a position that never existed; its next letters contain nothing of that.
func TestTwoOrdersOfOneSeat(t *testing.T) {
	s := newSeveral(t, 2, false, nil, toyTable("toy-0", people...))
	both := 0
	for range 12 {
		for _, name := range people {
			l, ok := s.Latest(name)
			if !ok || len(l.Choices) < 2 {
				continue
			}
			var mails []imapbox.Mail
			for _, c := range l.Choices[:2] {
				mails = append(mails, answering(t, mailtest.Gmail, name, l, s.Clock, c.Lines...))
			}
			met := s.meets()
			if s.deliver(mails...); met() {
				both++
			}
			s.compare("toy-0")
		}
	}
	expect.True(t, both >= 12, "%d decisions at the same time", both)
}

// noOutage lets clocks jump without taking that for an outage.
func noOutage(c *config.Config) { c.Schedule.OutageThreshold.Duration = 1000 * time.Hour }

// TestTwoAfterOutage: two daemons come back from an outage at the same time; times move once, and players are
// told once.
func TestTwoAfterOutage(t *testing.T) {
	tables := []admin.CreateGame{toyTable("toy-0", people...), toyTable("toy-1", people...), toyTable("toy-2", people...)}
	s := newSeveral(t, 2, false, nil, tables...)
	for range 5 {
		s.meets()
		s.tick(5 * time.Hour)
		s.compare("toy-0", "toy-1", "toy-2")
	}
	expect.Same(t, "told", s.Count("host@example.org", "all due times are 5 h later"), 5)
}

func (s *several) isOver(game string) bool {
	s.t.Helper()
	var g admin.Shown
	expect.NoError(s.t, s.Handle("game.show", admin.LookAt{Game: game}, &g))
	return g.State == string(table.Over)
}

// guess is a person's answer to their newest letter.
func (s *several) guess(rng *rand.Rand, name string) imapbox.Mail {
	s.t.Helper()
	l, ok := s.Latest(name)
	if !ok {
		s.t.Fatalf("%s has no letter", name)
	}
	return guessed(s.t, rng, name, l, s.Clock)
}

// TestTwoLookAtTheClock: two daemons look at the clock at the same time, and let their robots think, without
// knowing of each other. Reminders, time-outs, moves of robots and daily letters come once each, as from one.
func TestTwoLookAtTheClock(t *testing.T) {
	const days = 5
	var tables []admin.CreateGame
	for i := range 6 {
		g := toyTable(fmt.Sprint("toy-", i), people...)
		if i >= 3 {
			g = toyTable(g.Game, "Ben", "Cleo") // none of them wants daily letters
		}
		if i%2 == 1 {
			g.Players, g.Robots = g.Players[:2], []string{"Bot:easy"}
			g.Rules = []string{"time-out=robot", "robot=easy", "grace=none"}
		}
		tables = append(tables, g)
	}
	s := newSeveral(t, 2, false, noOutage, tables...)
	for _, b := range s.both() {
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set letters digest"))
	}
	var games []string
	for _, g := range tables {
		games = append(games, g.Game)
	}
	met := 0
	for range days * 12 {
		both := s.meets()
		s.tick(2 * time.Hour)
		if both() {
			met++
		}
		s.tick(time.Minute) // left by one to the other
		s.think()
		for s.thinkAlone() {
		}
		s.compare(games...)
	}
	letters := map[string]int{}
	for _, box := range s.Boxes {
		for _, l := range box {
			letters[string(l.Kind)]++
		}
	}
	for _, kind := range []string{"reminder", "late", "digest"} {
		expect.True(t, letters[kind] != 0, "no letter of kind %s: %v", kind, letters)
	}
	expect.True(t, met >= days, "both looked at the same time %d times only", met)
	for _, o := range s.offices {
		expect.Same(t, "orders of robots were refused", o.RefusedRobots(), 0)
	}
	t.Logf("both decided at the same time %d times; letters %v", met, letters)
}

func (s *several) thinkAlone() bool {
	s.t.Helper()
	more, err := s.alone.Office.Think(s.t.Context())
	expect.NoError(s.t, err)
	return more
}

// TestTwoPost: two daemons post to hooks, each posting once and in order.
func TestTwoPost(t *testing.T) {
	allow := func(c *config.Config) { c.Hooks.Hosts = []string{"chat.example"} }
	s := newSeveral(t, 2, true, allow, toyTable("toy-0", people...))
	for i := range 3 {
		expect.NoError(t, s.Handle("hook.add", admin.AddHook{Game: "toy-0",
			URL: fmt.Sprint("https://chat.example/", i)}, nil))
	}
	var mu sync.Mutex
	posted := map[string][]string{} // by URL: arrived postings
	post := func(_ context.Context, r hook.Request) hookout.Result {
		runtime.Gosched() // to the other
		mu.Lock()
		defer mu.Unlock()
		posted[r.URL] = append(posted[r.URL], r.Header.Get("webhook-id"))
		return hookout.Result{Class: hookout.Accepted, Text: "200"}
	}
	ctx, stop := context.WithCancel(t.Context())
	var pumps []*hookout.Pump
	var all sync.WaitGroup
	for i, o := range s.offices {
		p := hookout.New(hookout.Options{Store: s.stores[i], Deliver: o.Posting, Post: post, Now: func() time.Time { return s.Clock }})
		pumps = append(pumps, p)
		all.Go(func() {
			if err := p.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	rows := map[string]bool{}
	note := func() int {
		values := expect.Get(s.Store.Values(t.Context(), hook.Prefix))(t)
		for key := range values {
			rows[key] = true
		}
		return len(values)
	}
	for range 30 {
		for _, name := range people {
			if l, ok := s.Latest(name); ok && len(l.Choices) > 0 {
				expect.NoError(t, s.Answer(name, mailtest.Gmail, l.Choices[0].Lines...))
			}
		}
		note()
		for _, p := range pumps {
			p.Wake()
		}
	}
	for note() > 0 {
		for _, p := range pumps {
			p.Wake()
		}
	}
	stop()
	all.Wait()
	once := map[string]bool{}
	n := 0
	for url, ids := range posted {
		for _, id := range ids {
			expect.True(t, !once[url+id], "%s was posted twice to %s", id, url)
			once[url+id] = true
			n++
		}
	}
	expect.True(t, n >= 30 && len(posted) == 3, "%d postings to %d hooks", n, len(posted))
	t.Logf("%d postings of %d rows seen", n, len(rows))
}
