package journal

import (
	"context"
	"slices"

	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
)

// Profile returns the profile of an address; nil if it has none.
func (j *Journal) Profile(ctx context.Context, address string) (*table.Profile, error) {
	c := j.NewChange(nil)
	return c.Profile(ctx, address), c.Err
}

// Profile is Journal.Profile as of the change.
func (c *Change) Profile(ctx context.Context, address string) *table.Profile {
	p, err := table.ReadProfile(extract.Address(address), func(key string) ([]byte, error) { return c.Stored(ctx, key) })
	c.Fail(err)
	return p
}

// LangOf returns the language that the owner of an address has chosen; "" for none.
func (c *Change) LangOf(ctx context.Context, address string) string {
	if p := c.Profile(ctx, address); p != nil {
		return p.Lang
	}
	return ""
}

// Knows reports whether somebody has written to us from an address with a token.
func (c *Change) Knows(ctx context.Context, address string) bool {
	if p := c.Profile(ctx, address); p != nil && p.Proven() && slices.Contains(p.Addresses, address) {
		return true
	}
	names, err := c.Journal.GamesOf(ctx, address)
	c.Fail(err)
	for _, name := range names {
		g, err := c.Journal.Games.Load(ctx, name)
		if err != nil {
			c.Fail(err)
			return false
		}
		if slices.ContainsFunc(g.Table.Sat, func(sat table.Guest) bool { return sat.Address == address }) {
			return true
		}
		for _, s := range g.Table.SeatsOf(address) {
			if !g.Table.Players[s].Wrote.IsZero() {
				return true
			}
		}
	}
	n, err := c.Journal.Newcomer(ctx, address)
	c.Fail(err)
	return n != nil && !n.Agreed.IsZero()
}

// Newcomer returns who is on the waiting list under an address; nil if nobody is.
func (j *Journal) Newcomer(ctx context.Context, address string) (*table.Newcomer, error) {
	b, err := j.Store.Get(ctx, table.NewcomerKey(address))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return table.ReadNewcomer(b)
}
