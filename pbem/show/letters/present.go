package letters

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// choicesBest is the number of best lines that a letter lists first.
const choicesBest = 6

// Choices lists legal lines of a seat with their numbers: the one with which the usual turn begins, the best
// few, then the others by group. It depends only on the seat's view, so that it reveals nothing hidden, and a
// number in an answer finds its line again.
func Choices(g *engine.Game, s engine.Seat) ([]advise.Choice, []advise.More) {
	view := engine.Memo(g.Pos.View(s))
	return choices(g, view, s, g.Title.Usual(view, s))
}

func choices(g *engine.Game, view engine.Position, s engine.Seat, usual engine.Turn) ([]advise.Choice, []advise.More) {
	short := advise.Letter(g.Title, view, s)
	list := advise.Best(advise.Remarked(g.Title, view, s, short.Choices), choicesBest)
	list = usualFirst(list, usual)
	advise.Number(list, 0)
	return list, short.More
}

// usualFirst puts the line with which the usual turn begins before all others, if it is
// listed.
func usualFirst(list []advise.Choice, usual engine.Turn) []advise.Choice {
	if len(usual.Lines) == 0 {
		return list
	}
	i := slices.IndexFunc(list, func(c advise.Choice) bool { return c.Line == usual.Lines[0] })
	if i <= 0 {
		return list
	}
	first := list[i]
	first.Best = true
	return slices.Insert(slices.Delete(list, i, i+1), 0, first)
}

// List returns at most limit legal lines that begin with a prefix, at most perFirst for each first answer, and
// the omitted ones as counts.
func List(g *engine.Game, s engine.Seat, prefix string, perFirst, limit int) ([]advise.Choice, []advise.More) {
	view := engine.Memo(g.Pos.View(s))
	list := advise.List(g.Title, view, s, prefix, perFirst, limit)
	return advise.Remarked(g.Title, view, s, list.Choices), list.More
}

// Usual returns the seat's usual turn with the effect of each line, and its aim; nil if the title knows none,
// or if a line of it would be refused.
func Usual(g *engine.Game, s engine.Seat) (block []advise.Choice, aim engine.Message) {
	view := engine.Memo(g.Pos.View(s))
	block, aim, _ = played(g, view, s, g.Title.Usual(view, s))
	return block, aim
}

// played returns the effects of the lines of a usual turn, and the position after them.
func played(g *engine.Game, view engine.Position, s engine.Seat, turn engine.Turn) (block []advise.Choice, aim engine.Message, after engine.Position) {
	on := g.Clone()
	on.Pos = view
	out, err := on.Play(s, turn.Lines, engine.Mode{Preview: true})
	if err != nil || out.Refused {
		return nil, aim, nil
	}
	before := on.Pos
	for _, v := range out.Verdicts {
		if v.Result == nil {
			break // something hidden is shown before it
		}
		m := engine.Move{Before: before, After: v.Result.Pos, Seat: s, Acts: v.Result.Acts, Reports: v.Result.Reports}
		block, before = append(block, advise.ChoiceOf(g.Title, v.Line, m)), v.Result.Pos
	}
	return block, turn.Aim, before
}

// frame fills in the head and foot of every letter of a game.
func frame(l *templates.Letter, g *games.Game, then *engine.Game, waits []table.Wait) {
	s := l.Seat
	l.Game, l.Title, l.Players, l.Robots = g.Name, g.Table.Title, g.Players(), g.Table.Robots()
	if s >= 0 {
		l.Zone = g.Table.ZoneOf(s)
		l.Name = g.Table.Players[s].Name
	}
	l.Lang = g.Table.LangOf(s)
	for _, w := range waits {
		if g.Table.State == table.Paused { // a paused game has no deadlines
			w.Until = time.Time{}
		}
		until := w.Until
		if g.Table.Players[w.Seat].Thought() { // it answers as soon as it has thought
			until = time.Time{}
		}
		l.Waiting = append(l.Waiting, templates.Waiting{Seat: w.Seat, Until: until, Lost: w.Lost})
		if w.Seat == s {
			l.Until = w.Until
			if w.Plain.Before(w.Until) {
				l.Bank = w.Plain
			}
		}
	}
	if then != nil {
		l.Step = g.Table.HiddenRecords.Step(then.Seq, engine.Nobody)
		view := then.Pos.View(s)
		l.Status = then.Title.Status(view)
		if l.Kind.Row().Shows || l.Kind == templates.Receipt {
			l.Standings = then.Title.Standings(view)
		}
	}
}

// OptionalUnlisted reports whether a prompt is optional and none of its orders is listed: letters
// that ask for something else do not mention it.
func OptionalUnlisted(g *engine.Game, p engine.Prompt) bool {
	return p.Optional && !slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool {
		return v.Not == nil && !g.Title.Hints(g.Pos, v).Quiet
	})
}

