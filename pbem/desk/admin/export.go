package admin

import (
	"context"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/export"
)

// ExportGame are the parameters of game.export.
type ExportGame struct {
	LookAt
	Format string `json:"format,omitempty"` // "" the log; "18xx" a game of the public 18xx site
}

// Exported is the result of game.export: the log as text, one record per line, or the game
// in another format.
type Exported struct {
	Game string `json:"game"`
	Text string `json:"text"`
	Part bool   `json:"part,omitempty"` // the site cannot load it to its end: it has other options than its profile
}

// exportGame returns the log of a game that is over or called off, or, with Secret, of any:
// records contain hidden information. A game that was called off cannot be continued
// afterwards.
func (d lookDesk) exportGame(ctx context.Context, p ExportGame) (*Exported, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	switch p.Format {
	case "":
	case formatSite:
		return d.exportSite(ctx, g)
	default:
		return nil, fault.Wrong("leave it out, or write "+formatSite, "there is no format %q", p.Format)
	}
	ended := g.Table.State == table.Over || g.Table.State == table.Closed
	if !ended && !p.Secret {
		return nil, fault.Wrong("add --secret; Railpost logs this and tells the table", "the log of %s contains hidden information while the game runs", g.Name)
	}
	if g.Table.State == table.Closed && !g.Table.Shown {
		c := d.NewChange(g)
		c.Table.Shown = true
		if err := d.Commit(ctx, c); err != nil {
			return nil, err
		}
	}
	if p.Secret && !ended && g.Now != nil {
		if err := d.confess(ctx, g, engine.Msg(key.SecretShown)); err != nil {
			return nil, err
		}
	}
	log, err := d.Store.Load(ctx, g.Name, 0, true)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	secret := export.Secret{Seed: g.Table.Seed, Service: g.Table.Service, Added: g.Table.Added()}
	err = export.Write(&b, log.Records, secret)
	return &Exported{Game: g.Name, Text: b.String()}, err
}

// formatSite is the format of game.export that the public 18xx site reads.
const formatSite = "18xx"

// exportSite returns a game as the public site reads it. Its orders are public.
func (d lookDesk) exportSite(ctx context.Context, g *games.Game) (*Exported, error) {
	title, err := siteTitle(d.Titles, g.Table.Title)
	if err != nil {
		return nil, err
	}
	records, _, err := d.Games.Log(ctx, g.Name)
	if err != nil {
		return nil, err
	}
	text, err := export.Site(title, g.Table, records)
	if err != nil {
		return nil, fault.Wrong("railpost game export without --format writes the game as it was played here", "%v", err)
	}
	_, loads := log18xx.Loads(title, g.Table.Setup)
	return &Exported{Game: g.Name, Text: text, Part: !loads}, nil
}
