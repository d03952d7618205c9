package tycoon

import "railpost/engine"

// What the files of the package ask of one another, until each is written.

func (s *State) buildVerb() engine.Verb   { return engine.Verb{Name: "build"} }
func (s *State) deliverVerb() engine.Verb { return engine.Verb{Name: "deliver"} }

// cityDomain is the vocabulary of cities with a rule over it, which may be nil.
func (s *State) cityDomain(rule func(City) error) engine.Domain {
	var words []engine.Word[City]
	for at := range s.book.Cities {
		words = append(words, engine.Word[City]{Text: s.book.Cities[at].Name, Value: City(at)})
	}
	return engine.Words("tycoon.param.city", words, rule)
}
