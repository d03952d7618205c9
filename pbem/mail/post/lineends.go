package post

import (
	"bufio"
	"bytes"
)

// lineEnds is what a client sends, with each line of DATA ended by one CR and LF. go-smtp takes CR CR
// LF for the middle of a line, and waits for ever for the end of a message that ends CR CR LF . CR LF,
// although CR LF . CR LF ends it (RFC 5321 4.1.1.4). A line of a dot and two CRs ends no mail, and
// becomes a line with a space.
type lineEnds struct {
	from bufio.Reader
	data bool   // between DATA and its answer; the bytes of BDAT are counted, and stay as they are
	out  []byte // to be read
}

type reading func([]byte) (int, error)

func (r reading) Read(b []byte) (int, error) { return r(b) }

// begin is called before the first line of DATA is read, end after the last.
func (l *lineEnds) begin() { l.data = true }
func (l *lineEnds) end()   { l.data = false }

func (l *lineEnds) Read(b []byte) (int, error) {
	if len(l.out) == 0 && !l.data {
		return l.from.Read(b)
	}
	if len(l.out) == 0 {
		line, err := l.from.ReadBytes('\n')
		if text := bytes.TrimRight(line, "\r\n"); bytes.HasSuffix(line, []byte("\r\r\n")) {
			if string(text) == "." {
				text = []byte(". ")
			}
			line = append(text, "\r\n"...)
		}
		if l.out = line; len(line) == 0 {
			return 0, err
		}
	}
	n := copy(b, l.out)
	l.out = l.out[n:]
	return n, nil
}
