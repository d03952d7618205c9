package admin

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/store"
)

// ErasePlayer are the parameters of player.erase.
type ErasePlayer struct {
	Address string `json:"address"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

// Erased is the deleted data about a person.
type Erased struct {
	Games   []ErasedAt `json:"games"`
	Waiting bool       `json:"waiting,omitempty"` // they were on the waiting list
	Mails   int        `json:"mails"`             // kept
	Sent    int        `json:"sent"`              // number of sent letters with facts about them
	Letters int        `json:"letters"`           // waiting or given up
	Entries int        `json:"entries"`           // other entries about the address
	Also    []string   `json:"also,omitempty"`    // addresses of theirs that are on file elsewhere, too
}

// Nothing reports whether there was no data.
func (e *Erased) Nothing() bool {
	return len(e.Games) == 0 && !e.Waiting && e.Mails+e.Sent+e.Letters+e.Entries == 0
}

// ErasedAt is a game that knew them.
type ErasedAt struct {
	Game  string   `json:"game"`
	State string   `json:"state"`
	Names []string `json:"names"` // their names
	Texts int      `json:"texts"` // names and talk in its log
}

// erasing is the erasure of one person.
type erasing struct {
	desk
	address string
	also    []string // other addresses, used only by them
	out     *Erased
	profile *table.Profile // their profile; nil: none
	changes []*journal.Change
	at      map[string]known // by game
}

// known is a person at a table that knows them.
type known struct {
	table.Person
	ended  bool
	played string // the name of an archived game in mails: a new game may have it
}

// erasePlayer replaces a person's name and address wherever somebody reads them and deletes the stored data of
// their mail. Their moves stay.
func (d playerDesk) erasePlayer(ctx context.Context, p ErasePlayer) (*Erased, error) {
	a, err := journal.ParseAddress(p.Address)
	if err != nil {
		return nil, fault.Wrong("write ana@example.org", "address %q: %v", p.Address, err)
	}
	e := &erasing{desk: d.desk, address: a.Address, out: &Erased{Games: []ErasedAt{}}, at: map[string]known{}}
	for _, step := range []func(context.Context) error{e.find, e.mayErase, e.change, e.others, e.allSent} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return e.out, e.commit(ctx, p.DryRun)
}

// find finds the tables that know the person.
func (e *erasing) find(ctx context.Context) error {
	var err error
	if e.profile, err = e.Profile(ctx, e.address); err != nil {
		return err
	}
	return e.EachTable(ctx, func(t *table.Table, _ uint64) error {
		if p := t.Person(e.address); p.Known {
			e.at[t.Game] = known{p, t.Ended(), t.Played}
			e.out.Games = append(e.out.Games, ErasedAt{Game: t.Game, State: string(t.State), Names: p.Names})
			return e.mayEraseAt(t, p)
		}
		return nil
	})
}

// mayEraseAt refuses while the person is needed.
func (e *erasing) mayEraseAt(t *table.Table, p table.Person) error {
	switch {
	case t.Ended():
		return nil
	case len(p.Seats) > 0:
		name := t.Players[p.Seats[0]].Name
		return fault.Wrong("replace them (railpost player replace "+t.Game+" "+name+" --name NAME --address ADDRESS), or end the game (railpost game end "+t.Game+")",
			"%s sits at game %s, which has not ended", name, t.Game)
	case len(p.Sits) > 0:
		return fault.Wrong(t.Players[p.Sits[0]].Name+` ends that with "sitter off"`, "%s plays for %s in game %s", p.Names[0], t.Players[p.Sits[0]].Name, t.Game)
	case t.Organiser == e.address:
		return fault.Wrong("wait until it has ended, or end it (railpost game end "+t.Game+")", "%s organises game %s", e.address, t.Game)
	}
	return nil
}

// mayErase refuses an address that is no player's: the service itself writes to it.
func (e *erasing) mayErase(context.Context) error {
	conf := e.Config
	if slices.ContainsFunc(append([]string{conf.Identity.Contact}, conf.Security.AdminAddresses...), func(a string) bool { return extract.Address(a) == e.address }) {
		return fault.Wrong("take it out of the configuration first", "%s is an address of the organisers of the service", e.address)
	}
	return nil
}

// change makes the change of each table.
func (e *erasing) change(ctx context.Context) error {
	for i := range e.out.Games {
		at := &e.out.Games[i]
		g, err := e.Games.Load(ctx, at.Game)
		if err != nil {
			return err
		}
		c := e.NewChange(g)
		p := e.at[at.Game].Person
		c.Texts = map[uint64][]byte{}
		records, err := e.Games.Records(ctx, at.Game, 0, g.Head.Seq)
		if err != nil {
			return err
		}
		for _, r := range records {
			erased := r.Erase(e.theirs(r, p))
			if erased == 0 {
				continue
			}
			at.Texts += erased
			if c.Texts[r.Seq], err = r.TextBytes(); err != nil {
				return err
			}
		}
		c.Table.Erase(e.address, p, c.At)
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.Erased)})
		e.changes = append(e.changes, c)
	}
	return nil
}

// others finds other addresses of the person: if no table knows one after the erasure, all data about it is
// deleted, too.
func (e *erasing) others(ctx context.Context) error {
	after := map[string]*table.Table{}
	for _, c := range e.changes {
		after[c.Game.Name] = c.Table
	}
	var theirs []string
	for _, k := range e.at {
		theirs = append(theirs, k.Also...)
	}
	if e.profile != nil {
		theirs = append(theirs, e.profile.Addresses...)
	}
	slices.Sort(theirs)
	for _, address := range slices.Compact(theirs) {
		if address == e.address {
			continue
		}
		elsewhere := false
		err := e.EachTable(ctx, func(t *table.Table, _ uint64) error {
			if changed := after[t.Game]; changed != nil {
				t = changed
			}
			elsewhere = elsewhere || t.Person(address).Known
			return nil
		})
		if err != nil {
			return err
		}
		if elsewhere {
			e.out.Also = append(e.out.Also, address)
		} else {
			e.also = append(e.also, address)
		}
	}
	return nil
}

// is reports whether an address is the person's.
func (e *erasing) is(address string) bool {
	return address == e.address || slices.Contains(e.also, address)
}

// names reports whether a text contains an address of theirs.
func (e *erasing) names(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, e.address) || slices.ContainsFunc(e.also, func(a string) bool { return strings.Contains(text, a) })
}

// theirs returns which texts of a record are the person's, or tell of them.
func (e *erasing) theirs(r *engine.Record, p table.Person) func(engine.TextAt) bool {
	return func(at engine.TextAt) bool {
		switch {
		case at.Kind == engine.TextName && p.Sat(at.Seat, r.Seq):
			return true
		case at.Kind == engine.TextSaid && r.Kind == engine.Noted && r.Seat >= 0 && (p.Sat(r.Seat, r.Seq) || e.tells(r.By, p.Names)):
			return true
		}
		return e.tells(at.String(), p.Names)
	}
}

// tells reports whether a text contains the person's address, or one of these names as words.
func (e *erasing) tells(text string, names []string) bool {
	folded := engine.Fold(text)
	return e.names(text) ||
		slices.ContainsFunc(names, func(name string) bool { return hasWords(folded, engine.Fold(name)) })
}

func hasWords(text, words string) bool {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; words != ""; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+i])
		after, _ := utf8.DecodeRuneInString(text[from+i+len(words):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		from += i + len(words)
	}
	return false
}

// allSent refuses while letters that tell of the person are on their way to others.
func (e *erasing) allSent(ctx context.Context) error {
	queued, err := e.Store.Letters(ctx)
	if err != nil {
		return err
	}
	for _, l := range queued {
		if _, here := e.at[l.Game]; here && !e.is(l.To) && l.State != store.Failed && (l.Bytes != nil || e.tellsLetter(l)) {
			return fault.Wrong("railpost mail queue shows them; try again once they have gone out", "letters of game %s that may name this player are still waiting to be sent", l.Game)
		}
	}
	return nil
}

// tellsLetter reports whether the stored facts of a letter concern the person.
func (e *erasing) tellsLetter(l store.Letter) bool {
	names := e.at[l.Game].Names
	if l.Game == "" {
		if e.profile != nil {
			names = append(slices.Clip(names), e.profile.Name)
		}
		for _, k := range e.at {
			names = append(slices.Clip(names), k.Names...)
		}
	}
	return e.is(l.To) || e.tells(string(l.Data), names)
}

// tellsMail reports whether a mail was for a table that knows the person, and may name them.
func (e *erasing) tellsMail(m store.RawMail) bool {
	if _, here := e.at[m.Game]; here {
		return true
	}
	for _, k := range e.at {
		if k.played != "" && k.played == m.Game && e.tells(string(m.Bytes), k.Names) {
			return true
		}
	}
	return false
}

// forget deletes mails and letters, or with dryRun only counts them.
func (e *erasing) forget(dryRun bool) *store.Forget {
	counted := func(n *int, is bool) bool {
		if is {
			*n++
		}
		return is && !dryRun
	}
	return &store.Forget{
		Now: e.Now(),
		Mail: func(m store.RawMail) bool {
			return counted(&e.out.Mails, e.tellsMail(m) || e.is(extract.Address(m.From)) || e.names(string(m.Bytes)))
		},
		Sent: func(l store.Letter) bool { return counted(&e.out.Sent, e.at[l.Game].ended || e.tellsLetter(l)) },
		Said: func(l store.Letter) bool {
			_, here := e.at[l.Game]
			return (here || l.Game == "") && !dryRun
		},
		Left: func(l store.Letter) bool {
			_, here := e.at[l.Game]
			return counted(&e.out.Letters, e.is(l.To) || here && l.State == store.Failed)
		},
	}
}

// entries returns the keys of service-wide values about the address.
func (e *erasing) entries(ctx context.Context) (keys []string, err error) {
	values, err := e.Store.Values(ctx, "")
	for k, b := range values {
		_, address, _ := strings.Cut(k, "/")
		about := e.is(address) || e.is(address[strings.LastIndex(address, "/")+1:])
		if about && !strings.HasPrefix(k, table.NewcomerPrefix) || journal.IsPending(k) && e.names(string(b)) {
			keys = append(keys, k)
		}
	}
	return keys, err
}

// commit stores everything in one write.
func (e *erasing) commit(ctx context.Context, dryRun bool) error {
	last := e.NewChange(nil)
	keys, err := e.entries(ctx)
	if err != nil {
		return err
	}
	n, err := e.Newcomer(ctx, e.address)
	if err != nil {
		return err
	}
	e.out.Entries, e.out.Waiting = len(keys), n != nil
	for _, k := range keys {
		last.Values[k] = nil
	}
	if n != nil {
		waitlist.Remove(ctx, last, n)
	}
	if e.profile != nil {
		profiles.Forget(ctx, last, e.profile)
	}
	last.Values[store.CompactKey] = []byte("1")
	changes := append(e.changes, last)
	if dryRun {
		changes = []*journal.Change{e.NewChange(nil)}
	}
	var commits []store.Commit
	for _, c := range changes {
		commit, err := c.Commit(ctx)
		if err != nil {
			return err
		}
		commits = append(commits, commit)
	}
	commits[len(commits)-1].Forget = e.forget(dryRun)
	errs, err := e.Store.Commit(ctx, commits...)
	if err != nil || dryRun {
		return err
	}
	for i, c := range changes {
		e.Settle(c, commits[i], errs[i])
		if errs[i] == nil && c.Game != nil {
			e.Games.Forget(c.Game.Name) // earlier positions have the names
		}
	}
	e.letters.Forget()
	err = errors.Join(append(errs, e.Reread(ctx))...)
	if errors.Is(err, store.ErrInvalid) {
		return fault.Wrong("do it again in a minute", "not everything was erased: a letter may be on its way (%v)", err)
	}
	return err
}
