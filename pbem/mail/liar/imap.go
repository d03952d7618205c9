package liar

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Command is one command of an IMAP client, or its connecting (Name "GREETING"), with the honest answer to it.
type Command struct {
	Conn  int      // 1 for the first connection
	Tag   string   // "*" of GREETING
	Name  string   // in capitals; with UID: "UID FETCH"
	Args  string   // the rest of the line, with its literals
	Lines []string // untagged answers, without line ends but with their literals
	Raw   string   // sent unchanged after Lines
	End   string   // the rest of the tagged line, "OK done"; "" sends none
	Then  Then
	Pace  time.Duration // before each 1 kB of the answer

	effect func()
	keeps  bool
}

// Refuse answers with one line, such as "NO [LIMIT] later", and does nothing else.
func (c *Command) Refuse(end string) { c.Lines, c.End, c.effect = nil, end, nil }

// Pretend gives the answer without the effect.
func (c *Command) Pretend() { c.effect = nil }

// Keep makes a MOVE copy mails but leave the originals.
func (c *Command) Keep() { c.keeps = true }

// IMAP is a server with one account, whose inbox is named INBOX. Its fields must be set before the first connection.
type IMAP struct {
	wire
	Caps string // the default has MOVE, UIDPLUS, IDLE and NAMESPACE
	// Lie is called with each command and the server's answer, and may change that. One call is made at a time.
	Lie func(c *Command)
	// Size, if set, is the RFC822.SIZE of a mail.
	Size func(raw []byte) int

	state   sync.Mutex
	folders map[string]*folder
	counts  map[string]int
	idle    map[chan string]bool
}

// Mail is one in a folder.
type Mail struct {
	UID   int
	Raw   []byte
	Flags []string // set by STORE
	At    time.Time
}

type folder struct {
	mails    []*Mail
	next     int
	validity int
}

// NewIMAP returns a server that does not listen yet.
func NewIMAP() *IMAP {
	s := &IMAP{Caps: "IMAP4rev1 IDLE MOVE UIDPLUS NAMESPACE", folders: map[string]*folder{"INBOX": {next: 1, validity: 1}},
		counts: map[string]int{}, idle: map[chan string]bool{}}
	s.serve = s.converse
	return s
}

// Put adds mails to the inbox and tells waiting clients.
func (s *IMAP) Put(raws ...[]byte) {
	s.state.Lock()
	defer s.state.Unlock()
	inbox := s.folders["INBOX"]
	for _, raw := range raws {
		inbox.add(raw)
	}
	s.say(fmt.Sprintf("* %d EXISTS", len(inbox.mails)))
}

// Say sends a line to all clients that are in IDLE.
func (s *IMAP) Say(line string) {
	s.state.Lock()
	defer s.state.Unlock()
	s.say(line)
}

func (s *IMAP) say(line string) {
	for to, told := range s.idle {
		if !told {
			continue
		}
		select {
		case to <- line:
		default:
		}
	}
}

// Mails returns the content of a folder.
func (s *IMAP) Mails(name string) []Mail {
	s.state.Lock()
	defer s.state.Unlock()
	var out []Mail
	if f := s.folders[name]; f != nil {
		for _, m := range f.mails {
			out = append(out, *m)
		}
	}
	return out
}

// Folders returns the names of all folders, sorted.
func (s *IMAP) Folders() []string {
	s.state.Lock()
	defer s.state.Unlock()
	return slices.Sorted(maps.Keys(s.folders))
}

// Count returns how often a command was given.
func (s *IMAP) Count(name string) int {
	s.state.Lock()
	defer s.state.Unlock()
	return s.counts[name]
}

func (f *folder) add(raw []byte) {
	f.mails = append(f.mails, &Mail{UID: f.next, Raw: raw, At: time.Now()})
	f.next++
}

func (s *IMAP) converse(c net.Conn, nth int) {
	r := bufio.NewReader(c)
	session := &session{IMAP: s, conn: c, r: r}
	hello := &Command{Conn: nth, Tag: "*", Name: "GREETING", End: "OK [CAPABILITY " + s.Caps + "] hello"}
	for c := hello; c != nil && session.answer(c); c = session.next(nth) {
	}
}

