// Package daily queues the one letter a day that a player may have for all their games, and other letters about
// several games.
package daily

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// All returns the records of all daily letters, in the order of addresses.
func All(ctx context.Context, j *journal.Journal) (list []*table.Digest, err error) {
	values, err := j.Store.Values(ctx, table.DigestPrefix)
	for _, k := range slices.Sorted(maps.Keys(values)) {
		d, wrong := table.ReadDigest(values[k])
		if err = errors.Join(err, wrong); wrong == nil {
			list = append(list, d)
		}
	}
	return list, err
}

// Want switches a player to one letter a day for all their games, at a time of day or, without one, at the
// former time. A player who gets it already keeps the zone.
func Want(ctx context.Context, c *journal.Change, address, name, zone string, at clock.TimeOfDay) *table.Digest {
	d := c.Digest(ctx, address)
	if d == nil {
		d = &table.Digest{Address: address, Off: true, At: table.DigestAt}
	}
	if at.Set {
		d.At = at
	}
	if d.Off || at.Set { // waiting games were told
		d.Looked = c.At
	}
	if d.Off {
		d.Zone = zone
	}
	d.Off, d.Owed, d.Forget, d.Silent, d.Name = false, false, false, false, cmp.Or(name, d.Name)
	c.KeepDigest(d)
	return d
}

// Stop ends the daily letters to an address, and reports whether there were any.
func Stop(ctx context.Context, c *journal.Change, address string) bool {
	d := c.Digested(ctx, address)
	if d != nil {
		d.Off, d.Owed, d.Silent = true, true, false
		c.KeepDigest(d)
	}
	return d != nil
}

// Waits is a seat that a game waits for.
type Waits struct {
	Game *games.Game
	table.Wait
}

// HasSeen reports whether the player of the seat has seen the question, in a letter of the game or in one about several.
func (w Waits) HasSeen(d *table.Digest) bool {
	t := w.Game.Table
	p := &t.Players[w.Seat]
	return max(p.Told, p.Seen) >= w.Asked || d.Tells(w.Game.Name, w.Seat, t.Epoch, w.Asked)
}

// Urgent reports whether a wait cannot wait for the daily letter: less than a quarter of the
// time is left; or more than half has passed, and the table usually has its answers sooner.
func Urgent(t *table.Table, w table.Wait, at time.Time) bool {
	half := w.Until.Sub(w.Since) / 2
	usual := time.Duration(t.UsualAnswer()) * time.Second
	return Pressing(w, at) || at.Sub(w.Since) > max(usual, half)
}

// Pressing reports whether less than a quarter of the time to answer is left.
func Pressing(w table.Wait, at time.Time) bool { return w.Until.Sub(at) < w.Until.Sub(w.Since)/4 }

// Urge reports whether a letter about one game may interrupt the reader of daily letters now, which it may once a
// day, and returns what it says of the other games that wait.
func Urge(ctx context.Context, c *journal.Change, address string) (told []engine.Message, ok bool) {
	d := c.Digested(ctx, address)
	if d == nil || c.At.Sub(d.Urged) < 24*time.Hour {
		return nil, d == nil
	}
	d.Urged = c.At
	c.KeepDigest(d)
	others, err := Waiting(ctx, c.Journal, d, c.At)
	if err != nil { // the next daily letter reports it
		return nil, true
	}
	others = slices.DeleteFunc(others, func(w Waits) bool { return w.Game.Name == c.Game.Name })
	if len(others) > 0 {
		of := func(name string, w Waits) engine.Arg {
			return engine.Say(name, engine.Msg(key.DigestOne, engine.Text("game", w.Game.Name), content.At(w.Until)))
		}
		told = []engine.Message{engine.Msg(key.DigestOthers, engine.Int("n", len(others)), engine.SeveralOf("games", others, of))}
	}
	return told, true
}

