package g18cz

import (
	"embed"
	"errors"
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
	MostTwo int    `json:"most_of_large_for_two"` // percent (Two players)
}

// localSize is what local railways of a size have in common (IV.1).
type localSize struct {
	Income   int      `json:"income"`
	Purple   []string `json:"purple"`
	Waives   []string `json:"waives"` // sorts of terrain
	Discount int      `json:"discount"`
}

// SizeNames are the ends of the message keys of sizes.
var SizeNames = [...]string{Small: "small", Medium: "medium", Large: "large"}

// paidSteps are the steps to the right for a dividend, by size (VIII.8).
var paidSteps = [...]int{Small: 1, Medium: 1, Large: 2}

// readBook reads the embedded data.
func readBook() (*Rulebook, error) {
	var own ownData
	game, err := data18xx.Read(files, "18cz")
	if err := errors.Join(err, datafile.Read(files, "18cz", "own.json", &own)); err != nil {
		return nil, err
	}
	standard := &game.Editions[0]
	b := &Rulebook{Chart: standard.Chart, Phases: standard.Phases, Piles: standard.Trains, lowCash: own.LowCash, Final: own.Final}
	for i := range game.Editions {
		b.Worlds[i] = game.Editions[i].World
		for n, t := range game.Editions[i].Tables {
			b.tables[n] = Table{cash: t.Cash, Limit: t.Certificates}
		}
	}
	b.Deals = slices.IndexFunc(b.Phases, func(p trains.Phase) bool { return p.Name == own.Deals })
	for size := range b.Sizes {
		kind := &game.Kinds[size]
		b.Sizes[size] = SizeRule{key: kind.Name, Starts: kind.Starts, Capital: kind.Structure().Shares(), Paid: paidSteps[size]}
		b.Opens[size] = slices.IndexFunc(b.Phases, func(p trains.Phase) bool { return p.Limit[size] > 0 })
	}
	b.readCompanies(game, &own)
	b.readTimeline(&own)
	b.readLocals(&own)
	return b, nil
}

func (b *Rulebook) readCompanies(game *data18xx.Game, own *ownData) {
	for i, d := range game.Companies {
		kind := &game.Kinds[d.Kind]
		c := Charter{ID: d.ID, key: engine.Fold(d.ID), Name: d.Name, Size: Size(d.Kind), City: d.Homes[0].City, costs: kind.Stations}
		for _, h := range d.Homes {
			if slices.Contains(c.Homes, h.Hex) {
				c.City = NoCity // its director chooses
			} else {
				c.Homes = append(c.Homes, h.Hex)
			}
		}
		c.structure = [2]stock.Structure{kind.Structure(), kind.Structure()}
		if c.Size == Large {
			c.structure[1].Most = own.MostTwo
			c.Red = redTile(b.Worlds[0].Set, c.ID)
		}
		b.Companies[i] = c
		b.CompanyWords = append(b.CompanyWords, engine.Word[Company]{Text: c.ID, Value: Company(i)})
	}
	for _, c := range game.Editions[1].Companies {
		b.InTwo[c] = true
	}
}

// redTile is the home tile of a large corporation, which has its name as label.
func redTile(set *track.Set, id string) track.TileID {
	return track.TileID(slices.IndexFunc(set.Tiles, func(t track.Tile) bool { return t.Colour == Red && t.Label == id }))
}

func (b *Rulebook) readTimeline(own *ownData) {
	set, round := 0, 0
	for _, r := range own.Timeline {
		s := Round{Stage: r.Round, Value: r.Value, Export: r.Export}
		switch r.Round {
		case Stocks:
			set, round = set+1, 0
			s.Set = set
		case Operating:
			round++
			s.Set, s.Number = set, round
		}
		b.Timeline = append(b.Timeline, s)
	}
}

func (b *Rulebook) readLocals(own *ownData) {
	for i, d := range own.Locals {
		rule := own.Sizes[d.Size]
		l := PrintedLocal{
			ID: d.ID, key: engine.Fold(d.ID), Name: d.Name, Size: Size(slices.Index(SizeNames[:], d.Size)), Price: d.Price, Income: rule.Income,
			Purple: rule.Purple, Terrain: map[string]bool{}, Discount: rule.Discount, Two: d.Two,
		}
		for _, h := range b.Worlds[0].Map.Hexes {
			if slices.Contains(rule.Waives, h.Terrain) {
				l.Terrain[h.Name] = true
			}
		}
		b.Locals[i] = l
		b.localWords = append(b.localWords, engine.Word[Local]{Text: l.ID, Value: Local(i)})
	}
}
