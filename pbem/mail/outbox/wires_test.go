package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// wire is a case of a provider's server.
type wire struct {
	name    string
	seats   int    // with waiting letters; 0: two
	at      string // the step that lies
	reply   string
	to      string        // only to this recipient
	lasts   time.Duration // from the first attempt on; 0: half an hour
	most    int           // attempts at the step while it lasts; 0: 8
	within  time.Duration // until all letters have arrived; 0: an hour after the end
	failed  bool          // the letters to the recipient are given up
	prompt  bool          // the other letters do not wait
	stopped bool          // the organiser is told that the server refuses us
	given   bool          // letters are given up, but only while it lasts
	any     bool          // any reports to the organiser
}

// organiser gets reports by letter, as from the daemon: once a day of each kind.
const organiser = "host@h"

// notify sends reports to the organiser.
func (w *world) notify() {
	before := w.opts.Notify
	seen := map[Kind]bool{}
	w.opts.Notify = func(ctx context.Context, e Event) {
		before(ctx, e)
		if (e.Letter.Kind == notice && e.Kind != Stopped) || seen[e.Kind] {
			return
		}
		seen[e.Kind] = true
		l := toSeat(-1, organiser)
		l.Kind = notice
		w.queue(l)
	}
}

func (w *world) tolds(k Kind) (n int) {
	for _, e := range w.told() {
		if strings.HasPrefix(e, string(k)+" ") {
			n++
		}
	}
	return n
}

// over lets the pump send to a server that lies.
func (w *world) over(s *liar.SMTP) (done func()) {
	out := smtpout.New(smtpout.Config{Addr: "127.0.0.1:25", TLS: "none", Dial: s.Dial, User: "u", Password: func() (string, error) { return "p", nil }})
	w.opts.Sender = out
	return func() {
		if err := errors.Join(out.Close(), s.Close()); err != nil && !strings.Contains(err.Error(), "closed") {
			w.t.Error(err)
		}
	}
}

// copies returns how often each recipient got a letter.
func copies(s *liar.SMTP) map[string]int {
	n := map[string]int{}
	for _, l := range s.Letters() {
		n[l.To]++
	}
	return n
}

const seat0 = "p0@h"

// account are refusals of the account: no letter is given up, attempts are few, and all letters arrive when
// they are over.
var account = []wire{
	{name: "gmail_daily_limit_2p", at: "TEXT", reply: "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://support.google.com/a/answer/166852", stopped: true},
	{name: "mid_gmail_2p", at: "TEXT", reply: "550 5.4.5 Daily user sending limit exceeded.", lasts: 20 * time.Hour, most: 24, stopped: true},
	{name: "gmail_daily_limit_3p", seats: 3, at: "TEXT", reply: "550 5.4.5 Daily user sending limit exceeded.", stopped: true},
	{name: "outlook_suspended_3p", seats: 3, at: "TEXT", reply: "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a permanent exception with message WASCL UserAction verdict is not None. Actual verdict is Suspend", stopped: true},
	{name: "mid_suspend_3p", seats: 3, at: "RCPT", reply: "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException", lasts: 48 * time.Hour, most: 52, stopped: true},
	{name: "outlook_518_rcpt_3p", seats: 3, at: "RCPT", reply: "550 5.1.8 Access denied, bad outbound sender", stopped: true},
	{name: "o365_57708_2p", at: "TEXT", reply: "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP", stopped: true},
	{name: "smtp_530_mail", at: "MAIL", reply: "530 5.7.57 Client not authenticated to send mail", stopped: true},
	{name: "auth_535", at: "AUTH", reply: "535 5.7.139 Authentication unsuccessful, the user credentials were incorrect", stopped: true},
	{name: "greet_554", at: "GREETING", reply: "554 no SMTP service for you", stopped: true},
	{name: "one reader, unclear", seats: 1, at: "TEXT", reply: "554 Transaction failed", lasts: 30 * time.Hour, most: 60, within: 3 * time.Hour, stopped: true},
	{name: "qq_content", at: "TEXT", reply: "550 Mail content denied. http://service.mail.qq.com", lasts: 9 * 24 * time.Hour, most: 240, stopped: true},
	{name: "163_dt_spm", at: "TEXT", reply: "554 DT:SPM 163 smtp10,AAAA", stopped: true},
	{name: "naming the reader", at: "RCPT", reply: "554 5.7.1 <" + seat0 + ">: Recipient address rejected: Access denied", stopped: true},
	{name: "ses_throttling", at: "TEXT", reply: "454 Throttling failure: Daily message quota exceeded.", stopped: true},
	{name: "yahoo_tss04", at: "MAIL", reply: "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume", stopped: true},
	{name: "greet_421", at: "GREETING", reply: "421 4.7.0 try again later", most: 6},
	{name: "too_many_logins", at: "AUTH", reply: "454 4.7.0 Too many login attempts, please try again later.", most: 6},
	{name: "looks like a mailbox", at: "RCPT", reply: "550 5.2.1 Your account has been disabled", stopped: true},
	{name: "no such user, for all", at: "RCPT", reply: "550 5.1.1 No such user", within: 2 * time.Hour, given: true},
}

