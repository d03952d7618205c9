package letters

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/games"
	"railpost/templates"
)

// courseOf returns the points of all seats after each round of a game that is over. The log
// is played once more for it, so it is kept for the letters of the others.
func (w *Writer) courseOf(ctx context.Context, g *games.Game) ([]templates.Standing, error) {
	if known, ok := w.courses.Get(string(g.Table.Key)); ok {
		return known, nil
	}
	records, _, err := w.Games.Log(ctx, g.Name)
	if err != nil {
		return nil, err
	}
	course, err := replayed(w.Titles, engine.Standing(records))
	if err == nil {
		w.courses.Put(string(g.Table.Key), course)
	}
	return course, err
}

// replayed plays records that stand, and notes the points wherever the story tells of a new
// round, and at the end.
func replayed(find engine.Titles, records []*engine.Record) (course []templates.Standing, err error) {
	now, err := engine.Replay(find, records[:1], nil)
	if err != nil {
		return nil, err
	}
	records = slices.DeleteFunc(records[1:], func(r *engine.Record) bool { return r.Kind != engine.Ordered })
	for i, r := range records {
		last := i == len(records)-1
		if !last && !TellsRound(now.Title, r, engine.Nobody) {
			if err := apply(now, r); err != nil {
				return nil, err
			}
			continue
		}
		of := templates.Standing{After: now.Title.Status(now.Pos.View(engine.Nobody))}
		if err := apply(now, r); err != nil {
			return nil, err
		}
		scores := now.Title.Scores(now.Pos) // of those whom the rules play, too
		of.Points = make([]int, len(scores))
		for _, s := range scores {
			of.Points[s.Seat] = s.Points
		}
		course = append(course, of)
	}
	return course, nil
}

// apply plays a record whatever was taken back before it.
func apply(g *engine.Game, r *engine.Record) error {
	g.Seq = r.Seq - 1
	return g.Apply(r)
}

// TellsRound reports whether the story of a record, as a seat may know it, tells of a round.
func TellsRound(title engine.Adviser, r *engine.Record, s engine.Seat) bool {
	var told []engine.Message
	for _, rep := range engine.For(s, r.Reports) {
		told = append(told, rep.Message)
	}
	return slices.ContainsFunc(title.Tell(told), func(p engine.Passage) bool { return p.Weight == engine.Round })
}
