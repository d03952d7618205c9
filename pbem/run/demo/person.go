package demo

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"
	"time"

	"railpost/engine/robot"
	"railpost/pbem/mail/reader"
	"railpost/pbem/run/daemon"
	"railpost/pbem/run/plain"
)

// welcome names the title, and explains how to join with a mail program.
func (s *show) welcome() {
	if s.o.Robots == All {
		s.say("A game of %s with %s, all played by robots, by real mail through\nSMTP %s and IMAP %s. Seed %d.\n",
			s.o.Title, plain.Count(s.o.Seats, "seat"), s.d.SMTPAddr(), s.d.IMAPAddr(), s.o.Seed)
		return
	}
	s.say(`You are %s, in a game of %s with %s. Each letter you get is shown
here. What you type is mailed as your answer: one order, or several lines typed
or pasted at once; a line that ends in ":" or "," continues in the next one, and
an empty line ends it. Ctrl-C ends the demonstration.

Or play with a mail program (no encryption; it never leaves this machine):
%s
`, s.people[0].name, s.o.Title, s.opponents(), s.mailbox())
	if !s.o.Tutor {
		s.say("New to the game? railpost demo --tutor explains each step.\n\n")
	}
}

// mailbox says where a mail program finds the letters of the first seat.
func (s *show) mailbox() string {
	imapHost, imapPort, _ := net.SplitHostPort(s.d.IMAPAddr())
	smtpHost, smtpPort, _ := net.SplitHostPort(s.d.SMTPAddr())
	return fmt.Sprintf("  IMAP  host %s  port %s\n  SMTP  host %s  port %s\n  user %s  password %s\n",
		imapHost, imapPort, smtpHost, smtpPort, s.people[0].address, daemon.EmbeddedPassword)
}

// opponents names the person's opponents: robots, or players of the rules.
func (s *show) opponents() string {
	switch n := s.o.Seats - 1; n {
	case 0:
		return strings.Join(s.o.Titles(s.o.Title).Opponents(s.o.Seats), " and ")
	case 1:
		return fmt.Sprintf("a robot (%s)", cmp.Or(s.o.Level, robot.Normal))
	default:
		return fmt.Sprintf("%d robots (%s)", n, cmp.Or(s.o.Level, robot.Normal))
	}
}

// together is the pause after which the lines typed so far are sent as one mail. Pasted
// lines arrive without pauses.
const together = 200 * time.Millisecond

// person shows the letters of the first seat and mails typed lines.
func (s *show) person(ctx context.Context, c *client, over func()) error {
	c.keep = true // a mail program must find them, too
	ctx, stop := context.WithCancelCause(ctx)
	news := make(chan *reader.Letter)
	typed := make(chan string)
	var fetching sync.WaitGroup
	defer fetching.Wait()
	defer stop(nil)
	fetching.Go(func() {
		stop(c.fetch(ctx, func(letters []*reader.Letter) error {
			for _, l := range letters {
				select {
				case news <- l:
				case <-ctx.Done():
				}
			}
			return nil
		}))
	})
	go s.read(ctx, typed)
	p := &Desk{show: s, client: c, over: over, typing: true}
	for {
		letters := news
		if len(p.unshown) > 0 {
			letters = nil // one letter at a time
		}
		select {
		case <-ctx.Done():
			if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
				return cause
			}
			return nil
		case l := <-letters:
			p.print(l)
		case line, ok := <-typed:
			if !ok {
				typed = nil // a mail program can still answer
				p.typing = false
				p.page(len(p.unshown))
				p.say("(nothing more can be typed here: answer with a mail program, or end with\nCtrl-C)\n")
				continue
			}
			if p.turnPage(line) {
				continue
			}
			if err := p.line(ctx, line); err != nil {
				return err
			}
		case <-p.settled():
			if err := p.mail(ctx); err != nil {
				return err
			}
		}
	}
}

// read passes on typed lines. It ends with the input, because a read that waits for the
// terminal cannot be ended in any other way.
func (s *show) read(ctx context.Context, typed chan<- string) {
	defer close(typed)
	in := bufio.NewScanner(s.o.In)
	for in.Scan() {
		select {
		case typed <- strings.TrimRight(in.Text(), " \r"):
		case <-ctx.Done():
			return
		}
	}
}

// Desk is where the person reads and writes.
type Desk struct {
	*show
	client *client
	over   func()
	newest *reader.Letter
	list   *reader.Letter // the newest one with numbered choices
	lines  []string
	timer  *time.Timer

	unshown []string // lines of the newest letter that did not fit
	typing  bool     // the input has not ended
}

func (p *Desk) print(l *reader.Letter) {
	p.newest = l
	if len(l.Choices) > 0 {
		p.list = l
	}
	text := fmt.Sprintf("%s\nSubject: %s\n\n%s\n", strings.Repeat("=", 76), l.Subject, strings.TrimRight(l.Text, "\n"))
	p.unshown = strings.Split(text, "\n")
	p.page(p.room())
}

// room is the number of lines shown at a time, with one left for the prompt.
func (p *Desk) room() int {
	if p.o.Height == nil || !p.typing {
		return len(p.unshown)
	}
	return max(p.o.Height()-1, 1)
}

// page shows the next n lines of the letter. The game ends once the whole last letter has
// been shown.
func (p *Desk) page(n int) {
	n = min(n, len(p.unshown))
	if n > 0 {
		p.say("%s\n", strings.Join(p.unshown[:n], "\n"))
	}
	if p.unshown = p.unshown[n:]; len(p.unshown) > 0 {
		p.say("-- %d more lines: Enter shows them, q skips them; or type your answer --\n", len(p.unshown))
		return
	}
	if p.newest != nil && ended([]*reader.Letter{p.newest}) {
		p.over()
	}
}

// turnPage reports whether a typed line is only a command for the rest of a letter, and carries it out. If the
// line is an answer, the rest is skipped.
func (p *Desk) turnPage(line string) bool {
	if len(p.unshown) == 0 || len(p.lines) > 0 {
		return false
	}
	word := strings.TrimSpace(line)
	if word == "" {
		p.page(p.room())
		return true
	}
	p.unshown = nil
	p.page(0)
	return word == "q"
}

// line adds a typed line to the mail, which is sent when no more lines follow.
func (p *Desk) line(ctx context.Context, text string) error {
	if strings.TrimSpace(text) == "" {
		return p.mail(ctx)
	}
	p.lines = append(p.lines, text)
	p.stopTimer()
	if !reader.Continues(p.lines) {
		p.timer = time.NewTimer(together)
	}
	return nil
}

func (p *Desk) settled() <-chan time.Time {
	if p.timer == nil {
		return nil
	}
	return p.timer.C
}

func (p *Desk) stopTimer() {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
}

var onlyNumber = regexp.MustCompile(`^\[?\d+\]?$`)

// mail sends the typed line as an answer to the newest letter; a number answers the newest list.
func (p *Desk) mail(ctx context.Context) error {
	p.stopTimer()
	lines := p.lines
	p.lines = nil
	to := p.newest
	if len(lines) == 0 {
		return nil
	}
	if onlyNumber.MatchString(strings.TrimSpace(lines[0])) && p.list != nil {
		to = p.list
	}
	if to == nil {
		p.say("(there is no letter yet to answer)\n")
		return nil
	}
	if err := p.client.send(ctx, &answer{to: to, typed: lines}); err != nil {
		return err
	}
	p.say("(mailed: %s)\n", strings.Join(lines, " / "))
	return nil
}
