package russian

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"railpost/engine/datafile"
)

//go:embed data/*.json
var files embed.FS

// choices names the numbers of a file that the printed game leaves open; Declared tells
// how the program reads them.
type choices struct {
	Choices []string `json:"project_choice"`
}

// effect is the parts of an effect, as the data writes them.
type effect []Part

// UnmarshalJSON compiles the parts. It fails for an operation that no rule knows.
func (e *effect) UnmarshalJSON(b []byte) error {
	var list []struct {
		Op      string   `json:"op"`
		N       int      `json:"n"`       // times or amount; 1 if missing
		Colours []Colour `json:"colours"` // of tracks; any if missing
		Number  int      `json:"number"`  // of a locomotive, an engineer, a position
	}
	if err := datafile.Decode(b, &list); err != nil {
		return err
	}
	for _, d := range list {
		p := Part{Op: opNames[d.Op], Left: max(1, d.N), Arg: d.Number}
		switch {
		case p.Op == 0:
			return fmt.Errorf("no rule carries out the effect %q", d.Op)
		case p.Op == OpUnlock:
			p.Arg = int(d.Colours[0])
		case p.Op == OpTrack && d.Colours == nil:
			p.Colours = allColours
		default:
			p.Colours = mask(d.Colours)
		}
		*e = append(*e, p)
	}
	return nil
}

func mask(colours []Colour) (m uint8) {
	for _, c := range colours {
		m |= 1 << c
	}
	return m
}

// boardData is board.json: the main board and the engineers.
type boardData struct {
	choices
	Tables    map[int]*table `json:"tables"`
	Majority  [2]int         `json:"majority"` // of engineers: first, second
	Spaces    []*Space       `json:"spaces"`
	Engineers []*Space       `json:"engineers"`
}

// playerData is player.json: the board of a player.
type playerData struct {
	choices
	Railways map[string]struct {
		Length      int          `json:"length"`
		Colours     []Colour     `json:"colours"`
		Locomotives int          `json:"locomotives"` // places for them
		Doublers    int          `json:"doublers"`    // places for them
		StartTracks [Colours]int `json:"start_tracks"`
		StartLocos  [2]int       `json:"start_locomotives"`
		Specials    []Special    `json:"specials"`
	} `json:"railways"`
	Values   [Colours]int    `json:"values"` // of a space, in the order of the colours
	Revalued [Colours]int    `json:"revalued"`
	Industry []IndustryPlace `json:"industry"`
}

// cardsData is cards.json.
type cardsData struct {
	choices
	Factories []struct {
		Number int    `json:"number"`
		Effect effect `json:"effect"`
	} `json:"factories"`
	QuestionSpaces []string   `json:"question_spaces"`
	Tokens         []cardData `json:"question_tokens"`
	Questions      []cardData `json:"question_cards"`
	End            []EndCard  `json:"end_cards"`
	Start          []cardData `json:"start_cards"`
}

type cardData struct {
	ID     string `json:"id"`
	Effect effect `json:"effect"`
}

// readBook reads the embedded data.
func readBook() (*Rulebook, error) {
	var (
		board  boardData
		player playerData
		cards  cardsData
	)
	err := errors.Join(
		datafile.Read(files, "russian", "board.json", &board),
		datafile.Read(files, "russian", "player.json", &player),
		datafile.Read(files, "russian", "cards.json", &cards))
	if err != nil {
		return nil, err
	}
	b := &Rulebook{byID: map[string]*Space{}, tables: board.Tables, first: board.Majority[0], second: board.Majority[1]}
	b.addSpaces(&board)
	b.addPlayer(&player)
	b.addCards(&cards)
	return b, nil
}

// addSpaces adds the action spaces, including the cost of the one of the last round (R5),
// and the engineers with their numbers, stacks and costs (R2).
func (b *Rulebook) addSpaces(d *boardData) {
	for _, s := range d.Spaces {
		if s.Effect[0].Op == OpClaim {
			s.claims = s.Effect[0].Arg
		}
	}
	for _, s := range d.Engineers {
		s.ID = EngineerSpace(s.Engineer)
		switch s.Stack {
		case "A":
			b.stackA = append(b.stackA, s.Engineer)
		case "B":
			b.stackB = append(b.stackB, s.Engineer)
		}
	}
	b.Spaces = slices.Concat(d.Spaces, d.Engineers)
	for _, s := range b.Spaces {
		b.byID[s.ID] = s
	}
}

// addPlayer adds a player's board: T3 needs brown (R7), the star on K8 is worth 5 (R3),
// and the ? space of the industry comes after the third gap (R31).
func (b *Rulebook) addPlayer(d *playerData) {
	bit := uint32(1)
	for r := range Railway(Railways) {
		in := d.Railways[railwayNames[r]]
		b.Length[r], b.places[r], b.startTrack[r], b.startLocos[r] = in.Length, in.Locomotives, in.StartTracks, in.StartLocos
		b.Doublers += in.Doublers
		b.Accepts[r] = mask(in.Colours)
		for _, s := range in.Specials {
			s.Railway = r
			if s.Reward != nil {
				s.bit = bit
				bit <<= 1
			}
			b.Specials = append(b.Specials, s)
		}
	}
	b.questionI = bit
	b.Values = [2][Colours]int{d.Values, d.Revalued}
	for _, p := range d.Industry {
		if p.Slot > 0 {
			b.FactorySlots++
		}
		if p.Slot > 0 || p.Question {
			p.Points = b.Industry[len(b.Industry)-1].Points
		}
		b.Industry = append(b.Industry, p)
	}
}

// addCards adds the ? tokens and cards, the four start bonus cards (R8), the abilities of
// the factories by number (R1) and the end bonus cards.
func (b *Rulebook) addCards(d *cardsData) {
	split := func(cards []cardData) (ids []string, do [][]Part) {
		for _, c := range cards {
			ids, do = append(ids, c.ID), append(do, c.Effect)
		}
		return ids, do
	}
	b.Tokens, b.tokenDo = split(d.Tokens)
	b.QuestionCards, b.qcardDo = split(d.Questions)
	b.StartCards, b.startDo = split(d.Start)
	for _, f := range d.Factories {
		b.Factories[f.Number] = f.Effect
		if i := slices.IndexFunc(f.Effect, func(p Part) bool { return p.Op == OpEndChoice }); i >= 0 {
			b.endPoints = cmp.Or(b.endPoints, f.Effect[i].Left)
		}
	}
	b.QuestionSpaces, b.EndCards = d.QuestionSpaces, d.End
}

// EngineerSpace returns the space of an engineer in orders.
func EngineerSpace(n int) string { return "eng-" + strconv.Itoa(n) }
