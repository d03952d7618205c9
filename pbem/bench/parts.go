package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"go.etcd.io/bbolt"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/imapbox"
	"railpost/pbem/post"
	"railpost/pbem/smtpout"
	"railpost/store/bolt"
)

// The parts of a move.
const (
	mailIn     = "mail in by SMTP and IMAP"
	readMail   = "mail read"
	decide     = "order decided"
	writing    = "four letters written"
	storing    = "stored"
	lettersOut = "four letters out by SMTP"
)

var partNames = []string{mailIn, readMail, decide, writing, storing, lettersOut}

// parts does the parts of moves, each by itself. The service beside it only
// provides what the parts work on.
type parts struct {
	service *service
	bare    bare
	traced  []write
	post    *post.Post
	out     *smtpout.Sender
	taken   chan struct{} // a mail was taken out of the mailbox
	endBox  func() error
	scene   []script
	games   []*engine.Game

	spent map[string]time.Duration
	moves int
}

func newParts(ctx context.Context, dir string, scene []script) (*parts, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	p := &parts{scene: scene, spent: map[string]time.Duration{}, taken: make(chan struct{}, 1)}
	path := filepath.Join(dir, "service.db")
	trace := func(bucket string, key, value []byte) { p.traced = append(p.traced, write{bucket, key, value}) }
	var err error
	if p.service, err = open(ctx, path, bolt.Options{NoSync: true, Trace: trace}); err != nil {
		return nil, err
	}
	empty, err := copies(path, "bare.db")
	if err != nil {
		return nil, err
	}
	if p.bare.file, err = bbolt.Open(empty[0], 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoStatistics: true, InitialMmapSize: 1 << 30}); err != nil {
		return nil, err
	}
	for _, g := range scene {
		if err := p.service.create(ctx, g.name); err != nil {
			return nil, err
		}
		live, _, err := engine.Begin(g.name, find(title), engine.Setup{Seats: seats}, names(), seedOf(g.name))
		if err != nil {
			return nil, err
		}
		p.games = append(p.games, live)
	}
	if err := p.service.post(ctx); err != nil {
		return nil, err
	}
	if err := p.bare.do(p.traced); err != nil {
		return nil, err
	}
	return p, p.openPost(ctx)
}

// openPost starts a post whose service only takes mails out and files them.
func (p *parts) openPost(ctx context.Context) error {
	users := map[string]string{serviceAddress: password}
	for _, g := range p.scene {
		for s := range seats {
			users[address(g.name, s)] = password
		}
	}
	var err error
	if p.post, err = post.Start(post.Options{Domain: "post.example", Users: users}); err != nil {
		return err
	}
	p.out = smtpout.New(smtpout.Config{Addr: p.post.SMTPAddr(), TLS: "none"})
	watching, end := context.WithCancel(ctx)
	ended, seen := make(chan error, 1), false
	ready := make(chan struct{})
	c := imapbox.Config{Addr: p.post.IMAPAddr(), User: serviceAddress, TLS: "none", Password: func() (string, error) { return password, nil }}
	go func() {
		ended <- imapbox.Run(watching, c, func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
			verdicts := make([]imapbox.Verdict, len(ms))
			for i := range ms {
				verdicts[i] = imapbox.Done
			}
			return verdicts, nil
		}, func(s imapbox.Status) {
			switch {
			case s.State != imapbox.Watching:
			case !seen:
				seen = true
				close(ready)
			default:
				p.taken <- struct{}{} // filed, and watching again
			}
		})
	}()
	<-ready
	p.endBox = func() error { end(); return <-ended }
	return nil
}

func (p *parts) close() error {
	return errors.Join(p.endBox(), p.out.Close(), p.post.Close(), p.bare.file.Close(), p.service.close())
}

// spend adds what f uses to a part.
func (p *parts) spend(part string, f func() error) error {
	before, _, err := cpuTime()
	if err != nil {
		return err
	}
	if err := f(); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	after, _, err := cpuTime()
	p.spent[part] += after - before
	return err
}

