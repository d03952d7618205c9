package imapbox

import (
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const (
	maxHeader = 64 << 10 // bytes fetched of a mail that is too large
	maxBytes  = 8 << 20  // of mails in one batch
)

// fetch returns the first of the given mails, as many as fit in a batch. lost are those
// that disappeared meanwhile, or that the server does not return.
func (b *box) fetch(uids []imap.UID) (ms []Mail, lost []imap.UID, err error) {
	uids = uids[:min(len(uids), b.c.Batch)]
	known, err := b.sizes(uids)
	if err != nil {
		return nil, nil, err
	}
	uids = fitting(uids, known, b.c.MaxSize)
	var whole, header imap.UIDSet
	var sum int64
	for _, uid := range uids {
		switch m, there := known[uid]; {
		case !there:
		case m.Size > b.c.MaxSize:
			header.AddNum(uid)
		default:
			sum += m.Size
			whole.AddNum(uid)
		}
	}
	bodies, err := b.sections(whole, &imap.FetchItemBodySection{Peek: true}, sum)
	if err != nil {
		return nil, nil, err
	}
	b.short(known, bodies, &header)
	headers, err := b.sections(header, &imap.FetchItemBodySection{
		Peek: true, Specifier: imap.PartSpecifierHeader,
		Partial: &imap.SectionPartial{Size: maxHeader},
	}, maxHeader*int64(len(uids)))
	if err != nil {
		return nil, nil, err
	}
	ms, lost = b.join(uids, known, bodies, headers)
	return ms, lost, nil
}

// short removes mails of which the server returned less than the stated size, by more than
// 2 %, as with `BODY[] NIL`: orders would be missing, or the line that takes them back.
// They are fetched again, and then delivered with only their header.
func (b *box) short(known map[imap.UID]Mail, bodies map[imap.UID][]byte, header *imap.UIDSet) {
	for uid, raw := range bodies {
		m := known[uid]
		if int64(len(raw))*100 >= m.Size*98 {
			continue
		}
		delete(bodies, uid)
		k := b.mark(uid)
		if m.Short = k.short; m.Short {
			known[uid] = m
			header.AddNum(uid)
		}
		k.short = true
		b.c.Log.Error("imap: a mail is shorter than its announced size", "uid", uid, "size", m.Size, "bytes", len(raw), "again", !m.Short)
	}
}

// fitting cuts a batch where its mails, not counting those too large, exceed maxBytes; the
// first mail always fits.
func fitting(uids []imap.UID, known map[imap.UID]Mail, maxSize int64) []imap.UID {
	var sum int64
	for i, uid := range uids {
		if m := known[uid]; m.Size <= maxSize {
			sum += m.Size
		}
		if sum > maxBytes && i > 0 {
			return uids[:i]
		}
	}
	return uids
}

// join adds the parts to their mails. A body larger than the stated size and the limit was
// cut and counts as too large.
func (b *box) join(uids []imap.UID, known map[imap.UID]Mail, bodies, headers map[imap.UID][]byte) (ms []Mail, lost []imap.UID) {
	for _, uid := range uids {
		m, there := known[uid]
		raw, hasRaw := bodies[uid]
		head, hasHead := headers[uid]
		switch {
		case m.Short:
			m.Header = head
		case !there || !hasRaw && !hasHead:
			lost = append(lost, uid)
			continue
		case hasHead:
			m.Header = head
		case int64(len(raw)) > b.c.MaxSize:
			m.Header, m.Size = raw[:min(len(raw), maxHeader)], int64(len(raw))
		default:
			m.Raw, m.Size = raw, int64(len(raw))
		}
		ms = append(ms, m)
	}
	return ms, lost
}

// sizes fetches everything but the text.
func (b *box) sizes(uids []imap.UID) (map[imap.UID]Mail, error) {
	known := map[imap.UID]Mail{}
	err := b.call("fetch sizes", 0, func() error {
		list, err := b.imap.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}).Collect()
		for _, f := range list {
			known[f.UID] = Mail{UIDValidity: b.memory.validity, UID: uint32(f.UID), Size: f.RFC822Size, Internal: f.InternalDate}
		}
		return err
	})
	return known, err
}

// sections fetches one part of several mails without setting \Seen. bytes is the expected
// size.
func (b *box) sections(set imap.UIDSet, part *imap.FetchItemBodySection, bytes int64) (map[imap.UID][]byte, error) {
	if len(set) == 0 {
		return nil, nil
	}
	out := map[imap.UID][]byte{}
	options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{part}}
	err := b.texts(set, options, bytes, max(b.c.MaxSize, maxHeader)+1, func(m Mail) {
		if m.Raw != nil {
			out[imap.UID(m.UID)] = m.Raw
		}
	})
	return out, err
}

// texts fetches mails with a part of their text, and passes on those of the set. Of each
// text it reads at most limit bytes, whatever length the server announced; slow connections
// get a second for each 16 KiB of the expected bytes.
func (b *box) texts(set imap.UIDSet, options *imap.FetchOptions, bytes, limit int64, take func(Mail)) error {
	extra := time.Duration(bytes/(16<<10)) * time.Second
	b.in.bodies.Store(true)
	defer b.in.bodies.Store(false)
	return b.call("fetch", extra, func() error {
		cmd := b.imap.Fetch(set, options)
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			m, err := b.read(msg, limit)
			if err != nil {
				// The connection is broken; Close drains what is left.
				_ = cmd.Close()
				return err
			}
			if set.Contains(imap.UID(m.UID)) {
				take(m)
			}
		}
		return cmd.Close()
	})
}

// read returns what the server says of one mail. Raw is nil if it gives no text.
func (b *box) read(msg *imapclient.FetchMessageData, limit int64) (Mail, error) {
	m := Mail{UIDValidity: b.memory.validity}
	for item := msg.Next(); item != nil; item = msg.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.UID = uint32(item.UID)
		case imapclient.FetchItemDataRFC822Size:
			m.Size = item.Size
		case imapclient.FetchItemDataInternalDate:
			m.Internal = item.Time
		case imapclient.FetchItemDataBodySection:
			m.Raw = []byte{}
			if item.Literal == nil {
				continue
			}
			var err error
			if m.Raw, err = io.ReadAll(io.LimitReader(item.Literal, limit)); err != nil {
				return m, err
			}
			if _, err := io.Copy(io.Discard, item.Literal); err != nil {
				return m, err
			}
		}
	}
	return m, nil
}
