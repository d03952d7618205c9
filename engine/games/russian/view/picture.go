package view

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Picture is the boards of all players, the action spaces with their pieces, and the supply. Its words are
// those of orders.
func (View) Picture(view engine.Position, reader engine.Seat) *board.Board {
	s := placed(view.(*russian.State))
	b := &board.Board{Turn: &board.Turn{Round: s.Round, Rounds: s.Rounds()}}
	b.Turn.Order = engine.Each(s.Order, func(seat engine.Seat) int { return int(seat) })
	for seat := range engine.Seat(s.Seats) {
		b.Owners = append(b.Owners, board.Owner{Mark: strconv.Itoa(int(seat) + 1), Seat: int(seat), Style: int(seat), Round: true})
		m := matFacts(s, seat)
		if m.Own = seat == reader; m.Own {
			b.Mats = slices.Insert(b.Mats, 0, m)
		} else {
			b.Mats = append(b.Mats, m)
		}
	}
	for _, sp := range russian.Book.Spaces {
		if sp.Engineer == 0 && s.InPlay(sp) {
			b.Boxes = append(b.Boxes, boxFacts(s, sp))
		}
	}
	for slot, n := range s.Row {
		if n > 0 && slot != russian.HireSlot {
			x := boxFacts(s, russian.Book.Space(russian.EngineerSpace(n)))
			x.Later = !s.PublicSlot(slot)
			b.Boxes = append(b.Boxes, x)
		}
	}
	slices.SortStableFunc(b.Boxes, func(x, y board.Box) int {
		return cmp.Compare(slices.Index(boxGroups, x.Group), slices.Index(boxGroups, y.Group))
	})
	b.Stock, b.Signs = stockFacts(s), signFacts()
	return b
}

// boxGroups are the headings of action spaces, in their order.
var boxGroups = []string{key.GroupTracks, key.GroupWorks, key.SignOf + "rest", key.GroupEngineers}

// signFacts are the signs on the boards with their meanings.
func signFacts() []board.Sign {
	list := []board.Sign{{Chip: board.Chip{Sign: "place"}, Means: key.SignOf + "place"}}
	for c := range russian.Colour(russian.Colours) {
		list = append(list, board.Sign{Chip: board.Chip{Text: trackLetter(c), Colours: pictureColours[c : c+1]}, Means: key.ColourOf + russian.ColourNames[c]})
	}
	list = append(list, board.Sign{Chip: board.Chip{Text: "1", Colours: pictureColours[:]}, Means: key.SignOf + "any"})
	for _, word := range []string{"loco", "fac", "ind", "dbl", "r", "t", "1.", "x2"} {
		list = append(list, board.Sign{Chip: board.Chip{Text: word}, Means: key.SignOf + strings.TrimSuffix(word, ".")})
	}
	return list
}

func matFacts(s *russian.State, seat engine.Seat) board.Mat {
	p := &s.Players[seat]
	got := p.Scoring()
	m := board.Mat{
		Owner: int(seat), Place: slices.Index(s.Order, seat) + 1, Points: p.Score, Gain: got.Total(), Passed: p.Passed && !s.Over(),
		Acts: seat == s.Actor && !s.Over(), Hand: pieceFacts(seat, p.Supply()), Has: itemFacts(s, p),
	}
	for r := range russian.Railway(russian.Railways) {
		m.Rows = append(m.Rows, railwayFacts(p, r, got.Railways[r]))
	}
	m.Rows = append(m.Rows, industryFacts(p, got.Industry))
	return m
}

// pictureColours are the colours of track, in their order.
var pictureColours = [russian.Colours]string{"black", "gray", "brown", "tan", "ivory"}

// trackLetter is the letter of a colour, as in the drawings of letters.
func trackLetter(c russian.Colour) string { return string(trackLetters[c]) }

