package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/store"
)

// model is a store in the plainest form: everything in lists that are searched from end to end.
type model struct {
	games     map[string]*store.Log           // with all records and the newest snapshot
	snapshots map[*store.Log][]store.Snapshot // oldest first
	marks     map[string]store.Mark
	attempts  map[string]int
	mails     []store.RawMail
	letters   []store.Letter
	sent      []sentLetter
	due       []store.Due
	values    map[string][]byte
}

// sentLetter is the remembered part of a letter, under its Message-ID.
type sentLetter struct {
	messageID string
	store.Letter
}

func newModel() *model {
	return &model{games: map[string]*store.Log{}, snapshots: map[*store.Log][]store.Snapshot{}, marks: map[string]store.Mark{}, attempts: map[string]int{}, values: map[string][]byte{}}
}

// sameKey finds the row that has the same key as d.
func sameKey(d store.Due) func(store.Due) bool {
	return func(o store.Due) bool {
		return d.At.Equal(o.At) && d.Game == o.Game && d.Kind == o.Kind && d.Seat == o.Seat
	}
}

// commit answers as Store.Commit should for one commit.
func (m *model) commit(c store.Commit) error {
	if err := m.refusal(c); err != nil {
		return err
	}
	if c.Game != "" {
		m.keepGame(c)
	}
	m.due = slices.DeleteFunc(m.due, func(d store.Due) bool {
		return slices.ContainsFunc(c.DueDone, sameKey(d)) || c.DueDrop != nil && d.Game == c.Game && c.DueDrop(d)
	})
	m.move(c)
	if c.Mail != nil {
		m.marks[c.Mail.Key] = *c.Mail
	}
	if c.Raw != nil {
		m.mails = slices.DeleteFunc(m.mails, func(r store.RawMail) bool { return r.Key == c.Raw.Key })
		m.mails = append(m.mails, *c.Raw)
	}
	if c.Forget != nil {
		m.forget(c.Forget)
	}
	for _, g := range c.DropGroup {
		m.withdraw(g)
	}
	for _, l := range c.Letters {
		m.withdraw(l.Group)
		l.State = store.Waiting // with bytes: never attempted
		if l.Bytes == nil {
			l.Said = nil
		}
		m.letters = append(m.letters, l) // the store determines its ID
	}
	for _, d := range c.DuePut {
		m.due = slices.DeleteFunc(m.due, sameKey(d))
		m.due = append(m.due, d)
	}
	for k, v := range c.Put {
		if m.values[k] = v; len(v) == 0 {
			delete(m.values, k)
		}
	}
	return nil
}

func (m *model) refusal(c store.Commit) error {
	if c.Mail != nil {
		if _, seen := m.marks[c.Mail.Key]; seen {
			return store.ErrSeen
		}
	}
	if log := m.games[c.Game]; c.Game != "" {
		switch {
		case log == nil && c.Expect != 0:
			return store.ErrNoGame
		case log != nil && c.Expect == 0:
			return store.ErrExists
		case log != nil && log.Rev != c.Expect:
			return store.ErrStale
		}
	}
	for _, d := range c.DueDone {
		if !slices.ContainsFunc(m.due, sameKey(d)) {
			return store.ErrStale
		}
	}
	if m.games[c.Rename] != nil {
		return store.ErrExists
	}
	if f := c.Forget; f != nil && slices.ContainsFunc(m.letters, func(l store.Letter) bool {
		return f.Left(l) && l.State != store.Failed && l.Leased.After(f.Now)
	}) {
		return store.ErrInvalid
	}
	return nil
}

func (m *model) forget(f *store.Forget) {
	m.mails = slices.DeleteFunc(m.mails, f.Mail)
	m.letters = slices.DeleteFunc(m.letters, f.Left)
	m.dropSent(f.Sent)
	for i := range m.sent {
		if f.Said(m.sent[i].Letter) {
			m.sent[i].Said = nil
		}
	}
}

// move renames or deletes a game.
func (m *model) move(c store.Commit) {
	switch {
	case c.Delete:
		delete(m.games, c.Game)
		ofIt := func(l store.Letter) bool { return l.Game == c.Game }
		m.letters = slices.DeleteFunc(m.letters, ofIt)
		m.dropSent(ofIt)
		m.due = slices.DeleteFunc(m.due, func(d store.Due) bool { return d.Game == c.Game })
	case c.Rename != "":
		log := m.games[c.Game]
		delete(m.games, c.Game)
		log.Game, m.games[c.Rename] = c.Rename, log
		for i := range m.letters {
			if l := &m.letters[i]; l.Game == c.Game {
				l.Game = c.Rename
				unfinish(l)
			}
		}
		for i := range m.sent {
			if m.sent[i].Game == c.Game {
				m.sent[i].Game = c.Rename
			}
		}
		for i := range m.due {
			if m.due[i].Game == c.Game {
				m.due[i].Game = c.Rename
			}
		}
	}
}

