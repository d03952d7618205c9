package journal

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// strangersADay limits the letters that mails from addresses that nobody knows bring in a
// day, whatever they have in From.
const strangersADay = 200

// Profile returns the profile of an address; nil if it has none.
func (j *Journal) Profile(ctx context.Context, address string) (*table.Profile, error) {
	c := j.NewChange(ctx, nil)
	return c.Profile(address), c.Err
}

// Profile is Journal.Profile as of the change.
func (c *Change) Profile(address string) *table.Profile {
	p, err := table.ReadProfile(extract.Address(address), c.stored)
	c.Fail(err)
	return p
}

// LangOf returns the language that the owner of an address has chosen; "" for none.
func (c *Change) LangOf(address string) string {
	if p := c.Profile(address); p != nil {
		return p.Lang
	}
	return ""
}

// KeepProfile enters a profile, or what has changed of it.
func (c *Change) KeepProfile(p *table.Profile) {
	if len(p.Key) == 0 {
		p.Key = drawn()
	}
	c.put(table.ProfileKey(p.Address()), p)
}

// MoveProfile puts an address in the place of another, with a token of its own; a letter there
// tells.
func (c *Change) MoveProfile(p *table.Profile, from, to string) {
	first := p.Address()
	c.Values[table.ProfileKey(from)] = nil
	p.Addresses[slices.Index(p.Addresses, from)], p.Key = to, nil
	c.Entered(to)
	c.KeepProfile(p)
	for _, a := range p.Addresses[1:] {
		c.keepFurther(p, a)
	}
	for _, o := range c.Openings() {
		if s := o.Seat(first); s >= 0 && first != p.Address() {
			o.Players[s].Address = p.Address()
			c.KeepOpening(o)
		}
	}
	c.TellProfile(p, to, letters.Tell(engine.Msg(key.Moved, engine.Text("address", to))))
}

// AddAddress makes an address one of a profile.
func (c *Change) AddAddress(p *table.Profile, address string) {
	p.Addresses = append(p.Addresses, address)
	c.keepFurther(p, address)
	c.KeepProfile(p)
}

// keepFurther enters which profile a further address belongs to.
func (c *Change) keepFurther(p *table.Profile, address string) {
	c.KeepProfile(&table.Profile{Of: p.Address(), Addresses: []string{address}, Added: c.At, Wrote: c.At})
}

// ForgetProfile deletes a profile with all its addresses, and its seats at tables in
// formation.
func (c *Change) ForgetProfile(p *table.Profile) {
	for _, o := range c.Openings() {
		c.LeaveOpening(o, p)
	}
	for _, a := range p.Addresses {
		c.Values[table.ProfileKey(a)] = nil
		if c.StopDigest(a) {
			d := c.Digest(a)
			d.Forget = true
			c.KeepDigest(d)
		}
	}
	c.dropUnsure(func(u *table.Unsure) bool { return slices.Contains(p.Addresses, u.Of) })
}

// dropUnsure forgets what some profiles were asked to confirm.
func (c *Change) dropUnsure(which func(u *table.Unsure) bool) {
	for key := range c.values(table.ProfilePrefix) {
		if p := c.Profile(strings.TrimPrefix(key, table.ProfilePrefix)); p != nil && p.Unsure != nil && which(p.Unsure) {
			p.Unsure = nil
			c.KeepProfile(p)
		}
	}
}

// Visitor returns the profile of an address to which a letter with its token will go, a new
// one if it has none. Such a profile is forgotten if nobody ever writes with the token.
func (c *Change) Visitor(address, name string) *table.Profile {
	p := c.Profile(address)
	if p == nil {
		p = &table.Profile{Name: name, Addresses: []string{address}}
	}
	if !p.Proven() {
		p.Added, p.Name = c.At, cmp.Or(p.Name, name)
	}
	return p
}

// TellProfile queues a letter to somebody with a profile, at one of its addresses, which
// they can answer with what they want of the lobby.
func (c *Change) TellProfile(p *table.Profile, to string, f letters.Facts) {
	f.Visitor = &letters.Visitor{Name: p.Name, Lang: p.Lang, New: p.Lang == "" && !p.Proven()}
	c.QueueTo(engine.Nobody, to, templates.Lobby, f.In(p.Form))
}

// AskProfile is TellProfile for the letter whose answer can confirm what Profile.Ask kept.
func (c *Change) AskProfile(p *table.Profile, to string, f letters.Facts) {
	f.Visitor = &letters.Visitor{Name: p.Name, Lang: p.Lang, New: p.Lang == "" && !p.Proven(), Confirms: p.Unsure.N}
	c.QueueTo(engine.Nobody, to, templates.Lobby, f.In(p.Form))
}

