package upkeep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/templates"
)

// Mailbox are the mailboxes from which a restore plays the messages since the backup again.
type Mailbox struct {
	Config *config.Config
	IMAP   []imapbox.Config // with that from before a move
	Titles engine.Titles
}

// since returns the messages of all mailboxes in order of arrival.
func (m *Mailbox) since(ctx context.Context, at time.Time) (all []imapbox.Kept, err error) {
	for _, c := range m.IMAP {
		some, failed := imapbox.Since(ctx, c, at)
		all, err = append(all, some...), errors.Join(err, failed)
	}
	slices.SortStableFunc(all, func(a, b imapbox.Kept) int { return a.Internal.Compare(b.Internal) })
	return all, err
}

// Again is the result of playing the messages of a mailbox again.
type Again struct {
	Since     time.Time      `json:"since"` // all messages from then on were read
	Read      int            `json:"read"`
	Known     int            `json:"known"` // of them the backup had handled
	Played    map[string]int `json:"played"`
	NotPlayed []Lost         `json:"not_played"`
	Commands  []Lost         `json:"commands"` // of organisers, carried out again or refused
	Times     []Time         `json:"times"`    // that were up since the backup

	back   time.Time               // the state of the backup
	before map[string]*table.Table // its games
}

// Lost is a message that needs a look.
type Lost struct {
	At     time.Time `json:"at"`
	Folder string    `json:"folder"`
	pbem.Again
}

// Time is a player's time to answer that was up in the lost time; it goes on when the service starts.
type Time struct {
	Game   string    `json:"game"`
	Player string    `json:"player"`
	At     time.Time `json:"at"`
	Acts   bool      `json:"acts,omitempty"` // then Railpost moves for the player, by the table's rules
}

// margin is how long before the backup messages are read: it covers clocks that differ, and mail that was on its way.
const margin = time.Hour

