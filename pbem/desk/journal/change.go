package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/store"
)

// Change is everything that follows from one mail, one command of the organiser or one due
// time, before it is committed.
type Change struct {
	Journal *Journal
	At      time.Time
	Game    *games.Game  // nil when it is about no game
	Table   *table.Table // a copy that may be changed
	Next    *engine.Game // the position after it
	passed  []*engine.Game
	Create  bool

	Records []*engine.Record
	Texts   map[uint64][]byte // by record number: values to store beside earlier records
	brought int               // how many of them come from a log made elsewhere
	Mark    *store.Mark
	Raw     *store.RawMail
	Letters []store.Letter
	Dropped []string            // groups of letters to withdraw
	Waiting map[string]Waiting  // queued letters, by Group
	sent    []string            // groups whose letter has been attempted
	unread  map[string]*Waiting // by Group, as read so far from a shared store; nil: no letter waits there

	Done    []store.Due
	DropDue func(store.Due) bool // selects other rows to delete; nil: none
	Rename  string               // the name of the game from now on; "": unchanged
	Erase   bool                 // the game is deleted
	Put     []store.Due
	Fresh   []engine.Seat                    // seats that are asked again
	Planned map[engine.Seat][]engine.Message // news of plans for their owners
	PlanNow engine.Seat                      // the seat whose plan may play at once
	Again   *table.Wait                      // undo gives the seat this wait again
	ToAll   []engine.Message                 // news for everybody, whatever letters they want: proposals and their results
	Values  map[string][]byte

	Verdict verdict.Verdict // the fate of the mail
	Taken   int             // accepted order lines
	Refused int             // refused order lines
	Poison  bool            // the mail is quarantined instead of filed
	Empty   bool            // nothing to store

	BySitter  bool // its mail is from the substitute of a seat's player
	Recovered bool // its mail was already played before a restore

	Err error // the first that occurred; a change with one is not stored
}

// NewChange returns an empty change of a game, or with nil of no game.
func (j *Journal) NewChange(g *games.Game) *Change {
	c := &Change{Journal: j, At: j.Now(), Waiting: map[string]Waiting{}, Values: map[string][]byte{}, PlanNow: engine.Nobody}
	if g != nil {
		c.Game, c.Table, c.Next = g, g.Table.Clone(), g.Now
	}
	return c
}

// Fail keeps the first error of the change.
func (c *Change) Fail(err error) *Change {
	if c.Err == nil {
		c.Err = err
	}
	return c
}

// Clone returns an independent copy: changes to c can be undone with it.
func (c *Change) Clone() *Change {
	k := *c
	if c.Table != nil {
		k.Table = c.Table.Clone()
	}
	k.passed, k.Records, k.Letters = slices.Clone(c.passed), slices.Clone(c.Records), slices.Clone(c.Letters)
	k.Dropped, k.Done, k.Put = slices.Clone(c.Dropped), slices.Clone(c.Done), slices.Clone(c.Put)
	k.Planned, k.ToAll = maps.Clone(c.Planned), slices.Clone(c.ToAll)
	k.Waiting, k.Values = maps.Clone(c.Waiting), maps.Clone(c.Values)
	return &k
}

// Commit returns the change in the store's form.
func (c *Change) Commit(ctx context.Context) (store.Commit, error) {
	if c.Err != nil {
		return store.Commit{}, c.Err
	}
	out := store.Commit{Mail: c.Mark, Raw: c.Raw, Letters: c.Letters, DropGroup: c.Dropped, DueDone: c.Done, DuePut: c.Put, Put: c.Values, Basis: store.BasisOf(ctx)}
	if c.Game == nil {
		return out, nil
	}
	out.Game, out.DueDrop, out.Rename, out.Delete = c.Game.Name, c.DropDue, c.Rename, c.Erase
	if !c.Create {
		out.Expect = c.Game.Head.Rev
	}
	c.agree()
	c.CountMoves()
	if err := c.queuePosts(&out); err != nil {
		return out, fmt.Errorf("pbem: game %s: %w", c.Game.Name, err)
	}
	doc, err := c.Table.Bytes()
	if err != nil {
		return out, fmt.Errorf("pbem: game %s: %w", c.Game.Name, err)
	}
	out.Doc = doc
	if err := c.addRecords(&out); err != nil {
		return out, fmt.Errorf("pbem: game %s: %w", c.Game.Name, err)
	}
	return out, c.addSnapshot(&out)
}

// addRecords adds the new records, the names and words of which lie beside them. Those of a
// log from elsewhere stay as they are.
func (c *Change) addRecords(out *store.Commit) error {
	out.Texts = map[uint64][]byte{}
	maps.Copy(out.Texts, c.Texts)
	for i, r := range c.Records {
		if i >= c.brought {
			if err := r.Seal(c.Journal.Salts); err != nil {
				return err
			}
		}
		b, err := r.Bytes()
		if err != nil {
			return err
		}
		beside, err := r.TextBytes()
		if err != nil {
			return err
		}
		out.Append = append(out.Append, b)
		if beside != nil {
			out.Texts[r.Seq] = beside
		}
	}
	return nil
}

