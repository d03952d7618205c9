package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// Attempted records that a letter is being sent, unless another has replaced it.
func (j *Journal) Attempted(ctx context.Context, l store.Letter) error {
	_, err := j.attempt(ctx, l, always)
	return err
}

// attempt is Attempted if may allows it, which is asked with the lock of the unsent letters: before a decision may have
// changed what is known of the letter, and after.
func (j *Journal) attempt(ctx context.Context, l store.Letter, may func() bool) (did bool, err error) {
	u, kept := j.unsent, false
	was, did := u.of(l.Group, may)
	if !did {
		return false, nil
	}
	if was != nil { // a shared store is asked at each decision instead
		if _, kept, err = j.Store.Letter(ctx, l.ID); err != nil {
			return false, err
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if !may() || u.letters[l.Group] != was { // a commit has been faster
		return false, nil
	}
	if kept {
		is := *was
		is.ID = l.ID
		u.letters[l.Group] = &is
	}
	return true, nil
}

// unsent is the letters that nobody has seen yet, by Group, and which games are being decided about. It has a lock
// of its own, because letters leave while mails are decided.
type unsent struct {
	mu      sync.Mutex
	letters map[string]*Waiting
	any     bool     // any game may be
	games   []string // these are
}

func (u *unsent) of(group string, may func() bool) (w *Waiting, allowed bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.letters[group], may()
}

func always() bool { return true }

// settle notes which letters a commit has withdrawn or found sent, and which it has queued.
func (u *unsent) settle(gone []string, queued map[string]Waiting) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, g := range gone {
		delete(u.letters, g)
	}
	for g, w := range queued {
		u.letters[g] = &w
	}
}

func (u *unsent) clear() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.letters = map[string]*Waiting{}
}

// Deciding notes about which games something is being decided, perhaps any: no letter about one of these leaves
// without the lock of the office before that is stored.
func (j *Journal) Deciding(any bool, games ...string) {
	j.unsent.mu.Lock()
	defer j.unsent.mu.Unlock()
	j.unsent.any, j.unsent.games = any, games
}

// Soon is how long the first attempt at a letter may take without restarting its reader's time: enough for a
// queue of some hundred letters.
const Soon = 5 * time.Minute

// FirstAttempt starts a player's time: what passes before the first attempt at the letter
// that asks does not count. It returns the letter as it must be written now; times may have
// moved since it was queued, and those that stand still since an instant are about to.
func (j *Journal) FirstAttempt(ctx context.Context, l store.Letter, still time.Time) (store.Letter, error) {
	f, err := content.ReadFacts(l.Data)
	if err == nil && f.Digest != nil {
		return j.digestNow(ctx, l, f, still)
	}
	if err != nil || l.Game == "" || len(f.Waits) == 0 {
		return l, err
	}
	g, err := j.Games.Load(ctx, l.Game)
	if err != nil {
		return l, err
	}
	if now := j.Now(); l.Seat >= 0 && j.longAgo(f) && g.Table.State == table.Running {
		c := j.NewChange(g)
		w := c.Table.WaitFor(engine.Seat(l.Seat))
		if w != nil && !w.Late && w.Asked <= l.Seq && untried(w, f.Asked, now, still) {
			c.Retime(w, w.Until)
			if err := j.Commit(ctx, c); err != nil {
				return l, err
			}
		}
	}
	l.Data, err = j.waitsNow(g.Table, f, still).Bytes()
	return l, err
}

// untried takes from the time of a wait what has passed since its letter was queued, or tried in vain, and reports
// whether that is much. Time that was used before the question was asked again stays used, and an outage that is known moves it.
func untried(w *table.Wait, queued, now, still time.Time) bool {
	by := now.Sub(clock.Latest(queued, clock.Latest(w.Since, w.Reasked)))
	if by <= Soon || !w.Reasked.IsZero() && !still.IsZero() {
		return false
	}
	w.Since = w.Since.Add(by)
	if !w.Reasked.IsZero() {
		w.Reasked = now
	}
	return true
}

