package post

import "bytes"

// lineEnds is what a client sends, with each line of DATA ended by one CR and LF. go-smtp takes CR CR
// LF for the middle of a line, and waits for ever for the end of a message that ends CR CR LF . CR LF,
// although CR LF . CR LF ends it (RFC 5321 4.1.1.4). A line of a dot and two CRs ends no mail, and
// becomes a line with a space.
type lineEnds struct {
	read func([]byte) (int, error)
	data bool   // between DATA and its answer; the bytes of BDAT are counted, and stay as they are
	line []byte // the first two bytes of this line
	crs  int    // held back: they may belong to the line's end
	buf  []byte // just read
	out  []byte // to be read
}

// begin is called before the first line of DATA is read, end after the last.
func (l *lineEnds) begin() { l.data, l.line, l.crs = true, l.line[:0], 0 }
func (l *lineEnds) end()   { l.data = false }

func (l *lineEnds) Read(b []byte) (n int, err error) {
	if !l.data && l.crs == 0 && len(l.out) == 0 {
		return l.read(b)
	}
	for len(l.out) == 0 && err == nil {
		if l.buf == nil {
			l.buf = make([]byte, 4096)
		}
		n, err = l.read(l.buf)
		for _, c := range l.buf[:n] {
			l.pass(c)
		}
	}
	n = copy(b, l.out)
	l.out = l.out[n:]
	if n > 0 {
		err = nil // it comes again
	}
	return n, err
}

func (l *lineEnds) pass(c byte) {
	switch {
	case c == '\r' && l.data:
		l.crs++
		return
	case c == '\n' && l.crs > 0:
		if l.crs > 1 && string(l.line) == "." {
			l.out = append(l.out, ' ')
		}
		l.out, l.line, l.crs = append(l.out, '\r', '\n'), l.line[:0], 0
		return
	}
	held := append(bytes.Repeat([]byte{'\r'}, l.crs), c)
	l.out, l.crs = append(l.out, held...), 0
	l.line = append(l.line, held...)
	l.line = l.line[:min(len(l.line), 2)]
}