func (m *model) keepGame(c store.Commit) {
	log := m.games[c.Game]
	if log == nil {
		log = &store.Log{Head: store.Head{Game: c.Game}, Records: []store.Record{}}
		m.games[c.Game] = log
	}
	log.Rev++
	if c.Doc != nil {
		log.Doc = c.Doc
	}
	for _, p := range c.Append {
		log.Seq++
		log.Last = store.Chain(log.Last, p)
		log.Records = append(log.Records, store.Record{Seq: log.Seq, Payload: p, Hash: log.Last})
	}
	for n, b := range c.Texts {
		log.Records[n-1].Texts = b
	}
	if c.Snapshot != nil {
		log.Snapshot = &store.Snapshot{Seq: log.Seq, Data: c.Snapshot}
		all := slices.DeleteFunc(m.snapshots[log], func(s store.Snapshot) bool { return s.Seq == log.Seq })
		m.snapshots[log] = append(all, *log.Snapshot)
	}
}

func (m *model) withdraw(group string) {
	m.letters = slices.DeleteFunc(m.letters, func(l store.Letter) bool {
		return group != "" && l.Group == group && l.State == store.Waiting
	})
}

func (m *model) claim(now time.Time, lease time.Duration, n int) (out []store.Letter) {
	var all []*store.Letter
	for i := range m.letters {
		all = append(all, &m.letters[i])
	}
	slices.SortStableFunc(all, func(a, b *store.Letter) int { return cmp.Compare(a.Rank(), b.Rank()) })
	for _, l := range all {
		held := slices.ContainsFunc(m.letters, func(o store.Letter) bool {
			return o.To == l.To && o.Game == l.Game && o.Leased.After(now) && o.State != store.Failed
		})
		if len(out) < n && !held && l.State != store.Failed && l.Due(now) {
			l.Leased = now.Add(lease)
			out = append(out, *l)
		}
	}
	return out
}

func (m *model) letter(id uint64) (*store.Letter, error) {
	for i := range m.letters {
		if m.letters[i].ID == id {
			return &m.letters[i], nil
		}
	}
	return nil, store.ErrNoLetter
}

func (m *model) markSending(id uint64, finished, said []byte) error {
	l, err := m.letter(id)
	switch {
	case err != nil:
		return err
	case l.State == store.Failed || l.State == store.Sending && string(l.Bytes) != string(finished):
		return store.ErrInvalid
	}
	if string(l.Bytes) != string(finished) {
		l.Bytes, l.Said = finished, said
	}
	l.State, l.Attempts = store.Sending, l.Attempts+1
	return nil
}

// unfinish removes the bytes of a letter that was never attempted.
func unfinish(l *store.Letter) {
	if l.State == store.Waiting {
		l.Bytes, l.Said = nil, nil
	}
}

func (m *model) unfinish(t time.Time) {
	for i := range m.letters {
		if l := &m.letters[i]; !l.Queued.After(t) {
			unfinish(l)
		}
	}
}

// die ends all holders of letters; unless the store is shared, nobody knows which letters they attempted.
func (m *model) die(shared bool) {
	for i := range m.letters {
		l := &m.letters[i]
		l.Leased = time.Time{}
		if !shared && l.State == store.Waiting && l.Bytes != nil {
			l.State, l.Attempts = store.Sending, l.Attempts+1
		}
	}
}

// handOver: the letters are in another store, where nobody holds them.
func (m *model) handOver() {
	for i := range m.letters {
		m.letters[i].Leased = time.Time{}
		unfinish(&m.letters[i])
	}
}

func (m *model) gone(id uint64) {
	m.letters = slices.DeleteFunc(m.letters, func(l store.Letter) bool { return l.ID == id })
}

func (m *model) accept(a store.Accepted) error {
	l, err := m.letter(a.ID)
	if err != nil {
		return err
	}
	was := *l
	was.Bytes, was.LastCode, was.Leased = nil, a.Code, a.At
	m.gone(a.ID)
	m.sent = slices.DeleteFunc(m.sent, func(s sentLetter) bool { return s.messageID == a.MessageID })
	m.sent = append(m.sent, sentLetter{a.MessageID, was})
	var ofSeat []uint64
	for _, s := range m.sent {
		if s.Game == was.Game && s.Game != "" && s.Seat == was.Seat && s.Seat >= 0 {
			ofSeat = append(ofSeat, s.ID)
		}
	}
	slices.Sort(ofSeat)
	for len(ofSeat) > store.SentKept {
		m.dropSent(func(l store.Letter) bool { return l.ID == ofSeat[0] })
		ofSeat = ofSeat[1:]
	}
	return nil
}

