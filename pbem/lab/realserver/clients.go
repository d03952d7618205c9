package realserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/reader"
)

// Reply is a player's answer to a letter they have fetched.
type Reply struct {
	From   string // like "Ana <ana@pbem.test>"
	Letter []byte // raw
	Typed  []string
	// Style is the quotation style for swaks and msmtp, which send ready mails. neomutt and s-nail quote by
	// themselves.
	Style mailtest.Style
	// TLS is "starttls" or "implicit", with log-in. "" is what is simplest: msmtp logs in with STARTTLS, the others use
	// the port without log-in.
	TLS string
}

// Programs are the mail programs that ReplyWith runs. neomutt answers only at a terminal,
// which the program script provides.
var Programs = []string{"swaks", "msmtp", "neomutt", "s-nail"}

// ReplyWith answers a letter with one of Programs, in its own way of quoting.
func (s *Servers) ReplyWith(program string, r Reply) error {
	from, err := mail.ParseAddress(r.From)
	if err != nil {
		return fmt.Errorf("realserver: From %q: %w", r.From, err)
	}
	letter, err := reader.Read(r.Letter)
	if err != nil {
		return fmt.Errorf("realserver: %w", err)
	}
	dir, err := os.MkdirTemp(s.Dir, program)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c := &client{s: s, dir: dir, from: from.Address, to: letter.ReplyTo, tls: r.TLS}
	switch program {
	case "swaks":
		return c.written(r, c.swaksSends)
	case "msmtp":
		return c.written(r, c.msmtpSends)
	case "neomutt":
		return c.neomuttReplies(r, from)
	case "s-nail":
		return c.snailReplies(r)
	}
	return fmt.Errorf("realserver: unknown mail program %q; known are %s", program, strings.Join(Programs, ", "))
}

// client is one use of a mail program, with a folder for its files.
type client struct {
	s        *Servers
	dir      string
	from, to string
	tls      string
	err      error // of writing files: then the program does not run
}

func (c *client) user() string {
	name, _, _ := strings.Cut(c.from, "@")
	return name
}

func (c *client) password() string { return c.s.Password(c.user()) }

// port is the address of the server that takes the mail. With TLS it has a name: not every program finds an
// address in a certificate.
func (c *client) port() string {
	switch c.tls {
	case "implicit":
		return strings.Replace(c.s.Submissions, "127.0.0.1", "localhost", 1)
	case "starttls":
		return strings.Replace(c.s.Submission, "127.0.0.1", "localhost", 1)
	}
	return c.s.SMTP
}

// url is that address with a scheme and, before the host, what a program logs in with.
func (c *client) url(login string) string {
	if c.tls == "" {
		return "smtp://" + c.port()
	}
	return map[string]string{"implicit": "smtps://", "starttls": "smtp://"}[c.tls] + login + "@" + c.port()
}

// authority is the file with the certificate of the servers' authority.
func (c *client) authority() string { return filepath.Join(c.s.Dir, "ca.pem") }

