package interop

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/realserver"
)

// patience only catches programs that hang.
const patience = time.Minute

// program is a mail program; read or send is nil where it does not do that.
type program struct {
	name string // of its executable
	pack string // Debian's package
	read func(c *client) error
	send func(c *client, r realserver.Reply) error
}

var programs = []program{
	{"swaks", "swaks", nil, replies},
	{"msmtp", "msmtp", nil, replies},
	{"mbsync", "isync", mbsync, nil},
	{"fetchmail", "fetchmail", fetchmail, nil},
	{"offlineimap", "offlineimap3", offlineimap, nil},
	{"neomutt", "neomutt", neomutt, replies},
	{"s-nail", "s-nail", snail, replies},
	{"alpine", "alpine", alpineReads, alpineReplies},
}

// client is one use of a program by a player, with an empty folder for its files.
type client struct {
	s             *realserver.Servers
	program, user string
	tls           string // "implicit" or "starttls"
	dir           string
}

// port is that of the IMAP server.
func (c *client) port() string {
	addr := map[string]string{"implicit": c.s.IMAPS, "starttls": c.s.IMAP}[c.tls]
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		panic(err)
	}
	return port
}

// submission is the address of the SMTP server.
func (c *client) submission() string {
	addr := map[string]string{"implicit": c.s.Submissions, "starttls": c.s.Submission}[c.tls]
	return strings.Replace(addr, "127.0.0.1", "localhost", 1)
}

func (c *client) implicit() bool    { return c.tls == "implicit" }
func (c *client) password() string  { return c.s.Password(c.user) }
func (c *client) authority() string { return filepath.Join(c.s.Dir, "ca.pem") }
func (c *client) box() string       { return filepath.Join(c.dir, "box") }

// choose returns one of two words: for TLS from the first byte, and for STARTTLS.
func (c *client) choose(implicit, starttls string) string {
	if c.implicit() {
		return implicit
	}
	return starttls
}

func (c *client) file(name string, lines ...string) string {
	path := filepath.Join(c.dir, name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		panic(err)
	}
	return path
}

func (c *client) environment() []string {
	return append(os.Environ(), "HOME="+c.dir, "TERM=xterm", "LC_ALL=C.UTF-8", "MAILRC=/dev/null",
		"SSL_CERT_FILE="+c.authority())
}

