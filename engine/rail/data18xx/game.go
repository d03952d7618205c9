package data18xx

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"railpost/engine/datafile"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// Game is the content of the box.
type Game struct {
	Editions  []Edition
	Kinds     []Kind
	Companies []Company
}

// Edition is one way to play the game.
type Edition struct {
	Name      string         `json:"name"`
	Tables    map[int]Table  `json:"tables"` // by number of players
	Chart     stock.Chart    `json:"chart"`
	Phases    []trains.Phase `json:"phases"`
	World     *track.World   `json:"-"`
	Companies []int          `json:"-"` // indices into Game.Companies
	Trains    []trains.Pile  `json:"-"`
}

// Table has the figures that depend on the number of players.
type Table struct {
	Cash         int `json:"cash"`         // a player's cash at the start
	Certificates int `json:"certificates"` // the limit of a player
}

// Kind is a kind of companies.
type Kind struct {
	Name     string `json:"name"`
	Director int    `json:"director"`
	Share    int    `json:"share"`
	Most     int    `json:"most"`
	Stations []int  `json:"stations"` // prices, the home station first
	Starts   []int  `json:"starts"`   // start prices
}

// Structure is how companies of the kind are divided into certificates.
func (k *Kind) Structure() stock.Structure {
	return stock.Structure{Director: k.Director, Share: k.Share, Most: k.Most}
}

// Company is a railway or another company that players own.
type Company struct {
	ID       string   `json:"id"`   // as in public logs
	Word     string   `json:"word"` // as printed and in orders; the ID if missing
	Name     string   `json:"name"` // full name
	Homes    []Home   `json:"homes"`
	Editions []string `json:"editions"`
	Kind     int      `json:"-"` // index into Game.Kinds
}

// Home is a city where a company may begin.
type Home struct {
	Hex     string `json:"hex"`
	City    int    `json:"city"`
	Edition string `json:"edition"` // "": in each
}

// gameFile is game.json.
type gameFile struct {
	Editions  []Edition `json:"editions"`
	Kinds     []Kind    `json:"kinds"`
	Companies []struct {
		Company
		Kind string `json:"kind"`
	} `json:"companies"`
	Trains []struct {
		Name     string   `json:"name"`
		Count    int      `json:"count"`
		Opens    bool     `json:"opens"`
		Editions []string `json:"editions"`
		Faces    []struct {
			Name     string   `json:"name"`
			Kind     string   `json:"kind"`
			Range    int      `json:"range"`
			Price    int      `json:"price"`
			RustedBy []string `json:"rusted_by"`
		} `json:"faces"`
	} `json:"trains"`
}

// Read reads the data of a title from its folder data. The error names the file,
// the edition, hex, tile or name at fault.
func Read(fsys fs.FS, title string) (*Game, error) {
	var (
		file  gameFile
		maps  mapFile
		tiles tilesFile
	)
	err := errors.Join(
		datafile.Read(fsys, title, "game.json", &file),
		datafile.Read(fsys, title, "map.json", &maps),
		datafile.Read(fsys, title, "tiles.json", &tiles))
	if err != nil {
		return nil, err
	}
	g := &Game{Editions: file.Editions, Kinds: file.Kinds}
	if err := g.companies(&file); err != nil {
		return nil, fmt.Errorf("%s: data/game.json: %w", title, err)
	}
	for i := range g.Editions {
		e := &g.Editions[i]
		if e.Chart == nil {
			e.Chart = g.Editions[0].Chart
		}
		if e.Phases == nil {
			e.Phases = g.Editions[0].Phases
		}
		if e.World, err = world(&maps, &tiles, e.Name); err != nil {
			return nil, fmt.Errorf("%s: the board of edition %s: %w", title, e.Name, err)
		}
		if err := g.trains(e, &file); err != nil {
			return nil, fmt.Errorf("%s: data/game.json: %w", title, err)
		}
	}
	return g, nil
}

// in reports whether something for the listed editions belongs to one; without a list it belongs to all.
func in(editions []string, name string) bool {
	return len(editions) == 0 || slices.Contains(editions, name)
}

// kind finds a kind of company by its name.
func (g *Game) kind(name string) (int, error) {
	i := slices.IndexFunc(g.Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return 0, fmt.Errorf("there is no kind of company %q", name)
	}
	return i, nil
}

func (g *Game) companies(file *gameFile) (err error) {
	for i, f := range file.Companies {
		c := f.Company
		if c.Kind, err = g.kind(f.Kind); err != nil {
			return fmt.Errorf("company %s: %w", c.ID, err)
		}
		c.Word = cmp.Or(c.Word, c.ID)
		g.Companies = append(g.Companies, c)
		for e := range g.Editions {
			if in(c.Editions, g.Editions[e].Name) {
				g.Editions[e].Companies = append(g.Editions[e].Companies, i)
			}
		}
	}
	return nil
}

func (g *Game) trains(e *Edition, file *gameFile) (err error) {
	for _, t := range file.Trains {
		if !in(t.Editions, e.Name) {
			continue
		}
		pile := trains.Pile{Name: t.Name, Count: t.Count, Opens: t.Opens}
		pile.Count = cmp.Or(pile.Count, trains.Endless)
		for _, f := range t.Faces {
			face := trains.Face{Name: f.Name, Range: f.Range, Price: f.Price, RustedBy: f.RustedBy}
			if face.Size, err = g.kind(f.Kind); err != nil {
				return fmt.Errorf("train %s: %w", f.Name, err)
			}
			pile.Faces = append(pile.Faces, face)
		}
		e.Trains = append(e.Trains, pile)
	}
	return nil
}