// reader are refusals of one recipient or one letter: others do not wait.
var oneReader = []wire{
	{name: "one_recipient_451", at: "RCPT", reply: "451 4.3.0 temporary failure", to: seat0, most: 4, prompt: true},
	{name: "greylist_450", at: "RCPT", reply: "450 4.7.1 <" + seat0 + ">: Recipient address rejected: Greylisted", to: seat0, most: 4, prompt: true},
	{name: "too_many_452", at: "RCPT", reply: "452 4.5.3 Too many recipients", to: seat0, most: 4, prompt: true},
	{name: "mid_421", at: "RCPT", reply: "421 4.3.2 closing down", to: seat0, most: 4, prompt: true},
	{name: "policy_550_one", at: "TEXT", reply: "550 5.7.1 Our system has detected that this message is likely unsolicited mail and has been blocked.", to: seat0, failed: true, prompt: true},
	{name: "policy at RCPT", at: "RCPT", reply: "550 5.7.1 <" + seat0 + ">: Recipient address rejected: Access denied", to: seat0, failed: true, prompt: true},
	{name: "size_552_one", at: "TEXT", reply: "552 5.2.3 Your message exceeded Google's message size limits.", to: seat0, failed: true, prompt: true, most: 1},
	{name: "unknown", at: "RCPT", reply: "550 5.1.1 user unknown", to: seat0, failed: true, prompt: true, most: 1},
	{name: "disabled", at: "RCPT", reply: "550 5.2.1 The email account that you tried to reach is disabled.", to: seat0, failed: true, prompt: true, most: 1},
	{name: "full", at: "TEXT", reply: "552 5.2.2 The email account that you tried to reach is over quota.", to: seat0, failed: true, prompt: true, most: 1},
	{name: "alone and refused", seats: 1, at: "RCPT", reply: "550 5.7.1 <" + seat0 + ">: refused", to: seat0, failed: true},
}

// TestWires: the results of letters, and attempts and reports, while a server refuses the account or a reader.
func TestWires(t *testing.T) {
	for _, c := range slices.Concat(account, oneReader) {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.run(t) })
		})
	}
}

