// Package titles lists the games that this program referees.
package titles

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	czsite "railpost/engine/games/g18cz/site"
	czview "railpost/engine/games/g18cz/view"
	"railpost/engine/games/g18mag"
	magsite "railpost/engine/games/g18mag/site"
	magview "railpost/engine/games/g18mag/view"
	"railpost/engine/games/russian"
	russianview "railpost/engine/games/russian/view"
	"railpost/engine/games/tycoon"
	tycoonview "railpost/engine/games/tycoon/view"
)

// A title is its rules, its views and, for some, its form on the public site.
type cz struct {
	g18cz.Rules
	czview.View
	czsite.Exchange
}

type mag struct {
	g18mag.Rules
	magview.View
	magsite.Exchange
}

type russianRailroads struct {
	russian.Rules
	russianview.View
}

type railroadTycoon struct {
	tycoon.Rules
	tycoonview.View
}

// All lists the titles by name.
func All() []engine.Title {
	return []engine.Title{cz{}, mag{}, russianRailroads{}, railroadTycoon{tycoon.Rules{Lister: tycoonview.Lists{}}, tycoonview.View{}}}
}

// Find returns the title with exactly this name, as in a log; nil if there is none.
func Find(name string) engine.Title {
	for _, t := range All() {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// Match returns the title that a person means: its name, or an unambiguous prefix, in any
// case. Otherwise it returns nil and all names.
func Match(word string) (engine.Title, []string) {
	var found, names = []engine.Title(nil), []string(nil)
	fold := engine.Fold(strings.TrimSpace(word))
	for _, t := range All() {
		names = append(names, t.Name())
		if t.Name() == fold {
			return t, nil
		}
		if fold != "" && strings.HasPrefix(t.Name(), fold) {
			found = append(found, t)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, names
}
