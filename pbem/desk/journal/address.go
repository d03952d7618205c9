package journal

import (
	"context"
	"errors"
	"net/mail"
	"slices"
	"strings"

	"railpost/pbem/config"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
)

// GamesOf returns the names of the games in which an address is on file.
func (j *Journal) GamesOf(ctx context.Context, address string) ([]string, error) {
	b, err := j.Store.Get(ctx, table.AddressKey(address))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return strings.Fields(string(b)), nil
}

// Remember adds the game of a change to those of an address.
func (c *Change) Remember(ctx context.Context, address string) {
	names, err := c.Journal.GamesOf(ctx, address)
	c.Fail(err)
	if !slices.Contains(names, c.Game.Name) {
		names = append(names, c.Game.Name)
	}
	c.Values[table.AddressKey(address)] = []byte(strings.Join(names, " "))
}

// ParseAddress parses an address for letters as a person wrote it, with or without a name.
func ParseAddress(text string) (*mail.Address, error) {
	a, err := mail.ParseAddress(text)
	if err != nil {
		return nil, err
	}
	if a.Address = extract.Address(a.Address); !compose.ValidAddress(a.Address) {
		return nil, errors.New("letters cannot be sent there: it is too long, or has quotation marks or characters other than ASCII before the @")
	}
	return a, nil
}

// IsOwn reports whether mail to an address comes back to the service.
func IsOwn(conf *config.Config, address string) bool {
	base, host := compose.SplitAddress(extract.Address(conf.Identity.BaseAddress))
	local, domain := compose.SplitAddress(address)
	if sep := conf.Mail.Out.PlusSeparator; sep != "" {
		local, _, _ = strings.Cut(local, sep)
	}
	return domain == host && local == base || address == extract.Address(conf.FromAddress())
}
