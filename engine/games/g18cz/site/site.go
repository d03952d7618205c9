package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// Exchange is 18CZ as the public site plays it.
type Exchange struct{}

var rules g18cz.Rules

// neutralID is the id of the neutral player on the site (Two players).
const neutralID = -1

// Site is the title's name on the site.
func (Exchange) Site() string { return "18CZ" }

// Setups returns how a game of the site was begun.
func (Exchange) Setups(h *log18xx.Header) ([]engine.Setup, error) {
	if rules := h.Settings.OptionalRules; len(rules) > 0 {
		return nil, fmt.Errorf("18cz: the game is played with the optional rules %s, which are not supported", strings.Join(rules, ", "))
	}
	lo, hi := rules.Seats()
	n := len(h.Players)
	if n < lo || n > hi {
		return nil, fmt.Errorf("18cz: the game has %d players; it is played by %d to %d", n, lo, hi)
	}
	options := maps.Clone(rules.Profiles()[log18xx.Profile])
	if n == 2 {
		seed, err := h.Seed()
		if err != nil {
			return nil, err
		}
		options[g18cz.OptNeutral] = companyIDs(dealt(seed))
	}
	return []engine.Setup{{Seats: n, Options: options, Version: rules.Version()}}, nil
}

// dealt returns the corporations, one of each size, that the site gives the neutral
// player with a seed (Two players).
func dealt(seed int64) (list []g18cz.Company) {
	random := log18xx.NewRandom(seed)
	for size := range g18cz.Large + 1 {
		var of []g18cz.Company
		for c := range g18cz.Company(len(g18cz.Book.Companies)) {
			if g18cz.Book.InTwo[c] && c.Size() == size {
				of = append(of, c)
			}
		}
		list = append(list, of[random.Next()%len(of)])
	}
	return list
}

// mostSeeds caps the seeds that are tried for the corporations of the neutral player;
// there are 36 sets of them.
const mostSeeds = 10000

// seedFor finds a seed with which the site deals these corporations, and any
// others after them.
func seedFor(list []g18cz.Company) (int64, error) {
	for seed := int64(1); seed <= mostSeeds; seed++ {
		if slices.Equal(dealt(seed)[:len(list)], list) {
			return seed, nil
		}
	}
	return 0, fmt.Errorf("18cz: no seed of the site deals the neutral player %s", companyIDs(list))
}

func companyIDs(list []g18cz.Company) string {
	return strings.Join(engine.Each(list, func(c g18cz.Company) string { return c.ID() }), ",")
}

// Header returns what the site needs to reach the same first position. Players are
// listed in the order of the draft.
func (Exchange) Header(first, last engine.Position, players []log18xx.Player) (log18xx.Header, error) {
	seed, err := seedFor(last.(*g18cz.State).Neutral.Companies)
	return log18xx.Begun(Exchange{}.Site(), seed, players, first.(*g18cz.State).Players), err
}

// translator translates one game.
type translator struct {
	header *log18xx.Header
	table  []engine.Seat // by place in the header
	tiles  log18xx.Tiles
	shares log18xx.Certificates
	cards  cardNames

	ran       *log18xx.Ran
	paid      []any
	operating []string               // order of the latest operating round
	grown     map[g18cz.Company]bool // corporations that took another one over
	draft     g18cz.Draft            // before the latest action
	unsold    []g18cz.Local          // the site keeps them: see tookPick
}

// Translator returns a translator for one game.
func (Exchange) Translator(h *log18xx.Header, first engine.Position) log18xx.Translator {
	s := first.(*g18cz.State)
	var names []string
	var structures []stock.Structure
	for c := range g18cz.Company(len(g18cz.Book.Companies)) {
		names, structures = append(names, c.ID()), append(structures, s.StructureOf(c))
	}
	t := &translator{
		header: h, table: slices.Clone(s.Players), tiles: log18xx.NewTiles(s.World()),
		shares: log18xx.NewCertificates(names, structures, s.Holders(), 2), cards: newCards(),
		grown: map[g18cz.Company]bool{}, draft: g18cz.Draft{Turn: s.Draft.Turn, Passed: slices.Clone(s.Draft.Passed)},
	}
	t.neutralReceives(s)
	return t
}

// player returns the id of a seat on the site.
func (t *translator) player(seat engine.Seat) int {
	if seat == engine.Nobody {
		return neutralID
	}
	return t.header.Players[slices.Index(t.table, seat)].ID
}

// holderID returns the id of a holder of shares.
func (t *translator) holderID(s *g18cz.State, h stock.Holder) int {
	if int(h) >= s.Seats {
		return neutralID
	}
	return t.player(engine.Seat(h))
}

// seat is the inverse of player.
func (t *translator) seat(player log18xx.ID) (engine.Seat, bool) {
	return t.header.Seat(player, t.table)
}
