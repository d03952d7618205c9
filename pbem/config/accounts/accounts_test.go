package accounts_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
)

// TestAddresses: host and port become one address, which IPv6 needs brackets in.
func TestAddresses(t *testing.T) {
	for host, want := range map[string]string{"mail.example": "mail.example:993", "192.0.2.1": "192.0.2.1:993", "2001:db8::1": "[2001:db8::1]:993"} {
		c := config.Default()
		c.Mail.In.Host, c.Mail.In.Port = host, 993
		c.Mail.Out.Host, c.Mail.Out.Port = host, 993
		expect.Same(t, host, accounts.IMAP(c, nil).Addr, want)
		expect.Same(t, host, accounts.SMTP(c, nil).Addr, want)
	}
}

// TestPasswords: one that is missing is an error at log-in; a submission server without a user asks for none.
func TestPasswords(t *testing.T) {
	c := config.Default()
	c.Mail.In.User, c.Mail.Out.User = "games", ""
	expect.Fails(t, "no password", expect.Err(accounts.IMAP(c, nil).Password()), "no password is set")
	expect.True(t, accounts.SMTP(c, nil).Password == nil, "a server without a user asks for a password")
	c.Mail.Out.User = "games"
	c.Mail.In.Password, c.Mail.Out.Password = config.NewSecret("in"), config.NewSecret("out")
	expect.Same(t, "mailbox", expect.Get(accounts.IMAP(c, nil).Password())(t), "in")
	expect.Same(t, "submission", expect.Get(accounts.SMTP(c, nil).Password())(t), "out")
}
