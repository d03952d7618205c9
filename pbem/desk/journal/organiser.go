package journal

import (
	"context"
	"crypto/hmac"
	"strconv"

	"railpost/pbem/facts/table"
)

// NeedOrganisersKey draws the organisers' secret with the first letter to an organiser.
func (c *Change) NeedOrganisersKey(ctx context.Context) {
	if len(c.Value(ctx, table.OrganisersKey)) == 0 && c.Err == nil {
		c.Values[table.OrganisersKey] = NewKey()
	}
}

// ProvesOrganiser reports whether a token is that of letters to an organiser's address, or
// was before it was renewed.
func (j *Journal) ProvesOrganiser(ctx context.Context, address, token string) (proves, former bool, err error) {
	b, err := j.Store.Get(ctx, table.OrganisersKey)
	if err != nil || len(b) == 0 || address == "" {
		return false, false, err
	}
	n, err := j.renewed(ctx, address)
	for i := n; i >= 0 && !proves; i-- {
		proves, former = hmac.Equal([]byte(table.OrganiserToken(b, address, i)), []byte(token)), i < n
	}
	return proves, former, err
}

// RenewOrganiser makes an organiser's token worthless. The next letter to them has another.
func (c *Change) RenewOrganiser(ctx context.Context, address string) {
	n, err := c.Journal.renewed(ctx, address)
	c.Fail(err)
	c.Values[table.OrganiserRenewedKey(address)] = []byte(strconv.Itoa(n + 1))
}

// renewed returns how often an organiser's token was renewed.
func (j *Journal) renewed(ctx context.Context, address string) (int, error) {
	b, err := j.Store.Get(ctx, table.OrganiserRenewedKey(address))
	if err != nil {
		return 0, err
	}
	return table.ReadRenewed(b)
}
