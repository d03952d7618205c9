package kv

import (
	"context"
	"fmt"
	"strings"

	"railpost/store"
)

// snapshotsKept is the number of snapshots of a game: the newest, and one before it for a player who takes
// their last mail back.
const snapshotsKept = 2

// Commit keeps the given commits, each whole or not at all; see store.Store.
func (s *Base) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	return s.each(ctx, "commit", len(cs), func(tx Tx, i int) (refusal, broken error) {
		p, err := s.plan(tx, &cs[i])
		if err != nil {
			return err, nil
		}
		return nil, p.keep(tx)
	}, func(int) {})
}

// plan is a checked commit with everything that writing it needs: from here on nothing can be refused, so a
// refused commit leaves no trace in a transaction shared with others.
type plan struct {
	*store.Commit
	base  *Base
	head  head
	mails map[string]*mailEntry // by key, those of Mail and Raw
	drop  [][]byte              // keys of due rows to delete
	gone  forgotten

	moved    moved
	movedDue []store.Due // rows that a renamed game has under its new name
}

func (s *Base) plan(tx Tx, c *store.Commit) (*plan, error) {
	if err := WellFormed(c); err != nil {
		return nil, err
	}
	p := &plan{Commit: c, base: s}
	return p, steps(tx, p.readMails, p.readHead, p.readDue, p.readMoved, p.readForgotten)
}

// steps takes one after the other, up to the first error.
func steps(tx Tx, list ...func(Tx) error) error {
	for _, step := range list {
		if err := step(tx); err != nil {
			return err
		}
	}
	return nil
}

