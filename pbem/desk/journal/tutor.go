package journal

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// learn notes what the game asked of a seat before this change: its letters have explained it.
func (c *Change) learn(s engine.Seat) {
	p := &c.Table.Players[s]
	if p.Tutor == nil || c.Game == nil || c.Game.Now == nil {
		return
	}
	var asks []string
	for _, prompt := range c.Game.Now.Pos.Prompts(s) {
		asks = append(asks, prompt.Ask.Key)
	}
	p.Learn(asks)
}

// newcomer reports whether a player is on file in no other game of the title, so that its
// steps may need to be explained.
func (c *Change) newcomer(s engine.Seat) bool {
	if s < 0 || !templates.Teaches(c.Table.Title) || c.Table.Players[s].Tutor != nil {
		return false
	}
	names, err := c.Journal.GamesOf(c.Ctx, c.Table.Players[s].Address())
	c.Fail(err)
	return !slices.ContainsFunc(names, func(name string) bool {
		if name == c.Table.Game {
			return false
		}
		g, err := c.Journal.Games.Load(c.Ctx, name)
		if err != nil {
			return false // it is gone
		}
		return g.Table.Title == c.Table.Title && g.Table.State != table.Inviting
	})
}
