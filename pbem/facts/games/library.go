// Package games reads games from the store and keeps the most recently used in memory, with
// their latest positions.
package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// gamesMost limits the games in memory, of about 30 KB each.
const gamesMost = 1000

// Library is all games of a store. It is safe for concurrent use, but a game must not change while somebody reads it.
type Library struct {
	store  store.Store
	shared store.Shared // the store, if other processes may write to it
	titles engine.Titles
	log    *slog.Logger
	cache  *Cache[*Game]
	mu     clock.Lock        // held while a game is loaded and its players are named
	ahead  map[string]*ahead // by the game's name
}

// ahead is a game as it will be after a commit.
type ahead struct {
	game    *Game
	records []store.Record // appended by the commit
}

// Ahead calls do while the game of a commit is read as it will be after it.
func (l *Library) Ahead(g *Game, t *table.Table, next *engine.Game, passed []*engine.Game, c store.Commit, do func()) {
	then := *g
	a := &ahead{game: &then}
	last, seq := g.Head.Last, g.Head.Seq
	for _, payload := range c.Append {
		seq++
		last = store.Chain(last, payload)
		a.records = append(a.records, store.Record{Seq: seq, Payload: payload, Hash: last, Texts: c.Texts[seq]})
	}
	then.past = slices.Clone(g.past)
	then.Advance(t, next, c)
	then.past = append(then.past, passed...)
	l.setAhead(g.Name, a)
	defer l.setAhead(g.Name, nil)
	do()
}

func (l *Library) setAhead(name string, a *ahead) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ahead[name] = a; a == nil {
		delete(l.ahead, name)
	}
}

// aheadOf returns a game as it will be; nil if no commit of it is being prepared.
func (l *Library) aheadOf(name string) *ahead {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ahead[name]
}

// records returns records of a game as the store has them, or will have.
func (l *Library) records(ctx context.Context, game string, from, to uint64) ([]store.Record, error) {
	a := l.aheadOf(game)
	if a == nil {
		return l.store.Records(ctx, game, from, to)
	}
	first := a.game.Head.Seq - uint64(len(a.records)) + 1 // the first of those ahead
	var out []store.Record
	var err error
	if from < first {
		out, err = l.store.Records(ctx, game, from, min(to, first-1))
	}
	out = append(out, engine.Where(a.records, func(r store.Record) bool { return r.Seq >= from && r.Seq <= to })...)
	return out, err
}

// NewLibrary returns the games of a store, none of them read yet.
func NewLibrary(s store.Store, titles engine.Titles, log *slog.Logger) *Library {
	return NewLibraryOf(gamesMost, s, titles, log)
}

// NewLibraryOf is NewLibrary with at most n games in memory.
func NewLibraryOf(n int, s store.Store, titles engine.Titles, log *slog.Logger) *Library {
	shared, _ := s.(store.Shared)
	return &Library{store: s, shared: shared, titles: titles, log: log, cache: NewCache[*Game](n), ahead: map[string]*ahead{}}
}

// Fresh is Load for a library other than the journal's, which learns nothing of commits: it reads the game
// again if it has changed.
func (l *Library) Fresh(ctx context.Context, name string) (*Game, error) {
	head, err := l.store.Head(ctx, name)
	if err != nil {
		return nil, fault.OfGame(name, err)
	}
	if g, ok := l.cache.Get(name); ok && (g.Head.Last != head.Last || g.Head.Seq != head.Seq || !bytes.Equal(g.Head.Doc, head.Doc)) {
		l.Forget(name)
	}
	return l.Load(ctx, name)
}

// Load returns a game. It verifies the whole chain of its log when it first reads it. It
// returns store.ErrNoGame, or a *fault.Game if the game cannot be read.
func (l *Library) Load(ctx context.Context, name string) (*Game, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.ahead[name]; a != nil {
		a.game.callNames(a.game.Now)
		return a.game, nil
	}
	if g, ok := l.cache.Get(name); ok {
		g, err := l.current(ctx, g)
		if err != nil {
			return nil, fault.OfGame(name, err)
		}
		if g != nil {
			g.callNames(g.Now)
			return g, nil
		}
	}
	log, err := l.store.Load(ctx, name, 0, true)
	if err != nil {
		return nil, fault.OfGame(name, err)
	}
	t, err := table.Read(log.Doc)
	if err != nil {
		return nil, broken(name, err)
	}
	g := &Game{Name: name, Head: log.Head, Table: t}
	if len(log.Records) > 0 {
		if g.Now, err = l.replay(t, log); err != nil {
			return nil, broken(name, err)
		}
	}
	if log.Snapshot != nil {
		g.Snapshot = log.Snapshot.Seq
	}
	g.callNames(g.Now)
	l.cache.Put(name, g)
	return g, nil
}

func broken(name string, err error) error {
	return &fault.Game{Name: name, Err: fmt.Errorf("pbem: game %s: %w", name, err)}
}

// Keep stores a game that was changed.
func (l *Library) Keep(g *Game) { l.cache.Put(g.Name, g) }

// Forget drops a game from memory after a change elsewhere.
func (l *Library) Forget(name string) { l.cache.Drop(name) }

