// Package journaltest makes changes of one small game for tests of the journal and of the rooms above it.
package journaltest

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/config"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/store/mem"
	"railpost/templates"
)

// Names are the players of the game winter by seat. Ana, on seat 0, is asked first.
var Names = []string{"Ana", "Ben", "Cleo"}

// Host organises it.
const Host = "host@example.org"

// Start is when it begins: a Monday.
var Start = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

// Kit is a journal over a store in memory with the game winter, of the toy. Now is set by hand.
type Kit struct {
	*journal.Journal
	At time.Time
	t  *testing.T
}

// Of returns a person's address.
func Of(name string) string { return strings.ToLower(name) + "@example.org" }

// New begins the game at a table that change may adjust; nil: unchanged.
func New(t *testing.T, change func(*table.Table)) *Kit {
	t.Helper()
	k := &Kit{At: Start, t: t}
	conf := config.Default()
	conf.Identity.BaseAddress, conf.Identity.Contact = "games@post.example", Host
	conf.Security.AdminAddresses = []string{Host}
	now, nothing, log := func() time.Time { return k.At }, func() {}, slog.New(slog.DiscardHandler)
	s := mem.NewAt(now)
	k.Journal = expect.Get(journal.Open(t.Context(), journal.Journal{Config: conf, Store: s, Titles: toy.Find, Now: now,
		Log:   log,
		Games: games.NewLibrary(s, toy.Find, log),
		Wake:  nothing, Posts: nothing, Asks: nothing, Moved: func(string) {}, Hook: func(string) {},
		Salts: rand.NewChaCha8([32]byte{})}))(t)
	k.Begin("winter", change)
	return k
}

// Begin begins a further game of the same players.
func (k *Kit) Begin(name string, change func(*table.Table)) {
	k.t.Helper()
	tab := &table.Table{Game: name, Title: "toy", Setup: engine.Setup{Seats: len(Names)}, State: table.Running,
		Created: k.At, Organiser: Host,
		Seed: []byte("seed"), Key: []byte(name), Within: 72 * 3600, Rules: table.Usual()}
	for _, n := range Names {
		tab.Players = append(tab.Players, table.Player{Name: n, Addresses: []string{Of(n)}, Zone: "UTC",
			Letters: table.Moves, Answer: "accept"})
	}
	if change != nil {
		change(tab)
	}
	c := k.NewChange(&games.Game{Name: name, Table: tab})
	c.Game.Table, c.Create = nil, true
	g, first, err := engine.Begin(name, toy.Title{}, tab.Setup, tab.Names(), tab.Seed)
	expect.NoError(k.t, err)
	c.Table.Setup = first.Begin.Setup
	c.Add(g, first)
	Ask(c, 0)
	for _, p := range tab.Players {
		for _, a := range p.Addresses {
			c.Remember(k.t.Context(), a)
		}
	}
	k.Keep(c)
}

// Change returns a change of winter as it is in the store.
func (k *Kit) Change() *journal.Change { return k.ChangeOf("winter") }

// ChangeOf returns a change of a game.
func (k *Kit) ChangeOf(game string) *journal.Change {
	k.t.Helper()
	return k.NewChange(expect.Get(k.Games.Load(k.t.Context(), game))(k.t))
}

// ChangeWithoutGame returns a change that concerns no game.
func (k *Kit) ChangeWithoutGame() *journal.Change { return k.NewChange(nil) }

// Keep commits a change.
func (k *Kit) Keep(c *journal.Change) {
	k.t.Helper()
	expect.NoError(k.t, k.Commit(k.t.Context(), c))
}

// Play plays lines of a seat, which must stand. It changes for whom the game waits only in the position.
func (k *Kit) Play(c *journal.Change, s engine.Seat, lines ...string) {
	k.t.Helper()
	out := expect.Get(c.Next.Play(s, lines, engine.Mode{}))(k.t)
	expect.Must(k.t, fmt.Sprint(lines, " refused"), out.Refused, false)
	c.Add(out.Game, out.Records...)
}

