// Package digest works out mails that answer a letter about several games: lines under the
// name of each. Every game has its part of the mail to itself, in a transaction and with a
// verdict of its own, as if it were a mail; one letter answers all of them.
//
// After a crash the parts that are marked as seen are left out.
package digest

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/gate"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/orders"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// Handler answers mails about several games.
type Handler struct {
	*journal.Journal
	Letters *letters.Writer
	Orders  *orders.Handler
	Gate    *gate.Gate
	Inbox   *inbox.Inbox
	// Told is called with the verdict on the part of each game.
	Told func(in *inbox.Mail, c *journal.Change)
}

// nothingADay limits the replies to mails that change nothing: a program may answer every letter automatically.
const nothingADay = 10

// mail is a mail about several games being worked out.
type mail struct {
	handler *Handler
	in      *inbox.Mail
	seats   []seat // of its writer
	told    []engine.Message
	d       *table.Digest
	changed bool          // the record of the daily letters
	acts    []verdict.Act // of the parts
	foreign bool          // it came from an address that is not on file
}

// Answer plays the parts of a mail, game by game, and returns the reply to all of it. Parts not played because
// of a crash are played when the mail is read again.
func (h *Handler) Answer(ctx context.Context, in *inbox.Mail) *journal.Change {
	c := h.NewChange(nil)
	if in.Proof != inbox.Digest && in.Proof != inbox.OtherAddress {
		return h.warn(ctx, in, nil)
	}
	m := &mail{handler: h, in: in, foreign: in.Proof == inbox.OtherAddress}
	if err := m.findSeats(ctx); err != nil {
		return c.Fail(err)
	}
	split, err := m.split(ctx)
	if err != nil {
		return c.Fail(err)
	}
	var failed error
	for _, p := range split.parts { // an unreadable game does not stop the others
		if err := m.play(ctx, p); err != nil && failed == nil {
			failed = err
		}
	}
	if failed != nil {
		return c.Fail(failed)
	}
	if m.foreign {
		return h.warn(ctx, in, split.parts)
	}
	if in.Again && slices.Contains(m.acts, verdict.Refused) { // these parts may still come
		c.Empty = true
		return c.Judged(verdict.Refused, verdict.Stale)
	}
	return m.answer(ctx, split)
}

// warn tells the reader of letters about several games that a mail with their token was not
// played, since it does not prove that it is theirs. What it says of some games they have in
// letters of these games, to play it if they like.
func (h *Handler) warn(ctx context.Context, in *inbox.Mail, enclosed []part) *journal.Change {
	c := h.NewChange(nil)
	why, told := verdict.OtherAddress, engine.Msg(key.DigestElsewhere, engine.Text("address", in.Message.From))
	switch {
	case in.Proof == inbox.Unauthentic:
		why, told = verdict.NotAuthentic, engine.Msg(key.Unauthentic, engine.Text("address", in.Message.From))
	case len(enclosed) > 0:
		seats := engine.Each(enclosed, func(p part) seat { return p.seat })
		told = engine.Msg(key.DigestEnclosed, engine.Text("address", in.Message.From), gamesOf(seats))
	}
	d := c.Digest(ctx, in.Digest.Address)
	if d == nil || c.CountToday(ctx, "digest-warned/"+in.Digest.Address) > warningsADay {
		return c.Judged(verdict.Ignored, why)
	}
	daily.TellParts(ctx, c, d, templates.Answers, nil, d.Letter(in.Step), content.Tell(told))
	return c.Judged(verdict.Answered, why)
}

// warningsADay limits them: anybody can write with an address that was seen.
const warningsADay = 2

// play works out the part of one game in its own transaction, unless that was done.
func (m *mail) play(ctx context.Context, p part) error {
	h := m.handler
	name := p.seat.game.Name
	if _, seen, err := h.Store.Seen(ctx, inbox.PartKey(m.in.Key, name)); seen || err != nil {
		return err
	}
	g, err := h.Games.Load(ctx, name) // after the earlier parts
	if err != nil {
		return err
	}
	in := h.Inbox.PartOf(m.in, g, p.seat.seat, m.letter().Of(name, p.seat.seat), p.lines)
	c, err := m.decide(ctx, in)
	if err != nil {
		return err
	}
	if part := daily.TakeAnswer(c, in.Seat, m.in.Message.MessageID); part != nil {
		b, err := json.Marshal(part)
		c.Fail(err)
		c.Values[answeredKey(m.in.Key)+name] = b
	}
	h.Inbox.Mark(ctx, in, c)
	m.acts = append(m.acts, c.Verdict.Act)
	if c.Empty {
		return c.Err
	}
	// If the process dies from here on, the mail is not to blame.
	if err := h.Inbox.Reading(); err != nil {
		return err
	}
	if err := h.Commit(ctx, c); err != nil {
		return err
	}
	h.Told(in, c)
	return h.Inbox.Reading(m.in.Key)
}