// StopRequests has an address never sent a request again, nor any letter to a stranger.
func (c *Change) StopRequests(address string) {
	c.Values[table.StoppedKey(address)] = []byte(c.At.Format(time.RFC3339))
}

// Stopped reports whether the owner of an address wants no requests.
func (c *Change) Stopped(address string) bool {
	b := c.value(table.StoppedKey(address))
	return len(b) > 0
}

// Refuses reports whether somebody who has never written to us wants no letter at all.
func (c *Change) Refuses(address string) bool { return c.Stopped(address) && !c.knows(address) }

// RequestsADay is how many addresses somebody can have asked in a day.
const RequestsADay = 3

const (
	requestEvery  = 30 * 24 * time.Hour // to one that never wrote to us
	requestsMost  = 100                 // to such addresses in a day, whoever asks
	invitedADay   = 3                   // of one who has written to us, by whomever
	unansweredFor = 30 * 24 * time.Hour // a profile of somebody who never writes is kept
)

// MayAsk counts a request by somebody, by their address, and reports whether they may send another
// today: an invitation, a question to a substitute or to an address of their own count alike.
func (c *Change) MayAsk(asker string) bool {
	return c.CountToday("asks/"+asker) <= RequestsADay
}

// MayBeAsked reports whether an address is sent a request now, and counts it. It is not if
// its owner has stopped that, nor if it never wrote to us and was sent one in the last 30
// days. known says whether somebody has written from there.
func (c *Change) MayBeAsked(address string) (may, known bool) {
	known = c.knows(address)
	if c.Stopped(address) || IsOwn(c.Journal.Config, address) {
		return false, known
	}
	if known {
		return c.CountToday("asked/"+address) <= invitedADay, true
	}
	key := table.RequestKey(address)
	b := c.value(key)
	if last, err := time.Parse(time.RFC3339, string(b)); err == nil && c.At.Sub(last) < requestEvery {
		return false, false
	}
	if c.CountToday("requests") > requestsMost {
		return false, false
	}
	c.Values[key] = []byte(c.At.Format(time.RFC3339))
	return true, false
}

// knows reports whether somebody has written to us from an address with a token.
func (c *Change) knows(address string) bool {
	if p := c.Profile(address); p != nil && p.Proven() && slices.Contains(p.Addresses, address) {
		return true
	}
	names, err := c.Journal.GamesOf(c.Ctx, address)
	c.Fail(err)
	for _, name := range names {
		g, err := c.Journal.Games.Load(c.Ctx, name)
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
	n, err := c.Journal.Newcomer(c.Ctx, address)
	c.Fail(err)
	return n != nil && !n.Agreed.IsZero()
}

// AskOnce returns what the letter that asks somebody who never wrote to us says of that.
func AskOnce(known bool) letters.Facts {
	if known {
		return letters.Facts{}
	}
	return letters.Tell(engine.Msg(key.RequestOnce))
}

// MayAnswerStranger counts a letter to an address that nobody knows: one a day to each, and
// so many to all of them, however many addresses somebody forges.
func (c *Change) MayAnswerStranger(address string) bool {
	return !c.Stopped(address) && c.CountToday("stranger/"+address) <= 1 && c.CountToday("strangers") <= strangersADay
}

// NewPlayer returns a player who gets what they have chosen in their profile, or what a table
// gives those who choose nothing.
func (c *Change) NewPlayer(name, address string, t *table.Table) table.Player {
	d := c.Journal.Config.Game.Defaults
	player := table.Player{Name: name, Addresses: []string{address}, Bank: t.Rules.Bank, Zone: cmp.Or(t.Zone, d.Zone), Letters: cmp.Or(t.Letters, d.Letters)}
	p := c.Profile(address)
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
func (j *Journal) ForgetUnanswered(ctx context.Context, now time.Time) error {
	c := j.NewChange(ctx, nil)
	c.At = now
	for key := range c.values(table.ProfilePrefix) {
		if p := c.Profile(strings.TrimPrefix(key, table.ProfilePrefix)); p != nil && !p.Proven() && now.Sub(p.Added) > unansweredFor {
			c.Values[key] = nil
		}
	}
	for key, b := range c.values(table.RequestPrefix) {
		if at, err := time.Parse(time.RFC3339, string(b)); err != nil || now.Sub(at) > requestEvery {
			c.Values[key] = nil
		}
	}
	c.dropUnsure(func(u *table.Unsure) bool { return now.Sub(u.At) > PendingFor })
	c.closeOldOpenings()
	if c.Err != nil || len(c.Values) == 0 {
		return c.Err
	}
	return j.Commit(c)
}
