package imapbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"railpost/engine/enginetest/level"
)

// script is an IMAP server with one mail in its mailbox. answer, if it is set and
// says something, is what it sends before the OK of a command.
type script struct {
	answer func(command string) string
	size   int
	body   func(asked int) string // how it gives BODY[] when that is asked for the first time, the second ...

	mu    sync.Mutex
	asked int
	gone  bool         // the mail has been moved
	to    string       // where it was moved to
	sent  atomic.Int64 // bytes
}

func literal(text string) string { return fmt.Sprintf("{%d}\r\n%s", len(text), text) }

// config speaks with the server over a pipe, which holds nothing back: what is sent
// has been read.
func (l *script) config(t *testing.T) Config {
	var serving sync.WaitGroup
	t.Cleanup(serving.Wait)
	return Config{
		Addr: "127.0.0.1:143", User: "u", Password: func() (string, error) { return "p", nil }, TLS: "none",
		RetryMin: 5 * time.Millisecond, RetryMax: 20 * time.Millisecond, LaterWait: 5 * time.Millisecond,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			serving.Go(func() {
				defer there.Close()
				l.serve(there)
			})
			return here, nil
		},
	}
}

func (l *script) serve(c net.Conn) {
	buf := make([]byte, 4096)
	send := func(text string) bool {
		for len(text) > 0 {
			n, err := c.Write(buf[:copy(buf, text)])
			l.sent.Add(int64(n))
			if text = text[n:]; err != nil {
				return false
			}
		}
		return true
	}
	r := bufio.NewReader(c)
	ok := send("* OK [CAPABILITY IMAP4rev1 MOVE] hi\r\n")
	for ok {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		tag, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		answer := l.says(command)
		if strings.HasPrefix(answer, "* ESEARCH") {
			answer = strings.Replace(answer, "TAGGED", tag, 1)
		}
		ok = send(answer) && send(tag+" OK done\r\n")
	}
}

func (l *script) says(command string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.answer != nil {
		if a := l.answer(command); a != "" {
			return a
		}
	}
	is := func(what string) bool { return strings.HasPrefix(command, what) }
	mails := 1
	if l.gone {
		mails = 0
	}
	switch {
	case is("CAPABILITY"):
		return "* CAPABILITY IMAP4rev1 MOVE\r\n"
	case is("SELECT"):
		return fmt.Sprintf("* %d EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 8] x\r\n", mails)
	case is("UID SEARCH") && mails > 0:
		return "* SEARCH 7\r\n"
	case is("UID SEARCH"):
		return "* SEARCH\r\n"
	case is("UID FETCH") && strings.Contains(command, "RFC822.SIZE"):
		return fmt.Sprintf("* 1 FETCH (UID 7 RFC822.SIZE %d INTERNALDATE \"02-Mar-2026 10:00:00 +0000\")\r\n", l.size)
	case is("UID FETCH") && strings.Contains(command, "HEADER"):
		return "* 1 FETCH (UID 7 BODY[HEADER]<0> " + literal("From: ana@example.org\r\nSubject: mail 7\r\n\r\n") + ")\r\n"
	case is("UID FETCH"):
		l.asked++
		return "* 1 FETCH (UID 7 BODY[] " + l.body(l.asked) + ")\r\n"
	case is("UID MOVE"):
		l.gone, l.to = true, command[strings.LastIndexByte(command, ' ')+1:]
	}
	return ""
}

// TestHalfAMail: what is shorter than its size is fetched again; if nothing comes however often, the header is handed over.
func TestHalfAMail(t *testing.T) {
	whole := string(mail(7))
	for name, c := range map[string]struct {
		body  func(int) string
		size  int
		short bool
		asked int
	}{
		"NIL":               {func(int) string { return "NIL" }, len(whole), true, 5},
		"empty":             {func(int) string { return "{0}\r\n" }, len(whole), true, 5},
		"half, then whole":  {func(n int) string { return literal(whole[:len(whole)-map[bool]int{true: 8}[n == 1]]) }, len(whole), false, 2},
		"estimated":         {func(int) string { return literal(whole) }, 2 * len(whole), false, 2},
		"NIL, then whole":   {func(n int) string { return map[bool]string{true: "NIL", false: literal(whole)}[n == 1] }, len(whole), false, 2},
		"counted otherwise": {func(int) string { return literal(whole) }, len(whole) + 1, false, 1},
		"longer":            {func(int) string { return literal(whole) }, len(whole) / 2, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			l := &script{body: c.body, size: c.size}
			d := newDaemon()
			var got []Mail
			d.verdict = func(m Mail, _ int) Verdict {
				got = append(got, m)
				if m.Raw == nil {
					return Poison
				}
				return Done
			}
			start(t, l.config(t), d)
			d.await(t, "the mail moved", func() bool {
				l.mu.Lock()
				defer l.mu.Unlock()
				return l.gone
			})
			d.mu.Lock()
			defer d.mu.Unlock()
			l.mu.Lock()
			defer l.mu.Unlock()
			if len(got) != 1 || got[0].Short != c.short || (got[0].Raw == nil) != c.short || l.asked != c.asked || c.short != strings.Contains(l.to, "Quarantine") {
				t.Errorf("asked %d times, moved to %s, handed over %+v", l.asked, l.to, got)
			}
			if c.short && number(got[0].Header) != 7 {
				t.Errorf("its header: %q", got[0].Header)
			}
		})
	}
}

