package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"railpost/engine"
	"railpost/pbem/key"
	"railpost/pbem/table"
	"railpost/store"
)

// A game has a snapshot every 50 records (store.snapshot_every); here it lies
// half as far back.
const (
	snapshotEvery  = 50
	snapshotBehind = 25
)

// ahead is a game that has come some way, and how it goes on.
type ahead struct {
	payloads [][]byte // its records after the set-up
	snapshot []byte   // of the position after record at
	at       int
	waits    engine.Seat
	next     []*engine.Record // the orders that follow
}

// goAhead plays a game by chance until it has n records. Two of three are talk,
// so that a game can have more records than orders.
func goAhead(name string, n, further int, talk bool) (ahead, error) {
	s, err := playOut(name, n)
	if err != nil {
		return ahead{}, err
	}
	g, _, err := engine.Begin(name, find(title), engine.Setup{Seats: seats}, names(), seedOf(name))
	if err != nil {
		return ahead{}, err
	}
	out := ahead{}
	keep := func(r *engine.Record) error {
		r.At = start.UnixMilli()
		b, err := r.Bytes()
		out.payloads = append(out.payloads, b)
		if err == nil && (g.Seq%snapshotEvery == snapshotBehind || out.snapshot == nil) {
			out.at = int(g.Seq)
			out.snapshot, err = json.Marshal(g.Snapshot())
		}
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	orders := s.records[1:]
	for int(g.Seq) < n && len(orders) > further {
		if talk && rng.IntN(3) > 0 {
			said := engine.Msg(key.Said, engine.Player("seat", 1), engine.Text("text", "a word on the way, as people write it"))
			if err := keep(g.Note(1, engine.Report{Message: said})); err != nil {
				return out, err
			}
			continue
		}
		r, err := g.Try(orders[0].Seat, orders[0].Line, false)
		if err != nil {
			return out, fmt.Errorf("playing %s again: %w", name, err)
		}
		if err := keep(g.Take(orders[0].Seat, r)); err != nil {
			return out, err
		}
		orders = orders[1:]
	}
	out.waits, out.next = g.Waiting()[0], orders
	return out, nil
}

// put makes a created game one that has come as far as a.
func (s *service) put(ctx context.Context, name string, a ahead) error {
	head, err := s.db.Head(ctx, name)
	if err != nil {
		return err
	}
	doc, err := s.document(head, a)
	if err != nil {
		return err
	}
	split := a.at - 1 // payloads begin after the set-up
	first := store.Commit{Game: name, Expect: head.Rev, Doc: doc, Append: a.payloads[:split], Snapshot: a.snapshot}
	if err := s.commit(ctx, first); err != nil || split == len(a.payloads) {
		return err
	}
	return s.commit(ctx, store.Commit{Game: name, Expect: head.Rev + 1, Append: a.payloads[split:]})
}

func (s *service) commit(ctx context.Context, c store.Commit) error {
	errs, err := s.db.Commit(ctx, c)
	if err == nil {
		err = errs[0]
	}
	return err
}

// document is the game's document when it has come as far as a.
func (s *service) document(head store.Head, a ahead) ([]byte, error) {
	t, err := table.Read(head.Doc)
	if err != nil {
		return nil, err
	}
	last := uint64(len(a.payloads) + 1)
	t.Waiting = []table.Wait{{Seat: a.waits, Asked: last, Since: start, Until: start.AddDate(0, 0, 3)}}
	for i := range t.Players {
		t.Players[i].Moved, t.Players[i].Told = last-4, last
	}
	return t.Bytes()
}
