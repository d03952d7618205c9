package due_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// lateness is the number of reports of lateness.
func lateness(b *pbemtest.Service) int { return b.Heard("host", "time to answer is up") }

// TestOutOfReach: while no mailbox or no server for letters can be reached nothing
// falls due, over restarts too, and afterwards all times have moved by as long. The
// organisers are told when it lasts and when it is over, the table in its next letter.
func TestOutOfReach(t *testing.T) {
	for _, source := range []due.Source{due.Mailbox, due.Server} {
		b := pbemtest.Begun(t, nil, nil) // Monday 2 March 10:00; deadline Thursday 10:00
		expect.NoError(t, b.Pass(10*time.Hour))
		was := b.Due(t)["deadline"]
		b.Office.SourceLost(source, b.Clock.Add(-4*time.Minute))
		expect.NoError(t, b.Pass(40*time.Hour))
		expect.NoError(t, b.Reopen())
		if source == due.Mailbox { // of the server the store knows
			b.Office.SourceLost(source, b.Clock)
		}
		expect.NoError(t, b.Pass(30*time.Hour))
		expect.Same(t, source, b.Count("Ana", "Reminder")+b.Count("Ana", "overdue")+lateness(b), 0)
		if n := b.Heard("host", "The mailbox has been unreachable"); n > 0 != (source == due.Mailbox) || n > 3 {
			t.Errorf("source %d: the organiser was told %d times of the mailbox", source, n)
		}
		b.Office.SourceReached(source, b.Clock)
		expect.NoError(t, b.Tick())
		if moved := b.Due(t)["deadline"].Sub(was); moved != 70*time.Hour+4*time.Minute {
			t.Errorf("source %d: the deadline moved by %s", source, moved)
		}
		expect.Same(t, fmt.Sprintf("source %d: the organiser was told", source), b.Heard("host", "are that much later"), 1)
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "1"))
		if l, _ := b.Latest("Ben"); !strings.Contains(strings.Join(strings.Fields(l.Text), " "), "All due times are at least 2 d 22 h 4 m later, because Railpost could not receive or send mail for that long") {
			t.Errorf("source %d: the next letter:\n%s", source, l.Text)
		}
		expect.NoError(t, b.Pass(71*time.Hour))
		expect.Same(t, fmt.Sprintf("source %d: late before the time", source), lateness(b), 0)
		expect.NoError(t, b.Pass(2*time.Hour))
		expect.Same(t, fmt.Sprintf("source %d: told", source), lateness(b), 1)
	}
}

// TestShortOutage: nothing falls due in it, and no time moves.
func TestShortOutage(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Pass(71*time.Hour+50*time.Minute))
	was := b.Due(t)["deadline"]
	b.Office.SourceLost(due.Mailbox, b.Clock)
	expect.NoError(t, b.Pass(40*time.Minute))
	if lateness(b) != 0 || !b.Due(t)["deadline"].Equal(was) {
		t.Errorf("late %d times in the outage, due %s", lateness(b), b.Due(t)["deadline"])
	}
	b.Office.SourceReached(due.Mailbox, b.Clock)
	expect.NoError(t, b.Tick())
	if lateness(b) != 1 || b.Heard("host", "can receive and send mail again, after 40 m") != 1 {
		t.Errorf("late %d times after it; the organiser:\n%s", lateness(b), b.Boxes["host@example.org"][0].Text)
	}
}

// TestOutagesInOne: overlapping outages count once: the mailbox out of reach, then the service down, then both
// servers out of reach, and a death while times move.
func TestOutagesInOne(t *testing.T) {
	for _, die := range []int{0, 1, 2} {
		b := pbemtest.Begun(t, nil, nil)
		b.Begin(t, admin.CreateGame{Game: "spring", Players: pbemtest.FromAll("Eva", "Joe")})
		expect.NoError(t, b.Pass(time.Hour))
		was, began := b.Due(t)["deadline"], b.Clock
		b.Office.SourceLost(due.Mailbox, b.Clock)
		expect.NoError(t, b.Pass(2*time.Hour))
		b.Clock = b.Clock.Add(5 * time.Hour)
		expect.NoError(t, b.Reopen())
		b.Office.SourceLost(due.Mailbox, b.Clock)
		expect.NoError(t, b.Pass(time.Hour))
		b.Office.SourceLost(due.Server, b.Clock)
		expect.NoError(t, b.Pass(time.Hour))
		b.Office.SourceReached(due.Mailbox, b.Clock)
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red")) // Ben is asked in the outage
		expect.NoError(t, b.Pass(time.Hour))
		b.Office.SourceReached(due.Server, b.Clock)
		if die > 0 {
			spy := &dying{Store: b.Store, left: die}
			expect.NoError(t, b.Use(spy))
			b.Office.SourceReached(due.Server, b.Clock)
			if err := b.Tick(); err == nil {
				t.Fatal("the store did not fail")
			}
			expect.NoError(t, b.Use(spy.Store))
			b.Office.SourceReached(due.Server, b.Clock)
			b.Clock = b.Clock.Add(5 * time.Minute)
		}
		expect.NoError(t, b.Tick())
		if at := b.Due(t)["deadline"]; !at.Equal(b.Clock.Add(72 * time.Hour)) {
			t.Errorf("death at %d: Ben was asked in the outage, it is %s, he is due %s", die, b.Clock, at)
		}
		rows := expect.Get(b.Store.DueOf(t.Context(), "spring"))(t)
		for _, r := range rows {
			if r.Kind == "deadline" && !r.At.Equal(was.Add(b.Clock.Sub(began))) {
				t.Errorf("death at %d: the other game's deadline moved by %s, want %s", die, r.At.Sub(was), b.Clock.Sub(began))
			}
		}
	}
}

