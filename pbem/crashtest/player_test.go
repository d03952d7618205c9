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

	"railpost/pbem/extract"
	"railpost/pbem/imapbox"
	"railpost/pbem/mailtest"
	"railpost/pbem/smtpout"
	"railpost/templates"
)

// mailing is a mail a player has sent, in one or more copies.
type mailing struct {
	id     string // Message-ID, "" for a mail without
	key    string // by which the service knows it again
	game   string
	to     string // envelope
	order  string // its order line, or a command
	say    string // a word it tells the table that stands in no other mail, "" for none
	forged bool   // has the Message-ID of another mail
	raw    []byte
	copies int // taken by the server
}

// player answers letters, in as many games as there are.
type player struct {
	w             *world
	name, address string
	rng           *rand.Rand
	out           *smtpout.Sender
	seats         map[string]*seat // by game

	wake  chan struct{}
	mu    sync.Mutex
	fresh []*letter // fetched, not yet read
	again []copy    // to be sent again
	busy  bool      // reading or writing
	sent  []*mailing
}

// seat is what a player remembers of a game.
type seat struct {
	asked *letter         // the newest letter with choices
	tried map[string]bool // answers to it that were given
	done  uint64          // the step answered last
}

// copy is a mail that will be sent once more.
type copy struct {
	at time.Time
	m  *mailing
}

// styles are mail programs whose answers hold the typed lines in one run.
var styles = []mailtest.Style{mailtest.Gmail, mailtest.IPhone, mailtest.Thunderbird, mailtest.Neomutt, mailtest.OutlookHTML, mailtest.Bare}

func newPlayer(w *world, name string, seed uint64) *player {
	p := &player{w: w, name: name, address: w.address(name), rng: rand.New(rand.NewPCG(seed, uint64(len(w.players)))),
		seats: map[string]*seat{}, wake: make(chan struct{}, 1)}
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

// idle: nothing is left to be read or sent.
func (p *player) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.busy && len(p.fresh)+len(p.again) == 0
}

// turn reads the letters that have come and sends what is to be sent.
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

func (p *player) seat(game string) *seat {
	if p.seats[game] == nil {
		p.seats[game] = &seat{}
	}
	return p.seats[game]
}

// asks says whether a letter wants an answer now.
func (p *player) asks(l *letter) bool {
	s := p.seat(l.game)
	switch {
	case l.replyTo == "":
		return false
	case l.kind == templates.Invitation:
		return true
	case len(l.choices) > 0 && l.step > s.done:
		if s.asked == nil || l.step >= s.asked.step { // letters may overtake each other
			s.asked, s.tried = l, map[string]bool{}
		}
		return true
	}
	return l.kind == templates.Refusal && s.asked != nil
}

// answer writes and sends the answer to a letter.
func (p *player) answer(ctx context.Context, l *letter) error {
	m, nameless := &mailing{game: l.game, order: "accept"}, false
	s := p.seat(l.game)
	if l.kind != templates.Invitation {
		l = s.asked
		s.done = l.step
		m.order = p.choose(s)
		if m.order == "" {
			return nil
		}
		nameless = p.w.nameless && p.rng.IntN(12) == 0
		// Two mails without Message-ID that say the same within a second are one.
		if nameless || p.rng.IntN(4) == 0 {
			m.say = p.w.word()
		}
	}
	m.to = l.replyTo
	m.id = p.w.word() + "@" + p.name + ".example"
	if err := p.write(m, l); err != nil {
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
	return p.more(ctx, m, l)
}

// choose draws one of the choices that were not tried yet; "" for none.
func (p *player) choose(s *seat) string {
	for _, i := range p.rng.Perm(len(s.asked.choices)) {
		if c := s.asked.choices[i]; !s.tried[c] {
			s.tried[c] = true
			return c
		}
	}
	return ""
}

// write makes the mail and the key it is known by.
func (p *player) write(m *mailing, l *letter) (err error) {
	typed := []string{m.order}
	if m.say != "" {
		typed = append(typed, "say "+m.say)
	}
	style := styles[p.rng.IntN(len(styles))]
	a := mailtest.Answer{Letter: l.raw, From: p.name + " <" + p.address + ">", Typed: typed, Date: time.Now(), ID: m.id}
	if m.raw, err = mailtest.Reply(style, a); err != nil {
		return err
	}
	m.key, err = keyOf(m.raw)
	return err
}

func keyOf(raw []byte) (string, error) {
	read, err := extract.Parse(raw, extract.Limits{})
	if err != nil {
		return "", err
	}
	return read.Key(), nil
}

// unname takes the Message-ID out; such a mail is known by sender, date and text.
func (p *player) unname(m *mailing) (err error) {
	at := bytes.Index(m.raw, []byte("Message-Id:"))
	if at < 0 {
		return fmt.Errorf("no Message-Id in\n%s", m.raw)
	}
	m.raw = slices.Concat(m.raw[:at], afterField(m.raw[at:]))
	m.id = ""
	m.key, err = keyOf(m.raw)
	return err
}

// more sends what should have no effect: the same mail again, at once or a
// little later, and now and then another mail under the same Message-ID.
func (p *player) more(ctx context.Context, m *mailing, l *letter) error {
	switch n := p.rng.IntN(20); {
	case n < 2:
		return p.hand(ctx, m)
	case n < 5:
		p.mu.Lock()
		defer p.mu.Unlock()
		p.again = append(p.again, copy{time.Now().Add(time.Duration(p.rng.IntN(1500)) * time.Millisecond), m})
	case n == 5 && m.id != "" && m.order != "accept" && p.w.forge:
		f := &mailing{game: m.game, to: m.to, order: m.order, say: p.w.word(), id: m.id, forged: true}
		if err := p.write(f, l); err != nil {
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

// hand gives one copy to the server; one that puts it off is asked again.
func (p *player) hand(ctx context.Context, m *mailing) error {
	r := p.out.Send(ctx, p.address, m.to, m.raw)
	for r.Code/100 == 4 && ctx.Err() == nil {
		r = p.out.Send(ctx, p.address, m.to, m.raw)
	}
	if r.Class != smtpout.Accepted {
		return fmt.Errorf("a mail was not taken: %v %d %s", r.Class, r.Code, strings.TrimSpace(r.Text))
	}
	p.w.sent.Add(1)
	p.mu.Lock()
	m.copies++
	p.mu.Unlock()
	return p.w.copied(m.raw)
}
