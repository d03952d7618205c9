package smtpout

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/liar"
)

// to is a letter to somebody.
func to(name string) *Mail {
	return &Mail{From: "game@pbem.test", To: name + "@pbem.test", Text: letter}
}

// TestRoundTrips: a letter costs two if the server accepts commands together, one if it is begun with the one
// before, and four elsewhere; a letter after an accepted one costs no more.
func TestRoundTrips(t *testing.T) {
	var conn dial.Turns
	s := newSender(t, newPost(t, nil), func(c *Config) { c.Dial = conn.Dial })
	if r := s.toAna(t); r.Class != Accepted || conn.Take() != 2+2 { // EHLO, AUTH
		t.Errorf("log-in and the first letter: %+v", r)
	}
	for range 4 {
		if r := s.toAna(t); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
	}
	expect.Same(t, "round trips for four letters", conn.Take(), 8)

	for n := range 4 {
		next := to("ana")
		if n == 3 {
			next = nil
		}
		if r := s.SendBefore(t.Context(), *to("ana"), next); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
	}
	expect.Same(t, "round trips for four letters that are known", conn.Take(), 5)

	p := serve(t, nil, nil)
	s = p.sender(t, func(c *Config) { c.Dial = conn.Dial })
	for range 4 {
		if r := s.toAna(t); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
	}
	expect.Same(t, "round trips for four letters without PIPELINING", conn.Take(), 1+16)
}

// picky is a server that records the commands it gets.
type picky struct {
	*liar.SMTP
	addr string

	mu    sync.Mutex
	verbs []string // by connection; "." is the end of a letter
}

// serve starts a server, over a real connection, which holds back unread data.
func serve(t *testing.T, offers []string, lie func(o *liar.Order)) *picky {
	t.Helper()
	p := &picky{SMTP: liar.NewSMTP()}
	p.Offers = offers
	p.Lie = func(o *liar.Order) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if o.Name == "GREETING" {
			p.verbs = append(p.verbs, "")
		} else {
			verb := strings.Replace(o.Name, "TEXT", ".", 1)
			p.verbs[o.Conn-1] = strings.TrimSpace(p.verbs[o.Conn-1] + " " + verb)
		}
		if lie != nil {
			lie(o)
		}
	}
	var err error
	p.addr, err = p.Listen()
	expect.NoError(t, err)
	t.Cleanup(func() {
		expect.Is(t, "close", p.Close(), nil)
	})
	return p
}

func (p *picky) sender(t *testing.T, change func(*Config)) *Sender {
	s := New(Config{Addr: p.addr, TLS: "none"})
	if change != nil {
		change(&s.c)
	}
	t.Cleanup(func() { _ = s.Close() }) // before the server's end
	return s
}

// heard returns the verbs of each connection.
func (p *picky) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.verbs)
}

func (p *picky) copies(to string) (n int) {
	for _, l := range p.Letters() {
		if strings.HasPrefix(l.To, to+"@") {
			n++
		}
	}
	return n
}

var together = []string{"PIPELINING"}

// refusing refuses one command, the nth of its name.
func refusing(name, reply string, nth int) func(o *liar.Order) {
	return func(o *liar.Order) {
		if o.Name == name {
			if nth--; nth == 0 {
				o.Refuse(reply)
			}
		}
	}
}

// lenient always answers DATA with 354 (RFC 2920 3.1).
func lenient(o *liar.Order) {
	if o.Name == "DATA" {
		o.Reply = []string{"354 go on"}
	}
}

// TestRefusedTogether: whichever command is refused while the others are already on their
// way, that letter is not delivered, the fault is that of its command, and the next letter is
// delivered once, over the same connection unless the queue stops.
func TestRefusedTogether(t *testing.T) {
	for _, tc := range []struct {
		refuse, code string
		class        Class
		verbs        string // of the refused letter and the next one; "|": over a new connection
	}{
		{"MAIL", "451 4.3.0 later", Unreachable, "MAIL RCPT DATA RSET MAIL RCPT DATA ."},
		{"MAIL", "552 5.3.4 too large", RecipientBad, "MAIL RCPT DATA RSET MAIL RCPT DATA ."},
		{"MAIL", "550 5.1.8 not you", Stop, "MAIL RCPT DATA QUIT|EHLO MAIL RCPT DATA ."},
		{"RCPT", "450 4.2.0 grey", Transient, "MAIL RCPT DATA RSET MAIL RCPT DATA ."},
		{"RCPT", "550 5.1.1 nobody", RecipientBad, "MAIL RCPT DATA RSET MAIL RCPT DATA ."},
		{"RCPT", "554 5.7.1 no relay", Refused, "MAIL RCPT DATA RSET MAIL RCPT DATA ."},
		{"DATA", "451 4.3.0 later", Transient, "MAIL RCPT DATA RSET MAIL RCPT DATA ."},
		{"TEXT", "552 5.2.2 full", RecipientBad, "MAIL RCPT DATA . RSET MAIL RCPT DATA ."},
	} {
		for _, mild := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %s %v", tc.refuse, tc.code, mild), func(t *testing.T) {
				refuses := refusing(tc.refuse, tc.code, 1)
				p := serve(t, together, func(o *liar.Order) {
					if mild {
						lenient(o)
					}
					refuses(o)
				})
				s := p.sender(t, nil)
				if r := s.toAna(t); r.Class != tc.class || !strings.HasPrefix(tc.code, fmt.Sprint(r.Code)) {
					t.Errorf("%+v", r)
				}
				if r := s.Send(t.Context(), "game@pbem.test", "ben@pbem.test", letter); r.Class != Accepted {
					t.Errorf("the next letter: %+v", r)
				}
				want := tc.verbs
				if mild && (tc.refuse == "MAIL" || tc.refuse == "RCPT") { // a letter without a line
					want = strings.Replace(want, "DATA", "DATA .", 1)
				}
				expect.Same(t, want, strings.Join(p.heard(), "|"), "EHLO "+want)
				expect.Same(t, p.Letters(), p.copies("ana"), 0)
				expect.Same(t, p.Letters(), p.copies("ben"), 1)
			})
		}
	}
}

