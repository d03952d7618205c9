package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// pieceNames are the names of pieces on the site: copies of tiles, trains and
// certificates. A position counts them and does not tell them apart.
type pieceNames struct {
	tiles  log18xx.Tiles
	shares log18xx.Certificates // by place of the major in the book
	trains trainNames
}

// card is a train card of the site. Another card may have the same name: see sell.
type card struct {
	name string
	nth  int // among all that were ever printed, from 1
}

// trainNames tracks where the train cards of the site are.
type trainNames struct {
	owned   map[g18mag.Company][]card // in the order of purchase
	pile    []card                    // the bank's, in the order of sale
	printed int
	means   map[string]int // by name: its card, the last one printed
}

func newPieces(s *g18mag.State) pieceNames {
	var names []string
	for _, c := range g18mag.Companies[g18mag.FirstMajor:] {
		names = append(names, c.SiteID)
	}
	trains := trainNames{owned: map[g18mag.Company][]card{}, means: map[string]int{}}
	for _, sold := range s.Goods().Trains {
		trains.pile = append(trains.pile, trains.print(sold.Size, 0))
	}
	return pieceNames{
		tiles:  log18xx.NewTiles(s.World()),
		shares: log18xx.NewCertificates(names, slices.Repeat([]stock.Structure{g18mag.Book.Structure}, len(names)), s.Seats, 1),
		trains: trains,
	}
}

// sizeOf returns the size of a train with this name: "3-1".
func sizeOf(train string) (int, bool) {
	size, copied, ok := strings.Cut(train, "-")
	n, err := strconv.Atoi(size)
	if _, bad := strconv.Atoi(copied); !ok || err != nil || bad != nil {
		return 0, false
	}
	return n, true
}

// print makes a new card; its name means this card from now on.
func (t *trainNames) print(size, copied int) card {
	t.printed++
	c := card{fmt.Sprintf("%d-%d", size, copied), t.printed}
	t.means[c.name] = c.nth
	return c
}

// known reports whether the name of a card means that card.
func (t *trainNames) known(c card) bool { return t.means[c.name] == c.nth }

// next returns the card of a size that the bank sells next.
func (t *trainNames) next(size int) card {
	i := slices.IndexFunc(t.pile, func(c card) bool { return c.size() == size })
	if i < 0 {
		return card{}
	}
	return t.pile[i]
}

func (c card) size() int {
	n, _ := sizeOf(c.name)
	return n
}

// ownerOf returns the minor that has the card with this name.
func (t *trainNames) ownerOf(name string) (g18mag.Company, bool) {
	nth, made := t.means[name]
	for c, list := range t.owned {
		if made && slices.Contains(list, card{name, nth}) {
			return c, true
		}
	}
	return g18mag.NoCompany, false
}

// sell gives the named card of the bank to a minor; old logs may use any name. There is
// any number of trains: a card that leaves the pile is replaced by a copy with the next
// number, unless the next card has the same size. The site does so even with a scrapped
// train in front of the pile; the copy then has the name of a card that was sold long
// ago.
func (t *trainNames) sell(name string, to g18mag.Company) {
	size, _ := sizeOf(name)
	i := slices.Index(t.pile, card{name, t.means[name]})
	if i < 0 {
		i = slices.Index(t.pile, t.next(size))
	}
	if i < 0 {
		return
	}
	sold := card{name, t.pile[i].nth}
	t.means[name] = sold.nth
	_, number := log18xx.CutPiece(name)
	copied, _ := strconv.Atoi(number)
	if i+1 < len(t.pile) && t.pile[i+1].size() == size {
		t.pile = slices.Delete(t.pile, i, i+1)
	} else {
		t.pile[i] = t.print(size, copied+1)
	}
	t.owned[to] = append(t.owned[to], sold)
}

// leave takes a card from a minor.
func (t *trainNames) leave(c g18mag.Company, train card) {
	if i := slices.Index(t.owned[c], train); i >= 0 {
		t.owned[c] = slices.Delete(t.owned[c], i, i+1)
	}
}

// scrap returns a card to the bank, at the front of its pile.
func (t *trainNames) scrap(c g18mag.Company, train card) {
	t.leave(c, train)
	t.pile = slices.Insert(t.pile, 0, train)
}

// ofSize returns the first card of a size that a minor has, preferring one that its
// name means.
func (t *trainNames) ofSize(c g18mag.Company, size int) card {
	var found card
	for _, train := range t.owned[c] {
		if train.size() == size && (found == card{} || !t.known(found) && t.known(train)) {
			found = train
		}
	}
	return found
}
