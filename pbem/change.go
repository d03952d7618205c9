package pbem

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/store"
)

// Kinds of due rows.
const (
	dueReminder   = "reminder"
	dueDeadline   = "deadline"
	dueInvitation = "invitation"
)

// change is all that follows from one mail, one command of the organiser or one
// due time, before it is committed.
type change struct {
	ctx    context.Context
	office *Office
	at     time.Time
	game   *game        // nil when no game is concerned
	table  *table.Table // a copy that may be changed
	next   *engine.Game // the position after it
	create bool

	records []*engine.Record
	mark    *store.Mark
	raw     *store.RawMail
	letters []store.Letter
	done    []store.Due
	dropped func(store.Due) bool
	put     []store.Due
	values  map[string][]byte

	verdict string // what became of the mail, one word or two, for log and mailbox
	taken   int    // lines of orders that stand
	refused int    // and those that do not
	poison  bool   // the mail is put aside instead of filed
	empty   bool   // nothing is to be kept
}

func (o *Office) newChange(ctx context.Context, g *game) *change {
	c := &change{ctx: ctx, office: o, at: o.Now(), values: map[string][]byte{}}
	if g != nil {
		c.game, c.table, c.next = g, g.table.Clone(), g.now
	}
	return c
}

// commit is the change as the store takes it.
func (c *change) commit() (store.Commit, error) {
	out := store.Commit{Mail: c.mark, Raw: c.raw, Letters: c.letters, DueDone: c.done, DueDrop: c.dropped, DuePut: c.put, Put: c.values}
	if c.game == nil {
		return out, nil
	}
	out.Game = c.game.name
	if !c.create {
		out.Expect = c.game.head.Rev
	}
	doc, err := c.table.Bytes()
	if err != nil {
		return out, fmt.Errorf("pbem: game %s: %w", c.game.name, err)
	}
	out.Doc = doc
	for _, r := range c.records {
		b, err := r.Bytes()
		if err != nil {
			return out, fmt.Errorf("pbem: game %s: %w", c.game.name, err)
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
	if !back && c.next.Seq < c.game.snap+uint64(c.office.Config.Store.SnapshotEvery) {
		return nil
	}
	b, err := json.Marshal(c.next.Snapshot())
	out.Snapshot = b
	return err
}

// add takes over records the engine has made. They become the position next.
func (c *change) add(next *engine.Game, records ...*engine.Record) {
	for _, r := range records {
		r.At = c.at.UnixMilli()
		c.records = append(c.records, r)
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

// rewait finds out whom the game waits for after the change. A seat that is
// asked the same as before keeps its times; one that is asked anew, or has
// acted, gets fresh ones. It answers with the seats that are asked anew.
func (c *change) rewait(actor engine.Seat) ([]engine.Seat, error) {
	plan, err := c.table.Plan()
	if err != nil {
		return nil, err
	}
	before := c.table.Waiting
	c.table.Waiting = nil
	var fresh []engine.Seat
	for _, s := range c.next.Waiting() {
		old := slices.IndexFunc(before, func(w table.Wait) bool { return w.Seat == s })
		if old >= 0 && s != actor && c.game.now != nil && asked(c.game.now.Pos, s) == asked(c.next.Pos, s) {
			c.table.Waiting = append(c.table.Waiting, before[old])
			continue
		}
		c.table.Waiting = append(c.table.Waiting, table.Wait{Seat: s, Asked: c.seq(), Since: c.at, Until: plan.Due(c.at)})
		fresh = append(fresh, s)
	}
	c.rebuildDue(plan, fresh)
	return fresh, nil
}

// asked describes what a seat is asked, to see whether it has changed.
func asked(p engine.Position, s engine.Seat) string {
	var out []byte
	for _, prompt := range p.Prompts(s) {
		out = fmt.Appendf(out, "%v|", prompt.Ask)
		for _, v := range prompt.Verbs {
			out = fmt.Appendf(out, "%s,", v.Name)
		}
	}
	return string(out)
}

// rebuildDue withdraws the times of seats that are no longer asked and sets
// those of seats that are asked anew.
func (c *change) rebuildDue(plan clock.Plan, fresh []engine.Seat) {
	keep := map[int]bool{}
	for _, w := range c.table.Waiting {
		if !slices.Contains(fresh, w.Seat) {
			keep[int(w.Seat)] = true
		}
	}
	c.dropped = func(d store.Due) bool {
		return (d.Kind == dueReminder || d.Kind == dueDeadline) && !keep[d.Seat]
	}
	for _, s := range fresh {
		c.putDue(plan, *c.table.WaitFor(s))
	}
}

func (c *change) putDue(plan clock.Plan, w table.Wait) {
	c.put = append(c.put, store.Due{At: w.Until, Game: c.game.name, Kind: dueDeadline, Seat: int(w.Seat)})
	if at := plan.FirstReminder(w.Since, w.Until, c.table.ZoneOf(w.Seat)); !at.IsZero() {
		c.put = append(c.put, store.Due{At: at, Game: c.game.name, Kind: dueReminder, Seat: int(w.Seat)})
	}
}
