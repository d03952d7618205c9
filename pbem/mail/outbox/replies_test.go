package outbox

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// TestReplies: servers whose replies come late, twice, not at all or in odd forms. Letters arrive once if that
// can be known, never three times, and no other reader waits for long.
func TestReplies(t *testing.T) {
	say := func(at string, reply ...string) func(o *liar.Order, _ int) {
		return func(o *liar.Order, _ int) {
			if o.Name == at {
				o.Reply = reply
			}
		}
	}
	first := func(f func(o *liar.Order)) func(o *liar.Order, nth int) {
		return func(o *liar.Order, nth int) {
			if o.Name == "TEXT" && nth == 1 {
				f(o)
			}
		}
	}
	for name, c := range map[string]struct {
		lie    func(o *liar.Order, nth int) // nth: of orders of that name
		offers string
		within time.Duration // until all has arrived; 0: a second
		copies int           // of each letter at most; 0: 1
		most   int           // connections; 0: 1
		unsure bool          // the letters wait for the organiser
	}{
		"drop_after_dot_once": {lie: first(func(o *liar.Order) { o.Reply, o.Then = nil, liar.HangUp }), within: 2 * time.Minute, copies: 2, most: 2},
		"drop_after_dot_always": {lie: func(o *liar.Order, _ int) {
			if o.Name == "TEXT" {
				o.Reply, o.Then = nil, liar.HangUp
			}
		}, within: 5 * 24 * time.Hour, copies: 2, most: 20, unsure: true},
		"slow_250":                           {lie: first(func(o *liar.Order) { o.Wait = 5*time.Minute + 30*time.Second }), within: 6 * time.Minute, most: 2},
		"blank_line_before_250":              {lie: say("TEXT", "", "250 ok")},
		"blank lines everywhere":             {lie: func(o *liar.Order, _ int) { o.Reply = append([]string{"", " "}, o.Reply...) }},
		"bare 250":                           {lie: say("TEXT", "250")},
		"words before 250":                   {lie: say("TEXT", "Notice: undefined index", "250 ok")},
		"two_replies_to_data":                {lie: say("TEXT", "250 ok", "250 queued as 7"), most: 9},
		"two replies to data, no pipelining": {lie: say("TEXT", "250 ok", "250 queued as 7"), offers: "AUTH PLAIN", most: 9},
		"a 503 after the 250":                {lie: say("TEXT", "250 ok", "503 5.5.1 what"), offers: "AUTH PLAIN", most: 9},
		"two replies to MAIL": {lie: func(o *liar.Order, nth int) {
			if o.Name == "MAIL" && nth == 2 {
				o.Reply = append(o.Reply, "250 ok")
			}
		}, most: 3},
		"421 at MAIL": {lie: func(o *liar.Order, nth int) {
			if o.Name == "MAIL" && nth == 3 {
				o.Refuse("421 4.4.2 idle for too long")
				o.Then = liar.HangUp
			}
		}, offers: "AUTH PLAIN", most: 2},
		"two greetings": {lie: func(o *liar.Order, nth int) {
			if o.Name == "GREETING" && nth == 1 {
				o.Reply = append(o.Reply, o.Reply...)
			}
		}, most: 2},
		"mismatched_multiline": {lie: say("TEXT", "250-ok", "220 done")},
		"mismatched EHLO":      {lie: say("EHLO", "250-liar", "220-PIPELINING", "220 AUTH PLAIN")},
		"slow_banner": {lie: func(o *liar.Order, _ int) {
			if o.Name == "GREETING" || o.Name == "EHLO" || o.Name == "AUTH" {
				o.Wait = 3 * time.Minute
			}
		}, within: 10 * time.Minute},
		"silent_354": {lie: func(o *liar.Order, _ int) {
			if o.Name == "DATA" && o.To == "p1@h" {
				o.Reply = nil
				o.Then = liar.Hush
			}
		}, within: 90 * time.Second, most: 3, copies: -1},
		"idle_421": {lie: func(o *liar.Order, nth int) {
			if o.Name == "TEXT" && nth == 4 {
				o.Reply = append(o.Reply, "421 4.4.2 idle for too long")
				o.Then = liar.HangUp
			}
		}, most: 2},
		"auth_login_only":            {lie: asks("VXNlcm5hbWU6", "UGFzc3dvcmQ6"), offers: "AUTH LOGIN"},
		"auth_login: Username again": {lie: asks("VXNlcm5hbWU6", "UGFzc3dvcmQ6"), offers: "AUTH LOGIN"},
		"auth_login: password:":      {lie: asks("dXNlcm5hbWU6", "cGFzc3dvcmQ6"), offers: "AUTH LOGIN"},
		"auth_login: with a zero":    {lie: asks("VXNlciBOYW1lAA==", "UGFzc3dvcmQA"), offers: "AUTH LOGIN"},
		"auth_login: any words":      {lie: asks("who are you?", ""), offers: "AUTH LOGIN"},
		"auth_equals_old":            {lie: asks("VXNlcm5hbWU6", "UGFzc3dvcmQ6"), offers: "AUTH=LOGIN"},
		"auth_equals_old, two":       {offers: "AUTH=LOGIN PLAIN"},
		"auth in small letters":      {offers: "auth plain"},
		"501 to an initial response": {lie: func(o *liar.Order, _ int) {
			switch {
			case o.Name == "AUTH" && strings.HasPrefix(o.Args, "PLAIN "):
				o.Refuse("501 5.5.4 no initial response, please")
			case o.Name == "AUTH" && o.Args == "PLAIN":
				o.Reply = []string{"334 "}
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) {
				s, nth := liar.NewSMTP(), map[string]int{}
				if c.offers != "" {
					s.Offers = []string{c.offers}
				}
				s.Lie = func(o *liar.Order) {
					nth[o.Name]++
					if c.lie != nil {
						c.lie(o, nth[o.Name])
					}
				}
				defer w.over(s)()
				for i := range 4 {
					w.queue(toSeat(i, fmt.Sprintf("p%d@h", i)))
				}
				_, stop := w.start()
				time.Sleep(max(c.within, time.Second))
				if name == "idle_421" {
					w.queue(toSeat(4, "p4@h"))
					time.Sleep(6 * time.Second) // a look at the queue
				}
				stop()
				got := copies(s)
				for to, n := range got {
					expect.True(t, n <= max(c.copies, 1), "%d letters to %s", n, to)
				}
				if n := s.Connections(); n > max(c.most, 1) {
					t.Errorf("%d connections", n)
				}
				left := w.outbox()
				switch {
				case c.copies < 0: // of one letter
					expect.Same(t, "len", len(left), 1)
					expect.Same(t, "len", len(got), 3)
				case c.unsure:
					if len(left) != 4 || left[0].State != store.Failed || !strings.Contains(left[0].LastCode, markMaybe) || w.tolds(Unsure) != 4 {
						t.Errorf("left %+v, told %q", left, w.told())
					}
				case len(left) > 0 || len(got) < 4 || len(w.told()) > 0:
					t.Errorf("left %+v, arrived %v, told %q", left, got, w.told())
				}
			})
		})
	}
}

