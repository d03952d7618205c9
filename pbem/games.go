package pbem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"railpost/engine"
	"railpost/pbem/table"
	"railpost/store"
)

// game is a loaded game.
type game struct {
	name  string
	head  store.Head
	table *table.Table
	now   *engine.Game // nil until the game has begun
	past  []*engine.Game
	snap  uint64 // last record with a snapshot
}

// pastKept is how many earlier positions stay at hand for letters that are
// rendered a little late. Positions are never changed once taken, so each costs
// only what differs.
const pastKept = 8

// load reads a game, and verifies its whole chain when it is first read.
func (o *Office) load(ctx context.Context, name string) (*game, error) {
	if g, ok := o.games.get(name); ok {
		g.callNames(g.now)
		return g, nil
	}
	log, err := o.Store.Load(ctx, name, 0, true)
	if err != nil {
		return nil, broken(name, err)
	}
	t, err := table.Read(log.Doc)
	if err != nil {
		return nil, &brokenGame{name, fmt.Errorf("pbem: game %s: %w", name, err)}
	}
	g := &game{name: name, head: log.Head, table: t}
	if len(log.Records) > 0 {
		if g.now, err = o.replay(t, log); err != nil {
			return nil, &brokenGame{name, fmt.Errorf("pbem: game %s: %w", name, err)}
		}
	}
	if log.Snapshot != nil {
		g.snap = log.Snapshot.Seq
	}
	g.callNames(g.now)
	o.games.put(g.name, g)
	return g, nil
}

// callNames tells a position of the game how the players are called now: orders
// may name them.
func (g *game) callNames(at *engine.Game) {
	if at != nil {
		at.SetNames(g.table.Names())
	}
}

// replay builds the position of a log: from its snapshot where that is enough,
// else from the first record.
func (o *Office) replay(t *table.Table, log store.Log) (g *engine.Game, err error) {
	defer o.guard("the log of "+t.Game, &err)
	if log.Snapshot != nil {
		g, err := o.fromSnapshot(t, log)
		if err == nil {
			return g, nil
		}
		o.Log.Warn("a snapshot does not serve any more", "game", t.Game, "record", log.Snapshot.Seq, "err", err)
	}
	records, err := readRecords(log.Records)
	if err != nil {
		return nil, err
	}
	return engine.Replay(o.Titles, records, t.Seed)
}

// fromSnapshot goes on from a snapshot, which must fit the log where that says
// what the position was.
func (o *Office) fromSnapshot(t *table.Table, log store.Log) (*engine.Game, error) {
	var snap engine.Snapshot
	if err := json.Unmarshal(log.Snapshot.Data, &snap); err != nil {
		return nil, err
	}
	title := o.Titles(t.Title)
	if title == nil {
		return nil, fmt.Errorf("this program has no title %q", t.Title)
	}
	g, err := engine.Resume(t.Game, title, t.Setup, t.Seed, snap)
	if err != nil {
		return nil, err
	}
	behind := log.Records
	for len(behind) > 0 && behind[0].Seq < snap.Seq {
		behind = behind[1:]
	}
	records, err := readRecords(behind)
	if err != nil {
		return nil, err
	}
	if len(records) > 0 && records[0].Seq == snap.Seq {
		if d := records[0].Digest; d != "" && d != g.Digest() {
			return nil, errors.New("it is not the position of its record")
		}
		records = records[1:]
	}
	return g, engine.ReplayOn(g, records)
}

func readRecords(rs []store.Record) ([]*engine.Record, error) {
	out := make([]*engine.Record, len(rs))
	for i, r := range rs {
		rec, err := engine.ReadRecord(r.Payload)
		if err != nil {
			return nil, err
		}
		out[i] = rec
	}
	return out, nil
}

// at is the game as it was after record seq.
func (o *Office) at(ctx context.Context, g *game, seq uint64) (*engine.Game, error) {
	if g.now == nil || seq >= g.now.Seq {
		return g.now, nil
	}
	if seq == 0 {
		return nil, nil // the letter was queued before the game began
	}
	for _, p := range g.past {
		if p.Seq == seq {
			g.callNames(p)
			return p, nil
		}
	}
	then, err := o.reload(ctx, g, seq, false)
	if err != nil { // a snapshot that does not serve any more
		return o.reload(ctx, g, seq, true)
	}
	return then, nil
}

// reload reads the game as it was after record seq, from its snapshot or from
// its first record.
func (o *Office) reload(ctx context.Context, g *game, seq uint64, full bool) (*engine.Game, error) {
	log, err := o.Store.Load(ctx, g.name, seq, full)
	if err != nil {
		return nil, broken(g.name, err)
	}
	if log.Snapshot != nil && !full { // its own record says whether it is the right position
		own, err := o.Store.Records(ctx, g.name, log.Snapshot.Seq, log.Snapshot.Seq)
		if err != nil {
			return nil, broken(g.name, err)
		}
		log.Records = append(own, log.Records...)
	}
	for len(log.Records) > 0 && log.Records[len(log.Records)-1].Seq > seq {
		log.Records = log.Records[:len(log.Records)-1]
	}
	then, err := o.replay(g.table, log)
	if err != nil {
		return nil, &brokenGame{g.name, err}
	}
	g.callNames(then)
	return then, nil
}

// advance brings a loaded game up to a change that has been committed.
func (g *game) advance(c *change, commit store.Commit) {
	g.head.Rev++
	g.table = c.table
	for _, payload := range commit.Append {
		g.head.Last = store.Chain(g.head.Last, payload)
		g.head.Seq++
	}
	if commit.Snapshot != nil {
		g.snap = g.head.Seq
	}
	if c.next == nil || c.next == g.now {
		return
	}
	if g.now != nil {
		g.past = append(g.past, g.now)
		if len(g.past) > pastKept {
			g.past = append([]*engine.Game(nil), g.past[1:]...)
		}
	}
	g.now = c.next
}
