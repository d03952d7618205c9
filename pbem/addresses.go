package pbem

import (
	"context"
	"slices"
	"strings"
)

// addressKey is where the store keeps which games an address plays in.
func addressKey(address string) string { return "address/" + strings.ToLower(address) }

func (o *Office) gamesOf(ctx context.Context, address string) ([]string, error) {
	b, err := o.Store.Get(ctx, addressKey(address))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return strings.Fields(string(b)), nil
}

// remember puts the game of a change among those of an address.
func (c *change) remember(address string) error {
	names, err := c.office.gamesOf(c.ctx, address)
	if err != nil {
		return err
	}
	if !slices.Contains(names, c.game.name) {
		names = append(names, c.game.name)
	}
	c.values[addressKey(address)] = []byte(strings.Join(names, " "))
	return nil
}