// run runs a program without a terminal.
func (c *client) run(name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = c.dir
	cmd.Env = c.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// shown runs a command line at a terminal.
func (c *client) shown(line string) error {
	return c.run("script", "-q", "-e", "-c", "stty rows 50 cols 120; "+line, filepath.Join(c.dir, "typescript"))
}

// letters fetches the player's letters.
func (c *client) letters(p program) ([][]byte, error) {
	for _, sub := range []string{"new", "cur", "tmp"} {
		if err := os.MkdirAll(filepath.Join(c.box(), sub), 0o700); err != nil {
			return nil, err
		}
	}
	if err := p.read(c); err != nil {
		return nil, err
	}
	var out [][]byte
	for _, pattern := range []string{"box/new/*", "box/cur/*", "near/INBOX/new/*", "near/INBOX/cur/*", "mbox"} {
		files, err := filepath.Glob(filepath.Join(c.dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			out = append(out, split(raw)...)
		}
	}
	return out, nil
}

// split cuts a file in mbox format; another file is one letter.
func split(raw []byte) (out [][]byte) {
	if !bytes.HasPrefix(raw, []byte("From ")) {
		return [][]byte{raw}
	}
	for one := range bytes.SplitSeq(raw[len("From "):], []byte("\nFrom ")) {
		_, letter, _ := bytes.Cut(one, []byte("\n"))
		out = append(out, letter)
	}
	return out
}

func mbsync(c *client) error {
	rc := c.file("mbsyncrc", "IMAPAccount a", "Host localhost", "Port "+c.port(), "User "+c.user, "Pass "+c.password(),
		"SSLType "+c.choose("IMAPS", "STARTTLS"), "SystemCertificates no", "CertificateFile "+c.authority(), "",
		"IMAPStore far", "Account a", "", "MaildirStore near", "Inbox "+c.box(), "Path "+c.dir+"/", "",
		"Channel c", "Far :far:", "Near :near:", "Sync Pull", "SyncState "+c.dir+"/")
	return c.run("mbsync", "-c", rc, "c")
}

func fetchmail(c *client) error {
	store := c.file("store", "#!/bin/sh", `exec cat >"$(mktemp `+c.box()+`/new/XXXXXX)"`)
	rc := c.file("fetchmailrc", "set invisible", "set no bouncemail", "poll localhost protocol IMAP port "+c.port(),
		"user "+c.user+" password "+c.password()+" fetchall keep no rewrite",
		c.choose("ssl", "")+` sslproto "TLS1.2+" sslcertck sslcertfile `+c.authority()+` mda "sh `+store+`"`)
	return c.run("fetchmail", "-f", rc, "--pidfile", c.dir+"/pid", "-i", c.dir+"/ids")
}

func offlineimap(c *client) error {
	rc := c.file("offlineimaprc", "[general]", "accounts = a", "metadata = "+c.dir+"/known", "ui = basic",
		"[Account a]", "localrepository = near", "remoterepository = far",
		"[Repository near]", "type = Maildir", "localfolders = "+c.dir+"/near",
		"[Repository far]", "type = IMAP", "readonly = true", "remotehost = localhost",
		"remoteport = "+c.port(), "remoteuser = "+c.user, "remotepass = "+c.password(),
		"sslcacertfile = "+c.authority(), c.choose("ssl = yes", "ssl = no\nstarttls = yes"),
		"folderfilter = lambda name: name == 'INBOX'")
	return c.run("offlineimap", "-c", rc, "-o")
}

func neomutt(c *client) error {
	rc := c.file("neomuttrc", "set imap_pass="+c.password(), "set ssl_starttls=yes", "set ssl_force_tls=yes",
		"set ssl_ca_certificates_file="+c.authority(), "set certificate_file="+c.authority(), "set folder="+c.dir,
		"set mbox_type=Maildir", "set confirmappend=no", "set confirmcreate=no", "set wait_key=no", "set quit=yes",
		"set sleep_time=0",
		`push "<tag-pattern>~A<enter><tag-prefix><copy-message><kill-line>`+c.box()+`<enter><quit>"`)
	box := c.choose("imaps", "imap") + "://" + c.user + "@localhost:" + c.port() + "/INBOX"
	return c.shown("neomutt -F " + rc + " -f " + box)
}

func snail(c *client) error {
	args := []string{"-:/", "-#", "-R", "-S", "v15-compat", "-S", "newfolders=maildir", "-S", "tls-verify=strict",
		"-S", "tls-ca-no-defaults", "-S", "tls-ca-file=" + c.authority()}
	if !c.implicit() {
		args = append(args, "-S", "imap-use-starttls")
	}
	return c.run("s-nail", append(args, "-Y", "copy * "+c.box(), "-Y", "exit",
		"-f", c.choose("imaps", "imap")+"://"+c.user+":"+c.password()+"@localhost:"+c.port()+"/INBOX")...)
}

// replies answers with a program that realserver knows, with TLS.
func replies(c *client, r realserver.Reply) error {
	r.Style, r.TLS = mailtest.Thunderbird, c.tls
	return c.s.ReplyWith(c.program, r)
}

// key is what a person presses when they see something; strings are as for tmux's send-keys.
type key struct {
	seen string // a regular expression
	keys []string
}

// alpine runs it at a terminal and presses each key once.
func (c *client) alpine(folder string, keys []key) error {
	rc := c.file("pinerc", "customized-hdrs=From: "+c.user+"@"+c.s.Domain, "inbox-path="+folder,
		"smtp-server="+c.submission()+"/"+c.choose("ssl", "tls")+"/user="+c.user, "last-version-used=9.99",
		prunedThisMonth(), "incoming-startup-rule=last",
		`default-fcc=""`,
		"feature-list=allow-changing-from,quit-without-confirm,include-text-in-reply,save-will-not-delete,"+
			"disable-password-file-saving,disable-password-caching")
	tmux := func(args ...string) (string, error) {
		cmd := exec.Command("tmux", append([]string{"-S", filepath.Join(c.dir, "tmux")}, args...)...)
		cmd.Env = c.environment()
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := tmux("new-session", "-d", "-x", "120", "-y", "50", "alpine -p "+rc+" -i"); err != nil {
		return fmt.Errorf("tmux: %w: %s", err, out)
	}
	defer tmux("kill-server")
	screen := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		now, err := tmux("capture-pane", "-p")
		if err != nil && len(keys) == 0 { // alpine has ended
			return nil
		}
		if err != nil {
			return fmt.Errorf("alpine ended before it showed %q: %s", keys[0].seen, screen)
		}
		screen = now
		at := slices.IndexFunc(keys, func(k key) bool { return regexp.MustCompile(k.seen).MatchString(screen) })
		if at < 0 {
			continue
		}
		if out, err := tmux(append([]string{"send-keys"}, keys[at].keys...)...); err != nil {
			return fmt.Errorf("tmux: %w: %s", err, out)
		}
		keys = keys[at+1:]
	}
	return fmt.Errorf("alpine shows: %s", screen)
}

// prunedThisMonth keeps alpine from asking on the first days of a month.
func prunedThisMonth() string {
	now := time.Now()
	return fmt.Sprintf("last-time-prune-questioned=%d.%d", now.Year()-1900, now.Month())
}

func alpineReads(c *client) error {
	return c.alpine("{localhost:"+c.port()+c.choose("/ssl", "/tls")+"/user="+c.user+"}INBOX", []key{
		{"ENTER PASSWORD", []string{c.password(), "Enter"}},
		{`Folder: INBOX +Message`, []string{"s"}},
		{"SAVE Msg", []string{filepath.Join(c.dir, "mbox"), "Enter"}},
		{`doesn't exist\.  Create`, []string{"y"}},
		{`copied to folder|DONE\]`, []string{"q"}},
	})
}

func alpineReplies(c *client, r realserver.Reply) error {
	letter := strings.ReplaceAll(string(r.Letter), "\r\n", "\n")
	box := c.file("received", "From game@pbem.test Tue Dec  1 12:00:00 2026", letter)
	return c.alpine(box, []key{
		{`Folder: INBOX +Message`, []string{"r"}},
		{`Use "Reply-To:"`, []string{"y"}},
		{"Reply to all recipients", []string{"n"}},
		{"COMPOSE MESSAGE REPLY", []string{strings.Join(r.Typed, "\r"), "Enter", "C-x"}},
		{"Send message", []string{"y"}},
		{"ENTER PASSWORD", []string{c.password(), "Enter"}},
		{`\bANS\b`, []string{"q"}},
	})
}