// longAgo reports whether its reader's time may have to be restarted.
func (j *Journal) longAgo(f content.Facts) bool {
	return !f.Asked.IsZero() && j.Now().Sub(f.Asked) > Soon
}

// Leaves is Attempted without the lock of the office. It does nothing and reports false, unless the letter, which
// was written with its move, says what FirstAttempt would have it say, and nothing is being decided about its game.
func (j *Journal) Leaves(ctx context.Context, l store.Letter) (bool, error) {
	known := j.gameStates.of(l.Game)
	if is, err := j.asWritten(ctx, l); !is || err != nil {
		return false, err
	}
	return j.attempt(ctx, l, func() bool {
		return !j.unsent.any && !slices.Contains(j.unsent.games, l.Game) && j.gameStates.of(l.Game) == known
	})
}

func (j *Journal) asWritten(ctx context.Context, l store.Letter) (bool, error) {
	if l.Bytes == nil || j.Now().Sub(l.Queued) >= Soon {
		return false, nil
	}
	f, err := content.ReadFacts(l.Data)
	if err != nil || f.Digest != nil || j.longAgo(f) {
		return false, err
	}
	g, err := j.gameStateNow(ctx, l.Game)
	if err != nil || g == nil {
		return false, err
	}
	now, err := j.waitsNow(&table.Table{Waiting: g.Waiting}, f, time.Time{}).Bytes()
	return bytes.Equal(now, l.Data), err
}

// gameStateNow returns the state of a game without the lock of the office; nil if that is not known.
func (j *Journal) gameStateNow(ctx context.Context, game string) (*gameState, error) {
	g := j.gameStates.of(game)
	if j.shared == nil {
		return g, nil
	}
	if rev, err := j.shared.Rev(ctx, game); err == nil && g != nil && rev == g.rev {
		return g, nil
	}
	h, err := j.Store.Head(ctx, game) // another process has changed it
	if errors.Is(err, store.ErrNoGame) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return gameStateIn(h)
}

// digestNow returns a letter about several games with the times of each as they are now.
func (j *Journal) digestNow(ctx context.Context, l store.Letter, f content.Facts, still time.Time) (store.Letter, error) {
	for i, p := range f.Digest.Parts {
		g, err := j.Games.Load(ctx, p.Game)
		if err != nil {
			return l, err
		}
		of, err := content.ReadFacts(p.Data)
		if err != nil {
			return l, err
		}
		if f.Digest.Parts[i].Data, err = j.waitsNow(g.Table, of, still).Bytes(); err != nil {
			return l, err
		}
	}
	var err error
	l.Data, err = f.Bytes()
	return l, err
}

// waitsNow returns facts with the waits of a table that still last as they are now.
func (j *Journal) waitsNow(t *table.Table, f content.Facts, still time.Time) content.Facts {
	if !still.IsZero() {
		t = t.Clone()
		t.Stood(t.Outage.Unmoved(still), j.Now())
	}
	f.Waits = slices.Clone(f.Waits)
	for i, w := range f.Waits {
		if is := t.WaitFor(w.Seat); is != nil && is.Asked == w.Asked {
			f.Waits[i] = *is
			f.Waits[i].Lost = is.Lost || w.Lost
		}
	}
	return f
}

// Waiting is a letter that nobody has seen yet: a later letter of the same Group replaces
// it and must include its news.
type Waiting struct {
	Since uint64 // its news begins after this record
	Seen  uint64 // see facts.Seen
	Kind  templates.Kind
	Quiet bool      // it says that a plan answers, see facts.Quiet
	ID    uint64    // its number, once rendered: an attempt may be under way
	Asked time.Time // see facts.Asked

	Planned []engine.Message // see facts.Planned
	Entered *table.Entry     // the reader's calendar entries without it
}

// Asks reports whether the letter is about what its reader is asked.
func (w Waiting) Asks() bool { return w.Kind.Row().Asks || w.Quiet }

// Unseen returns the letter of a seat's group that has not been attempted.
func (c *Change) Unseen(ctx context.Context, s engine.Seat) (w Waiting, ok bool) {
	return c.UnseenOf(ctx, SeatKey(c.Table.Game, s))
}