func railwayFacts(p *russian.Player, r russian.Railway, worth int) board.Row {
	row := board.Row{Name: strings.ToUpper(russian.RailwayLetters[r]), Reach: p.Reach(r), Worth: worth, Spaces: make([]board.Space, russian.Book.Length[r])}
	for i := range row.Spaces {
		row.Spaces[i].Text = strconv.Itoa(i + 1)
	}
	for i := range russian.Book.Specials {
		if sp := &russian.Book.Specials[i]; sp.Railway == r {
			prize := prizeFacts(sp)
			prize.Spent = p.Reached(sp)
			row.Spaces[sp.Space-1].Prize = &prize
		}
	}
	if r == russian.Transsib {
		row.Doubled, row.Doubles = p.Doublers, russian.Book.Doublers
	}
	for c := range russian.Colour(russian.Colours) {
		if russian.Book.Accepts[r]&p.Unlocked&(1<<c) != 0 {
			row.Bars = append(row.Bars, board.Bar{Colour: pictureColours[c], Letter: trackLetter(c), To: p.Track[r][c]})
		}
	}
	for _, n := range p.Locos[r] {
		if n > 0 {
			row.Engines = append(row.Engines, n)
		}
	}
	return row
}

// prizeFacts is the reward of a space of a railway.
func prizeFacts(sp *russian.Special) board.Chip {
	switch {
	case sp.Score > 0:
		return board.Chip{Text: strconv.Itoa(sp.Score), Sign: "star"}
	case sp.Doubles:
		return board.Chip{Text: "x2"}
	}
	return partFacts(sp.Reward[0])[0]
}

func industryFacts(p *russian.Player, worth int) board.Row {
	row := board.Row{Name: "ind", Reach: -1, Worth: worth}
	for _, place := range russian.Book.Industry {
		space := board.Space{Text: strconv.Itoa(place.Points)}
		switch {
		case place.Slot > 0:
			space = board.Space{Open: true}
			if n := p.Factories[place.Slot-1]; n > 0 {
				space.Text = strconv.Itoa(n)
			}
		case place.Question:
			space.Text = "?"
		}
		row.Spaces = append(row.Spaces, space)
	}
	row.Markers = append(row.Markers, board.Stand{Letter: "a", Space: p.Marker[0]})
	if p.Second {
		row.Markers = append(row.Markers, board.Stand{Letter: "b", Space: p.Marker[1]})
	}
	return row
}

// itemFacts are the engineers, the ? tokens placed and the end bonus cards of a player.
func itemFacts(s *russian.State, p *russian.Player) (list []board.Item) {
	for _, n := range p.Engineers {
		sp := russian.Book.Space(russian.EngineerSpace(n))
		_, used := s.At(sp.ID)
		list = append(list, board.Item{Name: sp.ID, Chips: effectFacts(sp.Effect), Spent: used})
	}
	tokens := board.Item{Name: "?"}
	for _, token := range p.Filled {
		if token > 0 {
			tokens.Chips = append(tokens.Chips, board.Chip{Text: russian.Book.Tokens[token-1]})
		}
	}
	cards := board.Item{Name: "endcard"}
	for _, n := range p.Cards {
		var c board.Chip
		if n > 0 {
			c.Text = russian.Book.EndCards[n-1].ID
		}
		cards.Chips = append(cards.Chips, c)
	}
	for _, i := range []board.Item{tokens, cards} {
		if len(i.Chips) > 0 {
			list = append(list, i)
		}
	}
	return list
}

// boxFacts is an action space; the one for hiring shows the available engineer.
func boxFacts(s *russian.State, sp *russian.Space) board.Box {
	group := spaceGroup(sp).Key
	if group == key.GroupRest { // no heading of choices
		group = key.SignOf + "rest"
	}
	x := board.Box{Name: sp.ID, Group: group, Takes: append(make([]string, sp.Workers), slices.Repeat([]string{"r"}, sp.Rubles)...), Gives: effectFacts(sp.Effect), Shared: sp.Open}
	if n := s.Row[russian.HireSlot]; sp.Effect[0].Op == russian.OpHire && n > 0 {
		id := russian.EngineerSpace(n)
		x.Gives = append([]board.Chip{{Text: id}}, effectFacts(russian.Book.Space(id).Effect)...)
	}
	for _, l := range s.Lying {
		if l.Space == sp.ID {
			x.On = append(x.On, pieceFacts(l.Who, l.Pay)...)
		}
	}
	return x
}