// addSnapshot stores the position now and then, and always after undo or a change of rules,
// so that replay can start there.
func (c *Change) addSnapshot(out *store.Commit) error {
	if len(c.Records) == 0 || c.Next == nil {
		return nil
	}
	turns := slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return r.Kind == engine.TookBack || r.Kind == engine.Switched })
	if !turns && c.Next.Seq < c.Game.Snapshot+uint64(c.Journal.Config.Store.SnapshotEvery) {
		return nil
	}
	b, err := json.Marshal(c.Next.Snapshot())
	out.Snapshot = b
	return err
}

// Judged records the fate of the mail.
func (c *Change) Judged(act verdict.Act, why verdict.Why) *Change {
	c.Verdict = verdict.Verdict{Act: act, Why: why}
	return c
}

// Add adds records that the engine has made. They lead to the position next.
func (c *Change) Add(next *engine.Game, records ...*engine.Record) {
	for _, r := range records {
		r.At = c.At.UnixMilli()
		c.Records = append(c.Records, r)
		c.file(r)
	}
	if c.Next != nil {
		c.passed = append(c.passed, c.Next)
		c.renamePlans(next, records)
	}
	c.Next = next
}

// Continue begins the change with the records of a log from elsewhere, as they are.
func (c *Change) Continue(g *engine.Game, records []*engine.Record) {
	c.Table.Setup = records[0].Begin.Setup
	for _, r := range records {
		c.file(r)
	}
	c.Records, c.Next, c.brought = slices.Clone(records), g, len(records)
}

// file copies into the table whatever must be known of a record without reading the log.
func (c *Change) file(r *engine.Record) {
	switch {
	case r.Hidden:
		c.Table.HiddenRecords = append(c.Table.HiddenRecords, table.HiddenRecord{Record: r.Seq, Seat: r.Seat})
	case r.Kind == engine.Switched:
		c.Table.GoUnder(r.Seq, *r.Setup)
	}
}

// Note records something that changes no position.
func (c *Change) Note(seat engine.Seat, reports ...engine.Report) {
	if c.Next == nil {
		return
	}
	next := *c.Next
	c.Add(&next, next.Note(seat, reports...))
}

// Passed returns the positions on the way to that after the change.
func (c *Change) Passed() []*engine.Game { return c.passed }

// Seq returns the number of the last record after the change.
func (c *Change) Seq() uint64 {
	if c.Next == nil {
		return 0
	}
	return c.Next.Seq
}

// Position returns the game as it was after record seq, which may be one of the change
// itself.
func (c *Change) Position(ctx context.Context, seq uint64) (*engine.Game, error) {
	for _, p := range c.passed {
		if p.Seq == seq {
			return p, nil
		}
	}
	return c.Journal.Games.At(ctx, c.Game, seq)
}

// End closes a game that has been played to its end.
func (c *Change) End() {
	c.Table.State, c.Table.Waiting, c.Table.LastGroups = table.Over, nil, nil
	c.Table.Plans, c.Table.PlayedPlans, c.Table.Proposals = nil, nil, nil
	c.StopClocks()
	c.ForgetPending()
}

// agree notes that the log continues as before the restore: with the same mails, and with the organiser's
// repeated commands.
func (c *Change) agree() {
	if c.Table.Epoch > 0 && c.Table.Agreed == c.Game.Head.Seq && (c.Mark == nil || c.Recovered) {
		c.Table.Agreed += uint64(len(c.Records))
	}
}

// CountMoves counts which deadlines the change has moved.
func (c *Change) CountMoves() {
	if c.Game.Table != nil {
		c.Table.CountMoves(c.Game.Table)
	}
}

// renamePlans lets plans, those that were played included, name places as they are called after
// some records.
func (c *Change) renamePlans(next *engine.Game, records []*engine.Record) {
	back := uint64(0)
	if len(records) > 0 {
		back = records[0].Back // an undo is the only record
	}
	for i := range c.Table.Plans {
		c.Table.Plans[i].Rename(c.Next, next, back)
	}
	for i := range c.Table.PlayedPlans {
		c.Table.PlayedPlans[i].Plan.Rename(c.Next, next, back)
	}
}

// CallOff ends a game without a result.
func (c *Change) CallOff() {
	t := c.Table
	t.State, t.Waiting, t.Plans, t.PlayedPlans, t.Proposals = table.Closed, nil, nil, nil, nil
	c.StopClocks()
	c.ForgetPending()
}
