package smtpout

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strings"
)

// order is a command and the reply that it needs.
type order struct {
	at   step
	line string
	want int
}

var errLate = errors.New("not sent: the server was ready too late, and another process may be sending the letter")

// transact sends one letter. With an error it returns the step at which it failed.
//
// A server that offers PIPELINING (RFC 2920) gets everything up to DATA at once, and that of
// the next letter together with the text of the one before it: a letter costs one round trip
// rather than four. Its text is only sent when the server has accepted its sender and
// recipient and waits for it.
func (l *link) transact(ctx context.Context, m Mail, next *Mail) (step, error) {
	orders, err := l.orders(m.envelope())
	if err != nil {
		return atRcpt, err
	}
	l.used++
	if at, err := l.announce(ctx, orders); err != nil {
		return at, err
	}
	if l.c.BeforeData != nil {
		l.c.BeforeData()
	}
	if m.Held != nil && !m.Held() {
		return atData, errLate
	}
	if err := l.body(ctx, m.Text, next); err != nil {
		return atBody, err
	}
	l.begun = l.ahead != nil
	return atBody, nil
}

// orders are the commands that begin a letter.
func (l *link) orders(e envelope) ([]order, error) {
	mail, err := l.mail(e.from, e.to, e.size)
	return []order{{atMail, mail, 250}, {atRcpt, "RCPT TO:<" + e.to + ">", 250}, {atData, "DATA", 354}}, err
}

// announce begins a letter, unless that was done with the text before: then only the replies
// are missing.
func (l *link) announce(ctx context.Context, orders []order) (step, error) {
	if l.ahead != nil {
		l.ahead = nil
		return l.exchange(ctx, orders, true)
	}
	if l.begun { // a transaction ends by itself only with its 250 (RFC 5321 4.1.1.4)
		orders = slices.Insert(orders, 0, order{atReset, "RSET", 250})
	}
	together := 1
	if l.offers("PIPELINING") {
		together = len(orders)
	}
	l.begun = true
	for some := range slices.Chunk(orders, together) {
		if at, err := l.exchange(ctx, some, false); err != nil {
			return at, err
		}
	}
	return atData, nil
}

// mail returns the MAIL command.
func (l *link) mail(from, to string, size int) (string, error) {
	line := "MAIL FROM:<" + from + ">"
	if l.offers("8BITMIME") {
		line += " BODY=8BITMIME"
	}
	if l.offers("SIZE") {
		line += fmt.Sprintf(" SIZE=%d", size)
	}
	if ascii(from) && ascii(to) {
		return line, nil
	}
	if !l.offers("SMTPUTF8") {
		return "", &recipientError{errors.New("the address needs SMTPUTF8, which the server does not offer")}
	}
	return line + " SMTPUTF8", nil
}

// exchange sends commands in one piece, unless they are sent, and reads the reply to each. It
// returns the first refusal.
func (l *link) exchange(ctx context.Context, orders []order, sent bool) (at step, err error) {
	if err := ctx.Err(); err != nil {
		return orders[0].at, err
	}
	if !sent {
		l.write(orders)
		if err := l.within(ctx, l.c.CommandTimeout, l.text.W.Flush); err != nil {
			return orders[0].at, err
		}
	}
	for _, o := range orders {
		no := l.within(ctx, l.c.CommandTimeout, func() error {
			_, no := l.response(o.want)
			if no == nil && o.at == atData && err != nil {
				no = l.nothing()
			}
			return no
		})
		if no == nil {
			continue
		}
		if err == nil {
			at, err = o.at, no
		}
		if !refusal(no) { // the next reply might be that to this command
			l.lost = true
			break
		}
	}
	return at, err
}

// write leaves commands in the buffer, whose Flush returns any error.
func (l *link) write(orders []order) {
	for _, o := range orders {
		_, _ = l.text.W.WriteString(o.line + "\r\n")
	}
}

// nothing ends a letter that the server waits for although it refused its sender or its
// recipient: a dot alone, which has nobody to go to (RFC 2920 3.1).
func (l *link) nothing() error {
	if err := l.text.PrintfLine("."); err != nil {
		return err
	}
	_, err := l.response(0)
	return err
}

// refusal reports whether an error is a reply that leaves the connection in order.
func refusal(err error) bool {
	reply, ok := errors.AsType[*textproto.Error](err)
	return ok && (reply.Code/100 == 4 || reply.Code/100 == 5)
}

// body sends the text of a letter and, where the server takes that (RFC 2920 3.1), the
// beginning of the next one, whose replies are read when its turn comes.
func (l *link) body(ctx context.Context, msg []byte, next *Mail) error {
	defer l.watch(ctx, l.c.SubmissionTimeout, grace)()
	l.left = maxReplies
	out := l.text.W
	w := textproto.NewWriter(bufio.NewWriter(struct{ io.Writer }{out})).DotWriter() // its end is not flushed
	if _, err := w.Write(msg); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if next != nil && l.offers("PIPELINING") {
		if orders, err := l.orders(next.envelope()); err == nil {
			l.write(orders)
			e := next.envelope()
			l.ahead = &e
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	reply, err := l.response(250)
	for errors.As(err, new(textproto.ProtocolError)) { // other replies do not affect the letter's result
		reply, err = l.response(250)
	}
	l.lost, l.reply = err != nil && (!refusal(err) || l.ahead != nil), reply
	return err
}

func ascii(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 }) }
