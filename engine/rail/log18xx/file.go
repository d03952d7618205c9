package log18xx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
)

// maxFile is the maximum size of a game file that Read accepts, in bytes.
const maxFile = 32 << 20

// maxActions is the maximum number of actions in a file that Read accepts; whole games have
// some 1500.
const maxActions = 100_000

// File is a game as the site stores it, without mere book-keeping.
type File struct {
	Header
	Actions []*Action
	Result  map[string]int // player id: final worth
	Status  string         // "active", "finished"
	Reason  string         // why it ended: "final_phase", "manually_ended"
}

// Header names the game and its players. Traces begin with it, too.
type Header struct {
	ID       ID       `json:"id"`
	Title    string   `json:"title"`
	Players  []Player `json:"players"` // in the order of seats
	Settings Settings `json:"settings"`

	// LegacyDraft: an old game of 18Mag, whose first stock round begins one seat
	// later. Only traces say so.
	LegacyDraft bool `json:"legacy_draft_priority"`

	Created time.Time `json:"-"` // zero: the file does not say
}

// Player is a person on the site. If all sit at one computer, old files name players
// without an id: see giveIDs.
type Player struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// Settings are the settings of a game on the site.
type Settings struct {
	Seed          Seed     `json:"seed"`
	OptionalRules []string `json:"optional_rules"`
}

// Seed initialises the site's random numbers; Set is false if the file omits it.
type Seed struct {
	Value int64
	Set   bool
}

// UnmarshalJSON reads a number, its digits as text, or nothing: "" or null.
func (s *Seed) UnmarshalJSON(b []byte) error {
	var id ID
	if string(b) == "null" {
		return nil
	}
	if err := id.UnmarshalJSON(b); err != nil {
		return fmt.Errorf("the seed: %w", err)
	}
	if id == "" {
		return nil
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return fmt.Errorf("the seed %q is not a whole number", string(id))
	}
	s.Value, s.Set = n, true
	return nil
}

// MarshalJSON writes the number, or null.
func (s Seed) MarshalJSON() ([]byte, error) {
	if !s.Set {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, s.Value, 10), nil
}

// Seed returns the seed the site uses: that of the settings, or else the first digits of
// the game's id.
func (h *Header) Seed() (int64, error) {
	if h.Settings.Seed.Set {
		return h.Settings.Seed.Value, nil
	}
	if n, ok := digits(string(h.ID)); ok {
		return n, nil
	}
	return 0, fmt.Errorf("log18xx: neither settings.seed nor the id %q tells the seed; write settings.seed", h.ID)
}

// Begun is the header of a game that began here: the site comes to the same first
// position with this seed. seats are in the order in which it lists players.
func Begun(site string, seed int64, players []Player, seats []engine.Seat) Header {
	h := Header{Title: site, ID: ID("hs_railpost_" + strconv.FormatInt(seed, 10)), Settings: Settings{Seed: Seed{Value: seed, Set: true}}}
	for _, seat := range seats {
		h.Players = append(h.Players, players[seat])
	}
	return h
}

// Seat returns the seat of a player, and false for one who does not play. seats are in
// the order of Players.
func (h *Header) Seat(player ID, seats []engine.Seat) (engine.Seat, bool) {
	for i, p := range h.Players {
		if strconv.Itoa(p.ID) == string(player) {
			return seats[i], true
		}
	}
	return engine.Nobody, false
}

// check returns an error if no game can be begun with the header.
func (h *Header) check() error {
	if h.Title == "" {
		return errors.New("log18xx: the field title is missing: is this a game of the site?")
	}
	if len(h.Players) == 0 || len(h.Players) > math.MaxInt8 {
		return fmt.Errorf("log18xx: the field players lists %d players", len(h.Players))
	}
	ids, names := map[int]bool{}, map[string]bool{}
	for _, p := range h.Players {
		if p.Name == "" || ids[p.ID] || names[p.Name] {
			return fmt.Errorf("log18xx: player %d %q: every player needs an id and a name of their own", p.ID, p.Name)
		}
		ids[p.ID], names[p.Name] = true, true
	}
	return nil
}

// stored are the further fields of a game on the site, as far as they are read.
type stored struct {
	Header
	Actions []*Action       `json:"actions"`
	Result  json.RawMessage `json:"result"`
	Status  string          `json:"status"`
	Reason  string          `json:"game_end_reason"`
	Created json.RawMessage `json:"created_at"`
}

// plainError describes a fault of JSON without the names of our types.
func plainError(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON, or it is incomplete: %w", err)
	case !errors.As(err, &kind):
		return err
	case kind.Field == "":
		return fmt.Errorf("it holds a JSON %s", kind.Value)
	}
	return fmt.Errorf("the field %s is a JSON %s", strings.TrimPrefix(kind.Field, "Header."), kind.Value)
}

