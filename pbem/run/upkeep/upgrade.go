package upkeep

import (
	"context"
	"errors"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/store/bolt"
)

// Candidate is a game under way, as this program would carry it on.
type Candidate struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Version int    `json:"version"` // of the rules, which the game keeps
	Newest  int    `json:"newest"`  // that this program has
	Step    uint64 `json:"step"`    // the last
	// Fault is how this program decides a step otherwise under the game's own version, which
	// no program should; "" if it decides all of them as they were decided.
	Fault *Departure `json:"fault,omitempty"`
	// Other is the first step that the newest version would decide differently; nil if there is none, or the
	// game has that version.
	Other *Departure `json:"other,omitempty"`
}

// Departure is a step with a different decision.
type Departure struct {
	Step uint64 `json:"step"` // 0: unknown
	What string `json:"what"`
}

// Upgrade replays every game under way in the store of a file, which no process may have
// open for writing.
func Upgrade(ctx context.Context, path string, titles engine.Titles) (list []Candidate, err error) {
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return UpgradeOf(ctx, db, titles)
}

// UpgradeOf is Upgrade for a store that is open.
func UpgradeOf(ctx context.Context, db store.Store, titles engine.Titles) (list []Candidate, err error) {
	heads, err := headsOf(ctx, db)
	if err != nil {
		return nil, err
	}
	list = []Candidate{}
	for _, h := range heads {
		t, err := table.Read(h.Doc)
		if err != nil {
			list = append(list, Candidate{Game: h.Game, Fault: &Departure{What: err.Error()}})
			continue
		}
		if t.State != table.Running && t.State != table.Paused {
			continue
		}
		list = append(list, candidate(ctx, db, h, t, titles))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return list, nil
}

func candidate(ctx context.Context, s store.Store, h store.Head, t *table.Table, titles engine.Titles) Candidate {
	c := Candidate{Game: h.Game, Title: t.Title, Version: t.Setup.Version, Step: t.HiddenRecords.Step(h.Seq, engine.Nobody)}
	records, err := recordsOf(ctx, s, h.Game)
	if err == nil && len(records) > 0 {
		_, err = engine.Replay(titles, records, t.Seed)
	}
	if err == nil {
		err = engine.CheckDraws(t.Name(), t.Seed, records)
	}
	if err != nil {
		c.Fault = departure(t, err)
		return c
	}
	title := titles(t.Title)
	if c.Newest = title.Version(); c.Newest == c.Version || len(records) == 0 {
		return c
	}
	other, err := engine.Shadow(titles, records, c.Newest)
	switch {
	case err != nil:
		c.Fault = departure(t, err)
	case other != nil:
		c.Other = departure(t, other)
	}
	return c
}

// departure returns an error of replay as the table counts and may read it.
func departure(t *table.Table, err error) *Departure {
	d, ok := errors.AsType[*engine.Differs](err)
	if !ok {
		return &Departure{What: err.Error()}
	}
	what := d.What
	if r, refused := engine.AsRefusal(err); refused && r.Rule != "" {
		what += " [" + r.Rule + "]"
	}
	return &Departure{Step: t.HiddenRecords.Step(d.Seq, engine.Nobody), What: what}
}

// recordsOf returns the records of a game from its first; nil before it has begun.
func recordsOf(ctx context.Context, s store.Store, game string) ([]*engine.Record, error) {
	log, err := s.Load(ctx, game, 0, true)
	if err != nil {
		return nil, err
	}
	records := make([]*engine.Record, len(log.Records))
	for i, r := range log.Records {
		if records[i], err = engine.ReadSealed(r.Payload, r.Texts); err != nil {
			return nil, err
		}
	}
	// An organiser's note may precede the first record of the game.
	begun := slices.IndexFunc(records, func(r *engine.Record) bool { return r.Kind == engine.Begun })
	if begun < 0 {
		return nil, nil
	}
	return records[begun:], nil
}
