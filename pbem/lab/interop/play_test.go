package interop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/reader"
	"railpost/pbem/mail/smtpout"
	"railpost/store/bolt"
)

// build compiles the service.
func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "railpost")
	out, err := exec.Command("go", "build", "-o", binary, "railpost/cmd/railpost").CombinedOutput()
	expect.NoError(t, err, string(out))
	return binary
}

const (
	gameName  = "winter"
	processed = "Verarbeitet-ü/gespielt-é"
)

// game is one game through a pair of servers.
type game struct {
	t      *testing.T
	m      *matrix
	p      pair
	s      *realserver.Servers
	binary string
	config string
	dir    string

	step   uint64   // of the letter answered last
	orders []string // that were mailed
}

// way is how the connections of a game are encrypted: to the IMAP server, to the SMTP server.
type way struct{ in, out string }

var words = map[string]string{"implicit": "TLS", "starttls": "STARTTLS"}

// play plays with each program, first in one way of encryption and then in the other.
func play(t *testing.T, m *matrix, p pair, binary string) {
	g := &game{t: t, m: m, p: p, s: p.start(t), binary: binary, dir: t.TempDir()}
	service := m.cell(p, itself)
	g.create()
	for _, way := range []way{{"implicit", "starttls"}, {"starttls", "implicit"}} {
		g.configure(way.in, way.out)
		doctor, err := g.command("doctor")
		t.Log(doctor)
		service.note(t, "doctor", words[way.in]+"/"+words[way.out], err)
		stop := g.serve()
		for _, turn := range turns() {
			g.turn(turn, way)
		}
		stop()
	}
	service.note(t, "each order once", "both", g.audit())
}

// create makes the store and the game.
func (g *game) create() {
	g.configure("implicit", "starttls")
	stop := g.serve("--new-store")
	out, err := g.command("game", "create", "--start-now", "--player", "Ana <ana@pbem.test>",
		"--player", "Ben <ben@pbem.test>", "russian", gameName)
	expect.NoError(g.t, err, out)
	stop()
}

// reader and sender of a turn, which may be the same program.
type pairing struct{ reads, sends program }

// turns lets every program read and send that can.
func turns() (out []pairing) {
	var reads, sends []program
	for _, p := range programs {
		if version("/", p.pack) == "" {
			continue
		}
		if p.read != nil {
			reads = append(reads, p)
		}
		if p.send != nil {
			sends = append(sends, p)
		}
	}
	for i := range max(len(reads), len(sends)) {
		out = append(out, pairing{reads[i%len(reads)], sends[i%len(sends)]})
	}
	return out
}

func (g *game) configure(in, out string) {
	port := func(addr string) string {
		_, port, err := net.SplitHostPort(addr)
		expect.NoError(g.t, err)
		return port
	}
	inPort := map[string]string{"implicit": g.s.IMAPS, "starttls": g.s.IMAP}[in]
	outPort := map[string]string{"implicit": g.s.Submissions, "starttls": g.s.Submission}[out]
	password := filepath.Join(g.dir, "password")
	expect.NoError(g.t, os.WriteFile(password, []byte(g.s.Password("game")), 0o600))
	g.config = filepath.Join(g.dir, "railpost.toml")
	account := `host = "127.0.0.1"
port = %s
tls = %q
tls_ca = %q
user = "game"
password_file = %q
`
	text := fmt.Sprintf("[mail.in]\n"+account+"processed_mailbox = %q\npoll_interval = \"10s\"\n[mail.out]\n"+account+
		"rate_per_minute = 0\npictures = false\n[identity]\nbase_address = \"game@pbem.test\"\n"+
		"[store]\npath = %q\nmin_free = \"10MB\"\n"+
		"[game.defaults]\nhalf_time_reminder = false\n",
		port(inPort), in, filepath.Join(g.s.Dir, "ca.pem"), password, processed,
		port(outPort), out, filepath.Join(g.s.Dir, "ca.pem"), password, filepath.Join(g.dir, "railpost.db"))
	expect.NoError(g.t, os.WriteFile(g.config, []byte(text), 0o600))
}

// command runs the service's command line.
func (g *game) command(args ...string) (string, error) {
	out, err := exec.Command(g.binary, append(args, "--config", g.config)...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("railpost %s: %w: %s", args[0], err, out)
	}
	return string(out), err
}

// serve runs the service until stop.
func (g *game) serve(flags ...string) (stop func()) {
	log := expect.Get(os.Create(filepath.Join(g.dir, "log")))(g.t)
	cmd := exec.Command(g.binary, append([]string{"serve", "--config", g.config}, flags...)...)
	cmd.Stdout, cmd.Stderr = log, log
	expect.NoError(g.t, cmd.Start())
	stop = func() {
		if cmd.ProcessState != nil {
			return
		}
		expect.NoError(g.t, errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait(), log.Close()))
		if text := expect.Get(os.ReadFile(log.Name()))(g.t); g.t.Failed() {
			g.t.Logf("the service's log:\n%s", text[max(0, len(text)-6000):])
		}
	}
	g.t.Cleanup(stop)
	g.await("the service", func() bool {
		_, err := os.Stat(filepath.Join(g.dir, "railpost.db.sock"))
		return err == nil
	})
	return stop
}

func (g *game) await(what string, holds func() bool) {
	g.t.Helper()
	expect.NoError(g.t, until(what, holds))
}

func until(what string, holds func() bool) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if holds() {
			return nil
		}
	}
	return fmt.Errorf("waited in vain for %s", what)
}

