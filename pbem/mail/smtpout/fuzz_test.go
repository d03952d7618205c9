package smtpout

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// FuzzReplies: whatever a server says, a letter is accepted only after a reply of 250 to its text, and what is noted of
// the replies has no other control characters than line ends, and not the password.
func FuzzReplies(f *testing.F) {
	for _, replies := range []string{
		"220 hi\r\n250-hi\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN\r\n235 in\r\n250 ok\r\n250 ok\r\n354 go on\r\n250 2.0.0 taken\r\n221 bye\r\n",
		"220 hi\r\n250-hi\r\n250 AUTH LOGIN\r\n334 VXNlcm5hbWU6\r\n334 UGFzc3dvcmQ6\r\n235 in\r\n250 ok\r\n550 5.1.1 nobody\r\n", "554 5.7.1 no\r\n",
		"220 hi\r\n502 no EHLO\r\n250 hi\r\n", "220-a\r\n220-b", "\x00\xff\r\n", "220 hi\r\n250-SIZE 1\r\n250 SMTPUTF8\r\n250\r\n250\r\n", "421 later\r\n",
		"220 hi\r\n250-hi\r\n250-PIPELINING\r\n250 SIZE 99999999999999999999\r\n250 ok\r\n250 ok\r\n354 go\r\n452 4.2.2 full\r\n",
	} {
		f.Add(replies)
	}
	f.Fuzz(func(t *testing.T, replies string) {
		s := New(Config{Addr: "127.0.0.1:25", TLS: "none", User: "game", Password: func() (string, error) { return "secret-word", nil },
			Dial: func(context.Context, string, string) (net.Conn, error) {
				client, server := net.Pipe()
				go func() { _, _ = io.Copy(io.Discard, server) }()
				go func() {
					_, _ = io.WriteString(server, replies)
					_ = server.Close()
				}()
				return client, nil
			}})
		r := s.SendBefore(t.Context(), *to("ana"), to("ben"))
		expect.True(t, r.Class != Accepted || strings.Contains(replies, "250"), "accepted after %q", replies)
		expect.True(t, !strings.ContainsAny(r.Text, "\r\x00\x1b") && !strings.Contains(r.Text, "secret-word"), "the reply is noted as %q", r.Text)
		_ = s.Close()
	})
}