// asks is a server that asks for user and password in its own words, even if they came with the command.
func asks(first, second string) func(o *liar.Order, nth int) {
	said := []string{}
	return func(o *liar.Order, _ int) {
		if o.Name != "AUTH" {
			return
		}
		if strings.HasPrefix(o.Args, "LOGIN") {
			said = nil
		}
		said = append(said, o.Args)
		switch {
		case len(said) < 3:
			o.Reply = []string{"334 " + []string{first, second}[len(said)-1]}
		case said[1] != "dQ==" || said[2] != "cA==":
			o.Refuse("535 5.7.8 wrong")
		}
	}
}

// TestMaybeIsRemembered: no events between two broken ends, a restart included, lead to a third copy; the
// organiser may order one.
func TestMaybeIsRemembered(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		lost := smtpout.Result{Class: smtpout.Lost, Text: "EOF"}
		w.server.script = []smtpout.Result{lost, transient(), unreachable(), stopResult(), lost}
		w.queue(toSeat(0, "ana@h"))
		_, stop := w.start()
		time.Sleep(2 * time.Minute)
		stop()
		_, stop = w.start()
		time.Sleep(12 * time.Hour)
		left := w.outbox()
		if len(left) != 1 || left[0].State != store.Failed || len(w.server.mails()) != 5 || w.tolds(Unsure) != 1 {
			t.Errorf("left %+v, %d sends, told %q", left, len(w.server.mails()), w.told())
		}
		expect.Is(t, "retry", w.store.Retry(t.Context(), left[0].ID, time.Now(), "ana@h"), nil)
		time.Sleep(time.Minute)
		stop()
		w.empty()
		texts := map[string]bool{}
		for _, m := range w.server.mails() {
			texts[m.msg] = true
		}
		expect.Same(t, maps.Keys(texts), len(texts), 1)
	})
}

// TestFailedStaysSo: a letter that is given up after it was put off is not sent again when one to somebody else passes.
func TestFailedStaysSo(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		lost := smtpout.Result{Class: smtpout.Lost, Text: "EOF"}
		w.server.script = []smtpout.Result{lost, lost, lost, lost}
		w.queue(toSeat(0, "ana@h"))
		w.queue(toSeat(1, "ben@h"))
		_, stop := w.start()
		time.Sleep(10 * time.Minute)
		w.queue(toSeat(2, "cleo@h"))
		time.Sleep(10 * time.Minute)
		stop()
		if left, n := w.outbox(), len(w.server.mails()); len(left) != 2 || n != 5 || w.tolds(Unsure) != 2 {
			t.Errorf("left %+v, %d sends, told %q", left, n, w.told())
		}
		w.server.script = []smtpout.Result{refused(), {Class: smtpout.RecipientBad, Code: 550, Text: "no"}}
		w.queue(toSeat(3, "dan@h"))
		_, stop = w.start()
		time.Sleep(10 * time.Minute)
		w.queue(toSeat(2, "cleo@h"))
		time.Sleep(10 * time.Minute)
		stop()
		if left, n := w.outbox(), len(w.server.mails()); len(left) != 3 || n != 8 {
			t.Errorf("left %+v, %d sends, told %q", left, n, w.told())
		}
	})
}

// TestBehindASilence: when the reply to one letter does not come for minutes, later letters, which were not
// begun, may each lose one more connection.
func TestBehindASilence(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		s, lost := liar.NewSMTP(), map[string]bool{}
		s.Lie = func(o *liar.Order) {
			if o.Name != "TEXT" || lost[o.To] {
				return
			}
			lost[o.To] = true
			o.Reply, o.Then = nil, liar.HangUp
			if len(lost) == 1 {
				o.Then = liar.Hush
			}
		}
		defer w.over(s)()
		for i := range 4 {
			w.queue(toSeat(i, fmt.Sprintf("p%d@h", i)))
		}
		_, stop := w.start()
		time.Sleep(time.Hour)
		stop()
		if left, got := w.outbox(), copies(s); len(left) > 0 || len(got) != 4 || w.tolds(Unsure) > 0 {
			t.Errorf("left %+v, arrived %v, told %q", left, got, w.told())
		}
	})
}