// turn lets the player whose turn it is read with one program and answer with another.
func (g *game) turn(p pairing, w way) {
	reads, sends := p.reads, p.sends
	t := g.t
	user, letter := g.next()
	got, err := g.client(reads, user, w.in).letters(reads)
	g.m.cell(g.p, reads.name).note(t, "reads", words[w.in], errors.Join(err, among(letter, got)))
	typed := order(letter)
	g.orders = append(g.orders, strings.Join(typed, " "))
	from := strings.ToUpper(user[:1]) + user[1:] + " <" + user + "@pbem.test>"
	n := len(g.mails("game", last(processed)))
	sent := func() error {
		return until("the answer to be played, and to be in "+processed, func() bool {
			_, played := g.newer(func(l *reader.Letter) bool { return l.Step > g.step })
			return played != nil && len(g.mails("game", last(processed))) > n
		})
	}
	c := g.client(sends, user, w.out)
	err = sends.send(c, realserver.Reply{From: from, Letter: letter.Raw, Typed: typed})
	if err == nil {
		err = sent()
	}
	if err == nil && len(g.mails("game", "INBOX")) > 0 {
		err = errors.New("the message is also in INBOX")
	}
	g.m.cell(g.p, sends.name).note(t, "sends", words[w.out], err)
	if err != nil { // go on without this program
		raw := expect.Get(mailtest.Reply(mailtest.Bare, mailtest.Answer{Letter: letter.Raw, From: from, Typed: typed}))(t)
		snd := smtpout.New(smtpout.Config{Addr: g.s.Submission, TLS: "starttls", TLSConfig: g.s.TLS(), User: user,
			Password: func() (string, error) { return g.s.Password(user), nil }})
		r := snd.Send(context.Background(), user+"@pbem.test", letter.ReplyTo, raw)
		expect.NoError(t, errors.Join(snd.Close(), sent()), r)
	}
}

// among reports whether the letters that a program fetched have one with the same Message-ID and the same body.
func among(want *reader.Letter, got [][]byte) error {
	for _, raw := range got {
		l, err := reader.Read(raw)
		if err != nil || l.ID != want.ID {
			continue
		}
		if !bytes.Equal(body(raw), body(want.Raw)) {
			return fmt.Errorf("the letter was read as\n%s\ninstead of\n%s", raw, want.Raw)
		}
		return nil
	}
	return fmt.Errorf("of %d messages none is the letter", len(got))
}

// body is what follows the header, with the ends of lines of this system.
func body(raw []byte) []byte {
	_, body, _ := bytes.Cut(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	return bytes.TrimRight(body, "\n")
}

// order is a choice as the letter prints it; passing only if there is nothing else.
func order(l *reader.Letter) []string {
	for _, c := range l.Choices {
		if !strings.HasPrefix(c.Order(), "pass") {
			return c.Lines
		}
	}
	return l.Choices[0].Lines
}

// next waits for the letter that asks for the next order.
func (g *game) next() (user string, letter *reader.Letter) {
	g.t.Helper()
	g.await("the next letter", func() bool {
		user, letter = g.newer(func(l *reader.Letter) bool { return len(l.Choices) > 0 && l.Step > g.step })
		return letter != nil
	})
	g.step = letter.Step
	return user, letter
}

// newer finds the player who has such a letter, and the last one.
func (g *game) newer(such func(*reader.Letter) bool) (user string, letter *reader.Letter) {
	for _, who := range []string{"ana", "ben"} {
		for _, raw := range g.mails(who, "INBOX") {
			if l, err := reader.Read(raw); err == nil && such(l) {
				user, letter = who, l
			}
		}
	}
	return user, letter
}

func (g *game) client(p program, user, tls string) *client {
	return &client{s: g.s, program: p.name, user: user, tls: tls, dir: expect.Get(os.MkdirTemp(g.dir, p.name))(g.t)}
}

// last is the end of a folder's name, behind what the server puts between folders.
func last(folder string) string { return folder[strings.LastIndexByte(folder, '/')+1:] }

// mails are the mails of a user's folder with that name or that end of its name, by Go's own client.
func (g *game) mails(user, folder string) (out [][]byte) {
	g.t.Helper()
	c := expect.Get(imapclient.DialTLS(g.s.IMAPS, &imapclient.Options{TLSConfig: g.s.TLS()}))(g.t)
	defer c.Close()
	expect.NoError(g.t, c.Login(user, g.s.Password(user)).Wait())
	if c.Caps().Has(imap.CapIMAP4rev2) { // go-imap writes names of folders for it without asking
		expect.Get(c.Enable(imap.CapIMAP4rev2).Wait())(g.t)
	}
	all := expect.Get(c.List("", "*", nil).Collect())(g.t)
	at := slices.IndexFunc(all, func(l *imap.ListData) bool { return strings.HasSuffix(l.Mailbox, folder) })
	if at < 0 {
		return nil
	}
	box := expect.Get(c.Select(all[at].Mailbox, &imap.SelectOptions{ReadOnly: true}).Wait())(g.t)
	if box.NumMessages == 0 {
		return nil
	}
	whole := &imap.FetchItemBodySection{Peek: true}
	options := &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}
	found, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, options).Collect()
	expect.NoError(g.t, err)
	for _, f := range found {
		out = append(out, f.FindBodySection(whole))
	}
	return out
}

// audit compares the orders that were mailed with those in the log: each is there once.
func (g *game) audit() error {
	db := expect.Get(bolt.Open(filepath.Join(g.dir, "railpost.db"), bolt.Options{ReadOnly: true}))(g.t)
	defer db.Close()
	var logged []string
	for _, r := range expect.Get(db.Load(context.Background(), gameName, 0, true))(g.t).Records {
		if record := expect.Get(engine.ReadRecord(r.Payload))(g.t); record.Kind == engine.Ordered {
			logged = append(logged, record.Line)
		}
	}
	if !slices.Equal(logged, g.orders) {
		return fmt.Errorf("the players ordered %q; the log has %q", g.orders, logged)
	}
	return nil
}
