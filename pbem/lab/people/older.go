package people

import "railpost/engine"

// Older returns the titles of a program that has version 1 of one of them.
func Older(find engine.Titles, mended string) engine.Titles {
	return func(name string) engine.Title {
		t := find(name)
		if w, ok := t.(whole); ok && name == mended {
			return first{w}
		}
		return t
	}
}

// first is a title as a program had it that knew version 1 only.
type first struct{ whole }

// whole is a title with all that it can have.
type whole interface {
	engine.Title
	engine.Chronicler
}

func (first) Version() int { return 1 }
