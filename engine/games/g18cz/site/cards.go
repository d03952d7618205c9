package site

import (
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// cardNames are the names of train cards on the site: "3c-1", whichever side is shown.
// A position does not distinguish equal cards.
type cardNames struct {
	list    []namedCard // of corporations and of the reserve, in the order they came there
	gone    []int       // by pile: number of cards that left the depot
	time    int         // place on the timeline up to which exports are counted
	neutral int         // number of the neutral player's corporations with their pieces
}

// namedCard is a card, Received while the take-over that it came with is being settled.
type namedCard struct {
	id string
	g18cz.Card
	owner g18cz.Company // NoCompany: the reserve
}

// shows reports whether a card of a position is in the place of this one.
func (x namedCard) shows(c g18cz.Card) bool { return x.Pile == c.Pile && x.Face == c.Face }

func newCards() cardNames { return cardNames{gone: make([]int, len(g18cz.Book.Piles))} }

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

// find returns the owner of a card, NoCompany for the reserve; ok is false for a card that
// no corporation ever had.
func (n *cardNames) find(id string) (c g18cz.Company, card g18cz.Card, ok bool) {
	i := slices.IndexFunc(n.list, func(x namedCard) bool { return x.id == id })
	if i < 0 {
		return g18cz.NoCompany, g18cz.Card{}, false
	}
	return n.list[i].owner, n.list[i].Card, true
}

// leave removes a card from its owner.
func (n *cardNames) leave(id string) {
	n.list = slices.DeleteFunc(n.list, func(x namedCard) bool { return x.id == id })
}

// move brings a card to an owner.
func (n *cardNames) move(id string, card g18cz.Card, to g18cz.Company) {
	n.leave(id)
	n.list = append(n.list, namedCard{id, card, to})
}

// ofSide returns the cards of an owner that show a side.
func (n *cardNames) ofSide(owner g18cz.Company, side g18cz.Card) (ids []string) {
	for _, x := range n.list {
		if x.owner == owner && x.shows(side) {
			ids = append(ids, x.id)
		}
	}
	return ids
}

// last returns the last card of a corporation that shows a side; "" for none.
func (n *cardNames) last(c g18cz.Company, side g18cz.Card) string {
	ids := n.ofSide(c, side)
	if len(ids) == 0 {
		return ""
	}
	return ids[len(ids)-1]
}

// nth returns the nth card of an owner that shows a side; "" for none.
func (n *cardNames) nth(owner g18cz.Company, side g18cz.Card, i int) string {
	if ids := n.ofSide(owner, side); i < len(ids) {
		return ids[i]
	}
	return ""
}

// runner returns the name of one of the trains that a corporation can run: the n-th
// that shows its side.
func (n *cardNames) runner(c g18cz.Company, cards []g18cz.Card, at int) string {
	return n.nth(c, cards[at], engine.Count(cards[:at], func(card g18cz.Card) bool { return card == cards[at] }))
}

// received counts the cards of the take-over that is being settled.
func (n *cardNames) received() int {
	return engine.Count(n.list, func(x namedCard) bool { return x.Received })
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
	t.cards.move(t.cards.next(pile), side, c)
	t.leavesDepot(s, pile)
}

// follow updates the names after changes that no action records: exports, the trains of the neutral player, rust.
func (t *translator) follow(s *g18cz.State) {
	for ; t.cards.time < s.Time; t.cards.time++ {
		switch slot := g18cz.Book.Timeline[t.cards.time]; {
		case !slot.Export:
		case s.Two():
			for _, c := range s.Neutral.Companies[:t.cards.neutral] {
				t.cards.list = slices.DeleteFunc(t.cards.list, func(x namedCard) bool { return x.owner == c })
				t.neutralCard(s, c)
			}
		default:
			t.leavesDepot(s, t.cards.top())
		}
	}
	// A position no longer has a card that shows a side which has rusted.
	t.cards.list = slices.DeleteFunc(t.cards.list, func(x namedCard) bool {
		cards := s.Reserve
		if x.owner != g18cz.NoCompany {
			cards = s.Companies[x.owner].Trains
		}
		return !slices.ContainsFunc(cards, x.shows)
	})
	if q, _ := s.Question(); q != g18cz.AskReceived && q != g18cz.AskDoubled {
		t.cards.settled()
	}
}

// settled records that no take-over is being settled.
func (n *cardNames) settled() {
	for i := range n.list {
		n.list[i].Received = false
	}
}

// spell lists the cards of an owner with the sides they show, and marks differences from the position.
func (n *cardNames) spell(owner g18cz.Company, cards []g18cz.Card) [][2]any {
	out := [][2]any{}
	left := slices.Clone(cards)
	for _, x := range n.list {
		if x.owner != owner {
			continue
		}
		i := slices.IndexFunc(left, x.shows)
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
