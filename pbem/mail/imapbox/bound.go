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
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Limits on memory that a server can make us use. go-imap limits neither a line nor a literal within one, and
// keeps unrequested data.
const (
	maxLine  = 1 << 20                                      // bytes of one answer
	maxCall  = 4 << 20                                      // of all answers to one command, without the texts of mails
	maxMails = 1_000_000                                    // in the mailbox
	maxList  = maxMails * int64(len(" 4294967295")) * 5 / 4 // bytes of their numbers
)

// bounded reads from a server, tidied, and stops when it sends more than it may. The literal
// of a body counts only if none was requested: otherwise its reader limits it (see section).
type bounded struct {
	net.Conn
	from *bufio.Reader
	tidy
	got     atomic.Int64 // bytes in all
	bodies  atomic.Bool  // texts of mails were requested
	call    atomic.Int64 // bytes since the command began
	listed  atomic.Int64 // of them in SEARCH responses, which call does not count
	line    int64        // bytes of the present response
	part    []byte       // of an incomplete line
	out     string       // to be passed on
	literal int64        // remaining bytes of a literal
	keep    bool         // which are passed on
	over    error        // it sent too much: reading ends
}

// SetReadDeadline does nothing: call is patient with a slow server, go-imap is not.
func (b *bounded) SetReadDeadline(time.Time) error { return nil }

// Write sends an empty answer to a server that asks back in AUTHENTICATE as an empty line. go-imap sends "=", which
// is right only with the command itself (RFC 4959 3).
func (b *bounded) Write(p []byte) (int, error) {
	if string(p) != "=\r\n" {
		return b.Conn.Write(p)
	}
	_, err := b.Conn.Write(p[1:])
	return len(p), err
}

// meter counts arriving bytes.
type meter struct {
	from io.Reader
	got  *atomic.Int64
}

func (m meter) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	m.got.Add(int64(n))
	return n, err
}

// searched begins a response with a number for each mail, which may be longer than a line.
var searched = regexp.MustCompile(`(?i)^\* SEARCH `)

func (b *bounded) Read(p []byte) (n int, err error) {
	for b.out == "" && n == 0 && err == nil {
		switch {
		case b.over != nil:
			err = b.over
		case b.literal == 0:
			err = b.next()
		case b.keep:
			n, err = b.from.Read(p[:min(b.literal, int64(len(p)))])
			b.literal -= int64(n)
		default:
			var gone int
			gone, err = b.from.Discard(int(min(b.literal, maxLine)))
			b.literal -= int64(gone)
		}
	}
	if b.out != "" {
		n = copy(p, b.out)
		b.out = b.out[n:]
	}
	if errors.Is(err, io.EOF) && (b.open || len(b.part) > 0) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// next reads a line. A long list of mails is passed on in pieces.
func (b *bounded) next() error {
	piece, err := b.from.ReadSlice('\n')
	b.part = append(b.part, piece...)
	numbers := !b.open && searched.Match(b.part)
	if over := b.add(int64(len(piece)), numbers); over != nil {
		return over
	}
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		return err
	}
	end := len(b.part)
	if err != nil {
		if end = bytes.LastIndexByte(b.part, ' '); !numbers || end < len("* SEARCH 1") {
			return nil
		}
	}
	rest := append([]byte(nil), b.part[end:]...)
	var size int64
	if b.out, size, b.keep, b.over = b.tidy.line(string(b.part[:end])); b.over != nil {
		return b.over
	}
	if b.part = b.part[:0]; len(rest) > 0 {
		b.part = append(append(b.part, "* SEARCH"...), rest...)
	}
	if !b.open {
		b.line = int64(len(b.part))
	}
	if b.literal = max(size, 0); !b.keep || !b.bodies.Load() {
		return b.add(b.literal, false)
	}
	return nil
}

func (b *bounded) add(n int64, numbers bool) error {
	sum, most := &b.call, int64(maxCall)
	if numbers {
		sum, most = &b.listed, maxList
	}
	switch b.line += n; {
	case b.line > maxLine:
		b.over = fmt.Errorf("imap: the server sends a line of more than %d bytes", maxLine)
	case sum.Add(n) > most:
		b.over = fmt.Errorf("imap: the server answers one command with more than %d bytes", most)
	}
	return b.over
}

// startTLS makes a plain connection secure (RFC 3501 6.2.1). It does so instead of go-imap so that data from
// the secure connection can be limited. The next reader expects a greeting.
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
	if !strings.HasPrefix(greeting, "* OK") { // with PREAUTH a man in the middle could answer for the server
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
	if r.Buffered() > 0 { // inserted by a man in the middle
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
			return nil, errors.New("imap: the server's list of messages does not end")
		}
		if n += uint64(r.Stop-r.Start) + 1; n > uint64(min(mails, maxMails)) {
			return nil, fmt.Errorf("imap: the server lists more messages than it announced (%d), or more than %d", mails, maxMails)
		}
	}
	uids, _ := set.Nums()
	return uids, nil
}
