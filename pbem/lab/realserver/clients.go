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
}

// Programs are the mail programs that ReplyWith runs. neomutt answers only at a terminal,
// which the program script provides.
var Programs = []string{"swaks", "msmtp", "neomutt", "s-nail"}

// ReplyWith answers a letter with one of Programs, in its own way of quoting. msmtp logs in with
// STARTTLS, the others use the port without log-in.
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
	c := &client{s: s, dir: dir, from: from.Address, to: letter.ReplyTo}
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
	err      error // of writing files: then the program does not run
}

func (c *client) user() string {
	name, _, _ := strings.Cut(c.from, "@")
	return name
}

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
	if out, err := cmd.CombinedOutput(); err != nil {
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
	c.file("box/new/1.letter.pbem", string(letter))
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
	rc := c.file("neomuttrc", strings.Join([]string{
		"set smtp_url=smtp://" + c.s.SMTP, "set ssl_starttls=no", "set ssl_force_tls=no",
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
	// Without TLS: the Perl module for it is a separate package.
	return c.run(os.DevNull, "swaks", "--server", c.s.SMTP, "--from", c.from, "--to", c.to, "--data", "@"+draft)
}

func (c *client) msmtpSends(draft string) error {
	host, port, err := net.SplitHostPort(c.s.Submission)
	if err != nil {
		return err
	}
	rc := c.file("msmtprc", fmt.Sprintf("account default\nhost %s\nport %s\nfrom %s\ntls on\ntls_starttls on\ntls_trust_file %s\nauth plain\nuser %s\npassword %s\n",
		host, port, c.from, filepath.Join(c.s.Dir, "cert.pem"), c.user(), c.s.users[c.user()]))
	return c.run(draft, "msmtp", "-C", rc, "--", c.to)
}

func (c *client) snailRuns(input string, args ...string) error {
	return c.run(input, "s-nail", append([]string{"-:/", "-S", "v15-compat", "-S", "mta=smtp://" + c.s.SMTP, "-S", "smtp-auth=none",
		"-S", "DEAD=/dev/null", "-S", "from=" + c.from, "-S", "sendcharsets=utf-8", "-S", "ttycharset=utf-8"}, args...)...)
}
