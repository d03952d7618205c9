package extract

import (
	"cmp"
	"errors"
	"fmt"

	_ "github.com/emersion/go-message/charset" // registers the charsets go-message decodes
)

// Parse decodes a mail. The error is a *LimitError or wraps ErrUnreadable; even then the Mail is not nil: it
// has the readable part of the header, and class Oversize or Malformed.
func Parse(raw []byte, lim Limits) (*Mail, error) {
	lim.MailBytes = cmp.Or(lim.MailBytes, defaultBytes)
	m := &Mail{}
	if err := m.parse(raw, lim, newMeter(len(raw))); err != nil {
		m.Class = Malformed
		if _, ok := errors.AsType[*LimitError](err); ok {
			m.Class = Oversize
		}
		return m, err
	}
	return m, nil
}

func (m *Mail) parse(raw []byte, lim Limits, work *meter) error {
	tooLong := len(raw) > lim.MailBytes
	if tooLong {
		raw = raw[:lim.MailBytes] // the header is still worth reading: quarantine needs to know who wrote
	}
	h, text, over, err := readFields(usualEnds(raw), work)
	switch {
	case err != nil:
		return err
	case h.Len() == 0 && !tooLong:
		return fmt.Errorf("%w: no header", ErrUnreadable)
	}
	m.readHeader(&h)
	switch {
	case over:
		return &LimitError{HeaderBytes, headerMost}
	case tooLong:
		return &LimitError{MailBytes, lim.MailBytes}
	}
	w := &walker{meter: work}
	b, err := w.part(h, text, 0)
	if err != nil {
		return err
	}
	m.Class = w.seen.classify(&h, m)
	m.Bounce = w.seen.failure
	if m.Class == Bounce && m.Bounce == nil {
		m.Bounce = failureOf(&h)
	}
	m.lines, m.other = b.lines, w.other
	switch {
	case !w.seen.winmail || !b.blank():
	case m.Class == Player && receipts.MatchString(m.Subject):
		m.Class = MDN
	default:
		w.garble(Winmail)
	}
	m.Garbled, m.Away = w.garbled, m.Away || reacts(m.lines)
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

// checkFolded folds the lines, and checks that NFKC does not enlarge a text beyond the limit of the text
// itself.
func (m *Mail) checkFolded() error {
	size := 0
	for _, version := range [][]line{m.lines, m.other} {
		for i := range version {
			version[i].folded = Fold(version[i].text)
		}
	}
	for _, l := range m.lines {
		if size += len(l.folded); size > textMost {
			return &LimitError{"text bytes", textMost}
		}
	}
	return nil
}
