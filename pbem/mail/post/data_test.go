package post

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// sender is an SMTP connection on which a test writes DATA byte by byte.
type sender struct {
	*textproto.Conn
	t *testing.T
}

func dialSMTP(t *testing.T, p *Post) *sender {
	t.Helper()
	c, err := net.Dial("tcp", p.SMTPAddr())
	expect.NoError(t, err)
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil { // a server that waits for ever fails the test
		t.Fatal(err)
	}
	s := &sender{textproto.NewConn(c), t}
	t.Cleanup(func() { _ = s.Close() }) // the server may have closed it
	s.answers("220")
	s.says("EHLO me", "250")
	return s
}

func (s *sender) says(line, code string) {
	s.t.Helper()
	expect.NoError(s.t, s.PrintfLine("%s", line))
	s.answers(code)
}

func (s *sender) answers(code string) string {
	s.t.Helper()
	var n int
	expect.NoError(s.t, expect.Err(fmt.Sscan(code, &n)))
	_, text, err := s.ReadResponse(n)
	expect.NoError(s.t, err, fmt.Sprintf("want %s", code))
	return text
}

// data sends a mail whose end is part of body.
func (s *sender) data(body, code string) {
	s.t.Helper()
	s.says("MAIL FROM:<ana@pbem.test>", "250")
	s.says("RCPT TO:<game@pbem.test>", "250")
	s.says("DATA", "354")
	expect.NoError(s.t, expect.Err(s.W.WriteString(body)))
	expect.NoError(s.t, s.W.Flush())
	s.answers(code)
}

// TestDataEndsWhereItEnds: only CR LF . CR LF ends a mail, after any bytes (RFC 5321 4.1.1.4); the next command
// follows.
func TestDataEndsWhereItEnds(t *testing.T) {
	const end = "\r\n.\r\n"
	bodies := []string{
		"a\r\r\n.\r\n", "\r\r\n.\r\n", "a\r\r\r\n.\r\n", ".\r\r\n.\r\n", ".\r\n", ".\r\r\n.\r\r\n" + end, "a\n.\n" + end, "a\r.\r" + end,
		"a\r\n.\r\r\nMAIL FROM:<x@y>" + end, "a\n.\r\nRSET" + end, "..\r\r\n.\r\n", ".\ra" + end, "a\r\r\n..\r\r\n.\r\n",
	}
	rng := rand.New(rand.NewPCG(level.Seed(t, 1), 0))
	for range level.Of(200, 2000, 20000) {
		b := make([]byte, rng.IntN(12))
		for i := range b {
			b[i] = "\r\r\r\n\n\n..a"[rng.IntN(9)]
		}
		bodies = append(bodies, string(b)+end)
	}
	p := newPost(t)
	s := dialSMTP(t, p)
	for i, body := range bodies {
		body = body[:strings.Index("\r\n"+body, end)+len(end)-2]
		s.data(body, "250")
		s.says("NOOP", "250")
		expect.Must(t, body, len(p.Messages("game", Inbox)), i+1)
	}
}

// TestLongLines: a mail may be one line, and one that is too large is refused for its size, on a connection
// that stays open.
func TestLongLines(t *testing.T) {
	p := newPost(t)
	s := dialSMTP(t, p)
	for _, c := range []struct {
		length int
		code   string
	}{{998, "250"}, {2001, "250"}, {5000, "250"}, {19_900, "250"}, {30_000, "552"}, {78_000, "552"}} {
		s.data("Subject: x\r\n\r\n"+strings.Repeat("x", c.length)+"\r\n.\r\n", c.code)
		s.says("NOOP", "250")
	}
	expect.Same(t, "mails", len(p.Messages("game", Inbox)), 4)
}

// TestFlagsAsTheyAreWritten: the system's flags have the spelling of RFC 9051 2.3.2, keywords that of the
// client that set them first; letter case makes no second flag.
func TestFlagsAsTheyAreWritten(t *testing.T) {
	p := newPost(t)
	expect.NoError(t, p.Deliver("game", []byte(hello)))
	c := expect.Get(net.Dial("tcp", p.IMAPAddr()))(t)
	s := textproto.NewConn(c)
	defer func() { _ = s.Close() }() // the server closes it first
	var got []string
	for i, line := range []string{"", "LOGIN game secret", "SELECT INBOX", `STORE 1 +FLAGS (\Seen \FLAGGED $Label1 Work)`,
		`STORE 1 +FLAGS (\seen WORK)`, `APPEND INBOX (\answered) {1+}` + "\r\nx", "FETCH 1:* FLAGS", "SEARCH SEEN KEYWORD work", "LOGOUT"} {
		tag := fmt.Sprintf("a%d", i)
		if line != "" {
			expect.NoError(t, s.PrintfLine("%s %s", tag, line))
		} else {
			tag = "*"
		}
		for {
			answer := expect.Get(s.ReadLine())(t)
			got = append(got, answer)
			if strings.HasPrefix(answer, tag+" ") {
				break
			}
		}
	}
	all := strings.NewReplacer("UID 1 ", "", "UID 2 ", "").Replace(strings.Join(got, "\n"))
	expect.Has(t, "all", all,
		`* 1 FETCH (FLAGS ($Label1 Work \Flagged \Seen)`, `* 2 FETCH (FLAGS (\Answered))`, "* SEARCH 1")
}