// TestAskedAgain: who takes an answer back has the time that was left once the letter that says so is tried, however
// often that fails, and in an outage what all others have.
func TestAskedAgain(t *testing.T) {
	for lost, want := range map[bool]time.Duration{false: 40 * time.Minute, true: 3 * time.Hour} {
		b := pbemtest.Begun(t, nil, nil)
		expect.NoError(t, b.Pass(10*time.Hour))
		was := b.Due(t)["deadline"]
		if lost {
			b.Office.SourceLost(due.Server, b.Clock)
			tick(t, b, 140*time.Minute)
		}
		expect.NoError(t, errors.Join(b.Hand("Ana", mailtest.Gmail, "sell red"), b.Hand("Ana", mailtest.Gmail, "undo")))
		for range 4 {
			tick(t, b, 10*time.Minute)
			for _, l := range expect.Get(b.Store.Letters(t.Context()))(t) {
				expect.Get(b.Office.Render(t.Context(), l))(t)
			}
		}
		b.Office.SourceReached(due.Server, b.Clock)
		expect.NoError(t, b.Tick())
		expect.Same(t, fmt.Sprintf("outage %v: the deadline moved by", lost), b.Due(t)["deadline"].Sub(was), want)
	}
}

// standing stands still when it is asked what is due, while something else happens.
type standing struct {
	store.Store
	meanwhile func()
}

func (s *standing) DueBefore(ctx context.Context, t time.Time, n int) ([]store.Due, error) {
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
	}
	return s.Store.DueBefore(ctx, t, n)
}

// TestStoodStill: a daemon that stands still while it looks at the clock, as another goes on, is no outage.
func TestStoodStill(t *testing.T) {
	b := pbemtest.Begun(t, pbemtest.NoHalfTime, nil)
	expect.NoError(t, b.Pass(time.Hour))
	was, still := b.Due(t)["deadline"], &standing{Store: b.Store}
	b.Options().Store = b.Store
	other := expect.Get(pbem.Open(t.Context(), *b.Options()))(t)
	expect.NoError(t, b.Use(still))
	still.meanwhile = func() {
		for range 18 {
			b.Clock = b.Clock.Add(10 * time.Minute)
			expect.NoError(t, other.Tick(t.Context(), b.Clock))
		}
	}
	expect.NoError(t, b.Tick())
	b.Clock = b.Clock.Add(time.Minute)
	expect.NoError(t, b.Tick())
	expect.Same(t, "the deadline", b.Due(t)["deadline"], was)
}

// tick lets time pass without trying letters.
func tick(t *testing.T, b *pbemtest.Service, d time.Duration) {
	t.Helper()
	for end := b.Clock.Add(d); b.Clock.Before(end); {
		b.Clock = b.Clock.Add(10 * time.Minute)
		expect.NoError(t, b.Office.Tick(t.Context(), b.Clock))
	}
}

// TestUntried: the time of a player begins with the first attempt at the letter that
// asks; a later letter, and one tried twice, begins no new time.
func TestUntried(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	tick(t, b, 10*time.Minute)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Organiser: "host@example.org",
		Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	tick(t, b, 100*time.Hour)
	expect.NoError(t, b.Post())
	expect.Same(t, "late before the letter was tried", lateness(b), 0)
	expect.Same(t, "late before the letter was tried", b.Count("Ana", "overdue"), 0)
	start := b.Boxes[pbemtest.Address("Ana")][0]
	if at := b.Due(t)["deadline"]; !at.Equal(b.Clock.Add(72*time.Hour)) || !strings.Contains(start.Subject, "until Mon 9 Mar 14:10") {
		t.Errorf("it is %s, Ana is due %s: %s", b.Clock, at, start.Subject)
	}
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	was := b.Due(t)["deadline"]
	tick(t, b, 40*time.Hour) // reminders wait
	expect.NoError(t, b.Post())
	if at := b.Due(t)["deadline"]; !at.Equal(was) {
		t.Errorf("Ben had his turn letter; now he is due %s, before %s", at, was)
	}
}

// TestNotTaken: a letter refused by a player's server counts as delivered, and table and organiser are told.
func TestNotTaken(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Tick())
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Organiser: "host@example.org", Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	letters := expect.Get(b.Store.Claim(t.Context(), b.Clock, time.Minute, 10))(t)
	var refused uint64
	for _, l := range letters {
		if l.To == pbemtest.Address("Ana") {
			refused = l.ID
			expect.NoError(t, errors.Join(b.Store.MarkSending(t.Context(), store.Finished{ID: l.ID,
				Bytes: []byte("text")})...))
		} else {
			expect.NoError(t, b.Store.Defer(t.Context(), l.ID, b.Clock, ""))
		}
	}
	for range 36 {
		expect.NoError(t, b.Store.Defer(t.Context(), refused, b.Clock.Add(store.LongestPause),
			"450 4.2.2 the mailbox is full"))
		expect.NoError(t, b.Pass(2*time.Hour))
	}
	for _, name := range []string{"Ben", "host"} {
		expect.Same(t, fmt.Sprintf("%s was told", name), b.Heard(name, "their mail server refuses Railpost's letters"), 1)
	}
	expect.True(t, b.Heard("Ben", "Now: Ana. Their answer was due") != 0, "Ben does not learn who is late")
}
