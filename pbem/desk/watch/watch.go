// Package watch sends a game's watchers the public facts.
package watch

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// most limits the people who watch a game by mail.
const most = 30

// Refused says why the owner of an address may not watch a game; a message without a key if they may.
func Refused(t *table.Table, address string) (why engine.Message) {
	switch {
	case t.State != table.Running:
		why = engine.Msg(lobby.WatchNone)
	case t.Watchers.Count() >= most:
		why = engine.Msg(lobby.WatchMany, engine.Int("limit", most))
	case t.Rules.NoWatchers:
		why = engine.Msg(lobby.WatchNot)
	case len(t.SeatsOf(address)) > 0:
		why = engine.Msg(lobby.WatchPlays)
	case t.Watchers.Has(address):
		why = engine.Msg(lobby.WatchAlready)
	}
	return why
}

// Begin starts a watcher's letters: they get the public facts, now and after each round. The table is told
// their name.
func Begin(ctx context.Context, c *journal.Change, p *table.Profile, name, address string) {
	c.Table.Watchers = slices.DeleteFunc(c.Table.Watchers, func(w table.Watcher) bool { return w.Address == address })
	c.Table.Watchers = append(c.Table.Watchers, table.Watcher{Name: name, Address: address, Lang: p.Lang, View: p.View})
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.Watches, engine.Personal("name", name))})
	tell(ctx, c, len(c.Table.Watchers)-1, templates.News)
}

// End ends a watcher's letters, and reports whether they had any.
func End(c *journal.Change, address string) bool {
	i := slices.IndexFunc(c.Table.Watchers, func(w table.Watcher) bool { return w.Address == address && !w.Gone })
	if i < 0 {
		return false
	}
	name := c.Table.Watchers[i].Name
	c.Table.Watchers[i].Gone = true
	c.Dropped = append(c.Dropped, group(c.Table.Game, address))
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.WatchesNoMore, engine.Personal("name", name))})
	return true
}

// group names the letters to a watcher of which a later one replaces the earlier.
func group(game, address string) string {
	return fmt.Sprintf("%s/watch/%x", game, sha256.Sum256([]byte(address)))[:len(game)+19]
}

// Tell queues the letters to a game's watchers.
func Tell(ctx context.Context, c *journal.Change, kind templates.Kind) {
	for i := range c.Table.Watchers {
		tell(ctx, c, i, kind)
	}
}

func tell(ctx context.Context, c *journal.Change, i int, kind templates.Kind) {
	w := &c.Table.Watchers[i]
	if w.Gone || c.Suspended(ctx, w.Address) {
		return
	}
	f := content.Facts{Since: w.Told, Visitor: &content.Visitor{Name: w.Name, Lang: w.Lang, Watches: true}}.In(table.Form{View: w.View}).At(c.Table, c.Next, engine.Nobody)
	l := store.Letter{Game: c.Table.Game, Seq: c.Seq(), Seat: int(engine.Nobody), Kind: string(kind), To: w.Address, Queued: c.At, NextTry: c.At}
	if kind == templates.News {
		l.Group = group(l.Game, w.Address)
		if was, ok := c.UnseenOf(ctx, l.Group); ok {
			f.Since = min(f.Since, was.Since)
		}
		c.Waiting[l.Group] = journal.Waiting{Since: f.Since, Kind: kind}
	}
	w.Told = l.Seq
	var err error
	l.Data, err = f.Bytes()
	c.Fail(err)
	c.Letters = append(c.Letters, l)
}
