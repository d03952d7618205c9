package imapbox

import (
	"context"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/post"
)

func TestTLS(t *testing.T) {
	cert, other := realserver.NewCertificate(t), realserver.NewCertificate(t)
	for _, mode := range []string{"implicit", "starttls"} {
		t.Run(mode, func(t *testing.T) {
			p := newPost(t, func(o *post.Options) { o.TLS, o.ImplicitTLS = cert.Server(), mode == "implicit" })
			c := config(p)
			c.TLS, c.TLSConfig = mode, cert.Client()
			put(t, p, 1)
			d := newDaemon()
			start(t, c, d)
			d.await(t, "the mail", func() bool { return len(p.Messages("game", "Processed")) == 1 })
			r, err := Probe(context.Background(), c)
			expect.True(t, err == nil && strings.HasPrefix(r.TLS, "TLS 1."), "%+v, %v", r, err)
			c.TLSConfig = other.Client()
			c.Password = func() (string, error) {
				t.Error("the password was asked for on a connection that is not safe")
				return "", nil
			}
			expect.Fails(t, "unknown certificate", expect.Err(Probe(context.Background(), c)), "certificate")
		})
	}
}

// raw sends a text in place of a command's answer, and then nothing more.
func raw(name, text string, then liar.Then) lie {
	return at(name, func(c *liar.Command) {
		c.Refuse("")
		c.Raw, c.Then = text, then
	})
}

func TestHostileServers(t *testing.T) {
	for name, lie := range map[string]lie{
		"says goodbye":         raw("GREETING", "* BYE not now\r\n", liar.HangUp),
		"speaks no IMAP":       raw("GREETING", "HTTP/1.1 400 Bad Request\r\n\r\n", liar.HangUp),
		"silent":               raw("GREETING", "", liar.Hush),
		"silent after login":   raw("LOGIN", "", liar.Hush),
		"endless literal":      raw("LOGIN", "* 1 FETCH (UID 1 BODY[] {99999999999}\r\nxxx", liar.Hush),
		"a hundred thousand (": raw("LOGIN", "* LIST "+strings.Repeat("(", 100_000)+"\r\n", liar.HangUp),
		"wrong tag":            raw("LOGIN", "T99 OK done\r\n", liar.GoOn),
		"PREAUTH, then silent": all(ends("GREETING", "PREAUTH [CAPABILITY IMAP4rev1] hi"), raw("CREATE", "", liar.Hush), raw("SELECT", "", liar.Hush)),
	} {
		t.Run(name, func(t *testing.T) {
			d := newDaemon()
			_, c := lied(t, lie)
			c.CallTimeout = 100 * time.Millisecond
			start(t, c, d)
			d.await(t, "two failures", func() bool { return d.count(Broken) >= 2 })
		})
	}
}
