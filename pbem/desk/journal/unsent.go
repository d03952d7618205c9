package journal

import (
	"context"
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
	u := j.unsent
	was := u.of(l.Group)
	if was == nil { // a shared store is asked at each decision instead
		return nil
	}
	_, kept, err := j.Store.Letter(ctx, l.ID)
	if err != nil || !kept {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.letters[l.Group] == was { // else a commit has been faster
		is := *was
		is.ID = l.ID
		u.letters[l.Group] = &is
	}
	return nil
}

// unsent is the letters that nobody has seen yet, by Group. It has a lock of its own, because letters leave while
// mails are decided.
type unsent struct {
	mu      sync.Mutex
	letters map[string]*Waiting
}

func (u *unsent) of(group string) *Waiting {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.letters[group]
}

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

// Soon is how long the first attempt at a letter may take without restarting its reader's time: enough for a
// queue of some hundred letters.
const Soon = 5 * time.Minute

// FirstAttempt starts a player's time: what passes before the first attempt at the letter
// that asks does not count. f are its facts. It returns the letter as it must be written now; times may have
// moved since it was queued, and those that stand still since an instant are about to.
// Without restart it commits nothing, see OwnGame.
func (j *Journal) FirstAttempt(
	ctx context.Context, l store.Letter, f content.Facts, still time.Time, restart bool,
) (store.Letter, error) {
	if f.Digest != nil {
		return j.digestNow(ctx, l, f, still)
	}
	if l.Game == "" || len(f.Waits) == 0 {
		return l, nil
	}
	g, err := j.Games.Load(ctx, l.Game)
	if err != nil {
		return l, err
	}
	if now := j.Now(); l.Seat >= 0 && restart && j.longAgo(f) && g.Table.State == table.Running {
		c := j.NewChange(g)
		w := c.Table.WaitFor(engine.Seat(l.Seat))
		if w != nil && !w.Late && w.Asked <= l.Seq && untried(w, f.Asked, now, still) {
			c.Retime(w, w.Until)
			if err := j.Commit(ctx, c); err != nil {
				return l, err
			}
		}
	}
	if now := j.waitsNow(g.Table, f, still); !slices.Equal(now.Waits, f.Waits) {
		l.Data, err = now.Bytes()
	}
	return l, err
}

// untried takes from the time of a wait what has passed since its letter was queued, or tried in vain, and reports
// whether that is much. Time that was used before the question was asked again stays used, and an outage that is known
// moves it.
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

// OwnGame reports whether the first attempt at a letter only reads, and of all games only the one it is about.
func (j *Journal) OwnGame(l store.Letter, f content.Facts) bool {
	return l.Game != "" && f.Digest == nil && !j.longAgo(f)
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
	Held  time.Time // see facts.Held

	Planned []engine.Message // see facts.Planned
	Entered *table.Entry     // the reader's calendar entries without it

	Receipt *content.Facts // all of a receipt that waits for robots
}

// WaitingFor returns what must be known of a letter with these facts that waits, but for its number and the entries.
func WaitingFor(kind templates.Kind, f content.Facts) Waiting {
	w := Waiting{Since: f.Since, Seen: f.Seen, Kind: kind, Quiet: !f.Quiet.IsZero(), Asked: f.Asked, Held: f.Held, Planned: f.Planned}
	if !kind.Row().Replaceable && !f.Held.IsZero() {
		w.Receipt = &f
	}
	return w
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
	is := c.Journal.unsent.of(g)
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
				groups = append(groups, SeatKey(c.Table.Game, engine.Seat(s)), HeldKey(c.Table.Game, engine.Seat(s)))
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
	w := WaitingFor(templates.Kind(l.Kind), f)
	w.ID = l.ID
	if f.Calendar != nil {
		w.Entered = f.Calendar.Was
	}
	return w, nil
}
