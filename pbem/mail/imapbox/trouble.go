package imapbox

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	netmail "net/mail"
	"regexp"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

const (
	headerAt = 4         // failures after which the header of a mail is asked for
	toldAt   = 3         // failed moves after which it is reported
	inARow   = 3         // mails refused in a row: more likely the server's fault
	rarely   = time.Hour // at most between two attempts at a mail that cannot be fetched or moved
)

// maxHour is how many bytes are downloaded in an hour: providers stop accounts at some GB a day.
var maxHour int64 = 256 << 20

// Fault is a lasting reason why mails stay where they are.
type Fault struct {
	UIDs []uint32 // sorted
	Err  error    // of the first
}

var (
	errNothing = errors.New("the server's answer lacks the text of the message")
	errShorter = errors.New("the text is shorter than the server announced")
	errCut     = errors.New("the text is shorter than the server announced, and its last part does not end")
)

// take fetches the oldest mails that are due; after all others, and each alone, those that could not be fetched before.
// When a batch is refused, or the connection does not survive it, the next is half as large, down to the one mail that
// is to blame (see failed). It returns only errors that end the session.
func (b *box) take(due []imap.UID) ([]Mail, error) {
	if err := b.allowed(); err != nil {
		return nil, err
	}
	m := b.memory
	fresh := slices.DeleteFunc(slices.Clone(due), b.failedBefore)
	if len(fresh) == 0 {
		ms, err := b.alone(due[0])
		return ms, b.blame(due[:1], err)
	}
	if len(fresh) > 1 && fresh[0] == m.refused {
		fresh[0], fresh[1] = fresh[1], fresh[0]
	}
	ms, asked, err := b.fetch(fresh[:min(len(fresh), m.batch)])
	if err != nil {
		return nil, b.blame(asked, err)
	}
	if m.refused != 0 && !slices.Contains(asked, m.refused) {
		b.failed(m.refused, errors.New("the server refuses this message, but sends others"))
	}
	m.refused, m.batch = 0, min(2*m.batch, m.most)
	return ms, nil
}

// alone fetches one mail without asking for its size first. After some failures it asks for the
// header, and then for the text once more, since the server may be well again; if that fails, the
// header is all there is.
func (b *box) alone(uid imap.UID) ([]Mail, error) {
	k := b.mark(uid)
	m := Mail{UIDValidity: b.memory.validity, UID: uint32(uid), Size: k.size}
	if k.header != nil {
		m.Header, m.Short = k.header, true
		return []Mail{m}, nil
	}
	set := imap.UIDSetNum(uid)
	if k.fails == headerAt {
		headers, err := b.sections(set, headerOnly, maxHeader)
		if err != nil {
			return nil, err
		}
		k.header = headers[uid]
	}
	texts, err := b.sections(set, b.beginning(), b.c.MaxSize)
	if err != nil {
		return nil, err
	}
	if err := b.doubt(uid, k.size, texts[uid]); err != nil {
		b.failed(uid, err)
		return nil, nil
	}
	k.fails, k.header = 1, nil
	return []Mail{b.complete(m, texts[uid])}, nil
}

// blame draws the consequences of a fetch that was refused or ended the connection. It returns an error that
// ends the session.
func (b *box) blame(uids []imap.UID, err error) error {
	if err == nil {
		b.streak = nil
		return nil
	}
	m := b.memory
	said, refused := errors.AsType[*imap.Error](err)
	if bye, ok := errors.AsType[*byeError](err); ok {
		said = bye.said
	}
	throttled := said != nil && throttles(said)
	switch {
	case len(uids) > 1 && throttled && refused:
		m.batch = 1
	case len(uids) > 1 && throttled:
		m.batch = 1
		return &busyError{err, asked(said.Text)}
	case len(uids) > 1:
		m.most, m.batch = len(uids)-1, len(uids)/2
	case throttled && !b.failedBefore(uids[0]): // not the mail's fault, unless another is fetched in the meantime
		m.refused = uids[0]
		return &busyError{err, asked(said.Text)}
	default:
		m.most = b.c.Batch
		if b.failed(uids[0], err); !slices.Contains(b.streak, uids[0]) {
			b.streak = append(b.streak, uids[0])
		}
		if refused && len(b.streak) == inARow {
			return err
		}
	}
	if refused {
		return nil
	}
	return err
}

