package tycoon

import "railpost/engine"

// What the files of the package ask of one another, until each is written.

func (s *State) Prompts(engine.Seat) []engine.Prompt { return nil }

func (s *State) buildVerb() engine.Verb    { return engine.Verb{Name: "build"} }
func (s *State) deliverVerb() engine.Verb  { return engine.Verb{Name: "deliver"} }
func (s *State) urbanizeVerb() engine.Verb { return engine.Verb{Name: "urbanize"} }
func (s *State) upgradeVerb() engine.Verb  { return engine.Verb{Name: "upgrade"} }
func (s *State) cardVerb() engine.Verb     { return engine.Verb{Name: "card"} }
func (s *State) westernVerb() engine.Verb  { return engine.Verb{Name: "western"} }
func (s *State) passVerb() engine.Verb     { return engine.Verb{Name: "pass"} }
func (s *State) issueVerb() engine.Verb    { return engine.Verb{Name: "issue"} }

// pay takes money from a player, who issues the smallest number of shares that makes
// it possible (7).
func (s *State) pay(tx *engine.Tx, seat engine.Seat, amount int) {}

// gain moves a player up the income track and reports it under key, with who, n and
// position added to the arguments.
func (s *State) gain(tx *engine.Tx, seat engine.Seat, n int, key string, args ...engine.Arg) {}

// acted ends an action: the next one of the player, or the next player.
func (s *State) acted(tx *engine.Tx) error { return nil }

// drawCubes draws n random cubes out of the bag into a city, as many as there are
// (3.1, R29). In a dry run it answers engine.ErrRevealAhead.
func (s *State) drawCubes(tx *engine.Tx, at City, n int) error { return nil }

// urbanizeNow puts a new city tile with its cubes on a gray city (6.2).
func (s *State) urbanizeNow(tx *engine.Tx, at City, c Colour) error { return nil }

// connected looks for major lines when own links or western links of a player have
// changed (8).
func (s *State) connected(tx *engine.Tx, seat engine.Seat) {}

// dealt looks for what a card that has just come up meets at once (R20).
func (s *State) dealt(tx *engine.Tx, card int) {}

// emptied looks whether the number of empty markers triggers the end (10).
func (s *State) emptied(tx *engine.Tx) {}

// forget drops what is fresh: another player or another order has come.
func (s *State) forget() { s.Fresh = nil }
