package track_test

import (
	"testing"

	"railpost/engine/rail/track"
)

// lateGame is a board of 18CZ with 150 lays, of which it names the owner with
// the most links.
func lateGame(b *testing.B) (*game, track.Owner) {
	g := newGame(b, 4, 6)
	for range 150 {
		g.step()
	}
	most := track.Owner(0)
	for owner := range track.Owner(g.owners) {
		if len(g.board.Links(g.w, owner).Links) > len(g.board.Links(g.w, most).Links) {
			most = owner
		}
	}
	b.ReportAllocs()
	return g, most
}

// forget makes the board compute everything again, without a change.
func forget(g *game) { g.board.Swap(0, 0, 0) }

func BenchmarkReach(b *testing.B) {
	g, owner := lateGame(b)
	for b.Loop() {
		forget(g)
		g.board.Reach(g.w, owner)
	}
	b.ReportMetric(float64(len(g.board.Reach(g.w, owner).Places())), "stops")
}

func BenchmarkLinks(b *testing.B) {
	g, owner := lateGame(b)
	for b.Loop() {
		forget(g)
		g.board.Links(g.w, owner)
	}
	b.ReportMetric(float64(len(g.board.Links(g.w, owner).Links)), "links")
}

func BenchmarkLays(b *testing.B) {
	g, owner := lateGame(b)
	n := 0
	for b.Loop() {
		n = len(g.board.Lays(g.w, owner, allCZ))
	}
	b.ReportMetric(float64(n), "lays")
}

func BenchmarkCheck(b *testing.B) {
	g, owner := lateGame(b)
	lays := g.board.Lays(g.w, owner, allCZ)
	for i := 0; b.Loop(); i++ {
		g.board.Check(g.w, owner, allCZ, lays[i%len(lays)])
	}
}

func BenchmarkPlace(b *testing.B) {
	g, owner := lateGame(b)
	l := g.board.Lays(g.w, owner, allCZ)[0]
	for b.Loop() {
		c := g.board.Clone()
		c.Place(g.w, l)
	}
}
