package imapbox

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/liar"
)

// trial is a server's behaviour, and the required result after some time in a bubble of synctest.
type trial struct {
	mails  int // 3 if it is 0
	raw    func(n int) []byte
	caps   string
	lie    func(c *liar.Command)
	change func(s *liar.IMAP)
	lasts  time.Duration // 10 min if it is 0
	later  int           // mails that come at the end, one every six minutes; 1 if it is 0
	heals  time.Duration // the server is honest after this time; 0: never

	short   []int // mails that are given as a header
	unread  []int // reported as unreadable
	unmoved bool  // all are reported, since they stay where they are
	copies  int   // in Processed; -1: none, 0: one of each played mail
	counts  map[string]int
	conns   int // at most; 0: 1
}

// asks reports whether a command is about a mail.
func asks(c *liar.Command, uid int) bool {
	return slices.ContainsFunc(c.Lines, func(l string) bool {
		return strings.Contains(strings.TrimSuffix(l, ")")+" ", fmt.Sprintf("(UID %d ", uid))
	})
}

func fetches(c *liar.Command, what string) bool {
	return c.Name == "UID FETCH" && strings.Contains(c.Args, what)
}

func bye(c *liar.Command) {
	c.Lines, c.Raw, c.End, c.Then = nil, "* BYE sorry\r\n", "", liar.HangUp
	c.Pretend()
}

// hangsUp carries out a command and does not say so.
func hangsUp(c *liar.Command) { c.Lines, c.End, c.Then = nil, "", liar.HangUp }

func without(c *liar.Command, uid int) {
	c.Lines = slices.DeleteFunc(c.Lines, func(l string) bool {
		return strings.Contains(strings.TrimSuffix(l, ")")+" ", fmt.Sprintf("(UID %d ", uid))
	})
}

const textOf = "BODY.PEEK[]"

// to makes a lie about the fetched data of mail 2.
func to(what string, lie func(c *liar.Command)) func(c *liar.Command) {
	return func(c *liar.Command) {
		if fetches(c, what) && asks(c, 2) {
			lie(c)
		}
	}
}

func at(name string, lie func(c *liar.Command)) func(c *liar.Command) {
	return func(c *liar.Command) {
		if c.Name == name {
			lie(c)
		}
	}
}

// once lies at the first command of a name.
func once(name string, lie func(c *liar.Command)) func(c *liar.Command) {
	n := 0
	return at(name, func(c *liar.Command) {
		if n++; n == 1 {
			lie(c)
		}
	})
}

func refusing(end string) func(c *liar.Command) { return func(c *liar.Command) { c.Refuse(end) } }

// parts is a mail of two parts.
func parts(n int) []byte {
	text := string(mail(n))
	head, body, _ := strings.Cut(text, "\r\n\r\n")
	return fmt.Appendf(nil, "%s\r\nContent-Type: multipart/alternative; boundary=\"=_x\"\r\n\r\n--=_x\r\n\r\n%s\r\n--=_x\r\nContent-Type: text/html\r\n\r\n<p>%s</p>\r\n--=_x--\r\n",
		head, body, strings.Repeat("work 3 ", 20))
}

func sized(f func(raw []byte) int) func(s *liar.IMAP) { return func(s *liar.IMAP) { s.Size = f } }