// WellFormed refuses a commit that could not be kept or read back.
func WellFormed(c *store.Commit) error {
	var bad []string
	name := func(what, s string, mayBeEmpty bool) {
		if s == "" && !mayBeEmpty || len(s) > MaxKey || strings.ContainsRune(s, 0) {
			bad = append(bad, fmt.Sprintf("%s %q is empty, has a zero byte or is longer than %d bytes", what, s, MaxKey))
		}
	}
	name("game", c.Game, true)
	if c.Game == "" && (c.Expect != 0 || c.Doc != nil || c.Append != nil || c.Texts != nil || c.Snapshot != nil || c.DueDrop != nil) {
		bad = append(bad, "a commit without a game must not have a revision, document, records, snapshot or DueDrop")
	}
	name("new name", c.Rename, true)
	if moves := c.Rename != "" || c.Delete; moves && (c.Game == "" || c.Expect == 0) || c.Delete && c.Rename != "" || c.Rename == c.Game && c.Game != "" {
		bad = append(bad, "a commit that renames or deletes needs a game and its revision, and does only one of the two; a new name must differ")
	}
	if c.Mail != nil {
		name("mail key", c.Mail.Key, false)
	}
	if c.Raw != nil {
		name("raw mail key", c.Raw.Key, false)
	}
	for _, l := range c.Letters {
		name("group", l.Group, true)
		name("game of a letter", l.Game, true)
	}
	for _, d := range append(c.DueDone[:len(c.DueDone):len(c.DueDone)], c.DuePut...) {
		name("due game", d.Game, true)
		name("due kind", d.Kind, true)
	}
	for k := range c.Put {
		name("value key", k, false)
	}
	if c.Forget != nil && (c.Game != "" || c.Mail != nil || c.Raw != nil) {
		bad = append(bad, "a commit that forgets must not name a game or a message")
	}
	for n, b := range c.Texts {
		if n == 0 || len(b) == 0 {
			bad = append(bad, fmt.Sprintf("record %d cannot have separate texts: it is record 0, or there are none", n))
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%w: %s", store.ErrInvalid, strings.Join(bad, "; "))
	}
	return nil
}

// readMails comes first: for a mail that was handled before, the error is ErrSeen rather than ErrStale.
func (p *plan) readMails(tx Tx) error {
	p.mails = map[string]*mailEntry{}
	if p.Mail != nil {
		m, err := readMail(tx, p.Mail.Key)
		if err != nil {
			return err
		}
		if m.mark != nil {
			return store.ErrSeen
		}
		p.mails[p.Mail.Key] = &m
	}
	if p.Raw != nil && p.mails[p.Raw.Key] == nil {
		m, err := readMail(tx, p.Raw.Key)
		if err != nil {
			return err
		}
		p.mails[p.Raw.Key] = &m
	}
	return nil
}

func (p *plan) readHead(tx Tx) error {
	if p.Game == "" {
		return nil
	}
	h, err := readHead(tx, p.Game)
	switch {
	case p.Expect == 0 && err == store.ErrNoGame:
		p.head.Game = p.Game
		return p.checkBeside()
	case err != nil:
		return err
	case p.Expect == 0:
		return store.ErrExists
	case p.Expect != h.Rev:
		return store.ErrStale
	}
	p.head = h
	return p.checkBeside()
}

// checkBeside refuses separate texts without a record.
func (p *plan) checkBeside() error {
	for n := range p.Texts {
		if last := p.head.Seq + uint64(len(p.Append)); n > last {
			return fmt.Errorf("%w: there are separate texts for record %d, but the last record is %d", store.ErrInvalid, n, last)
		}
	}
	return nil
}

// readDue finds the rows to delete: those done, each of which must still exist (or somebody else has carried it
// out), and those withdrawn.
func (p *plan) readDue(tx Tx) error {
	gone := map[string]bool{}
	for _, d := range p.DueDone {
		k := dueKey(d)
		if gone[string(k)] || tx.Get(Due, k) == nil {
			return store.ErrStale
		}
		gone[string(k)] = true
		p.drop = append(p.drop, k)
	}
	if p.DueDrop == nil {
		return nil
	}
	rows, err := dueOf(tx, p.Game)
	if err != nil {
		return err
	}
	for _, d := range rows {
		if k := dueKey(d); p.DueDrop(d) && !gone[string(k)] {
			p.drop = append(p.drop, k)
		}
	}
	return nil
}

// keep writes the commit. Any error is a failure of the store.
func (p *plan) keep(tx Tx) error {
	for _, step := range []func(Tx) error{p.forget, p.keepGame, p.keepMoved, p.keepMails, p.keepLetters, p.keepDue, p.keepValues} {
		if err := step(tx); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) keepGame(tx Tx) error {
	if p.Game == "" {
		return nil
	}
	h := &p.head
	if p.Expect == 0 {
		id, err := tx.NextID(Games)
		if err != nil {
			return err
		}
		h.id = uint32(id)
	}
	h.Rev++
	if p.Doc != nil {
		h.Doc = p.Doc
	}
	for _, payload := range p.Append {
		h.Seq++
		h.Last = store.Chain(h.Last, payload)
		r := store.Record{Hash: h.Last, Payload: payload}
		if err := tx.Put(Records, seqKey(h.id, h.Seq), RecordValue(&r)); err != nil {
			return err
		}
	}
	for n, b := range p.Texts {
		if err := put(tx, Texts, seqKey(h.id, n), b); err != nil {
			return err
		}
	}
	if p.Snapshot != nil {
		if err := keepSnapshot(tx, h, p.Snapshot); err != nil {
			return err
		}
	}
	return put(tx, Games, []byte(p.Game), h.encode())
}

// keepSnapshot stores the position after the last record and drops the oldest.
func keepSnapshot(tx Tx, h *head, data []byte) error {
	if err := put(tx, Snapshots, seqKey(h.id, h.Seq), data); err != nil {
		return err
	}
	var old [][]byte
	kept := 0
	c := tx.Cursor(Snapshots)
	for k, _ := lastAtMost(c, seqKey(h.id, h.Seq)); k != nil; k, _ = c.Prev() {
		if id, _, ok := splitSeqKey(k); !ok || id != h.id {
			break
		}
		if kept++; kept > snapshotsKept {
			old = append(old, append([]byte(nil), k...))
		}
	}
	return deleteAll(tx, Snapshots, old)
}

func (p *plan) keepMails(tx Tx) error {
	if p.Mail != nil {
		mark := *p.Mail
		p.mails[mark.Key].mark = &mark
	}
	if p.Raw != nil {
		m := p.mails[p.Raw.Key]
		if m.raw != nil { // kept before, in quarantine
			if err := tx.Delete(Raw, m.raw); err != nil {
				return err
			}
		}
		n, err := tx.NextID(Raw)
		if err != nil {
			return err
		}
		m.raw = rawKey(p.Raw.At, n)
		if err := put(tx, Raw, m.raw, encodeRaw(p.Raw)); err != nil {
			return err
		}
	}
	for key, m := range p.mails {
		if err := put(tx, Mails, []byte(key), m.encode()); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) keepLetters(tx Tx) error {
	for _, g := range p.DropGroup {
		if err := p.base.withdraw(tx, g); err != nil {
			return err
		}
	}
	now := p.base.now()
	for _, l := range p.Letters {
		if err := p.base.queue(tx, l, now); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) keepDue(tx Tx) error {
	for _, k := range p.drop {
		d, _ := splitDueKey(k)
		if err := tx.Delete(DueOf, dueOfKey(d.Game, k)); err != nil {
			return err
		}
		if err := tx.Delete(Due, k); err != nil {
			return err
		}
	}
	for _, d := range append(p.movedDue, p.DuePut...) {
		k := dueKey(d)
		if err := put(tx, Due, k, d.Data); err != nil {
			return err
		}
		if err := tx.Put(DueOf, dueOfKey(d.Game, k), []byte{}); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) keepValues(tx Tx) error {
	for k, v := range p.Put {
		var err error
		if len(v) == 0 {
			err = tx.Delete(Values, []byte(k))
		} else {
			err = put(tx, Values, []byte(k), v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func deleteAll(tx Tx, b Bucket, keys [][]byte) error {
	for _, k := range keys {
		if err := tx.Delete(b, k); err != nil {
			return err
		}
	}
	return nil
}