// UnseenOf is Unseen for any group of letters.
func (c *Change) UnseenOf(ctx context.Context, g string) (w Waiting, ok bool) {
	if c.Journal.shared != nil {
		w, ok = c.unseenNow(ctx, g)
		return w, ok
	}
	is, _ := c.Journal.unsent.of(g, always)
	if is == nil {
		return w, false
	}
	if w = *is; w.ID == 0 {
		return w, true
	}
	l, kept, err := c.Journal.Store.Letter(ctx, w.ID)
	c.Fail(err)
	if err != nil || kept && l.State == store.Waiting {
		return w, true
	}
	c.sent = append(slices.Clip(c.sent), g)
	return Waiting{}, false
}

// unseenNow is UnseenOf where other processes queue and attempt letters, too. Those to the seats of the
// game are read together, once for a change.
func (c *Change) unseenNow(ctx context.Context, g string) (w Waiting, ok bool) {
	groups := []string{g}
	if c.unread == nil {
		c.unread = map[string]*Waiting{}
		if c.Table != nil {
			for s := range c.Table.Players {
				groups = append(groups, SeatKey(c.Table.Game, engine.Seat(s)))
			}
		}
	} else if at, known := c.unread[g]; known {
		if at == nil {
			return Waiting{}, false
		}
		return *at, true
	}
	for _, g := range groups {
		c.unread[g] = nil
	}
	letters, err := c.Journal.shared.Waiting(ctx, groups)
	c.Fail(err)
	for _, l := range letters {
		w, err := waitingOf(l)
		c.Fail(err)
		c.unread[l.Group] = &w
	}
	return c.unseenNow(ctx, g)
}

// TellFrom returns the record after which a news letter begins: the last one the reader was
// told of, or, if that letter is still waiting and will be replaced, the one after which it
// would have begun. A turn letter begins after the reader's own last move, see fillPresent.
func (c *Change) TellFrom(ctx context.Context, s engine.Seat) Waiting {
	if w, ok := c.Waiting[SeatKey(c.Table.Game, s)]; ok { // a letter of this change, which the next replaces
		return w
	}
	if w, ok := c.Unseen(ctx, s); ok {
		return w
	}
	return Waiting{Since: c.Table.Players[s].Told, Entered: c.Table.Players[s].Entered}
}

// Shown returns the record whose position a seat's last letter showed, not counting a waiting letter: it may be
// replaced.
func (c *Change) Shown(ctx context.Context, s engine.Seat) uint64 {
	if w, ok := c.Unseen(ctx, s); ok {
		return w.Seen
	}
	return c.Table.Players[s].Seen
}

// readUnsent determines after which record each waiting letter begins.
func (j *Journal) readUnsent(ctx context.Context) error {
	if j.shared != nil {
		return nil
	}
	letters, err := j.Store.Letters(ctx)
	if err != nil {
		return fmt.Errorf("pbem: reading the outbox: %w", err)
	}
	for _, l := range letters {
		if err := j.NoteUnsent(l); err != nil {
			return err
		}
	}
	return nil
}

// NoteUnsent stores the news of a letter that a later one may replace.
func (j *Journal) NoteUnsent(l store.Letter) error {
	if j.shared != nil || l.Group == "" || l.State != store.Waiting {
		return nil
	}
	w, err := waitingOf(l)
	if err == nil {
		j.unsent.settle(nil, map[string]Waiting{l.Group: w})
	}
	return err
}

// waitingOf returns what must be known of a letter that waits.
func waitingOf(l store.Letter) (Waiting, error) {
	f, err := content.ReadFacts(l.Data)
	if err != nil {
		return Waiting{}, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	w := Waiting{Since: f.Since, Seen: f.Seen, Kind: templates.Kind(l.Kind), Quiet: !f.Quiet.IsZero(), ID: l.ID, Asked: f.Asked, Planned: f.Planned}
	if f.Calendar != nil {
		w.Entered = f.Calendar.Was
	}
	return w, nil
}