var wires = map[string]trial{
	// One mail, or one command.
	"poison_bye":            {lie: to(textOf, bye), short: []int{2}, conns: 8},
	"poison_bye_header_too": {lie: to("BODY", bye), unread: []int{2}, conns: 10},
	"poison_bye_last":       {mails: 2, lie: to("BODY", bye), unread: []int{2}, conns: 10},
	"poison_bye_of_50":      {mails: 50, lie: to(textOf, bye), short: []int{2}, conns: 14},
	"poison_sizes":          {lie: to("RFC822.SIZE", bye), conns: 5},
	"sizes_bye_always":      {lie: func(c *liar.Command) { ifThen(fetches(c, "RFC822.SIZE"), bye, c) }, conns: 12, lasts: time.Hour},
	"poison_parse":          {lie: to(textOf, func(c *liar.Command) { c.Lines, c.Raw = nil, "* 2 FETCH (UID 2 BODY[] }oh\r\n" }), short: []int{2}, conns: 8},
	"silence_always_for_one": {lie: to(textOf, func(c *liar.Command) {
		c.Lines, c.Raw, c.End, c.Then = nil, "* 2 FETCH (UID 2 BODY[] {500}\r\nFrom: ", "", liar.Hush
	}), short: []int{2}, conns: 8},
	"silence_without_a_byte": {lie: to(textOf, func(c *liar.Command) { c.Lines, c.End, c.Then = nil, "", liar.Hush }), short: []int{2}, conns: 8},
	"close_at_fetch":         {mails: 21, lie: at("UID FETCH", bye), heals: time.Minute, conns: 10},
	"close_at_fetch_long":    {mails: 21, lie: at("UID FETCH", bye), heals: 20 * time.Minute, lasts: 3 * time.Hour, conns: 40},
	"hotmail_bye_on_large_fetch": {mails: 60, lie: func(c *liar.Command) { ifThen(c.Name == "UID FETCH" && len(c.Lines) > 10, bye, c) },
		conns: 6, counts: map[string]int{"UID FETCH": 40}},
	"no_move_no_uidplus": {caps: "IMAP4rev1 IDLE"},
	"body_no_partial_echo": {lie: func(c *liar.Command) {
		to(textOf, refusing("NO no"))(c)
		for i, l := range c.Lines {
			c.Lines[i] = strings.Replace(l, "]<0> ", "] ", 1)
		}
	}, short: []int{2}},
	"fifty_thousand": {mails: level.Of(2000, 10_000, 50_000), lasts: time.Hour, counts: map[string]int{"UID SEARCH": 60}},
	"many_mails":     {mails: 1000, counts: map[string]int{"UID SEARCH": 12}},
	"slow_fetch": {raw: func(n int) []byte {
		return append(mail(n), strings.Repeat("a line of text\r\n", map[int]int{2: 812_000 / 16}[n])...)
	},
		lie: func(c *liar.Command) { c.Pace = time.Second / 6 }},
	"very_slow_fetch": {raw: func(n int) []byte {
		return append(mail(n), strings.Repeat("a line of text\r\n", map[int]int{2: 30_000 / 16}[n])...)
	},
		lie: func(c *liar.Command) { c.Pace = 20 * time.Second }, lasts: time.Hour},
	"news_bye_always": {lie: func(c *liar.Command) { ifThen(fetches(c, "RFC822.SIZE") && fetches(c, textOf), bye, c) }, later: 20, conns: 3},
	"move_bye":        {lie: at("UID MOVE", bye), unmoved: true, copies: -1, conns: 12},

	"move_bye_done": {lie: at("UID MOVE", hangsUp), conns: 3},

	"move_cut_before": {lie: once("UID MOVE", bye), conns: 2},
	"move_cut_done":   {lie: once("UID MOVE", hangsUp), conns: 2},
	"move_expunged_by_another": {
		lie: once("UID MOVE", refusing("NO [EXPUNGEISSUED] Some messages were already expunged"))},
	"move_done_and_expunged": {
		lie: once("UID MOVE", func(c *liar.Command) { c.Lines, c.End = nil, "NO [EXPUNGEISSUED] gone" })},
	"move_overquota_once": {lie: once("UID MOVE", refusing("NO [OVERQUOTA] Mailbox is full"))},
	"move_folder_missing": {lie: once("UID MOVE", refusing("NO [TRYCREATE] none")), counts: map[string]int{"CREATE": 3}},
	"copy_overquota_once": {caps: "IMAP4rev1 IDLE", lie: once("UID COPY", refusing("NO [OVERQUOTA] Mailbox is full"))},

	// A refusal.
	"poison_no":                   {lie: to(textOf, refusing("NO Server Unavailable. 15")), short: []int{2}, counts: map[string]int{"UID FETCH": 20}},
	"poison_no_unavailable":       {lie: to(textOf, refusing("NO [UNAVAILABLE] UID FETCH Server error")), short: []int{2}, counts: map[string]int{"UID FETCH": 20}},
	"poison_bad":                  {lie: to(textOf, refusing("BAD internal error")), short: []int{2}, counts: map[string]int{"UID FETCH": 20}},
	"poison_no_header_too":        {lie: to("BODY", refusing("NO Server Unavailable. 15")), unread: []int{2}, counts: map[string]int{"UID FETCH": 20}},
	"poison_no_limit":             {lie: to(textOf, refusing("NO [LIMIT] message too large")), short: []int{2}, conns: 6},
	"fetch_ok_without_data":       {lie: to("UID", func(c *liar.Command) { without(c, 2) }), unread: []int{2}, counts: map[string]int{"UID FETCH": 20}},
	"fetch_ok_without_text":       {lie: to(textOf, func(c *liar.Command) { without(c, 2) }), short: []int{2}},
	"poison_nil":                  {lie: to(textOf, func(c *liar.Command) { without(c, 2); c.Lines = append(c.Lines, "* 2 FETCH (UID 2 BODY[] NIL)") }), short: []int{2}},
	"poison_empty":                {lie: to(textOf, func(c *liar.Command) { without(c, 2); c.Lines = append(c.Lines, "* 2 FETCH (UID 2 BODY[] {0}\r\n)") }), short: []int{2}},
	"all_refused_for_ten_minutes": {mails: 21, lie: at("UID FETCH", refusing("NO Server error")), heals: 10 * time.Minute, lasts: 2 * time.Hour, conns: 40, counts: map[string]int{"UID FETCH": 200}},
	"overquota_fetch": {mails: 21, lie: at("UID FETCH", refusing("NO [OVERQUOTA] Account exceeded command or bandwidth limits.")), heals: 30 * time.Minute, lasts: time.Hour,
		conns: 20, counts: map[string]int{"UID FETCH": 30, "UID SEARCH": 45}},
	"overquota_bye_at_fetch": {mails: 21, lie: at("UID FETCH", func(c *liar.Command) {
		c.Lines, c.Raw, c.End, c.Then = nil, "* BYE [OVERQUOTA] Account exceeded command or bandwidth limits.\r\n", "", liar.HangUp
	}), heals: 30 * time.Minute, lasts: time.Hour, conns: 20, counts: map[string]int{"UID FETCH": 30}},
	"create_refused": {lie: func(c *liar.Command) {
		ifThen(c.Name == "CREATE", refusing("NO [NOPERM] not yours"), c)
		ifThen(c.Name == "STATUS", refusing("NO [NONEXISTENT] no such folder"), c)
	}, unmoved: true, copies: -1},
	"throttled_fetch": {mails: 21, lie: at("UID FETCH", refusing("NO [THROTTLED] Request is throttled. Suggested Backoff Time: 299961 milliseconds")), heals: 4 * time.Minute,
		conns: 2, counts: map[string]int{"UID FETCH": 16, "UID SEARCH": 16}},
	"throttled_text": {mails: 21, lie: at("UID FETCH", refusing("BAD Request is throttled. Suggested Backoff Time: 299961 milliseconds")), heals: 4 * time.Minute,
		conns: 2, counts: map[string]int{"UID FETCH": 20}},

	// A size that is none.
	"exchange_size_estimate_up": {change: sized(func(raw []byte) int { return len(raw) * 105 / 100 }), counts: map[string]int{"UID FETCH": 9}},
	"exchange_vandelay":         {raw: parts, change: sized(func(raw []byte) int { return len(raw) * 3 }), counts: map[string]int{"UID FETCH": 9}},
	"exchange_size_enormous":    {change: sized(func([]byte) int { return 1 << 30 }), counts: map[string]int{"UID FETCH": 9}},
	"exchange_size_low":         {change: sized(func(raw []byte) int { return len(raw) / 2 })},
	"size_zero":                 {change: sized(func([]byte) int { return 0 })},
	"size_missing": {lie: func(c *liar.Command) {
		for i, l := range c.Lines {
			c.Lines[i] = strings.Replace(l, fmt.Sprintf(" RFC822.SIZE %d", len(mail(1))), "", 1)
		}
	}},
	"cut_in_a_part": {raw: parts, lie: func(c *liar.Command) {
		for i, l := range c.Lines {
			if fetches(c, textOf) {
				c.Lines[i] = strings.Replace(l, fmt.Sprintf("{%d}", len(parts(1))), "{180}", 1)[:len(l)-len(parts(1))-1+180] + ")"
			}
		}
	}, short: []int{1, 2, 3}},

	// A move that is none.
	"move_ok_but_stays":   {lie: at("UID MOVE", func(c *liar.Command) { c.Pretend() }), unmoved: true, copies: -1, lasts: time.Hour, counts: map[string]int{"UID MOVE": 20, "UID FETCH": 16, "UID SEARCH": 45}},
	"move_ok_heals":       {lie: at("UID MOVE", func(c *liar.Command) { c.Pretend() }), heals: 10 * time.Minute, lasts: time.Hour},
	"all_mail_as_mailbox": {lie: at("UID MOVE", func(c *liar.Command) { c.Keep() }), unmoved: true, lasts: time.Hour, counts: map[string]int{"UID MOVE": 2, "UID FETCH": 16, "UID SEARCH": 45}},
	"select_fails_after_a_look": {lie: func(c *liar.Command) {
		ifThen(c.Name == "UID MOVE", func(c *liar.Command) { c.Pretend() }, c)
		ifThen(c.Name == "EXAMINE", func(*liar.Command) { looked = true }, c)
		if c.Name == "SELECT" && looked {
			looked = false
			c.Refuse("NO [INUSE] not now")
		}
	}, lasts: time.Hour, unmoved: true, copies: -1, conns: 16, counts: map[string]int{"UID MOVE": 20}},
	"expunge_ok_but_stays": {caps: "IMAP4rev1 IDLE", lie: at("EXPUNGE", func(c *liar.Command) { c.Pretend() }), unmoved: true, lasts: time.Hour, counts: map[string]int{"UID COPY": 2, "EXPUNGE": 20}},
	"uid_expunge_ok":       {caps: "IMAP4rev1 IDLE UIDPLUS", lie: at("UID EXPUNGE", func(c *liar.Command) { c.Pretend() }), unmoved: true, lasts: time.Hour, counts: map[string]int{"UID COPY": 2, "UID EXPUNGE": 20}},
	"read_only":            {lie: at("UID MOVE", refusing("NO [READ-ONLY] not here")), unmoved: true, copies: -1, lasts: time.Hour, counts: map[string]int{"UID MOVE": 20, "UID FETCH": 6}},
	"move_overquota":       {lie: at("UID MOVE", refusing("NO [OVERQUOTA] full")), unmoved: true, copies: -1, lasts: time.Hour, counts: map[string]int{"UID MOVE": 20, "UID FETCH": 6}},
	"copy_overquota":       {caps: "IMAP4rev1 IDLE", lie: at("UID COPY", refusing("NO [OVERQUOTA] full")), unmoved: true, copies: -1, lasts: time.Hour, counts: map[string]int{"UID COPY": 20}},
	"move_bad":             {lie: at("UID MOVE", refusing("BAD no")), unmoved: true, copies: -1, lasts: time.Hour, counts: map[string]int{"UID MOVE": 20}},
}

