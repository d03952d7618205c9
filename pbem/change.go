package pbem

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/games"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/store"
)

// change is all that follows from one mail, one command of the organiser or one
// due time, before it is committed.
type change struct {
	office *Office
	ctx    context.Context // of the call the change is made in
	at     time.Time
	game   *games.Game  // nil when no game is concerned
	table  *table.Table // a copy that may be changed
	next   *engine.Game // the position after it
	passed []*engine.Game
	create bool

	records []*engine.Record
	mark    *store.Mark
	raw     *store.RawMail
	letters []store.Letter
	dropped []string           // groups of letters that are withdrawn
	waiting map[string]waiting // what is queued, by Group

	done    []store.Due
	dropDue func(store.Due) bool // nil: no other rows go
	put     []store.Due
	fresh   []engine.Seat // seats that are asked anew
	again   *table.Wait   // a take-back gives the seat this wait once more
	values  map[string][]byte

	verdict verdict.Verdict // what became of the mail
	taken   int             // lines of orders that stand
	refused int             // and those that do not
	poison  bool            // the mail is put aside instead of filed
	empty   bool            // nothing is to be kept

	recovered bool // its mail was played before a restore, and is again
}

func (o *Office) newChange(ctx context.Context, g *games.Game) *change {
	c := &change{office: o, ctx: ctx, at: o.Now(), waiting: map[string]waiting{}, values: map[string][]byte{}}
	if g != nil {
		c.game, c.table, c.next = g, g.Table.Clone(), g.Now
	}
	return c
}

// clone is an independent copy: what is done to c afterwards can be undone.
func (c *change) clone() *change {
	k := *c
	if c.table != nil {
		k.table = c.table.Clone()
	}
	k.passed, k.records, k.letters = slices.Clone(c.passed), slices.Clone(c.records), slices.Clone(c.letters)
	k.dropped, k.done, k.put = slices.Clone(c.dropped), slices.Clone(c.done), slices.Clone(c.put)
	k.waiting, k.values = maps.Clone(c.waiting), maps.Clone(c.values)
	return &k
}

// commit is the change as the store takes it.
func (c *change) commit() (store.Commit, error) {
	out := store.Commit{Mail: c.mark, Raw: c.raw, Letters: c.letters, DropGroup: c.dropped, DueDone: c.done, DuePut: c.put, Put: c.values}
	if c.game == nil {
		return out, nil
	}
	out.Game, out.DueDrop = c.game.Name, c.dropDue
	if !c.create {
		out.Expect = c.game.Head.Rev
	}
	c.agree()
	doc, err := c.table.Bytes()
	if err != nil {
		return out, fmt.Errorf("pbem: game %s: %w", c.game.Name, err)
	}
	out.Doc = doc
	for _, r := range c.records {
		b, err := r.Bytes()
		if err != nil {
			return out, fmt.Errorf("pbem: game %s: %w", c.game.Name, err)
		}
		out.Append = append(out.Append, b)
	}
	return out, c.addSnapshot(&out)
}

// addSnapshot keeps the position now and then, and always after a take-back,
// so that what follows can be replayed without what lies before.
func (c *change) addSnapshot(out *store.Commit) error {
	if len(c.records) == 0 || c.next == nil {
		return nil
	}
	back := slices.ContainsFunc(c.records, func(r *engine.Record) bool { return r.Kind == engine.TookBack })
	if !back && c.next.Seq < c.game.Snapshot+uint64(c.office.Config.Store.SnapshotEvery) {
		return nil
	}
	b, err := json.Marshal(c.next.Snapshot())
	out.Snapshot = b
	return err
}

// judged says what became of the mail.
func (c *change) judged(act verdict.Act, why verdict.Why) *change {
	c.verdict = verdict.Verdict{Act: act, Why: why}
	return c
}

// add takes over records the engine has made. They lead to the position next.
func (c *change) add(next *engine.Game, records ...*engine.Record) {
	for _, r := range records {
		r.At = c.at.UnixMilli()
		c.records = append(c.records, r)
		if r.Aside {
			c.table.Asides = append(c.table.Asides, table.Aside{Record: r.Seq, Seat: r.Seat})
		}
	}
	if c.next != nil {
		c.passed = append(c.passed, c.next)
	}
	c.next = next
}

// note records something that changes no position.
func (c *change) note(seat engine.Seat, reports ...engine.Report) {
	if c.next == nil {
		return
	}
	next := *c.next
	c.add(&next, next.Note(seat, reports...))
}

// seq is the last record after the change.
func (c *change) seq() uint64 {
	if c.next == nil {
		return 0
	}
	return c.next.Seq
}

// position is the game as it was after record seq, which may be one of the
// change itself.
func (c *change) position(seq uint64) (*engine.Game, error) {
	for _, p := range c.passed {
		if p.Seq == seq {
			return p, nil
		}
	}
	return c.office.games.At(c.ctx, c.game, seq)
}

// end closes a game that has been played to its end.
func (c *change) end() {
	c.table.State, c.table.Waiting, c.table.LastGroups = table.Over, nil, nil
	c.stopClocks()
	c.forgetPending()
}