// TestRefusedBehindAText: a letter begun with the text of another and refused, and one whose text is refused
// while the next is begun, are not delivered, and others are not affected.
func TestRefusedBehindAText(t *testing.T) {
	const first, again = "EHLO MAIL RCPT DATA . ", "EHLO MAIL RCPT DATA . MAIL RCPT DATA ."
	for _, tc := range []struct {
		name, refuse, code string
		nth                int
		classes            []Class  // of the letters to Ana, Ben and Cleo
		verbs              []string // by connection
		dropped            bool     // the first connection: the server may not get round to reading all
	}{
		{"recipient", "RCPT", "550 5.1.1 nobody", 2, []Class{Accepted, RecipientBad, Accepted}, []string{first + "MAIL RCPT DATA RSET MAIL RCPT DATA ."}, false},
		{"sender", "MAIL", "550 5.1.8 not you", 2, []Class{Accepted, Accepted, Accepted}, []string{first + "MAIL RCPT DATA QUIT", again}, false},
		{"too early", "MAIL", "421 4.5.0 synchronise", 2, []Class{Accepted, Accepted, Accepted}, []string{first + "MAIL RCPT DATA", again}, true},
		{"text", "TEXT", "554 5.6.0 rubbish", 1, []Class{Refused, Accepted, Accepted}, []string{first + "MAIL RCPT DATA", again}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := serve(t, together, refusing(tc.refuse, tc.code, tc.nth))
			s := p.sender(t, nil)
			names := []string{"ana", "ben", "cleo"}
			for i, name := range names {
				var next *Mail
				if i+1 < len(names) {
					next = to(names[i+1])
				}
				if r := s.SendBefore(t.Context(), *to(name), next); r.Class != tc.classes[i] {
					t.Errorf("%s: %+v", name, r)
				}
				expect.Same(t, "copies to "+name, p.copies(name), map[bool]int{true: 1}[tc.classes[i] == Accepted])
			}
			got := p.heard()
			if tc.dropped && strings.HasPrefix(tc.verbs[0], got[0]) {
				got[0] = tc.verbs[0]
			}
			expect.Same(t, "verbs", got, tc.verbs)
		})
	}
}

// TestBegunInVain: a letter that was begun with the one before and does not follow is not
// sent: no line of another letter, and no command, becomes its text.
func TestBegunInVain(t *testing.T) {
	for _, then := range []string{"another", "the end"} {
		p := serve(t, together, nil)
		s := p.sender(t, nil)
		if r := s.SendBefore(t.Context(), *to("ana"), to("ben")); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
		if then == "another" {
			if r := s.SendBefore(t.Context(), *to("cleo"), nil); r.Class != Accepted {
				t.Errorf("%+v", r)
			}
		}
		expect.Is(t, "close", s.Close(), nil)
		if p.copies("ana") != 1 || p.copies("ben") != 0 || then == "another" && p.copies("cleo") != 1 {
			t.Errorf("%s: stored %q", then, p.Letters())
		}
	}
}

// TestCutAtEachReply: wherever the connection ends, every letter arrives, and twice only if
// the reply to its last line was lost.
func TestCutAtEachReply(t *testing.T) {
	for _, how := range []string{"singly", "together", "begun"} {
		for _, refuse := range []string{"", "RCPT"} {
			for cut := 1; cut <= 12; cut++ {
				t.Run(fmt.Sprintf("%s %s %d", how, refuse, cut), func(t *testing.T) {
					said, refuses := 0, refusing(refuse, "450 4.2.0 grey", 1)
					p := serve(t, map[bool][]string{true: together}[how != "singly"], func(o *liar.Order) {
						lenient(o)
						refuses(o)
						if said++; said == cut {
							o.Reply, o.Then = nil, liar.HangUp
						}
					})
					s := p.sender(t, nil)
					for _, name := range []string{"ana", "ben"} {
						var next *Mail
						if how == "begun" && name == "ana" {
							next = to("ben")
						}
						lost, tries := 0, 0
						for r := (Result{}); r.Class != Accepted; tries++ {
							if r = s.SendBefore(t.Context(), *to(name), next); r.Class == Lost {
								lost++
							}
							if tries > 3 || r.Class == Stop || r.Class == Refused || r.Class == RecipientBad {
								t.Fatalf("%+v", r)
							}
						}
						if n := p.copies(name); n != 1+lost || lost > 1 {
							t.Errorf("%s has %d copies, %d answers lost", name, n, lost)
						}
					}
				})
			}
		}
	}
}

// TestEndlessReply: a server that never ends its answer is left.
func TestEndlessReply(t *testing.T) {
	p := serve(t, nil, refusing("MAIL", "250-"+strings.Repeat("x", maxReplies+1<<12), 1))
	if r := p.sender(t, nil).toAna(t); r.Class != Unreachable || !strings.Contains(r.Text, "more than") {
		t.Errorf("%s, %.100s", r.Class, r.Text)
	}
}
