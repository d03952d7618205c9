package inbox

import (
	"bytes"
	"context"
	"strings"

	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/extract"
	"railpost/store"
)

// At most this much is kept of incoming mails, so that nobody can fill the disk by
// writing to the service. The mailbox has each of them in full.
const (
	keptHeader  = 8 << 10  // of strangers and automatic mail: only the header
	keptOnFile  = 64 << 10 // if From is on file, which anybody can forge
	keptOthers  = 8 << 20  // a day, of both
	keptPlayers = 64 << 20 // a day, of players who have proven themselves
)

// keptToday counts the bytes of players' mails kept in a day. It starts at zero with the
// process: a count in the store would cost each order another write.
type keptToday struct {
	day   string
	bytes int
}

// keep returns the bytes to store with a mail's mark; nil if there is no room today.
func (ib *Inbox) keep(ctx context.Context, in *Mail, c *journal.Change) []byte {
	if in.Part != nil && !c.Poison { // it is stored with the whole mail
		return nil
	}
	automatic := in.Message != nil && !in.Message.Class.Answerable()
	if (in.Proof == Proven || in.Proof == Digest) && !automatic {
		if day := journal.DayOf(c.At); ib.kept.day != day {
			ib.kept = keptToday{day: day}
		}
		ib.kept.bytes += len(in.raw)
		if ib.kept.bytes > keptPlayers {
			return nil
		}
		return in.raw
	}
	b := in.raw
	if in.Proof == stranger {
		b = header(b)
		b = b[:min(len(b), keptHeader)]
	}
	b = b[:min(len(b), keptOnFile)]
	if c.AddToday(ctx, "kept", len(b)) > keptOthers {
		return nil
	}
	return b
}

// shown returns as much of a line of the header as a listing needs.
func shown(s string) string { return strings.ToValidUTF8(s[:min(len(s), 254)], "") }

// header returns a mail up to its body.
func header(raw []byte) []byte {
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw, []byte(end)); i >= 0 {
			return raw[:i+len(end)]
		}
	}
	return raw
}

// noteWriter records that a player has written, or that a program has answered for one who
// is away, which is no sign of life.
func (ib *Inbox) noteWriter(ctx context.Context, in *Mail, c *journal.Change) {
	if in.Message == nil {
		return
	}
	away := in.Message.Class == extract.Auto || c.Verdict.Why == verdict.Away
	switch {
	case away && (in.Proof == Proven || in.Proof == Digest || in.Proof == OnFile):
		c.OnVacation(in.Message.From)
	case away, c.Verdict.Act == verdict.Ignored && in.Proof != Proven:
	case in.Proof == Proven && c.Table != nil && in.Sitter != nil:
		waitlist.TakeBack(ctx, c, in.Seat)
		c.Lift(ctx, in.Message.From)
	case in.Proof == Proven && c.Table != nil:
		p := &c.Table.Players[in.Seat]
		p.Wrote = c.At
		waitlist.TakeBack(ctx, c, in.Seat)
		for _, a := range p.Addresses {
			c.Lift(ctx, a)
		}
	case in.Proof == Asked, in.Proof == Listed, in.Proof == Visitor, in.Proof == Digest:
		c.Lift(ctx, in.Message.From)
	}
}

// Mark adds to a change that its mail has been handled, with the stored part of the mail.
func (ib *Inbox) Mark(ctx context.Context, in *Mail, c *journal.Change) {
	if c.Empty {
		return
	}
	game, verdict := "", c.Verdict.String()
	if in.Game != nil {
		game = in.Game.Name
	}
	c.Recovered = in.Recovered()
	c.Mark = &store.Mark{Key: in.Key, Raw: in.Content, Game: game, Verdict: verdict, At: c.At}
	if in.Robot {
		return
	}
	ib.noteWriter(ctx, in, c)
	kept := ib.keep(ctx, in, c)
	if kept == nil {
		return
	}
	c.Raw = &store.RawMail{Key: in.Key, At: c.At, Verdict: verdict, Game: game, Bytes: kept}
	if in.Message != nil {
		c.Raw.From, c.Raw.Subject = shown(in.Message.From), shown(in.Message.Subject)
	}
}
