package g18cz

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
	"railpost/engine/rail/trains"
	"railpost/templates"
)

// Help for the tests of this package: positions to start from, changes to them,
// lines that are tried.

// seating is a game without draws.
func seating(seats int) engine.Setup {
	return engine.Setup{Seats: seats, Version: Rules{}.Version(), Options: map[string]string{optSeating: "given", OptNeutral: "EKJ,BN,SX"}}
}

// bare is the rules alone.
var bare = engine.Bare{Rules: Rules{}}

// newGame is the position after the set-up.
func newGame(t *testing.T, seats int, changes ...func(*State)) *State {
	t.Helper()
	s := expect.Get(begin(&engine.Tx{}, seating(seats)))(t)
	for _, change := range changes {
		change(s)
	}
	return s
}

// inStock is a stock round that has just begun, the set-th. The draft is done: players have only their cash and
// the results of the changes.
func inStock(t *testing.T, seats, set int, changes ...func(*State)) *State {
	t.Helper()
	s := at(t, newGame(t, seats), Stocks, set, 0, changes)
	expect.NoError(t, beginStock(s, &engine.Tx{Pos: s}))
	return s
}

// inRound is an operating round that has just begun. The changes must make some
// corporation active.
func inRound(t *testing.T, seats, set, round int, changes ...func(*State)) *State {
	t.Helper()
	s := at(t, newGame(t, seats), Operating, set, round, changes)
	expect.NoError(t, beginRound(s, &engine.Tx{Pos: s}))
	return s
}

// at puts a game at a round of the timeline.
func at(t *testing.T, s *State, stage Stage, set, round int, changes []func(*State)) *State {
	t.Helper()
	s.Stage, s.Draft = stage, Draft{}
	s.Time = slices.IndexFunc(Book.Timeline, func(x Round) bool { return x.Stage == stage && x.Set == set && x.Number == round })
	if s.Time < 0 {
		t.Fatalf("there is no %s round %d.%d", stage, set, round)
	}
	for _, change := range changes {
		change(s)
	}
	return s
}

// mustCompany finds a corporation by its id.
func mustCompany(id string) Company {
	if c := CompanyNamed(id); c != NoCompany {
		return c
	}
	panic("there is no corporation " + id)
}

// founded starts a corporation for a seat at a price, with percent of it. It is active, with its capital, if
// that is enough.
func founded(seat engine.Seat, id string, price, percent int) func(*State) {
	return func(s *State) {
		c := mustCompany(id)
		placeMarker(s, c, price)
		holds(seat, id, percent)(s)
		if err := activate(s, &engine.Tx{Pos: s}, c); err != nil {
			panic(err)
		}
	}
}

// holds gives a seat more percent of a corporation.
func holds(seat engine.Seat, id string, percent int) func(*State) {
	return func(s *State) {
		c := mustCompany(id)
		s.Shares.Transfer(c.Stock(), stock.Unsold, HolderOf(seat), percent)
		findDirector(s, &engine.Tx{Pos: s}, c)
	}
}

// money sets the cash of a seat, treasury that of a corporation.
func money(seat engine.Seat, n int) func(*State) { return func(s *State) { s.Cash.Held[seat] = n } }

func treasury(id string, n int) func(*State) {
	return func(s *State) { s.Cash.Held[s.Account(mustCompany(id))] = n }
}

// owns gives a corporation trains, "2a 2+2b".
func owns(id, list string) func(*State) {
	return func(s *State) { s.Companies[mustCompany(id)].Trains = cards(list) }
}

// cards reads "2a 2+2b".
func cards(list string) (out []Card) {
	for _, name := range strings.Fields(list) {
		pile, face, ok := trains.Find(Book.Piles, name)
		if !ok {
			panic("there is no train " + name)
		}
		out = append(out, Card{Pile: pile, Face: face})
	}
	return out
}

// names writes trains as cards reads them.
func names(list []Card) string {
	return strings.Join(engine.Each(list, func(c Card) string { return Face(c).Name }), " ")
}

// drafted gives a seat a local railway, ownLocal a corporation.
func drafted(seat engine.Seat, id string) func(*State) {
	return func(s *State) { s.Locals[LocalNamed(id)].Owner = SeatAccount(seat) }
}

func ownLocal(company, id string) func(*State) {
	return func(s *State) { s.Locals[LocalNamed(id)].Owner = s.Account(mustCompany(company)) }
}

