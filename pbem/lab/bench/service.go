package bench

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
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// service is an Office over a file. Its clock is set by hand, and mails and letters are
// passed within the process.
type service struct {
	boxes
	office  *pbem.Office
	db      *bolt.DB
	clock   time.Time
	verdict verdict.Verdict // of the last mail
	config  *config.Config

	received int // bytes of all mails

	// render is the office's Render, or a measurement around it.
	render func(context.Context, store.Letter) (store.Finished, error)
}

func settings() *config.Config {
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.MinFree = 10 * config.MB
	c.Mail.Out.Pictures = false // they are measured separately
	c.Schedule.NewsDelay.Duration = 0
	return c
}

// open opens the service over a file, which is created if necessary.
func open(ctx context.Context, path string, noSync bool) (*service, error) {
	set, err := templates.New()
	if err != nil {
		return nil, err
	}
	s := &service{config: settings(), boxes: boxes{}, clock: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)}
	now := func() time.Time { return s.clock }
	if s.db, err = bolt.Open(path, bolt.Options{NoSync: noSync, Now: now}); err != nil {
		return nil, err
	}
	s.office, err = pbem.Open(ctx, pbem.Options{
		Config: s.config, Store: s.db, Titles: titles.Find, Templates: set, Now: now, Attempts: path + ".reading",
		Random: rand.NewChaCha8([32]byte{}), Salts: rand.NewChaCha8([32]byte{1}), // the same letters each time
		Count:  func(v verdict.Verdict, _, _ int) { s.verdict = v },
		Prompt: func() bool { return false }, // letters are measured apart from their mail
	})
	if err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	s.render = s.office.Render
	return s, nil
}

// begin opens a service over a new file in a folder and begins games there.
func begin(ctx context.Context, dir, name string, noSync bool, games ...game) (*service, error) {
	s, err := open(ctx, filepath.Join(dir, name+".db"), noSync)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		s.config.Mail.Out.Pictures = g.pictures
		if _, err := s.office.Create(ctx, g.parameters()); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	if err := s.post(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *service) close() error { return s.db.Close() }

// deliver hands mails over. The last one must be played.
func (s *service) deliver(ctx context.Context, raws ...[]byte) error {
	mails := make([]imapbox.Mail, len(raws))
	for i, raw := range raws {
		mails[i] = imapbox.Mail{Raw: raw, Size: int64(len(raw))}
		s.received += len(raw)
	}
	s.verdict = verdict.Verdict{}
	if _, err := s.office.Deliver(ctx, mails); err != nil {
		return err
	}
	if s.verdict.Act != verdict.Played {
		return fmt.Errorf("a message was not played; its verdict is %s:\n%s", s.verdict, raws[len(raws)-1])
	}
	return nil
}

// post renders all waiting letters and puts them into their readers' boxes.
func (s *service) post(ctx context.Context) error {
	return mailtest.Post(ctx, s.db, s.render, s.clock, func(l store.Letter, raw []byte) error {
		s.boxes[l.To] = raw
		return nil
	})
}

// move plays order n of a game by mail, after some talk. The next mail comes a second later.
func (s *service) move(ctx context.Context, g game, n, talk int) error {
	raw, err := s.reply(g, n, talk, s.clock)
	if err != nil {
		return err
	}
	if err := errors.Join(s.deliver(ctx, raw), s.post(ctx), ctx.Err()); err != nil {
		return err
	}
	s.clock = s.clock.Add(time.Second)
	return nil
}

// play plays the first orders of a game by mail.
func (s *service) play(ctx context.Context, g game, orders, talk int) error {
	for n := range orders {
		if err := s.move(ctx, g, n+1, talk); err != nil {
			return fmt.Errorf("order %d of %s: %w", n+1, g.name, err)
		}
	}
	return nil
}

// multiply adds copies of a game to the store, each with its whole log.
func (s *service) multiply(ctx context.Context, name string, copies int) error {
	log, err := s.db.Load(ctx, name, 0, true)
	if err != nil {
		return err
	}
	var payloads [][]byte
	at := log.Snapshot.Seq
	first, rest := map[uint64][]byte{}, map[uint64][]byte{} // next to the records
	for _, r := range log.Records {
		payloads = append(payloads, r.Payload)
		switch {
		case r.Texts == nil:
		case r.Seq <= at:
			first[r.Seq] = r.Texts
		default:
			rest[r.Seq] = r.Texts
		}
	}
	for from := 0; from < copies; from += multiplied {
		var begun, gone []store.Commit
		for i := from; i < min(from+multiplied, copies); i++ {
			to := copyName(name, i)
			begun = append(begun, store.Commit{Game: to, Doc: log.Doc, Append: payloads[:at], Texts: first, Snapshot: log.Snapshot.Data})
			gone = append(gone, store.Commit{Game: to, Expect: 1, Append: payloads[at:], Texts: rest})
		}
		for _, some := range [][]store.Commit{begun, gone} {
			errs, err := s.db.Commit(ctx, some...)
			if err := errors.Join(append(errs, err)...); err != nil {
				return err
			}
		}
	}
	return nil
}

// multiplied is how many copies share a write.
const multiplied = 50

func copyName(game string, i int) string { return fmt.Sprintf("%s-%d", game, i) }