// TestTooMuch: a server that sends without end is cut off, and what it lists is not
// written out before it is known to be possible.
func TestTooMuch(t *testing.T) {
	million := strings.Repeat("1", 1<<20)
	for name, c := range map[string]struct {
		to, answer string
		says       string
	}{
		"range":              {"UID SEARCH", "* ESEARCH (TAG \"TAGGED\") UID ALL 1:300000000\r\n", "more mails"},
		"without end":        {"UID SEARCH", "* ESEARCH (TAG \"TAGGED\") UID ALL 1:*\r\n", ""},
		"many mails":         {"UID SEARCH", "* ESEARCH (TAG \"TAGGED\") UID ALL 1:300000000\r\n* 4000000000 EXISTS\r\n", "more mails"},
		"long line":          {"UID SEARCH", "* SEARCH " + strings.Repeat(million, 8), "line of more than"},
		"literal":            {"SELECT", "* LIST () \"/\" {500000000}\r\n" + strings.Repeat(million, 8), "line of more than"},
		"many lines":         {"UID SEARCH", strings.Repeat("* SEARCH"+strings.Repeat(" 1234567", 125)+"\r\n", 16<<10), "one command"},
		"body not asked":     {"RFC822.SIZE", "* 1 FETCH (UID 7 BODY[] {60000000}\r\n" + strings.Repeat(million, 8), "line of more than"},
		"body of others":     {"BODY.PEEK[]", strings.Repeat("* 1 FETCH (UID 8 BODY[] "+literal(million)+")\r\n", 8), ""},
		"line in a greeting": {"LOGIN", "* CAPABILITY " + strings.Repeat(million, 8), "line of more than"},
	} {
		t.Run(name, func(t *testing.T) {
			l := &script{body: func(int) string { return literal(string(mail(7))) }, size: len(mail(7))}
			asked := 0
			l.answer = func(command string) string {
				if strings.Contains(command, c.to) {
					if asked++; asked == 1 {
						return c.answer
					}
				}
				return ""
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d := newDaemon()
			start(t, l.config(t), d)
			d.await(t, "the mail, once the server has mended its ways", func() bool { return d.given[7] > 0 })
			runtime.ReadMemStats(&after)
			if held := after.TotalAlloc - before.TotalAlloc; held > 128<<20 && name != "body of others" && !racing {
				t.Errorf("%d bytes were taken from memory", held)
			}
			if n := l.sent.Load(); n > maxList+maxLine && name != "body of others" {
				t.Errorf("%d bytes were read", n)
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			var told []error
			for _, s := range d.statuses {
				told = append(told, s.Err)
			}
			if err := errors.Join(told...); c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("said: %v, want %q", err, c.says)
			}
		})
	}
}

// TestExpand: as many as there are.
func TestExpand(t *testing.T) {
	set := func(ranges ...imap.UIDRange) imap.UIDSet { return imap.UIDSet(ranges) }
	for _, c := range []struct {
		set   imap.UIDSet
		mails uint32
		want  int // -1: refused
	}{
		{nil, 0, 0}, {set(imap.UIDRange{Start: 5, Stop: 7}), 3, 3}, {set(imap.UIDRange{Start: 5, Stop: 7}), 2, -1},
		{set(imap.UIDRange{Start: 1, Stop: 2}, imap.UIDRange{Start: 9, Stop: 9}), 3, 3}, {set(imap.UIDRange{Start: 1, Stop: 4294967295}), 4294967295, -1},
		{set(imap.UIDRange{Start: 4, Stop: 0}), 100, -1}, {set(imap.UIDRange{}), 100, -1},
	} {
		uids, err := expand(c.set, c.mails)
		if (err != nil) != (c.want < 0) || err == nil && len(uids) != c.want {
			t.Errorf("%v of %d mails: %d, %v", c.set, c.mails, len(uids), err)
		}
	}
}

// TestBounded: answers cut anywhere are counted alike.
func TestBounded(t *testing.T) {
	level.Sequential(t)
	long := strings.Repeat("x", maxLine-100)
	for name, c := range map[string]struct {
		text   string
		bodies bool
		ok     bool
	}{
		"lines":           {"* 1 EXISTS\r\n* " + long + "\r\n* " + long + "\r\n", false, true},
		"a long line":     {"* " + long + long + "\r\n", false, false},
		"a body":          {"* 1 FETCH (BODY[] {5000000}\r\n" + strings.Repeat("x\n", 2500000) + ")\r\n* 2 EXISTS\r\n", true, true},
		"a header":        {"* 1 FETCH (BODY[HEADER]<0> {2000000}\r\n" + strings.Repeat("x", 2000000) + ")\r\n", true, true},
		"a body, unasked": {"* 1 FETCH (BODY[] {5000000}\r\n", false, false},
		"no body":         {"* LIST {2000000}\r\n", true, false},
		"small literals":  {"* LIST " + strings.Repeat("{3}\r\nabc ", 150000) + "\r\n", true, false},
	} {
		for _, piece := range []int{1, 7, 4096} {
			b := &bounded{from: bufio.NewReader(strings.NewReader(c.text))}
			b.bodies.Store(c.bodies)
			_, err := io.CopyBuffer(io.Discard, io.Reader(struct{ io.Reader }{b}), make([]byte, piece))
			if (err == nil) != c.ok {
				t.Errorf("%s in pieces of %d: %v", name, piece, err)
			}
		}
	}
}
