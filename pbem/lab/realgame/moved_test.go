package realgame

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/reader"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/daemon"
	"railpost/store/bolt"
)

// house is a service that moves from one provider to another.
type house struct {
	t         *testing.T
	old, next *realserver.Servers
	d         *daemon.Daemon
}

// service is its configuration at a provider, with an account there.
func (h *house) service(at *realserver.Servers, account, path string) *config.Config {
	h.t.Helper()
	c := config.Default()
	expect.NoError(h.t, pbemtest.Mailbox(c, at.IMAP, at.SMTP, account, password))
	c.Mail.Out.User, c.Mail.Out.Password = "", config.Secret{}
	c.Identity.BaseAddress, c.Identity.Contact = account+"@"+at.Domain, "boss@"+at.Domain
	c.Security.AdminAddresses = []string{"boss@" + at.Domain}
	c.Store.Path, c.Store.MinFree = path, 10*config.MB
	c.Schedule.NewsDelay.Duration, c.Schedule.Tick.Duration = 0, time.Second
	expect.NoError(h.t, c.Check())
	c.Mail.In.PollInterval.Duration = look
	return c
}

// during runs the service while do is done.
func (h *house) during(c *config.Config, do func()) {
	h.t.Helper()
	h.d = expect.Get(daemon.New(h.t.Context(), daemon.Options{Config: c, Titles: titles.Find, Version: "test", TLS: h.old.TLS()}))(h.t)
	ctx, stop := context.WithCancel(h.t.Context())
	ended := make(chan error)
	go func() { ended <- h.d.Run(ctx) }()
	do()
	stop()
	expect.NoError(h.t, <-ended)
}

// box is the letters of a player from both providers, the earlier ones first.
func (h *house) box(player string) (list []*reader.Letter) {
	h.t.Helper()
	for _, s := range []*realserver.Servers{h.old, h.next} {
		for _, raw := range s.Messages(player, "INBOX") {
			list = append(list, expect.Get(reader.Read(raw))(h.t))
		}
	}
	return list
}

// gets waits for a letter to a player that has a text.
func (h *house) gets(player, text string) (found *reader.Letter) {
	h.t.Helper()
	pbemtest.Until(h.t, player+": "+text, func() bool {
		for _, l := range h.box(player) {
			if strings.Contains(l.Subject+"\n"+l.Text, text) {
				found = l
			}
		}
		return found != nil
	})
	return found
}

// count is how many letters of a player have a text.
func (h *house) count(player, text string) (n int) {
	for _, l := range h.box(player) {
		if strings.Contains(l.Text, text) {
			n++
		}
	}
	return n
}

// answer sends the answer to a letter through one of the providers.
func (h *house) answer(at *realserver.Servers, player string, l *reader.Letter, line string) {
	h.t.Helper()
	from := player + "@" + at.Domain
	raw := expect.Get(mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: l.Raw, From: from, Typed: []string{line}, Date: time.Now()}))(h.t)
	out := smtpout.New(smtpout.Config{Addr: at.SMTP, TLS: "none"})
	defer out.Close()
	r := out.Send(h.t.Context(), from, l.ReplyTo, raw)
	expect.True(h.t, r.Class == smtpout.Accepted, "%v %s", r.Class, r.Text)
}

// TestMovingHouse: after a move to another provider and address, answers to old letters still count, each player is told
// once, and the old mailbox is read no more when its time is over.
func TestMovingHouse(t *testing.T) {
	realserver.Need(t)
	users := map[string]string{"ana": password, "ben": password, "boss": password, "games": password, "trains": password}
	h := &house{t: t, old: realserver.Start(t, users), next: realserver.Start(t, users)}
	path := filepath.Join(t.TempDir(), "railpost.db")
	expect.NoError(t, bolt.Create(path))
	before, after := h.service(h.old, "games", path), h.service(h.next, "trains", path)
	var old, late *reader.Letter
	h.during(before, func() {
		for _, game := range []string{"winter", "spring"} {
			_, err := h.d.Create(t.Context(), admin.CreateGame{Title: "tycoon", Game: game, Seed: []byte(game), StartNow: true, Players: []string{"Ana <ana@pbem.test>", "Ben <ben@pbem.test>"}})
			expect.NoError(t, err)
		}
		old, late = h.gets("ana", "[winter] The game begins"), h.gets("ben", "[spring] The game begins")
	})
	h.answer(h.old, "ana", old, "[1]") // it arrives while nobody reads
	after.Mail.Old = config.MailOld{Config: "before.toml", Until: "2999-01-01", End: time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC), Of: before}
	const told, over = "now writes from trains@pbem.test", "stopped reading the mailbox"
	h.during(after, func() {
		turn := h.gets("ben", "[winter] Your turn")
		expect.Has(t, "the new answer address", turn.ReplyTo, "trains+winter.")
		h.gets("ana", told)
		h.answer(h.next, "ben", turn, "[1]")
		h.gets("ben", "leave")
		expect.Has(t, "an old answer address", late.ReplyTo, "games+spring.")
		h.answer(h.old, "ben", late, "status") // any time
		h.gets("ben", "Answer to your message")
	})
	h.during(after, func() { h.gets("ana", told) })
	for _, player := range []string{"ana", "ben"} {
		expect.Same(t, player+" was told", h.count(player, told), 1)
	}
	expect.Same(t, "messages left in the old mailbox", len(h.old.Messages("games", "INBOX")), 0)
	after.Mail.Old.Of, after.Mail.Old.Until = nil, "2020-01-01"
	h.during(after, func() { h.gets("boss", over) })
	left := func() bool { return len(h.old.Messages("games", "INBOX")) == 1 }
	h.answer(h.old, "ana", old, "status")
	pbemtest.Until(t, "a message in the old mailbox", left)
	h.during(after, func() { h.gets("boss", over) })
	expect.Same(t, "the organiser was told", h.count("boss", over), 1)
	expect.True(t, left(), "the old mailbox was read after its time")
}
