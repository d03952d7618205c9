package journal

import (
	"context"

	"railpost/engine"
	"railpost/pbem/facts/table"
)

// Digest returns the state of the daily letters to an address; nil if nobody there ever wanted any.
func (c *Change) Digest(ctx context.Context, address string) *table.Digest {
	return Read(ctx, c, table.DigestKey(address), table.ReadDigest)
}

// KeepDigest stores a changed state of daily letters. If it has no key, it gets a new one, and so a new answer
// address.
func (c *Change) KeepDigest(d *table.Digest) {
	if len(d.Key) == 0 {
		d.Key = NewKey()
	}
	c.Keep(table.DigestKey(d.Address), d)
}

// Digested returns the daily letters that an address gets; nil if it gets none.
func (c *Change) Digested(ctx context.Context, address string) *table.Digest {
	if d := c.Digest(ctx, address); d != nil && !d.Off {
		return d
	}
	return nil
}

// Digests reports whether the player of a seat reads of this game in a daily letter. Whoever
// plays for them for a time may not see that.
func (c *Change) Digests(ctx context.Context, s engine.Seat) bool {
	return c.MayDigest(s) && c.Digested(ctx, c.Table.Players[s].Address()) != nil
}

// MayDigest reports whether the player of a seat could read of this game in a daily letter.
func (c *Change) MayDigest(s engine.Seat) bool {
	p := &c.Table.Players[s]
	return p.Letters != table.Off && !p.Resigned && c.Table.Players[s].SitterAt(c.At) == nil
}