var looked bool

func ifThen(holds bool, lie func(c *liar.Command), c *liar.Command) {
	if holds {
		lie(c)
	}
}

// TestWires: reported behaviour of providers' servers. Each mail is played once, or handed over as its header,
// or reported; commands and connections are few; and mail that comes at the end is read, too.
func TestWires(t *testing.T) {
	for name, w := range wires {
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { w.run(t) }) })
	}
}

func (w trial) run(t *testing.T) {
	s := newLiar(t)
	if w.caps != "" {
		s.Caps = w.caps
	}
	if w.change != nil {
		w.change(s)
	}
	began := time.Now()
	s.Lie = func(c *liar.Command) {
		if w.lie != nil && (w.heals == 0 || time.Since(began) < w.heals) {
			w.lie(c)
		}
	}
	raw, n := w.raw, cmp.Or(w.mails, 3)
	if raw == nil {
		raw = mail
	}
	for i := range n {
		s.Put(raw(i + 1))
	}
	d := newDaemon()
	d.verdict = func(m Mail, _ int) Verdict {
		if m.Raw == nil {
			return Poison
		}
		expect.Same(t, number(m.Raw), m.Raw, raw(number(m.Raw)))
		return Done
	}
	running(t, wired(s), d, func() {
		time.Sleep(cmp.Or(w.lasts, 10*time.Minute))
		for range max(w.later, 1) {
			n++
			s.Put(raw(n))
			time.Sleep(6 * time.Minute)
		}
	})
	w.check(t, s, d, n)
}

