package pbem_test

import (
	"railpost/engine"
	"railpost/engine/enginetest/fair"
	"railpost/engine/enginetest/toy"
	"railpost/engine/enginetest/tram"
	"railpost/engine/example"
	"railpost/engine/titles"
)

// find knows the titles of the service, and those for conversations that are
// not about a title.
func find(name string) engine.Title {
	switch name {
	case "toy":
		return toy.Title{}
	case "tram":
		return tram.Title{}
	case "fair":
		return fair.Title{}
	case "nim":
		return example.Title{}
	}
	return titles.Find(name)
}
