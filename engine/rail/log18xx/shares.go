package log18xx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Certificates records who holds which certificate of a company: "SIK_3", "SIK_0" being the
// director's. A position knows only how much they hold.
type Certificates struct {
	names      []string
	structures []stock.Structure
	seats      int
	held       [][][]int // by company, then by holder: seats, Bank, Unsold; numbers in order of receipt
}

// NewCertificates has all certificates in the last pile. names and structures are by
// company, seats is how many can hold, piles 1 (Bank) or 2 (Bank and Unsold).
func NewCertificates(names []string, structures []stock.Structure, seats, piles int) Certificates {
	c := Certificates{names: names, structures: structures, seats: seats}
	for _, structure := range structures {
		held := make([][]int, seats+piles)
		for n := range 1 + (100-structure.Director)/structure.Share {
			held[seats+piles-1] = append(held[seats+piles-1], n)
		}
		c.held = append(c.held, held)
	}
	return c
}

// of returns a holder's certificates of a company.
func (p *Certificates) of(c stock.Company, h stock.Holder) *[]int {
	if h < 0 {
		h = stock.Holder(p.seats-1) - h
	}
	return &p.held[c][h]
}

// Name returns the name of a certificate.
func (p *Certificates) Name(c stock.Company, number int) string {
	return fmt.Sprintf("%s_%d", p.names[c], number)
}

// Read parses the name of a certificate.
func (p *Certificates) Read(name string) (c stock.Company, number int, err error) {
	company, digits, ok := strings.Cut(name, "_")
	i := slices.Index(p.names, company)
	number, bad := strconv.Atoi(digits)
	if !ok || bad != nil || i < 0 || number < 0 || number > (100-p.structures[i].Director)/p.structures[i].Share {
		return 0, 0, CannotSay("a certificate that does not exist")
	}
	return stock.Company(i), number, nil
}

// Holds reports whether a holder has a certificate.
func (p *Certificates) Holds(c stock.Company, number int, h stock.Holder) bool {
	return slices.Contains(*p.of(c, h), number)
}

// Holder returns who has a certificate.
func (p *Certificates) Holder(c stock.Company, number int) stock.Holder {
	for i, list := range p.held[c] {
		if slices.Contains(list, number) {
			if i >= p.seats {
				return stock.Holder(p.seats - 1 - i)
			}
			return stock.Holder(i)
		}
	}
	return stock.Bank
}

// Ordinary lists the certificates of one share that a holder has.
func (p *Certificates) Ordinary(c stock.Company, h stock.Holder) []int {
	list := slices.Clone(*p.of(c, h))
	return slices.DeleteFunc(list, func(n int) bool { return n == 0 })
}

// Move moves a certificate to a holder.
func (p *Certificates) Move(c stock.Company, number int, to stock.Holder) {
	from := p.of(c, p.Holder(c, number))
	*from = slices.DeleteFunc(slices.Clone(*from), func(n int) bool { return n == number })
	list := p.of(c, to)
	*list = append(slices.Clone(*list), number)
}

// MoveAny moves the first n certificates of one share from holder to holder.
func (p *Certificates) MoveAny(c stock.Company, from, to stock.Holder, n int) {
	list := p.Ordinary(c, from)
	for _, number := range list[:max(0, min(n, len(list)))] {
		p.Move(c, number, to)
	}
}

// Settle gives the director's certificate to the director, and ordinary ones of the same worth to its former holder.
func (p *Certificates) Settle(c stock.Company, director stock.Holder) {
	if before := p.Holder(c, 0); before != director {
		p.MoveAny(c, director, before, p.structures[c].Director/p.structures[c].Share)
		p.Move(c, 0, director)
	}
}

// Lot returns the company of the named certificates. *NoOrder: there are none, or they are
// of several companies.
func (p *Certificates) Lot(names []string) (stock.Company, error) {
	if len(names) == 0 {
		return 0, CannotSay("a trade without a certificate")
	}
	c, _, err := p.Read(names[0])
	if err != nil {
		return 0, err
	}
	for _, name := range names[1:] {
		if other, _, err := p.Read(name); err != nil || other != c {
			return 0, CannotSay("a trade of shares of several companies")
		}
	}
	return c, nil
}

// Selling names n shares that a holder sells: single shares first, the director's certificate last, which may
// be sold in part.
func (p *Certificates) Selling(c stock.Company, h stock.Holder, n int) (names []string) {
	own := p.Ordinary(c, h)
	if n > len(own) {
		own = append(own, 0)
	}
	for _, number := range own[:min(n, len(own))] {
		names = append(names, p.Name(c, number))
	}
	return names
}