// playAgain plays the messages of the mailbox since the state of a store again, or since back, if that is not zero, by the
// times at which they arrived. No letters remain of it but those that are needed to answer.
func (m *Mailbox) playAgain(ctx context.Context, db store.Store, back, now time.Time) (*Again, error) {
	at := back
	set, err := templates.New()
	if err != nil {
		return nil, err
	}
	office, err := pbem.Open(ctx, pbem.Options{Config: m.Config, Store: db, Titles: m.Titles, Templates: set,
		Now: func() time.Time { return at }, Prompt: func() bool { return false }})
	if err != nil {
		return nil, err
	}
	if at.IsZero() {
		if at, err = office.Handled(ctx); err != nil {
			return nil, err
		}
	}
	began := at
	out := &Again{Played: map[string]int{}, NotPlayed: []Lost{}, Commands: []Lost{}, Times: []Time{}}
	if !at.IsZero() {
		out.Since = at.Add(-margin)
	}
	mails, err := m.since(ctx, out.Since)
	if err != nil {
		return nil, &fault.Mistake{Op: "restore", What: "the mailbox cannot be read: " + err.Error(),
			Hint: "nothing was replaced; try again later, or restore without the messages since the backup: --no-mailbox"}
	}
	out.Read = len(mails)
	q, err := quieten(ctx, db)
	if err != nil {
		return nil, err
	}
	q.copied = back.IsZero()
	var refused []Lost
	err = office.ThinkAll(ctx)
	for before := -1; err == nil && before != len(mails); { // some fit only after others
		before = len(mails)
		mails, refused, err = out.pass(mails, func(k imapbox.Kept) (pbem.Again, error) {
			if k.Internal.After(at) && k.Internal.Before(now) {
				at = k.Internal
			}
			return office.PlayAgain(ctx, k.Mail, k.Internal)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("playing the messages since the backup again: %w", err)
	}
	out.NotPlayed = append(out.NotPlayed, refused...)
	slices.SortStableFunc(out.NotPlayed, func(a, b Lost) int { return a.At.Compare(b.At) })
	out.back, out.before = began, q.tables
	return out, errors.Join(q.end(ctx, db, now), out.times(ctx, db, began, now))
}

// unproven are the reasons for which no message of a seat is played.
var unproven = []verdict.Why{verdict.NoToken, verdict.WrongToken, verdict.OtherAddress, verdict.NotAuthentic}

// pass plays messages, and returns those that were refused.
func (a *Again) pass(mails []imapbox.Kept, play func(imapbox.Kept) (pbem.Again, error)) (refused []imapbox.Kept, lost []Lost, err error) {
	for _, k := range mails {
		done, err := play(k)
		if err != nil {
			return nil, nil, fmt.Errorf("message %d of %s: %w", k.UID, k.Folder, err)
		}
		l := Lost{k.Internal.UTC(), k.Folder, done}
		switch v := done.Verdict; {
		case v.Why == verdict.Repeated:
			a.Known++
		case v.Why == verdict.Organiser:
			a.Commands = append(a.Commands, l)
		case v.Act == verdict.Refused, v.Why.Unplayed():
			refused, lost = append(refused, k), append(lost, l)
		case v.Act == verdict.Quarantined, slices.Contains(unproven, v.Why):
			a.NotPlayed = append(a.NotPlayed, l)
		case done.Game != "" && v.Act != verdict.Ignored:
			a.Played[done.Game]++
		}
	}
	return refused, lost, nil
}

// times lists the times to answer that were up between two instants and still run.
func (a *Again) times(ctx context.Context, db store.Store, from, to time.Time) error {
	heads, err := headsOf(ctx, db)
	for _, h := range heads {
		t, failed := table.Read(h.Doc)
		rows, wrong := db.DueOf(ctx, h.Game)
		if err = errors.Join(err, failed, wrong); err != nil {
			return err
		}
		up := map[int]Time{}
		for _, d := range rows {
			acts := d.Kind == journal.DueTimeOut && t.Rules.Out().Acts()
			if (acts || d.Kind == journal.DueDeadline) && d.At.After(from) && d.At.Before(to) {
				up[d.Seat] = Time{Game: h.Game, Player: t.Players[d.Seat].Name, At: d.At.UTC(), Acts: acts || up[d.Seat].Acts}
			}
		}
		for _, seat := range slices.Sorted(maps.Keys(up)) {
			a.Times = append(a.Times, up[seat])
		}
	}
	return err
}

// quiet knows which letters and postings there were before messages are played again.
type quiet struct {
	last   uint64 // number of the last letter
	copied bool   // the letters were copied with the backup
	tables map[string]*table.Table
	posts  map[string][]byte
}

func quieten(ctx context.Context, db store.Store) (*quiet, error) {
	letters, err := db.Letters(ctx)
	posts, failed := db.Values(ctx, hook.Prefix)
	heads, wrong := headsOf(ctx, db)
	q := &quiet{tables: map[string]*table.Table{}, posts: posts}
	if err = errors.Join(err, failed, wrong); err != nil {
		return nil, err
	}
	if len(letters) > 0 {
		q.last = letters[len(letters)-1].ID
	}
	for _, h := range heads {
		if q.tables[h.Game], err = table.Read(h.Doc); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// end withdraws the letters and postings that were queued since: their readers have had them. The letter about the
// restore then tells all that has happened since the backup.
func (q *quiet) end(ctx context.Context, db store.Store, now time.Time) error {
	letters, err := db.Letters(ctx)
	for _, l := range letters {
		row := templates.Kind(l.Kind).Row()
		was := q.tables[l.Game]
		replayed := l.ID > q.last && (l.Game == "" || was != nil)
		sent := q.copied && was != nil && !was.Ended() // most likely, since the backup
		if (replayed || sent) && !row.Anew && !row.Closes {
			err = errors.Join(err, db.Drop(ctx, l.ID, now))
		}
	}
	gone, failed := db.Values(ctx, hook.Prefix)
	for key := range gone {
		if gone[key] = nil; q.posts[key] != nil {
			delete(gone, key)
		}
	}
	heads, wrong := headsOf(ctx, db)
	err = errors.Join(err, failed, wrong, commit(ctx, db, store.Commit{Put: gone}))
	for _, h := range heads {
		if was := q.tables[h.Game]; was != nil && err == nil {
			err = tellAll(ctx, db, h, was)
		}
	}
	return err
}

// tellAll lets the next letter to each seat tell all since its last letter in the backup.
func tellAll(ctx context.Context, db store.Store, h store.Head, was *table.Table) error {
	t, err := table.Read(h.Doc)
	if err != nil || !was.Same(t) {
		return err
	}
	for s := range t.Players {
		t.Players[s].Told, t.Players[s].Seen = was.Players[s].Told, was.Players[s].Seen
	}
	doc, err := t.Bytes()
	if err != nil {
		return err
	}
	return commit(ctx, db, store.Commit{Game: h.Game, Expect: h.Rev, Doc: doc})
}
