package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/imapbox"
	"railpost/pbem/outbox"
	"railpost/pbem/smtpout"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// organiser is the address of whoever runs the service.
const organiser = "host@example.org"

// service is the real service over a store, with a clock that is set by hand. The mail
// servers are in memory and outlive it.
type service struct {
	ctx     context.Context
	path    string // of the file, and beside it
	opens   func(now func() time.Time) (store.Store, error)
	conf    *config.Config
	texts   *templates.Set
	titles  engine.Titles
	random  [2]*rand.ChaCha8 // keys and seeds; salts
	between func(store.Store) store.Store

	db     store.Store // nil: the service is down
	store  store.Store // the same, with faults
	office *pbem.Office
	pump   *outbox.Pump
	stop   context.CancelFunc
	ended  chan error

	mu      sync.Mutex
	clock   time.Time
	servers *servers
	arrived []arrival
	bad     []store.Letter // were refused for good, of which the service has not been told
	back    []string       // the addresses of those of which it has, for the ledger
}

// arrival is an attempt at a letter: the first one, from which the service has done its part,
// or the one with which its reader has it.
type arrival struct {
	to          string
	raw         []byte
	first, read bool
}

func newService(ctx context.Context, dir string, o Options) (*service, error) {
	texts, err := templates.New()
	if err != nil {
		return nil, err
	}
	c := config.Default()
	c.Identity.BaseAddress = "games@post.example"
	c.Identity.Contact = organiser
	c.Security.AdminAddresses = []string{organiser}
	c.Store.KeepRawDays = 30
	c.Lobby.Open = config.OpenPlayers
	c.Mail.Out.Pictures = false // which no player of ours looks at
	s := &service{ctx: ctx, path: filepath.Join(dir, "railpost.db"), opens: o.Open, conf: c, texts: texts, clock: begin}
	if s.opens == nil {
		s.opens = func(now func() time.Time) (store.Store, error) {
			return bolt.Open(s.path, bolt.Options{NoSync: true, Now: now})
		}
	}
	s.servers = newServers(o.Seed, func() time.Time { return s.clock })
	for i := range s.random {
		s.random[i] = rand.NewChaCha8([32]byte{byte(o.Seed), byte(o.Seed >> 8), byte(o.Seed >> 16), byte(o.Seed >> 24), byte(o.Seed >> 32), byte(i)})
	}
	return s, nil
}

func (s *service) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock
}

// set sets the clock, which never goes back.
func (s *service) set(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.After(s.clock) {
		s.clock = t
	}
}

// open starts the service.
func (s *service) open() (err error) {
	if s.db, err = s.opens(s.now); err != nil {
		s.db = nil
		return err
	}
	s.store = s.between(s.db)
	s.office, err = pbem.Open(s.ctx, pbem.Options{
		Config: s.conf, Store: s.store, Titles: s.titles, Templates: s.texts, Now: s.now,
		Random: s.random[0], Salts: s.random[1], Attempts: s.path + ".reading",
	})
	if err != nil {
		return errors.Join(err, s.db.Close())
	}
	s.pump = outbox.New(outbox.Options{
		Store: s.store, Render: s.office.Render, Untry: s.office.Untry, Sender: s, Now: s.now, Random: func() float64 { return 0 },
		Notify: func(_ context.Context, e outbox.Event) { s.refused(e) }, Poll: 1000 * time.Hour, // it is woken
	})
	ctx, stop := context.WithCancel(s.ctx)
	s.stop, s.ended = stop, make(chan error, 1)
	go func() { s.ended <- s.pump.Run(ctx) }()
	return nil
}

// close stops the service.
func (s *service) close() error {
	if s.db == nil {
		return nil
	}
	s.stop()
	err := errors.Join(<-s.ended, s.db.Close())
	s.db = nil
	return err
}

// SendBefore hands a letter to its reader's server.
func (s *service) SendBefore(_ context.Context, m smtpout.Mail, _ *smtpout.Mail) smtpout.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, first, read := s.servers.take(m)
	if first || read {
		s.arrived = append(s.arrived, arrival{m.To, append([]byte(nil), m.Text...), first, read})
	}
	return r
}

// letters returns the letters that the service has sent since the last call, once none
// waits that is due.
func (s *service) letters() ([]arrival, error) {
	for {
		if err := s.pump.Idle(s.ctx); err != nil {
			return nil, err
		}
		if n, err := s.bounce(); n == 0 || err != nil {
			if err != nil {
				return nil, err
			}
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.arrived
	s.arrived = nil
	return out, nil
}

// take hands a mail of the mailbox to the service.
func (s *service) take(raw []byte) error {
	verdicts, err := s.office.Deliver(s.ctx, []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
	if err == nil && verdicts[0] != imapbox.Done && verdicts[0] != imapbox.Again {
		err = fmt.Errorf("a mail was not filed as handled, but %v:\n%s", verdicts[0], raw)
	}
	return err
}

// tidy is the daily work of the daemon on its file.
func (s *service) tidy() error {
	keep := s.conf.Store
	_, mails := s.store.DropMails(s.ctx, s.now().AddDate(0, 0, -keep.KeepRawDays))
	_, sent := s.store.DropSent(s.ctx, s.now().AddDate(0, 0, -keep.KeepSentDays))
	return errors.Join(mails, sent)
}

// nextDue returns when something is due before an instant; else that.
func (s *service) nextDue(before time.Time) (time.Time, error) {
	rows, err := s.store.DueBefore(s.ctx, before, 1)
	if err != nil || len(rows) == 0 {
		return before, err
	}
	return rows[0].At, nil
}
