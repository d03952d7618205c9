package site

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
)

// Exchange is 18Mag as the public site plays it.
type Exchange struct{}

// Site is the title's name on the site.
func (Exchange) Site() string { return "18Mag" }

// Setups lists how a game of the site may have begun. Games from before 30 October 2025
// followed another reading of the draft and do not say so. It fails for games
// with an expansion.
func (Exchange) Setups(h *log18xx.Header) ([]engine.Setup, error) {
	if rules := h.Settings.OptionalRules; len(rules) > 0 {
		return nil, fmt.Errorf("18mag: the game is played with the optional rules %s: they are of an expansion (R-37) and not supported", strings.Join(rules, ", "))
	}
	prices, err := sitePrices(h)
	if err != nil {
		return nil, err
	}
	var list []engine.Setup
	for _, reading := range []string{"stay", "pass_on"} {
		options := maps.Clone(g18mag.Rules{}.Profiles()[log18xx.Profile])
		options[g18mag.OptPrices], options[g18mag.OptPriority] = prices, reading
		list = append(list, engine.Setup{Seats: len(h.Players), Options: options, Version: g18mag.Rules{}.Version()})
	}
	if h.LegacyDraft {
		return list[1:], nil
	}
	if !h.Created.IsZero() && h.Created.Before(stayed) {
		slices.Reverse(list)
	}
	return list, nil
}

// stayed is the date when the site changed its reading of the draft.
var stayed = time.Date(2025, time.October, 30, 0, 0, 0, 0, time.UTC)

// sitePrices returns the start prices of a game of the site in the form of the option:
// majors of the edition by list_order.
func sitePrices(h *log18xx.Header) (string, error) {
	seed, err := h.Seed()
	if err != nil {
		return "", err
	}
	_, most := g18mag.Rules{}.Seats()
	if n := len(h.Players); n < least || n > most {
		return "", fmt.Errorf("18mag: the game has %d players; it is played by %d to %d on the site", n, least, most)
	}
	words := engine.Each(dealt(seed, len((&g18mag.State{Seats: len(h.Players)}).Edition().Majors)), strconv.Itoa)
	return strings.Join(words, ","), nil
}

// least is the smallest number of players on the site: it has no game against István.
const least = 2

// dealt returns the start prices that the site deals with a seed.
func dealt(seed int64, majors int) []int {
	return engine.Each(log18xx.NewRandom(seed).Shuffle(len(g18mag.Book.Cards))[:majors], func(card int) int {
		return g18mag.Book.Cards[card]
	})
}

// mostSeeds caps the seeds that are tried for start prices. A given row of prices comes
// up about once in 20,000.
const mostSeeds = 1 << 21

// seedFor finds a seed with which the site deals these prices.
func seedFor(prices []int) (int64, error) {
	left := slices.Clone(g18mag.Book.Cards)
	for _, price := range prices {
		if i := slices.Index(left, price); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	for seed := int64(1); seed <= mostSeeds && len(left)+len(prices) == len(g18mag.Book.Cards); seed++ {
		if slices.Equal(dealt(seed, len(prices)), prices) {
			return seed, nil
		}
	}
	return 0, fmt.Errorf("18mag: no seed of the site deals the start prices %v", prices)
}

// Header returns what the site needs to reach the same first position. Seats are listed
// in table order.
func (Exchange) Header(first, _ engine.Position, players []log18xx.Player) (log18xx.Header, error) {
	s := first.(*g18mag.State)
	if s.Alone != nil {
		return log18xx.Header{}, errors.New("18mag: the site has no game against István; export it in Railpost's own format")
	}
	prices := engine.Each(s.Edition().Majors, s.PriceOf)
	seed, err := seedFor(prices)
	h := log18xx.Begun(Exchange{}.Site(), seed, players, s.Table)
	h.LegacyDraft = s.Rules.PassOn
	return h, err
}

// translator translates one game.
type translator struct {
	header *log18xx.Header
	pieces pieceNames
	pars   []int // start prices, by place of the major in the book
	ran    *log18xx.Ran
	paid   []any
	order  []g18mag.Company // of the companies when they last operated
}

// Translator returns a translator for one game.
func (Exchange) Translator(h *log18xx.Header, first engine.Position) log18xx.Translator {
	s := first.(*g18mag.State)
	t := &translator{header: h, pieces: newPieces(s)}
	for c := g18mag.FirstMajor; int(c) < len(g18mag.Companies); c++ {
		t.pars = append(t.pars, s.PriceOf(c))
	}
	return t
}

// player returns the id of a seat on the site, which lists players in table order.
func (t *translator) player(s *g18mag.State, seat engine.Seat) int {
	return t.header.Players[slices.Index(s.Table, seat)].ID
}

// seat is the inverse of player.
func (t *translator) seat(s *g18mag.State, player log18xx.ID) (engine.Seat, bool) {
	return t.header.Seat(player, s.Table)
}

// companyNamed returns the minor with a number or the major with a code.
func companyNamed(kind string, id log18xx.ID) (g18mag.Company, bool) {
	for c := range g18mag.Companies {
		if g18mag.Companies[c].SiteID == string(id) && g18mag.Company(c).Minor() == (kind == "minor") {
			return g18mag.Company(c), kind == "minor" || kind == "corporation"
		}
	}
	return g18mag.NoCompany, false
}

// kindOf returns the site's name for a kind of company.
func kindOf(c g18mag.Company) string {
	if c.Minor() {
		return "minor"
	}
	return "corporation"
}

// acting returns the kind and id of the entity that must act.
func (t *translator) acting(s *g18mag.State) (kind string, id log18xx.ID) {
	if c := s.Company(); c != g18mag.NoCompany {
		return kindOf(c), log18xx.ID(g18mag.Companies[c].SiteID)
	}
	return "player", log18xx.ID(strconv.Itoa(t.player(s, s.Actor)))
}