// Read reads a game of the site. The error says which field is wrong.
func Read(r io.Reader) (*File, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("log18xx: reading the file: %w", err)
	}
	if len(b) > maxFile {
		return nil, fmt.Errorf("log18xx: the file has more than %d bytes, which no game of the site has", maxFile)
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff")) // some editors write it
	var in stored
	if err := json.Unmarshal(b, &in); err != nil {
		return nil, fmt.Errorf("log18xx: this is not a game of the site: %w", plainError(err))
	}
	f := &File{Header: in.Header, Actions: in.Actions, Status: in.Status, Reason: in.Reason}
	f.Created = instant(in.Created)
	named := giveIDs(f, b)
	if err := f.check(); err != nil {
		return nil, err
	}
	if len(in.Result) > 0 {
		if err := json.Unmarshal(in.Result, &f.Result); err != nil {
			f.Result = nil // old files have other things there
		}
		f.Result = byID(f.Result, named)
	}
	return f, f.checkActions()
}

// giveIDs numbers the players of a file that only names them, in its actions, too, and
// returns the ids by name; nil if players have ids.
func giveIDs(f *File, b []byte) map[string]int {
	var in struct {
		Players []struct{ ID *int }
	}
	if json.Unmarshal(b, &in) != nil || slices.ContainsFunc(in.Players, func(p struct{ ID *int }) bool { return p.ID != nil }) {
		return nil
	}
	named := map[string]int{}
	for i := range f.Players {
		f.Players[i].ID = i + 1
		named[f.Players[i].Name] = i + 1
	}
	for _, a := range f.Actions {
		if a == nil {
			continue
		}
		for _, one := range a.flat() {
			if one != nil && one.EntityType == "player" && named[string(one.Entity)] > 0 {
				one.Entity = ID(strconv.Itoa(named[string(one.Entity)]))
			}
		}
	}
	return named
}

// byID returns a result by the ids of players.
func byID(result map[string]int, named map[string]int) map[string]int {
	if named == nil || result == nil {
		return result
	}
	out := map[string]int{}
	for name, n := range result {
		out[strconv.Itoa(named[name])] = n
	}
	return out
}

func (f *File) checkActions() error {
	if len(f.Actions) > maxActions {
		return fmt.Errorf("log18xx: %d actions exceed the limit of %d", len(f.Actions), maxActions)
	}
	last := 0
	for i, a := range f.Actions {
		if a == nil || a.Type == "" {
			return fmt.Errorf("log18xx: entry %d of actions is empty", i+1)
		}
		if a.ID < last {
			return fmt.Errorf("log18xx: %s comes after action %d: ids must increase", a, last)
		}
		last = a.ID
		for _, auto := range a.Auto {
			if auto == nil || len(auto.Auto) > 0 {
				return fmt.Errorf("log18xx: %s: its auto_actions cannot be read", a)
			}
		}
	}
	return nil
}

// Truncate removes everything after an action.
func (f *File) Truncate(id int) {
	f.Actions = slices.DeleteFunc(slices.Clone(f.Actions), func(a *Action) bool { return a.ID > id })
	f.Status, f.Result, f.Reason = "active", nil, ""
}

// instant returns a time in seconds since 1970; the zero time for anything else.
func instant(b json.RawMessage) time.Time {
	var n int64
	if json.Unmarshal(b, &n) != nil || n <= 0 {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
}

// Write writes the game as the site reads it: a table at which all players sit at one
// computer.
func (f *File) Write(w io.Writer) error {
	o := object{}
	o.put("id", f.ID)
	if n, ok := f.ID.number(); ok {
		o.replace(n)
	}
	o.put("description", f.Title)
	o.put("user", map[string]any{"id": 0, "name": "You"})
	o.put("players", f.Players)
	o.put("min_players", len(f.Players))
	o.put("max_players", len(f.Players))
	o.put("title", f.Title)
	settings := object{}
	settings.put("seed", f.Settings.Seed)
	settings.put("is_async", false)
	settings.put("unlisted", true)
	settings.put("auto_routing", false)
	settings.put("optional_rules", list(f.Settings.OptionalRules))
	b, err := settings.bytes()
	if err != nil {
		return fmt.Errorf("log18xx: writing the settings: %w", err)
	}
	o.put("settings", json.RawMessage(b))
	o.put("user_settings", nil)
	o.put("status", f.Status)
	o.put("turn", 1)
	o.put("round", "")
	o.put("acting", []int{})
	o.put("result", f.Result)
	if f.Reason != "" {
		o.put("game_end_reason", f.Reason)
	}
	o.put("mode", "hotseat")
	o.put("loaded", true)
	if f.LegacyDraft {
		o.put("legacy_draft_priority", true) // for our own import: the site does not know it
	}
	if !f.Created.IsZero() {
		o.put("created_at", f.Created.Unix())
		o.put("updated_at", f.Created.Unix())
	}
	o.put("actions", list(f.Actions))
	if b, err = o.bytes(); err != nil {
		return fmt.Errorf("log18xx: writing the game: %w", err)
	}
	if _, err = w.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("log18xx: writing the game: %w", err)
	}
	return nil
}
