package extract

import (
	"errors"
	"fmt"
	"time"
)

// Limits bounds what Parse reads. A zero field means its default.
type Limits struct {
	MailBytes int           // raw size; default 1 MiB
	Time      time.Duration // wall-clock time, checked between parts; default 2 s
}

const (
	defaultBytes = 1 << 20
	defaultTime  = 2 * time.Second

	headerMost = 64 << 10  // bytes of the header of the whole mail
	depthMost  = 20        // nested parts
	partsMost  = 200       // altogether
	textMost   = 256 << 10 // bytes of decoded text
	linesMost  = 2000      // of decoded text
)

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