// reaches takes cards from the depot until those of a type are on top, and none of it is sold: the phase before
// it holds.
func reaches(kind string) func(*State) {
	return func(s *State) {
		for i, p := range Book.Piles {
			if p.Name[len(p.Name)-1:] == kind {
				s.Phase = max(0, i-1)
				return
			}
			s.Depot.Left[i] = 0
		}
		panic("there is no type " + kind)
	}
}

// inPhase has one card of the type sold, and no other effect of it.
func inPhase(name string) func(*State) {
	return func(s *State) {
		reaches(name)(s)
		if pile := s.Top(); pile > 0 {
			s.Phase = pile
			s.Depot.Take(Book.Piles, pile)
		}
	}
}

// under sets rules.
func under(change func(*Rulings)) func(*State) { return func(s *State) { change(&s.Rules) } }

// try returns the result of a line of the actor.
func try(s *State, line string) (*engine.Result, *engine.Refusal, error) {
	return tryOf(s, s.Actor(), line)
}

func tryOf(s *State, seat engine.Seat, line string) (*engine.Result, *engine.Refusal, error) {
	g := &engine.Game{Name: "test", Title: bare, Setup: seating(s.Seats), Pos: s}
	r, err := advise.Try(g, seat, line, false, advise.Words{})
	if refusal, ok := engine.AsRefusal(err); ok {
		return nil, refusal, nil
	}
	return r, nil, err
}

// played is the result of a line that must be accepted.
func played(t *testing.T, s *State, line string) *engine.Result {
	t.Helper()
	r, refusal, err := try(s, line)
	if err != nil || refusal != nil {
		t.Fatalf("%q: %v, %v", line, refusal, err)
	}
	return r
}

// refused reports a line that is accepted.
func refused(t *testing.T, what any, s *State, line string) {
	t.Helper()
	if r, refusal, err := try(s, line); err != nil || refusal == nil {
		t.Errorf("%v: %q is accepted: %v, %v", what, line, r, err)
	}
}

// after is the position after some lines of the acting seats, which must be accepted.
func after(t *testing.T, s *State, lines ...string) *State {
	t.Helper()
	for _, line := range lines {
		s = played(t, s, line).Pos.(*State)
	}
	return s
}

// said returns the keys of a line's reports, without their common prefix.
func said(t *testing.T, s *State, line string) string {
	t.Helper()
	keys := engine.Each(played(t, s, line).Reports, func(r engine.Report) string {
		return strings.TrimPrefix(r.Key, "18cz.report.")
	})
	return strings.Join(keys, " ")
}

// refusalCase is a line that a rule forbids.
type refusalCase struct {
	name string
	s    *State
	line string
	rule string
	key  string // after "18cz.no."
}

func (c refusalCase) check(t *testing.T) {
	t.Helper()
	before := string(engine.Encode(c.s))
	r, refusal, err := try(c.s, c.line)
	switch {
	case err != nil:
		t.Fatalf("%s: %q: %v", c.name, c.line, err)
	case refusal == nil:
		t.Fatalf("%s: %q is accepted as %q", c.name, c.line, r.Line)
	case refusal.Why.Key != "18cz.no."+c.key || refusal.Rule != c.rule:
		t.Errorf("%s: %q is refused by %s %s, not %s 18cz.no.%s", c.name, c.line, refusal.Rule, refusal.Why.Key, c.rule, c.key)
	}
	text := texts.Say("en", []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}, nil, refusal.Why)
	if t.Logf("%s (%s; %v)", text, refusal.Rule, refusal.Expected); strings.Contains(text, "[18cz.") || strings.Contains(text, "no value") {
		t.Errorf("%s: %s with %v is said as %q", c.name, refusal.Why.Key, refusal.Why.Args, text)
	}
	expect.Same(t, []any{c.name, c.line}, string(engine.Encode(c.s)), before)
}

var texts = func() *templates.Set {
	set, err := templates.New()
	if err != nil {
		panic(err)
	}
	return set
}()

