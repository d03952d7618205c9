package daemon

import (
	"crypto/rand"
	"fmt"
	"net"
	"strconv"
	"strings"

	"railpost/pbem/config"
	"railpost/pbem/mail/post"
)

// EmbeddedPassword opens every player's mailbox of the embedded post. It is not a secret:
// the post can be reached from this machine only and keeps nothing.
const EmbeddedPassword = "railpost"

// openPost starts the embedded post if the configuration asks for it.
func (d *Daemon) openPost() error {
	c := d.o.Config
	if c.Mail.Kind != config.Embedded {
		return nil
	}
	if d.o.DryRunDir != "" {
		return fmt.Errorf(`daemon: a dry run reads a provider's mailbox, but mail.kind is "embedded": there is no mailbox to read`)
	}
	d.key = rand.Text()
	_, domain, _ := strings.Cut(c.Identity.BaseAddress, "@")
	standard := config.Default().Mail
	p, err := post.Start(post.Options{
		IMAPAddr: loopback(c.Mail.In.Port, standard.In.Port), SMTPAddr: loopback(c.Mail.Out.Port, standard.Out.Port),
		Domain: domain, Users: map[string]string{c.Identity.BaseAddress: d.key}, MaxSize: int64(c.Mail.In.MaxSize), Log: d.o.Log, Delivered: d.o.Delivered,
	})
	if err != nil {
		return err
	}
	d.post = p
	d.closing(p.Close)
	d.o.Log.Warn("embedded post: no letter leaves this machine, and all mail is lost when the service stops",
		"imap", p.IMAPAddr(), "smtp", p.SMTPAddr(), "user", "the player's address", "password", EmbeddedPassword)
	return nil
}

// loopback returns where an embedded server listens: at the configured port, or at a free
// one if the configuration has only the default, which is a provider's.
func loopback(port, standard int) string {
	if port == standard {
		port = 0
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}

// OpenMailbox ensures that an address has a mailbox in the embedded post, with
// EmbeddedPassword. Every address a letter goes to gets one. With a provider's mailbox it
// does nothing.
func (d *Daemon) OpenMailbox(address string) {
	if d.post == nil || strings.EqualFold(address, d.o.Config.Identity.BaseAddress) {
		return
	}
	d.post.AddUser(address, EmbeddedPassword)
}

// Unfetched reports whether a mail program has opened an address's mailbox in the embedded
// post but has not yet fetched its newest letter.
func (d *Daemon) Unfetched(address string) bool { return d.post != nil && d.post.Waits(address) }

// IMAPAddr returns host:port of the embedded post, where mailboxes are read.
func (d *Daemon) IMAPAddr() string { return d.post.IMAPAddr() }

// SMTPAddr returns host:port of the embedded post, where mail is accepted.
func (d *Daemon) SMTPAddr() string { return d.post.SMTPAddr() }