// Sold moves sold certificates to the bank: those that are named, or others of the seller
// if these are elsewhere. Then the director's certificate goes to the director, and if less
// than that was sold, the bank gives change.
func (p *Certificates) Sold(names []string, percent int, from, director stock.Holder) error {
	c, err := p.Lot(names)
	if err != nil {
		return err
	}
	structure := p.structures[c]
	left := percent / structure.Share
	for _, name := range names {
		_, number, err := p.Read(name)
		switch {
		case err != nil || !p.Holds(c, number, from):
			continue
		case number == 0:
			left -= structure.Director / structure.Share
		default:
			left--
		}
		p.Move(c, number, stock.Bank)
	}
	p.MoveAny(c, from, stock.Bank, left)
	p.Settle(c, director)
	p.MoveAny(c, stock.Bank, from, -left)
	return nil
}

// Bought moves a bought certificate to a holder: the named one, or another of the same
// pile.
func (p *Certificates) Bought(name string, pile, to, director stock.Holder) error {
	c, number, err := p.Read(name)
	switch {
	case err != nil:
		return err
	case number == 0 || p.Holds(c, number, pile):
		p.Move(c, number, to)
	default:
		p.MoveAny(c, pile, to, 1)
	}
	if number != 0 {
		p.Settle(c, director)
	}
	return nil
}

// CutPiece splits the name of a piece, "L33-0", into its tile and its copy.
func CutPiece(name string) (what, copied string) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return name, ""
	}
	return name[:i], name[i+1:]
}

// Tiles records which copies of tiles are on the board: "57-2". A position knows only the
// tile.
type Tiles struct {
	World *track.World
	lie   map[track.HexID]string
}

// NewTiles returns the Tiles of an empty board.
func NewTiles(w *track.World) Tiles { return Tiles{World: w, lie: map[track.HexID]string{}} }

// Lay records that this copy is on a hex, and no other.
func (t *Tiles) Lay(hex, copied string) {
	if h, ok := t.World.Map.Find(hex); ok {
		t.lie[h] = copied
	}
}

// Free returns the lowest copy of a tile that is not on another hex: copies of the faces of
// a double-sided piece have the same numbers.
func (t *Tiles) Free(hex track.HexID, tile track.TileID) string {
	set := t.World.Set
	faces := set.Stacks[set.Tiles[tile].Group].Faces
	used := map[string]bool{}
	for at, name := range t.lie {
		number, copied := CutPiece(name)
		if at != hex && slices.ContainsFunc(faces, func(f track.TileID) bool { return set.Tiles[f].Number == number }) {
			used[copied] = true
		}
	}
	n := 0
	for used[strconv.Itoa(n)] {
		n++
	}
	return fmt.Sprintf("%s-%d", set.Tiles[tile].Number, n)
}

// City names a stop as the site does, by the piece on its hex: "619-1-0", "C12-0-0".
func (t *Tiles) City(p track.Place) string {
	piece := t.lie[p.Hex]
	if piece == "" {
		piece = t.World.Map.Hexes[p.Hex].LogID
	}
	return fmt.Sprintf("%s-%d", piece, p.Stop)
}

// Place returns the stop that a name means. *NoOrder: the board has no such place.
func (t *Tiles) Place(city string) (track.Place, error) {
	piece, number := CutPiece(city)
	stop, err := strconv.Atoi(number)
	if err != nil {
		return track.Place{}, CannotSay("a city that is not named as tile, copy and number")
	}
	for hex, name := range t.lie {
		if name == piece {
			return track.Place{Hex: hex, Stop: stop}, nil
		}
	}
	for hex := range t.World.Map.Hexes {
		if t.World.Map.Hexes[hex].LogID == piece && t.lie[track.HexID(hex)] == "" {
			return track.Place{Hex: track.HexID(hex), Stop: stop}, nil
		}
	}
	return track.Place{}, CannotSay("a city on a tile that is not on the board")
}

// TilesOn lists the tiles on a board as states show them: hex, and tile with its rotation.
func TilesOn(w *track.World, b *track.Board) map[string]string {
	list := map[string]string{}
	for id, laid := range b.Laid {
		if tile, ok := laid.ID(); ok {
			list[w.Map.Hexes[id].Name] = w.Set.Tiles[tile].Number + "/" + strconv.Itoa(laid.Turn)
		}
	}
	return list
}

// Stations lists the stations of an owner as states show them: hex, city, circle.
func Stations(w *track.World, b *track.Board, o track.Owner) [][3]any {
	list := [][3]any{}
	for _, st := range b.Stations {
		if st.Owner == o {
			list = append(list, [3]any{w.Map.Hexes[st.Hex].Name, st.Stop, st.Slot})
		}
	}
	slices.SortFunc(list, func(a, b [3]any) int {
		if by := strings.Compare(a[0].(string), b[0].(string)); by != 0 {
			return by
		}
		return a[1].(int) - b[1].(int)
	})
	return list
}