// conserved counts things that never leave the game: money with the bank's balance, certificates, pieces of
// track, places of stations.
func conserved(p engine.Position) map[string]int {
	s := p.(*State)
	out := map[string]int{"money": s.Cash.Sum()}
	for a, n := range s.Cash.Held {
		if n < 0 {
			out["debts of account "+string(rune('a'+a))] = n
		}
	}
	for c := range Company(len(s.Companies)) {
		out["percent of "+c.ID()] = s.Shares.Of(c.Stock(), stock.Bank) + s.Shares.Of(c.Stock(), stock.Unsold) + s.Shares.Sold(c.Stock())
	}
	w := s.World()
	pieces := slices.Clone(s.Board.Left)
	for _, l := range s.Board.Laid {
		if id, ok := l.ID(); ok {
			pieces[w.Set.Tiles[id].Group]++
		}
	}
	for i, n := range pieces {
		out["pieces of tile "+w.Set.Tiles[i].Number] = n
	}
	return out
}

// Help for the tests of turns.

// turn is a turn that has just begun: the corporation, of seat 0, operates first in
// a late round. Its start price is the highest of its size.
func turn(t *testing.T, id string, changes ...func(*State)) *State {
	t.Helper()
	price := map[Size]int{Small: 70, Medium: 100, Large: 120}[mustCompany(id).Size()]
	percent := map[Size]int{Small: 75, Medium: 60, Large: 60}[mustCompany(id).Size()]
	all := []func(*State){inPhase("d"), noLocals, founded(0, id, price, percent)}
	return inRound(t, 4, 5, 1, append(all, changes...)...)
}

// noLocals removes all unowned local railways from the game.
func noLocals(s *State) {
	for l := range s.Locals {
		s.Locals[l].In = false
	}
}

// given gives local railways to a corporation, "S1 M2".
func given(id, list string) func(*State) {
	return func(s *State) {
		for _, name := range strings.Fields(list) {
			l := LocalNamed(name)
			s.Locals[l].In, s.Locals[l].Owner = true, s.Account(mustCompany(id))
		}
	}
}

// withSeat gives local railways to a seat.
func withSeat(seat engine.Seat, list string) func(*State) {
	return func(s *State) {
		for _, name := range strings.Fields(list) {
			l := LocalNamed(name)
			s.Locals[l].In, s.Locals[l].Owner = true, SeatAccount(seat)
		}
	}
}

// laid lays tiles "57 D5 1" without asking whether they may.
func laid(tiles ...string) func(*State) {
	return func(s *State) {
		for _, text := range tiles {
			words := strings.Fields(text)
			tile, ok := trackword.FindTile(s.World().Set, words[0])
			if !ok {
				panic("there is no tile " + text)
			}
			turn, _ := strconv.Atoi(words[2])
			placeTile(s, track.Lay{Tile: tile, Hex: hexOf(s, words[1]), Turn: turn})
		}
	}
}

func hexOf(s *State, name string) track.HexID {
	h, ok := trackword.FindHex(s.World().Map, name)
	if !ok {
		panic("there is no hex " + name)
	}
	return h
}

// stations puts stations of a corporation: "D5 E12.2".
func stations(id, list string) func(*State) {
	return func(s *State) {
		for _, name := range strings.Fields(list) {
			hex, city, _ := strings.Cut(name, ".")
			n, _ := strconv.Atoi(city)
			addStation(s, mustCompany(id), track.Place{Hex: hexOf(s, hex), Stop: max(0, n-1)})
		}
	}
}

// placed marks the home station of a corporation as placed: "D5".
func placed(id, city string) func(*State) {
	return func(s *State) {
		stations(id, city)(s)
		it := &s.Companies[mustCompany(id)]
		it.Home, it.Operated, it.TokenCosts = true, true, it.TokenCosts[1:]
	}
}

// changed is a position with changes.
func changed(s *State, changes ...func(*State)) *State {
	s = s.Clone().(*State)
	for _, change := range changes {
		change(s)
	}
	return s
}

func atStep(step Step) func(*State) { return func(s *State) { s.Turn.Step = step } }

// later makes the turn not the first.
func later(s *State) { s.Turn.First = false }

// where lists the stations of a corporation: "D5.0.0 E12.1.0", city and circle.
func where(s *State, id string) string {
	var list []string
	for _, st := range s.Board.Stations {
		if Company(st.Owner) == mustCompany(id) {
			list = append(list, s.HexName(st.Hex)+"."+strconv.Itoa(st.Stop)+"."+strconv.Itoa(st.Slot))
		}
	}
	return strings.Join(list, " ")
}

// lines are the legal lines of the actor that begin with a word.
func lines(s *State, word string) []string {
	return engine.Each(advise.List(bare, s, s.Actor(), word, 0, 0).Choices, func(c advise.Found) string {
		return c.Line
	})
}