func (b *box) failedBefore(uid imap.UID) bool {
	k := b.memory.mails[uid]
	return k != nil && k.fails > 0
}

// failed notes that a mail could not be fetched: it is requested again at once, then at growing intervals.
func (b *box) failed(uid imap.UID, err error) {
	k := b.mark(uid)
	k.verdict, k.why = Later, err
	if k.fails++; k.fails > 1 && k.header == nil { // at first, the next search may show that it is gone
		b.postpone(k)
		b.c.Log.Error("imap: a message cannot be fetched", "uid", uid, "times", k.fails, "err", err)
	}
}

// doubt returns why a text may not be all of a mail. The announced size is a hint: some servers estimate it
// (MS-STANOIMAP 2.2.25), so a shorter text that comes twice is whole, unless its MIME structure is open.
func (b *box) doubt(uid imap.UID, size int64, raw []byte) error {
	n := int64(len(raw))
	switch {
	case n == 0:
		return errNothing
	case n > b.c.MaxSize || n*100 >= size*98:
		return nil
	}
	open := unclosed(raw)
	if k := b.memory.mails[uid]; !open && (b.memory.estimates || k != nil && k.length == n) {
		b.memory.estimates = true
		return nil
	}
	k := b.mark(uid)
	if k.size, k.length = size, n; open {
		return errCut
	}
	return errShorter
}

// unclosed reports whether a mail has several parts and ends before the last does (RFC 2046 5.1.1).
func unclosed(raw []byte) bool {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return false
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	boundary := params["boundary"]
	return err == nil && boundary != "" && !bytes.Contains(raw, []byte("--"+boundary+"--"))
}

// throttles reports whether the refusal of a mail is rather about the account. Not all that isBusy knows is: Yahoo
// says "Server Unavailable" of one mail.
func throttles(e *imap.Error) bool {
	switch e.Code {
	case imap.ResponseCodeOverQuota, imap.ResponseCodeLimit, "THROTTLED":
		return true
	}
	return throttling.MatchString(e.Text)
}

var throttling = regexp.MustCompile(`(?i)throttl|back-?off|too many|quota|bandwidth|limit|\brate\b`)

// allowed returns an error while no more may be downloaded in this hour.
func (b *box) allowed() error {
	m := b.memory
	total := m.earlier + m.link.in.got.Load()
	if time.Since(m.hour) >= time.Hour {
		m.hour, m.before = time.Now(), total
	}
	if total-m.before < maxHour {
		return nil
	}
	err := fmt.Errorf("imap: %d MB were downloaded within an hour; the rest waits until the hour is over", maxHour>>20)
	return &busyError{err, time.Until(m.hour.Add(time.Hour))}
}

// cause returns the error, naming the mail.
func (f Fault) cause() error {
	if f.Err == nil {
		return nil
	}
	return fmt.Errorf("read mail %d: %w", f.UIDs[0], f.Err)
}

// faults returns the mails that cannot be fetched, and those that cannot be moved.
func (b *box) faults() (unread, unmoved Fault) {
	for uid, k := range b.memory.mails {
		f := &unread
		switch {
		case k.unmoved >= toldAt:
			f = &unmoved
		case k.fails <= headerAt:
			continue
		}
		f.UIDs = append(f.UIDs, uint32(uid))
	}
	for _, f := range []*Fault{&unread, &unmoved} {
		if slices.Sort(f.UIDs); len(f.UIDs) > 0 {
			f.Err = b.memory.mails[imap.UID(f.UIDs[0])].why
		}
	}
	return unread, unmoved
}