func (m *model) sentLetter(messageID string) (store.Letter, bool) {
	for _, s := range m.sent {
		if s.messageID == messageID {
			return s.Letter, true
		}
	}
	return store.Letter{}, false
}

// dropSent forgets sent letters and returns their number.
func (m *model) dropSent(old func(store.Letter) bool) int {
	n := len(m.sent)
	m.sent = slices.DeleteFunc(m.sent, func(s sentLetter) bool { return old(s.Letter) })
	return n - len(m.sent)
}

func (m *model) deferred(id uint64, next time.Time, code string) error {
	l, err := m.letter(id)
	if err == nil {
		l.NextTry, l.LastCode, l.Leased = next, code, time.Time{}
	}
	return err
}

func (m *model) fail(id uint64, code string) error {
	l, err := m.letter(id)
	if err == nil {
		unfinish(l)
		l.State, l.LastCode, l.Leased = store.Failed, code, time.Time{}
	}
	return err
}

func (m *model) untry(id uint64, next time.Time, code string) error {
	l, err := m.letter(id)
	switch {
	case err != nil:
		return err
	case l.State == store.Failed:
		return store.ErrInvalid
	}
	newer := func(o store.Letter) bool { return o.ID != id && o.Group == l.Group && o.State == store.Waiting }
	if l.State == store.Sending && slices.ContainsFunc(m.letters, newer) {
		l.Group = ""
	}
	l.State, l.Bytes, l.Said, l.NextTry, l.LastCode, l.Leased = store.Waiting, nil, nil, next, code, time.Time{}
	return nil
}

func (m *model) drop(id uint64, now time.Time) error {
	l, err := m.letter(id)
	switch {
	case err != nil:
		return err
	case l.State != store.Failed && l.Leased.After(now):
		return store.ErrInvalid
	}
	m.gone(id)
	return nil
}

func (m *model) retry(id uint64, now time.Time, to string) error {
	l, err := m.letter(id)
	if err != nil {
		return err
	}
	l.NextTry = now
	if l.State == store.Failed && l.To != to {
		l.To, l.Bytes, l.Said, l.Attempts = to, nil, nil, 0
	}
	if l.State == store.Failed && l.Bytes == nil {
		l.State, l.Group = store.Waiting, ""
	} else if l.State == store.Failed {
		l.State = store.Sending
	}
	return nil
}

func (m *model) dropMails(t time.Time) int {
	n := len(m.mails)
	m.mails = slices.DeleteFunc(m.mails, func(r store.RawMail) bool { return r.At.Before(t) })
	return n - len(m.mails)
}

// learnIDs copies the numbers and times that the store gave to new letters, and checks only that they rise in
// the order of queueing.
func (m *model) learnIDs(letters []store.Letter) error {
	if len(letters) != len(m.letters) {
		return fmt.Errorf("the store has %d letters, the model %d", len(letters), len(m.letters))
	}
	last := uint64(0)
	for i, l := range letters {
		if l.ID <= last {
			return fmt.Errorf("letter %d is listed after letter %d", l.ID, last)
		}
		last = l.ID
		if m.letters[i].ID == 0 {
			m.letters[i].ID, m.letters[i].Queued = l.ID, l.Queued
		}
	}
	return nil
}

// load answers as Store.Load should, if the store has all snapshots.
func (m *model) load(game string, upTo uint64, full bool) (store.Log, error) {
	log := m.games[game]
	if log == nil {
		return store.Log{}, store.ErrNoGame
	}
	out := *log
	out.Snapshot = nil
	for _, s := range m.snapshots[log] {
		if upTo == 0 || s.Seq <= upTo {
			out.Snapshot = &s
		}
	}
	if out.Snapshot != nil && !full {
		out.Records = out.Records[out.Snapshot.Seq:]
	}
	return out, nil
}

// contents is the model as the function contents reads a store.
func (m *model) contents() everything {
	e := everything{Logs: map[string]store.Log{}, DueOf: map[string][]store.Due{}, Values: m.values, Letters: slices.Clone(m.letters)}
	for name, log := range m.games {
		e.Logs[name] = *log
	}
	e.Mails = slices.Clone(m.mails)
	slices.Reverse(e.Mails)
	slices.SortStableFunc(e.Mails, func(a, b store.RawMail) int { return b.At.Compare(a.At) })
	e.Due = slices.Clone(m.due)
	slices.SortFunc(e.Due, func(a, b store.Due) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Game, b.Game), strings.Compare(a.Kind, b.Kind), cmp.Compare(uint32(a.Seat), uint32(b.Seat)))
	})
	for _, d := range e.Due {
		e.DueOf[d.Game] = append(e.DueOf[d.Game], d)
	}
	if len(e.Letters) == 0 {
		e.Letters = nil
	}
	if len(e.Mails) == 0 {
		e.Mails = nil
	}
	if len(e.Due) == 0 {
		e.Due = nil
	}
	return e
}
