package games

import (
	"railpost/engine"
	"railpost/pbem/table"
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

// pastKept is how many earlier positions stay at hand for letters that are
// rendered a little late. Positions are never changed once taken, so each costs
// only what differs.
const pastKept = 8

// callNames tells a position how the players are called now: orders may name them.
func (g *Game) callNames(at *engine.Game) {
	if at != nil {
		at.SetNames(g.Table.Names())
	}
}

// Advance brings a loaded game up to a commit: its table, and the position that
// the appended records lead to.
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
