package crashtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/toy"
	"railpost/pbem/config"
	"railpost/pbem/facts/clock"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/daemon"
)

// spec is the child's configuration.
type spec struct {
	Dir        string // of the store
	URL        string // of the database, if the games are in one
	User       string // of the mailbox; "": account
	Several    bool   // others may serve the same database
	IMAP, SMTP string // host:port
	Domain     string
	Login      bool // at the SMTP server

	At  string // the point at which it dies; "" for none
	Nth int    // at the Nth passage, from 1

	MinFree int64 // bytes that must be free for mail to be accepted
}

const (
	specVar = "RAILPOST_CRASH_SPEC" // of the child's environment: its spec
	account = "games"               // the service's, at both servers
	second  = "second"              // a mailbox that gets the same mails
	secret  = "secret"
	boss    = "boss" // the organiser's
)

// shortLease is how long a killed daemon keeps its letters.
const shortLease = 3 * time.Second

// TestMain runs the child if this process was started as one.
func TestMain(m *testing.M) {
	if text := os.Getenv(specVar); text != "" {
		if err := child(text); err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func child(text string) error {
	var s spec
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() { // the test's process has ended
		if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, "child: standard input:", err)
		}
		stop()
	}()
	c, err := s.config()
	if err != nil {
		return err
	}
	p := &failpoint{at: s.At}
	p.left.Store(int64(s.Nth))
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})).With("life", os.Getpid())
	o := daemon.Options{Config: c, Titles: toy.Find, Log: log, Hook: p.pass}
	if s.URL != "" {
		o.Lease = shortLease
	}
	d, err := daemon.New(ctx, o)
	if err != nil {
		return err
	}
	return d.Run(ctx)
}

// failpoint kills the process when it comes by a point for the nth time.
type failpoint struct {
	at   string
	left atomic.Int64
}

func (f *failpoint) pass(point string) {
	if point != f.at || f.left.Add(-1) != 0 {
		return
	}
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGKILL); err != nil {
		panic(err)
	}
	select {} // no step further
}

// config is the configuration for a provider's mailbox, with seconds in place of the days of service.
func (s spec) config() (*config.Config, error) {
	c := config.Default()
	c.Identity.BaseAddress = account + "@" + s.Domain
	c.Security.AdminAddresses = []string{boss + "@" + s.Domain}
	if err := pbemtest.Mailbox(c, s.IMAP, s.SMTP, cmp.Or(s.User, account), secret); err != nil {
		return nil, err
	}
	c.Mail.Out.User, c.Mail.Out.Password = "", config.Secret{}
	if s.Login {
		c.Mail.Out.User, c.Mail.Out.Password = account, config.NewSecret(secret)
	}
	c.Mail.In.PollInterval = config.Duration{Duration: 10 * time.Second}
	c.Schedule.Tick = config.Duration{Duration: time.Second}
	c.Schedule.NewsDelay.Duration = 0
	c.Game.Defaults.AnswerWithin = config.Duration{Duration: 2 * time.Second}
	c.Game.Defaults.Reminders = []clock.Expr{clock.MustParse("0 0 1 1 *")} // half time is all there is
	c.Game.Defaults.Zone = daytime(time.Now())                             // reminders must not fall into the night
	c.Store.Path, c.Store.URL = s.store(), s.URL
	c.Store.MinFree = config.Size(s.MinFree)
	return c, nil
}

// daytime returns a time zone where it is about noon.
func daytime(now time.Time) string {
	ahead := 12 - now.UTC().Hour()
	if ahead == 0 {
		return "UTC"
	}
	return fmt.Sprintf("Etc/GMT%+d", -ahead) // its sign is reversed
}

func (s spec) store() string  { return filepath.Join(s.Dir, "railpost.db") }
func (s spec) socket() string { return s.store() + ".sock" }
