package letters

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// course is how a game went, round by round, up to a record.
type course struct {
	seq     uint64
	scores  templates.Course   // of a game that is over
	figures []templates.Course // that everybody may know, see engine.Chronicler
}

// courseOf returns the course of a game up to a record. The log is replayed for it, so it is kept: several
// letters and pages need it.
func (w *Writer) courseOf(ctx context.Context, g *games.Game, upTo uint64) (*course, error) {
	if known, ok := w.courses.Get(string(g.Table.Key)); ok && known.seq == upTo {
		return known, nil
	}
	records, err := w.Games.Records(ctx, g.Name, 0, upTo)
	if err != nil {
		return nil, err
	}
	c := &course{seq: upTo, scores: templates.Course{Kind: engine.ChartPoints}}
	if err := c.replay(w.Titles, engine.InForce(records), g.Table.State == table.Over); err != nil {
		return nil, err
	}
	w.courses.Put(string(g.Table.Key), c)
	return c, nil
}

// replay plays standing records, and notes figures at the beginning of each round, and at the end; scores,
// which are secret before the end of some games, only if over is set.
func (c *course) replay(find engine.Titles, records []*engine.Record, over bool) error {
	now, err := engine.Replay(find, records[:1], nil)
	if err != nil {
		return err
	}
	records = slices.DeleteFunc(records[1:], func(r *engine.Record) bool { return r.Kind == engine.Noted })
	for i, r := range records {
		ends := i == len(records)-1 || content.TellsRound(now.Title, r, engine.Nobody)
		var after engine.Message
		if ends {
			after = now.Title.Status(now.Pos.View(engine.Nobody))
		}
		now.Seq = r.Seq - 1 // regardless of undone records before it
		if err := now.Apply(r); err != nil {
			return err
		}
		if ends {
			c.note(now, after, over)
		}
	}
	return nil
}

// note notes the figures of a game when a round has ended.
func (c *course) note(now *engine.Game, after engine.Message, over bool) {
	if over {
		scores := now.Title.Scores(now.Pos) // including players of the rules
		points := make([]int, len(scores))
		for _, s := range scores {
			points[s.Seat] = s.Points
		}
		c.scores.Of = append(c.scores.Of, templates.Standing{After: after, Points: points})
	}
	f, ok := now.Title.(engine.Chronicler)
	if !ok {
		return
	}
	for i, figure := range f.Figures(now.Pos.View(engine.Nobody)) {
		if i == len(c.figures) {
			c.figures = append(c.figures, templates.Course{Kind: figure.Kind, Head: figure.Head})
		}
		c.figures[i].Of = append(c.figures[i].Of, templates.Standing{After: after, Points: figure.Of})
	}
}
