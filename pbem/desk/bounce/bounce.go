// Package bounce counts letters that came back. An address from which several came back for good gets no more,
// and the organiser is told; journal knows these addresses, and when that ends.
package bounce

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/store"
	"railpost/templates"
)

// Bounced records that a letter to a player came back; the organiser is told at most once a day for each
// address. If it is unknown which letter it was (id ""), it ends nobody's letters.
func Bounced(ctx context.Context, c *journal.Change, l store.Letter, id, status string) {
	if hard := status == "" || strings.HasPrefix(status, "5"); hard && id != "" && RefusedForGood(ctx, c, l, id, status) {
		return
	}
	if c.CountToday(ctx, "bounce/"+l.To) == 1 {
		tell.Organiser(ctx, c, engine.Msg(key.OrganiserBounce, engine.Text("address", l.To), engine.Text("status", status)))
	}
}

// Complained records that the reader of a letter called it spam, of which the organiser, whose account is at stake, is
// told once a day for each address.
func Complained(ctx context.Context, c *journal.Change, l store.Letter) {
	if c.CountToday(ctx, "complaint/"+l.To) == 1 {
		tell.Organiser(ctx, c, engine.Msg(key.OrganiserComplaint, engine.Text("address", l.To)))
	}
}

// RefusedForGood counts a letter that its reader's server will never accept. It reports whether the address
// therefore gets no more letters, which it has told the organiser.
func RefusedForGood(ctx context.Context, c *journal.Change, l store.Letter, id, status string) bool {
	f, err := c.Journal.Failing(ctx, l.To)
	c.Fail(err)
	if f.Count > 0 && c.At.Sub(f.Since) > journal.BouncesCount {
		f = journal.Failing{}
	}
	tell := tellSuspended(ctx, c, l, status)
	if tell == nil || f.Count >= journal.BouncesMost || f.Letter == id {
		return false
	}
	f = journal.Failing{Count: f.Count + 1, Letter: id, Since: c.At, Status: status}
	b, err := json.Marshal(f)
	c.Fail(err)
	c.Values[journal.FailingPrefix+strings.ToLower(l.To)] = b
	if f.Count < journal.BouncesMost {
		return false
	}
	tell()
	return true
}

// tellSuspended returns a function that tells about an address that gets no more letters; nil if a letter went
// to nobody known there any more.
func tellSuspended(ctx context.Context, c *journal.Change, l store.Letter, status string) func() {
	args := []engine.Arg{engine.Text("address", l.To), engine.Text("status", status)}
	if t := c.Table; t != nil {
		args = append(args, engine.Text("game", t.Game))
		for i, p := range t.Players {
			s := engine.Seat(i)
			args := append(slices.Clip(args), engine.Player("seat", s), engine.Int("n", i))
			if l.Seat == i && t.Players[s].OnFile(l.To) {
				return func() { tell.Organiser(ctx, c, engine.Msg(key.OrganiserSuspended, args...)) }
			}
			if g := p.Sitter; g != nil && g.Address == l.To {
				return func() {
					tell.Organiser(ctx, c, engine.Msg(key.OrganiserSuspendedOf+"sitter", append(args, engine.Text("name", g.Name))...))
					tell.To(ctx, c, s, p.Address(), templates.Answer, content.Tell(engine.Msg(key.SitterLost, engine.Text("name", g.Name), engine.Text("address", g.Address))))
				}
			}
			for _, g := range p.Asked {
				if g.Address == l.To {
					return func() {
						tell.Organiser(ctx, c, engine.Msg(key.OrganiserSuspendedOf+"guest", append(args, engine.Text("name", g.Name))...))
					}
				}
			}
		}
	}
	n, err := c.Journal.Newcomer(ctx, l.To)
	c.Fail(err)
	if n == nil {
		if c.Profile(ctx, l.To) != nil {
			return func() {} // the organiser could do nothing
		}
		return nil
	}
	return func() {
		tell.Organiser(ctx, c, engine.Msg(key.OrganiserSuspendedOf+"listed", append(args, engine.Text("name", n.Name))...))
	}
}
