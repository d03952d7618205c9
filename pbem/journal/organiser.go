package journal

import (
	"context"
	"crypto/hmac"
	"crypto/rand"

	"railpost/pbem/table"
)

// NeedOrganisersKey draws the organisers' secret with the first letter to an organiser.
func (c *Change) NeedOrganisersKey() {
	if _, drawn := c.Values[table.OrganisersKey]; drawn {
		return
	}
	b, err := c.Journal.Store.Get(c.Ctx, table.OrganisersKey)
	c.Fail(err)
	if err != nil || len(b) > 0 {
		return
	}
	drawn := make([]byte, 32)
	_, err = rand.Read(drawn)
	c.Fail(err)
	c.Values[table.OrganisersKey] = drawn
}

// ProvesOrganiser reports whether a token is that of letters to an organiser's address.
func (j *Journal) ProvesOrganiser(ctx context.Context, address, token string) (bool, error) {
	b, err := j.Store.Get(ctx, table.OrganisersKey)
	if err != nil || len(b) == 0 || address == "" {
		return false, err
	}
	return hmac.Equal([]byte(table.OrganiserToken(b, address)), []byte(token)), nil
}
