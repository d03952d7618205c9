package g18mag_test

import (
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/site"
	"railpost/engine/games/g18mag/view"
	"railpost/engine/rail/log18xx"
)

// wired is the whole title.
var wired = struct {
	g18mag.Rules
	view.View
	site.Exchange
}{}

var _ log18xx.Title = wired
