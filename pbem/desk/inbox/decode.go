package inbox

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// Received is a mail from the mailbox, with its own content once it is decoded.
type Received struct {
	raw              []byte
	id               store.Hash
	large, short     bool // see Mail
	decoded          bool
	message          *extract.Mail
	fault            error
	key              string
	content          store.Hash
	addresses, codes []compose.Reply // in it that look like ours
}

// Receive returns a mail that is not decoded yet.
func Receive(m imapbox.Mail) *Received {
	r := &Received{raw: m.Raw, id: rawID(m)}
	if m.Raw == nil {
		r.raw, r.large, r.short = m.Header, true, m.Short
	}
	return r
}

// Key returns the key of a mail before anything of it is read.
func (r *Received) Key() string { return RawKey(r.id) }

// decode needs nothing of the store, and is safe for concurrent use on different mails.
func (ib *Inbox) decode(r *Received) {
	if r.decoded {
		return
	}
	r.decoded = true
	if ib.suspects[r.Key()] >= poisonAfter {
		r.fault = errPoison
		return
	}
	defer ib.Begin(r.Key())()
	r.message, r.fault = extract.Parse(r.raw, extract.Limits{MailBytes: int(ib.Config.Mail.In.MaxSize)})
	if m := r.message; m != nil {
		r.key, r.addresses = m.Key(), ib.answerAddresses(m)
		r.content = contentHash(m, r.addresses)
		r.codes = ib.codes(m)
	}
}

// Decode decodes a batch of mails before taking any lock that others wait for: in parallel, except for mails
// during which the process has died. One of them may kill it again, and the others are not to blame.
func (ib *Inbox) Decode(batch []*Received) error {
	var some []*Received
	var keys []string
	for _, r := range batch {
		if !ib.Suspect(r) {
			some, keys = append(some, r), append(keys, r.Key())
			continue
		}
		if err := ib.Reading(r.Key()); err != nil {
			return err
		}
		ib.decode(r)
	}
	if len(some) == 0 {
		return nil
	}
	if err := ib.Reading(keys...); err != nil {
		return err
	}
	ib.Hook("decoding")
	SideBySide(len(some), func(i int) bool {
		ib.decode(some[i])
		return true
	})
	return nil
}

// SideBySide calls do with the numbers below n, in their order, on as many processors as there are. Once a call
// has returned false no other begins.
func SideBySide(n int, do func(i int) bool) {
	if n == 1 { // most looks at the mailbox find one mail: its stack need not grow again
		do(0)
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				if !do(int(i - 1)) {
					next.Store(int64(n))
				}
			}
		})
	}
	all.Wait()
}

// Suspect reports whether the process has died while a mail was being read.
func (ib *Inbox) Suspect(r *Received) bool {
	_, suspect := ib.suspects[r.Key()]
	return suspect
}

// contentHash returns the hash of a mail's content and of our answer addresses it went to.
// A mail that is delivered twice has different Received fields and is still the same.
func contentHash(m *extract.Mail, addresses []compose.Reply) store.Hash {
	return sha256.Sum256(fmt.Appendf(nil, "%v\n%s", addresses, strings.Join(m.Lines, "\n")))
}

// answerAddresses returns the addresses a mail went to that look like those in our
// letters, whether or not they prove anything. Where letters have codes, earlier ones may
// still have addresses.
func (ib *Inbox) answerAddresses(m *extract.Mail) []compose.Reply {
	var out []compose.Reply
	for _, to := range m.To {
		for _, base := range ib.Config.AnswerBases() {
			if r, ok := compose.ParseReplyAddress(to, base, ""); ok {
				out = append(out, r)
			}
		}
	}
	return out
}
