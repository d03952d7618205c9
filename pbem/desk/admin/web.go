package admin

import (
	"context"
	"strconv"

	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/table"
)

// WebLink are the parameters of web.link: the page of a game for everybody, or without a game
// the list of all tables.
type WebLink struct {
	Game string `json:",omitzero" arg:"" optional:"" help:"Name of the game; none for the list."`
}

// Link is the result.
type Link struct {
	URL string `json:"url"`
}

// webLink returns the address of a page. A seat's is only for its player, by mail.
func (d webDesk) webLink(ctx context.Context, p WebLink) (*Link, error) {
	if err := d.hasPages(); err != nil {
		return nil, err
	}
	if p.Game == "" {
		return d.tablesLink(ctx, false)
	}
	g, err := d.Games.Load(ctx, p.Game)
	switch {
	case err != nil:
		return nil, err
	case !g.Table.Rules.HasPage():
		return nil, fault.Wrong("railpost game set "+g.Name+" --rule page=yes would give it one", "the table of %s has agreed on no page for everybody", g.Name)
	case g.Now == nil:
		return nil, fault.Wrong("wait until all players have accepted", "game %s has not begun", g.Name)
	}
	return &Link{d.Config.PageURL("g/" + g.Name + "/")}, nil
}

// renewLink returns a new link to the list of tables; the old one leads nowhere.
func (d webDesk) renewLink(ctx context.Context, _ None) (*Link, error) {
	if err := d.hasPages(); err != nil {
		return nil, err
	}
	return d.tablesLink(ctx, true)
}

func (d webDesk) hasPages() error {
	if d.Config.PageURL("") == "" {
		return fault.Wrong(`write listen = "127.0.0.1:9181" in [web] and start the service again`, "the service has no pages")
	}
	return nil
}

func (d webDesk) tablesLink(ctx context.Context, renew bool) (*Link, error) {
	b, err := d.Store.Get(ctx, table.TablesRenewedKey())
	if err != nil {
		return nil, err
	}
	n, err := table.ReadRenewed(b)
	if err != nil {
		return nil, err
	}
	c := d.NewChange(nil)
	c.NeedOrganisersKey(ctx)
	if renew {
		n++
		c.Values[table.TablesRenewedKey()] = []byte(strconv.Itoa(n))
	}
	secret := c.Values[table.OrganisersKey]
	if len(c.Values) > 0 {
		err = d.commit(ctx, c, false)
	}
	if secret == nil && err == nil {
		secret, err = d.Store.Get(ctx, table.OrganisersKey)
	}
	return &Link{d.Config.PageURL("tables/" + table.TablesToken(secret, n) + "/")}, err
}
