// Package realserver starts Dovecot and Postfix from Debian's packages for
// tests: on free ports of loopback, with all their state in a temporary folder
// and no service manager.
//
// It needs root and the Debian packages dovecot-imapd, dovecot-lmtpd and
// postfix; the tests that let players answer need swaks, msmtp, neomutt and
// s-nail as well. A test that calls Start belongs to the full level: below it the
// test is skipped, and in it the test fails if anything of this is missing. Postfix
// is installed without configuration by preseeding "postfix/main_mailer_type" with
// "No configuration".
package realserver

import (
	"bytes"
	"crypto/tls"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/ports"
)

//go:embed conf/*
var conf embed.FS

// Servers are a running Dovecot and Postfix. The addresses are host:port and
// stay the same over Restart.
type Servers struct {
	IMAP        string // clear text and STARTTLS
	IMAPS       string // TLS from the first byte
	SMTP        string // for local users only, no log-in; STARTTLS possible
	Submission  string // STARTTLS and log-in demanded
	Submissions string // TLS from the first byte, log-in demanded
	Tokens      string // where Dovecot 2.3 asks about OAuth tokens, in a test that listens there
	Dir         string
	Domain      string
	Cert        *Certificate

	DovecotVersion string // like "2.3.19"
	Names          []string

	t     testing.TB
	users map[string]string
	ports map[string]int
}

// Start runs both servers for the given users (login name to password) at the
// domain pbem.test until the test ends. Plus-addresses go to their user; other
// recipients are refused with 550.
func Start(t testing.TB, users map[string]string) *Servers {
	t.Helper()
	Need(t)
	s := newServers(t, users)
	s.prepare()
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("realserver: %v", err)
		}
		if t.Failed() {
			s.showLogs()
		}
		if err := os.RemoveAll(s.Dir); err != nil {
			t.Errorf("realserver: %v", err)
		}
	})
	s.Up()
	return s
}

func newServers(t testing.TB, users map[string]string) *Servers {
	return &Servers{t: t, Domain: "pbem.test", users: users, ports: map[string]int{}, Names: slices.Sorted(maps.Keys(users))}
}

// Need skips the test below the full level. In it the test fails where the servers cannot be started.
func Need(t testing.TB, programs ...string) {
	t.Helper()
	for _, name := range append([]string{"dovecot", "doveadm", "postfix"}, programs...) {
		level.Program(t, name)
	}
	if _, err := os.Stat("/usr/lib/dovecot/lmtp"); err != nil || os.Geteuid() != 0 {
		t.Fatalf("Dovecot with its LMTP and Postfix are started by root: user %d, %v", os.Geteuid(), err)
	}
}

func (s *Servers) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("realserver: %v", err)
	}
}

// prepare writes the configuration.
func (s *Servers) prepare() {
	s.t.Helper()
	// Not TempDir: the servers' Unix sockets lie below it, and a test's name
	// can make their paths too long.
	parent := os.TempDir()
	if len(parent) > 40 {
		parent = "/tmp"
	}
	var err error
	s.Dir, err = os.MkdirTemp(parent, "rs")
	s.must(err)
	s.must(os.Chmod(s.Dir, 0o755)) // the servers run as several users
	for _, dir := range []string{"dv/run", "dv/state", "mail", "pf/etc", "pf/spool", "pf/data"} {
		s.must(os.MkdirAll(filepath.Join(s.Dir, dir), 0o755))
	}
	s.own("mail", "mail")
	s.own("pf/data", "postfix")
	s.DovecotVersion, err = dovecotVersion()
	s.must(err)
	s.must(s.choosePorts())
	s.certify()
	var passwd bytes.Buffer
	for _, name := range s.Names {
		fmt.Fprintf(&passwd, "%s:{PLAIN}%s\n", name, s.users[name])
	}
	s.write("dv/passwd", passwd.Bytes(), 0o644)
	dovecot := engine.If(!strings.HasPrefix(s.DovecotVersion, "2.3."), "dovecot24.conf", "dovecot23.conf")
	s.fill(dovecot, "dv/dovecot.conf")
	s.fill("oauth2.conf", "dv/oauth2.conf")
	s.fill("main.cf", "pf/etc/main.cf")
	s.fill("master.cf", "pf/etc/master.cf")
}

func (s *Servers) certify() {
	s.t.Helper()
	s.Cert = NewCertificate(s.t)
	s.write("ca.pem", s.Cert.Authority, 0o644)
	s.write("cert.pem", s.Cert.CertPEM, 0o644)
	s.write("key.pem", s.Cert.KeyPEM, 0o600)
}

func (s *Servers) own(dir, owner string) {
	s.t.Helper()
	u := expect.Get(user.Lookup(owner))(s.t)
	uid := expect.Get(strconv.Atoi(u.Uid))(s.t)
	s.must(os.Chown(filepath.Join(s.Dir, dir), uid, -1))
}

func (s *Servers) write(name string, text []byte, mode os.FileMode) {
	s.t.Helper()
	s.must(os.WriteFile(filepath.Join(s.Dir, name), text, mode))
}

func (s *Servers) fill(from, to string) {
	s.t.Helper()
	text := expect.Get(template.ParseFS(conf, "conf/"+from))(s.t)
	var out bytes.Buffer
	s.must(text.Execute(&out, s))
	s.write(to, out.Bytes(), 0o644)
}

// Password is what a user logs in with.
func (s *Servers) Password(user string) string { return s.users[user] }

