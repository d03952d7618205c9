package pbemtest

import (
	"errors"
	"net"
	"strconv"

	"railpost/pbem/config"
)

// HostPort splits the address of a server for a configuration.
func HostPort(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	return host, port, err
}

// Mailbox configures a mailbox on servers without TLS and without a limit of letters a minute.
func Mailbox(c *config.Config, imap, smtp, user, password string) error {
	var errIn, errOut error
	in, out := &c.Mail.In, &c.Mail.Out
	c.Mail.Kind = config.IMAP
	in.Host, in.Port, errIn = HostPort(imap)
	out.Host, out.Port, errOut = HostPort(smtp)
	in.TLS, out.TLS = config.NoTLS, config.NoTLS
	in.User, in.Password = user, config.NewSecret(password)
	out.User, out.Password = user, config.NewSecret(password)
	out.RatePerMinute = 0
	return errors.Join(errIn, errOut)
}
