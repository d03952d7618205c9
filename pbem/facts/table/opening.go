package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
)

// Opening is a table in formation: the title and the players so far. It is no game yet, and has a key of its
// own; when it starts, a game is created from it.
type Opening struct {
	Game    string            `json:"game"` // the name of the game to be
	Title   string            `json:"title"`
	Lang    string            `json:"lang,omitempty"` // of whoever opened it; "": the service's
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options,omitempty"`
	Rules   []string          `json:"rules,omitempty"` // "grace=2d": those that differ from the service's
	Within  int64             `json:"within"`          // seconds to answer
	Service []byte            `json:"service"`         // the service's part of the seed: secret until the end of the game
	Opened  time.Time         `json:"opened"`
	Changed time.Time         `json:"changed"`
	Players []Joined          `json:"players"` // by seat; the first is whose table it is
	After   string            `json:"after,omitempty"`
}

// Joined is somebody who plays at a table in formation.
type Joined struct {
	Name    string `json:"name"`
	Address string `json:"address"`         // the first of their profile
	Added   string `json:"added,omitempty"` // SHA-256 of their contribution to the seed
}

// OpeningPrefix begins the keys of all tables in formation.
const OpeningPrefix = "opening/"

// OpeningKey returns the key under which the store keeps a table in formation.
func OpeningKey(game string) string { return OpeningPrefix + game }

// ReadOpening decodes the output of Bytes.
func ReadOpening(b []byte) (*Opening, error) { return decoded[Opening](b, "a table in formation") }

// Seat returns where somebody plays, by the first address of their profile; -1 for nowhere.
func (o *Opening) Seat(address string) int {
	return slices.IndexFunc(o.Players, func(j Joined) bool { return j.Address == address })
}

// Free returns the number of free seats.
func (o *Opening) Free() int { return o.Seats - len(o.Players) }

// Names returns the names of the players so far.
func (o *Opening) Names() (names []string) {
	return engine.Each(o.Players, func(j Joined) string { return j.Name })
}

// Commitment is the hash of the service's part of the seed.
func (o *Opening) Commitment() string { return engine.Seed(o.Service).Commitment() }

// FreeName returns a name as it distinguishes somebody from all who play there: the name
// itself, or with II, III ... after it.
func (o *Opening) FreeName(name string) string { return freeName(o.Names(), name) }

// Successor returns the name of the game that follows one: winter-2 after winter, winter-3
// after that.
func Successor(game string, taken func(name string) (bool, error)) (string, error) {
	stem, _, _ := strings.Cut(game, "~")
	if i := strings.LastIndexByte(stem, '-'); i > 0 && strings.Trim(stem[i+1:], "0123456789") == "" {
		stem = stem[:i]
	}
	for n := 2; ; n++ {
		more := fmt.Sprintf("-%d", n)
		name := strings.TrimRight(stem[:min(len(stem), 12-len(more))], "-") + more
		if used, err := taken(name); err != nil || !used {
			return name, err
		}
	}
}
