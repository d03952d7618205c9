package imapbox

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/post"
)

// tap notes the commands that go over its connection, and when an IDLE has begun.
type tap struct {
	net.Conn
	mu       sync.Mutex
	commands []string
	idling   bool
}

func (c *tap) Write(p []byte) (int, error) {
	c.mu.Lock()
	for line := range strings.Lines(string(p)) {
		command := strings.TrimSpace(line)
		if tag, rest, ok := strings.Cut(command, " "); ok && strings.HasPrefix(tag, "T") {
			command = rest
		}
		c.commands, c.idling = append(c.commands, command), false
	}
	c.mu.Unlock()
	return c.Conn.Write(p)
}

func (c *tap) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if n > 0 && p[0] == '+' {
		c.idling = true
	}
	return n, err
}

// take returns the commands so far, without their arguments, once the next IDLE has begun.
func (c *tap) take(t *testing.T, d *daemon) string {
	t.Helper()
	d.await(t, "IDLE", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.idling
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	var words []string
	for _, command := range c.commands {
		fields := strings.Fields(command)
		word := fields[0]
		if word == "UID" {
			word = fields[1]
		}
		words = append(words, word)
	}
	c.commands = nil
	return strings.Join(words, " ")
}

// tapped returns a box that idles, and its connection.
func tapped(t *testing.T, p *post.Post, d *daemon, change func(*Config)) *tap {
	t.Helper()
	conn := make(chan *tap, 100)
	c := config(p)
	c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		raw, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		made := &tap{Conn: raw}
		conn <- made
		return made, err
	}
	if change != nil {
		change(&c)
	}
	start(t, c, d)
	first := <-conn
	first.take(t, d)
	return first
}

func in(p *post.Post, folder string) int { return len(p.Messages("game", folder)) }

// TestCommandsOfAMail: a mail costs three round trips, DONE, FETCH and MOVE; a search only
// follows if something is left unexplained.
func TestCommandsOfAMail(t *testing.T) {
	p := newPost(t, nil)
	d := newDaemon()
	d.verdict = func(m Mail, _ int) Verdict {
		if number(m.Raw) == 5 {
			return Later
		}
		return Done
	}
	conn := tapped(t, p, d, func(c *Config) { c.LaterWait, c.Poll = time.Hour, time.Hour })
	for n := range 4 {
		put(t, p, n)
		d.await(t, "the mail", func() bool { return in(p, "Processed") == n+1 })
		expect.Same(t, n, conn.take(t, d), "DONE FETCH MOVE IDLE")
	}
	put(t, p, 5) // stays, and is not read again with later ones
	d.await(t, "the mail that is left for later", func() bool { return d.given[5] == 1 })
	expect.Same(t, "left for later", conn.take(t, d), "DONE FETCH IDLE")
	put(t, p, 6)
	d.await(t, "the mail behind it", func() bool { return in(p, "Processed") == 5 })
	expect.Same(t, "behind one left for later", conn.take(t, d), "DONE FETCH MOVE IDLE")
	d.mu.Lock()
	defer d.mu.Unlock()
	for n, times := range d.given {
		expect.Same(t, n, times, 1)
	}
}

// deaf does not hear the answer to DONE before a FETCH follows, which it may cut off.
type deaf struct {
	*tap
	cut    bool
	done   bool // the last command was DONE
	behind chan struct{}
	over   <-chan struct{} // the test is
}

func (c *deaf) Write(p []byte) (int, error) {
	if c.done && strings.Contains(string(p), "FETCH") {
		if c.cut {
			_ = c.Close()
		}
		c.behind <- struct{}{}
	}
	c.done = strings.HasPrefix(string(p), "DONE")
	return c.tap.Write(p)
}

func (c *deaf) Read(p []byte) (int, error) {
	n, err := c.tap.Read(p)
	if n > 0 && strings.Contains(string(p[:n]), "IDLE completed") {
		select {
		case <-c.behind:
		case <-c.over:
		}
	}
	return n, err
}

// TestFetchBehindDone: new mails are asked for before the server has confirmed that IDLE is
// over; if the connection does not survive that, it is not done again.
func TestFetchBehindDone(t *testing.T) {
	for _, cut := range []bool{false, true} {
		p := newPost(t, nil)
		d := newDaemon()
		conns := make(chan *tap, 10)
		c := config(p)
		c.Poll, c.RetryMin = time.Hour, time.Millisecond
		first := true
		c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
			raw, err := (&net.Dialer{}).DialContext(ctx, network, addr)
			made := &tap{Conn: raw}
			conns <- made
			if !first {
				return made, err
			}
			first = false
			return &deaf{tap: made, cut: cut, behind: make(chan struct{}, 10), over: t.Context().Done()}, err
		}
		start(t, c, d)
		now := <-conns
		for n := range 3 {
			now.take(t, d)
			put(t, p, n)
			d.await(t, "the mail", func() bool { return in(p, "Processed") == n+1 })
			if n == 0 && cut {
				now = <-conns
			}
		}
		expect.Same(t, cut, len(conns), 0)
	}
}