// present fills in the position as a seat may know it, and its question if the game waits for it. It returns the
// position after the usual turn; nil if there is none.
func present(l *templates.Letter, f *content.Facts, then *engine.Game, s engine.Seat) (after engine.Position, err error) {
	view := engine.Memo(then.Pos.View(s))
	l.TutorOffer = f.TutorOffer
	if l.Halt.Is == "" && l.Quiet.IsZero() && slices.Contains(then.Waiting(), s) {
		for _, p := range then.Pos.Prompts(s) {
			if !OptionalUnlisted(then, p) {
				l.Ask = append(l.Ask, p.Ask)
				if f.Tutor != nil && f.Sitter == "" { // a substitute knows the game
					l.Lessons = append(l.Lessons, lesson(then.Title, p, f.Tutor))
				}
			}
		}
		usual := then.Title.Usual(view, s)
		l.Choices, l.More = choices(then, view, s, usual)
		l.Usual, l.Aim, after = played(then, view, s, usual)
	}
	return after, sheets(l, then, view, s, l.Kind.Row().Begins)
}

// lesson is the explanation of a prompt for a reader who knows some already.
func lesson(title engine.Title, p engine.Prompt, t *table.Tutor) templates.Lesson {
	rule, paragraph := title.Section(p)
	return templates.Lesson{Ask: p.Ask, Rule: rule, Paragraph: paragraph, Known: t.Knows(p.Ask.Key)}
}

// sheets fills in the seat's own position, the table and the board; first is set in the
// letter that begins the game for its reader.
func sheets(l *templates.Letter, then *engine.Game, view engine.Position, s engine.Seat, first bool) error {
	for _, part := range then.Title.Parts() {
		if !part.InLetter && !(first && part.First) {
			continue
		}
		blocks, err := engine.Show(then.Title, view, s, part.Name, "", l.Spoken)
		if err != nil {
			return err
		}
		switch part.Name {
		case "own":
			l.Own = blocks
		case "table":
			l.Table = blocks
		default:
			l.Board = append(l.Board, blocks...)
		}
	}
	return nil
}

// Happened lists the records after since up to the given one as seat s may
// know them.
func (w *Writer) Happened(ctx context.Context, g *games.Game, since, upTo uint64, s engine.Seat) ([]templates.Step, error) {
	if since >= upTo {
		return nil, nil
	}
	records, err := w.Games.Records(ctx, g.Name, since, upTo)
	if err != nil {
		return nil, err
	}
	var out []templates.Step
	title := w.Titles(g.Table.Title)
	for _, r := range records {
		if standing := r.Hidden && r.Seat != s; !standing { // others do not learn that there is one
			out = append(out, withNames(step(title, g.Table, r, s), g, r.Seq))
		}
	}
	return out, nil
}

// heard omits the talk of ignored players from the steps for a seat's player.
func heard(t *table.Table, s engine.Seat, steps []templates.Step) []templates.Step {
	return slices.DeleteFunc(steps, func(st templates.Step) bool {
		return len(st.Reports) == 1 && st.Reports[0].Key == key.Said && t.Ignores(s, st.Seat)
	})
}

// withNames returns a step with the names of those who sat at the table then, if they are
// others than now.
func withNames(st templates.Step, g *games.Game, record uint64) templates.Step {
	if then := g.Table.NamesAt(record); !slices.Equal(then, g.Table.Names()) {
		st.Players = append(then, g.Players()[len(then):]...)
	}
	return st
}

// step is a record as a seat may know it. An own standing answer has no number: numbers are the same for all players.
func step(title engine.View, t *table.Table, r *engine.Record, s engine.Seat) templates.Step {
	st := templates.Step{At: time.UnixMilli(r.At), Seat: r.Seat, Line: r.LineFor(s), Back: t.HiddenRecords.Step(r.Back, engine.Nobody), Auto: r.Auto, By: r.By}
	if !r.Hidden {
		st.Seq = t.HiddenRecords.Step(r.Seq, engine.Nobody)
	}
	shown := engine.For(s, r.Reports)
	st.Reports = engine.Each(shown, func(rep engine.Report) engine.Message { return rep.Message })
	st.Told = append([]engine.Passage{}, title.Tell(st.Reports)...)
	secret := func(rep engine.Report) bool { return rep.To != nil }
	if r.Public != "" { // nobody else must notice that there was a secret
		st.Public = st.Line == r.Public && !slices.ContainsFunc(shown, secret)
		return st
	}
	st.Public = !slices.ContainsFunc(r.Reports, secret)
	return st
}
