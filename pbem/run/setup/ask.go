package setup

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"railpost/pbem/config"
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

// question asks for the value of a key of the configuration, which is in one field of the Answers.
type question struct {
	key, text string
	word      func(*Answers) *string
	port      func(*Answers) *int // in place of word
	optional  bool                // the answer may be empty
}

var questions = []question{
	{key: "provider", text: "Mail provider (" + ProviderNames() + ")", word: func(a *Answers) *string { return &a.Provider }},
	{key: "identity.base_address", text: "Address players write to (a mailbox used for nothing else)", word: func(a *Answers) *string { return &a.Address }},
	{key: "mail.in.host", text: "IMAP server", word: func(a *Answers) *string { return &a.IMAPHost }},
	{key: "mail.in.port", text: "Its port: 993 for TLS, 143 for STARTTLS", port: func(a *Answers) *int { return &a.IMAPPort }},
	{key: "mail.in.tls", text: "TLS at this port: implicit, starttls or none", word: func(a *Answers) *string { return &a.IMAPTLS }},
	{key: "mail.out.host", text: "SMTP server", word: func(a *Answers) *string { return &a.SMTPHost }},
	{key: "mail.out.port", text: "Its port: 465 for TLS, 587 for STARTTLS", port: func(a *Answers) *int { return &a.SMTPPort }},
	{key: "mail.out.tls", text: "TLS at this port: implicit, starttls or none", word: func(a *Answers) *string { return &a.SMTPTLS }},
	{key: "mail.in.tls_ca", text: "File with the certificate of your own authority (empty: none)", word: func(a *Answers) *string { return &a.CA }, optional: true},
	{key: "mail.oauth.client_id", text: "Client ID, to sign in with OAuth (empty: with a password)", word: func(a *Answers) *string { return &a.ClientID }, optional: true},
	{key: "mail.in.user", text: "User name for both", word: func(a *Answers) *string { return &a.IMAPUser }},
	{key: "security.admin_addresses", text: "Your own address, for notices and as the contact in letters (empty: none)", word: func(a *Answers) *string { return &a.Admin }, optional: true},
	{key: "game.defaults.zone", text: "Time zone of your players, such as Europe/Madrid", word: func(a *Answers) *string { return &a.Zone }},
}

func (q question) get(a Answers) string {
	if q.port == nil {
		return *q.word(&a)
	}
	if n := *q.port(&a); n != 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// set sets an answer and returns its fault, "" for none.
func (q question) set(a *Answers, answer string) string {
	if q.port == nil {
		*q.word(a) = answer
	} else if n, err := strconv.Atoi(answer); err == nil {
		*q.port(a) = n
	} else {
		return fmt.Sprintf("%q is not a number", answer)
	}
	return a.fault(q.key)
}

func (q question) clear(a *Answers) {
	if q.port == nil {
		*q.word(a) = ""
	} else {
		*q.port(a) = 0
	}
}

// settled reports whether nothing need be asked: how a well-known port is protected, and, unless the servers have
// refused the answers, the servers of a provider and an authority.
func (q question) settled(a Answers, again bool) bool {
	if q.key == "mail.oauth.client_id" {
		return a.provider().OAuth == ""
	}
	servers := []string{"mail.in.host", "mail.in.port", "mail.in.tls", "mail.out.host", "mail.out.port", "mail.out.tls"}
	return !again && a.provider().IMAP != "" && slices.Contains(servers, q.key) || q.key == "mail.in.tls_ca" && !again || q.key == "mail.in.tls" && usualTLS(a.IMAPHost, a.IMAPPort) != "" || q.key == "mail.out.tls" && usualTLS(a.SMTPHost, a.SMTPPort) != ""
}

// fault returns the fault in the value of a key, "" for none.
func (a Answers) fault(key string) string {
	if key == "provider" && a.provider().Name != cmp.Or(a.Provider, a.provider().Name) {
		return fmt.Sprintf("%q is no provider that Railpost knows; allowed: %s", a.Provider, ProviderNames())
	}
	if key == "mail.oauth.client_id" && a.ClientID == "" && a.provider().NoPassword {
		return "this provider takes no passwords. " + a.provider().Credential
	}
	a.Guess()
	_, err := a.Config("")
	if faults, ok := errors.AsType[*config.Faults](err); ok {
		for _, f := range faults.List {
			if f.Key == key {
				return f.Problem
			}
		}
	}
	return ""
}

// Ask asks for unknown and impossible values; with again for all, where an empty answer keeps the known one. It
// checks each answer at once, and returns ErrEnded if they end too early.
func (p *Prompter) Ask(a *Answers, again bool) error {
	for _, q := range questions {
		known, problem := q.get(*a) != "", a.fault(q.key)
		switch {
		case known && !again && problem == "", !known && q.settled(*a, again):
			continue
		case known && problem != "":
			fmt.Fprintln(p.out, problem)
			q.clear(a)
		}
		if err := p.ask(a, q); err != nil {
			return err
		}
	}
	a.Contact = a.Admin
	return p.askPassword(a, again)
}

// ask repeats a question until its answer is possible. An empty answer keeps the known or usual value.
func (p *Prompter) ask(a *Answers, q question) error {
	for {
		usual := *a
		usual.Zone, usual.Provider = cmp.Or(a.Zone, "UTC"), cmp.Or(a.Provider, a.provider().Name)
		if a.Address != "" {
			usual.Guess()
		}
		text, offered := q.text, q.get(usual)
		if offered != "" {
			text += " [" + offered + "]"
		}
		line, err := p.line(text)
		if err != nil {
			return err
		}
		if line == "" && offered == "" && !q.optional {
			continue
		}
		problem := q.set(a, cmp.Or(line, offered))
		if problem == "" {
			return nil
		}
		fmt.Fprintln(p.out, problem)
		q.clear(a)
	}
}

func (p *Prompter) askPassword(a *Answers, again bool) error {
	question := a.provider().Credential + "\nPassword"
	if a.ClientID != "" {
		question = "Secret of the client, if it has one"
	}
	for a.Password == "" || again {
		fmt.Fprintf(p.out, "%s (not shown): ", question)
		password, err := p.password()
		fmt.Fprintln(p.out)
		if err != nil {
			return err
		}
		a.Password, again = cmp.Or(password, a.Password), false
		if a.ClientID != "" {
			break
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
