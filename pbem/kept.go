package pbem

import (
	"bytes"
	"strings"

	"railpost/pbem/journal"
)

// What is kept of incoming mails, so that whoever writes to the service cannot
// fill its disk. The mailbox has each of them in full.
const (
	keptHeader  = 8 << 10  // of strangers and automatic mail: the header alone
	keptOnFile  = 64 << 10 // where From is on file, which anybody can write
	keptOthers  = 8 << 20  // a day, of both
	keptPlayers = 64 << 20 // a day, of players who have proven themselves
)

// keptToday counts the bytes of players' mails that were kept in a day. It begins
// anew with the process: a count in the store would cost every order a write more.
type keptToday struct {
	day   string
	bytes int
}

// keep is what is kept of a mail beside its mark; nil if there is no room today.
func (o *Office) keep(in *incoming, c *journal.Change) []byte {
	automatic := in.mail != nil && !in.mail.Class.Answerable()
	if in.proof == proven && !automatic {
		if day := journal.DayOf(c.At); o.kept.day != day {
			o.kept = keptToday{day: day}
		}
		o.kept.bytes += len(in.raw)
		if o.kept.bytes > keptPlayers {
			return nil
		}
		return in.raw
	}
	b := in.raw
	if in.proof == stranger {
		b = header(b)
		b = b[:min(len(b), keptHeader)]
	}
	b = b[:min(len(b), keptOnFile)]
	if n, err := c.AddToday("kept", len(b)); err != nil || n > keptOthers {
		return nil // a store that cannot be read is told of by what needs it
	}
	return b
}

// shown is as much of a line of the header as a listing needs.
func shown(s string) string { return strings.ToValidUTF8(s[:min(len(s), 254)], "") }

// header is a mail up to its body.
func header(raw []byte) []byte {
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw, []byte(end)); i >= 0 {
			return raw[:i+len(end)]
		}
	}
	return raw
}
