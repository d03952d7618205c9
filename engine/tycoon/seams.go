package tycoon

import "railpost/engine"

// What the files of the package ask of one another, until each is written.

func (s *State) Prompts(engine.Seat) []engine.Prompt { return nil }

func (s *State) buildVerb() engine.Verb   { return engine.Verb{Name: "build"} }
func (s *State) deliverVerb() engine.Verb { return engine.Verb{Name: "deliver"} }
func (s *State) passVerb() engine.Verb    { return engine.Verb{Name: "pass"} }
func (s *State) issueVerb() engine.Verb   { return engine.Verb{Name: "issue"} }

// pay takes money from a player, who issues the smallest number of shares that makes
// it possible (7).
func (s *State) pay(tx *engine.Tx, seat engine.Seat, amount int) {}

// gain moves a player up the income track and reports it under key, with who, n and
// position added to the arguments.
func (s *State) gain(tx *engine.Tx, seat engine.Seat, n int, key string, args ...engine.Arg) {}

// acted ends an action: the next one of the player, or the next player.
func (s *State) acted(tx *engine.Tx) error { return nil }

// emptied looks whether the number of empty markers triggers the end (10).
func (s *State) emptied(tx *engine.Tx) {}

// cityDomain is the vocabulary of cities with a rule over it, which may be nil.
func (s *State) cityDomain(rule func(City) error) engine.Domain {
	var words []engine.Word[City]
	for at := range s.book.Cities {
		words = append(words, engine.Word[City]{Text: s.book.Cities[at].Name, Value: City(at)})
	}
	return engine.Words("tycoon.param.city", words, rule)
}

// scores ranks the seats (11).
func (s *State) scores() []engine.Score { return nil }
