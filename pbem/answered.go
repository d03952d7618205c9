package pbem

import (
	"context"
	"time"

	"railpost/pbem/extract"
	"railpost/store"
	"railpost/templates"
)

// answered is what a mail may quote: the very letter it answers where that was
// written lately, else those to its seat at the step it answers. A letter that
// cannot be rebuilt is not worth losing the mail for: then the patterns of mail
// programs have to do.
func (o *Office) answered(ctx context.Context, in *incoming, v extract.Vocabulary) *extract.Letter {
	if in.game == nil || in.seat < 0 {
		return nil
	}
	if r, ok := o.written.get(in.mail.InReplyTo); ok {
		if lines, err := extract.LetterLines(r.Text, r.HTML); err == nil {
			return extract.LetterOf(lines, v)
		}
	}
	var lines []string
	for _, kind := range answeredKinds(in.game) {
		l, err := o.rebuild(ctx, in, kind)
		if err != nil {
			o.Log.Warn("a letter could not be rebuilt", "game", in.game.name, "step", in.step, "kind", kind, "err", err)
			continue
		}
		lines = append(lines, l...)
	}
	return extract.LetterOf(lines, v)
}

func answeredKinds(g *game) []templates.Kind {
	if g.now == nil {
		return []templates.Kind{templates.Invitation}
	}
	return []templates.Kind{templates.Turn, templates.Receipt}
}

func (o *Office) rebuild(ctx context.Context, in *incoming, kind templates.Kind) ([]string, error) {
	l := store.Letter{Game: in.game.name, Seq: in.step, Seat: int(in.seat), Kind: string(kind), Queued: o.Now()}
	letter, _, _, err := o.letter(ctx, l)
	if err != nil {
		return nil, err
	}
	r, err := o.Templates.Render(letter)
	if err != nil {
		return nil, err
	}
	return extract.LetterLines(r.Text, r.HTML)
}

// sortLines parts lines that waited from an earlier mail.
func sortLines(lines []string, h *handling) extract.Sorted {
	return extract.Sort(lines, newVocabulary(h.seat, h.c.next, h.then), true)
}

func (o *Office) zone() *time.Location {
	if z, err := o.Config.Zone(); err == nil {
		return z
	}
	return time.UTC
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

// withdraw deletes the time at which unanswered invitations are looked at.
func (c *change) withdraw() {
	was := c.dropped
	c.dropped = func(d store.Due) bool { return d.Kind == dueInvitation || was != nil && was(d) }
}
