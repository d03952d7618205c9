package log18xx

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// pieceWorld has two hexes, a double-sided piece of tiles 5 and 6, and tile 57.
func pieceWorld(t *testing.T) *track.World {
	t.Helper()
	city := []track.Stop{{Kind: track.City, Slots: 1}}
	set := &track.Set{
		Tiles: []track.Tile{
			{Number: "5", Colour: "yellow", Stops: city, Group: 0}, {Number: "6", Colour: "yellow", Stops: city, Group: 0}, {Number: "57", Colour: "yellow", Stops: city, Group: 1},
		},
		Stacks:   []track.Stack{{Faces: []track.TileID{0, 1}, Count: 3}, {Faces: []track.TileID{2}, Count: 2}},
		Upgrades: make([][]track.Upgrade, 3),
	}
	hexes := []track.Hex{{Name: "A1", LogID: "A1-0"}, {Name: "B2", At: hex.Coord{X: 4}, LogID: "B2-1"}, {Name: "C3", At: hex.Coord{X: 8}, LogID: "B2-2"}}
	track.Join(hexes)
	w := expect.Get(track.NewWorld(track.NewMap(hexes), set))(t)
	return w
}

func TestTiles(t *testing.T) {
	p := NewTiles(pieceWorld(t))
	p.Lay("A1", "5-0")
	p.Lay("B2", "57-0")
	for _, c := range []struct {
		hex  track.HexID
		tile track.TileID
		want string
	}{{2, 0, "5-1"}, {2, 1, "6-1"}, {0, 1, "6-0"}, {2, 2, "57-1"}, {1, 2, "57-0"}} {
		expect.Same(t, fmt.Sprintf("tile %d on hex %d", c.tile, c.hex), p.Free(c.hex, c.tile), c.want)
	}
	for _, c := range []struct {
		city string
		at   track.Place
	}{{"5-0-0", track.Place{Hex: 0}}, {"57-0-1", track.Place{Hex: 1, Stop: 1}}, {"B2-2-0", track.Place{Hex: 2}}} {
		expect.Same(t, c.city, expect.Get(p.Place(c.city))(t), c.at)
		expect.Same(t, c.at, p.City(c.at), c.city)
	}
	for _, city := range []string{"A1-0-0", "5-1-0", "5-0-x", ""} {
		expect.Fails(t, city, expect.Err(p.Place(city)), "")
	}
	p.Lay("A1", "6-0")
	expect.Fails(t, "a tile that was replaced lies at", expect.Err(p.Place("5-0-0")), "")
}

// traded returns the holders of the certificates of the only company.
func traded(p *Certificates) [][]int {
	var list [][]int
	for h := range stock.Holder(2) {
		list = append(list, *p.of(0, h))
	}
	return append(list, *p.of(0, stock.Bank), *p.of(0, stock.Unsold))
}

// TestCertificates follows a company of 40+20+20+20 through trades.
func TestCertificates(t *testing.T) {
	fresh := func() *Certificates {
		p := NewCertificates([]string{"BN"}, []stock.Structure{{Director: 40, Share: 20}}, 2, 2)
		return &p
	}
	buy := func(name string, pile, to, director stock.Holder) func(*Certificates) error {
		return func(p *Certificates) error { return p.Bought(name, pile, to, director) }
	}
	sell := func(names []string, percent int, from, director stock.Holder) func(*Certificates) error {
		return func(p *Certificates) error { return p.Sold(names, percent, from, director) }
	}
	start := buy("BN_0", stock.Unsold, 0, 0)
	cases := []struct {
		name  string
		steps []func(*Certificates) error
		want  [][]int // seats 0 and 1, bank, unsold
	}{
		{"nothing", nil, [][]int{nil, nil, nil, {0, 1, 2, 3}}},
		{"a start and a share", []func(*Certificates) error{start, buy("BN_2", stock.Unsold, 1, 0)}, [][]int{{0}, {2}, {}, {1, 3}}},
		{"another share than the one that is gone", []func(*Certificates) error{start, buy("BN_2", stock.Unsold, 1, 0), buy("BN_2", stock.Unsold, 1, 0)}, [][]int{{0}, {2, 1}, {}, {3}}},
		{"a purchase makes a director", []func(*Certificates) error{
			start, buy("BN_2", stock.Unsold, 1, 0), buy("BN_3", stock.Unsold, 1, 0), buy("BN_1", stock.Unsold, 1, 1),
		}, [][]int{{2, 3}, {1, 0}, {}, {}}},
		{"a sale", []func(*Certificates) error{start, buy("BN_1", stock.Unsold, 0, 0), sell([]string{"BN_1"}, 20, 0, 0)}, [][]int{{0}, {}, {1}, {2, 3}}},
		{"the director's certificate, whole", []func(*Certificates) error{
			start, buy("BN_1", stock.Unsold, 1, 0), buy("BN_2", stock.Unsold, 1, 0), sell([]string{"BN_0"}, 40, 0, 1),
		}, [][]int{{}, {0}, {1, 2}, {3}}},
		{"the director's certificate, half of it", []func(*Certificates) error{
			start, buy("BN_1", stock.Unsold, 1, 0), buy("BN_2", stock.Unsold, 1, 0), sell([]string{"BN_0"}, 20, 0, 1),
		}, [][]int{{1}, {0}, {2}, {3}}},
		{"a share, and another becomes director", []func(*Certificates) error{
			start, buy("BN_1", stock.Unsold, 1, 0), buy("BN_2", stock.Unsold, 1, 0), buy("BN_3", stock.Unsold, 0, 0), sell([]string{"BN_3"}, 20, 0, 1),
		}, [][]int{{1, 2}, {0}, {3}, {}}},
	}
	for _, c := range cases {
		p := fresh()
		for i, step := range c.steps {
			if err := step(p); err != nil {
				t.Errorf("%s, step %d: %v", c.name, i, err)
			}
		}
		if got := traded(p); !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	for _, names := range [][]string{nil, {"BN_4"}, {"KK_1"}, {"BN"}, {"BN_1", "BN_9"}} {
		expect.Fails(t, names, expect.Err(fresh().Lot(names)), "")
	}
	p := fresh()
	p.MoveAny(0, stock.Unsold, 1, 3)
	expect.Same(t, "selling 2", p.Selling(0, 1, 2), []string{"BN_1", "BN_2"})
	expect.Same(t, "selling 4", p.Selling(0, 1, 4), []string{"BN_1", "BN_2", "BN_3", "BN_0"})
}
