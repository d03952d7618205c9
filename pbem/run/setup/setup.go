// Package setup makes a first configuration: it asks for the mailbox, tries it, and writes the file and the
// password next to it.
package setup

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
	"railpost/pbem/config/files"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/smtpout"
)

// Answers are the facts for a configuration. Guess derives hosts, ports and protection from the address.
type Answers struct {
	Provider string `placeholder:"NAME" help:"Mail provider, whose servers are known: ${providers}."`
	Address  string `help:"Address players write to."`
	Contact  string `kong:"-"` // a human being
	Admin    string `placeholder:"ADDRESS" help:"Your own address, for notices and as the contact in letters."`
	Zone     string `help:"Time zone of players who choose none, such as Europe/Madrid."` // "": UTC
	ClientID string `name:"client-id" placeholder:"ID" help:"OAuth client of yours, with which railpost sign-in opens the mailbox in place of a password."`
	Password string `kong:"-"` // or the client's secret

	IMAPHost string `name:"imap-host" placeholder:"HOST"`
	IMAPPort int    `name:"imap-port" placeholder:"PORT"`
	IMAPTLS  string `name:"imap-tls" placeholder:"implicit|starttls|none"`
	IMAPUser string `name:"user" help:"User name at both servers; by default the address."`
	SMTPHost string `name:"smtp-host" placeholder:"HOST"`
	SMTPPort int    `name:"smtp-port" placeholder:"PORT"`
	SMTPTLS  string `name:"smtp-tls" placeholder:"implicit|starttls|none"`
	SMTPUser string `kong:"-"`
	CA       string `name:"tls-ca" placeholder:"FILE" help:"Certificate (PEM) of the authority of both servers, if the system does not know it: your own, or the server's certificate itself."`

	Store string `placeholder:"FILE" help:"Where the games are kept; by default /var/lib/railpost/railpost.db, or next to the configuration if you may not write there."` // "": the default
}

// Guess derives missing values from the address.
func (a *Answers) Guess() {
	_, domain := compose.SplitAddress(a.Address)
	p := a.provider()
	guessServer(cmp.Or(p.IMAP, "imap."+domain), &a.IMAPHost, &a.IMAPPort, a.IMAPTLS)
	guessServer(cmp.Or(p.SMTP, "smtp."+domain), &a.SMTPHost, &a.SMTPPort, a.SMTPTLS)
	a.IMAPTLS = cmp.Or(a.IMAPTLS, usualTLS(a.IMAPHost, a.IMAPPort), string(config.Implicit))
	a.SMTPTLS = cmp.Or(a.SMTPTLS, usualTLS(a.SMTPHost, a.SMTPPort), string(config.Implicit))
	a.IMAPUser = cmp.Or(a.IMAPUser, a.Address)
	a.SMTPUser = cmp.Or(a.SMTPUser, a.IMAPUser)
	a.IMAPPort = cmp.Or(a.IMAPPort, usualPort(a.IMAPTLS, 993, 143))
	a.SMTPPort = cmp.Or(a.SMTPPort, usualPort(a.SMTPTLS, 465, 587))
}

// guessServer sets the name of a server and, unless something else is said about it, its port.
func guessServer(usual string, host *string, port *int, tls string) {
	name, number, _ := strings.Cut(usual, ":")
	if n, err := strconv.Atoi(number); err == nil && tls == "" && (*host == "" || *host == name) {
		*port = cmp.Or(*port, n)
	}
	*host = cmp.Or(*host, name)
}

// usualTLS returns the protection of a well-known port; "" for others.
func usualTLS(host string, port int) string {
	switch {
	case port == 993 || port == 465:
		return string(config.Implicit)
	case port == 25 && dial.Loopback(host):
		return string(config.NoTLS)
	case port == 143 || port == 587 || port == 25:
		return string(config.StartTLS)
	}
	return ""
}

func usualPort(tls string, implicit, plain int) int {
	if tls == string(config.Implicit) {
		return implicit
	}
	return plain
}

