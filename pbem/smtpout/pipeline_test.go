package smtpout

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"railpost/pbem/dial"
)

// to is a letter to somebody.
func to(name string) *Mail {
	return &Mail{From: "game@pbem.test", To: name + "@pbem.test", Text: letter}
}

// TestRoundTrips: a letter costs two where the server takes commands together, one if it is
// begun with the one before, and four elsewhere; a letter behind an accepted one costs no
// more.
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
	if n := conn.Take(); n != 8 {
		t.Errorf("%d round trips for four letters", n)
	}

	for n := range 4 {
		next := to("ana")
		if n == 3 {
			next = nil
		}
		if r := s.SendBefore(t.Context(), *to("ana"), next); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
	}
	if n := conn.Take(); n != 5 {
		t.Errorf("%d round trips for four letters that are known", n)
	}

	p := serve(t, &picky{})
	s = p.sender(t, func(c *Config) { c.Dial = conn.Dial })
	for range 4 {
		if r := s.toAna(t); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
	}
	if n := conn.Take(); n != 1+16 {
		t.Errorf("%d round trips for four letters without PIPELINING", n)
	}
}

// picky is a server that refuses or cuts where it is told to, once.
type picky struct {
	together bool   // it offers PIPELINING
	lenient  bool   // it answers DATA with 354 whatever came before (RFC 2920 3.1)
	refuse   string // the verb to refuse, "." for the end of a letter
	nth      int    // which of them; 0: the first
	code     string // with this reply
	cut      int    // the connection ends instead of this reply, counted from 1; 0: never

	addr   string
	mu     sync.Mutex
	said   int
	verbs  [][]string // by connection
	stored []string   // texts, with their recipient
}

func serve(t *testing.T, p *picky) *picky {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.addr = l.Addr().String()
	var open sync.WaitGroup
	open.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			open.Go(func() { p.session(conn) })
		}
	})
	t.Cleanup(func() { _ = l.Close(); open.Wait() })
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

// reply returns false when the connection is to be cut instead.
func (p *picky) reply(conn net.Conn, text string) bool {
	p.mu.Lock()
	p.said++
	cut := p.said == p.cut
	p.mu.Unlock()
	if cut {
		return false
	}
	_, err := conn.Write([]byte(text + "\r\n"))
	return err == nil
}

func (p *picky) session(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	p.mu.Lock()
	nth := len(p.verbs)
	p.verbs = append(p.verbs, nil)
	p.mu.Unlock()
	in := bufio.NewScanner(conn)
	mail, to := false, ""
	ok := p.reply(conn, "220 picky.example")
	for ok && in.Scan() {
		verb, rest, _ := strings.Cut(in.Text(), " ")
		no := p.judge(nth, verb)
		answer := "250 ok"
		switch {
		case verb == "QUIT":
			answer = "221 bye"
		case no != "":
			answer = no
		case verb == "EHLO" && p.together:
			answer = "250-picky.example\r\n250 PIPELINING"
		case verb == "RSET":
			mail, to = false, ""
		case verb == "MAIL" && mail:
			answer = "503 5.5.1 nested MAIL"
		case verb == "MAIL":
			mail = true
		case verb == "RCPT" && !mail:
			answer = "503 5.5.1 no MAIL"
		case verb == "RCPT":
			to = rest
		case verb == "DATA" && to == "" && !p.lenient:
			answer = "554 5.5.1 no recipient"
		case verb == "DATA":
			if ok = p.reply(conn, "354 go on"); !ok {
				continue
			}
			answer = p.letter(nth, in, to)
			mail, to = false, ""
		}
		ok = p.reply(conn, answer)
	}
}

// judge returns the refusal of a command on the nth connection, if it is the one.
func (p *picky) judge(nth int, verb string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.verbs[nth] = append(p.verbs[nth], verb)
	if verb != p.refuse {
		return ""
	}
	if p.nth--; p.nth > 0 {
		return ""
	}
	p.refuse = ""
	return p.code
}