// file writes a file into the folder and returns its path.
func (c *client) file(name, text string) string {
	path := filepath.Join(c.dir, name)
	c.err = errors.Join(c.err, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// run feeds the program with a file and reports its output if it failed.
func (c *client) run(input string, name string, args ...string) error {
	in, err := os.Open(input)
	if err = errors.Join(c.err, err); err != nil {
		return err
	}
	defer in.Close()
	// A program that asks something would wait forever.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = in
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "HOME="+c.dir, "TERM=xterm", "LC_ALL=C.UTF-8", "MAILRC=/dev/null")
	out, err := cmd.CombinedOutput()
	if err == nil && strings.Contains(string(out), "message not sent") { // s-nail says no more
		err = errors.New("failed")
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// written sends a mail in the style of another program.
func (c *client) written(r Reply, send func(draft string) error) error {
	raw, err := mailtest.Reply(r.Style, mailtest.Answer{Letter: r.Letter, From: r.From, Typed: r.Typed})
	if err != nil {
		return err
	}
	draft := c.file("draft", strings.ReplaceAll(string(raw), "\r\n", "\n"))
	return send(draft)
}

// maildir is a folder with the letter to be answered.
func (c *client) maildir(letter []byte) string {
	box := filepath.Join(c.dir, "box")
	for _, sub := range []string{"cur", "new", "tmp"} {
		c.err = errors.Join(c.err, os.MkdirAll(filepath.Join(box, sub), 0o700))
	}
	c.file("box/new/1.letter.pbem", strings.ReplaceAll(string(letter), "\r\n", "\n"))
	return box
}

// editor types between the quoted letter and the signature, like a player who answers below
// the quotation.
const editor = `#!/bin/sh
{ sed '/^-- $/,$d' "$1"; echo; cat %[1]s; echo; sed -n '/^-- $/,$p' "$1"; } > %[1]s.all && mv %[1]s.all "$1"
`

func (c *client) neomuttReplies(r Reply, from *mail.Address) error {
	box := c.maildir(r.Letter)
	typed := c.file("typed", strings.Join(r.Typed, "\n")+"\n")
	edit := c.file("editor", fmt.Sprintf(editor, typed))
	signature := c.file("signature", from.Name+"\n")
	encrypted := map[bool]string{true: "yes", false: "no"}[c.tls != ""]
	rc := c.file("neomuttrc", strings.Join([]string{
		"set smtp_url=" + c.url(c.user()), "set smtp_pass=" + c.password(),
		"set ssl_starttls=" + encrypted, "set ssl_force_tls=" + encrypted,
		"set ssl_ca_certificates_file=" + c.authority(), "set certificate_file=" + c.authority(),
		"set from=" + from.Address, "set realname=" + from.Name, "set hostname=" + c.s.Domain,
		"set folder=" + c.dir, "set tmpdir=" + c.dir, "set record=", "set copy=no", "set charset=utf-8",
		"set signature=" + signature, "set include=yes", "set fast_reply=yes", "set reply_to=yes", "set recall=no",
		"set abort_unmodified=no", "set wait_key=no", "set beep=no", "set quit=yes", "set sleep_time=0",
		"alternative_order text/plain text/html",
		`set editor="sh ` + edit + `"`,
		`push "<reply><send-message><quit>"`,
	}, "\n")+"\n")
	return c.run(os.DevNull, "script", "-q", "-e", "-c", fmt.Sprintf("neomutt -F %s -R -f %s", rc, box), os.DevNull)
}

func (c *client) snailReplies(r Reply) error {
	box := c.maildir(r.Letter)
	// The input: the command, the text after the quoted letter, its end.
	typed := c.file("typed", "reply 1\n"+strings.Join(r.Typed, "\n")+"\n~.\nexit\n")
	return c.snailRuns(typed, "-#", "-S", "reply-to-honour=yes", "-S", "quote", "-S", "indentprefix=> ", "-R", "-f", box)
}

func (c *client) swaksSends(draft string) error {
	args := []string{"--server", c.port(), "--from", c.from, "--to", c.to, "--data", "@" + draft}
	// Only if it is wanted: the Perl module for TLS is a separate package.
	if c.tls != "" {
		args = append(args, "--tls-verify", "--tls-ca-path", c.authority(), "--auth", "PLAIN", "--auth-user", c.user(),
			"--auth-password", c.password(), map[string]string{"starttls": "--tls", "implicit": "--tls-on-connect"}[c.tls])
	}
	return c.run(os.DevNull, "swaks", args...)
}

func (c *client) msmtpSends(draft string) error {
	if c.tls == "" {
		c.tls = "starttls"
	}
	host, port, err := net.SplitHostPort(c.port())
	if err != nil {
		return err
	}
	starttls := map[bool]string{true: "on", false: "off"}[c.tls == "starttls"]
	rc := c.file("msmtprc", strings.Join([]string{
		"account default", "host " + host, "port " + port, "from " + c.from,
		"tls on", "tls_starttls " + starttls, "tls_trust_file " + c.authority(),
		"auth plain", "user " + c.user(), "password " + c.password(),
	}, "\n")+"\n")
	return c.run(draft, "msmtp", "-C", rc, "--", c.to)
}

func (c *client) snailRuns(input string, args ...string) error {
	auth := []string{"-S", "smtp-auth=none"}
	if c.tls != "" {
		auth = []string{"-S", "smtp-auth=plain", "-S", "tls-verify=strict", "-S", "tls-ca-no-defaults",
			"-S", "tls-ca-file=" + c.authority()}
	}
	if c.tls == "starttls" {
		auth = append(auth, "-S", "smtp-use-starttls")
	}
	return c.run(input, "s-nail", slices.Concat([]string{"-:/", "-S", "v15-compat", "-S", "sendwait",
		"-S", "mta=" + c.url(c.user()+":"+c.password()), "-S", "DEAD=/dev/null", "-S", "from=" + c.from,
		"-S", "sendcharsets=utf-8", "-S", "ttycharset=utf-8"}, auth, args)...)
}
