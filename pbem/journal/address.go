package journal

import (
	"context"
	"slices"
	"strings"

	"railpost/pbem/table"
)

func (j *Journal) GamesOf(ctx context.Context, address string) ([]string, error) {
	b, err := j.Store.Get(ctx, table.AddressKey(address))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return strings.Fields(string(b)), nil
}

// Remember puts the game of a change among those of an address.
func (c *Change) Remember(address string) error {
	names, err := c.Journal.GamesOf(c.Ctx, address)
	if err != nil {
		return err
	}
	if !slices.Contains(names, c.Game.Name) {
		names = append(names, c.Game.Name)
	}
	c.Values[table.AddressKey(address)] = []byte(strings.Join(names, " "))
	return nil
}
