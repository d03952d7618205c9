package site

import (
	"fmt"
	"slices"
	"strconv"

	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// cardNames are the names of train cards on the site: "3c-1", whichever side is shown.
// A position does not distinguish equal cards.
type cardNames struct {
	owned    map[g18cz.Company][]namedCard // in the order of purchase
	reserve  []namedCard
	gone     []int    // by pile: how many left the depot
	received []string // of the take-over that is being settled
	time     int      // place on the timeline up to which exports are counted
	neutral  int      // how many corporations of the neutral player have their pieces
}

type namedCard struct {
	id string
	g18cz.Card
}

func newCards() cardNames {
	return cardNames{owned: map[g18cz.Company][]namedCard{}, gone: make([]int, len(g18cz.Book.Piles))}
}

// pileOfCard returns the pile of a card with this name: "3c-1".
func pileOfCard(id string) (pile int, ok bool) {
	base, copied := log18xx.CutPiece(id)
	n, err := strconv.Atoi(copied)
	for i := range g18cz.Book.Piles {
		if g18cz.Book.Piles[i].Name == base && err == nil && n >= 0 {
			return i, true
		}
	}
	return 0, false
}

// sideNamed returns the side of a card with this name on the site.
func sideNamed(pile int, name string) (g18cz.Card, bool) {
	card, ok := g18cz.FaceNamed(name)
	return card, ok && card.Pile == pile
}

// next returns the name of the card of a pile that leaves the depot next.
func (n *cardNames) next(pile int) string {
	return fmt.Sprintf("%s-%d", g18cz.Book.Piles[pile].Name, n.gone[pile])
}

// top returns the pile on top of the depot.
func (n *cardNames) top() int {
	for i, p := range g18cz.Book.Piles {
		if p.Count < 0 || n.gone[i] < p.Count {
			return i
		}
	}
	return len(g18cz.Book.Piles) - 1
}

// find returns the place of a card: its owner, or noCompany for the reserve; ok is
// false for a card that no corporation ever had.
func (n *cardNames) find(id string) (c g18cz.Company, card g18cz.Card, ok bool) {
	is := func(x namedCard) bool { return x.id == id }
	for c, list := range n.owned {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return c, list[i].Card, true
		}
	}
	if i := slices.IndexFunc(n.reserve, is); i >= 0 {
		return g18cz.NoCompany, n.reserve[i].Card, true
	}
	return g18cz.NoCompany, g18cz.Card{}, false
}

// leave removes a card from wherever it is.
func (n *cardNames) leave(id string) {
	is := func(x namedCard) bool { return x.id == id }
	for c := range n.owned {
		n.owned[c] = slices.DeleteFunc(n.owned[c], is)
	}
	n.reserve = slices.DeleteFunc(n.reserve, is)
	n.received = slices.DeleteFunc(n.received, func(other string) bool { return other == id })
}

// ofSide returns the last card of a corporation that shows a side; "" for none.
func (n *cardNames) ofSide(c g18cz.Company, side g18cz.Card) string {
	list := n.owned[c]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Pile == side.Pile && list[i].Face == side.Face {
			return list[i].id
		}
	}
	return ""
}

// runner returns the name of one of the trains that a corporation can run: the n-th
// that shows its side.
func (n *cardNames) runner(c g18cz.Company, cards []g18cz.Card, at int) string {
	nth := 0
	for _, card := range cards[:at] {
		if card == cards[at] {
			nth++
		}
	}
	for _, x := range n.owned[c] {
		if x.Pile != cards[at].Pile || x.Face != cards[at].Face {
			continue
		}
		if nth == 0 {
			return x.id
		}
		nth--
	}
	return ""
}

// showing returns the card of the reserve that shows a side; "" for none.
func (n *cardNames) showing(side g18cz.Card) string {
	for _, x := range n.reserve {
		if x.Card == side {
			return x.id
		}
	}
	return ""
}

// leavesDepot counts a card of a pile that leaves the depot. The first card of some
// piles brings the neutral player a corporation (Two players).
func (t *translator) leavesDepot(s *g18cz.State, pile int) {
	t.cards.gone[pile]++
	if t.cards.gone[pile] == 1 && slices.Contains(g18cz.Book.Opens[:], pile) {
		t.neutralReceives(s)
	}
}

// neutralReceives names the pieces of the next corporation of the neutral player:
// certificates until it is active, and a train. The site takes element 0, 1, 2 ... of a
// list that becomes shorter each time: certificates 0, 2, 4, 6.
func (t *translator) neutralReceives(s *g18cz.State) {
	if t.cards.neutral >= len(s.Neutral.Companies) {
		return
	}
	c := s.Neutral.Companies[t.cards.neutral]
	t.cards.neutral++
	structure := s.StructureOf(c)
	t.shares.Move(c.Stock(), 0, s.NeutralHolder())
	for k := 1; structure.Director+(k-1)*structure.Share < g18cz.Floats; k++ {
		t.shares.Move(c.Stock(), t.shares.Ordinary(c.Stock(), stock.Unsold)[k], s.NeutralHolder())
	}
	t.neutralCard(s, c)
}

func (t *translator) neutralCard(s *g18cz.State, c g18cz.Company) {
	pile := t.cards.top()
	side, _ := g18cz.Flipped(c, g18cz.Card{Pile: pile})
	t.cards.owned[c] = append(t.cards.owned[c], namedCard{t.cards.next(pile), side})
	t.leavesDepot(s, pile)
}

// follow updates the names for what no action records: exports, the trains of the
// neutral player, rust.
func (t *translator) follow(s *g18cz.State) {
	for ; t.cards.time < s.Time; t.cards.time++ {
		switch slot := g18cz.Book.Timeline[t.cards.time]; {
		case !slot.Export:
		case s.Two():
			for _, c := range s.Neutral.Companies[:t.cards.neutral] {
				t.cards.owned[c] = nil
				t.neutralCard(s, c)
			}
		default:
			t.leavesDepot(s, t.cards.top())
		}
	}
	for c := range g18cz.Company(len(s.Companies)) {
		t.cards.owned[c] = t.cards.still(t.cards.owned[c], s.Companies[c].Trains)
	}
	t.cards.reserve = t.cards.still(t.cards.reserve, s.Reserve)
	if q, _ := s.Question(); q != g18cz.AskReceived && q != g18cz.AskDoubled {
		t.cards.received = nil
	}
}

// still removes the cards that show a side which has rusted: the position no longer has
// them.
func (n *cardNames) still(list []namedCard, cards []g18cz.Card) []namedCard {
	return slices.DeleteFunc(list, func(x namedCard) bool {
		gone := !slices.ContainsFunc(cards, func(c g18cz.Card) bool { return c.Pile == x.Pile && c.Face == x.Face })
		if gone {
			n.received = slices.DeleteFunc(n.received, func(id string) bool { return id == x.id })
		}
		return gone
	})
}

// spell lists cards with the sides they show, and marks where the position has others.
func spell(list []namedCard, cards []g18cz.Card) [][2]any {
	out := [][2]any{}
	left := slices.Clone(cards)
	for _, x := range list {
		i := slices.IndexFunc(left, func(c g18cz.Card) bool { return c.Pile == x.Pile && c.Face == x.Face })
		if i < 0 {
			x.id += " is not in the position"
		} else {
			left = slices.Delete(left, i, i+1)
		}
		out = append(out, [2]any{x.id, g18cz.Face(x.Card).Name})
	}
	for _, c := range left {
		out = append(out, [2]any{"a train without a name", g18cz.Face(c).Name})
	}
	return out
}