// running runs the box during meanwhile.
func running(t *testing.T, c Config, d *daemon, meanwhile func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- Run(ctx, c, d.deliver, d.status) }()
	meanwhile()
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func (w trial) check(t *testing.T, s *liar.IMAP, d *daemon, n int) {
	var short []int
	for _, m := range d.headers {
		if short = append(short, number(m.Header)); !m.Short {
			t.Errorf("mail %d: %+v", number(m.Header), m)
		}
	}
	if slices.Sort(short); !slices.Equal(short, w.short) && len(w.short) < n-1 {
		t.Errorf("given as a header: %v, want %v", short, w.short)
	}
	for i := 1; i <= n; i++ {
		if want := map[bool]int{true: 0, false: 1}[slices.Contains(w.unread, i)]; d.given[i] != want {
			t.Errorf("mail %d was given %d times", i, d.given[i])
		}
	}
	last := d.statuses[len(d.statuses)-1]
	if last.State != Watching || fmt.Sprint(last.Unread.UIDs) != fmt.Sprint(w.unread) || (last.Err != nil) != (w.unread != nil) || last.Err == nil == (last.Unread.Err != nil) {
		t.Errorf("in the end: %+v", last)
	}
	expect.Same(t, last.Unmoved, w.unmoved, len(last.Unmoved.UIDs) >= n-1 && last.Unmoved.Err != nil)
	want := n - len(w.short) - len(w.unread)
	if len(w.short) == n-1 {
		want = 0
	}
	if w.copies < 0 {
		want = 0
	}
	filed := map[int]int{}
	for _, m := range s.Mails("Processed") {
		filed[number(m.Raw)]++
	}
	expect.Same(t, "in Processed", len(filed), want)
	expect.Same(t, "in Processed", len(s.Mails("Processed")), want)
	for command, most := range w.counts {
		if got := s.Count(command); got > most {
			t.Errorf("%d times %s, want %d at most", got, command, most)
		}
	}
	if got := s.Connections(); got > max(w.conns, 1) {
		t.Errorf("%d connections, want %d at most", got, max(w.conns, 1))
	}
}

