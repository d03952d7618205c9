// Package archive renames ended games, so that their names are free again, and deletes archived games.
package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// archivedPrefix begins the key of a service-wide value: under which names ended games are
// kept that were played under another.
const archivedPrefix = "archived/"

// ErrUnsent: letters of a game are still queued, and will be rendered from its log.
var ErrUnsent = errors.New("letters of the game are still waiting to be sent")

// Names returns the names of archived games that were played under a name.
func Names(ctx context.Context, j *journal.Journal, played string) ([]string, error) {
	b, err := j.Store.Get(ctx, archivedPrefix+played)
	return strings.Fields(string(b)), err
}

// LastEntry returns the time of a game's last record, or of its creation if it has none.
func LastEntry(ctx context.Context, j *journal.Journal, t *table.Table, seq uint64) (time.Time, error) {
	if seq == 0 {
		return t.Created, nil
	}
	records, err := j.Games.Records(ctx, t.Game, seq-1, seq)
	if err != nil || len(records) == 0 {
		return time.Time{}, err
	}
	return time.UnixMilli(records[0].At), nil
}

// Archive renames an ended game to its name and the year of its last entry, so that a new game can take the old
// name. No game can be created with a ~.
func Archive(ctx context.Context, c *journal.Change) {
	t := c.Table
	c.Fail(allSent(ctx, c))
	last, err := LastEntry(ctx, c.Journal, t, c.Game.Head.Seq)
	c.Fail(err)
	names, err := Names(ctx, c.Journal, t.Game)
	c.Fail(err)
	year := fmt.Sprintf("%s~%d", t.Game, last.UTC().Year())
	name := year
	for n := 2; slices.Contains(names, name); n++ {
		name = fmt.Sprintf("%s-%d", year, n)
	}
	c.Values[archivedPrefix+t.Game] = []byte(strings.Join(append(names, name), " "))
	leaveName(ctx, c, name)
	t.Played, t.Game, c.Rename = t.Game, name, name
}

// Erase deletes an archived game with its log.
func Erase(ctx context.Context, c *journal.Change) {
	c.Fail(allSent(ctx, c))
	names, err := Names(ctx, c.Journal, c.Table.Played)
	c.Fail(err)
	names = slices.DeleteFunc(names, func(n string) bool { return n == c.Game.Name })
	c.Values[archivedPrefix+c.Table.Played] = []byte(strings.Join(names, " "))
	leaveName(ctx, c, "")
	c.Erase = true
}

// allSent returns ErrUnsent unless every letter of the game has been sent or given up.
func allSent(ctx context.Context, c *journal.Change) error {
	queued, err := c.Journal.Store.Letters(ctx)
	if slices.ContainsFunc(queued, func(l store.Letter) bool { return l.Game == c.Game.Name && l.State != store.Failed }) {
		return errors.Join(err, ErrUnsent)
	}
	return err
}

// leaveName removes data under the name of the game, which another game may take. The addresses of its players
// lead to its next name, if it has one.
func leaveName(ctx context.Context, c *journal.Change, next string) {
	was := c.Game.Name
	values, err := c.Journal.Store.Values(ctx, table.AddressPrefix)
	c.Fail(err)
	for key, b := range values {
		names := strings.Fields(string(b))
		i := slices.Index(names, was)
		if i < 0 {
			continue
		}
		if names[i] = next; next == "" {
			names = slices.Delete(names, i, i+1)
		}
		c.Values[key] = []byte(strings.Join(names, " "))
	}
	leaveOffers(ctx, c, was, next)
	for s := range c.Table.Players {
		seat := engine.Seat(s)
		c.Values[journal.PendingKey(was, seat)] = nil
		c.Dropped = append(c.Dropped, journal.SeatKey(was, seat), tell.SitterGroup(was, seat))
	}
	c.DropDue = func(store.Due) bool { return true }
}

// leaveOffers keeps offers of seats of the game from being taken for those of another.
func leaveOffers(ctx context.Context, c *journal.Change, was, next string) {
	for _, n := range waitlist.Listed(ctx, c) {
		ofGame := func(o table.Offer) bool { return o.Game == was }
		if !slices.ContainsFunc(n.Offers, ofGame) {
			continue
		}
		for i := range n.Offers {
			if ofGame(n.Offers[i]) {
				n.Offers[i].Game, n.Offers[i].Ended = next, true
			}
		}
		n.Offers = slices.DeleteFunc(n.Offers, func(o table.Offer) bool { return o.Game == "" })
		waitlist.Keep(c, n)
	}
}
