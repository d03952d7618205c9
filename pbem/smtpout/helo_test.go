package smtpout

import (
	"bufio"
	"net"
	"strings"
	"testing"
)

// old is a server without extensions that answers EHLO so, and ends its lines so. It tells the commands
// it got.
func old(t *testing.T, hello, end string) (addr string, got func() string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	commands := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		say := func(s string) { _, _ = conn.Write([]byte(s + end)) }
		say("220 old.example")
		var all []string
		in := bufio.NewScanner(conn)
		for data := false; in.Scan(); {
			verb, _, _ := strings.Cut(in.Text(), " ")
			switch {
			case data:
				if data = in.Text() != "."; !data {
					say("250 taken")
				}
				continue
			case verb == "EHLO":
				say(hello)
			case verb == "DATA":
				data = true
				say("354 go on")
			default:
				say("250 ok")
			}
			all = append(all, verb)
			if verb == "QUIT" {
				break
			}
		}
		commands <- strings.Join(all, " ")
	}()
	return l.Addr().String(), func() string { return <-commands }
}

// TestHelo: a server that does not know EHLO gets the letter all the same (RFC 5321 3.2), and so does one that knows
// nothing else, or ends its lines as it should not.
func TestHelo(t *testing.T) {
	for name, c := range map[string]struct{ hello, end, want string }{
		"helo_only":       {"502 5.5.1 not implemented", "\r\n", "EHLO HELO MAIL RCPT DATA"},
		"helo_only_500":   {"500 what?", "\r\n", "EHLO HELO MAIL RCPT DATA"},
		"bare_server":     {"250 old.example", "\r\n", "EHLO MAIL RCPT DATA"},
		"bare_lf_replies": {"250-old.example\n250 SIZE", "\n", "EHLO MAIL RCPT DATA"},
	} {
		addr, got := old(t, c.hello, c.end)
		s := New(Config{Addr: addr, TLS: "none"})
		if r := s.Send(t.Context(), "game@pbem.test", "ana@pbem.test", letter); r.Class != Accepted {
			t.Errorf("%s: %+v", name, r)
		}
		_ = s.Close()
		if said := got(); !strings.HasPrefix(said, c.want) {
			t.Errorf("%s: the commands were %s", name, said)
		}
	}
	addr, _ := old(t, "500 what?", "\r\n")
	s := New(Config{Addr: addr, TLS: "none", User: "game", Password: func() (string, error) { return "secret", nil }})
	if r := s.Send(t.Context(), "game@pbem.test", "ana@pbem.test", letter); r.Class != Stop || !strings.Contains(r.Text, "remove user") {
		t.Errorf("a log-in, which only EHLO has: %+v", r)
	}
}
