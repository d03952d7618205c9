package games

import (
	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// Game is a loaded game.
type Game struct {
	Name     string
	Head     store.Head
	Table    *table.Table
	Now      *engine.Game // nil until the game has begun
	Snapshot uint64       // last record with a snapshot

	past []*engine.Game
}

// pastKept is how many earlier positions are kept for letters that are rendered a little
// late. Positions are never changed once taken, so each costs only its difference.
const pastKept = 8

// callNames gives a position the current names of the players: orders may contain them.
func (g *Game) callNames(at *engine.Game) {
	if at != nil {
		at.SetNames(g.Table.Names())
	}
}

// Players returns the names of all players, including those played by the rules.
func (g *Game) Players() []string {
	if g.Now == nil {
		return g.Table.Names()
	}
	return g.Now.Players()
}

// Advance updates a loaded game after a commit: its table, and the position after the
// appended records.
func (g *Game) Advance(t *table.Table, next *engine.Game, commit store.Commit) {
	g.Head.Rev++
	g.Table = t
	for _, payload := range commit.Append {
		g.Head.Last = store.Chain(g.Head.Last, payload)
		g.Head.Seq++
	}
	if commit.Snapshot != nil {
		g.Snapshot = g.Head.Seq
	}
	if next == nil || next == g.Now {
		return
	}
	if g.Now != nil {
		g.past = append(g.past, g.Now)
		if len(g.past) > pastKept {
			g.past = append([]*engine.Game(nil), g.past[1:]...)
		}
	}
	g.Now = next
}
