package admin

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// RenderFor are the parameters of render.
type RenderFor struct {
	Game   string `json:"game"`
	Player string `json:"player"`
	Step   uint64 `json:"step,omitempty"` // 0: now
	Kind   string `json:"kind,omitempty"` // by default turn, or news if the seat need not act
	HTML   bool   `json:"html,omitempty"`
}

// RenderedText is the result.
type RenderedText struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// renderFor shows the letter that a seat would get, and tells the table about it.
func (d drawDesk) renderFor(ctx context.Context, p RenderFor) (*RenderedText, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	seat, err := seatNamed(g.Table, p.Player)
	if err != nil {
		return nil, err
	}
	record, then, err := d.after(ctx, g, p.Step)
	if err != nil {
		return nil, err
	}
	f, kind := content.Facts{}.At(g.Table, g.Now, seat), templates.News
	if then != nil && record < g.Head.Seq { // that deadline is no longer stored
		f.Halt, f.Waits = templates.Halt{}, nil
		for _, s := range then.Waiting() {
			f.Waits = append(f.Waits, table.Wait{Seat: s})
		}
	}
	if slices.ContainsFunc(f.Waits, func(w table.Wait) bool { return w.Seat == seat }) {
		kind = templates.Turn
	}
	if p.Kind != "" {
		kind = templates.Kind(p.Kind)
	}
	if kind == templates.End && g.Table.State != table.Over {
		return nil, fault.Wrong("choose another kind of letter", "the last letter has the seed, and game %s is not over", g.Name)
	}
	if g.Now == nil {
		kind = templates.Invitation
	}
	data, err := f.Bytes()
	if err != nil {
		return nil, err
	}
	r, err := d.letters.Render(ctx, store.Letter{Game: g.Name, Seq: record, Seat: int(seat), Kind: string(kind), Queued: d.Now(), Data: data})
	if err != nil {
		return nil, err
	}
	out := &RenderedText{Subject: r.Subject, Text: r.Text}
	if p.HTML {
		out.Text = r.HTML
	}
	return out, d.confessSeat(ctx, g, seat)
}

// recordOf returns the record after which a game is at a step; step 0 is the present one.
func recordOf(g *games.Game, step uint64) (uint64, error) {
	switch {
	case step > g.Table.HiddenRecords.Step(g.Head.Seq, engine.Nobody):
		return 0, fault.Wrong("railpost game log shows the steps", "game %s has no step %d", g.Name, step)
	case step == 0:
		return g.Head.Seq, nil
	}
	return g.Table.HiddenRecords.Record(step, engine.Nobody), nil
}

// after returns a game as it was after a step, and its record.
func (d drawDesk) after(ctx context.Context, g *games.Game, step uint64) (record uint64, then *engine.Game, err error) {
	if record, err = recordOf(g, step); err == nil {
		then, err = d.Games.At(ctx, g, record)
	}
	return record, then, err
}
