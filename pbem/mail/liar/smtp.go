package liar

import (
	"bufio"
	"cmp"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// Order is one command of an SMTP client, or what is no command: its connecting (Name "GREETING"), the end of a letter
// (Name "TEXT") and the lines of an AUTH that asks back (Name "AUTH ..."). Reply is the honest answer.
type Order struct {
	Conn  int      // 1 for the first connection
	Name  string   // in capitals
	Args  string   // the rest of the line; the letter for TEXT
	To    string   // of MAIL on: the recipient, "" before RCPT
	Reply []string // the lines of the reply, "250 ok" or "250-a", "250 b"; none is sent if it is empty
	Ends  string   // of a line of the reply; "": CR LF
	Keep  bool     // TEXT: the letter is delivered
	Then  Then
	Wait  time.Duration // before the reply
}

// Refuse answers with one line and delivers nothing.
func (o *Order) Refuse(reply string) { o.Reply, o.Keep = []string{reply}, false }

// Letter is one that was delivered.
type Letter struct{ From, To, Text string }

// SMTP is a submission server. Its fields must be set before the first connection.
type SMTP struct {
	wire
	Offers []string // the list of EHLO
	// Lie is called with each order and the server's answer, and may change that. One call is made at a time.
	// It may ask back in AUTH by a reply 334: the next line is an order named AUTH again.
	Lie func(o *Order)

	state   sync.Mutex
	letters []Letter
}

// NewSMTP returns a server that does not listen yet.
func NewSMTP() *SMTP {
	s := &SMTP{Offers: []string{"PIPELINING", "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES", "AUTH PLAIN LOGIN"}}
	s.serve = s.converse
	return s
}

// Letters returns the delivered letters, oldest first.
func (s *SMTP) Letters() []Letter {
	s.state.Lock()
	defer s.state.Unlock()
	return slices.Clone(s.letters)
}

func (s *SMTP) converse(c net.Conn, nth int) {
	r := bufio.NewReader(c)
	var from, to string
	name, args := "GREETING", ""
	for {
		o := &Order{Conn: nth, Name: name, Args: args, To: to}
		s.decide(o, from)
		time.Sleep(o.Wait)
		if len(o.Reply) > 0 {
			end := cmp.Or(o.Ends, "\r\n")
			if _, err := io.WriteString(c, strings.Join(o.Reply, end)+end); err != nil {
				return
			}
		}
		says := func(code string) bool { return len(o.Reply) > 0 && strings.HasPrefix(o.Reply[len(o.Reply)-1], code) }
		switch ok := says("2"); {
		case o.Then == HangUp, name == "QUIT":
			return
		case o.Then == Hush:
			_, _ = io.Copy(io.Discard, r)
			return
		case name == "MAIL" && ok:
			from, to = address(args), ""
		case name == "RCPT" && ok:
			to = address(args)
		case name == "TEXT", name == "RSET":
			from, to = "", ""
		}
		next, err := "TEXT", error(nil)
		if name == "DATA" && says("3") {
			args, err = dotted(r)
		} else {
			line, readErr := r.ReadString('\n')
			err = readErr
			next, args, _ = strings.Cut(strings.TrimRight(line, "\r\n"), " ")
			next = strings.ToUpper(next)
			if name == "AUTH" && says("3") {
				next, args = "AUTH", strings.TrimRight(line, "\r\n")
			}
		}
		if name = next; err != nil {
			return
		}
	}
}

// decide finds the honest answer, lets the test change it, and delivers the rest.
func (s *SMTP) decide(o *Order, from string) {
	s.state.Lock()
	defer s.state.Unlock()
	switch o.Name {
	case "GREETING":
		o.Reply = []string{"220 liar ESMTP"}
	case "EHLO":
		lines := append([]string{"liar"}, s.Offers...)
		for i, line := range lines {
			dash := "-"
			if i == len(lines)-1 {
				dash = " "
			}
			o.Reply = append(o.Reply, "250"+dash+line)
		}
	case "AUTH":
		o.Reply = []string{"235 2.7.0 welcome"}
	case "DATA":
		o.Reply = []string{"354 go on"}
		if o.To == "" {
			o.Reply = []string{"503 5.5.1 no recipient"}
		}
	case "TEXT":
		o.Reply, o.Keep = []string{"250 2.0.0 queued"}, true
	case "QUIT":
		o.Reply = []string{"221 2.0.0 bye"}
	case "HELO", "MAIL", "RCPT", "RSET", "NOOP":
		o.Reply = []string{"250 2.0.0 ok"}
		if o.Name == "RCPT" && from == "" {
			o.Reply = []string{"503 5.5.1 no sender"}
		}
	default:
		o.Reply = []string{"500 5.5.2 unknown"}
	}
	if s.Lie != nil {
		s.Lie(o)
	}
	if o.Keep {
		s.letters = append(s.letters, Letter{from, o.To, o.Args})
	}
}

// address is the text between the angle brackets of MAIL and RCPT.
func address(args string) string {
	_, rest, _ := strings.Cut(args, "<")
	inside, _, _ := strings.Cut(rest, ">")
	return inside
}

// dotted reads a letter up to its final dot.
func dotted(r *bufio.Reader) (string, error) {
	text := ""
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", err
		}
		if line == ".\r\n" {
			return text, nil
		}
		text += strings.TrimPrefix(line, ".")
	}
}
