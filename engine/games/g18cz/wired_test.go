package g18cz_test

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/site"
	"railpost/engine/games/g18cz/view"
)

// wired is the whole title.
var wired = struct {
	g18cz.Rules
	view.View
	site.Exchange
}{}

var _ engine.Title = wired