// pieceFacts are pieces of a player, with the letters of orders for substitutes of workers.
func pieceFacts(who engine.Seat, pay russian.Pay) (list []board.Worker) {
	for _, piece := range []board.Worker{{N: pay.Own}, {Letter: "b", N: pay.Black}, {Letter: "t", N: pay.Temp}, {Letter: "r", N: pay.Ruble}} {
		if piece.Owner = int(who); piece.N > 0 {
			list = append(list, piece)
		}
	}
	return list
}

func effectFacts(effect []russian.Part) (list []board.Chip) {
	for _, part := range effect {
		list = append(list, partFacts(part)...)
	}
	return list
}

// partFacts is a part of an effect in the words of orders, a number before them if there are
// several.
func partFacts(part russian.Part) []board.Chip {
	n := strconv.Itoa(part.Left)
	many := func(word string) []board.Chip {
		if part.Left > 1 {
			word = n + " " + word
		}
		return []board.Chip{{Text: word}}
	}
	switch part.Op {
	case russian.OpTrack:
		return trackFacts(part, n)
	case russian.OpUnlock:
		c := russian.Colour(part.Arg)
		return []board.Chip{{Text: trackLetter(c), Colours: pictureColours[c : c+1]}}
	case russian.OpIndustry:
		return many("ind")
	case russian.OpDoubler:
		return many("dbl")
	case russian.OpBuild:
		return []board.Chip{{Text: "loco"}, {Text: "fac", Or: true}}
	case russian.OpLoco:
		return many("loco")
	case russian.OpFactory:
		return many("fac")
	case russian.OpAgain:
		return many("again")
	case russian.OpPoints:
		return []board.Chip{{Text: "+" + n}}
	case russian.OpRuble:
		return []board.Chip{{Text: n + "r"}}
	case russian.OpTemps:
		return []board.Chip{{Text: n + "t"}}
	case russian.OpWorker:
		return []board.Chip{{Sign: "worker"}}
	case russian.OpQuestion:
		return []board.Chip{{Text: "?"}}
	case russian.OpClaim:
		return []board.Chip{{Text: strconv.Itoa(part.Arg) + "."}}
	}
	return nil
}

// trackFacts are track advances: in one colour, in one of some, or in any.
func trackFacts(part russian.Part, n string) (list []board.Chip) {
	if part.Colours == 1<<russian.Colours-1 {
		return []board.Chip{{Text: n, Colours: pictureColours[:]}}
	}
	for c := range russian.Colour(russian.Colours) {
		if part.Colours&(1<<c) != 0 {
			list = append(list, board.Chip{Text: n + trackLetter(c), Colours: pictureColours[c : c+1], Or: len(list) > 0})
		}
	}
	return list
}

// stockFacts are the supply: at the beginning start bonus cards, locomotives and factories, the ? cards left,
// and the deck of end bonus cards.
func stockFacts(s *russian.State) []board.Item {
	locos, factories, cards := board.Item{Name: "loco"}, board.Item{Name: "fac"}, board.Item{Name: "? card"}
	several := func(number, n int) board.Chip {
		return board.Chip{Text: strconv.Itoa(number) + " ×" + strconv.Itoa(n)}
	}
	for number, n := range s.Piles {
		if n > 0 {
			locos.Chips = append(locos.Chips, several(number, n))
		}
	}
	count := map[int]int{}
	for _, n := range s.FaceUp {
		count[n]++
	}
	for _, number := range slices.Sorted(maps.Keys(count)) {
		factories.Chips = append(factories.Chips, several(number, count[number]))
	}
	for i, id := range russian.Book.QuestionCards {
		if s.CardsUsed&(1<<i) == 0 {
			cards.Chips = append(cards.Chips, board.Chip{Text: id})
		}
	}
	start := board.Item{Name: "start"}
	for i, id := range russian.Book.StartCards {
		if s.Phase == russian.Starting && s.StartUsed&(1<<i) == 0 {
			start.Chips = append(start.Chips, board.Chip{Text: id})
		}
	}
	list := []board.Item{start, locos, factories, cards, {Name: "endcard", Chips: []board.Chip{{Text: "×" + strconv.Itoa(len(s.Deck))}}}}
	return slices.DeleteFunc(list, func(i board.Item) bool { return len(i.Chips) == 0 })
}
