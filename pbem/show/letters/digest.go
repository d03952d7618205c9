package letters

import (
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/outbox"
	"railpost/store"
	"railpost/templates"
)

// letter returns the part as a letter to its reader.
func letter(p content.Part, whole store.Letter) store.Letter {
	return store.Letter{Game: p.Game, Seq: p.Record, Seat: int(p.Seat), Kind: string(p.Kind), To: whole.To, Queued: whole.Queued, Data: p.Data}
}

// versedFrom is the number of letters about several games that explain how to answer.
const versedFrom = 3

// fillParts adds the parts of a letter about several games: those that its reader still plays, and in the daily
// letter those that still wait.
func (w *Writer) fillParts(ctx context.Context, p *page, l store.Letter) error {
	d := p.facts.Digest
	p.letter.Name, p.letter.Versed = d.Name, d.N > versedFrom
	if z, err := clock.LoadZone(d.Zone); err == nil {
		p.letter.Zone = z
	}
	for _, part := range d.Parts {
		g, err := w.Games.Load(ctx, part.Game)
		if errors.Is(err, store.ErrNoGame) {
			continue
		}
		if err != nil {
			return err
		}
		if int(part.Seat) >= len(g.Table.Players) || !g.Table.Players[part.Seat].OnFile(extract.Address(l.To)) {
			continue
		}
		if p.letter.Kind == templates.Digest && !asksStill(g.Table, part) {
			continue
		}
		in, err := w.page(ctx, letter(part, l))
		if err != nil {
			return err
		}
		in.letter.Spoken = p.letter.Spoken
		if err := w.addCalendar(in); err != nil {
			return err
		}
		p.files = append(p.files, in.files...)
		shorten(in.letter)
		if len(p.letter.Parts) == 0 {
			p.letter.Lang = in.letter.Lang
		}
		p.letter.Parts = append(p.letter.Parts, in.letter)
	}
	return nil
}

// asksStill reports whether a game still waits for the answer to a daily letter's question: the letter may have
// waited, and its reader have answered another one.
func asksStill(t *table.Table, part content.Part) bool {
	w := t.WaitFor(part.Seat)
	return t.State == table.Running && w != nil && w.Asked <= part.Record
}

// shorten leaves the position out of the letter of a game, unless it was asked for.
func shorten(l *templates.Letter) {
	switch {
	case l == nil || l.Kind == templates.Answer:
	case l.Kind.Row().Replaceable:
		l.Own, l.Table, l.Board, l.Same = nil, nil, nil, templates.Sheets{}
	default:
		shorten(l.Enclosed)
	}
}

// digestsReply identifies the reader of daily letters who answers one.
func (w *Writer) digestsReply(ctx context.Context, l store.Letter, of *content.Digest) (compose.Reply, error) {
	b, err := w.Store.Get(ctx, table.DigestKey(l.To))
	if err != nil || len(b) == 0 {
		return compose.Reply{}, err
	}
	d, err := table.ReadDigest(b)
	if err != nil {
		return compose.Reply{}, err
	}
	return compose.Reply{Game: compose.NoGame, Step: compose.Step{N: of.N}, Token: d.Token()}, nil
}

// AnsweredPart is Answered for what an answer to a letter about several games, which went to
// an address, says of one of them: numbers count in the part of that letter. Without an
// address it is Answered.
func (w *Writer) AnsweredPart(ctx context.Context, g *games.Game, s engine.Seat, step uint64, id, to string) *written {
	if to == "" {
		return w.Answered(ctx, g, s, step, id)
	}
	l, ok, err := outbox.Sent(ctx, w.Store, id)
	if err == nil && ok && extract.Address(l.To) == to {
		if f, err := content.ReadFacts(l.Data); err == nil && f.Digest != nil {
			for _, part := range f.Digest.Parts {
				if part.Game == g.Name && part.Seat == s && part.Record == step {
					return w.rebuild(ctx, letter(part, l))
				}
			}
		}
	}
	out := w.Answered(ctx, g, s, step, "")
	out.Kind = templates.Turn
	return out
}
