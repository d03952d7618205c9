package smtpout

import (
	"bufio"
	"net"
	"strings"
	"testing"
)

// old is a server that refuses EHLO with an answer and knows HELO. It tells the commands
// it got.
func old(t *testing.T, refusal string) (addr string, got func() string) {
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
		say := func(s string) { _, _ = conn.Write([]byte(s + "\r\n")) }
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
				say(refusal)
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

// TestHelo: a server that does not know EHLO gets the letter all the same (RFC 5321 3.2).
func TestHelo(t *testing.T) {
	for _, refusal := range []string{"500 what?", "502 5.5.1 not implemented"} {
		addr, got := old(t, refusal)
		s := New(Config{Addr: addr, TLS: "none"})
		if r := s.Send(t.Context(), "game@pbem.test", "ana@pbem.test", letter); r.Class != Accepted {
			t.Errorf("%s: %+v", refusal, r)
		}
		_ = s.Close()
		if want := "EHLO HELO MAIL RCPT DATA"; !strings.HasPrefix(got(), want) {
			t.Errorf("%s: other commands than %s", refusal, want)
		}
	}
	addr, _ := old(t, "500 what?")
	s := New(Config{Addr: addr, TLS: "none", User: "game", Password: func() (string, error) { return "secret", nil }})
	if r := s.Send(t.Context(), "game@pbem.test", "ana@pbem.test", letter); r.Class != Stop || !strings.Contains(r.Text, "remove user") {
		t.Errorf("a log-in, which only EHLO has: %+v", r)
	}
}
