package russian

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// readBook reads and checks the embedded data.
func readBook() (*rulebook, error) {
	b := &rulebook{byID: map[string]*space{}}
	for _, read := range []func(*rulebook) error{readBoard, readEngineers, readLocos, readPlayerBoard, readSetup, readCards} {
		if err := read(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *rulebook) add(s *space) {
	b.spaces = append(b.spaces, s)
	b.byID[s.id] = s
}

func readBoard(b *rulebook) error {
	d, err := readData[boardData](files, "board.json")
	if err != nil {
		return err
	}
	for _, in := range d.Spaces {
		effect, err := parts(in.Effect)
		if err != nil {
			return err
		}
		s := &space{id: in.ID, group: in.Group, workers: in.Cost.Workers, rubles: in.Cost.Rubles, effect: effect,
			open: in.Uses == nil, notLast: in.NotLast, onlyLast: in.OnlyLast}
		for _, n := range in.Players {
			s.players[n] = true
		}
		if effect[0].Op == opClaim {
			s.claims = effect[0].Arg
		}
		b.add(s)
	}
	for n := 2; n <= 4; n++ {
		key, t := strconv.Itoa(n), &b.tables[n]
		t.public = d.Public.Count[key].Value
		t.rowLength = len(d.Row.Slots[key])
		for i := 1; i <= n; i++ {
			t.pass[i] = d.Pass[strconv.Itoa(i)].Value
		}
	}
	for _, id := range d.Blocked.Value {
		if b.byID[id] == nil || b.byID[id].players[2] {
			return fmt.Errorf("russian: data/board.json: %s is blocked with 2 players and yet available", id)
		}
	}
	b.startScore = d.Score.Start
	return nil
}

func readEngineers(b *rulebook) error {
	d, err := readData[engineersData](files, "engineers.json")
	if err != nil {
		return err
	}
	for _, in := range d.Engineers {
		effect, err := parts(in.Effect)
		if err != nil {
			return err
		}
		b.add(&space{id: engineerSpace(in.Number), group: "engineer", workers: in.Cost.Workers, rubles: in.Cost.Rubles,
			effect: effect, players: [5]bool{2: true, 3: true, 4: true}, engineer: in.Number})
		switch {
		case in.Stack == nil:
			b.letterless = in.Number
		case *in.Stack == "A":
			b.stackA = append(b.stackA, in.Number)
		default:
			b.stackB = append(b.stackB, in.Number)
		}
	}
	if len(d.Engineers) != d.Count || b.letterless != d.Letterless.Value || len(b.stackA) != d.Stacks.A || len(b.stackB) != d.Stacks.B {
		return fmt.Errorf("russian: data/engineers.json: %d engineers, letterless %d, stacks %v and %v", len(d.Engineers), b.letterless, b.stackA, b.stackB)
	}
	return nil
}

func readLocos(b *rulebook) error {
	d, err := readData[locosData](files, "locomotives.json")
	if err != nil {
		return err
	}
	for _, t := range d.Tiles {
		if t.Reach != t.Number {
			return fmt.Errorf("russian: data/locomotives.json: locomotive %d has reach %d", t.Number, t.Reach)
		}
		for n := 2; n <= 4; n++ {
			b.tables[n].supply[t.Number] = t.Supply[strconv.Itoa(n)]
		}
	}
	for _, f := range d.Factories {
		if b.factories[f.Number], err = parts(f.Effect); err != nil {
			return err
		}
	}
	b.extraLoco = d.Extra.Number
	return nil
}

func readPlayerBoard(b *rulebook) error {
	d, err := readData[playerData](files, "player_board.json")
	if err != nil {
		return err
	}
	if !slices.Equal(d.Colours, colourNames[:]) {
		return fmt.Errorf("russian: data/player_board.json: the colours stand as %q", d.Colours)
	}
	bit := uint32(1)
	for r := range Railway(railways) {
		in := d.Railways[railwayNames[r]]
		b.length[r], b.places[r] = in.Length.Value, in.Places
		if b.accepts[r], err = mask(in.Colours); err != nil {
			return err
		}
		b.doublers += len(in.Doublers)
		for _, s := range in.Specials {
			made, err := readSpecial(r, s)
			if err != nil {
				return err
			}
			if s.Once {
				made.bit = bit
				bit <<= 1
			}
			b.specials = append(b.specials, made)
		}
	}
	b.questionI = bit
	for i, v := range []valuesData{d.Values.Normal, d.Values.Revalued} {
		b.values[i] = [colours]int{v.Black, v.Grey, v.Brown, v.Natural, v.White}
	}
	last := 0
	for i, p := range d.Industry.Positions {
		if p.Pos != i {
			return fmt.Errorf("russian: data/player_board.json: industry position %d stands at %d", p.Pos, i)
		}
		if p.Points != nil {
			last = *p.Points
		}
		b.industry = append(b.industry, position{slot: p.Slot, points: last, question: p.Special != nil})
	}
	b.slots = d.FactorySlots
	return nil
}

func readSpecial(r Railway, d specialData) (special, error) {
	c, err := indexOf(colourNames[:], d.Needs.Colour)
	if err != nil {
		return special{}, err
	}
	s := special{id: d.ID, railway: r, space: d.Space, colour: Colour(c), loco: d.Needs.Locomotive, medal: d.Needs.Medal}
	if s.reward, err = parts(d.Reward); err != nil {
		return special{}, err
	}
	if d.Scoring != nil {
		switch d.Scoring.Op {
		case "points":
			s.score = d.Scoring.Count
		case "double_whole_railway":
			s.double = true
		default:
			return special{}, fmt.Errorf("russian: data/player_board.json: %s scores %q", d.ID, d.Scoring.Op)
		}
	}
	return s, nil
}

func readSetup(b *rulebook) error {
	d, err := readData[setupData](files, "setup.json")
	if err != nil {
		return err
	}
	for n := 2; n <= 4; n++ {
		key, t := strconv.Itoa(n), &b.tables[n]
		in := d.Players[key]
		t.rounds, t.workers, t.reserve = in.Rounds, in.StartWorkers, in.MaxWorkers-in.StartWorkers
		t.engineersA, t.engineersB, t.claimOwn = in.Engineers.A, in.Engineers.B, in.ClaimOwn
		t.rubles = d.Rubles[key].Value
	}
	for r := range railways {
		name := railwayNames[r]
		copy(b.startLocos[r][:], d.Start.Locos[name])
		for c := range colours {
			b.startTrack[r][c] = d.Start.Tracks[name][colourNames[c]]
		}
	}
	b.first, b.second = d.Majority.First, d.Majority.Second
	return nil
}

func readCards(b *rulebook) error {
	d, err := readData[cardsData](files, "tokens_cards.json")
	if err != nil {
		return err
	}
	lists := []struct {
		from []cardData
		ids  *[]string
		do   *[][]Part
	}{
		{d.Tokens.Tokens, &b.tokens, &b.tokenDo},
		{d.Cards.Cards, &b.qcards, &b.qcardDo},
		{d.Start.Cards, &b.startCards, &b.startDo},
	}
	for _, l := range lists {
		for _, c := range l.from {
			effect, err := parts(c.Effect)
			if err != nil {
				return err
			}
			*l.ids, *l.do = append(*l.ids, c.ID), append(*l.do, effect)
		}
	}
	b.qspaces = d.Tokens.Spaces
	if len(b.qspaces) != questionSpaces {
		return fmt.Errorf("russian: data/tokens_cards.json: ? spaces %q", b.qspaces)
	}
	for _, c := range d.End.Cards {
		b.endCards = append(b.endCards, endCard{c.ID, c.Score})
	}
	for _, f := range b.factories {
		i := slices.IndexFunc(f, func(p Part) bool { return p.Op == opEndChoice })
		if i >= 0 {
			b.endPoints = cmp.Or(b.endPoints, f[i].Left)
		}
	}
	return nil
}