// Say carries out a word of a seat's mail in a change, and reports whether it stands. The package of the word must be
// linked in.
func Say(t *testing.T, c *journal.Change, s engine.Seat, line string, advance deed.Advance) (d *deed.Deed, ok bool) {
	t.Helper()
	d = &deed.Deed{Change: c, Seat: s, Texts: expect.Get(templates.New())(t), Kind: templates.Answer, Advance: advance}
	ok = deed.Of(words.First(line))(t.Context(), d, words.After(line))
	expect.NoError(t, c.Err)
	return d, ok
}

// Words carries out lines of words such as "1 say hello", each in a game of its own, and compares the keys of what the
// seat is told.
func Words(t *testing.T, change func(*table.Table), advance deed.Advance, told map[string][]string) {
	t.Helper()
	for line, want := range told {
		s := engine.Seat(line[0] - '0')
		d, ok := Say(t, New(t, change).Change(), s, line[2:], advance)
		expect.Same(t, line, Keys(d.Reply.Told), want)
		expect.Same(t, line+": stands", ok, d.Kind != templates.Refusal)
	}
}

// Ask has the game wait for one seat, which is asked again.
func Ask(c *journal.Change, s engine.Seat) {
	w := table.Wait{Seat: s, Asked: c.Seq(), Since: c.At}
	w.Until, w.Plain = c.Table.Clock(s).Due(w)
	c.Table.Waiting, c.Fresh = []table.Wait{w}, []engine.Seat{s}
	c.Reschedule(c.Reminders())
}

// Send sends all letters in the outbox.
func (k *Kit) Send() {
	k.t.Helper()
	for _, l := range expect.Get(k.Store.Claim(k.t.Context(), k.At, time.Minute, 99))(k.t) {
		expect.NoError(k.t, k.Store.MarkSending(k.t.Context(), store.Finished{ID: l.ID, Bytes: []byte("x")})[0])
		expect.NoError(k.t, k.Attempted(k.t.Context(), l))
		expect.NoError(k.t, k.Store.Sent(k.t.Context(), store.Accepted{ID: l.ID, MessageID: fmt.Sprint(l.ID), At: k.At})[0])
	}
}

// Dues returns when rows of winter are due in the store, by kind.
func (k *Kit) Dues() map[string]time.Time {
	k.t.Helper()
	out := map[string]time.Time{}
	for _, d := range expect.Get(k.Store.DueOf(k.t.Context(), "winter"))(k.t) {
		out[d.Kind] = d.At.UTC()
	}
	return out
}

// Letters lists the letters of a change in the order in which they are queued: "ben turn", "host notice".
func Letters(c *journal.Change) (out []string) {
	for _, l := range c.Letters {
		to, _, _ := strings.Cut(l.To, "@")
		out = append(out, to+" "+l.Kind)
	}
	return out
}

// Facts returns the facts of a change's last letter to a person; zero if there is none.
func Facts(c *journal.Change, name string) (f content.Facts) {
	for _, l := range slices.Backward(c.Letters) {
		if l.To == Of(name) {
			f, err := content.ReadFacts(l.Data)
			c.Fail(err)
			return f
		}
	}
	return f
}

// Told returns the message keys of that letter.
func Told(c *journal.Change, name string) []string { return Keys(Facts(c, name).Told) }

// Keys returns the keys of messages.
func Keys(list []engine.Message) (keys []string) {
	return engine.Each(list, func(m engine.Message) string { return m.Key })
}

// Noted returns the keys of what the records of a change report.
func Noted(c *journal.Change) (keys []string) {
	for _, r := range c.Records {
		for _, rep := range r.Reports {
			keys = append(keys, rep.Key)
		}
	}
	return keys
}

// Lines lists the orders of a change: "1 sell red".
func Lines(c *journal.Change) (out []string) {
	for _, r := range c.Records {
		if r.Kind == engine.Ordered {
			out = append(out, fmt.Sprint(int(r.Seat), " ", r.Line))
		}
	}
	return out
}
