package realserver

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Answer is a mail that a player writes in a mail program. From is an address
// at Domain; the text is LF-separated.
type Answer struct {
	From, To, Subject, InReplyTo, Body string
}

// Programs are the mail programs SendWith knows.
var Programs = []string{"swaks", "msmtp", "neomutt", "s-nail"}

// SendWith sends an answer with a mail program, which adds to it and encodes it
// as it is wont to. msmtp logs in with STARTTLS, the others use the port
// without log-in.
func (s *Servers) SendWith(program string, a Answer) error {
	dir, err := os.MkdirTemp(s.Dir, program)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c := client{s: s, dir: dir, answer: a}
	switch program {
	case "swaks":
		return c.swaks()
	case "msmtp":
		return c.msmtp()
	case "neomutt":
		return c.neomutt()
	case "s-nail":
		return c.snail()
	}
	return unknown(program)
}

// client is one use of a mail program, with a folder for its files.
type client struct {
	s      *Servers
	dir    string
	answer Answer
}

// draft is what the player typed, under the fields of the header.
func (c client) draft(extra string) string {
	return fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nIn-Reply-To: %s\n%s\n%s",
		c.answer.From, c.answer.To, c.answer.Subject, c.answer.InReplyTo, extra, c.answer.Body)
}

const utf8Fields = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"

func (c client) user() string {
	name, _, _ := strings.Cut(c.answer.From, "@")
	return name
}

// file writes a file into the folder and returns its path.
func (c client) file(name, text string) (string, error) {
	path := filepath.Join(c.dir, name)
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// run feeds the program with a file and reports what it said when it failed.
func (c client) run(input string, name string, args ...string) error {
	in, err := os.Open(input)
	if err != nil {
		return err
	}
	defer in.Close()
	// A program that asks something would wait for ever.
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

func (c client) swaks() error {
	draft, err := c.file("draft", c.draft(utf8Fields))
	if err != nil {
		return err
	}
	return c.swaksSends(draft)
}

func (c client) msmtp() error {
	draft, err := c.file("draft", c.draft(utf8Fields))
	if err != nil {
		return err
	}
	return c.msmtpSends(draft)
}

func (c client) neomutt() error {
	body, err := c.file("body", c.answer.Body)
	if err != nil {
		return err
	}
	rc, err := c.file("neomuttrc", fmt.Sprintf("set smtp_url=smtp://%s\nset ssl_starttls=no\nset ssl_force_tls=no\nset from=%s\nset record=\nset copy=no\nset charset=utf-8\nmy_hdr In-Reply-To: %s\n",
		c.s.SMTP, c.answer.From, c.answer.InReplyTo))
	if err != nil {
		return err
	}
	return c.run(body, "neomutt", "-F", rc, "-s", c.answer.Subject, "--", c.answer.To)
}

func (c client) snail() error {
	draft, err := c.file("draft", c.draft(""))
	if err != nil {
		return err
	}
	return c.snailRuns(draft, "-t")
}

func unknown(program string) error {
	return fmt.Errorf("realserver: unknown mail program %q; known are %s", program, strings.Join(Programs, ", "))
}
