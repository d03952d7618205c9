package pbem

import (
	"context"

	"railpost/pbem/compose"
	"railpost/pbem/extract"
	"railpost/pbem/fault"
	"railpost/pbem/games"
	"railpost/store"
	"railpost/templates"
)

// written is what a letter says, for the mails that quote it or answer with
// numbers of its list.
type written struct {
	kind  templates.Kind // "" when the very letter is not at hand
	said  []templates.Rendered
	list  []string // numbered lines; [1] is the first
	usual []string // lines of the usual turn
	typed []string // lines of the mail it answers: written once more they are no quotation
}

func writtenOf(l *templates.Letter, r templates.Rendered) *written {
	w := &written{kind: l.Kind, said: []templates.Rendered{r}, list: l.Numbered()}
	for _, line := range l.Lines {
		w.typed = append(w.typed, line.Text)
	}
	for _, from := range []*templates.Letter{l, l.Enclosed} {
		if from == nil {
			continue
		}
		for _, c := range from.Usual {
			w.usual = append(w.usual, c.Line)
		}
	}
	return w
}

// letter is w as the mails that quote it are compared with it: cut into lines,
// all of which that read as orders are choices.
func (w *written) letter(v extract.Vocabulary) (*extract.Letter, error) {
	var lines []string
	for _, r := range w.said {
		cut, err := extract.LetterLines(r.Text, r.HTML)
		if err != nil {
			return nil, &fault.Error{Err: err}
		}
		lines = append(lines, cut...)
	}
	letter := extract.LetterOf(lines, v)
	letter.Choices = append(letter.Choices, w.typed...)
	return letter, nil
}

// answered is what a mail may quote: the very letter it answers, else those
// that went to its seat at the step it answers. A letter that cannot be rebuilt
// is not worth losing the mail for: then the patterns of mail programs have to
// do.
func (o *Office) answered(ctx context.Context, in *incoming) *written {
	id := in.mail.InReplyTo
	if named, ok := compose.ParseMessageID(id); ok && named.Game == in.game.Name && named.Seat == int(in.seat) && in.game.Table.Record(named.Step, in.seat) == in.step {
		if w, ok := o.written.Get(id); ok {
			return w
		}
		if l, ok, err := o.Store.SentLetter(ctx, id); err != nil {
			o.Log.Warn("a sent letter could not be read", "message_id", id, "err", err)
		} else if ok {
			return o.rebuild(ctx, l)
		}
	}
	out := &written{}
	f, err := facts{}.at(in.game.Table, in.seat).bytes()
	if err != nil {
		o.Log.Warn("a letter could not be rebuilt", "game", in.game.Name, "err", err)
		return out
	}
	for _, kind := range answeredKinds(in.game) {
		l := store.Letter{Game: in.game.Name, Seq: in.step, Seat: int(in.seat), Kind: string(kind), Queued: o.Now(), Data: f}
		more := o.rebuild(ctx, l)
		out.said, out.usual = append(out.said, more.said...), append(out.usual, more.usual...)
		if len(out.list) == 0 {
			out.list = more.list
		}
	}
	return out
}

func answeredKinds(g *games.Game) []templates.Kind {
	if g.Now == nil {
		return []templates.Kind{templates.Invitation}
	}
	return []templates.Kind{templates.Turn, templates.Receipt}
}

// rebuild renders a letter once more; what cannot be rebuilt says nothing.
func (o *Office) rebuild(ctx context.Context, l store.Letter) *written {
	w, err := o.rewrite(ctx, l)
	if err != nil {
		o.Log.Warn("a letter could not be rebuilt", "game", l.Game, "step", l.Seq, "kind", l.Kind, "err", err)
		return &written{}
	}
	return w
}

func (o *Office) rewrite(ctx context.Context, l store.Letter) (*written, error) {
	p, err := o.letter(ctx, l)
	if err != nil {
		return nil, err
	}
	r, err := o.Templates.Render(p.letter)
	if err != nil {
		return nil, err
	}
	return writtenOf(p.letter, r), nil
}
