package extract

import (
	"errors"
	"fmt"
	"time"
)

// Limits bounds what Parse reads. A zero field means its default.
type Limits struct {
	MailBytes   int           // raw size; default 1 MiB
	HeaderBytes int           // header of the whole mail; default 64 KiB
	Depth       int           // nested parts; default 20
	Parts       int           // parts altogether; default 200
	TextBytes   int           // decoded text; default 256 KiB
	Lines       int           // lines of decoded text; default 2000
	Time        time.Duration // wall-clock time, checked between parts; default 2 s
}

func (l Limits) withDefaults() Limits {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.MailBytes, 1<<20)
	def(&l.HeaderBytes, 64<<10)
	def(&l.Depth, 20)
	def(&l.Parts, 200)
	def(&l.TextBytes, 256<<10)
	def(&l.Lines, 2000)
	if l.Time == 0 {
		l.Time = 2 * time.Second
	}
	return l
}

// LimitError names the limit that a mail exceeds. Such a mail belongs in quarantine.
type LimitError struct {
	What  string // "mail bytes", "header bytes", "depth", "parts", "text bytes", "lines", overTime
	Limit int
}

// Slow reports whether the time limit was exceeded: then a second attempt may succeed.
func (e *LimitError) Slow() bool { return e.What == overTime }

const overTime = "time in ms"

func (e *LimitError) Error() string {
	return fmt.Sprintf("read mail: over the limit of %d %s; put it in quarantine", e.Limit, e.What)
}

// ErrUnreadable wraps every error of Parse that is not a LimitError: the bytes are no mail.
var ErrUnreadable = errors.New("read mail: no readable message; put it in quarantine")
