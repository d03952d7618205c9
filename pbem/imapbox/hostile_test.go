package imapbox

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"railpost/pbem/post"
	"railpost/pbem/realserver"
)

func TestTLS(t *testing.T) {
	cert, err := realserver.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	other, err := realserver.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
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
			if err != nil || !strings.HasPrefix(r.TLS, "TLS 1.") {
				t.Errorf("%+v, %v", r, err)
			}
			c.TLSConfig = other.Client()
			c.Password = func() (string, error) {
				t.Error("the password was asked for on a connection that is not safe")
				return "", nil
			}
			if _, err := Probe(context.Background(), c); err == nil || !strings.Contains(err.Error(), "certificate") {
				t.Errorf("unknown certificate: %v", err)
			}
		})
	}
}

// hostile answers the first lines as a server and then sends text of its own.
func hostile(t *testing.T, answers ...string) Config {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer c.Close()
				buf := make([]byte, 4096)
				for _, a := range answers {
					if _, err := c.Write([]byte(a)); err != nil {
						return
					}
					if _, err := c.Read(buf); err != nil {
						return
					}
				}
			})
		}
	})
	t.Cleanup(func() {
		if err := ln.Close(); err != nil {
			t.Error(err)
		}
		serving.Wait()
	})
	return Config{Addr: ln.Addr().String(), User: "u", Password: func() (string, error) { return "p", nil }, TLS: "none",
		CallTimeout: 100 * time.Millisecond, RetryMin: 5 * time.Millisecond, RetryMax: 20 * time.Millisecond}
}

func TestHostileServers(t *testing.T) {
	for name, answers := range map[string][]string{
		"says goodbye":         {"* BYE not now\r\n"},
		"speaks no IMAP":       {"HTTP/1.1 400 Bad Request\r\n\r\n"},
		"silent":               {""},
		"silent after login":   {"* OK [CAPABILITY IMAP4rev1] hi\r\n", ""},
		"endless literal":      {"* OK [CAPABILITY IMAP4rev1] hi\r\n", "* 1 FETCH (UID 1 BODY[] {99999999999}\r\nxxx", ""},
		"a hundred thousand (": {"* OK [CAPABILITY IMAP4rev1] hi\r\n", "* LIST " + strings.Repeat("(", 100_000) + "\r\n"},
		"wrong tag":            {"* OK [CAPABILITY IMAP4rev1] hi\r\n", "T99 OK done\r\n"},
		"PREAUTH, then silent": {"* PREAUTH [CAPABILITY IMAP4rev1] hi\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDaemon()
			start(t, hostile(t, answers...), d)
			d.await(t, "two failures", func() bool { return d.count(Broken) >= 2 })
		})
	}
}
