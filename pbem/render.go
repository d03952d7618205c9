package pbem

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/fault"
	"railpost/pbem/games"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// Render finishes a letter at its first attempt: from the position after the
// record at which it was queued, as its reader may know it.
func (o *Office) Render(ctx context.Context, l store.Letter) (b []byte, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer fault.Guard(o.Log, "a letter", &err)
	if err := o.attempted(ctx, l); err != nil {
		return nil, err
	}
	if l, err = o.firstAttempt(ctx, l); err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	p, err := o.letter(ctx, l)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d (%s to %s seat %d): %w", l.ID, l.Kind, l.Game, l.Seat, err)
	}
	rendered, err := o.Templates.Render(p.letter)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	h, err := o.headers(l, p, rendered)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	h.Subject = rendered.Subject
	if b, err = compose.Compose(h, rendered); err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	o.written.Put(h.MessageID, writtenOf(p.letter, rendered))
	return b, nil
}

// attempted notes that a letter is on its way, unless another has taken its place.
func (o *Office) attempted(ctx context.Context, l store.Letter) error {
	w, ok := o.unsent[l.Group]
	if !ok {
		return nil
	}
	_, kept, err := o.Store.Letter(ctx, l.ID)
	if kept {
		w.id = l.ID
		o.unsent[l.Group] = w
	}
	return err
}

// Untry takes back that a letter was attempted: the server has got nothing of it, so
// that it still tells its reader what a later one of its group has to tell.
func (o *Office) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.Store.Untry(ctx, id, next, code); err != nil {
		return err
	}
	l, ok, err := o.Store.Letter(ctx, id)
	if err != nil || !ok {
		return err
	}
	return o.noteUnsent(l)
}

// page is a letter with what its headers need.
type page struct {
	letter *templates.Letter
	game   *games.Game // nil for letters of no game
	facts  facts
}

// letter gathers the facts of a queued letter.
func (o *Office) letter(ctx context.Context, l store.Letter) (*page, error) {
	f, err := readFacts(l.Data)
	if err != nil {
		return nil, err
	}
	out := &templates.Letter{Kind: templates.Kind(l.Kind), Lang: templates.English, Zone: o.zone(), Now: l.Queued, Seat: engine.Seat(l.Seat),
		Site: o.Config.Identity.SiteName, Contact: o.Config.Identity.Contact,
		Lines: f.Lines, Talk: f.Talk, Again: f.Again, Ordered: f.Ordered, Told: f.Told, Undo: f.Undo, Aside: f.Aside, Versed: f.Moved > 0 && templates.Kind(l.Kind) != templates.Handover, Blocks: f.Blocks, Own: f.Own, Halt: f.Halt, Kept: f.Kept, Choices: f.Choices, More: f.More, Help: f.Help}
	p := &page{letter: out, facts: f}
	if l.Game == "" {
		return p, nil
	}
	if p.game, err = o.games.Load(ctx, l.Game); err != nil {
		return nil, err
	}
	then, err := o.games.At(ctx, p.game, l.Seq)
	if err != nil {
		return nil, err
	}
	o.frame(out, p.game, then, f.Waits)
	if then != nil {
		hash, err := o.games.PublicHash(ctx, p.game, then.Seq)
		if err != nil {
			return nil, err
		}
		out.Hash = hash.Short()
	}
	return p, o.fill(ctx, p, then)
}

// fill adds what the letter's kind shows.
func (o *Office) fill(ctx context.Context, p *page, then *engine.Game) error {
	l := p.letter
	if l.Kind == templates.Invitation {
		l.Invite = invite(p.game.Table, o.Titles(p.game.Table.Title))
		l.Draws = draws(p.game.Table)
		return nil
	}
	if then == nil {
		return nil
	}
	switch l.Kind {
	case templates.Handover:
		l.Invite = invite(p.game.Table, o.Titles(p.game.Table.Title))
		l.Draws = draws(p.game.Table)
	case templates.Start:
		l.Draws = draws(p.game.Table)
	}
	switch l.Kind {
	case templates.Turn, templates.Reminder, templates.News, templates.Start, templates.Handover, templates.Late:
		return o.fillPresent(ctx, p, l, then)
	case templates.End:
		return o.fillEnd(ctx, p, then)
	}
	if p.facts.Log > 0 {
		from := p.game.Table.Before(then.Seq, uint64(p.facts.Log), l.Seat)
		var err error
		if l.Log, err = o.happened(ctx, p.game, from, then.Seq, l.Seat); err != nil {
			return err
		}
	}
	switch {
	case l.Seat < 0:
		return nil
	case p.facts.Enclose:
		return o.fillEnclosed(ctx, p, then)
	case l.Kind == templates.Receipt:
		return o.sheets(l, then, then.Pos.View(l.Seat), l.Seat)
	}
	return nil
}

// fillEnclosed adds the seat's present letter.
func (o *Office) fillEnclosed(ctx context.Context, p *page, then *engine.Game) error {
	in := *p.letter
	in.Kind, in.Lines, in.Talk, in.Again, in.Told, in.Blocks, in.Help = templates.News, nil, nil, nil, nil, nil, nil
	in.Choices, in.More, in.Log = nil, nil, nil
	if in.Halt.Is == "" && slices.Contains(then.Waiting(), in.Seat) {
		in.Kind = templates.Turn
	}
	p.letter.Enclosed = &in
	return o.fillPresent(ctx, p, &in, then)
}