// TestBytesOfAnHour: a server that makes us download the same again and again is left alone for the rest of the hour.
func TestBytesOfAnHour(t *testing.T) {
	defer func(most int64) { maxHour = most }(maxHour)
	maxHour = 1 << 20
	synctest.Test(t, func(t *testing.T) {
		s, d := newLiar(t), newDaemon()
		for n := range 25 {
			s.Put(append(mail(n+1), strings.Repeat("a line of text\r\n", 100_000/16)...))
		}
		c := wired(s)
		c.Batch = 5
		running(t, c, d, func() {
			for hour, want := range []int{15, 25} {
				time.Sleep(time.Hour - time.Minute)
				expect.Same(t, hour, len(d.times()), want)
				time.Sleep(time.Minute)
			}
		})
		if !slices.ContainsFunc(d.statuses, func(s Status) bool {
			return s.State == Busy && strings.Contains(s.Err.Error(), "1 MB were downloaded within an hour")
		}) || s.Connections() > 2 {
			t.Errorf("%d connections, %+v", s.Connections(), d.statuses)
		}
	})
}

// newLiar returns a server that is closed with the test.
func newLiar(t *testing.T) *liar.IMAP {
	s := liar.NewIMAP()
	t.Cleanup(func() {
		expect.Is(t, "close", s.Close(), nil)
	})
	return s
}

