// Package accounts derives the settings of the mailbox and of the submission server from
// the configuration, for the daemon, init and doctor alike.
package accounts

import (
	"errors"
	"log/slog"
	"net"
	"strconv"

	"railpost/pbem/config"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/smtpout"
)

// IMAP returns the settings of the mailbox players write to.
func IMAP(c *config.Config, log *slog.Logger) imapbox.Config {
	in := c.Mail.In
	return imapbox.Config{
		Addr: address(in.Host, in.Port), TLS: string(in.TLS), TLSCA: in.TLSCA,
		User: in.User, Password: reveal(in.Password), Tokens: in.Tokens,
		Mailbox: in.Mailbox, Processed: in.ProcessedMailbox, Quarantine: in.QuarantineMailbox,
		Poll: in.PollInterval.Duration, MaxSize: int64(in.MaxSize), Log: log,
	}
}

// Mailboxes returns the settings of that mailbox, and of the one from before a move that is still read.
func Mailboxes(c *config.Config) []imapbox.Config {
	all := []imapbox.Config{IMAP(c, nil)}
	if c.Mail.Old.Of != nil {
		all = append(all, IMAP(c.Mail.Old.Of, nil))
	}
	return all
}

// SMTP returns the settings of the submission server.
func SMTP(c *config.Config, log *slog.Logger) smtpout.Config {
	out := c.Mail.Out
	s := smtpout.Config{Addr: address(out.Host, out.Port), TLS: string(out.TLS), TLSCA: out.TLSCA, User: out.User, Tokens: out.Tokens, Log: log}
	if out.User != "" {
		s.Password = reveal(out.Password)
	}
	return s
}

func address(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }

func reveal(s config.Secret) func() (string, error) {
	return func() (string, error) {
		if !s.Set() {
			return "", errors.New("no password is set; see railpost config check")
		}
		return s.Reveal(), nil
	}
}
