package crashtest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/pbem/mail/smtpout"
	"railpost/templates"
)

// mailing is a mail a player has sent.
type mailing struct {
	people.Mail
	to     string // envelope
	lines  []string
	forged bool // has the Message-ID of another mail
}

// player answers letters, in all games.
type player struct {
	w             *world
	name, address string
	rng           *rand.Rand
	out           *smtpout.Sender
	hands         map[string]*people.Hand // by game

	wake  chan struct{}
	mu    sync.Mutex
	fresh []*letter // fetched, not yet read
	again []copy    // to be sent again
	busy  bool      // reading or writing
	sent  []*mailing
}

// copy is a mail to be sent again.
type copy struct {
	at time.Time
	m  *mailing
}

func newPlayer(w *world, name string, seed uint64) *player {
	p := &player{w: w, name: name, address: w.address(name), rng: rand.New(rand.NewPCG(seed, uint64(len(w.players)))),
		hands: map[string]*people.Hand{}, wake: make(chan struct{}, 1)}
	c := smtpout.Config{Addr: w.post.SMTP(), TLS: "none"}
	if w.login {
		c.User, c.Password = name, password
	}
	p.out = smtpout.New(c)
	return p
}

func password() (string, error) { return secret, nil }

// run plays until ctx ends.
func (p *player) run(ctx context.Context) error {
	defer p.out.Close()
	ctx, stop := context.WithCancel(ctx)
	var fetching sync.WaitGroup
	fetching.Go(func() {
		c := imapbox.Config{Addr: p.w.post.IMAP(), User: p.name, Password: password, TLS: "none"}
		if err := imapbox.Run(ctx, c, p.take, nil); err != nil {
			p.w.fail(err)
		}
	})
	defer fetching.Wait()
	defer stop()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.wake:
		case <-tick.C:
		}
		if err := p.turn(ctx); err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
}

// take is handed letters by the mailbox.
func (p *player) take(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
	verdicts := make([]imapbox.Verdict, len(ms))
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, m := range ms {
		verdicts[i] = imapbox.Done
		l, err := readLetter(m.Raw)
		if err != nil {
			p.w.fail(err)
			continue
		}
		p.fresh = append(p.fresh, l)
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
	return verdicts, nil
}

// idle reports whether there is nothing to read or send.
func (p *player) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.busy && len(p.fresh)+len(p.again) == 0
}

// turn reads new letters and sends mails that are due.
func (p *player) turn(ctx context.Context) error {
	if p.w.mute.Load() {
		return nil
	}
	p.mu.Lock()
	p.busy = true
	letters := p.fresh
	p.fresh = nil
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.busy = false
		p.mu.Unlock()
	}()
	open := map[string]*letter{}
	for _, l := range letters {
		if p.asks(l) {
			open[l.game] = l
		}
	}
	for _, game := range slices.Sorted(maps.Keys(open)) {
		if err := p.answer(ctx, open[game]); err != nil {
			return err
		}
	}
	return p.sendAgain(ctx)
}

// asks reports whether a letter wants an answer now.
func (p *player) asks(l *letter) bool {
	if p.hands[l.game] == nil {
		p.hands[l.game] = &people.Hand{Chooser: mailtest.Chooser{Rng: p.rng}}
	}
	return l.kind() == templates.Invitation || p.hands[l.game].Read(l.Letter)
}

// answer writes and sends the answer to a letter.
func (p *player) answer(ctx context.Context, l *letter) error {
	m, nameless := &mailing{Mail: people.Mail{Game: l.game, ID: p.w.word() + "@" + p.name + ".example"}, to: l.ReplyTo, lines: []string{"accept"}}, false
	to, style := l.Letter, mailtest.Bare
	if h := p.hands[l.game]; l.kind() != templates.Invitation {
		var ok bool
		if style, m.lines, ok = h.Choose(); !ok || !h.Open {
			return nil
		}
		to, m.to, m.Orders = h.Asked, h.Asked.ReplyTo, len(m.lines)
		nameless = p.w.nameless && p.rng.IntN(12) == 0
		// Two mails without Message-ID that say the same within a second are one.
		if nameless || p.rng.IntN(4) == 0 {
			m.Word, style = p.w.word(), mailtest.Bare
		}
	}
	if err := p.write(m, to, style); err != nil {
		return err
	}
	if nameless {
		if err := p.unname(m); err != nil {
			return err
		}
	}
	if err := p.send(ctx, m); err != nil {
		return err
	}
	return p.more(ctx, m, to)
}

func (p *player) write(m *mailing, l *reader.Letter, style mailtest.Style) error {
	return m.Write(l.Raw, style, p.name+" <"+p.address+">", time.Now(), m.lines...)
}

// unname removes the Message-ID; such a mail is identified by sender, date and text.
func (p *player) unname(m *mailing) (err error) {
	at := bytes.Index(m.Raw, []byte("Message-Id:"))
	if at < 0 {
		return fmt.Errorf("no Message-Id in\n%s", m.Raw)
	}
	m.Raw = slices.Concat(m.Raw[:at], afterField(m.Raw[at:]))
	m.ID = ""
	m.Key, err = people.Key(m.Raw)
	return err
}

// more sends mails that must have no effect: the same mail again, at once or a little later, and now and then
// another mail under the same Message-ID.
func (p *player) more(ctx context.Context, m *mailing, l *reader.Letter) error {
	switch n := p.rng.IntN(20); {
	case n < 2:
		return p.hand(ctx, m)
	case n < 5:
		p.mu.Lock()
		defer p.mu.Unlock()
		p.again = append(p.again, copy{time.Now().Add(time.Duration(p.rng.IntN(1500)) * time.Millisecond), m})
	case n == 5 && m.ID != "" && m.Orders > 0 && p.w.forge:
		f := &mailing{Mail: people.Mail{Game: m.Game, Word: p.w.word(), ID: m.ID}, to: m.to, lines: m.lines, forged: true}
		if err := p.write(f, l, mailtest.Bare); err != nil {
			return err
		}
		return p.send(ctx, f)
	}
	return nil
}

func (p *player) sendAgain(ctx context.Context) error {
	p.mu.Lock()
	var due []*mailing
	p.again = slices.DeleteFunc(p.again, func(c copy) bool {
		if time.Now().Before(c.at) {
			return false
		}
		due = append(due, c.m)
		return true
	})
	p.mu.Unlock()
	for _, m := range due {
		if err := p.hand(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// send notes a new mail and hands it over.
func (p *player) send(ctx context.Context, m *mailing) error {
	p.mu.Lock()
	p.sent = append(p.sent, m)
	p.mu.Unlock()
	return p.hand(ctx, m)
}

// hand gives one copy to the server; it tries again if that is put off.
func (p *player) hand(ctx context.Context, m *mailing) error {
	r := p.out.Send(ctx, p.address, m.to, m.Raw)
	for r.Code/100 == 4 && ctx.Err() == nil {
		r = p.out.Send(ctx, p.address, m.to, m.Raw)
	}
	if r.Class != smtpout.Accepted {
		return fmt.Errorf("a mail was not taken: %v %d %s", r.Class, r.Code, strings.TrimSpace(r.Text))
	}
	p.w.sent.Add(1)
	p.mu.Lock()
	m.Copies++
	p.mu.Unlock()
	return p.w.copied(m.Raw)
}
