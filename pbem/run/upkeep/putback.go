package upkeep

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/store/bolt"
)

// RestoredGame is a game that a restore has put back or removed.
type RestoredGame struct {
	Game  string   `json:"game"`
	Step  uint64   `json:"step"`            // its last step now
	Was   uint64   `json:"was,omitempty"`   // its last step before; 0 if unknown
	Seats []string `json:"seats,omitempty"` // players whose name, address or token came from the replaced file
	Gone  bool     `json:"gone,omitempty"`  // it began after the backup
	Over  bool     `json:"over,omitempty"`  // it was over, so its seed is known
	Anew  bool     `json:"anew,omitempty"`  // a message since the backup began it, again
}

// replacedGame is a game in the file that is replaced.
type replacedGame struct {
	table *table.Table
	step  uint64
}

// readLost returns the tables of the replaced file, and its data on people: the waiting list, the lobby, and
// the secrets of organisers' tokens. The error says why they are unknown.
func readLost(ctx context.Context, path string) (out map[string]replacedGame, people map[string][]byte, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, errors.New("there was no store to replace")
	}
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	people = map[string][]byte{}
	var failed error
	for _, prefix := range append(table.PeoplePrefixes(), table.OrganisersKey) {
		values, err := db.Values(ctx, prefix)
		maps.Copy(people, values)
		failed = errors.Join(failed, err)
	}
	out = map[string]replacedGame{}
	err = db.Heads(ctx, func(h store.Head) error {
		t, err := table.Read(h.Doc)
		if err != nil {
			return err
		}
		out[h.Game] = replacedGame{t, t.HiddenRecords.Step(h.Seq, engine.Nobody)}
		return nil
	})
	err = errors.Join(failed, err, db.Close())
	if err == nil && len(out) == 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(people)), func(k string) bool { return k != table.OrganisersKey }) {
		err = errors.New("the store to replace was empty")
	}
	return out, people, err
}

// keepPeople restores the latest state of the waiting list and the lobby: people who have left stay off, and
// those who want no requests get none. A renewed token stays worthless.
func keepPeople(ctx context.Context, db *bolt.DB, last, values map[string][]byte) error {
	for _, prefix := range table.PeoplePrefixes() {
		then, err := db.Values(ctx, prefix)
		if err != nil {
			return err
		}
		for key := range then {
			values[key] = nil
		}
	}
	maps.Copy(values, last)
	return nil
}

// putBack begins a new epoch in every game of the copy.
func (r *Restored) putBack(ctx context.Context, db *bolt.DB) error {
	was, people, unknown := readLost(ctx, r.Path)
	if unknown != nil {
		r.NewTokens, was = unknown.Error(), nil
	}
	heads, err := headsOf(ctx, db)
	if err != nil {
		return err
	}
	addresses := map[string][]byte{}
	for _, h := range heads {
		t, err := table.Read(h.Doc)
		if err != nil {
			return err
		}
		if r.Again != nil && r.Again.before[h.Game] == nil { // it has no letters but those that wait
			r.PerGame = append(r.PerGame, RestoredGame{Game: h.Game, Step: t.HiddenRecords.Step(h.Seq, engine.Nobody), Anew: true})
			continue
		}
		b, err := r.putBackGame(t, h.Seq, was)
		if err != nil {
			return err
		}
		if err := indexAddresses(ctx, db, t, addresses); err != nil {
			return err
		}
		doc, err := t.Bytes()
		if err != nil {
			return err
		}
		if err := commit(ctx, db, store.Commit{Game: h.Game, Expect: h.Rev, Doc: doc}); err != nil {
			return err
		}
		r.PerGame = append(r.PerGame, b)
	}
	for name, l := range was {
		r.PerGame = append(r.PerGame, RestoredGame{Game: name, Was: l.step, Gone: true})
	}
	slices.SortFunc(r.PerGame, func(a, b RestoredGame) int { return strings.Compare(a.Game, b.Game) })
	if unknown == nil {
		err = keepPeople(ctx, db, people, addresses)
	} else {
		addresses[table.OrganisersKey] = make([]byte, 32)
		_, err = rand.Read(addresses[table.OrganisersKey])
	}
	if err != nil {
		return fmt.Errorf("keeping the changes that people made since the backup: %w", err)
	}
	addresses[table.RestoredKey] = []byte("1")
	return commit(ctx, db, store.Commit{Put: addresses})
}

func (r *Restored) putBackGame(t *table.Table, head uint64, was map[string]replacedGame) (RestoredGame, error) {
	out := RestoredGame{Game: t.Game, Step: t.HiddenRecords.Step(head, engine.Nobody)}
	var then *table.Table
	for name, l := range was {
		if l.table.Same(t) { // perhaps archived, under another name
			then, out.Was, out.Over = l.table, l.step, l.table.State == table.Over && t.State != table.Over
			delete(was, name)
		}
	}
	key := make([]byte, len(t.Key))
	if _, err := rand.Read(key); err != nil {
		return out, fmt.Errorf("drawing tokens: %w", err)
	}
	for _, s := range t.PutBack(then, head, key) {
		out.Seats = append(out.Seats, t.Players[s].Name)
	}
	if t.State != table.Over && t.State != table.Closed {
		t.Restored = &table.Restored{Lost: out.Was, Again: r.Again != nil}
	}
	return out, nil
}

// indexAddresses ensures that the players' addresses lead to the game.
func indexAddresses(ctx context.Context, s store.Store, t *table.Table, values map[string][]byte) error {
	for _, p := range t.Players {
		for _, a := range p.Addresses {
			key := table.AddressKey(a)
			games, ok := values[key]
			if !ok {
				var err error
				if games, err = s.Get(ctx, key); err != nil {
					return err
				}
			}
			if names := strings.Fields(string(games)); !slices.Contains(names, t.Game) {
				values[key] = []byte(strings.Join(append(names, t.Game), " "))
			}
		}
	}
	return nil
}

func commit(ctx context.Context, s store.Store, c store.Commit) error {
	errs, err := s.Commit(ctx, c)
	return errors.Join(append(errs, err)...)
}
