package russian

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"math/bits"
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

// opData is one part of an effect.
type opData struct {
	Op      string   `json:"op"`
	N       int      `json:"n"`       // how often or how many; 1 if missing
	Colours []string `json:"colours"` // of tracks; any if missing
	Number  int      `json:"number"`  // of a locomotive, an engineer, a position
}

// boardData is board.json: the main board and the engineers.
type boardData struct {
	choices
	Tables map[int]struct {
		Rounds      int   `json:"rounds"`
		Workers     int   `json:"workers"` // at the start
		Reserve     int   `json:"reserve"` // that can be gained
		Rubles      int   `json:"rubles"`
		StackA      int   `json:"stack_a"` // engineers in play
		StackB      int   `json:"stack_b"`
		Public      int   `json:"public"`      // engineers that all may use
		Row         int   `json:"row"`         // of engineers
		Locomotives int   `json:"locomotives"` // of each number from 2 on
		Pass        []int `json:"pass"`        // points, by place in the turn order
		ClaimOwn    bool  `json:"claim_own"`   // a player may claim their present place
	} `json:"tables"` // by number of players
	Majority [2]int `json:"majority"` // of engineers: first, second
	Spaces   []struct {
		ID           string   `json:"id"`
		Group        string   `json:"group"`
		Workers      int      `json:"workers"`
		Rubles       int      `json:"rubles"`
		Effect       []opData `json:"effect"`
		LeastPlayers int      `json:"least_players"` // that use the space
		Open         bool     `json:"open"`          // any number of times in a round
		NotLast      bool     `json:"not_last_round"`
		OnlyLast     bool     `json:"only_last_round"`
	} `json:"spaces"`
	Engineers []struct {
		Number  int      `json:"number"`
		Stack   string   `json:"stack"` // A or B; the engineer of a ? card has none
		Workers int      `json:"workers"`
		Rubles  int      `json:"rubles"`
		Effect  []opData `json:"effect"`
	} `json:"engineers"`
}

// playerData is player.json: the board of a player.
type playerData struct {
	choices
	Railways map[string]struct {
		Length      int           `json:"length"`
		Colours     []string      `json:"colours"`
		Locomotives int           `json:"locomotives"` // places for them
		Doublers    int           `json:"doublers"`    // places for them
		StartTracks [Colours]int  `json:"start_tracks"`
		StartLocos  [2]int        `json:"start_locomotives"`
		Specials    []specialData `json:"specials"`
	} `json:"railways"`
	Values   [Colours]int `json:"values"` // of a space, in the order of the colours
	Revalued [Colours]int `json:"revalued"`
	Industry []struct {
		Points   int  `json:"points"`
		Slot     int  `json:"slot"` // a gap for a factory
		Question bool `json:"question"`
	} `json:"industry"`
}

// specialData is a space of a railway: a reward comes once, points in every scoring.
type specialData struct {
	ID         string   `json:"id"`
	Space      int      `json:"space"`
	Colour     string   `json:"colour"`
	Locomotive bool     `json:"locomotive"` // must reach it, too
	Medal      bool     `json:"medal"`
	Reward     []opData `json:"reward"`
	Score      int      `json:"score"`
	Double     bool     `json:"double"` // the whole railway
}

// cardsData is cards.json.
type cardsData struct {
	choices
	Factories []struct {
		Number int      `json:"number"`
		Effect []opData `json:"effect"`
	} `json:"factories"`
	QuestionSpaces []string   `json:"question_spaces"`
	Tokens         []cardData `json:"question_tokens"`
	Questions      []cardData `json:"question_cards"`
	End            []EndCard  `json:"end_cards"`
	Start          []cardData `json:"start_cards"`
}

type cardData struct {
	ID     string   `json:"id"`
	Effect []opData `json:"effect"`
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
	b := &Rulebook{byID: map[string]*Space{}}
	b.readTables(&board)
	if err := errors.Join(b.readSpaces(&board), b.readPlayer(&player), b.readCards(&cards)); err != nil {
		return nil, fmt.Errorf("russian: the data: %w", err)
	}
	return b, nil
}

// readTables reads the numbers that depend on the number of players, such as the points
// for passing (R4), and the majority.
func (b *Rulebook) readTables(d *boardData) {
	for n, in := range d.Tables {
		t := &b.tables[n]
		t.rounds, t.workers, t.reserve, t.rubles = in.Rounds, in.Workers, in.Reserve, in.Rubles
		t.engineersA, t.engineersB, t.public, t.rowLength, t.claimOwn = in.StackA, in.StackB, in.Public, in.Row, in.ClaimOwn
		copy(t.pass[1:], in.Pass)
		for number := 2; number < len(t.supply); number++ {
			t.supply[number] = in.Locomotives
		}
	}
	b.first, b.second = d.Majority[0], d.Majority[1]
}

func (b *Rulebook) add(s *Space) {
	b.Spaces = append(b.Spaces, s)
	b.byID[s.ID] = s
}

