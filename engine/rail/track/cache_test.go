package track_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// TestKept: a network is computed once, shared by clones, and forgotten when
// track or stations change, on the board that changes only.
func TestKept(t *testing.T) {
	g := newGame(t, 1, 2)
	for range 30 {
		g.step()
	}
	b := g.board.Clone()
	rebuilt := func(do func()) int64 {
		before := g.w.Rebuilt.Load()
		do()
		return g.w.Rebuilt.Load() - before
	}
	ask := func(b *track.Board) func() {
		return func() {
			b.Reach(g.w, 0)
			b.Links(g.w, 0)
			b.Lays(g.w, 0, allCZ)
			b.Reach(g.w, 1)
		}
	}
	b.Swap(0, 0, 0) // forgets
	clone := b.Clone()
	steps := []struct {
		name string
		do   func()
		want int64
	}{
		{"two owners", ask(&b), 2},
		{"again", ask(&b), 0},
		{"a clone made before", ask(&clone), 0},
		{"a lay on the clone", func() { clone.Place(g.w, clone.Lays(g.w, 0, allCZ)[0]); ask(&clone)() }, 2},
		{"the first board", ask(&b), 0},
		{"a station", func() { b.AddStation(1, g.free(func(track.HexID) bool { return true })[0], 0); ask(&b)() }, 2},
	}
	for _, s := range steps {
		expect.Same(t, s.name, rebuilt(s.do), s.want)
	}
}

// TestRemember: clones of a board that remembers share the networks of the boards that they become, in any way;
// other boards and the board itself keep their own.
func TestRemember(t *testing.T) {
	g := newGame(t, 1, 2)
	for range 30 {
		g.step()
	}
	plain := g.board.Clone()
	b := g.board.Clone()
	b.Remember()
	own, lays := b.Reach(g.w, 0), b.Lays(g.w, 0, allCZ)
	laid := func(of track.Board, list ...track.Lay) *track.Reach {
		for _, l := range list {
			of.Place(g.w, l)
		}
		return of.Reach(g.w, 0)
	}
	one := laid(b.Clone(), lays[0])
	if laid(b.Clone(), lays[0]) != one || !reflect.DeepEqual(one, laid(plain.Clone(), lays[0])) {
		t.Error("clones with the same track have different networks")
	}
	if last := lays[len(lays)-1]; laid(b.Clone(), last) == one || !reflect.DeepEqual(laid(b.Clone(), last), laid(plain.Clone(), last)) {
		t.Error("a clone with other track has the network of another")
	}
	clone := b.Clone()
	clone.AddStation(0, g.free(func(track.HexID) bool { return true })[0], 0)
	if clone.Reach(g.w, 0) == own || b.Reach(g.w, 0) != own {
		t.Error("a station changes no network, or that of another board")
	}
	if first, second := laid(plain.Clone(), lays[0]), laid(plain.Clone(), lays[0]); first == second {
		t.Error("a board remembers that was not asked to")
	}
}

// TestRememberedNetworks: after any lays and stations, a board that remembers has the same networks as one that
// does not, and shares those that a change does not touch.
func TestRememberedNetworks(t *testing.T) {
	shared := 0
	for seed := range uint64(6) {
		g := newGame(t, seed, 4)
		for range 20 {
			g.step()
		}
		g.board.Remember()
		for n := range 60 {
			switch i := g.rng.IntN(len(g.board.Stations)); n % 10 {
			case 3:
				g.board.TakeStation(i)
			case 5:
				g.board.GiveStation(i, track.Owner(g.rng.IntN(g.owners)), g.board.Stations[i].Slot)
			case 7:
				h := g.board.Stations[i].Hex
				g.board.Swap(h, 0, len(g.board.Stops(g.w, h))-1)
			default:
				g.step()
			}
			fresh := track.Board{Laid: g.board.Laid, Stations: g.board.Stations, Left: g.board.Left}
			before := g.w.Rebuilt.Load()
			for owner := range track.Owner(g.owners) {
				if n%4 == 0 && owner > 1 {
					continue // asked for later, past other changes
				}
				reach, links := g.board.Reach(g.w, owner), g.board.Links(g.w, owner)
				r, l := fresh.Reach(g.w, owner), fresh.Links(g.w, owner)
				if !reflect.DeepEqual(reach, r) || fmt.Sprint(links.Stops, links.Links, links.Sides) != fmt.Sprint(l.Stops, l.Links, l.Sides) {
					t.Fatalf("seed %d, step %d: owner %d has another network than on a board that remembers nothing", seed, n, owner)
				}
				shared += 2
			}
			shared -= int(g.w.Rebuilt.Load() - before)
		}
	}
	if shared == 0 {
		t.Error("no network was shared")
	}
}

// TestMemo: a title's results from a network live as long as the network.
func TestMemo(t *testing.T) {
	g := newGame(t, 5, 1)
	computed := 0
	ask := func(b *track.Board, key string) any {
		return b.Links(g.w, 0).Memo(key, func() any { computed++; return key + "!" })
	}
	clone := g.board.Clone()
	for _, key := range []string{"x", "x", "y", "x"} {
		expect.Same[any](t, key, ask(&g.board, key), key+"!")
		ask(&clone, key)
	}
	expect.Same(t, "computed", computed, 2)
	clone.Swap(0, 0, 0)
	if ask(&clone, "x"); computed != 3 {
		t.Error("a change of stations did not forget")
	}
}

// TestJSON: a decoded board is the same and works, and its encoding is small.
func TestJSON(t *testing.T) {
	g := newGame(t, 2, 5)
	for range 150 {
		g.step()
	}
	text := engine.Encode(&g.board)
	if len(text) > 8<<10 {
		t.Errorf("a board of %d bytes", len(text))
	}
	var back track.Board
	expect.NoError(t, json.Unmarshal(text, &back))
	expect.Same(t, "decoded and encoded again it is another", string(engine.Encode(&back)), string(text))
	for owner := range track.Owner(g.owners) {
		if !reflect.DeepEqual(back.Lays(g.w, owner, allCZ), g.board.Lays(g.w, owner, allCZ)) ||
			!reflect.DeepEqual(back.Links(g.w, owner), g.board.Links(g.w, owner)) {
			t.Errorf("owner %d finds another board", owner)
		}
	}
}

// TestClonesAtOnce is for the race detector: goroutines ask and change clones.
func TestClonesAtOnce(t *testing.T) {
	g := newGame(t, 3, 4)
	for range 40 {
		g.step()
	}
	g.board.Swap(0, 0, 0) // nothing is computed yet
	var wg sync.WaitGroup
	want := len(g.board.Clone().Stations)
	for i := range 8 {
		b := g.board.Clone()
		wg.Go(func() {
			owner := track.Owner(i % g.owners)
			b.Links(g.w, owner)
			if lays := b.Lays(g.w, owner, allCZ); len(lays) > 0 {
				b.Place(g.w, lays[i%len(lays)])
			}
			b.Reach(g.w, owner)
			expect.Same(t, "stations", len(b.Stations), want)
		})
	}
	wg.Wait()
}
