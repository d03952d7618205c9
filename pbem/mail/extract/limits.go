package extract

import (
	"errors"
	"fmt"
)

// Limits bounds what Parse reads. A zero field means its default.
type Limits struct {
	MailBytes int // raw size; default 1 MiB
}

const (
	defaultBytes = 1 << 20

	headerMost = 256 << 10 // bytes of the header of a message or a part
	depthMost  = 20        // nested parts
	partsMost  = 200       // altogether
	textMost   = 256 << 10 // bytes of decoded text
	linesMost  = 2000      // of decoded text

	// OwnMost limits a person's own lines in a mail: distinguishing orders from talk takes long.
	OwnMost = 500

	attributesMost = 500 // of an HTML tag
	elementsMost   = 512 // of HTML, nested, as in x/net/html
)

// Limits of a whole mail and of its header.
const (
	MailBytes   = "mail bytes"
	HeaderBytes = "header bytes"
)

// LimitError names the limit that a mail exceeds. Such a mail belongs in quarantine.
type LimitError struct {
	What  string // MailBytes, HeaderBytes, "depth", "parts", "text bytes", "lines", "attributes of a tag", "steps"
	Limit int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("read mail: over the limit of %d %s; put it in quarantine", e.Limit, e.What)
}

// meter counts the steps in which a mail is read: tags, attributes, lines. They are bounded by its length, for
// any content, so that no mail costs more than its bytes.
type meter struct {
	steps, most int
}

const (
	stepsLeast  = 10_000
	stepsPerOne = 16 // byte of the mail
)

func newMeter(bytes int) *meter { return &meter{most: stepsLeast + stepsPerOne*bytes} }

// step counts n steps. It returns a *LimitError for one too many.
func (m *meter) step(n int) error {
	if m.steps += n; m.steps > m.most {
		return &LimitError{"steps", m.most}
	}
	return nil
}

// ErrUnreadable wraps every error of Parse that is not a LimitError: the bytes are no mail.
var ErrUnreadable = errors.New("read mail: no readable message; put it in quarantine")
