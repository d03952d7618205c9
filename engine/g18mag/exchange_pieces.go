package g18mag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/log18xx"
	"railpost/engine/stock"
	"railpost/engine/track"
)

// pieceNames are the names of pieces on the site: copies of tiles, trains and
// certificates. A position counts them and does not tell them apart.
type pieceNames struct {
	tiles  map[track.HexID]string // that lie: "57-2"
	trains trainNames
	shares [][]certificates // by place of the major in the book, then by holder: seats, the bank last
}

// trainNames says which train is whose.
type trainNames struct {
	owned    map[Company][]string // in the order in which they came
	scrapped []string             // the head first: sold again before new ones (actions.md 5)
	made     map[int]int          // by size: how many there were
}

// certificates are numbers of certificates of one major in the order in which
// they came; 0 is the director's.
type certificates []int

func newPieces(seats int) pieceNames {
	p := pieceNames{tiles: map[track.HexID]string{}, trains: trainNames{owned: map[Company][]string{}, made: map[int]int{}}}
	for range len(companies) - minorsMost {
		piles := make([]certificates, seats+1)
		for n := range 1 + (100-book.cut.Director)/book.cut.Share {
			piles[seats] = append(piles[seats], n)
		}
		p.shares = append(p.shares, piles)
	}
	return p
}

// sizeOf is the size of a train by its name: "3-1".
func sizeOf(train string) (int, bool) {
	size, copied, ok := strings.Cut(train, "-")
	n, err := strconv.Atoi(size)
	if _, bad := strconv.Atoi(copied); !ok || err != nil || bad != nil {
		return 0, false
	}
	return n, true
}

// next is the train of a size that the bank sells next.
func (t *trainNames) next(size int) string {
	for _, name := range t.scrapped {
		if n, _ := sizeOf(name); n == size {
			return name
		}
	}
	return fmt.Sprintf("%d-%d", size, t.made[size])
}

// ownerOf is the minor that has a train.
func (t *trainNames) ownerOf(train string) (Company, bool) {
	for c, list := range t.owned {
		if slices.Contains(list, train) {
			return c, true
		}
	}
	return noCompany, false
}

// sell gives a train of the bank to a minor.
func (t *trainNames) sell(train string, to Company) {
	if i := slices.Index(t.scrapped, train); i >= 0 {
		t.scrapped = slices.Delete(t.scrapped, i, i+1)
	} else if size, ok := sizeOf(train); ok {
		t.made[size]++
	}
	t.owned[to] = append(t.owned[to], train)
}

// leave takes a train from a minor.
func (t *trainNames) leave(c Company, train string) {
	if i := slices.Index(t.owned[c], train); i >= 0 {
		t.owned[c] = slices.Delete(t.owned[c], i, i+1)
	}
}

// scrap gives a train back to the bank, to the head of its stock.
func (t *trainNames) scrap(c Company, train string) {
	t.leave(c, train)
	t.scrapped = slices.Insert(t.scrapped, 0, train)
}

// ofSize is the first train of a size that a minor has.
func (t *trainNames) ofSize(c Company, size int) string {
	for _, train := range t.owned[c] {
		if n, _ := sizeOf(train); n == size {
			return train
		}
	}
	return ""
}

// freeCopy is the lowest copy of a tile that does not lie on another hex: copies
// of the faces of a double-sided piece have the same numbers (actions.md 4).
func (p *pieceNames) freeCopy(w *track.World, hex track.HexID, tile track.TileID) string {
	faces := w.Set.Stacks[w.Set.Tiles[tile].Group].Faces
	used := map[string]bool{}
	for at, name := range p.tiles {
		number, copied := cutPiece(name)
		if at != hex && slices.ContainsFunc(faces, func(f track.TileID) bool { return w.Set.Tiles[f].Number == number }) {
			used[copied] = true
		}
	}
	n := 0
	for used[strconv.Itoa(n)] {
		n++
	}
	return fmt.Sprintf("%s-%d", w.Set.Tiles[tile].Number, n)
}

// cutPiece cuts "L33-0" into number and copy.
func cutPiece(name string) (number, copied string) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return name, ""
	}
	return name[:i], name[i+1:]
}

// hexOf finds the hex of a city: "619-1-0" by the tile that lies, "C12-0-0" by
// what is printed.
func (p *pieceNames) hexOf(s *State, city string) (hex track.HexID, index int, err error) {
	piece, number := cutPiece(city)
	index, err = strconv.Atoi(number)
	if err != nil {
		return 0, 0, log18xx.CannotSay("a city that is not named as tile, copy and number")
	}
	for hex, name := range p.tiles {
		if name == piece {
			return hex, index, nil
		}
	}
	for hex, name := range s.ground().logTiles {
		if name == piece && p.tiles[track.HexID(hex)] == "" {
			return track.HexID(hex), index, nil
		}
	}
	return 0, 0, log18xx.CannotSay("a city on a tile that does not lie")
}

// pile is the index of a holder's certificates.
func (p *pieceNames) pile(h stock.Holder) int {
	if h < 0 {
		return len(p.shares[0]) - 1
	}
	return int(h)
}

// cutShare reads the name of a certificate: "SIK_3".
func cutShare(name string) (c Company, number int, err error) {
	major, digits, ok := strings.Cut(name, "_")
	c = majorOf(major)
	number, bad := strconv.Atoi(digits)
	if !ok || bad != nil || c == noCompany || number < 0 || number > 8 {
		return 0, 0, log18xx.CannotSay("a certificate that does not exist")
	}
	return c, number, nil
}

func shareName(c Company, number int) string { return fmt.Sprintf("%s_%d", companies[c].logID, number) }

// move gives a certificate from wherever it is to a holder.
func (p *pieceNames) move(c Company, number int, to stock.Holder) {
	piles := p.shares[c.share()]
	for i := range piles {
		if at := slices.Index(piles[i], number); at >= 0 {
			piles[i] = slices.Delete(slices.Clone(piles[i]), at, at+1)
		}
	}
	at := p.pile(to)
	piles[at] = append(slices.Clone(piles[at]), number)
}

// plain lists the certificates of one share that a holder has.
func (p *pieceNames) plain(c Company, h stock.Holder) certificates {
	list := slices.Clone(p.shares[c.share()][p.pile(h)])
	return slices.DeleteFunc(list, func(n int) bool { return n == 0 })
}

// moveAny gives the first n certificates of one share from holder to holder.
func (p *pieceNames) moveAny(c Company, from, to stock.Holder, n int) {
	list := p.plain(c, from)
	for _, number := range list[:max(0, min(n, len(list)))] {
		p.move(c, number, to)
	}
}

// holds says whether a holder has a certificate.
func (p *pieceNames) holds(c Company, number int, h stock.Holder) bool {
	return slices.Contains(p.shares[c.share()][p.pile(h)], number)
}

// settle lets the director's certificate follow the director of the position: he
// gives two others for it (VII.6).
func (p *pieceNames) settle(s *State, c Company) {
	director := s.Shares.Director[c.share()]
	if p.holds(c, 0, director) {
		return
	}
	before := stock.Bank
	for seat := range s.Seats {
		if p.holds(c, 0, stock.Holder(seat)) {
			before = stock.Holder(seat)
		}
	}
	p.moveAny(c, director, before, book.cut.Director/book.cut.Share)
	p.move(c, 0, director)
}
