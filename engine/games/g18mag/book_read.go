package g18mag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/trains"
)

// The names of the two editions in the data.
const (
	largeName = "3-6"
	smallName = "1-2"
)

// readBook reads and checks the embedded data.
func readBook() (*rulebook, error) {
	b := &rulebook{large: edition{index: 0, name: largeName}, small: edition{index: 1, name: smallName}}
	for _, read := range []func(*rulebook) error{readCompanies, readMarket, readPhases, readSetup} {
		if err := read(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func readCompanies(b *rulebook) error {
	d, err := readData[companiesData]("companies.json")
	if err != nil {
		return err
	}
	if len(d.Minors) != minorsMost || len(d.Majors) != len(b.companies)-minorsMost {
		return fmt.Errorf("18mag: data/companies.json: %d minors and %d majors", len(d.Minors), len(d.Majors))
	}
	for i, m := range d.Minors {
		if m.Number != i+1 {
			return fmt.Errorf("18mag: data/companies.json: minor %d stands in place %d", m.Number, i+1)
		}
		b.companies[i] = minorOf(m)
		b.large.minors = append(b.large.minors, Company(i))
		if m.Small {
			b.small.minors = append(b.small.minors, Company(i))
		}
	}
	for i, m := range d.Majors {
		c := firstMajor + Company(i)
		if m.Order != i {
			return fmt.Errorf("18mag: data/companies.json: %s has list_order %d in place %d", m.ID, m.Order, i)
		}
		if err := readCut(b, m); err != nil {
			return err
		}
		b.companies[c] = company{word: m.Abbrev, key: majorKey(m.ID), name: m.Name, logID: m.ID, costs: m.Costs}
		b.large.majors = append(b.large.majors, c)
		if m.Small {
			b.small.majors = append(b.small.majors, c)
		}
	}
	for _, e := range []*edition{&b.large, &b.small} {
		e.majorWords = wordsOf(b, e.majors, e.index)
		e.words = append(wordsOf(b, e.minors, e.index), e.majorWords...)
	}
	b.startCash = d.AllMinor.Cash
	b.startSize, err = strconv.Atoi(strings.Join(d.AllMinor.Trains, ""))
	return err
}

func minorOf(m minorData) company {
	n := strconv.Itoa(m.Number)
	c := company{number: m.Number, word: n, key: n, name: m.Name, logID: n, tokens: m.Tokens, costs: m.Costs}
	for i, edition := range []string{largeName, smallName} {
		c.homes[i] = home{m.Home[edition].Hex, m.Home[edition].City, m.Home[edition].Place}
	}
	return c
}

// wordsOf are the names of companies in orders. A minor may also be named by its
// home, a hex or one of its places.
func wordsOf(b *rulebook, list []Company, edition int) []engine.Word[Company] {
	var words []engine.Word[Company]
	for _, c := range list {
		w := engine.Word[Company]{Text: b.companies[c].word, Value: c}
		if c.minor() {
			home := b.companies[c].homes[edition]
			w.Also = append([]string{"minor " + w.Text, home.hex, home.place, b.companies[c].name}, strings.Split(home.place, " & ")...)
		} else {
			w.Also = []string{markOf(w.Text)}
			if id := b.companies[c].logID; engine.Fold(id) != engine.Fold(w.Text) {
				w.Also = append(w.Also, id)
			}
		}
		words = append(words, w)
	}
	return words
}

// majorKey is the end of a major's message keys: "gc" for G&C.
func majorKey(id string) string {
	return strings.ReplaceAll(engine.Fold(id), "&", "")
}

// readCut checks that all majors are cut alike.
func readCut(b *rulebook, m majorData) error {
	cut := stock.Cut{Most: m.Most}
	sum := 0
	for _, s := range m.Shares {
		sum += s.Percent
		if s.Director {
			cut.Director = s.Percent
		} else {
			cut.Share = s.Percent
		}
	}
	if b.cut == (stock.Cut{}) {
		b.cut = cut
	}
	if cut != b.cut || sum != 100 {
		return fmt.Errorf("18mag: data/companies.json: %s is cut as %+v to %d %%", m.ID, cut, sum)
	}
	return nil
}

func readMarket(b *rulebook) error {
	d, err := readData[marketData]("market.json")
	if err != nil {
		return err
	}
	b.cards = d.Cards
	for _, e := range []*edition{&b.large, &b.small} {
		for i, s := range d.Charts[e.name].Spaces {
			if s.Index != i || i > 0 && s.Price <= e.chart[i-1] {
				return fmt.Errorf("18mag: data/market.json: chart %s does not rise at space %d", e.name, i)
			}
			e.chart = append(e.chart, s.Price)
			if s.Start != slices.Contains(d.Cards, s.Price) {
				return fmt.Errorf("18mag: data/market.json: chart %s: %d and the start price cards do not agree", e.name, s.Price)
			}
		}
		for i, m := range d.Dividends[e.name] {
			e.moves = append(e.moves, move{m.Min, m.Move})
			if last := i == len(d.Dividends[e.name])-1; last != (m.Max == nil) || !last && *m.Max+10 != d.Dividends[e.name][i+1].Min {
				return fmt.Errorf("18mag: data/market.json: the moves of %s have a gap at %d", e.name, m.Min)
			}
		}
	}
	return nil
}

func readPhases(b *rulebook) error {
	d, err := readData[phasesData]("phases.json")
	if err != nil {
		return err
	}
	b.markers = d.NoTrain.Counter
	for _, e := range []*edition{&b.large, &b.small} {
		game := d.Games[e.name]
		for i, p := range game.Phases {
			if p.Ends != (i == len(game.Phases)-1) {
				return fmt.Errorf("18mag: data/phases.json: phase %s of %s: only the last one ends the game", p.Name, e.name)
			}
			e.phases = append(e.phases, trains.Phase{Name: p.Name, Colours: p.Tiles, Limit: []int{p.Limit}, Rounds: p.Rounds, Ends: p.Ends})
		}
		for _, name := range game.Piles {
			size, err := strconv.Atoi(name)
			if err != nil {
				return fmt.Errorf("18mag: data/phases.json: pile %q: %w", name, err)
			}
			e.piles = append(e.piles, size)
		}
	}
	return nil
}

func readSetup(b *rulebook) error {
	d, err := readData[setupData]("setup.json")
	if err != nil {
		return err
	}
	if !slices.Equal(d.Prices, b.cards) || d.MostOfOne != b.cut.Most || d.Cash != 0 {
		return fmt.Errorf("18mag: data/setup.json: start prices %v, %d %% of one major, cash %d do not fit the other files", d.Prices, d.MostOfOne, d.Cash)
	}
	for n := 2; n < len(b.tables); n++ {
		key := strconv.Itoa(n)
		draft := d.Draft[key]
		b.tables[n] = table{limit: d.Limit[key], minors: draft.Minors, shares: draft.Shares, each: draft.SharesOffered}
		e := &b.large
		if n == 2 {
			e = &b.small
		}
		left := [2]int{len(e.minors) - n*draft.Minors, len(e.majors)*draft.SharesOffered - n*draft.Shares}
		if left != [2]int{draft.MinorsLeft, draft.SharesLeft} || draft.Majors != len(e.majors) || draft.MinorsOffered != len(e.minors) {
			return fmt.Errorf("18mag: data/setup.json: the draft for %d does not come out", n)
		}
	}
	return nil
}