// At returns the game as it was after a record; nil for record 0.
func (l *Library) At(ctx context.Context, g *Game, seq uint64) (*engine.Game, error) {
	if g.Now == nil || seq >= g.Now.Seq {
		return g.Now, nil
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
	then, err := l.reload(ctx, g, seq, false)
	if err != nil { // a useless snapshot
		return l.reload(ctx, g, seq, true)
	}
	return then, nil
}

// reload reads the game as it was after record seq, from its snapshot or, if full,
// from its first record.
func (l *Library) reload(ctx context.Context, g *Game, seq uint64, full bool) (*engine.Game, error) {
	log, err := l.store.Load(ctx, g.Name, seq, full)
	if err != nil {
		return nil, fault.OfGame(g.Name, err)
	}
	if log.Snapshot != nil && !full { // its own record shows whether the position is right
		own, err := l.store.Records(ctx, g.Name, log.Snapshot.Seq, log.Snapshot.Seq)
		if err != nil {
			return nil, fault.OfGame(g.Name, err)
		}
		log.Records = append(own, log.Records...)
	}
	for len(log.Records) > 0 && log.Records[len(log.Records)-1].Seq > seq {
		log.Records = log.Records[:len(log.Records)-1]
	}
	then, err := l.replay(g.Table, log)
	if err != nil {
		return nil, &fault.Game{Name: g.Name, Err: err}
	}
	g.callNames(then)
	return then, nil
}

// replay builds the position of a log: from its snapshot if that suffices, else from the
// first record.
func (l *Library) replay(t *table.Table, log store.Log) (g *engine.Game, err error) {
	defer fault.Guard(l.log, "the log of "+t.Game, &err)
	if log.Snapshot != nil {
		g, err := l.fromSnapshot(t, log)
		if err == nil {
			return g, nil
		}
		l.log.Warn("a snapshot is no longer usable", "game", t.Game, "record", log.Snapshot.Seq, "err", err)
	}
	records, err := readRecords(log.Records)
	if err != nil {
		return nil, err
	}
	return engine.Replay(l.titles, records, t.Seed)
}

// fromSnapshot continues from a snapshot. It fails if the log says that the position was
// different.
func (l *Library) fromSnapshot(t *table.Table, log store.Log) (*engine.Game, error) {
	var snap engine.Snapshot
	if err := json.Unmarshal(log.Snapshot.Data, &snap); err != nil {
		return nil, err
	}
	title := l.titles(t.Title)
	if title == nil {
		return nil, fmt.Errorf("this version of Railpost has no title %q", t.Title)
	}
	g, err := engine.Resume(t.Name(), title, t.Switches.SetupAt(snap.Seq, t.Setup), t.Seed, snap)
	if err != nil {
		return nil, err
	}
	after := log.Records
	for len(after) > 0 && after[0].Seq < snap.Seq {
		after = after[1:]
	}
	records, err := readRecords(after)
	if err != nil {
		return nil, err
	}
	if len(records) > 0 && records[0].Seq == snap.Seq {
		if d := records[0].Digest; d != "" && d != g.Digest() {
			return nil, errors.New("its position differs from that of its record")
		}
		records = records[1:]
	}
	return g, engine.ReplayOn(g, records)
}

// Records returns the records after one, up to another.
func (l *Library) Records(ctx context.Context, game string, after, upTo uint64) ([]*engine.Record, error) {
	stored, err := l.records(ctx, game, after+1, upTo)
	if err != nil {
		return nil, err
	}
	return readRecords(stored)
}

// Log returns the whole log of a game and the hash of its last record.
func (l *Library) Log(ctx context.Context, game string) ([]*engine.Record, engine.Hash, error) {
	log, err := l.Stored(ctx, game)
	if err != nil {
		return nil, engine.Hash{}, err
	}
	records, err := readRecords(log.Records)
	return records, engine.Hash(log.Last), err
}

// Each does something with a game as it was after each record up to one. It plays the log
// once, without comparing digests.
func (l *Library) Each(ctx context.Context, g *Game, upTo uint64, do func(*engine.Game) error) error {
	records, err := l.Records(ctx, g.Name, 0, upTo)
	if err != nil || len(records) == 0 {
		return err
	}
	now, err := engine.Replay(l.titles, records[:1], nil)
	if err != nil {
		return &fault.Game{Name: g.Name, Err: err}
	}
	if err := do(now); err != nil {
		return err
	}
	return engine.ReplayEach(now, records[1:], do)
}

// Stored returns the whole log of a game as the store has it, or will have.
func (l *Library) Stored(ctx context.Context, game string) (store.Log, error) {
	log, err := l.store.Load(ctx, game, 0, true)
	if a := l.aheadOf(game); err == nil && a != nil {
		log.Head, log.Records = a.game.Head, append(log.Records, a.records...)
	}
	return log, err
}

// PublicHash returns the hash of the last public record up to seq: another hash would reveal that there are more.
func (l *Library) PublicHash(ctx context.Context, g *Game, seq uint64) (engine.Hash, error) {
	seq = g.Table.HiddenRecords.Public(seq)
	if seq == g.Head.Seq {
		return engine.Hash(g.Head.Last), nil
	}
	rs, err := l.records(ctx, g.Name, seq, seq)
	if err != nil {
		return engine.Hash{}, err
	}
	if len(rs) == 0 {
		return engine.Hash{}, fmt.Errorf("pbem: game %s: record %d is missing; railpost check shows what is wrong", g.Name, seq)
	}
	return engine.Hash(rs[0].Hash), nil
}

func readRecords(rs []store.Record) ([]*engine.Record, error) {
	out := make([]*engine.Record, len(rs))
	for i, r := range rs {
		rec, err := engine.ReadSealed(r.Payload, r.Texts)
		if err != nil {
			return nil, err
		}
		out[i] = rec
	}
	return out, nil
}
