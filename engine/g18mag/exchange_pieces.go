package g18mag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/log18xx"
	"railpost/engine/stock"
)

// pieceNames are the names of pieces on the site: copies of tiles, trains and
// certificates. A position counts them and does not tell them apart.
type pieceNames struct {
	tiles  log18xx.Tiles
	shares log18xx.Certificates // by place of the major in the book
	trains trainNames
}

// trainNames says which train is whose.
type trainNames struct {
	owned    map[Company][]string // in the order in which they came
	scrapped []string             // the head first: sold again before new ones (actions.md 5)
	made     map[int]int          // by size: how many there were
}

func newPieces(s *State) pieceNames {
	var names []string
	for _, c := range companies[firstMajor:] {
		names = append(names, c.logID)
	}
	return pieceNames{
		tiles:  log18xx.NewTiles(s.world(), s.ground().logTiles),
		shares: log18xx.NewCertificates(names, slices.Repeat([]stock.Cut{book.cut}, len(names)), s.Seats, 1),
		trains: trainNames{owned: map[Company][]string{}, made: map[int]int{}},
	}
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
