package imapbox

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Limits of mails that are read without asking for their size first.
const (
	newsSize  = 256 << 10 // bytes of a mail
	newsMails = 8
)

// news takes the mails that the server has just announced: all from the next number on come
// in one command, with as much of their text as a usual mail has. It reports whether nothing
// else can be in the mailbox; if there is any doubt, a search must follow.
func (b *box) news(ctx context.Context, deliver deliverFunc) (all bool, err error) {
	announced := int64(b.count()) - int64(b.kept())
	if b.memory.next == 0 || announced > newsMails || b.memory.newsDied > 1 {
		return false, nil
	}
	if err := b.allowed(); err != nil {
		return false, err
	}
	early := b.leaving != nil
	ms, all, err := b.newest(max(announced, 1))
	if _, ok := errors.AsType[*imap.Error](err); ok {
		return false, nil // the search will show which mail it is, and why
	}
	if err == nil {
		err = b.left()
	}
	if err != nil {
		b.memory.patient = b.memory.patient || early
		b.memory.newsDied++
		return false, err
	}
	b.memory.newsDied = 0
	for _, m := range ms {
		b.memory.next = max(b.memory.next, imap.UID(m.UID)+1)
	}
	b.handOver(ctx, ms, deliver)
	if err := b.moveAll(); err != nil {
		return false, err
	}
	_, next := b.waiting()
	due := !next.IsZero() && !time.Now().Before(next)
	return all && !due && b.trouble == nil && int(b.count()) == b.kept(), nil
}

// newest returns, oldest first, the mails from the next number on, up to the first incomplete one; all is false
// if there is one.
func (b *box) newest(announced int64) (ms []Mail, all bool, err error) {
	next := b.memory.next
	set := imap.UIDSet{{Start: next}}
	options := &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{
		{Peek: true, Partial: &imap.SectionPartial{Size: newsSize}},
	}}
	all = true
	err = b.texts(set, options, announced*newsSize, newsSize+1, func(m Mail) {
		switch {
		case imap.UID(m.UID) < next: // `*` is the last mail, however old (RFC 3501 6.4.8)
		case len(ms) == newsMails:
			all = false
		default:
			ms = append(ms, m)
		}
	})
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(ms, func(a, b Mail) int { return cmp.Compare(a.UID, b.UID) })
	for i := range ms {
		if !b.whole(ms[i]) {
			return ms[:i], false, nil
		}
		ms[i] = b.complete(ms[i], ms[i].Raw)
	}
	return ms, all, nil
}

// whole reports whether a mail's text is all there, beyond doubt (see doubt).
func (b *box) whole(m Mail) bool {
	n := int64(len(m.Raw))
	sized := n*100 >= m.Size*98 || b.memory.estimates && !unclosed(m.Raw)
	return sized && n > 0 && n <= b.c.MaxSize && (n < newsSize || n == newsSize && m.Size == n)
}
