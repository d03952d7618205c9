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
func open(ctx context.Context, path string, noSync bool) *service {
	set := get(templates.New())
	s := &service{config: settings(), boxes: boxes{}, clock: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)}
	now := func() time.Time { return s.clock }
	s.db = get(bolt.Open(path, bolt.Options{NoSync: noSync, Now: now}))
	s.office = get(pbem.Open(ctx, pbem.Options{
		Config: s.config, Store: s.db, Titles: titles.Find, Templates: set, Now: now, Attempts: path + ".reading",
		Random: rand.NewChaCha8([32]byte{}), Salts: rand.NewChaCha8([32]byte{1}), // the same letters each time
		Count:  func(v verdict.Verdict, _, _ int) { s.verdict = v },
		Prompt: func() bool { return false }, // letters are measured apart from their mail
	}))
	s.render = s.office.Render
	return s
}

// begin opens a service over a new file in a folder and begins games there.
func begin(ctx context.Context, dir, name string, noSync bool, games ...game) *service {
	s := open(ctx, filepath.Join(dir, name+".db"), noSync)
	for _, g := range games {
		s.config.Mail.Out.Pictures = g.pictures
		get(s.office.Create(ctx, g.parameters()))
	}
	s.post(ctx)
	return s
}

func (s *service) close() { check(s.db.Close()) }

// deliver hands mails over. The last one must be played.
func (s *service) deliver(ctx context.Context, raws ...[]byte) {
	mails := make([]imapbox.Mail, len(raws))
	for i, raw := range raws {
		mails[i] = imapbox.Mail{Raw: raw, Size: int64(len(raw))}
		s.received += len(raw)
	}
	s.verdict = verdict.Verdict{}
	get(s.office.Deliver(ctx, mails))
	if s.verdict.Act != verdict.Played {
		failf("a message was not played; its verdict is %s:\n%s", s.verdict, raws[len(raws)-1])
	}
}

// post renders all waiting letters and puts them into their readers' boxes.
func (s *service) post(ctx context.Context) {
	check(mailtest.Post(ctx, s.db, s.render, s.clock, func(l store.Letter, raw []byte) error {
		s.boxes[l.To] = raw
		return nil
	}))
}

// move plays order n of a game by mail, after some talk. The next mail comes a second later.
func (s *service) move(ctx context.Context, g game, n, talk int) {
	s.deliver(ctx, s.reply(g, n, talk, s.clock))
	s.post(ctx)
	check(ctx.Err())
	s.clock = s.clock.Add(time.Second)
}

// play plays the first orders of a game by mail.
func (s *service) play(ctx context.Context, g game, orders, talk int) {
	for n := range orders {
		s.move(ctx, g, n+1, talk)
	}
}

// multiply adds copies of a game to the store, each with its whole log.
func (s *service) multiply(ctx context.Context, name string, copies int) {
	log := get(s.db.Load(ctx, name, 0, true))
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
			check(errors.Join(append(errs, err)...))
		}
	}
}

// multiplied is how many copies share a write.
const multiplied = 50

func copyName(game string, i int) string { return fmt.Sprintf("%s-%d", game, i) }
