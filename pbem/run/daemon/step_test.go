package daemon

import (
	"context"
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/due"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/store/mem"
)

// stepping is a daemon on a machine whose clock steps by ahead.
type stepping struct {
	*Daemon
	t     *testing.T
	store store.Store
	ahead time.Duration
	host  string // of the mailbox
}

func (s *stepping) now() time.Time { return time.Now().Round(0).Add(s.ahead) }

// restart opens the daemon, again if it was open.
func (s *stepping) restart() {
	s.t.Helper()
	if s.Daemon != nil {
		s.done(s.Close())
	}
	c := embedded(s.t)
	if s.host != "" {
		c.Mail.Kind, c.Mail.In.Host = "", s.host
	}
	c.Security.AdminAddresses = []string{"host@localhost"}
	s.Daemon = made(s.t, Options{Config: c, Store: s.store, Now: s.now})
	s.pass()
}

// pass is a look at the clock.
func (s *stepping) pass() {
	s.t.Helper()
	s.office.SourceReached(due.Mailbox, s.now())
	s.done(s.tick(s.t.Context(), s.now()))
}

func (s *stepping) done(err error) {
	s.t.Helper()
	expect.NoError(s.t, err)
}

// mails counts the mails in the store.
func (s *stepping) mails() int {
	s.t.Helper()
	kept, err := s.store.Mails(s.t.Context(), 0)
	s.done(err)
	return len(kept)
}

func begin(t *testing.T, host string) *stepping {
	s := &stepping{t: t, store: mem.New(), host: host}
	_, err := s.store.Commit(t.Context(), store.Commit{Raw: &store.RawMail{Key: "x", At: s.now(), Bytes: []byte("mail")}})
	s.done(err)
	s.restart()
	t.Cleanup(func() { s.done(s.Close()) })
	return s
}

// TestNothingIsDeletedByAWrongClock: neither while a step is in doubt, nor in the day after one that was believed, be it
// since the organiser said so or since the service was off.
func TestNothingIsDeletedByAWrongClock(t *testing.T) {
	year := 366 * 24 * time.Hour
	for name, believe := range map[string]func(s *stepping){
		"the organiser says so": func(s *stepping) {
			s.pass()
			s.ahead += 25 * time.Hour
			s.pass()
			expect.True(t, s.mails() != 0, "deleted while the clock is in doubt")
			_, err := s.Handle(t.Context(), "clock.set", nil)
			s.done(err)
			s.pass()
		},
		"the service was off": func(s *stepping) { s.restart() },
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, "")
			s.ahead += year
			believe(s)
			for range 22 {
				s.ahead += time.Hour - time.Minute
				s.pass()
			}
			expect.True(t, s.mails() != 0, "deleted within a day")
			s.restart()
			expect.True(t, s.mails() != 0, "deleted within a day, after a restart")
			for range 3 {
				s.ahead += time.Hour - time.Minute
				s.pass()
			}
			expect.Same(t, "kept after a day", s.mails(), 0)
		})
	}
}

// TestDatesOfTheMailbox: only a server on another machine vouches for the clock.
func TestDatesOfTheMailbox(t *testing.T) {
	for host, believed := range map[string]bool{"imap.example.org": true, "127.0.0.1": false, "localhost": false, "::1": false, "": false} {
		s := begin(t, host)
		s.ahead = 40 * 24 * time.Hour
		s.pass()
		for minute := range 70 {
			s.ahead += time.Minute
			mails := []imapbox.Mail{{Internal: s.now().AddDate(0, 0, -2)}, {Internal: s.now()}, {}}
			s.done(s.dated(t.Context(), mails[minute%2:]))
		}
		raw, err := s.Handle(context.Background(), "clock.show", nil)
		s.done(err)
		if c := raw.(due.Clock); c.Step.From.IsZero() != believed {
			t.Errorf("%q: %s", host, fmt.Sprintf("%+v", c))
		}
	}
}
