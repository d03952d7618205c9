package setup

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Prompter asks a person at a terminal.
type Prompter struct {
	in       *bufio.Reader
	out      io.Writer
	password func() (string, error)
}

// NewPrompter returns a Prompter that asks on out and reads answers from in; password reads
// one without showing it.
func NewPrompter(in io.Reader, out io.Writer, password func() (string, error)) *Prompter {
	return &Prompter{bufio.NewReader(in), out, password}
}

// ErrEnded: the answers ended before the set-up was complete.
var ErrEnded = errors.New("the answers ended before the set-up was complete")

// Ask asks for what is not known yet. It returns ErrEnded if the answers end too early.
func (p *Prompter) Ask(a *Answers) error {
	if err := p.ask("Address players write to (a mailbox used for nothing else)", &a.Address, ""); err != nil {
		return err
	}
	guess := Answers{Address: a.Address, IMAPHost: a.IMAPHost, IMAPTLS: a.IMAPTLS, IMAPUser: a.IMAPUser, SMTPHost: a.SMTPHost, SMTPTLS: a.SMTPTLS}
	guess.Guess()
	for _, q := range []struct {
		text    string
		to      *string
		usual   string
		mayMiss bool
	}{
		{"IMAP server", &a.IMAPHost, guess.IMAPHost, false},
		{"SMTP server", &a.SMTPHost, guess.SMTPHost, false},
		{"User name for both", &a.IMAPUser, guess.IMAPUser, false},
		{"Your own address, for notices and as the contact in letters (empty: none)", &a.Admin, "", true},
		{"Time zone of your players, such as Europe/Madrid", &a.Zone, "UTC", false},
	} {
		if q.mayMiss && *q.to == "" {
			line, err := p.line(q.text)
			if err != nil {
				return err
			}
			*q.to = line
			continue
		}
		if err := p.ask(q.text, q.to, q.usual); err != nil {
			return err
		}
	}
	a.Contact = cmp.Or(a.Contact, a.Admin)
	if a.Password != "" {
		return nil
	}
	fmt.Fprint(p.out, "Password (not shown; Gmail and Fastmail need an app password): ")
	password, err := p.password()
	fmt.Fprintln(p.out)
	a.Password = password
	return err
}

// ask repeats a question until there is an answer; an empty one stands for the usual value.
func (p *Prompter) ask(question string, to *string, usual string) error {
	for *to == "" {
		text := question
		if usual != "" {
			text += " [" + usual + "]"
		}
		line, err := p.line(text)
		if err != nil {
			return err
		}
		if *to = line; line == "" {
			*to = usual
		}
	}
	return nil
}

func (p *Prompter) line(question string) (string, error) {
	fmt.Fprint(p.out, question+": ")
	line, err := p.in.ReadString('\n')
	if errors.Is(err, io.EOF) && line != "" {
		err = nil
	} else if errors.Is(err, io.EOF) {
		err = ErrEnded
	}
	return strings.TrimSpace(line), err
}