// TestTroublesWithNews: faults while new mails are taken cause no mail to be lost, or to be handed over twice
// by the same run.
func TestTroublesWithNews(t *testing.T) {
	for _, command := range []string{"FETCH", "MOVE", "SEARCH"} {
		for name, fault := range map[string]post.IMAPFault{
			"cut":              {Drop: true},
			"done and cut":     {Do: true, Drop: true},
			"refused":          {Code: "SERVERBUG", Text: "cannot read the file"},
			"done, refused":    {Do: true, Code: "SERVERBUG", Text: "something else is wrong"},
			"done by somebody": {Do: true, Code: "EXPUNGEISSUED", Text: "gone"},
		} {
			t.Run(command+" "+name, func(t *testing.T) {
				p := newPost(t, nil)
				d := newDaemon()
				tapped(t, p, d, nil)
				for n := 1; n < 4; n++ {
					p.FailIMAP(command, fault)
					put(t, p, n)
					d.await(t, "the mail", func() bool { return in(p, "Processed") == n && in(p, "INBOX") == 0 })
				}
				d.mu.Lock()
				defer d.mu.Unlock()
				for n := 1; n < 4; n++ {
					expect.Same(t, n, d.given[n], 1)
				}
			})
		}
	}
}

// TestNewsOfManySizes: mails that are too large for the first look come in their turn.
func TestNewsOfManySizes(t *testing.T) {
	p := newPost(t, nil)
	d := newDaemon()
	var order []int
	sizes := map[int]int{1: 0, 2: newsSize, 3: 2 << 20, 4: 0, 5: newsSize / 2, 6: 0}
	d.verdict = func(m Mail, _ int) Verdict {
		n := number(append(m.Raw, m.Header...))
		order = append(order, n)
		if want := len(mail(n)) + sizes[n]; m.Size != int64(want) || (m.Raw == nil) != (n == 3) || m.Raw != nil && len(m.Raw) != want {
			t.Errorf("mail %d: %d bytes, %d of them here, want %d", n, m.Size, len(m.Raw), want)
		}
		return Done
	}
	tapped(t, p, d, nil)
	p.FailIMAP("FETCH", post.IMAPFault{Drop: true}) // so that they are all there at once, too
	for n := 1; n <= 6; n++ {
		expect.NoError(t, p.Deliver("game", append(mail(n), strings.Repeat("x", sizes[n])...)))
	}
	d.await(t, "all mails", func() bool { return in(p, "Processed") == 6 })
	d.mu.Lock()
	defer d.mu.Unlock()
	expect.Same(t, "handed over in the order", order, []int{1, 2, 3, 4, 5, 6})
}

// TestNewest: a server's data on the mails after number 6, and those that are taken at once.
func TestNewest(t *testing.T) {
	row := func(uid int, size int, body string) string {
		return fmt.Sprintf("* %d FETCH (UID %d RFC822.SIZE %d BODY[]<0> %s)\r\n", uid-4, uid, size, body)
	}
	whole := string(mail(7))
	many := ""
	for n := range newsMails + 1 {
		many += row(7+n, len(whole), literal(whole))
	}
	large := strings.Repeat("x", newsSize)
	for name, tc := range map[string]struct {
		says string
		want []int
		all  bool
	}{
		"none":             {"* OK none\r\n", nil, true},
		"one":              {row(7, len(whole), literal(whole)), []int{7}, true},
		"the last one":     {row(5, len(whole), literal(whole)), nil, true},
		"in any order":     {row(9, len(whole), literal(whole)) + row(7, len(whole), literal(whole)), []int{7, 9}, true},
		"twice":            {row(7, len(whole), literal(whole)) + "* 9" + row(7, 3, literal("abc"))[3:], []int{7}, true},
		"no text":          {row(7, len(whole), "NIL"), nil, false},
		"half a text":      {row(7, len(whole)*2, literal(whole)) + row(8, len(whole), literal(whole)), nil, false},
		"cut":              {row(6, len(whole), literal(whole)) + row(7, newsSize+9, literal(large)), []int{6}, false},
		"cut, size unsaid": {row(7, 0, literal(large)), nil, false},
		"exactly as large": {row(7, newsSize, literal(large)), []int{7}, true},
		"larger than said": {row(7, 10, literal(whole)), []int{7}, true},
		"limit ignored":    {row(7, newsSize+9, literal(large+"xxxxxxxxx")), nil, false},
		"one too many":     {many, []int{7, 8, 9, 10, 11, 12, 13, 14}, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, c := lied(t, func(c *liar.Command) {
				if c.Name == "UID FETCH" && strings.HasPrefix(c.Args, "6:*") {
					c.Lines, c.Raw = nil, tc.says
				}
			})
			c, err := c.withDefaults()
			expect.NoError(t, err)
			conn := expect.Get(connect(t.Context(), c))(t)
			defer conn.close()
			b := expect.Get(openBox(conn, &memory{}))(t)
			b.memory.next = 6
			ms, all, err := b.newest(1)
			var got []int
			for _, m := range ms {
				got = append(got, int(m.UID))
			}
			expect.True(t, err == nil && all == tc.all && slices.Equal(got, tc.want), "%v, %v, %v", got, all, err)
		})
	}
}
