package seed

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/post"
)

// event is a fault. Its line in a script: when, what, where, how often, how long, "torn", and on which machine.
type event struct {
	At   time.Duration
	Kind string
	Arg  string
	N    int
	For  time.Duration
	Tear bool
	Of   int
}

func (e event) String() string {
	return fmt.Sprintf("%s %s %s %d %s %v %d", e.At, e.Kind, e.Arg, e.N, e.For, e.Tear, e.Of)
}

// parse reads a script; one without its heading is refused.
func parse(script string) (r run, err error) {
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "#") {
			if _, err = fmt.Sscanf(line, heading, &r.seed, &r.days, &r.tables, &r.daemons, &r.boxes); err != nil {
				return r, err
			}
			continue
		}
		var e event
		var at, lasts string
		_, err = fmt.Sscan(line, &at, &e.Kind, &e.Arg, &e.N, &lasts, &e.Tear, &e.Of)
		from, wrong := time.ParseDuration(at)
		span, bad := time.ParseDuration(lasts)
		if err = errors.Join(err, wrong, bad); err != nil {
			return r, fmt.Errorf("%q: %w", line, err)
		}
		e.At, e.For = from, span
		r.plan = append(r.plan, e)
	}
	if r.daemons == 0 {
		return r, errors.New("the script has no heading")
	}
	return r, nil
}

// points at which the daemon dies, including "now"; each write has three.
var points = strings.Fields(`now now now decoding deciding reading before-commit after-commit imap.fetched imap.judged imap.moved
	outbox.claimed outbox.marked outbox.handed outbox.stored smtp.before-data smtp.accepted due.before due.after
	commit.before commit.within commit.after commit.after commit.after sending.before sending.within sending.after sent.before sent.within sent.after
	attempt.before attempt.after retry.after defer.after`)

// kinds of events, by frequency.
var kinds = strings.Fields("kill kill kill kill kill stop clock clock drift smtp smtp smtp drop drop cut cut hole off off slow slow imap imap number number disk disk flood freeze freeze address address upgrade restore")

// draw draws the events of a span, for so many machines.
func draw(rng *rand.Rand, span time.Duration, machines int) (plan []event) {
	minutes := func(from, to int) time.Duration { return time.Duration(from+rng.IntN(to-from)) * time.Minute }
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	for at := minutes(20, 100); at < span; at += minutes(5, 150) {
		e := event{At: at, Kind: one(kinds...), Arg: "-", N: 1 + rng.IntN(8), For: minutes(1, 50), Of: rng.IntN(machines)}
		switch e.Kind {
		case "kill", "cut", "freeze":
			e.Arg = one(points...)
			e.Tear = e.Kind == "kill" && strings.HasSuffix(e.Arg, ".after") && rng.IntN(2) == 0
		case "slow":
			e.Arg = one("outbox.claimed", "outbox.marked", "smtp.before-data")
		case "clock":
			e.N = []int{-20, -3600, 300, 5400, 40 * 86400, -40 * 86400}[rng.IntN(6)] // seconds
		case "drift":
			e.N = rng.IntN(2000) - 1000 // parts in a million
		case "smtp":
			e.Arg = one("auth454", "mail421", "rcpt450", "rcpt452", "data451", "data421", "data000", "rcpt000", "rcpt550", "mail550", "auth535")
		case "imap":
			e.Arg = one("LOGIN", "SELECT", "SEARCH", "FETCH", "MOVE") + one(",no", ",drop", ",do", ",mute")
		case "number":
			e.Arg = one("validity", "rebuild", "keep", "empty")
		case "disk":
			if e.Arg = one("full", "eio"); machines > 1 {
				e.Kind, e.Arg = "database", one("lost", "late", "slow", "session", "apart", "down", "readonly")
			}
		case "address":
			e.Arg = one(names...)
		case "upgrade":
			e.Arg = one("18cz", "russian")
		}
		switch {
		case e.Kind == "slow": // longer than a lease, and shorter than the daemon waits for an answer
			e.For = minutes(2, 5)
		case rng.IntN(8) == 0, e.Kind == "off" && rng.IntN(2) == 0:
			e.For += minutes(60, 300)
		}
		if plan = append(plan, e); rng.IntN(6) == 0 {
			at += e.For + minutes(60, 360) // all is well again, for a while
		}
	}
	return plan
}

var stages = map[string]post.Stage{"auth": post.AtAuth, "mail": post.AtMail, "rcpt": post.AtRcpt, "data": post.AtData}

