package g18mag

import (
	"embed"
	"errors"
	"strings"

	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/rail/data18xx"
)

//go:embed data/*.json
var files embed.FS

// ownData is own.json: the data that only 18Mag has.
type ownData struct {
	Start struct {
		Cash  int `json:"cash"`
		Train int `json:"train"`
	} `json:"start"` // of a minor
	Tokens  map[string]int `json:"terrain_tokens"`
	Markers int            `json:"markers"`     // "no train sold"
	Least   int            `json:"least_price"` // of a train of another minor
	Draft   map[int]struct {
		Minors int `json:"minors"`
		Shares int `json:"shares"`
		Each   int `json:"each"`
	} `json:"draft"` // by number of players
	Editions map[string]editionData `json:"editions"`
}

type editionData struct {
	Moves []priceMove `json:"moves"`
	Sales map[string]struct {
		Seller string `json:"seller"`
		Gets   int    `json:"gets"` // of the price
	} `json:"sales"` // by train
	Services []string         `json:"services"` // the majors that sell one
	Prices   map[string][]int `json:"prices"`   // of services, by colour of the phase
	Bonus    map[string]int   `json:"bonus"`    // of a red area, by colour of the phase
}

// readBook reads the embedded data.
func readBook() (*rulebook, error) {
	var own ownData
	game, err := data18xx.Read(files, "18mag")
	if err := errors.Join(err, datafile.Read(files, "18mag", "own.json", &own)); err != nil {
		return nil, err
	}
	major := &game.Kinds[len(game.Kinds)-1]
	b := &rulebook{Structure: major.Structure(), Cards: major.Starts, StartCash: own.Start.Cash, StartSize: own.Start.Train, Markers: own.Markers}
	for i, c := range game.Companies {
		b.companies[i] = companyCard{Word: c.Word, Key: keyOf(c.ID), Name: c.Name, SiteID: c.ID, Tokens: own.Tokens[c.ID], TokenCosts: game.Kinds[c.Kind].Stations}
	}
	for i, e := range []*Edition{&b.Large, &b.Small} {
		e.Index = i
		b.readEdition(e, game, &own)
	}
	return b, nil
}

// keyOf returns the end of a company's message keys: "gc" for G&C.
func keyOf(id string) string { return strings.ReplaceAll(engine.Fold(id), "&", "") }

func (b *rulebook) readEdition(e *Edition, game *data18xx.Game, own *ownData) {
	d := &game.Editions[e.Index]
	e.name, e.world, e.Chart, e.Phases, e.Moves = d.Name, d.World, d.Chart, d.Phases, own.Editions[d.Name].Moves
	for _, i := range d.Companies {
		c := Company(i)
		if c.Minor() {
			b.companies[c].Homes[e.Index] = homeIn(d, game.Companies[i].Homes)
			e.Minors = append(e.Minors, c)
		} else {
			e.Majors = append(e.Majors, c)
		}
	}
	e.majorWords = b.words(e.Majors, e.Index)
	e.Words = append(b.words(e.Minors, e.Index), e.majorWords...)
	for n, t := range d.Tables {
		draft := own.Draft[n]
		b.tables[n] = Limits{Certificates: t.Certificates, minors: draft.Minors, shares: draft.Shares, each: draft.Each}
	}
	for n := range b.tables { // 14, 11 and 9 for 3 to 5 players; the table has no number for 6
		b.low[n] = b.tables[n]
		b.low[n].Certificates = b.tables[min(n+1, len(b.tables)-1)].Certificates
	}
	b.readGoods(e, d, own)
}

// homeIn returns the home of a minor in an edition.
func homeIn(d *data18xx.Edition, homes []data18xx.Home) Home {
	for _, h := range homes {
		if id, ok := d.World.Map.Find(h.Hex); ok && h.Edition == d.Name {
			return Home{h.Hex, id, h.City, d.World.Map.Hexes[id].Place}
		}
	}
	return Home{}
}

// words returns the names of companies in orders. A minor may also be named by its
// home, either the hex or one of its places.
func (b *rulebook) words(list []Company, edition int) []engine.Word[Company] {
	var words []engine.Word[Company]
	for _, c := range list {
		w := engine.Word[Company]{Text: b.companies[c].Word, Value: c}
		if c.Minor() {
			home := &b.companies[c].Homes[edition]
			w.Also = append([]string{"minor " + w.Text, home.Hex, home.Place, b.companies[c].Name}, strings.Split(home.Place, " & ")...)
		} else {
			w.Also = []string{MarkOf(w.Text)}
			if id := b.companies[c].SiteID; engine.Fold(id) != engine.Fold(w.Text) {
				w.Also = append(w.Also, id)
			}
		}
		words = append(words, w)
	}
	return words
}

// readGoods reads the goods for minors in an edition.
func (b *rulebook) readGoods(e *Edition, d *data18xx.Edition, own *ownData) {
	ours := own.Editions[d.Name]
	e.goods = Goods{Limit: e.Phases[0].Limit[0], Least: own.Least, Prices: ours.Prices, Bonus: ours.Bonus}
	for _, pile := range d.Trains {
		face, sale := &pile.Faces[0], ours.Sales[pile.Name]
		e.goods.Trains = append(e.goods.Trains, trainType{face.Range, face.Price, b.major(sale.Seller), sale.Gets})
		if pile.Opens {
			e.Piles = append(e.Piles, face.Range)
		}
	}
	e.goods.sizes = sizeWords(e.goods.Trains)
	for _, id := range ours.Services {
		e.goods.Services = append(e.goods.Services, b.major(id))
	}
}

// major finds a major by its code in public logs; NoCompany if there is none.
func (b *rulebook) major(logID string) Company {
	for c := FirstMajor; int(c) < len(b.companies); c++ {
		if b.companies[c].SiteID == logID {
			return c
		}
	}
	return NoCompany
}
