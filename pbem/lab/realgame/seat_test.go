package realgame

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/templates"
)

// look is how often a mailbox is looked at: Dovecot lets a mail wait for half a
// second before it tells a client in IDLE.
const look = 100 * time.Millisecond

// seat is a player with a mail program.
type seat struct {
	name    string
	program string
	styles  []mailtest.Style // of the mails, in turn; nil: the program quotes
	fetch   func(ctx context.Context, s *realserver.Servers, user string, take func([]byte)) error

	rng     *rand.Rand
	letters []*reader.Letter
	done    uint64   // the step answered last
	mails   int      // sent
	orders  []string // of these mails, as printed
	over    bool     // the last letter has come
}

// table seats the four programs. Two seats fetch by IMAP, two read their
// Maildir.
func table() []*seat {
	seats := []*seat{
		{name: "Ana", program: "swaks", styles: []mailtest.Style{mailtest.OutlookPlain, mailtest.OutlookPlainES, mailtest.OutlookPlainDE}, fetch: byIMAPS},
		{name: "Ben", program: "msmtp", styles: []mailtest.Style{mailtest.Gmail}, fetch: bySTARTTLS},
		{name: "Carla", program: "neomutt", fetch: fromMaildir},
		{name: "Dan", program: "s-nail", fetch: fromMaildir},
	}
	for i, s := range seats {
		s.rng = rand.New(rand.NewPCG(2, uint64(i)))
	}
	return seats
}

func (s *seat) user() string { return strings.ToLower(s.name) }

// player is how the organiser writes the seat down, and the From of its mails.
func (s *seat) player(servers *realserver.Servers) string {
	return s.name + " <" + s.user() + "@" + servers.Domain + ">"
}

// read files a letter and returns the answer; nil for none.
func (s *seat) read(raw []byte) ([]string, error) {
	l, err := reader.Read(raw)
	if err != nil {
		return nil, err
	}
	s.letters = append(s.letters, l)
	switch templates.Kind(l.Kind) {
	case templates.Invitation:
		return []string{"accept"}, nil
	case templates.Start, templates.Turn, templates.Receipt, templates.News:
	case templates.End:
		s.over = true
		return nil, nil
	case templates.Answer:
		if len(s.orders) > 0 { // else to "accept"
			return nil, fmt.Errorf("%s had ordered something and got an answer to something else:\n%s", s.name, l.Text)
		}
	default:
		return nil, fmt.Errorf("%s got a letter of the kind %s:\n%s", s.name, l.Kind, l.Text)
	}
	if len(l.Choices) == 0 || l.Step <= s.done {
		return nil, nil
	}
	s.done = l.Step
	return s.choose(l.Choices).Lines, nil
}

// choose draws one; it passes only if there is nothing else.
func (s *seat) choose(all []reader.Choice) reader.Choice {
	busy := slices.DeleteFunc(slices.Clone(all), func(c reader.Choice) bool { return strings.HasPrefix(c.Order(), "pass") })
	if len(busy) == 0 {
		busy = all
	}
	return busy[s.rng.IntN(len(busy))]
}

func (s *seat) last() *reader.Letter { return s.letters[len(s.letters)-1] }

// answer mails lines in answer to the letter read last.
func (s *seat) answer(servers *realserver.Servers, typed []string) error {
	to := s.last()
	if templates.Kind(to.Kind) != templates.Invitation {
		s.orders = append(s.orders, strings.Join(typed, " "))
	}
	r := realserver.Reply{From: s.player(servers), Letter: to.Raw, Typed: typed}
	if s.styles != nil {
		r.Style = s.styles[s.mails%len(s.styles)]
	}
	s.mails++
	return servers.ReplyWith(s.program, r)
}

func byIMAPS(ctx context.Context, s *realserver.Servers, user string, take func([]byte)) error {
	return byIMAP(ctx, imapbox.Config{Addr: s.IMAPS, TLS: "implicit", TLSConfig: s.TLS(), User: user}, take)
}

func bySTARTTLS(ctx context.Context, s *realserver.Servers, user string, take func([]byte)) error {
	return byIMAP(ctx, imapbox.Config{Addr: s.IMAP, TLS: "starttls", TLSConfig: s.TLS(), User: user}, take)
}

func byIMAP(ctx context.Context, c imapbox.Config, take func([]byte)) error {
	c.Password = func() (string, error) { return password, nil }
	c.Poll = look
	deliver := func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
		verdicts := make([]imapbox.Verdict, len(ms))
		for i, m := range ms {
			verdicts[i] = imapbox.Done
			take(m.Raw)
		}
		return verdicts, nil
	}
	return imapbox.Run(ctx, c, deliver, func(imapbox.Status) {})
}

// fromMaildir takes new letters from the disk and marks them as seen.
func fromMaildir(ctx context.Context, s *realserver.Servers, user string, take func([]byte)) error {
	tick := time.NewTicker(look / 5)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			if err := takeNew(s.Maildir(user), take); err != nil {
				return err
			}
		}
	}
	return nil
}

func takeNew(maildir string, take func([]byte)) error {
	files, err := os.ReadDir(filepath.Join(maildir, "new"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // made with the first letter
	}
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(maildir, "new", f.Name())
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.Rename(path, filepath.Join(maildir, "cur", f.Name()+":2,S")); err != nil {
			return err
		}
		take(raw)
	}
	return nil
}
