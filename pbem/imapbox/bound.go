package imapbox

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/emersion/go-imap/v2"
)

// Limits on what a server may make us hold. go-imap limits neither a line nor a literal
// within one, and keeps what it was not asked for.
const (
	maxLine  = 1 << 20   // bytes of one answer
	maxCall  = 4 << 20   // of all answers to one command, the texts of mails aside
	maxMails = 1_000_000 // in the mailbox
)

// bounded reads from a server and stops when it sends more than it may. The literal of a
// body counts only if none was requested: otherwise its reader limits it (see section).
type bounded struct {
	net.Conn
	from    io.Reader
	bodies  atomic.Bool  // texts of mails were requested
	call    atomic.Int64 // bytes since the command began
	line    int64        // bytes of the present answer
	literal int64        // bytes of a literal that are still to come
	tail    []byte       // end of the present answer: whether a literal follows
	over    error        // it sent too much: nothing more is read
}

// tailKept holds `BODY[HEADER]<0> {1234567890}` and the line end.
const tailKept = 64

var (
	literalAhead = regexp.MustCompile(`\{(\d{1,18})\}\r?\n$`)
	bodyAhead    = regexp.MustCompile(`(?i)[ (]BODY\[[A-Z]*\](<\d+>)? \{\d+\}\r?\n$`)
)

func (b *bounded) Read(p []byte) (int, error) {
	if b.over != nil {
		return 0, b.over
	}
	n, err := b.from.Read(p)
	if b.over = b.count(p[:n]); b.over != nil {
		return 0, b.over
	}
	return n, err
}

func (b *bounded) count(p []byte) error {
	for len(p) > 0 {
		if b.literal > 0 {
			n := min(b.literal, int64(len(p)))
			b.literal, p = b.literal-n, p[n:]
			continue
		}
		n := bytes.IndexByte(p, '\n') + 1
		ended := n > 0
		if !ended {
			n = len(p)
		}
		b.tail = append(b.tail, p[max(0, n-tailKept):n]...)
		b.tail = b.tail[max(0, len(b.tail)-tailKept):]
		p = p[n:]
		if err := b.add(int64(n)); err != nil {
			return err
		}
		if !ended {
			continue
		}
		size := literalAhead.FindSubmatch(b.tail)
		if size == nil {
			b.line, b.tail = 0, b.tail[:0]
			continue
		}
		b.literal, _ = strconv.ParseInt(string(size[1]), 10, 64) // at most 18 digits
		if !b.bodies.Load() || !bodyAhead.Match(b.tail) {
			if err := b.add(b.literal); err != nil {
				return err
			}
		}
		b.tail = b.tail[:0]
	}
	return nil
}

func (b *bounded) add(n int64) error {
	b.line += n
	switch {
	case b.line > maxLine:
		return fmt.Errorf("imap: the server sends a line of more than %d bytes", maxLine)
	case b.call.Add(n) > maxCall:
		return fmt.Errorf("imap: the server answers one command with more than %d bytes", maxCall)
	}
	return nil
}

// startTLS makes a plain connection secure (RFC 3501 6.2.1). It is done here rather than by
// go-imap so that what arrives over the secure connection can be limited. The next reader
// expects a greeting.
func startTLS(conn net.Conn, conf *tls.Config) (net.Conn, io.Reader, error) {
	r := bufio.NewReader(conn)
	line := func() (string, error) {
		b, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			err = errors.New("a line does not end")
		}
		return strings.ToUpper(strings.TrimSpace(string(b))), err
	}
	greeting, err := line()
	if err != nil {
		return nil, nil, fmt.Errorf("greeting: %w", err)
	}
	if !strings.HasPrefix(greeting, "* OK") { // PREAUTH would let anybody in between answer for the server
		return nil, nil, fmt.Errorf("the server greets with %q", greeting)
	}
	if _, err := io.WriteString(conn, "A STARTTLS\r\n"); err != nil {
		return nil, nil, err
	}
	answer := ""
	for range 100 {
		if answer, err = line(); err != nil {
			return nil, nil, fmt.Errorf("STARTTLS: %w", err)
		}
		if strings.HasPrefix(answer, "A ") {
			break
		}
	}
	if !strings.HasPrefix(answer, "A OK") {
		return nil, nil, fmt.Errorf("the server answers STARTTLS with %q", answer)
	}
	if r.Buffered() > 0 { // somebody in between has put it there
		return nil, nil, errors.New("the server sends plain text after its answer to STARTTLS")
	}
	safe := tls.Client(conn, conf)
	if err := safe.Handshake(); err != nil {
		return nil, nil, err
	}
	return safe, io.MultiReader(strings.NewReader("* OK\r\n"), safe), nil
}

// expand lists the numbers of a set, after checking that there are no more of them than
// mails: 33 bytes can name four thousand million.
func expand(set imap.UIDSet, mails uint32) ([]imap.UID, error) {
	var n uint64
	for _, r := range set {
		if r.Start == 0 || r.Stop < r.Start {
			return nil, errors.New("imap: the server lists mails endlessly")
		}
		if n += uint64(r.Stop-r.Start) + 1; n > uint64(min(mails, maxMails)) {
			return nil, fmt.Errorf("imap: the server lists more mails than it says there are (%d), or than %d", mails, maxMails)
		}
	}
	uids, _ := set.Nums()
	return uids, nil
}
