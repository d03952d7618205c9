package g18mag

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/datafile"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/track"
)

// SoloBook is the print for the game against István (XI), read from solo.json. His company cards and most of
// his stock cards are the project's own.
type SoloBook struct {
	Income    map[string]int `json:"income"`       // of both players in the short game, by colour of the phase
	Fee       int            `json:"fee"`          // of a minor's track step in the yellow phase, to SzKÉV
	Minors    map[string]int `json:"minors"`       // of each side, by the value of solo_length
	Most      int            `json:"certificates"` // certificate limit
	Companies []CompanyPlan  `json:"companies"`
	Stock     []StockCard    `json:"stock"`

	limits map[string]*Limits // by the value of solo_length
}

// CompanyPlan is a company card of István's: the purchases of one of his minors (XI.2.2).
type CompanyPlan struct {
	Number  int      `json:"minor"`
	Level   string   `json:"level"`        // a value of solo_level
	Always  bool     `json:"always_train"` // red cards: without a train it buys one first
	Entries []Entry  `json:"entries"`      // carried out in this order
	Track   []string `json:"track"`        // its start track: "C8 L33/2"

	lays []track.Lay
}

// Entry is one purchase of a company card.
type Entry struct {
	Do    string `json:"do"`
	Train int    `json:"train,omitempty"`
	Above int    `json:"above,omitempty"` // the treasury must be above this for a train to be scrapped
	Hex   string `json:"hex,omitempty"`
	// Higher and Lower are the prices of a 2-train of another minor with a higher or a
	// lower number; 0: it does not buy from these.
	Higher int `json:"higher,omitempty"`
	Lower  int `json:"lower,omitempty"`

	place string // name of the place on the hex
}

// Message returns an entry in words.
func (e *Entry) Message() engine.Message {
	kind := e.Do
	if e.Lower > 0 {
		kind += "-lower"
	}
	return engine.Msg(key.EntryOf+kind, engine.Int("train", e.Train), engine.Int("above", e.Above), engine.Text("hex", e.Hex),
		engine.Text("place", e.place), engine.Int("higher", e.Higher), engine.Int("lower", e.Lower))
}

// Effects of entries.
const (
	EntryBuy     = "buy"     // a train of the bank
	EntryReplace = "replace" // scrap a 2-train, later buy another train
	EntryTake    = "take"    // a 2-train of another minor of his
	EntryStation = "station"
)

// StockCard is the order in which István buys shares (XI.4).
type StockCard struct {
	Number int        `json:"number"`
	Share  string     `json:"share"` // his share at the start
	Order  []Purchase `json:"order"`

	share Company
}

// Purchase is a line of a stock card.
type Purchase struct {
	Name string `json:"major"`
	Most int    `json:"most"` // the percentage that he holds at most

	Major Company `json:"-"`
}

// Solo is the printed game against István. It is never changed.
var Solo = datafile.Must(readSolo())

func readSolo() (*SoloBook, error) {
	b := &SoloBook{}
	if err := datafile.Read(files, "18mag", "solo.json", b); err != nil {
		return nil, err
	}
	var faults []error
	for i := range b.Companies {
		faults = append(faults, b.Companies[i].read(Book.Small.world))
	}
	for i := range b.Stock {
		faults = append(faults, b.Stock[i].read())
	}
	b.limits = map[string]*Limits{}
	for length, n := range b.Minors {
		b.limits[length] = &Limits{Certificates: b.Most, minors: n, shares: 1, each: 1}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("18mag: data/solo.json: %w", err)
	}
	return b, nil
}

// read finds the places of the stations and the tiles of the start track.
func (p *CompanyPlan) read(w *track.World) error {
	for i := range p.Entries {
		e := &p.Entries[i]
		h, onMap := w.Map.Find(e.Hex)
		switch {
		case onMap:
			e.place = w.Map.Hexes[h].Place
		case e.Do == EntryStation:
			return fmt.Errorf("minor %d: there is no hex %q", p.Number, e.Hex)
		}
	}
	for _, text := range p.Track {
		hex, rest, _ := strings.Cut(text, " ")
		number, rotation, _ := strings.Cut(rest, "/")
		h, onMap := w.Map.Find(hex)
		tile, known := w.Set.Find(number)
		turn, err := strconv.Atoi(rotation)
		if !onMap || !known || err != nil {
			return fmt.Errorf("minor %d: %q is not a hex, tile and rotation", p.Number, text)
		}
		p.lays = append(p.lays, track.Lay{Hex: h, Tile: tile, Turn: turn})
	}
	return nil
}

func (c *StockCard) read() error {
	c.share = Book.major(c.Share)
	for i := range c.Order {
		c.Order[i].Major = Book.major(c.Order[i].Name)
		if c.Order[i].Major == NoCompany || c.share == NoCompany {
			return fmt.Errorf("stock card %d names an unknown major", c.Number)
		}
	}
	return nil
}

// plan returns the index in Companies of the card of a minor at a level; -1 if there is none.
func (b *SoloBook) plan(level string, minor Company) int {
	for i := range b.Companies {
		if p := &b.Companies[i]; p.Level == level && p.Number == int(minor)+1 {
			return i
		}
	}
	return -1
}
