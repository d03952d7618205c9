package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// organiser is the address of the service's organiser.
const organiser = "host@example.org"

// service is the real service over a store, with a clock that is set by hand. Its letters
// come at once.
type service struct {
	path    string // of the file, and of others next to it
	conf    *config.Config
	texts   *templates.Set
	random  [2]*rand.ChaCha8 // keys and seeds; salts
	between func(store.Store) store.Store

	store  store.Store
	office *pbem.Office

	clock time.Time
}

func newService(dir string, o Options) (*service, error) {
	texts, err := templates.New()
	if err != nil {
		return nil, err
	}
	c := config.Default()
	c.Identity.BaseAddress = "games@post.example"
	c.Identity.Contact = organiser
	c.Security.AdminAddresses = []string{organiser}
	c.Store.KeepRawDays = 30
	c.Schedule.NewsDelay.Duration = 0
	c.Mail.Out.Pictures = false // which no player of ours looks at
	s := &service{path: filepath.Join(dir, "railpost.db"), conf: c, texts: texts, clock: begin}
	for i := range s.random {
		s.random[i] = rand.NewChaCha8([32]byte{byte(o.Seed), byte(o.Seed >> 8), byte(o.Seed >> 16), byte(o.Seed >> 24), byte(o.Seed >> 32), byte(i)})
	}
	return s, nil
}

func (s *service) now() time.Time { return s.clock }

// open starts the service.
func (s *service) open(ctx context.Context) (err error) {
	db, err := bolt.Open(s.path, bolt.Options{NoSync: true, Now: s.now})
	if err != nil {
		return err
	}
	if s.store = db; s.between != nil {
		s.store = s.between(db)
	}
	s.office, err = pbem.Open(ctx, pbem.Options{
		Config: s.conf, Store: s.store, Titles: titles.Find, Templates: s.texts, Now: s.now,
		Random: s.random[0], Salts: s.random[1], Attempts: s.path + ".reading",
	})
	return err
}

// letters returns the letters that the service has sent since the last call, once none waits that is due.
func (s *service) letters(ctx context.Context) (out []*letter, err error) {
	err = mailtest.Post(ctx, s.store, s.office.Render, s.now(), func(l store.Letter, raw []byte) error {
		r, err := reader.Read(raw)
		if err == nil {
			out = append(out, &letter{Letter: r, to: l.To, game: gameOf(r.ID)})
		}
		return err
	})
	return out, err
}

// take hands a mail of the mailbox to the service.
func (s *service) take(ctx context.Context, raw []byte) error {
	verdicts, err := s.office.Deliver(ctx, []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
	if err == nil && verdicts[0] != imapbox.Done && verdicts[0] != imapbox.Again {
		err = fmt.Errorf("a message was filed as %v, not as handled:\n%s", verdicts[0], raw)
	}
	return err
}

// tidy is the daily work of the daemon on its file.
func (s *service) tidy(ctx context.Context) error {
	keep := s.conf.Store
	_, mails := s.store.DropMails(ctx, s.now().AddDate(0, 0, -keep.KeepRawDays))
	_, sent := s.store.DropSent(ctx, s.now().AddDate(0, 0, -keep.KeepSentDays))
	return errors.Join(mails, sent)
}

// nextDue returns when something is due before an instant; else that.
func (s *service) nextDue(ctx context.Context, before time.Time) (time.Time, error) {
	rows, err := s.store.DueBefore(ctx, before, 1)
	if err != nil || len(rows) == 0 {
		return before, err
	}
	return rows[0].At, nil
}