// happen carries out an event.
func (w *world) happen(e event) {
	w.logf("event %s", e)
	m := w.machines[e.Of%len(w.machines)]
	lasts := e.For
	if e.Kind == "smtp" || e.Kind == "drop" { // until it has been tried so often
		lasts = max(lasts, time.Duration(e.N)*time.Hour)
	}
	if e.Kind == "imap" { // a busy account is tried again after 16 minutes
		lasts = max(lasts, time.Duration(e.N)*20*time.Minute)
	}
	w.since = append(w.since, span{time.Now(), time.Now().Add(lasts), e})
	wire := func(until time.Duration) { w.window(time.Now(), time.Now().Add(until)) }
	switch e.Kind {
	case "kill", "cut", "freeze", "slow":
		m.dies(e)
	case "stop":
		m.quit(e)
	case "clock":
		m.setClock(m.step+time.Duration(e.N)*time.Second, 0)
		w.later(e.For, func() {
			m.setClock(0, 0)
			if w.wary {
				w.later(20*time.Minute, w.clockIsRight)
			}
		})
	case "drift":
		m.setClock(m.step, float64(e.N)/1e6)
		w.later(e.For, func() { m.setClock(0, 0) })
	case "smtp":
		var code int
		stage := e.Arg[:4]
		_, _ = fmt.Sscan(e.Arg[4:], &code) // one of ours
		enhanced := [3]int{code / 100, 7, 1}
		if e.Arg == "rcpt550" {
			enhanced[1] = 1 // there is no such mailbox (RFC 3463, 3.2)
		}
		w.post.Fail(post.Fault{At: stages[stage], Code: code, Enhanced: enhanced, Text: "try again later", Drop: code == 0, Times: e.N})
	case "full":
		w.post.Fail(post.Fault{At: post.AtRcpt, To: e.Arg, Code: 452, Enhanced: [3]int{4, 2, 2}, Text: "mailbox full", Times: e.N})
	case "drop":
		w.locked(func() { w.drop = e.N })
	case "hole":
		w.post.BlackHole(true)
		wire(e.For)
		w.later(e.For, func() { w.post.BlackHole(false) })
	case "off":
		wire(0)
		if w.post.Down() == nil {
			w.later(e.For, func() {
				if w.post.Up() == nil { // another of these may have been faster
					w.owe(e.For)
				}
			})
		}
	case "imap":
		command, how, _ := strings.Cut(e.Arg, ",")
		fault := post.IMAPFault{Do: how == "do", Drop: how == "do" || how == "drop", Mute: how == "mute", Code: "UNAVAILABLE", Text: "try again later", Until: time.Now().Add(lasts)}
		for range e.N {
			w.post.FailIMAP(command, fault)
		}
	case "number":
		switch e.Arg {
		case "validity":
			w.must(w.post.NewUIDValidity(m.account, post.Inbox))
		case "empty":
			w.empty(m.account)
		default: // while much mail is read, so that numbers are given twice
			w.flood(e)
			w.later(time.Duration(30+8*e.N)*time.Millisecond, func() { w.must(w.post.Rebuild(m.account, post.Inbox, e.Arg == "keep")) })
		}
	case "disk":
		w.locked(func() { m.broken = e.Arg })
		w.later(e.For, func() { w.locked(func() { m.broken = "" }) })
	case "database":
		if w.base != nil {
			m.fails(e)
		}
	case "address":
		w.people[e.Arg].move()
	case "restore":
		m.restore(e)
	case "upgrade":
		w.titles = titles.Find
		for _, m := range w.machines {
			m.dies(event{At: e.At, Kind: "kill", Arg: "now", For: e.For}) // a frozen one does not end by itself
		}
		w.later(e.For, func() { w.until(func() bool { return w.order("upgrade.ask", "{}") }) })
	case "flood":
		w.flood(e)
	}
}

// flood lets strangers write.
func (w *world) flood(e event) {
	for n := range 50 * e.N {
		id := fmt.Sprintf("%d.%d@strange.example", n, int64(e.At))
		raw := fmt.Appendf(nil, "From: s%d@strange.example\r\nTo: games@localhost\r\nMessage-ID: <%s>\r\n\r\nbuy\r\n", n, id)
		key, err := people.Key(raw)
		w.must(err)
		w.strange[key] = id
		w.deliver(raw)
	}
}

// empty deletes new, unhandled mails from a mailbox.
func (w *world) empty(account string) {
	for _, raw := range w.post.Messages(account, post.Inbox) {
		key, err := people.Key(raw)
		w.must(err)
		w.lost[key] = true
	}
	w.must(w.post.Empty(account, post.Inbox))
}

// heal ends all faults.
func (w *world) heal() {
	w.logf("healed")
	w.healed = true
	w.locked(func() { w.drop, w.gone, w.readOnly = 0, time.Time{}, time.Time{} })
	w.post.Heal()
	_ = w.post.Up() // unless it is
	for _, m := range w.machines {
		m.setClock(0, 0)
		w.locked(func() { m.broken, m.apart, m.slow, m.answer = "", time.Time{}, time.Time{}, event{} })
		if m.life != nil {
			m.life.mu.Lock()
			m.life.armed = event{}
			m.life.mu.Unlock()
		}
		m.next = event{}
		m.start()
	}
}
