package g18cz

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// What the public site calls the game, and the ways between its actions and our
// orders (actions.md): exchange_in.go from actions to orders, exchange_took.go
// what follows from actions for the names of pieces, exchange_out.go from orders
// to actions, exchange_run.go for routes, exchange_cards.go for the names of
// trains, exchange_state.go for the position itself.

var _ log18xx.Speaker = title{}

// siteProfile are the options under which games of the site are played.
const siteProfile = "18xx.games"

// neutralID is the id of the neutral player on the site (12).
const neutralID = -1

// Site is the title's name on the site.
func (title) Site() string { return "18CZ" }

// Setups is how a game of the site was begun.
func (t title) Setups(h *log18xx.Header) ([]engine.Setup, error) {
	if rules := h.Settings.OptionalRules; len(rules) > 0 {
		return nil, fmt.Errorf("18cz: the game is played with the optional rules %s, which are not supported", strings.Join(rules, ", "))
	}
	lo, hi := t.Seats()
	n := len(h.Players)
	if n < lo || n > hi {
		return nil, fmt.Errorf("18cz: the game has %d players; it is played by %d to %d", n, lo, hi)
	}
	options := maps.Clone(t.Profiles()[siteProfile])
	if n == 2 {
		seed, err := h.Seed()
		if err != nil {
			return nil, err
		}
		options[optNeutral] = companyIDs(dealt(seed))
	}
	return []engine.Setup{{Seats: n, Options: options, Version: t.Version()}}, nil
}

// dealt are the corporations, one of each size, that the site gives the neutral
// player with a seed (12).
func dealt(seed int64) (list []Company) {
	random := log18xx.NewRandom(seed)
	for size := range large + 1 {
		var of []Company
		for c := range Company(len(companies)) {
			if book.inTwo[c] && companies[c].size == size {
				of = append(of, c)
			}
		}
		list = append(list, of[random.Next()%len(of)])
	}
	return list
}

// mostSeeds is how many seeds are tried for the corporations of the neutral
// player; there are 36 sets of them.
const mostSeeds = 10000

// seedFor finds a seed with which the site deals these corporations, and any
// others behind them.
func seedFor(list []Company) (int64, error) {
	for seed := int64(1); seed <= mostSeeds; seed++ {
		if slices.Equal(dealt(seed)[:len(list)], list) {
			return seed, nil
		}
	}
	return 0, fmt.Errorf("18cz: no seed of the site deals the neutral player %s", companyIDs(list))
}

func companyIDs(list []Company) string {
	var ids []string
	for _, c := range list {
		ids = append(ids, companies[c].id)
	}
	return strings.Join(ids, ",")
}

// Header is what the site needs to come to the same first position. Players are
// listed in the order of the draft.
func (title) Header(first, last engine.Position, players []log18xx.Player) (log18xx.Header, error) {
	s := first.(*State)
	seed, err := seedFor(last.(*State).Neutral.Companies)
	if err != nil {
		return log18xx.Header{}, err
	}
	h := log18xx.Header{Title: title{}.Site(), ID: log18xx.ID("hs_railpost_" + strconv.FormatInt(seed, 10))}
	for _, seat := range s.Players {
		h.Players = append(h.Players, players[seat])
	}
	h.Settings.Seed = log18xx.Seed{Value: seed, Set: true}
	return h, nil
}

// talk translates one game.
type talk struct {
	header *log18xx.Header
	table  []engine.Seat // by place in the header
	tiles  log18xx.Tiles
	shares log18xx.Certificates
	cards  cardNames

	ran       *log18xx.Ran
	paid      []any
	operating []string         // order of the latest operating round
	grown     map[Company]bool // took another over
	draft     Draft            // before the latest action
	unsold    []Local          // the site keeps them: see tookPick
}

// Talk begins to translate a game.
func (title) Talk(h *log18xx.Header, first engine.Position) log18xx.Talk {
	s := first.(*State)
	var names []string
	var cuts []stock.Cut
	for c := range Company(len(companies)) {
		names, cuts = append(names, companies[c].id), append(cuts, s.cutOf(c))
	}
	t := &talk{
		header: h, table: slices.Clone(s.Players), tiles: log18xx.NewTiles(s.world()),
		shares: log18xx.NewCertificates(names, cuts, s.holders(), 2), cards: newCards(),
		grown: map[Company]bool{}, draft: Draft{Turn: s.Draft.Turn, Passed: slices.Clone(s.Draft.Passed)},
	}
	t.neutralReceives(s)
	return t
}

// Strict is p under what the site asks of live moves only: routes are checked
// (R28).
func (t *talk) Strict(p engine.Position) engine.Position {
	s := p.Clone().(*State)
	s.Rules.TrustRoutes = false
	return s
}

// player is the id of a seat on the site.
func (t *talk) player(seat engine.Seat) int {
	if seat == engine.Nobody {
		return neutralID
	}
	return t.header.Players[slices.Index(t.table, seat)].ID
}

// holderID is the id of a holder of shares.
func (t *talk) holderID(s *State, h stock.Holder) int {
	if int(h) >= s.Seats {
		return neutralID
	}
	return t.player(engine.Seat(h))
}

// seat is the way back.
func (t *talk) seat(player log18xx.ID) (engine.Seat, bool) {
	place, ok := t.header.Place(player)
	if !ok {
		return engine.Nobody, false
	}
	return t.table[place], true
}

// acting is the corporation that must act; noCompany where a player must.
func (s *State) acting() Company {
	if q, c := s.question(); q != noQuestion {
		return c
	}
	return s.company()
}
