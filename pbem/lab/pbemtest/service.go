// Package pbemtest provides a postal service for tests and for playing by hand: an Office
// over a store in memory, with a clock that is set by hand and mail that is delivered
// within the process. Other packages test it with real servers.
package pbemtest

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/store"
	"railpost/store/mem"
	"railpost/templates"
)

func init() { level.CollectLate() }

// Service is a service with its players' mailboxes.
type Service struct {
	Office *pbem.Office
	Store  store.Store
	Clock  time.Time
	Boxes  map[string][]Letter     // by address, oldest first
	Held   bool                    // letters are not written with the move they follow from
	Glance time.Duration           // Pass skips minutes in which nothing is due, up to this; 0: none
	Queued map[string]store.Letter // by Message-ID: the sources of the letters

	Sent    []byte          // the mail delivered last
	Last    imapbox.Verdict // result of the last mail in the mailbox
	Verdict string          // and in words

	options pbem.Options
	stores  []store.Store  // the same one as often as there are services
	offices []*pbem.Office // take turns
	turn    int
}

// Letter is one letter as its reader received it.
type Letter = reader.Letter

//go:embed words
var words embed.FS

// Texts returns all messages, including those of the toy.
var Texts = sync.OnceValues(func() (*templates.Set, error) {
	more, err := fs.Sub(words, "words")
	if err != nil {
		return nil, err
	}
	return templates.New(more)
})

// Start is when every clock begins.
var Start = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

// New opens a service with the given titles. change may adjust the configuration; nil keeps
// the defaults.
func New(find engine.Titles, change func(*config.Config)) (*Service, error) {
	set, err := Texts()
	if err != nil {
		return nil, err
	}
	c := config.Default()
	c.Identity.BaseAddress = "games@post.example"
	c.Identity.Contact = "host@example.org"
	c.Identity.SiteName = "Railpost"
	c.Security.AdminAddresses = []string{"host@example.org"}
	c.Schedule.Report = nil // a script asks for it
	c.Schedule.NewsDelay.Duration = 0
	c.Mail.Out.Pictures = false // and for these, which take longer than everything else
	if change != nil {
		change(c)
	}
	b := &Service{Clock: Start, Boxes: map[string][]Letter{}, Queued: map[string]store.Letter{}}
	b.options = pbem.Options{Config: c, Titles: find, Templates: set}
	return b, b.open(mem.New(), 0)
}

// open opens the service over a copy of a store. With equal seeds, services have the same keys.
func (b *Service) open(of *mem.DB, seed byte) error {
	o := &b.options
	o.Now = func() time.Time { return b.Clock }
	o.Random, o.Salts = rand.NewChaCha8([32]byte{seed}), rand.NewChaCha8([32]byte{seed + 1})
	o.Prompt = func() bool { return !b.Held }
	o.Count = func(v verdict.Verdict, _, _ int) { b.Verdict = v.String() }
	return b.Use(of.Copy(o.Now))
}

// Copy returns a service in memory that is in the same state: making it costs less than all that came before.
func (b *Service) Copy() (*Service, error) {
	c, boxes := *b.options.Config, maps.Clone(b.Boxes)
	for address, box := range boxes {
		boxes[address] = slices.Clip(box)
	}
	out := &Service{Clock: b.Clock, Boxes: boxes, Queued: maps.Clone(b.Queued), options: b.options}
	out.options.Config = &c
	return out, out.open(b.Store.(*mem.DB), 2)
}

// Reopen restarts the service over the same store.
func (b *Service) Reopen() error {
	b.offices = nil
	for _, s := range b.stores {
		o := b.options
		o.Store = s
		office, err := pbem.Open(context.Background(), o)
		if err != nil {
			return err
		}
		b.offices = append(b.offices, office)
	}
	b.Office = b.offices[0]
	return nil
}

// next switches to the next of several services, and tells it that others may have changed all games.
func (b *Service) next() {
	if len(b.offices) > 1 {
		b.turn++
		b.Office = b.offices[b.turn%len(b.offices)]
		b.Office.ChangedElsewhere("", true)
	}
}

// Upgrade replaces the program of the service by one with other titles.
func (b *Service) Upgrade(find engine.Titles) error {
	b.options.Titles = find
	return b.Reopen()
}

// Use puts another store under the service, and restarts it. With several, which are the same database opened
// several times, as many services take turns.
func (b *Service) Use(stores ...store.Store) error {
	b.Store, b.stores = stores[0], stores
	b.options.Store = stores[0]
	return b.Reopen()
}

// Handle sends an organiser's request to the service. Only here can a game be given its
// seed.
func (b *Service) Handle(method string, params, out any) error {
	b.next()
	if p, ok := params.(admin.CreateGame); ok && p.Seed != nil {
		_, err := b.Office.Create(context.Background(), p)
		return err
	}
	p, err := json.Marshal(params)
	if err != nil {
		return err
	}
	answer, err := b.Office.Handle(context.Background(), method, p)
	if err != nil || out == nil {
		return err
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, out)
}

