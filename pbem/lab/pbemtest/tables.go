package pbemtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// Host is the organiser of every service.
const Host = "host@example.org"

// Begun is a game of the toy, winter, that Ana is to open; Ben plays, too. settings and change adjust the
// configuration and the organiser's request; nil leaves them alone.
func Begun(t *testing.T, settings func(*config.Config), change func(*admin.CreateGame)) *Service {
	t.Helper()
	b := expect.Get(New(Find, settings))(t)
	p := admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("seed"), StartNow: true, Organiser: Host, Players: FromAll("Ana", "Ben")}
	if change != nil {
		change(&p)
	}
	expect.NoError(t, b.Tick())
	expect.NoError(t, b.Handle("game.create", p, nil))
	expect.NoError(t, b.Post())
	return b
}

// Games begins toy games of Ana and Ben.
func Games(t *testing.T, names ...string) *Service {
	t.Helper()
	var games []admin.CreateGame
	for _, name := range names {
		games = append(games, admin.CreateGame{Game: name, Seed: []byte("seed")})
	}
	return Playing(t, games...)
}

// Playing is a service with games that have begun.
func Playing(t *testing.T, games ...admin.CreateGame) *Service {
	t.Helper()
	b := expect.Get(New(Find, nil))(t)
	b.Begin(t, games...)
	return b
}

// Begin begins games. One without a name is winter, one without a title is the toy, and one without players is that of
// Ana and Ben.
func (b *Service) Begin(t *testing.T, games ...admin.CreateGame) {
	t.Helper()
	for _, p := range games {
		p.StartNow, p.Game, p.Title = true, cmp.Or(p.Game, "winter"), cmp.Or(p.Title, "toy")
		if p.Players == nil {
			p.Players = FromAll("Ana", "Ben")
		}
		expect.NoError(t, b.Handle("game.create", p, nil))
	}
	expect.NoError(t, b.Post())
}

// Lobby is a service whose lobby is open to anyone.
func Lobby(t *testing.T) *Service {
	t.Helper()
	return expect.Get(New(Find, func(c *config.Config) {
		c.Lobby.Open, c.Security.UnknownSender = config.OpenAnyone, config.Help
	}))(t)
}

// Timetable has reminders come at half time and by a timetable; the game waits for ever.
func Timetable(c *config.Config) {
	c.Game.Defaults.Reminders = []clock.Expr{clock.MustParse("0 9 * * *")}
	c.Game.Defaults.Rules = []string{"remind-before=none", "time-out=wait"}
}

// NoHalfTime has reminders come by the timetable alone.
func NoHalfTime(c *config.Config) {
	Timetable(c)
	c.Game.Defaults.HalfTimeReminder = false
}

// Writes is a player's answer to a letter, as it comes from the mailbox.
func Writes(t *testing.T, name string, l Letter, lines ...string) imapbox.Mail {
	t.Helper()
	return imapbox.Mail{Raw: expect.Get(mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: l.Raw, From: From(name), Typed: lines}))(t)}
}

// Together delivers several mails at once, and returns their verdicts, also in words.
func (b *Service) Together(t *testing.T, ms ...imapbox.Mail) (verdicts []imapbox.Verdict, words []string) {
	t.Helper()
	b.options.Count = func(v verdict.Verdict, _, _ int) { words = append(words, v.String()) }
	expect.NoError(t, b.Reopen())
	verdicts = expect.Get(b.Office.Deliver(context.Background(), ms))(t)
	expect.NoError(t, b.Post())
	return verdicts, words
}

// Unproven delivers a mail without a token, to the address of the service.
func (b *Service) Unproven(t *testing.T, from, id string, lines ...string) {
	t.Helper()
	expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: games@post.example\r\nMessage-ID: <%s@x.example>\r\n\r\n%s\r\n",
		from, id, strings.Join(lines, "\r\n"))))
}

// Count counts the letters of a player whose subject holds a word.
func (b *Service) Count(name, word string) (n int) {
	return engine.Count(b.Boxes[Address(name)], func(l Letter) bool { return strings.Contains(l.Subject, word) })
}

// Heard counts the letters of a player that hold a sentence, whatever its lines.
func (b *Service) Heard(name, sentence string) (n int) {
	for _, l := range b.Boxes[Address(name)] {
		if strings.Contains(strings.Join(strings.Fields(l.Text), " "), sentence) {
			n++
		}
	}
	return n
}

// Due is when the game winter is due, by kind.
func (b *Service) Due(t *testing.T) map[string]time.Time {
	t.Helper()
	out := map[string]time.Time{}
	for _, r := range expect.Get(b.Store.DueOf(context.Background(), "winter"))(t) {
		out[r.Kind] = r.At.UTC()
	}
	return out
}

// Table is the stored table of a game.
func (b *Service) Table(t *testing.T, game string) *table.Table {
	t.Helper()
	return expect.Get(table.Read(expect.Get(b.Store.Head(context.Background(), game))(t).Doc))(t)
}

// Knows reports whether the store knows what a letter was; then it knows what it said.
func (b *Service) Knows(t *testing.T, l Letter) bool {
	t.Helper()
	sent, ok := expect.Get2(b.Store.SentLetter(context.Background(), l.ID))(t)
	expect.True(t, !ok || sent.Said != nil, "what letter %s said is not kept", l.ID)
	return ok
}

// Commits is a store that records commits, and can refuse them.
type Commits struct {
	store.Store
	Noted  []store.Commit
	Refuse error
}

func (s *Commits) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	if s.Refuse != nil {
		return nil, s.Refuse
	}
	s.Noted = append(s.Noted, cs...)
	return s.Store.Commit(ctx, cs...)
}

// WithMail returns the commits after the first n that have a mail.
func (s *Commits) WithMail(n int) []store.Commit {
	return slices.DeleteFunc(slices.Clone(s.Noted[n:]), func(c store.Commit) bool { return c.Mail == nil })
}
