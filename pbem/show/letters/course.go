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
	gains   []gain             // of a game that is over
}

// gain is what an order gained each seat. The last order of a round is none: points of the round follow it.
type gain struct {
	*engine.Record
	of []int
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
		var before []int
		if over && !ends && r.Kind == engine.Ordered && r.Seat >= 0 && !r.Hidden {
			before = scored(now)
		}
		now.Seq = r.Seq - 1 // regardless of undone records before it
		if err := now.Apply(r); err != nil {
			return err
		}
		if before != nil {
			c.gains = append(c.gains, gain{r, scored(now)})
			for seat, n := range before {
				c.gains[len(c.gains)-1].of[seat] -= n
			}
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
		c.scores.Of = append(c.scores.Of, templates.Standing{After: after, Points: scored(now)})
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

// scored returns the points of all seats, including players of the rules.
func scored(now *engine.Game) []int {
	scores := now.Title.Scores(now.Pos)
	points := make([]int, len(scores))
	for _, s := range scores {
		points[s.Seat] = s.Points
	}
	return points
}

// feats returns the first winner's order that gained most on the closest rival (the rival's on the winner where the
// rules play the winner), and the order that gained its own player most; nil if none gained anything.
func (c *course) feats(scores []templates.Score, t *table.Table) (decisive, biggest *templates.Feat) {
	list := slices.SortedStableFunc(slices.Values(scores), func(a, b templates.Score) int { return a.Rank - b.Rank })
	next := slices.IndexFunc(list, func(s templates.Score) bool { return s.Rank > 1 })
	if next < 0 && len(list) > 1 { // a draw
		next = 1
	}
	note := func(to **templates.Feat, g gain, n int) {
		if line := g.LineFor(engine.Nobody); line != "" && n > 0 && (*to == nil || n > (*to).N) {
			*to = &templates.Feat{Step: t.HiddenRecords.Step(g.Seq, engine.Nobody), Seat: g.Seat, Line: line, N: n}
		}
	}
	for _, g := range c.gains {
		note(&biggest, g, g.of[g.Seat])
		if next < 0 {
			continue
		}
		first, second := list[0].Seat, list[next].Seat
		if int(first) >= len(t.Players) {
			first, second = second, first
		}
		if g.Seat == first {
			note(&decisive, g, g.of[first]-g.of[second])
		}
	}
	return decisive, biggest
}