// Address returns a player's mail address; an address is returned unchanged.
func Address(name string) string {
	if strings.Contains(name, "@") {
		return name
	}
	local := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .()&", r) || r > unicode.MaxASCII {
			return -1
		}
		return r
	}, engine.Fold(name))
	return local + "@example.org"
}

// From returns a player's From field.
func From(name string) string {
	if strings.ContainsAny(name, ".()&") {
		return `"` + name + `" <` + Address(name) + ">"
	}
	return name + " <" + Address(name) + ">"
}

// FromAll returns the senders that players with these names are.
func FromAll(names ...string) (out []string) {
	return engine.Each(names, From)
}

// Deliver passes a raw mail to the service, and the letters that follow to their readers.
func (b *Service) Deliver(raw []byte) error {
	b.next()
	b.Sent = raw
	verdicts, err := b.Office.Deliver(context.Background(), []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
	if err != nil {
		return err
	}
	b.Last = verdicts[0]
	return b.Post()
}

// Hand passes a player's answer to their latest letter to the service, but delivers no letters.
func (b *Service) Hand(name string, s mailtest.Style, lines ...string) error {
	l, ok := b.Latest(name)
	if !ok {
		return fmt.Errorf("%s has no letter to answer", name)
	}
	raw, err := mailtest.Reply(s, mailtest.Answer{Letter: l.Raw, From: From(name), Typed: lines, Date: b.Clock})
	if err != nil {
		return err
	}
	_, err = b.Office.Deliver(context.Background(), []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
	return err
}

// Answer lets a player answer their latest letter.
func (b *Service) Answer(name string, s mailtest.Style, lines ...string) error {
	l, ok := b.Latest(name)
	if !ok {
		return fmt.Errorf("%s has no letter to answer", name)
	}
	return b.AnswerLetter(name, l, s, lines...)
}

// AnswerLetter lets a player answer any of their letters.
func (b *Service) AnswerLetter(name string, l Letter, s mailtest.Style, lines ...string) error {
	raw, err := mailtest.Reply(s, mailtest.Answer{Letter: l.Raw, From: From(name), Typed: lines, Date: b.Clock})
	if err != nil {
		return err
	}
	return b.Deliver(raw)
}

// Latest returns a player's newest letter, and whether there is one.
func (b *Service) Latest(name string) (Letter, bool) {
	box := b.Boxes[Address(name)]
	if len(box) == 0 {
		return Letter{}, false
	}
	return box[len(box)-1], true
}

// Newest returns the latest letter to a person. It panics if there is none, so that no test passes because a letter
// is missing.
func (b *Service) Newest(name string) Letter {
	l, ok := b.Latest(name)
	if !ok {
		panic("there is no letter to " + name)
	}
	return l
}

// Tick carries out due rows and delivers their letters.
func (b *Service) Tick() error {
	b.next()
	if err := b.Office.Tick(context.Background(), b.Clock); err != nil {
		return err
	}
	return b.Post()
}

// Options returns the options of the service; changes apply from the next Reopen on.
func (b *Service) Options() *pbem.Options { return &b.options }

// Config returns the service's configuration; changes apply from the next mail on.
func (b *Service) Config() *config.Config { return b.options.Config }

// Think lets all robots that are asked answer.
func (b *Service) Think() error {
	for more := true; more; {
		b.next()
		var err error
		if more, err = b.Office.Think(context.Background()); err != nil {
			return err
		}
	}
	return nil
}

// Post lets robots answer, renders all waiting letters and puts them into their readers' boxes.
func (b *Service) Post() error {
	if err := b.Think(); err != nil {
		return err
	}
	return b.Send()
}

// Send renders the letters that are due and puts them into their readers' boxes, while robots may still think.
func (b *Service) Send() error {
	render := func(ctx context.Context, l store.Letter) (store.Finished, error) {
		b.next()
		return b.Office.Render(ctx, l)
	}
	return mailtest.Post(context.Background(), b.Store, render, b.Office.Now(), func(l store.Letter, raw []byte) error {
		letter, err := reader.Read(raw)
		if err == nil {
			b.Boxes[l.To] = append(b.Boxes[l.To], *letter)
			b.Queued[letter.ID] = l
		}
		return err
	})
}

// Pass advances the clock, minute by minute as the daemon would see it.
func (b *Service) Pass(d time.Duration) error {
	for end := b.Clock.Add(d); b.Clock.Before(end); {
		minutes, err := b.quiet(end)
		if err != nil {
			return err
		}
		b.Clock = b.Clock.Add(minutes)
		if err := b.Tick(); err != nil {
			return err
		}
	}
	return nil
}

// quiet returns the number of minutes until something is due, the clock shows a multiple of Glance, or end; at
// least one.
func (b *Service) quiet(end time.Time) (time.Duration, error) {
	if b.Glance == 0 {
		return time.Minute, nil
	}
	if next := b.Clock.Add(b.Glance).Truncate(b.Glance); next.Before(end) {
		end = next
	}
	rows, err := b.Store.DueBefore(context.Background(), end, 1)
	if err != nil {
		return 0, err
	}
	if len(rows) > 0 {
		end = rows[0].At
	}
	return max(1, (end.Sub(b.Clock)+time.Minute-1)/time.Minute) * time.Minute, nil
}
