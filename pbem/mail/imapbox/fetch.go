package imapbox

import (
	"bytes"
	"io"
	"maps"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const (
	maxHeader = 64 << 10 // bytes fetched of a mail that is too large
	maxBytes  = 8 << 20  // of mails in one batch
)

// headerOnly asks for the header of a mail.
var headerOnly = &imap.FetchItemBodySection{
	Peek: true, Specifier: imap.PartSpecifierHeader, Partial: &imap.SectionPartial{Size: maxHeader},
}

// beginning asks for the permitted part of a mail, and shows whether there is more.
func (b *box) beginning() *imap.FetchItemBodySection {
	return &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: b.c.MaxSize + 1}}
}

// fetch returns the first of the given mails, as many as fit in a batch, and the mails that it requested.
func (b *box) fetch(uids []imap.UID) (ms []Mail, asked []imap.UID, err error) {
	known, err := b.sizes(uids)
	if err != nil {
		return nil, uids, err
	}
	uids = fitting(uids, known, b.c.MaxSize)
	var whole, large imap.UIDSet
	var sum, most int64
	for _, uid := range uids {
		switch m, there := known[uid]; {
		case !there:
		case m.Size > b.c.MaxSize: // perhaps: the size may be an estimate
			most += b.c.MaxSize
			large.AddNum(uid)
		default:
			sum += m.Size
			whole.AddNum(uid)
		}
	}
	texts, err := b.sections(whole, &imap.FetchItemBodySection{Peek: true}, sum)
	if err != nil {
		return nil, uids, err
	}
	beginnings, err := b.sections(large, b.beginning(), most)
	if err != nil {
		return nil, uids, err
	}
	maps.Copy(texts, beginnings)
	for _, uid := range uids {
		m, raw := known[uid], texts[uid]
		if err := b.doubt(uid, m.Size, raw); err != nil {
			b.failed(uid, err)
			continue
		}
		ms = append(ms, b.complete(m, raw))
	}
	return ms, uids, nil
}

// complete adds its text to a mail, or its header if it is too large.
func (b *box) complete(m Mail, raw []byte) Mail {
	m.Announced = m.Size
	if int64(len(raw)) <= b.c.MaxSize {
		m.Raw, m.Size = raw, int64(len(raw))
		return m
	}
	if end := bytes.Index(raw, []byte("\r\n\r\n")); end >= 0 {
		raw = raw[:end+4]
	}
	m.Header, m.Size = raw[:min(len(raw), maxHeader)], max(m.Size, b.c.MaxSize+1)
	return m
}

// fitting cuts a batch where its mails exceed maxBytes; the first always fits.
func fitting(uids []imap.UID, known map[imap.UID]Mail, maxSize int64) []imap.UID {
	var sum int64
	for i, uid := range uids {
		if sum += min(known[uid].Size, maxSize); sum > maxBytes && i > 0 {
			return uids[:i]
		}
	}
	return uids
}

// sizes fetches everything but the text.
func (b *box) sizes(uids []imap.UID) (map[imap.UID]Mail, error) {
	known := map[imap.UID]Mail{}
	err := b.texts(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}, 0, 0, func(m Mail) {
		m.Raw = nil
		known[imap.UID(m.UID)] = m
	})
	return known, err
}

// sections fetches one part of several mails without setting \Seen. bytes is the expected
// size.
func (b *box) sections(set imap.UIDSet, part *imap.FetchItemBodySection, bytes int64) (map[imap.UID][]byte, error) {
	out := map[imap.UID][]byte{}
	if len(set) == 0 {
		return out, nil
	}
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
// get a second for each KiB of the expected bytes.
func (b *box) texts(set imap.UIDSet, options *imap.FetchOptions, bytes, limit int64, take func(Mail)) error {
	extra := time.Duration(bytes/(1<<10)) * time.Second
	b.in.bodies.Store(len(options.BodySection) > 0)
	defer b.in.bodies.Store(false)
	return b.call("fetch", extra, func() error {
		cmd := b.imap.Fetch(set, options)
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			m, err := b.read(msg, limit)
			if err != nil { // the connection is broken; Close would read its text concurrently with go-imap's reader
				return err
			}
			if set.Contains(imap.UID(m.UID)) {
				take(m)
			}
		}
		return cmd.Close()
	})
}

// read returns the server's data on one mail. Raw is nil if it has no text.
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
