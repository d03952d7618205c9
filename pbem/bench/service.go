package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"railpost/engine"
	"railpost/pbem"
	"railpost/pbem/admin"
	"railpost/pbem/config"
	"railpost/pbem/imapbox"
	"railpost/pbem/mailtest"
	"railpost/pbem/verdict"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// start is when every measured service's clock stands.
var start = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

// service is an Office over a file, with a clock set by hand and mail handed
// over within the process.
type service struct {
	office  *pbem.Office
	db      *bolt.DB
	clock   time.Time
	boxes   map[string][]byte // the newest letter of each address
	verdict verdict.Verdict   // of the last mail
}

func settings() *config.Config {
	c := config.Default()
	c.Identity.BaseAddress = "games@post.example"
	c.Identity.SiteName = "Railpost"
	return c
}

// open opens a service over a file.
func open(ctx context.Context, path string, o bolt.Options) (*service, error) {
	set, err := templates.New()
	if err != nil {
		return nil, err
	}
	s := &service{clock: start, boxes: map[string][]byte{}}
	o.Now = func() time.Time { return s.clock }
	if s.db, err = bolt.Open(path, o); err != nil {
		return nil, err
	}
	s.office, err = pbem.Open(ctx, pbem.Options{
		Config: settings(), Store: s.db, Titles: find, Templates: set, Now: o.Now, Attempts: path + ".reading",
		Count: func(v verdict.Verdict, _, _ int) { s.verdict = v },
	})
	if err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// create begins a game of Russian Railroads.
func (s *service) create(ctx context.Context, name string) error { return s.createOf(ctx, title, name) }

func (s *service) createOf(ctx context.Context, title, name string) error {
	_, err := s.office.Create(ctx, newGame(title, name))
	return err
}

// newGame are the parameters of game.create.
func newGame(title, name string) admin.CreateGame {
	p := admin.CreateGame{Title: title, Game: name, Seed: seedOf(name), StartNow: true}
	for i, n := range names() {
		p.Players = append(p.Players, n+" <"+address(name, i)+">")
	}
	return p
}

// deliver hands mails over. Each must be played.
func (s *service) deliver(ctx context.Context, raws ...[]byte) error {
	mails := make([]imapbox.Mail, len(raws))
	for i, raw := range raws {
		mails[i] = imapbox.Mail{Raw: raw, Size: int64(len(raw))}
	}
	s.verdict = verdict.Verdict{}
	if _, err := s.office.Deliver(ctx, mails); err != nil {
		return err
	}
	if s.verdict.Act != verdict.Played {
		return fmt.Errorf("a mail was not played but %s:\n%s", s.verdict, raws[len(raws)-1])
	}
	return nil
}

// post renders all waiting letters and puts them into their readers' boxes.
func (s *service) post(ctx context.Context) error {
	for {
		letters, err := s.db.Claim(ctx, s.clock, time.Minute, 64)
		if err != nil || len(letters) == 0 {
			return err
		}
		for _, l := range letters {
			if err := s.send(ctx, l); err != nil {
				return err
			}
		}
	}
}

func (s *service) send(ctx context.Context, l store.Letter) error {
	raw, err := s.office.Render(ctx, l)
	if err != nil {
		return err
	}
	if err := s.db.MarkSending(ctx, l.ID, raw); err != nil {
		return err
	}
	s.boxes[l.To] = raw
	return s.db.Sent(ctx, l.ID, fmt.Sprintf("%d@post.example", l.ID), "250 ok", s.clock)
}

// styles are the ways in which mail programs quote that come most often.
var styles = []mailtest.Style{mailtest.Gmail, mailtest.IPhone, mailtest.OutlookHTML, mailtest.AppleMail, mailtest.Thunderbird}

// reply is the n-th mail of the measurement: a seat's answer to its newest letter.
func (s *service) reply(game string, seat engine.Seat, n int, lines ...string) ([]byte, error) {
	to := address(game, int(seat))
	letter := s.boxes[to]
	if letter == nil {
		return nil, fmt.Errorf("seat %d of %s has no letter to answer", seat, game)
	}
	return mailtest.Reply(styles[n%len(styles)], mailtest.Answer{
		Letter: letter, From: names()[seat] + " <" + to + ">", Typed: lines, Date: s.clock, ID: fmt.Sprintf("%d.%s", n, to),
	})
}

// tick lets a second pass, so that no two mails come at the same time.
func (s *service) tick() { s.clock = s.clock.Add(time.Second) }

func (s *service) close() error { return s.db.Close() }

// copies copies the file of a closed service.
func copies(path string, to ...string) ([]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range to {
		p := filepath.Join(filepath.Dir(path), name)
		if err := os.WriteFile(p, b, 0o600); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
