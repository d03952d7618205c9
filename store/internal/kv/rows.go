package kv

import (
	"railpost/store"
	"railpost/store/deflate"
)

// head is a game as kept in bucket games.
type head struct {
	store.Head
	id uint32 // prefix of its keys in records and snapshots
}

func (h *head) encode() []byte {
	var e encoder
	e.uint(uint64(h.id))
	e.uint(h.Rev)
	e.uint(h.Seq)
	e.hash(h.Last)
	e.bytes(h.Doc)
	return e.b
}

func decodeHead(game string, body []byte) (head, error) {
	d := decoder{b: body}
	h := head{id: uint32(d.uint())}
	h.Game, h.Rev, h.Seq, h.Last, h.Doc = game, d.uint(), d.uint(), d.hash(), d.bytes()
	return h, d.err
}

// mailEntry is the record of a mail: attempts, its mark, its raw bytes.
type mailEntry struct {
	attempts int
	mark     *store.Mark // nil: not handled yet
	raw      []byte      // key in bucket raw; nil: not kept
}

func (m *mailEntry) encode() []byte {
	var e encoder
	e.int(m.attempts)
	e.bytes(m.raw)
	if m.mark != nil {
		e.hash(m.mark.Raw)
		e.string(m.mark.Game)
		e.string(m.mark.Verdict)
		e.time(m.mark.At)
	}
	return e.b
}

func decodeMailEntry(key string, body []byte) (mailEntry, error) {
	d := decoder{b: body}
	m := mailEntry{attempts: d.int(), raw: d.bytes()}
	if d.err == nil && len(d.b) > 0 {
		m.mark = &store.Mark{Key: key, Raw: d.hash(), Game: d.string(), Verdict: d.string(), At: d.time()}
	}
	return m, d.err
}

func encodeRaw(m *store.RawMail) []byte {
	return append(encodeRawPlain(m, nil), deflate.Pack(m.Bytes)...)
}

// encodeRawPlain is the form in which a store exports a mail (whole.go): as it was received.
func encodeRawPlain(m *store.RawMail, mail []byte) []byte {
	e := encoder{b: make([]byte, 0, len(m.Bytes)+256)}
	e.string(m.Key)
	e.time(m.At)
	e.string(m.From)
	e.string(m.Subject)
	e.string(m.Verdict)
	e.string(m.Game)
	e.bytes(mail)
	return e.b
}

// decodeRaw leaves Attempts to the caller, and Bytes, too, unless withBytes is set.
func decodeRaw(body []byte, withBytes bool) (store.RawMail, error) {
	d := decoder{b: body}
	m := store.RawMail{Key: d.string(), At: d.time(), From: d.string(), Subject: d.string(), Verdict: d.string(), Game: d.string()}
	if withBytes {
		if m.Bytes = d.bytes(); d.err == nil && m.Bytes == nil {
			m.Bytes, d.err = deflate.Unpack(d.b)
		}
	}
	return m, d.err
}

// states are the letters' states as numbers; the order is part of the layout.
var states = []store.LetterState{store.Waiting, store.Sending, store.Failed}

func encodeLetter(l *store.Letter) []byte {
	e := encoder{b: make([]byte, 0, len(l.Bytes)+len(l.Data)+len(l.Said)+192)}
	for i, s := range states {
		if s == l.State {
			e.int(i)
		}
	}
	e.string(l.Game)
	e.uint(l.Seq)
	e.int(l.Seat)
	e.string(l.Kind)
	e.string(l.To)
	e.string(l.Group)
	e.time(l.Queued)
	e.time(l.NextTry)
	e.time(l.Leased)
	e.int(l.Attempts)
	e.string(l.LastCode)
	e.bytes(l.Data)
	e.bytes(l.Bytes)
	return append(e.b, l.Said...)
}

func decodeLetter(id uint64, body []byte) (store.Letter, error) {
	d := decoder{b: body}
	l := store.Letter{ID: id}
	if s := d.int(); s < 0 || s >= len(states) {
		d.err = errShort
	} else {
		l.State = states[s]
	}
	l.Game, l.Seq, l.Seat, l.Kind, l.To, l.Group = d.string(), d.uint(), d.int(), d.string(), d.string(), d.string()
	l.Queued, l.NextTry, l.Leased, l.Attempts, l.LastCode = d.time(), d.time(), d.time(), d.int(), d.string()
	l.Data, l.Bytes = d.bytes(), d.bytes()
	l.Said = append(l.Said, d.b...)
	return l, d.err
}