func (c wire) run(t *testing.T) {
	c.seats, c.most = max(c.seats, map[bool]int{true: 2}[c.seats == 0]), max(c.most, map[bool]int{true: 8}[c.most == 0])
	c.lasts = max(c.lasts, map[bool]time.Duration{true: 30 * time.Minute}[c.lasts == 0])
	c.within = max(c.within, map[bool]time.Duration{true: 62 * time.Minute}[c.within == 0])
	w := newWorld(t)
	w.notify()
	s, began, tries := liar.NewSMTP(), time.Now(), 0
	s.Lie = func(o *liar.Order) {
		if o.Name == c.at && time.Since(began) < c.lasts && (c.to == "" || o.To == c.to || strings.Contains(o.Args, "<"+c.to+">")) {
			tries++
			o.Refuse(c.reply)
			if strings.HasPrefix(c.reply, "421") {
				o.Then = liar.HangUp
			}
		}
	}
	defer w.over(s)()
	for i := range c.seats {
		w.queue(toSeat(i, fmt.Sprintf("p%d@h", i)))
	}
	p, stop := w.start()
	time.Sleep(c.lasts - time.Second)
	for _, l := range w.outbox() {
		expect.True(t, l.State != store.Failed || c.failed || c.given, "given up: %s %s", l.To, l.LastCode)
	}
	expect.True(t, tries <= c.most, "%d attempts", tries)
	if refusal := p.Refusal(); !c.any && c.stopped == refusal.Since.IsZero() || !c.any && !c.stopped && w.tolds(Stopped) > 0 {
		t.Errorf("refused since %v, told %q", refusal, w.told())
	}
	if others := copies(s); c.prompt && others["p1@h"] != 1 {
		t.Errorf("others wait: %v", others)
	}
	time.Sleep(c.within)
	stop()
	left, got := w.outbox(), copies(s)
	for to, n := range got {
		expect.True(t, n == 1 || to == organiser, "%d letters to %s", n, to)
	}
	switch {
	case c.failed && (len(left) != 1 || left[0].State != store.Failed || got[organiser] == 0 || w.tolds(Refused)+w.tolds(RecipientBad) == 0):
		t.Errorf("left %v, told %q", left, w.told())
	case !c.failed && (len(left) != 0 || len(got) < c.seats):
		t.Errorf("left %+v, arrived %v, told %q", left, got, w.told())
	case c.stopped && (w.tolds(Stopped) == 0 || got[organiser] == 0 || !p.Refusal().Since.IsZero()):
		t.Errorf("the organiser was told %q, got %d letters, refused since %v", w.told(), got[organiser], p.Refusal())
	}
}

// TestRefusedAtAnyStep: the account may be refused at any step, with any code and any number of waiting
// letters: for a day no letter is given up and attempts are few, then all arrive once.
func TestRefusedAtAnyStep(t *testing.T) {
	level.NeedFull(t)
	for _, at := range []string{"GREETING", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "TEXT"} {
		for _, reply := range []string{
			"550 5.4.5 Daily user sending limit exceeded.", "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException",
			"421 4.7.0 [TSS04] Messages temporarily deferred", "451 4.7.1 Rate limit exceeded", "452 You have sent too many messages",
			"550 5.7.1 Delivery not authorized", "554 Transaction failed", "550 not for <" + seat0 + ">", "535 Login denied", "550 ",
			"554 Message rejected: Email address is not verified.", "454 4.7.0 Too many login attempts", "571 blocked",
		} {
			for _, seats := range []int{1, 2, 3, 20} {
				t.Run(fmt.Sprint(at, " ", reply, " ", seats), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						wire{seats: seats, at: at, reply: reply, lasts: 26 * time.Hour, most: 70, within: 3 * time.Hour, any: true}.run(t)
					})
				})
			}
		}
	}
}

// TestOneAnHour: a server that accepts a letter now and then gets all, and none is given up.
func TestOneAnHour(t *testing.T) {
	for _, reply := range []string{"550 5.4.5 Daily user sending limit exceeded.", "451 4.7.1 Rate limit exceeded", "421 Too many messages"} {
		inBubble(t, func(t *testing.T, w *world) {
			w.notify()
			s, next, tries := liar.NewSMTP(), time.Now(), 0
			s.Lie = func(o *liar.Order) {
				switch {
				case o.Name != "TEXT":
				case time.Now().Before(next):
					tries++
					o.Refuse(reply)
				default:
					next = time.Now().Add(time.Hour)
				}
			}
			defer w.over(s)()
			for i := range 6 {
				w.queue(toSeat(i, fmt.Sprintf("p%d@h", i)))
			}
			_, stop := w.start()
			time.Sleep(14 * time.Hour)
			stop()
			if left, got := w.outbox(), copies(s); len(left) != 0 || len(got) != 7 || len(s.Letters()) > 8 || tries > 40 {
				t.Errorf("%s: left %+v, arrived %v, refused %d times", reply, left, got, tries)
			}
		})
	}
}