// Port is for the templates.
func (s *Servers) Port(service string) (int, error) {
	if port := s.ports[service]; port != 0 {
		return port, nil
	}
	return 0, fmt.Errorf("no port for %q", service)
}

func (s *Servers) choosePorts() error {
	services := []string{"imap", "imaps", "lmtp", "sasl", "smtp", "submission", "submissions"}
	free, err := ports.Free(len(services) + 1)
	if err != nil {
		return err
	}
	for i, service := range services {
		s.ports[service] = free[i]
	}
	at := func(service string) string { return fmt.Sprintf("127.0.0.1:%d", s.ports[service]) }
	s.IMAP, s.IMAPS, s.SMTP = at("imap"), at("imaps"), at("smtp")
	s.Submission, s.Submissions = at("submission"), at("submissions")
	s.Tokens = fmt.Sprintf("127.0.0.1:%d", free[len(services)])
	return nil
}

var versionPattern = regexp.MustCompile(`^\d+\.\d+(\.\d+)?`)

func dovecotVersion() (string, error) {
	out, err := exec.Command("dovecot", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("dovecot --version: %w", err)
	}
	v := versionPattern.FindString(string(out))
	if v == "" {
		return "", fmt.Errorf("dovecot --version says %q", out)
	}
	return v, nil
}

// TLS is a client configuration that trusts the servers' certificate.
func (s *Servers) TLS() *tls.Config { return s.Cert.Client() }

// Up starts both servers and waits until they answer.
func (s *Servers) Up() {
	s.t.Helper()
	s.must(run("dovecot", "-c", s.dovecotConf()))
	s.must(run("postfix", "-c", filepath.Join(s.Dir, "pf/etc"), "start"))
	for service := range s.ports {
		s.must(answers(s.ports[service]))
	}
}

// Down stops both servers; mail stays in their folders and queues.
func (s *Servers) Down() {
	s.t.Helper()
	s.must(s.stop())
}

// stop ignores servers that do not run.
func (s *Servers) stop() error {
	var errs []error
	for _, pid := range []string{"pf/spool/pid/master.pid", "dv/run/master.pid"} {
		errs = append(errs, terminate(filepath.Join(s.Dir, pid)))
	}
	for _, port := range s.ports {
		errs = append(errs, silent(port))
	}
	return errors.Join(errs...)
}

// Rebuild takes the list of UIDs of a user's INBOX away, as a repair does: the
// mails get new UIDs and the mailbox another UIDVALIDITY. The user's sessions
// are ended.
func (s *Servers) Rebuild(user string) {
	s.t.Helper()
	// UIDVALIDITY is the time in seconds; within one second it could be the same.
	time.Sleep(1100 * time.Millisecond)
	s.kick(user)
	for _, pattern := range []string{"dovecot-uidlist*", "dovecot.index*"} {
		files := expect.Get(filepath.Glob(filepath.Join(s.Maildir(user), pattern)))(s.t)
		for _, file := range files {
			s.must(os.Remove(file))
		}
	}
}

// NewUIDValidity gives a user's INBOX another UIDVALIDITY; the mails keep
// their UIDs. The user's sessions are ended.
func (s *Servers) NewUIDValidity(user string) {
	s.t.Helper()
	out := expect.Get(exec.Command("doveadm", "-c", s.dovecotConf(), "mailbox", "status", "-u", user, "uidvalidity", "INBOX").Output())(s.t)
	_, text, _ := strings.Cut(strings.TrimSpace(string(out)), "uidvalidity=")
	old := expect.Get(strconv.Atoi(text))(s.t)
	s.kick(user)
	s.must(run("doveadm", "-c", s.dovecotConf(), "mailbox", "update", "-u", user, "--uid-validity", strconv.Itoa(old+1), "INBOX"))
	s.kick(user)
}

// kick ends the user's IMAP sessions; having none is no error.
func (s *Servers) kick(user string) {
	s.t.Helper()
	err := run("doveadm", "-c", s.dovecotConf(), "kick", user)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 68 { // EX_NOHOST: nobody to kick
		return
	}
	s.must(err)
}

// Maildir is the folder of a user's INBOX; others are below it as .Name.
func (s *Servers) Maildir(user string) string { return filepath.Join(s.Dir, "mail", user, "Maildir") }

// Messages returns the mails of a user's folder (INBOX, Processed, ...) from
// the disk, in no particular order.
func (s *Servers) Messages(user, box string) [][]byte {
	s.t.Helper()
	dir := s.Maildir(user)
	if box != "INBOX" {
		dir = filepath.Join(dir, "."+strings.ReplaceAll(box, "/", "."))
	}
	var out [][]byte
	for _, sub := range []string{"new", "cur"} {
		files := expect.Get(filepath.Glob(filepath.Join(dir, sub, "*")))(s.t)
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if errors.Is(err, os.ErrNotExist) {
				continue // moved in the meantime
			}
			s.must(err)
			out = append(out, raw)
		}
	}
	return out
}

func (s *Servers) dovecotConf() string { return filepath.Join(s.Dir, "dv/dovecot.conf") }

// logged bytes of a server's log are shown if a test fails.
const logged = 6000

func (s *Servers) showLogs() {
	for _, name := range []string{"dv/log", "pf/maillog"} {
		text, err := os.ReadFile(filepath.Join(s.Dir, name))
		if err != nil {
			s.t.Logf("%s: %v", name, err)
			continue
		}
		s.t.Logf("%s:\n%s", name, text[max(0, len(text)-logged):])
	}
}