// Config returns the configuration that the answers make. passwordFile is the file that
// holds the password, "" if systemd passes it as a credential. The error is *config.Faults
// with every fault.
func (a Answers) Config(passwordFile string) (*config.Config, error) {
	c := config.Default()
	in, out := &c.Mail.In, &c.Mail.Out
	in.Host, in.Port, in.TLS, in.User = a.IMAPHost, a.IMAPPort, config.TLS(a.IMAPTLS), a.IMAPUser
	out.Host, out.Port, out.TLS, out.User = a.SMTPHost, a.SMTPPort, config.TLS(a.SMTPTLS), a.SMTPUser
	if p := a.provider(); strings.HasPrefix(p.SMTP, a.SMTPHost+":") {
		out.PerDay = p.PerDay
	}
	if a.CA != "" {
		ca, err := filepath.Abs(a.CA) // the file names it from its own folder
		if err != nil {
			return nil, err
		}
		in.TLSCA, out.TLSCA = ca, ca
	}
	in.Password = config.NewSecret(a.Password)
	switch {
	case a.ClientID != "":
		c.Mail.OAuth.Provider, c.Mail.OAuth.ClientID = a.provider().OAuth, a.ClientID
		if a.Password != "" {
			c.Mail.OAuth.ClientSecretFile = passwordFile
		}
	case out.User != "":
		in.PasswordFile, out.PasswordFile, out.Password = passwordFile, passwordFile, in.Password
	default:
		in.PasswordFile = passwordFile
	}
	c.Identity.BaseAddress, c.Identity.Contact = a.Address, a.Contact
	if a.Admin != "" {
		c.Security.AdminAddresses = []string{a.Admin}
	}
	c.Game.Defaults.Zone = cmp.Or(a.Zone, c.Game.Defaults.Zone)
	c.Store.Path = cmp.Or(a.Store, c.Store.Path)
	return c, c.Check()
}

// Tried is the result of Try.
type Tried struct {
	IMAP imapbox.Report
	SMTP smtpout.Report
}

// Try logs in at both servers. Nothing is sent; the folders for handled mail are
// made.
func Try(ctx context.Context, c *config.Config) (t Tried, err error) {
	if t.IMAP, err = imapbox.Probe(ctx, accounts.IMAP(c, nil)); err != nil {
		return t, fmt.Errorf("the mailbox: %w", err)
	}
	if t.SMTP, err = smtpout.Probe(ctx, accounts.SMTP(c, nil)); err != nil {
		return t, fmt.Errorf("the server for outgoing mail: %w", err)
	}
	return t, nil
}

const heading = `# Railpost's configuration, written by "railpost init".
# All other keys have their defaults; config.example.toml explains them.

`

// Write writes the configuration to path, which everybody may read because it has no secret,
// and the password to each of the files, for their owner only. It creates folders. It
// overwrites no file unless force is set, except a configuration that sets nothing, such as the
// one that a package installs.
func Write(c *config.Config, path string, passwords []string, force bool) error {
	var b bytes.Buffer
	b.WriteString(heading)
	if err := c.Show(&b, false); err != nil {
		return err
	}
	type file struct {
		path    string
		content []byte
		mode    fs.FileMode
	}
	var list []file
	if !c.Mail.In.Password.Set() { // a client may have no secret
		passwords = nil
	}
	for _, p := range passwords {
		list = append(list, file{p, []byte(c.Mail.In.Password.Reveal() + "\n"), 0o600})
	}
	list = append(list, file{path, b.Bytes(), 0o644})
	for _, f := range list {
		_, err := os.Lstat(f.path)
		switch {
		case force, errors.Is(err, fs.ErrNotExist), f.path == path && setsNothing(path):
		case err != nil:
			return err
		default:
			return fmt.Errorf("%s already exists; move it away, or use --force", f.path)
		}
	}
	for _, f := range list {
		if err := makeFolder(filepath.Dir(f.path)); err != nil {
			return err
		}
		if err := files.Write(f.path, f.content, f.mode); err != nil {
			return err
		}
	}
	return nil
}

// setsNothing reports whether a configuration has only comments.
func setsNothing(path string) bool {
	text, err := os.ReadFile(path)
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return err == nil
}

// makeFolder creates a folder that everybody may read, even under a strict umask.
func makeFolder(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(os.MkdirAll(path, 0o755), os.Chmod(path, 0o755))
}
