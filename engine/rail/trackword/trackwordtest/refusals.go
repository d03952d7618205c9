// Package trackwordtest lists the refusals of package trackword, for tests of titles.
package trackwordtest

// Refusals are the KEYs of all refusals of package trackword, for a test that all have
// texts: "18mag.no.KEY". Besides them titles have words for "param.hex",
// "param.tile", "param.exits", "kind.KIND" and "colour.COLOUR".
var Refusals = []string{
	"colour", "piece", "piece-faces",
	"fixed", "wrong-first", "wrong-first-yet", "wrong-upgrade", "wrong-upgrade-yet", "last-tile", "no-way",
	"not-connected", "not-connected-nowhere", "not-connected-yet", "not-connected-so", "lake", "shape", "shape-other", "rotation", "fixed-turn", "loses-track",
	"exit-blank", "exit-barrier", "exit-off-map", "which-exits", "which-track", "neighbour",
	"no-city", "station-here", "not-reached", "not-reached-blocked", "city-full", "which-city",
}