// readSpaces reads the action spaces, including the cost of the one of the last round
// (R5), and the engineers with their numbers, stacks and costs (R2).
func (b *Rulebook) readSpaces(d *boardData) error {
	for _, in := range d.Spaces {
		effect, err := parts(in.Effect)
		if err != nil {
			return err
		}
		s := &Space{ID: in.ID, group: in.Group, Workers: in.Workers, Rubles: in.Rubles, Effect: effect, Open: in.Open, notLast: in.NotLast, onlyLast: in.OnlyLast}
		for n := max(2, in.LeastPlayers); n < len(s.players); n++ {
			s.players[n] = true
		}
		if effect[0].Op == OpClaim {
			s.claims = effect[0].Arg
		}
		b.add(s)
	}
	for _, in := range d.Engineers {
		effect, err := parts(in.Effect)
		if err != nil {
			return err
		}
		b.add(&Space{ID: EngineerSpace(in.Number), group: "engineer", Workers: in.Workers, Rubles: in.Rubles,
			Effect: effect, players: [5]bool{2: true, 3: true, 4: true}, Engineer: in.Number})
		switch in.Stack {
		case "A":
			b.stackA = append(b.stackA, in.Number)
		case "B":
			b.stackB = append(b.stackB, in.Number)
		}
	}
	return nil
}

// readPlayer reads a player's board: T3 needs brown (R7), the star on K8 is worth 5 (R3),
// and the ? space of the industry comes after the third gap (R31).
func (b *Rulebook) readPlayer(d *playerData) (err error) {
	bit := uint32(1)
	for r := range Railway(Railways) {
		in := d.Railways[railwayNames[r]]
		b.Length[r], b.places[r], b.startTrack[r], b.startLocos[r] = in.Length, in.Locomotives, in.StartTracks, in.StartLocos
		b.doublers += in.Doublers
		if b.Accepts[r], err = mask(in.Colours); err != nil {
			return err
		}
		for _, s := range in.Specials {
			c, err := indexOf(ColourNames[:], s.Colour)
			if err != nil {
				return err
			}
			made := Special{ID: s.ID, Railway: r, Space: s.Space, Colour: Colour(c), NeedsReach: s.Locomotive, NeedsMedal: s.Medal, Score: s.Score, Doubles: s.Double}
			if made.Reward, err = parts(s.Reward); err != nil {
				return err
			}
			if s.Reward != nil {
				made.bit = bit
				bit <<= 1
			}
			b.Specials = append(b.Specials, made)
		}
	}
	b.questionI = bit
	b.Values = [2][Colours]int{d.Values, d.Revalued}
	for _, p := range d.Industry {
		made := IndustryPlace{Slot: p.Slot, points: p.Points, Question: p.Question}
		if p.Slot > 0 {
			b.FactorySlots++
		}
		if p.Slot > 0 || p.Question {
			made.points = b.Industry[len(b.Industry)-1].points
		}
		b.Industry = append(b.Industry, made)
	}
	return nil
}

// readCards reads the ? tokens and cards, the four start bonus cards (R8), the abilities of
// the factories by number (R1) and the end bonus cards.
func (b *Rulebook) readCards(d *cardsData) (err error) {
	for _, l := range []struct {
		from []cardData
		ids  *[]string
		do   *[][]Part
	}{
		{d.Tokens, &b.Tokens, &b.tokenDo}, {d.Questions, &b.QuestionCards, &b.qcardDo}, {d.Start, &b.StartCards, &b.startDo},
	} {
		for _, c := range l.from {
			effect, err := parts(c.Effect)
			if err != nil {
				return err
			}
			*l.ids, *l.do = append(*l.ids, c.ID), append(*l.do, effect)
		}
	}
	for _, f := range d.Factories {
		if b.Factories[f.Number], err = parts(f.Effect); err != nil {
			return err
		}
		if i := slices.IndexFunc(b.Factories[f.Number], func(p Part) bool { return p.Op == OpEndChoice }); i >= 0 {
			b.endPoints = cmp.Or(b.endPoints, b.Factories[f.Number][i].Left)
		}
	}
	b.QuestionSpaces, b.EndCards = d.QuestionSpaces, d.End
	return nil
}

func mask(names []string) (uint8, error) {
	var m uint8
	for _, n := range names {
		i, err := indexOf(ColourNames[:], n)
		if err != nil {
			return 0, err
		}
		m |= 1 << i
	}
	return m, nil
}

func indexOf(list []string, name string) (int, error) {
	if i := slices.Index(list, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%q is none of %q", name, list)
}

// parts compiles an effect.
func parts(list []opData) ([]Part, error) {
	var out []Part
	for _, d := range list {
		o, ok := opNames[d.Op]
		if !ok {
			return nil, fmt.Errorf("no rule knows the effect %q", d.Op)
		}
		colours, err := mask(d.Colours)
		if err != nil {
			return nil, err
		}
		p := Part{Op: o, Left: max(1, d.N), Arg: d.Number}
		switch {
		case o == OpUnlock:
			p.Arg = bits.TrailingZeros8(colours)
		case o == OpTrack && colours == 0:
			p.Colours = allColours
		default:
			p.Colours = colours
		}
		out = append(out, p)
	}
	return out, nil
}

// EngineerSpace returns the space of an engineer in orders.
func EngineerSpace(n int) string { return "eng-" + strconv.Itoa(n) }
