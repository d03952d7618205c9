package g18cz

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/cash"
	"railpost/engine/stock"
	"railpost/engine/track"
	"railpost/engine/trackword"
	"railpost/engine/trains"
)

// fullState is the whole state of a trace (conformance/FORMAT.md), as far as
// sheets show it.
type fullState struct {
	Round     [3]any
	Step      string
	Active    [2]any
	Order     []int
	Operating []string
	Phase     string
	Depot     [][2]any
	Discard   []string
	Players   map[string]struct {
		Cash, Debt, Penalty int
		Shares              map[string]int
	}
	Corporations map[string]struct {
		Cash, Price, Treasury, Market int
		President                     int
		Floated                       bool
		At                            []int
		Trains                        [][2]string
		Tokens                        [][3]any
		Left                          []int `json:"tokens_left"`
	}
	Companies map[string][2]any
	Map       map[string]string
}

// shown is the position of a trace where its line number n holds a full state. What
// sheets do not show (turns, rules) is left out.
func shown(t testing.TB, trace string, n int) *State {
	t.Helper()
	f, err := os.Open("testdata/traces/" + trace + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<22)
	for i := 0; lines.Scan(); {
		var l struct {
			Action json.RawMessage
			Full   *fullState
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Action != nil {
			i++
		}
		if i == n && l.Full != nil {
			return l.Full.position(t)
		}
	}
	t.Fatalf("%s has no full state %d", trace, n)
	return nil
}

func (f *fullState) position(t testing.TB) *State {
	seats := len(f.Players)
	if f.Players["-1"].Shares != nil {
		seats-- // the neutral player
	}
	s := &State{Seats: seats, Stage: operating, Trader: engine.Nobody}
	s.Cash = cash.New(seats + companiesMost)
	s.Loans, s.Standing = make([]Loan, seats), make([]Answering, seats)
	s.Shares, s.Market = stock.NewBook(companiesMost, s.holders(), 2), stock.NewMarket(companiesMost)
	s.Board = track.NewBoard(s.world())
	s.unpack()
	s.Phase = int(f.Phase[0] - 'a')
	for _, id := range f.Order {
		if id > 0 {
			s.Players = append(s.Players, engine.Seat(id-1))
		}
	}
	f.timeline(s)
	f.trains(s)
	f.players(s)
	for c := range Company(companiesMost) {
		f.corporation(t, s, c)
	}
	for hexName, lies := range f.Map {
		number, turn, _ := strings.Cut(lies, "/")
		h, _ := s.world().Map.Find(hexName)
		id, ok := trackword.FindTile(s.world().Set, number)
		if !ok {
			t.Fatalf("there is no tile %s", number)
		}
		s.Board.Place(s.world(), track.Lay{Hex: h, Tile: id, Turn: int(turn[0] - '0')})
	}
	for c := range Company(companiesMost) {
		f.stations(s, c)
		if _, in := f.Corporations[companies[c].id]; !in && s.Companies[c].In && s.unlocked(companies[c].size) {
			s.Companies[c].Gone = true
		}
	}
	for l := range Local(localsMost) {
		f.local(s, l)
	}
	return s
}

func number(v any) int { n, _ := v.(float64); return int(n) }

// timeline finds the round, and who acts.
func (f *fullState) timeline(s *State) {
	if f.Round[0] == "SR" {
		s.Stage, s.Trader = stocks, engine.Seat(number(f.Active[1])-1)
	}
	s.Time = slices.IndexFunc(book.timeline, func(x slot) bool {
		return x.stage == s.Stage && x.set == number(f.Round[1]) && (s.Stage == stocks || x.round == number(f.Round[2]))
	})
	for _, id := range f.Operating {
		s.Order = append(s.Order, companyNamed(id))
	}
	if s.Stage == operating {
		s.At = max(0, slices.Index(s.Order, companyNamed(f.Active[1].(string))))
		s.Turn.Step = map[string]Step{"Track": stepTrack, "Token": stepStation, "Route": stepRun, "Dividend": stepPayout, "BuyCorporation": stepTakeOver, "BuyTrain": stepTrains}[f.Step]
		if s.Turn.Step == "" {
			s.Turn.Step = stepTrains
		}
	}
}

func (f *fullState) trains(s *State) {
	s.Depot, s.Sold = trains.NewDepot(book.piles), make([]int, len(book.piles))
	for i, p := range book.piles {
		s.Depot.Left[i] = 0
		for _, left := range f.Depot {
			if left[0] == p.Name {
				s.Depot.Left[i] = number(left[1])
			}
		}
	}
	for _, id := range f.Discard {
		name, _, _ := strings.Cut(id, "-")
		pile := slices.IndexFunc(book.piles, func(p trains.Pile) bool { return p.Name == name })
		s.Reserve = append(s.Reserve, Card{Pile: pile})
	}
}

func (f *fullState) players(s *State) {
	for id, p := range f.Players {
		seat, _ := strconv.Atoi(id)
		h := stock.Holder(seat - 1)
		if seat == -1 {
			h = s.neutral()
			s.Neutral.Cash = p.Cash
		} else {
			s.Cash.Held[seat-1] = p.Cash
			s.Loans[seat-1] = Loan{Debt: p.Debt, Penalty: p.Penalty}
		}
		for c, n := range p.Shares {
			s.Shares.Transfer(companyNamed(c).share(), stock.Unsold, h, n)
		}
	}
}

func (f *fullState) corporation(t testing.TB, s *State, c Company) {
	v := f.Corporations[companies[c].id]
	it := &s.Companies[c]
	it.Charter, it.Home = v.Left, len(v.Tokens) > 0
	if len(v.At) == 0 {
		return
	}
	s.Market.Enter(c.share(), v.At[1])
	it.Active, it.Start, it.Operated = v.Floated, v.Price, it.Home
	s.Cash.Held[s.account(c)] = v.Cash
	s.Shares.Transfer(c.share(), stock.Unsold, stock.Bank, v.Market)
	s.Shares.Director[c.share()] = stock.Holder(v.President - 1)
	if v.President == -1 {
		s.Shares.Director[c.share()], it.Neutral = s.neutral(), true
	}
	for _, card := range v.Trains {
		pile, face, ok := trains.Find(book.piles, card[1])
		if !ok {
			t.Fatalf("there is no train %s", card[1])
		}
		it.Trains = append(it.Trains, Card{Pile: pile, Face: face})
	}
}

func (f *fullState) stations(s *State, c Company) {
	for _, token := range f.Corporations[companies[c].id].Tokens {
		h, _ := s.world().Map.Find(token[0].(string))
		s.Board.AddStation(owner(c), track.Place{Hex: h, Stop: number(token[1])}, max(0, number(token[2])))
	}
}

func (f *fullState) local(s *State, l Local) {
	v, ok := f.Companies[book.locals[l].id]
	it := &s.Locals[l]
	it.In = ok
	switch o := v[0].(type) {
	case float64:
		it.Owner = wallet(engine.Seat(o - 1))
	case string:
		if c := companyNamed(o); c != noCompany {
			it.Owner = s.account(c)
		}
	}
}