// Waiting returns the waiting games of the reader of daily letters, in the order of deadlines. A game that
// cannot be read is omitted: the error names it.
func Waiting(ctx context.Context, j *journal.Journal, d *table.Digest, at time.Time) (list []Waits, err error) {
	names, err := j.GamesOf(ctx, d.Address)
	for _, name := range names {
		g, wrong := j.Games.Load(ctx, name)
		if errors.Is(wrong, store.ErrNoGame) {
			continue
		}
		if err = errors.Join(err, wrong); wrong != nil || g.Table.State != table.Running {
			continue
		}
		c := j.NewChange(g)
		c.At = at
		for _, w := range g.Table.Waiting {
			if g.Table.Players[w.Seat].Address() == d.Address && c.MayDigest(w.Seat) && !c.Quiet(w.Seat) {
				list = append(list, Waits{g, w})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Waits) int {
		return cmp.Or(a.Until.Compare(b.Until), strings.Compare(a.Game.Name, b.Game.Name))
	})
	return list, err
}

// TellWaiting queues the daily letter about its reader's waiting games.
func TellWaiting(ctx context.Context, c *journal.Change, d *table.Digest, list []Waits) {
	var parts []content.Part
	for _, w := range list {
		t := w.Game.Table
		f := content.Facts{Since: t.Players[w.Seat].Told}
		if last := d.Last(w.Game.Name, w.Seat); last != nil && last.Epoch == t.Epoch {
			f.Since = max(f.Since, last.Record)
		}
		for _, said := range t.Players[w.Seat].Private {
			f.Told = append(f.Told, said.Says)
		}
		f = f.At(t, w.Game.Now, w.Seat)
		if len(f.Plans) > 0 {
			f.Plans = append(f.Plans, content.Ahead(w.Game.Now, t, w.Seat)...)
		}
		if e := t.Entry(w.Wait); t.Players[w.Seat].Calendar {
			f.Calendar = &content.Calendar{Now: &e}
		}
		tell.MarkLost(ctx, c, t, f.Waits)
		data, err := f.Bytes()
		c.Fail(err)
		parts = append(parts, content.Part{Game: w.Game.Name, Seat: w.Seat, Record: w.Game.Head.Seq, Kind: templates.Turn, Data: data})
	}
	TellParts(ctx, c, d, templates.Digest, parts, nil, content.Facts{})
}

// TellParts queues a letter about several games. Games shown in an earlier one may be answered from this one, too.
func TellParts(ctx context.Context, c *journal.Change, d *table.Digest, kind templates.Kind, parts []content.Part, before *table.Sent, f content.Facts) {
	var shown []table.SentOf
	for _, p := range parts {
		of := table.SentOf{Game: p.Game, Seat: p.Seat, Record: p.Record}
		if g, err := c.Journal.Games.Load(ctx, p.Game); err == nil {
			of.Epoch = g.Table.Epoch
			w := g.Table.WaitFor(p.Seat)
			of.Unsaid = w != nil && !asks(c, p) && !Waits{g, *w}.HasSeen(d)
			if len(shown) == 0 {
				f = f.In(g.Table.Players[p.Seat].Form)
			}
		}
		shown = append(shown, of)
	}
	if before != nil {
		for _, of := range before.Games {
			if !slices.ContainsFunc(shown, func(s table.SentOf) bool { return s.Game == of.Game && s.Seat == of.Seat }) {
				shown = append(shown, of)
			}
		}
	}
	f.Digest = &content.Digest{N: d.Send(c.At, shown, len(parts)), Name: d.Name, Zone: d.Zone, Parts: parts}
	c.KeepDigest(d)
	tell.To(ctx, c, engine.Nobody, d.Address, kind, f)
}

// asks reports whether a letter's part shows its reader's question.
func asks(c *journal.Change, p content.Part) bool {
	f, err := content.ReadFacts(p.Data)
	c.Fail(err)
	return p.Kind.Row().Asks || f.Enclose
}

// TakeAnswer takes the reply to a mail of a seat out of the change, so that it can be joined with others; nil
// if there is none.
func TakeAnswer(c *journal.Change, s engine.Seat, answered string) *content.Part {
	for i, l := range c.Letters {
		f, err := content.ReadFacts(l.Data)
		c.Fail(err)
		if l.Seat == int(s) && f.ReplyTo == answered && f.Sitter == "" && l.Group == "" && c.Table.Players[s].OnFile(l.To) {
			c.Letters = slices.Delete(slices.Clone(c.Letters), i, i+1)
			return &content.Part{Game: l.Game, Seat: s, Record: l.Seq, Kind: templates.Kind(l.Kind), Data: json.RawMessage(l.Data)}
		}
	}
	return nil
}