func (p *picky) letter(nth int, in *bufio.Scanner, to string) string {
	var text strings.Builder
	for more := true; more; {
		if !in.Scan() {
			return "421 4.4.2 a letter without an end"
		}
		if more = in.Text() != "."; more {
			text.WriteString(in.Text() + "\n")
		}
	}
	if no := p.judge(nth, "."); no != "" {
		return no
	}
	if to == "" {
		if text.Len() > 0 {
			return "250 a letter to nobody"
		}
		return "554 5.5.1 no valid recipient"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stored = append(p.stored, to+" "+text.String())
	return "250 taken"
}

// heard returns the verbs of each connection.
func (p *picky) heard() (list []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, verbs := range p.verbs {
		list = append(list, strings.Join(verbs, " "))
	}
	return list
}

func (p *picky) copies(to string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.stored {
		if strings.HasPrefix(s, "TO:<"+to+"@") {
			n++
		}
	}
	return n
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
		{".", "552 5.2.2 full", RecipientBad, "MAIL RCPT DATA . RSET MAIL RCPT DATA ."},
	} {
		for _, lenient := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %s %v", tc.refuse, tc.code, lenient), func(t *testing.T) {
				p := serve(t, &picky{together: true, lenient: lenient, refuse: tc.refuse, code: tc.code})
				s := p.sender(t, nil)
				if r := s.toAna(t); r.Class != tc.class || !strings.HasPrefix(tc.code, fmt.Sprint(r.Code)) {
					t.Errorf("%+v", r)
				}
				if r := s.Send(t.Context(), "game@pbem.test", "ben@pbem.test", letter); r.Class != Accepted {
					t.Errorf("the next letter: %+v", r)
				}
				want := tc.verbs
				if lenient && (tc.refuse == "MAIL" || tc.refuse == "RCPT") { // a letter without a line
					want = strings.Replace(want, "DATA", "DATA .", 1)
				}
				if got := strings.Join(p.heard(), "|"); got != "EHLO "+want {
					t.Errorf("%s, want %s", got, want)
				}
				if p.copies("ana") != 0 || p.copies("ben") != 1 {
					t.Errorf("stored: %q", p.stored)
				}
			})
		}
	}
}

// TestRefusedBehindAText: a letter that is begun with the text of another and refused, and one
// whose text is refused while the next is begun, are not delivered, and no other suffers.
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
		{"text", ".", "554 5.6.0 rubbish", 1, []Class{Refused, Accepted, Accepted}, []string{first + "MAIL RCPT DATA", again}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := serve(t, &picky{together: true, refuse: tc.refuse, code: tc.code, nth: tc.nth})
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
				if want := map[bool]int{true: 1}[tc.classes[i] == Accepted]; p.copies(name) != want {
					t.Errorf("%s has %d copies", name, p.copies(name))
				}
			}
			got := p.heard()
			if tc.dropped && strings.HasPrefix(tc.verbs[0], got[0]) {
				got[0] = tc.verbs[0]
			}
			if !slices.Equal(got, tc.verbs) {
				t.Errorf("%q, want %q", got, tc.verbs)
			}
		})
	}
}

// TestBegunInVain: a letter that was begun with the one before and does not follow is not
// sent: no line of another letter, and no command, becomes its text.
func TestBegunInVain(t *testing.T) {
	for _, then := range []string{"another", "the end"} {
		p := serve(t, &picky{together: true})
		s := p.sender(t, nil)
		if r := s.SendBefore(t.Context(), *to("ana"), to("ben")); r.Class != Accepted {
			t.Fatalf("%+v", r)
		}
		if then == "another" {
			if r := s.SendBefore(t.Context(), *to("cleo"), nil); r.Class != Accepted {
				t.Errorf("%+v", r)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if p.copies("ana") != 1 || p.copies("ben") != 0 || then == "another" && p.copies("cleo") != 1 {
			t.Errorf("%s: stored %q", then, p.stored)
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
					p := serve(t, &picky{together: how != "singly", lenient: true, refuse: refuse, code: "450 4.2.0 grey", cut: cut})
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
	p := serve(t, &picky{refuse: "MAIL", code: "250-" + strings.Repeat("x", maxReplies+1<<12)})
	if r := p.sender(t, nil).toAna(t); r.Class != Unreachable || !strings.Contains(r.Text, "more than") {
		t.Errorf("%s, %.100s", r.Class, r.Text)
	}
}
