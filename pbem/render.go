package pbem

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/store"
	"railpost/templates"
)

// Render finishes a letter at its first attempt: from the position after the
// record at which it was queued, as its reader may know it.
func (o *Office) Render(ctx context.Context, l store.Letter) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if u := o.unsent[l.Group]; u != nil {
		u.id = l.ID
	}
	letter, g, f, err := o.letter(ctx, l)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d (%s to %s seat %d): %w", l.ID, l.Kind, l.Game, l.Seat, err)
	}
	rendered, err := o.Templates.Render(letter)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	h, err := o.headers(l, letter, g, f)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	h.Subject = rendered.Subject
	b, err := compose.Compose(h, rendered)
	if err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	o.written.put(h.MessageID, rendered)
	return b, nil
}

// letter gathers the facts of a queued letter.
func (o *Office) letter(ctx context.Context, l store.Letter) (*templates.Letter, *game, facts, error) {
	f, err := readFacts(l.Data)
	if err != nil {
		return nil, nil, f, err
	}
	seat := engine.Seat(l.Seat)
	out := &templates.Letter{Kind: templates.Kind(l.Kind), Lang: "en", Zone: o.zone(), Now: l.Queued, Seat: seat, Name: f.Name,
		Site: o.Config.Identity.SiteName, Contact: o.Config.Identity.Contact,
		Lines: f.Lines, Talk: f.Talk, Again: f.Again, Told: f.Told, Undo: f.Undo, Blocks: f.Blocks, Choices: f.Choices, More: f.More, Help: f.Help}
	if l.Game == "" {
		return out, nil, f, nil
	}
	g, err := o.load(ctx, l.Game)
	if err != nil {
		return nil, nil, f, err
	}
	then, err := o.at(ctx, g, l.Seq)
	if err != nil {
		return nil, nil, f, err
	}
	o.frame(out, g, then, seat, f.Waits)
	if then != nil {
		out.Hash, err = o.hashAt(ctx, g, then.Seq)
		if err != nil {
			return nil, nil, f, err
		}
	}
	return out, g, f, o.fill(ctx, out, g, then, f)
}

// fill adds what the letter's kind shows.
func (o *Office) fill(ctx context.Context, l *templates.Letter, g *game, then *engine.Game, f facts) error {
	var err error
	switch l.Kind {
	case templates.Invitation:
		l.Invite = invite(g.table, o.Titles(g.table.Title))
		return nil
	case templates.Turn, templates.Reminder, templates.News, templates.Start, templates.Late:
		return o.fillPresent(ctx, l, g, then, f.Since)
	case templates.End:
		return o.fillEnd(ctx, l, g, then)
	}
	if f.Log > 0 && then != nil {
		from := uint64(0)
		if uint64(f.Log) < then.Seq {
			from = then.Seq - uint64(f.Log)
		}
		if l.Log, err = o.happened(ctx, g.name, from, then.Seq, l.Seat); err != nil {
			return err
		}
	}
	if !f.Enclose || then == nil {
		return nil
	}
	in := *l
	in.Kind, in.Lines, in.Talk, in.Again, in.Told, in.Blocks, in.Help = templates.News, nil, nil, nil, nil, nil, nil
	if slices.Contains(then.Waiting(), l.Seat) {
		in.Kind = templates.Turn
	}
	in.Choices, in.More, in.Log = nil, nil, nil
	l.Enclosed = &in
	return o.fillPresent(ctx, &in, g, then, g.table.Players[l.Seat].Moved)
}

// fillPresent adds the position and what happened: since the reader's own last
// move when he is to act, else since the last letter.
func (o *Office) fillPresent(ctx context.Context, l *templates.Letter, g *game, then *engine.Game, since uint64) error {
	if l.Seat < 0 || then == nil {
		return nil
	}
	if l.Kind == templates.Turn || l.Kind == templates.Reminder {
		since = movedBefore(g, l.Seat, then.Seq)
		if w := g.table.WaitFor(l.Seat); w != nil {
			l.Since = w.Since
		}
	}
	var err error
	if l.Happened, err = o.happened(ctx, g.name, since, then.Seq, l.Seat); err != nil {
		return err
	}
	return o.present(l, then, l.Seat)
}

// movedBefore is the reader's last move, as far as it lies before the letter.
func movedBefore(g *game, s engine.Seat, seq uint64) uint64 {
	if m := g.table.Players[s].Moved; m <= seq {
		return m
	}
	return seq
}

func (o *Office) fillEnd(ctx context.Context, l *templates.Letter, g *game, then *engine.Game) error {
	for _, s := range then.Title.Scores(then.Pos) {
		l.Scores = append(l.Scores, templates.Score{Seat: s.Seat, Points: s.Points, Rank: s.Rank, Parts: s.Parts})
	}
	l.Seed = fmt.Sprintf("%x", g.table.Seed)
	var err error
	if l.Log, err = o.happened(ctx, g.name, 0, then.Seq, l.Seat); err != nil {
		return err
	}
	return o.sheets(l, then, then.Pos.View(l.Seat), l.Seat)
}

func (o *Office) hashAt(ctx context.Context, g *game, seq uint64) (string, error) {
	if seq == g.head.Seq {
		return engine.Hash(g.head.Last).Short(), nil
	}
	rs, err := o.Store.Records(ctx, g.name, seq, seq)
	if err != nil || len(rs) == 0 {
		return "", err
	}
	return engine.Hash(rs[0].Hash).Short(), nil
}

// headers are those of RFC 5322 and its kin. Only Reply-To holds a token.
func (o *Office) headers(l store.Letter, letter *templates.Letter, g *game, f facts) (compose.Headers, error) {
	id := o.Config.Identity
	host := o.Config.ListIDDomain()
	h := compose.Headers{FromName: o.Config.Mail.Out.DisplayName, FromAddr: o.Config.FromAddress(), To: l.To, ToName: letter.Name,
		Date: l.Queued, InReplyTo: f.ReplyTo, Auto: compose.AutoGenerated, Loop: id.BaseAddress, ReplyTo: id.BaseAddress}
	if f.ReplyTo != "" {
		h.Auto = compose.AutoReplied
		h.References = append(h.References, f.ReplyTo)
	}
	h.MessageID = compose.MessageID(l.Game, l.Seq, l.Seat, l.Kind+"-"+strconv.FormatUint(l.ID, 10), host)
	if g == nil {
		return h, nil
	}
	h.ListID = g.name + "." + host
	h.References = append([]string{compose.MessageID(l.Game, 0, -1, "root", host)}, h.References...)
	if l.Seat < 0 {
		return h, nil
	}
	base, domain := splitAddress(id.BaseAddress)
	var err error
	h.ReplyTo, err = compose.ReplyAddress(base, o.Config.Mail.Out.PlusSeparator, l.Game, l.Seq, g.table.Token(engine.Seat(l.Seat)), domain)
	// No token stands outside Reply-To, so this asks only for a letter that says
	// how to get fewer (outsider.go).
	h.Unsubscribe = "mailto:" + id.BaseAddress + "?subject=" + unsubscribe
	return h, err
}
