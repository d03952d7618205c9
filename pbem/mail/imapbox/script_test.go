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
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/liar"
)

func literal(text string) string { return fmt.Sprintf("{%d}\r\n%s", len(text), text) }

// lied is a server that lies, and a configuration for it.
func lied(t *testing.T, lie func(c *liar.Command)) (*liar.IMAP, Config) {
	s := newLiar(t)
	s.Lie = lie
	c := wired(s)
	c.RetryMin, c.RetryMax, c.LaterWait = 5*time.Millisecond, 20*time.Millisecond, 5*time.Millisecond
	return s, c
}

// TestHalfAMail: a text shorter than its size is fetched again; if it never comes, the header is handed over.
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
			asked := 0
			l, config := lied(t, func(o *liar.Command) {
				if fetches(o, textOf) {
					asked++
					o.Lines = []string{"* 1 FETCH (UID 1 BODY[] " + c.body(asked) + ")"}
				}
			})
			l.Size = func([]byte) int { return c.size }
			l.Put(mail(7))
			d := newDaemon()
			var got []Mail
			d.verdict = func(m Mail, _ int) Verdict {
				got = append(got, m)
				if m.Raw == nil {
					return Poison
				}
				return Done
			}
			start(t, config, d)
			d.await(t, "the mail moved", func() bool { return len(l.Mails("INBOX")) == 0 })
			d.mu.Lock()
			defer d.mu.Unlock()
			if len(got) != 1 || got[0].Short != c.short || (got[0].Raw == nil) != c.short || asked != c.asked || c.short != (len(l.Mails("Quarantine")) == 1) {
				t.Errorf("asked %d times, handed over %+v", asked, got)
			}
			if c.short && number(got[0].Header) != 7 {
				t.Errorf("its header: %q", got[0].Header)
			}
		})
	}
}

// counted counts bytes read.
type counted struct {
	net.Conn
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) { return meter{c.Conn, c.n}.Read(p) }

// TestTooMuch: a server that sends without end is cut off, and an impossible list is not expanded.
func TestTooMuch(t *testing.T) {
	million := strings.Repeat("1", 1<<20)
	for name, c := range map[string]struct {
		to, answer string
		says       string
	}{
		"range":              {"UID SEARCH", "* ESEARCH (TAG \"TAGGED\") UID ALL 1:300000000\r\n", "more messages"},
		"without end":        {"UID SEARCH", "* ESEARCH (TAG \"TAGGED\") UID ALL 1:*\r\n", ""},
		"many mails":         {"UID SEARCH", "* ESEARCH (TAG \"TAGGED\") UID ALL 1:300000000\r\n* 4000000000 EXISTS\r\n", "more messages"},
		"long line":          {"UID SEARCH", "* SEARCH " + strings.Repeat(million, 8), "line of more than"},
		"literal":            {"SELECT", "* LIST () \"/\" {500000000}\r\n" + strings.Repeat(million, 8), "line of more than"},
		"many lines":         {"UID SEARCH", strings.Repeat("* SEARCH"+strings.Repeat(" 1234567", 125)+"\r\n", 16<<10), "one command"},
		"body not asked":     {"RFC822.SIZE", "* 1 FETCH (UID 1 BODY[] {60000000}\r\n" + strings.Repeat(million, 8), "line of more than"},
		"body of others":     {"BODY.PEEK[]", strings.Repeat("* 1 FETCH (UID 8 BODY[] "+literal(million)+")\r\n", 8), ""},
		"line in a greeting": {"LOGIN", "* CAPABILITY " + strings.Repeat(million, 8), "line of more than"},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			l, config := lied(t, func(o *liar.Command) {
				if strings.Contains(o.Name+" "+o.Args, c.to) {
					if asked++; asked == 1 {
						o.Lines, o.Raw = nil, strings.ReplaceAll(c.answer, "TAGGED", o.Tag)
					}
				}
			})
			var sent atomic.Int64
			l.Put(mail(7))
			dial := config.Dial
			config.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				conn, err := dial(ctx, network, addr)
				return counted{conn, &sent}, err
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d := newDaemon()
			start(t, config, d)
			d.await(t, "the mail, once the server has mended its ways", func() bool { return d.given[7] > 0 })
			runtime.ReadMemStats(&after)
			if held := after.TotalAlloc - before.TotalAlloc; held > 128<<20 && name != "body of others" && !racing {
				t.Errorf("%d bytes were taken from memory", held)
			}
			if n := sent.Load(); n > maxList+maxLine && name != "body of others" {
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

// TestExpand: exactly the mails that exist.
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
			expect.Same(t, fmt.Sprintf("%s in pieces of %d: %v", name, piece, err), err == nil, c.ok)
		}
	}
}