func wired(s *liar.IMAP) Config {
	return Config{Addr: "127.0.0.1:143", User: "u", Password: func() (string, error) { return "p", nil }, TLS: "none", Dial: s.Dial}
}

// TestFaultsTogether: if some mails cannot be fetched, each for another reason, the others are played within an hour.
func TestFaultsTogether(t *testing.T) {
	first := level.Seed(t, 1)
	for seed := first; seed < first+level.Of[uint64](10, 150, 1000); seed++ {
		synctest.Test(t, func(t *testing.T) { faultsTogether(t, rand.New(rand.NewPCG(seed, 33)), seed) })
	}
}

func faultsTogether(t *testing.T, rng *rand.Rand, seed uint64) {
	s, d := newLiar(t), newDaemon()
	lies := []func(c *liar.Command, uid int){
		func(c *liar.Command, _ int) { bye(c) },
		func(c *liar.Command, _ int) { c.Refuse("NO Server error") },
		without,
	}
	lie, header := map[int]func(c *liar.Command, uid int){}, map[int]bool{}
	n := 1 + rng.IntN(30)
	for uid := 1; uid <= n; uid++ {
		if s.Put(mail(uid)); rng.IntN(4) == 0 {
			lie[uid], header[uid] = lies[rng.IntN(len(lies))], rng.IntN(2) == 0
		}
	}
	s.Lie = func(c *liar.Command) {
		for uid := 1; uid <= n; uid++ {
			if lie[uid] != nil && asks(c, uid) && (fetches(c, textOf) || fetches(c, "") && !header[uid]) {
				lie[uid](c, uid)
			}
		}
	}
	d.verdict = func(m Mail, _ int) Verdict { return map[bool]Verdict{true: Poison, false: Done}[m.Raw == nil] }
	running(t, wired(s), d, func() {
		time.Sleep(time.Hour)
		given := d.times()
		for uid := 1; uid <= n; uid++ {
			if lie[uid] == nil && given[uid] != 1 {
				t.Errorf("seed %d: mail %d was given %d times", seed, uid, given[uid])
			}
		}
		time.Sleep(11 * time.Hour)
	})
	for uid := range lie {
		if want := map[bool]int{true: 1}[header[uid]]; d.given[uid] != want {
			t.Errorf("seed %d: of mail %d the header was given %d times, want %d", seed, uid, d.given[uid], want)
		}
	}
	if s.Connections() > 20+12*len(lie) {
		t.Errorf("seed %d: %d connections for %d bad mails in twelve hours", seed, s.Connections(), len(lie))
	}
}