func (p *parts) run(ctx context.Context, rounds int) error {
	runtime.GC()
	for n := range rounds {
		for i := range p.scene {
			if err := p.move(ctx, i, n+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// move does the parts of the n-th order of game i.
func (p *parts) move(ctx context.Context, i, n int) error {
	game, order := p.scene[i], p.scene[i].records[n]
	p.moves++
	letter := p.service.boxes[address(game.name, int(order.Seat))]
	raw, err := p.service.reply(game.name, order.Seat, p.moves, order.Line)
	if err != nil {
		return err
	}
	if err := p.spend(mailIn, func() error { return p.mailIn(ctx, game.name, order.Seat, raw) }); err != nil {
		return err
	}
	if err := p.read(letter, raw, order); err != nil {
		return err
	}
	if err := p.spend(decide, func() error { return p.decide(i, order) }); err != nil {
		return err
	}
	p.traced = nil
	if err := p.service.deliver(ctx, raw); err != nil {
		return err
	}
	if err := p.store(); err != nil {
		return err
	}
	return p.letters(ctx)
}

// mailIn hands a mail to the post and waits until it has been fetched and filed.
func (p *parts) mailIn(ctx context.Context, game string, seat engine.Seat, raw []byte) error {
	if r := p.out.Send(ctx, address(game, int(seat)), serviceAddress, raw); r.Class != smtpout.Accepted {
		return errors.New(r.Text)
	}
	select {
	case <-p.taken:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// read finds the order in the mail.
func (p *parts) read(letter, raw []byte, order *engine.Record) error {
	own, err := extract.Parse(letter, extract.Limits{})
	if err != nil {
		return err
	}
	lines := own.Typed(nil)
	return p.spend(readMail, func() error {
		m, err := extract.Parse(raw, extract.Limits{})
		if err != nil {
			return err
		}
		typed := m.Typed(&extract.Letter{Lines: lines})
		if len(typed) == 0 {
			return fmt.Errorf("%q was not found", order.Line)
		}
		return nil
	})
}

func (p *parts) decide(i int, order *engine.Record) error {
	out, err := p.games[i].Play(order.Seat, []string{order.Line}, engine.Mode{})
	if err != nil {
		return err
	}
	if out.Refused {
		return fmt.Errorf("%q was refused", order.Line)
	}
	p.games[i] = out.Game
	return nil
}

// store puts what was traced, in one Update.
func (p *parts) store() error {
	writes := p.traced
	p.traced = nil
	return p.spend(storing, func() error { return p.bare.do(writes) })
}

// letters writes, stores and sends all letters that wait.
func (p *parts) letters(ctx context.Context) error {
	waiting, err := p.service.db.Claim(ctx, p.service.clock, time.Minute, 64)
	if err != nil {
		return err
	}
	if err := p.store(); err != nil {
		return err
	}
	for _, l := range waiting {
		var raw []byte
		if err := p.spend(writing, func() (err error) { raw, err = p.service.office.Render(ctx, l); return err }); err != nil {
			return err
		}
		if err := p.service.db.MarkSending(ctx, l.ID, raw); err != nil {
			return err
		}
		if err := p.store(); err != nil {
			return err
		}
		err := p.spend(lettersOut, func() error {
			if r := p.out.Send(ctx, serviceAddress, l.To, raw); r.Class != smtpout.Accepted {
				return errors.New(r.Text)
			}
			return nil
		})
		if err != nil {
			return err
		}
		p.service.boxes[l.To] = raw
		if err := p.service.db.Sent(ctx, l.ID, fmt.Sprintf("%d@post.example", l.ID), "250 ok", p.service.clock); err != nil {
			return err
		}
		if err := p.store(); err != nil {
			return err
		}
	}
	p.service.tick()
	return ctx.Err()
}