// session is one connection.
type session struct {
	*IMAP
	conn  net.Conn
	r     *bufio.Reader
	inbox string // the selected folder
}

var literalAhead = regexp.MustCompile(`\{(\d{1,9})(\+?)\}\r?\n$`)

// next reads a command; nil at the end of the connection.
func (s *session) next(nth int) *Command {
	text := ""
	for {
		line, err := s.r.ReadString('\n')
		if err != nil {
			return nil
		}
		text += line
		ahead := literalAhead.FindStringSubmatch(line)
		if ahead == nil {
			break
		}
		if ahead[2] == "" && s.send("+ go on\r\n") != nil {
			return nil
		}
		n, _ := strconv.Atoi(ahead[1]) // at most nine digits
		literal := make([]byte, n)
		if _, err := io.ReadFull(s.r, literal); err != nil {
			return nil
		}
		text = strings.TrimSuffix(text, ahead[0]) + string(literal)
	}
	tag, text, _ := strings.Cut(strings.TrimRight(text, "\r\n"), " ")
	name, args, _ := strings.Cut(text, " ")
	if name = strings.ToUpper(name); name == "UID" {
		verb, rest, _ := strings.Cut(args, " ")
		name, args = "UID "+strings.ToUpper(verb), rest
	}
	return &Command{Conn: nth, Tag: tag, Name: name, Args: args, End: "OK done"}
}

// answer carries out a command and reports whether the connection stays open.
func (s *session) answer(c *Command) bool {
	if c.Name == "AUTHENTICATE" && !strings.Contains(c.Args, " ") {
		if s.send("+ \r\n") != nil {
			return false
		}
		line, _ := s.r.ReadString('\n') // its end shows at the next command
		c.Args += " " + strings.TrimSpace(line)
	}
	out := s.decide(c)
	if c.Name == "IDLE" && c.End != "" && strings.HasPrefix(c.End, "OK") {
		return s.wait(c)
	}
	return s.sendSlowly(out, c.Pace) == nil && s.after(c)
}

func (s *session) after(c *Command) bool {
	switch c.Then {
	case HangUp:
		return false
	case Hush:
		_, _ = io.Copy(io.Discard, s.r)
		return false
	}
	return c.Name != "LOGOUT"
}

// decide finds the honest answer, lets the test change it, and carries out the rest.
func (s *session) decide(c *Command) []byte {
	s.state.Lock()
	defer s.state.Unlock()
	s.counts[c.Name]++
	s.honest(c)
	if s.Lie != nil {
		s.Lie(c)
	}
	if c.effect != nil {
		c.effect()
	}
	out := make([]byte, 0, len(c.Raw)+1<<10) // some tests measure memory
	for _, line := range c.Lines {
		out = fmt.Append(out, line, "\r\n")
	}
	out = append(out, c.Raw...)
	if c.End != "" {
		out = fmt.Append(out, c.Tag, " ", c.End, "\r\n")
	}
	return out
}

// wait is IDLE, until the client says DONE.
func (s *session) wait(c *Command) bool {
	news, done := make(chan string, 100), make(chan error, 1)
	s.state.Lock()
	s.idle[news] = c.Then != Mute
	s.state.Unlock()
	defer func() {
		s.state.Lock()
		defer s.state.Unlock()
		delete(s.idle, news)
	}()
	if s.send("+ idling\r\n"+strings.Join(append(c.Lines, ""), "\r\n")+c.Raw) != nil || c.Then != GoOn && !s.after(c) {
		return false
	}
	s.serving.Go(func() {
		_, err := s.r.ReadString('\n')
		done <- err
	})
	for {
		select {
		case line := <-news:
			if s.send(line+"\r\n") != nil {
				<-done
				return false
			}
		case err := <-done:
			return err == nil && s.send(c.Tag+" "+c.End+"\r\n") == nil
		}
	}
}

func (s *session) send(text string) error {
	_, err := io.WriteString(s.conn, text)
	return err
}

// sendSlowly sends an answer at the pace of its command.
func (s *session) sendSlowly(text []byte, pace time.Duration) (err error) {
	for part := range slices.Chunk(text, 1<<10) {
		time.Sleep(pace)
		if _, err = s.conn.Write(part); err != nil {
			break
		}
	}
	return err
}