// TestRestartFilesOnce: mails that were decided before a restart have one copy in Processed, whether that server's EXPUNGE does
// nothing, the service ended before it, or before the copy.
func TestRestartFilesOnce(t *testing.T) {
	for name, c := range map[string]struct {
		caps   string
		lie    func(*liar.Command) // until the restart
		always bool                // and after it
	}{
		"expunge_ok_but_stays":     {"IMAP4rev1 IDLE", at("EXPUNGE", func(c *liar.Command) { c.Pretend() }), true},
		"uid_expunge_ok_but_stays": {"IMAP4rev1 IDLE UIDPLUS", at("UID EXPUNGE", func(c *liar.Command) { c.Pretend() }), true},
		"stopped before expunge":   {"IMAP4rev1 IDLE", at("UID STORE", bye), false},
		"stopped before copy":      {"IMAP4rev1 IDLE", at("UID COPY", bye), false},
		"stopped before move":      {"IMAP4rev1 IDLE MOVE", at("UID MOVE", bye), false},
		"look refused":             {"IMAP4rev1 IDLE", all(at("UID COPY", bye), at("EXAMINE", refusing("NO not now"))), true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, d, again := newLiar(t), newDaemon(), false
				s.Caps = c.caps
				s.Lie = func(o *liar.Command) {
					if !again || c.always && (name != "look refused" || o.Name == "EXAMINE") {
						c.lie(o)
					}
				}
				for n := range 3 {
					s.Put(mail(n + 1))
				}
				d.verdict = func(_ Mail, times int) Verdict {
					if times > 1 {
						return Again
					}
					return Done
				}
				for range 2 {
					running(t, wired(s), d, func() { time.Sleep(10 * time.Minute) })
					again = true
				}
				stays := c.always && name != "look refused"
				if filed, left := len(s.Mails("Processed")), len(s.Mails("INBOX")); filed != 3 || stays != (left == 3) || !stays && left > 0 {
					t.Errorf("%d in Processed, %d left; given %v", filed, left, d.given)
				}
			})
		})
	}
}

// TestRebuiltMeanwhile: a mailbox that is rebuilt while another folder is looked into is read again; its new numbers are not
// taken for those that were to be moved.
func TestRebuiltMeanwhile(t *testing.T) {
	for _, caps := range []string{"IMAP4rev1 IDLE MOVE", "IMAP4rev1 IDLE"} {
		synctest.Test(t, func(t *testing.T) {
			s, d, looked, rebuilt := newLiar(t), newDaemon(), false, false
			s.Caps = caps
			s.Lie = func(c *liar.Command) {
				switch {
				case c.Name == "UID MOVE" && !rebuilt:
					c.Pretend()
				case c.Name == "EXAMINE":
					looked = true
				case c.Name == "SELECT" && looked:
					rebuilt = true
					for i, l := range c.Lines {
						c.Lines[i] = strings.Replace(l, "[UIDVALIDITY 1]", "[UIDVALIDITY 2]", 1)
					}
				}
			}
			d.verdict = func(Mail, int) Verdict { return Again }
			for n := range 3 {
				s.Put(mail(n + 1))
			}
			running(t, wired(s), d, func() { time.Sleep(30 * time.Minute) })
			if filed, left := len(s.Mails("Processed")), len(s.Mails("INBOX")); !rebuilt || filed != 3 || left != 0 {
				t.Errorf("%s: rebuilt %t, %d in Processed, %d left; given %v", caps, rebuilt, filed, left, d.given)
			}
			for n, times := range d.given {
				expect.True(t, times >= 2, "%s: mail %d of the new mailbox was not read", caps, n)
			}
		})
	}
}

// TestLabelReappears (gmail_label_reappears): a mail that comes again under new numbers is filed each time.
func TestLabelReappears(t *testing.T) {
	for _, caps := range []string{"IMAP4rev1 IDLE MOVE", "IMAP4rev1 IDLE"} {
		synctest.Test(t, func(t *testing.T) {
			s, d := newLiar(t), newDaemon()
			s.Caps = caps
			d.verdict = func(_ Mail, times int) Verdict { return map[bool]Verdict{true: Done, false: Again}[times == 1] }
			running(t, wired(s), d, func() {
				for range 3 {
					s.Put(mail(1))
					time.Sleep(10 * time.Minute)
				}
			})
			if d.given[1] != 3 || len(s.Mails("INBOX")) > 0 || len(d.statuses[len(d.statuses)-1].Unmoved.UIDs) > 0 {
				t.Errorf("%s: given %v, left %v", caps, d.given, s.Mails("INBOX"))
			}
		})
	}
}
