package extract

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // registers the charsets go-message decodes
)

// Parse decodes a mail. The error is a *LimitError or wraps ErrUnreadable; even then the
// Mail is not nil: it has what could be read of the header, and class Oversize or
// Malformed.
func Parse(raw []byte, lim Limits) (*Mail, error) {
	lim.MailBytes = cmp.Or(lim.MailBytes, defaultBytes)
	m := &Mail{}
	if err := m.parse(raw, lim, newMeter(len(raw))); err != nil {
		m.Class = Malformed
		var over *LimitError
		if errors.As(err, &over) {
			m.Class = Oversize
		}
		return m, err
	}
	return m, nil
}

func (m *Mail) parse(raw []byte, lim Limits, work *meter) error {
	raw = trimEnvelopeLine(raw)
	tooLong := len(raw) > lim.MailBytes
	if headerBytes(raw) > headerMost {
		return &LimitError{"header bytes", headerMost}
	}
	if tooLong {
		raw = raw[:lim.MailBytes] // the header is still worth reading: quarantine needs to know who wrote
	}
	e, err := message.ReadWithOptions(bytes.NewReader(raw), &message.ReadOptions{MaxHeaderBytes: headerMost + 4096})
	if e == nil {
		if err == nil || errors.Is(err, io.EOF) {
			err = errors.New("no header")
		}
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	m.readHeader(&e.Header)
	if tooLong {
		return &LimitError{"mail bytes", lim.MailBytes}
	}
	w := &walker{meter: work}
	b, walkErr := w.part(e, err, 0)
	if walkErr != nil {
		return walkErr
	}
	m.Class = w.seen.classify(&e.Header, m)
	m.Bounce = w.seen.failure
	if m.Class == Bounce && m.Bounce == nil {
		m.Bounce = failureOf(&e.Header)
	}
	m.lines, m.Garbled = b.lines, w.garbled
	if len(m.lines) > linesMost {
		return &LimitError{"lines", linesMost}
	}
	for _, l := range m.lines {
		if l.role != divider {
			m.Lines = append(m.Lines, l.String())
		}
	}
	return m.checkFolded()
}

// checkFolded checks that NFKC does not enlarge a text beyond the limit of the text
// itself.
func (m *Mail) checkFolded() error {
	size := 0
	for _, l := range m.lines {
		if size += len(Fold(l.text)); size > textMost {
			return &LimitError{"text bytes", textMost}
		}
	}
	return nil
}

// trimEnvelopeLine removes what mbox files and some fetchers leave before the header.
func trimEnvelopeLine(raw []byte) []byte {
	raw = bytes.TrimLeft(raw, "\r\n")
	if bytes.HasPrefix(raw, []byte("From ")) || bytes.HasPrefix(raw, []byte(">From ")) {
		if i := bytes.IndexByte(raw, '\n'); i >= 0 {
			raw = raw[i+1:]
		}
	}
	return raw
}

// headerBytes returns the length of the header, up to the first empty line.
func headerBytes(raw []byte) int {
	n := len(raw)
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw, []byte(end)); i >= 0 && i < n {
			n = i
		}
	}
	return n
}