// decide decides the part of one game. A fault of ours sets it aside and is reported, as for a separate mail.
func (m *mail) decide(ctx context.Context, in *inbox.Mail) (c *journal.Change, err error) {
	h := m.handler
	func() {
		defer fault.Guard(h.Log, "a mail", &err)
		if m.foreign {
			c = h.Gate.Enclose(ctx, in)
		} else {
			c = h.Orders.Handle(ctx, in)
		}
		err = c.Err
	}()
	var ours *fault.Error
	switch {
	case errors.Is(err, inbox.ErrSlow):
		c = h.Gate.TooSlow(ctx, in)
		err = c.Err
	case errors.As(err, &ours):
		c = h.Gate.Faulty(ctx, in, err)
		err = c.Err
	}
	return c, err
}

// letter is the content of the answered letter; nil if it is too old to be known.
func (m *mail) letter() *table.Sent { return m.in.Digest.Letter(m.in.Step) }

// answeredKey is the prefix of keys under which replies wait for those of the other games.
func answeredKey(mail string) string { return table.AnsweredPrefix + mail + "/" }

// answer returns the change that ends the mail: one letter with the result of every part.
func (m *mail) answer(ctx context.Context, s split) *journal.Change {
	c := m.handler.NewChange(nil)
	if m.d = c.Digest(ctx, m.in.Digest.Address); m.d == nil { // it was deleted meanwhile
		m.d = m.in.Digest
	}
	stored, err := m.handler.Store.Values(ctx, answeredKey(m.in.Key))
	if err != nil {
		return c.Fail(err)
	}
	var parts []content.Part
	for _, k := range slices.Sorted(maps.Keys(stored)) {
		var p content.Part
		c.Fail(json.Unmarshal(stored[k], &p))
		parts = append(parts, p)
		c.Values[k] = nil
	}
	order := func(p content.Part) int {
		return slices.IndexFunc(s.parts, func(o part) bool { return o.seat.game.Name == p.Game })
	}
	slices.SortStableFunc(parts, func(a, b content.Part) int { return order(a) - order(b) })
	f := content.Facts{ReplyTo: m.in.Message.MessageID}
	m.set(s.own)
	m.loose(s)
	if len(s.talk) > 0 && len(parts)+len(m.told) > 0 {
		m.told = append(m.told, engine.Msg(key.DigestTalk, engine.Text("lines", letters.Quoted(s.talk))))
	}
	f.Told = m.told
	if len(parts) == 0 && len(m.told) == 0 {
		switch {
		case len(s.parts) > 0: // none got a reply
			return c.Judged(verdict.Ignored, verdict.WithoutEffect)
		case m.in.Message.Away:
			return c.Judged(verdict.Ignored, verdict.Away)
		}
		f.Told = []engine.Message{engine.Msg(key.DigestNothing), engine.Msg(key.DigestGames, gamesOf(m.seats))}
	}
	if len(parts) == 0 && !m.changed {
		if c.CountToday(ctx, "digested/"+m.d.Address) > nothingADay {
			return c.Judged(verdict.Ignored, verdict.WithoutEffect)
		}
	}
	daily.TellParts(ctx, c, m.d, templates.Answers, parts, m.letter(), f)
	return c.Judged(m.act(len(parts)), verdict.None)
}

// act is the verdict on the whole mail.
func (m *mail) act(answered int) verdict.Act {
	for _, act := range []verdict.Act{verdict.Played, verdict.Refused} {
		if slices.Contains(m.acts, act) {
			return act
		}
	}
	if answered == 0 && !m.changed {
		return verdict.Refused
	}
	return verdict.Answered
}

// gamesOf returns the names of games for a message.
func gamesOf(seats []seat) engine.Arg {
	var list []string
	for _, s := range seats {
		if !slices.Contains(list, s.game.Name) {
			list = append(list, s.game.Name)
		}
	}
	return engine.SeveralOf("names", list, engine.Text)
}

// loose names lines that were not played because their game is unclear.
func (m *mail) loose(s split) {
	if len(s.loose) > 0 {
		m.told = append(m.told, engine.Msg(key.DigestLoose, engine.Text("lines", letters.Quoted(s.loose)), gamesOf(m.seats)))
	}
	m.told = append(m.told, s.unknown...)
	if m.in.Message.Garbled != "" {
		m.told = append(m.told, m.in.Undecoded())
	}
}
