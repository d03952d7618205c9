package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"railpost/pbem/compose"
	"railpost/pbem/config"
	"railpost/pbem/daemon"
	"railpost/pbem/mailtest"
	"railpost/pbem/post"
	"railpost/pbem/smtpout"
	"railpost/store/bolt"
)

// rig is a daemon with an embedded post between it and its players. It notes
// when the post takes each mail.
type rig struct {
	post   *post.Post
	daemon *daemon.Daemon
	stop   func() error
	out    *smtpout.Sender // of all players
	scene  []script

	mu     sync.Mutex
	moves  map[string]*move // by the Message-ID of the player's mail
	latest map[string]*move // by game
	boxes  map[string][]byte
	sent   int
}

// move is one mail on its way: its letters follow the record after it.
type move struct {
	game    string
	step    uint64
	mail    time.Time // accepted by the post
	letters int
	last    time.Time // its last letter accepted
	done    chan struct{}
}

const (
	serviceAddress = "games@post.example"
	password       = "measured"
)

func newRig(ctx context.Context, dir string, scene []script) (_ *rig, err error) {
	r := &rig{scene: scene, moves: map[string]*move{}, latest: map[string]*move{}, boxes: map[string][]byte{}}
	users := map[string]string{serviceAddress: password}
	for _, g := range scene {
		for s := range seats {
			users[address(g.name, s)] = password
		}
	}
	if r.post, err = post.Start(post.Options{Domain: "post.example", Users: users, Delivered: r.delivered}); err != nil {
		return nil, err
	}
	c, err := r.config(dir)
	if err == nil {
		err = bolt.Create(c.Store.Path)
	}
	if err == nil {
		r.daemon, err = daemon.New(ctx, daemon.Options{Config: c, Titles: find})
	}
	if err != nil {
		return nil, errors.Join(err, r.post.Close())
	}
	running, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- r.daemon.Run(running) }()
	r.out = smtpout.New(smtpout.Config{Addr: r.post.SMTPAddr(), TLS: "none"})
	r.stop = func() error {
		end()
		return errors.Join(<-ended, r.out.Close(), r.post.Close())
	}
	<-r.daemon.Ready()
	for _, g := range scene {
		if _, err := r.daemon.Create(ctx, newGame(title, g.name)); err != nil {
			return nil, errors.Join(err, r.stop())
		}
	}
	if err := r.daemon.Idle(ctx); err != nil {
		return nil, errors.Join(err, r.stop())
	}
	return r, nil
}

// config is that of a provider's mailbox, which happens to be ours.
func (r *rig) config(dir string) (*config.Config, error) {
	c := settings()
	c.Mail.Kind = config.IMAP
	c.Mail.In.TLS, c.Mail.Out.TLS = config.NoTLS, config.NoTLS
	c.Mail.In.User, c.Mail.In.Password = serviceAddress, config.NewSecret(password)
	c.Mail.Out.User, c.Mail.Out.Password = serviceAddress, config.NewSecret(password)
	c.Mail.Out.RatePerMinute = 0
	c.Store.Path, c.Store.MinFree = filepath.Join(dir, "rig.db"), config.MB
	c.Health.Listen = ""
	for _, side := range []struct {
		addr string
		host *string
		port *int
	}{{r.post.IMAPAddr(), &c.Mail.In.Host, &c.Mail.In.Port}, {r.post.SMTPAddr(), &c.Mail.Out.Host, &c.Mail.Out.Port}} {
		host, port, err := net.SplitHostPort(side.addr)
		if err != nil {
			return nil, err
		}
		if *side.port, err = strconv.Atoi(port); err != nil {
			return nil, err
		}
		*side.host = host
	}
	return c, nil
}

// delivered notes what the post has taken.
func (r *rig) delivered(to string, raw []byte) {
	now := time.Now()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return
	}
	id := m.Header.Get("Message-Id")
	r.mu.Lock()
	defer r.mu.Unlock()
	if to == serviceAddress {
		if mv := r.moves[id]; mv != nil {
			mv.mail = now
		}
		return
	}
	r.boxes[to] = raw
	letter, ok := compose.ParseMessageID(id)
	if mv := r.latest[letter.Game]; ok && mv != nil && mv.step == letter.Step {
		mv.last = now
		if mv.letters++; mv.letters == seats {
			close(mv.done)
		}
	}
}

// answer writes the mail of the n-th order of a game.
func (r *rig) answer(game script, n int) (*move, []byte, string, error) {
	order := game.records[n]
	from := address(game.name, int(order.Seat))
	r.sent++
	id := fmt.Sprintf("%d.%s", r.sent, from)
	mv := &move{game: game.name, step: uint64(n + 1), done: make(chan struct{})}
	r.mu.Lock()
	letter := r.boxes[from]
	r.moves["<"+id+">"], r.latest[game.name] = mv, mv
	r.mu.Unlock()
	raw, err := mailtest.Reply(styles[r.sent%len(styles)], mailtest.Answer{Letter: letter, ID: id, Date: time.Now(),
		From: names()[order.Seat] + " <" + from + ">", Typed: []string{order.Line}})
	return mv, raw, from, err
}

// send hands a player's mail to the post.
func (r *rig) send(ctx context.Context, from string, raw []byte) error {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	to, err := m.Header.AddressList("To")
	if err != nil {
		return err
	}
	if res := r.out.Send(ctx, from, to[0].Address, raw); res.Class != smtpout.Accepted {
		return fmt.Errorf("a mail was not taken: %s", res.Text)
	}
	return nil
}

// wait waits until all letters of a move have been taken.
func (m *move) wait(ctx context.Context) error {
	late := time.NewTimer(30 * time.Second)
	defer late.Stop()
	select {
	case <-m.done:
		return nil
	case <-late.C:
		return fmt.Errorf("game %s: after half a minute %d of %d letters of record %d have come", m.game, m.letters, seats, m.step)
	case <-ctx.Done():
		return ctx.Err()
	}
}
