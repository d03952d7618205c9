package journal

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/table"
)

// Group stores a group for undo: the moves of one change for one seat. Once another seat has acted, or
// something was shown, earlier moves cannot be taken back freely.
func (c *Change) Group(g table.Group) {
	groups := c.Table.LastGroups
	switch last := len(groups) - 1; {
	case last >= 0 && groups[last].Seat == g.Seat && groups[last].Before >= c.Game.Head.Seq:
		g.Before, g.Reveal, g.Was = groups[last].Before, g.Reveal || groups[last].Reveal, groups[last].Was
		groups = groups[:last]
	case last >= 0 && groups[last].Seat != g.Seat:
		groups = nil
	}
	if g.Reveal {
		groups = nil
	}
	c.Table.LastGroups = append(slices.Clip(groups), g)
	c.Table.Players[g.Seat].Moved = g.Last
	c.learn(g.Seat)
}

// learn notes what the game asked of a seat before this change: its letters have explained it.
func (c *Change) learn(s engine.Seat) {
	p := &c.Table.Players[s]
	if p.Tutor == nil || c.Game == nil || c.Game.Now == nil {
		return
	}
	asks := engine.Each(c.Game.Now.Pos.Prompts(s), func(prompt engine.Prompt) string { return prompt.Ask.Key })
	p.Learn(asks)
}
