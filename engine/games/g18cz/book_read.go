package g18cz

import (
	"embed"
	"errors"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/data18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

//go:embed data/*.json
var files embed.FS

// ownData is own.json: what only 18CZ has.
type ownData struct {
	Sizes  map[string]localSize `json:"local_sizes"`
	Locals []struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Size  string `json:"size"`
		Price int    `json:"price"`
		Two   bool   `json:"two"`
	} `json:"locals"`
	Timeline []struct {
		Round  Stage `json:"round"`
		Value  int   `json:"value"`
		Export bool  `json:"export"`
	} `json:"timeline"`
	Final   int    `json:"final_value"`
	Deals   string `json:"deals_from"`            // a phase
	LowCash int    `json:"cash_of_three"`         // the other reading (R2)
	MostTwo int    `json:"most_of_large_for_two"` // percent (12)
}

// localSize is what local railways of a size have in common (3).
type localSize struct {
	Income   int      `json:"income"`
	Purple   []string `json:"purple"`
	Waives   []string `json:"waives"` // sorts of terrain
	Discount int      `json:"discount"`
}

var sizeNames = [...]string{small: "small", medium: "medium", large: "large"}

// sizeNamed finds a size by its name; -1 if there is none.
func sizeNamed(name string) Size { return Size(slices.Index(sizeNames[:], name)) }

// paidSteps are the steps to the right for a dividend, by size (7.8).
var paidSteps = [...]int{small: 1, medium: 1, large: 2}

// readBook reads the embedded data.
func readBook() (*rulebook, error) {
	var own ownData
	game, err := data18xx.Read(files, "18cz")
	if err := errors.Join(err, datafile.Read(files, "18cz", "own.json", &own)); err != nil {
		return nil, err
	}
	standard := &game.Editions[0]
	b := &rulebook{chart: standard.Chart, phases: standard.Phases, piles: standard.Trains, lowCash: own.LowCash, final: own.Final}
	for i := range game.Editions {
		b.worlds[i] = game.Editions[i].World
		for n, t := range game.Editions[i].Tables {
			b.tables[n] = table{cash: t.Cash, limit: t.Certificates}
		}
	}
	b.deals = slices.IndexFunc(b.phases, func(p trains.Phase) bool { return p.Name == own.Deals })
	for size := range b.sizes {
		kind := &game.Kinds[size]
		b.sizes[size] = sizeRule{key: kind.Name, starts: kind.Starts, capital: kind.Cut().Shares(), paid: paidSteps[size]}
		b.opens[size] = slices.IndexFunc(b.phases, func(p trains.Phase) bool { return p.Limit[size] > 0 })
	}
	b.readCompanies(game, &own)
	b.readTimeline(&own)
	return b, b.readLocals(&own)
}

func (b *rulebook) readCompanies(game *data18xx.Game, own *ownData) {
	for i, d := range game.Companies {
		kind := &game.Kinds[d.Kind]
		c := company{id: d.ID, key: engine.Fold(d.ID), name: d.Name, size: Size(d.Kind), city: d.Homes[0].City, costs: kind.Stations}
		for _, h := range d.Homes {
			if slices.Contains(c.homes, h.Hex) {
				c.city = noCity // its director chooses
			} else {
				c.homes = append(c.homes, h.Hex)
			}
		}
		c.cut = [2]stock.Cut{kind.Cut(), kind.Cut()}
		if c.size == large {
			c.cut[1].Most = own.MostTwo
			c.red = redTile(b.worlds[0].Set, c.id)
		}
		b.companies[i] = c
		b.companyWords = append(b.companyWords, engine.Word[Company]{Text: c.id, Value: Company(i)})
	}
	for _, c := range game.Editions[1].Companies {
		b.inTwo[c] = true
	}
}

// redTile is the home tile of a large corporation, which has its name as label.
func redTile(set *track.Set, id string) track.TileID {
	return track.TileID(slices.IndexFunc(set.Tiles, func(t track.Tile) bool { return t.Colour == red && t.Label == id }))
}

func (b *rulebook) readTimeline(own *ownData) {
	set, round := 0, 0
	for _, r := range own.Timeline {
		s := slot{stage: r.Round, value: r.Value, export: r.Export}
		switch r.Round {
		case stocks:
			set, round = set+1, 0
			s.set = set
		case operating:
			round++
			s.set, s.round = set, round
		}
		b.timeline = append(b.timeline, s)
	}
}

func (b *rulebook) readLocals(own *ownData) error {
	for i, d := range own.Locals {
		rule, ok := own.Sizes[d.Size]
		if !ok {
			return fmt.Errorf("18cz: data/own.json: %s is of no size", d.ID)
		}
		l := local{
			id: d.ID, key: engine.Fold(d.ID), name: d.Name, size: sizeNamed(d.Size), price: d.Price, income: rule.Income,
			purple: rule.Purple, terrain: map[string]bool{}, discount: rule.Discount, two: d.Two,
		}
		for _, h := range b.worlds[0].Map.Hexes {
			if slices.Contains(rule.Waives, h.Terrain) {
				l.terrain[h.Name] = true
			}
		}
		b.locals[i] = l
		b.localWords = append(b.localWords, engine.Word[Local]{Text: l.id, Value: Local(i)})
	}
	return nil
}
