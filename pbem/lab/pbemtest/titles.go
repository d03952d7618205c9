package pbemtest

import (
	"railpost/engine"
	"railpost/engine/enginetest/toy"
	"railpost/engine/enginetest/tram"
	"railpost/engine/example"
	"railpost/engine/titles"
)

// Find knows the titles of the service, and those for conversations that are
// not about a title.
func Find(name string) engine.Title {
	switch name {
	case "toy":
		return toy.Title{}
	case "tram":
		return tram.Title{}
	case "nim":
		return example.Title{}
	}
	return titles.Find(name)
}

// FindMended is Find in a newer program, in which a rule of the toy is mended.
func FindMended(name string) engine.Title {
	if t := (toy.Mended{}); name == t.Name() {
		return t
	}
	return Find(name)
}