// fillPresent adds the position and what happened: since the reader's own last
// move when he is to act (or since the last letter, if that lies before) or
// asks for his letter, else since the last letter.
func (o *Office) fillPresent(ctx context.Context, p *page, l *templates.Letter, then *engine.Game) error {
	since := p.facts.Since
	switch late := l.Kind == templates.Late; {
	case l != p.letter, late && slices.Contains(then.Waiting(), l.Seat):
		since = p.facts.Moved
	case late:
		since = then.Seq // who is not late himself has had his news
	case asks(l.Kind):
		since = min(since, p.facts.Moved)
	}
	for _, w := range p.facts.Waits {
		if w.Seat == l.Seat {
			l.Since = w.Since
		}
	}
	var err error
	if l.Happened, err = o.happened(ctx, p.game, since, then.Seq, l.Seat); err != nil {
		return err
	}
	if l == p.letter && (l.Kind == templates.News || asks(l.Kind)) {
		l.Happened = withoutTakenBack(l.Happened, p.game.Table.Step(p.facts.Since, engine.Nobody), l.Seat)
	}
	if err := o.present(l, then, l.Seat); err != nil {
		return err
	}
	if l == p.letter {
		return o.leaveOutSame(ctx, p)
	}
	return nil
}

// fillEnd shows everything, so the game must be over.
func (o *Office) fillEnd(ctx context.Context, p *page, then *engine.Game) error {
	l := p.letter
	if p.game.Table.State != table.Over {
		return wrong("wait for its end", "game %s is not over, and its seed is secret", p.game.Name)
	}
	for _, s := range then.Title.Scores(then.Pos) {
		l.Scores = append(l.Scores, templates.Score{Seat: s.Seat, Points: s.Points, Rank: s.Rank, Parts: s.Parts})
	}
	l.Draws = draws(p.game.Table)
	l.Draws.Seed, l.Draws.Service = hex.EncodeToString(p.game.Table.Seed), hex.EncodeToString(p.game.Table.Service)
	var err error
	if l.Log, err = o.happened(ctx, p.game, 0, then.Seq, l.Seat); err != nil {
		return err
	}
	return o.sheets(l, then, then.Pos.View(l.Seat), l.Seat)
}

// headers are those of RFC 5322 and its kin. Only Reply-To holds a token.
func (o *Office) headers(l store.Letter, p *page, r templates.Rendered) (compose.Headers, error) {
	id := o.Config.Identity
	host := o.Config.ListIDDomain()
	h := compose.Headers{FromName: o.Config.Mail.Out.DisplayName, FromAddr: o.Config.FromAddress(), To: l.To, ToName: p.letter.Name,
		Date: l.Queued, InReplyTo: p.facts.ReplyTo, Auto: compose.AutoGenerated, Loop: id.BaseAddress, ReplyTo: id.BaseAddress}
	if p.facts.ReplyTo != "" {
		h.Auto = compose.AutoReplied
		h.References = append(h.References, p.facts.ReplyTo)
	}
	step := l.Seq
	if p.game != nil { // Reply-To finds the record again, see identify
		step = p.game.Table.Step(l.Seq, engine.Seat(l.Seat))
	}
	h.MessageID = compose.MessageID(l.Game, step, l.Seat, l.Kind+"-"+mark(l, p, r), host)
	if p.game == nil {
		return h, nil
	}
	h.ListID = p.game.Name + "." + host
	h.References = append([]string{compose.MessageID(l.Game, 0, -1, "root", host)}, h.References...)
	if l.Seat < 0 {
		return h, nil
	}
	t, seat := p.game.Table, engine.Seat(l.Seat)
	var err error
	if p.letter.Kind == templates.Confirm {
		if w := t.Players[seat].Wanted; w != nil && w.Address == l.To {
			h.ReplyTo, err = o.replyAddress(t, l.Seq, seat, t.AskingToken(seat))
		}
		return h, err
	}
	h.Unsubscribe = "mailto:" + id.BaseAddress + "?subject=" + unsubscribe + "%20" + p.game.Name
	if !t.OnFile(seat, l.To) {
		return h, nil // somebody else took the seat while the letter waited
	}
	h.ReplyTo, err = o.replyAddress(t, l.Seq, seat, t.Token(seat))
	return h, err
}

// mark tells a letter from others of its kind, step and seat. Without the game's key
// nobody can name a letter he has not got, and report that it came back. It follows
// from what the reader sees (but for the log's hash), so that it tells nothing else: a
// number would tell how many letters others get.
func mark(l store.Letter, p *page, r templates.Rendered) string {
	var key []byte
	if p.game != nil {
		key = p.game.Table.Key
	}
	said := r.Subject + r.Text
	if p.letter.Hash != "" {
		said = strings.ReplaceAll(said, p.letter.Hash, "")
	}
	m := hmac.New(sha256.New, key)
	fmt.Fprintf(m, "letter|%s|%s|%s|%d|%s", l.To, l.Kind, p.facts.ReplyTo, l.Queued.UnixNano(), said)
	return markCode.EncodeToString(m.Sum(nil)[:5])
}

// markCode takes the characters that a Message-ID's kind has.
var markCode = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// zone is that of readers who have no seat.
func (o *Office) zone() *time.Location {
	if z, err := o.Config.Zone(); err == nil {
		return z
	}
	return time.UTC
}
