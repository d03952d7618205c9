package letters

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/outbox"
	"railpost/store"
	"railpost/templates"
)

// written is the text of a letter, for the mails that quote it or answer by numbers of its list.
type written struct {
	Kind templates.Kind // "" when the very letter is not at hand
	List []string       // numbered lines; [1] is the first

	Lettered bool     // List has letters: [a] is the first
	Usual    []string // lines of the usual turn
	Typed    []string // lines it offers, and those of the mail it answers: sent back, they are no quotation
	Lines    []string // of its text, and of its HTML

	Remarks []string // lines below choices that are no comments
}

func (w *Writer) writtenOf(l *templates.Letter, r templates.Rendered) *written {
	book := w.Templates.Book(l.Lang, l.Title)
	out := &written{Kind: l.Kind, List: l.Numbered(), Lettered: l.Lettered(), Typed: slices.Clone(r.Offered), Lines: extract.LetterLines(r.Text, r.Page), Remarks: r.Remarks}
	out.Typed = append(out.Typed, engine.Each(l.Lines, func(line templates.Line) string { return line.Text })...)
	if l.Kind == templates.Lobby { // its lines are meant to be sent
		out.Typed = append(out.Typed, engine.Each(l.Help, func(u engine.Usage) string { return book.Print(u.Form) })...)
	}
	for _, part := range l.Parts { // its headings, and the lines after them
		out.Typed = append(out.Typed, part.Game+":")
		for _, line := range out.Lines {
			if strings.HasPrefix(engine.Fold(strings.TrimSpace(line)), engine.Fold(part.Game)+": ") {
				out.Typed = append(out.Typed, line)
			}
		}
		out.Typed = append(out.Typed, engine.Each(part.Lines, func(line templates.Line) string { return line.Text })...)
	}
	out.Usual = advise.LinesOf(l.Usual)
	if l.Enclosed != nil {
		out.Usual = append(out.Usual, advise.LinesOf(l.Enclosed.Usual)...)
	}
	return out
}

// Quoted is the letter in the form for comparing mails that quote it: cut into lines, of which those that read
// as orders are choices.
func (w *written) Quoted(v extract.Vocabulary) *extract.Letter {
	return &extract.Letter{Lines: w.Lines, Choices: w.Typed, Words: v, Remarks: w.Remarks}
}

// Answered is what an answer to a letter of a seat may quote: the very letter, by
// its Message-ID, else those that went to the seat at the step that is answered. A
// letter that cannot be rebuilt is not worth losing the mail for: then the patterns
// of mail programs have to do.
func (w *Writer) Answered(ctx context.Context, g *games.Game, s engine.Seat, step uint64, id string) *written {
	if named, ok := compose.ParseMessageID(id); ok && named.Game == g.Table.Name() && named.Seat == int(s) && g.Table.HiddenRecords.Record(named.Step, s) == step {
		if known, ok := w.written.Get(id); ok {
			return known
		}
		if l, ok, err := outbox.Sent(ctx, w.Store, id); err != nil {
			w.Log.Warn("a sent letter could not be read", "message_id", id, "err", err)
		} else if ok {
			said := w.textOf(ctx, l)
			w.written.Put(id, said)
			return said
		}
	}
	out := &written{}
	f, err := content.Facts{}.At(g.Table, g.Now, s).Bytes()
	if err != nil {
		w.Log.Warn("a letter could not be rebuilt", "game", g.Name, "err", err)
		return out
	}
	for _, kind := range answeredKinds(g) {
		l := store.Letter{Game: g.Name, Seq: step, Seat: int(s), Kind: string(kind), Queued: w.Now(), Data: f}
		more := w.rebuild(ctx, l)
		out.Lines, out.Usual, out.Remarks = extract.Either(out.Lines, more.Lines), append(out.Usual, more.Usual...), append(out.Remarks, more.Remarks...)
		if len(out.List) == 0 {
			out.List, out.Lettered = more.List, more.Lettered
		}
	}
	return out
}

// AnsweredLetter is the quotable content of a letter that went to no seat; nil if that letter, by its
// Message-ID, is not available, is of another kind or went to somebody else.
func (w *Writer) AnsweredLetter(ctx context.Context, id, to string, v extract.Vocabulary, kinds ...templates.Kind) (*extract.Letter, error) {
	l, ok, err := outbox.Sent(ctx, w.Store, id)
	if err != nil || !ok || extract.Address(l.To) != to || !slices.Contains(kinds, templates.Kind(l.Kind)) {
		return nil, err
	}
	return w.textOf(ctx, l).Quoted(v), nil
}

func answeredKinds(g *games.Game) []templates.Kind {
	if g.Now == nil {
		return []templates.Kind{templates.Invitation}
	}
	return []templates.Kind{templates.Turn, templates.Receipt, templates.Start}
}

// textOf returns the text of a sent letter. Letters that named an erased person are rendered again.
func (w *Writer) textOf(ctx context.Context, l store.Letter) *written {
	if l.Said != nil {
		kept, err := readWritten(l.Said)
		if err == nil {
			return kept
		}
		w.Log.Warn("the stored text of a letter could not be read", "game", l.Game, "step", l.Seq, "kind", l.Kind, "err", err)
	}
	return w.rebuild(ctx, l)
}

// rebuild renders a letter again; if that fails its text is empty.
func (w *Writer) rebuild(ctx context.Context, l store.Letter) *written {
	p, r, err := w.render(ctx, l, false)
	if err != nil {
		w.Log.Warn("a letter could not be rebuilt", "game", l.Game, "step", l.Seq, "kind", l.Kind, "err", err)
		return &written{}
	}
	return w.writtenOf(p.letter, r)
}
