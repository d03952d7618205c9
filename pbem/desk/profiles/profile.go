// Package profiles stores people's settings outside any game, the tables that they form, and limits on requests
// in their name.
package profiles

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// Keep stores a new or changed profile.
func Keep(c *journal.Change, p *table.Profile) {
	if len(p.Key) == 0 {
		p.Key = journal.NewKey()
	}
	c.Keep(table.ProfileKey(p.Address()), p)
}

// Move replaces an address by another, with a new token; a letter there announces it.
func Move(ctx context.Context, c *journal.Change, p *table.Profile, from, to string) {
	first := p.Address()
	c.Values[table.ProfileKey(from)] = nil
	p.Addresses[slices.Index(p.Addresses, from)], p.Key = to, nil
	c.Entered(ctx, to)
	Keep(c, p)
	for _, a := range p.Addresses[1:] {
		keepFurther(c, p, a)
	}
	for _, o := range Openings(ctx, c) {
		if s := o.Seat(first); s >= 0 && first != p.Address() {
			o.Players[s].Address = p.Address()
			KeepOpening(c, o)
		}
	}
	Tell(ctx, c, p, to, content.Tell(engine.Msg(key.Moved, engine.Text("address", to))))
}

// AddAddress makes an address one of a profile.
func AddAddress(c *journal.Change, p *table.Profile, address string) {
	p.Addresses = append(p.Addresses, address)
	keepFurther(c, p, address)
	Keep(c, p)
}

// keepFurther enters which profile a further address belongs to.
func keepFurther(c *journal.Change, p *table.Profile, address string) {
	Keep(c, &table.Profile{Of: p.Address(), Addresses: []string{address}, Added: c.At, Wrote: c.At})
}

// Forget deletes a profile with all its addresses, and its seats at tables in
// formation.
func Forget(ctx context.Context, c *journal.Change, p *table.Profile) {
	for _, o := range Openings(ctx, c) {
		LeaveOpening(ctx, c, o, p)
	}
	for _, a := range p.Addresses {
		c.Values[table.ProfileKey(a)] = nil
		if daily.Stop(ctx, c, a) {
			d := c.Digest(ctx, a)
			d.Forget = true
			c.KeepDigest(d)
		}
	}
	dropUnsure(ctx, c, func(u *table.Unsure) bool { return slices.Contains(p.Addresses, u.Of) })
}

// dropUnsure drops unconfirmed requests of some profiles.
func dropUnsure(ctx context.Context, c *journal.Change, which func(u *table.Unsure) bool) {
	for key := range c.ValuesOf(ctx, table.ProfilePrefix) {
		if p := c.Profile(ctx, strings.TrimPrefix(key, table.ProfilePrefix)); p != nil && p.Unsure != nil && which(p.Unsure) {
			p.Unsure = nil
			Keep(c, p)
		}
	}
}

// Visitor returns the profile of an address to which a letter with its token will go, a new
// one if it has none. Such a profile is forgotten if nobody ever writes with the token.
func Visitor(ctx context.Context, c *journal.Change, address, name string) *table.Profile {
	p := c.Profile(ctx, address)
	if p == nil {
		p = &table.Profile{Name: name, Addresses: []string{address}}
	}
	if !p.Proven() {
		p.Added, p.Name = c.At, cmp.Or(p.Name, name)
	}
	return p
}

// Tell queues a letter to a person with a profile, at one of its addresses, which they can answer with commands
// for the lobby.
func Tell(ctx context.Context, c *journal.Change, p *table.Profile, to string, f content.Facts) {
	f.Visitor = &content.Visitor{Name: p.Name, Lang: p.Lang, New: p.Lang == "" && !p.Proven()}
	tell.To(ctx, c, engine.Nobody, to, templates.Lobby, f.In(p.Form))
}

// Ask is Tell for the letter whose answer can confirm the request in Profile.Ask.
func Ask(ctx context.Context, c *journal.Change, p *table.Profile, to string, f content.Facts) {
	f.Visitor = &content.Visitor{Name: p.Name, Lang: p.Lang, New: p.Lang == "" && !p.Proven(), Confirms: p.Unsure.N}
	tell.To(ctx, c, engine.Nobody, to, templates.Lobby, f.In(p.Form))
}

// NewPlayer returns a player with the settings of their profile, or the table's defaults.
func NewPlayer(ctx context.Context, c *journal.Change, name, address string, t *table.Table) table.Player {
	d := c.Journal.Config.Game.Defaults
	player := table.Player{Name: name, Addresses: []string{address}, Bank: t.Rules.Bank, Zone: cmp.Or(t.Zone, d.Zone), Letters: cmp.Or(t.Letters, d.Letters)}
	p := c.Profile(ctx, address)
	if p == nil || !p.Proven() || p.Of != "" {
		return player
	}
	for _, a := range p.Addresses {
		if a != address {
			player.Addresses = append(player.Addresses, a)
		}
	}
	player.Lang, player.Form, player.Calendar = p.Lang, p.Form, p.Calendar
	player.Zone, player.Letters = cmp.Or(p.Zone, player.Zone), cmp.Or(p.Letters, player.Letters)
	return player
}

// ForgetUnanswered forgets who was written to long ago and has not answered, and closes
// tables that never came to be.
func ForgetUnanswered(ctx context.Context, j *journal.Journal, now time.Time) error {
	c := j.NewChange(nil)
	c.At = now
	for key := range c.ValuesOf(ctx, table.ProfilePrefix) {
		if p := c.Profile(ctx, strings.TrimPrefix(key, table.ProfilePrefix)); p != nil && !p.Proven() && now.Sub(p.Added) > unansweredFor {
			c.Values[key] = nil
		}
	}
	for key, b := range c.ValuesOf(ctx, table.RequestPrefix) {
		if at, err := time.Parse(time.RFC3339, string(b)); err != nil || now.Sub(at) > requestEvery {
			c.Values[key] = nil
		}
	}
	dropUnsure(ctx, c, func(u *table.Unsure) bool { return now.Sub(u.At) > journal.PendingFor })
	closeOldOpenings(ctx, c)
	if c.Err != nil || len(c.Values) == 0 {
		return c.Err
	}
	return j.Commit(ctx, c)
}
