package smtpout

import (
	"strings"
	"testing"

	"railpost/pbem/mail/liar"
)

// TestHelo: a server that does not know EHLO gets the letter all the same (RFC 5321 3.2), and so does one that knows
// nothing else, or ends its lines as it should not.
func TestHelo(t *testing.T) {
	for name, c := range map[string]struct{ hello, end, want string }{
		"helo_only":       {"502 5.5.1 not implemented", "\r\n", "EHLO HELO MAIL RCPT DATA"},
		"helo_only_500":   {"500 what?", "\r\n", "EHLO HELO MAIL RCPT DATA"},
		"bare_server":     {"250 old.example", "\r\n", "EHLO MAIL RCPT DATA"},
		"bare_lf_replies": {"250-old.example\n250 SIZE", "\n", "EHLO MAIL RCPT DATA"},
	} {
		p := serve(t, nil, func(o *liar.Order) {
			if o.Ends = c.end; o.Name == "EHLO" {
				o.Reply = []string{c.hello}
			}
		})
		if r := p.sender(t, nil).toAna(t); r.Class != Accepted {
			t.Errorf("%s: %+v", name, r)
		}
		if said := p.heard(); len(said) != 1 || !strings.HasPrefix(said[0], c.want) {
			t.Errorf("%s: the commands were %q", name, said)
		}
	}
	p := serve(t, nil, refusing("EHLO", "500 what?", 1))
	s := p.sender(t, func(c *Config) { c.User, c.Password = "game", func() (string, error) { return "secret", nil } })
	if r := s.toAna(t); r.Class != Stop || !strings.Contains(r.Text, "remove user") {
		t.Errorf("a log-in, which only EHLO has: %+v", r)
	}
}
