// Package picture draws the facts of a board (engine/board): as PNG for letters, as SVG
// for pages, as PDF for paper. One drawing makes all three: it knows a pen, and the pen
// a canvas, of which there is one for each.
//
// It draws as players of such games know them: hexes in the colours of their tiles with
// black track, white circles for stations, values in small circles near a corner, the
// boxes of areas off the board. Colours alone never tell anything: tokens have letters,
// and runs have patterns. A PNG has its own light ground with a margin, since mail programs
// recolour transparent ones in the dark; an SVG on a page takes its colours from Style.
//
//	picture.go   the contract: what is drawn, how large
//	sketch.go    where the parts of a picture lie
//	pen.go       shapes and text on a canvas
//	letter.go    the outlines of letters
//	canvas.go    what a pen draws on; images
//	svg.go       SVG
//	pdf.go       PDF
//	colour.go    colours, and which can be read on which
//	hex.go       the geometry of hexes
//	ground.go    what is printed: land, terrain, names
//	spot.go      what is taken in a hex, and what is free
//	tile.go      tiles: track, stops, values
//	town.go      cities that fill a hex, with their goods
//	link.go      links of players
//	ruler.go     rows and columns around a map
//	stop.go      where the stops of a tile stand
//	token.go     tokens
//	run.go       runs and marks
//	chart.go     price charts
//	mat.go       what lies before each player: rows of spaces, track, reach
//	box.go       spaces for workers; rounds and the order of turns
//	chip.go      plates with text: parts of effects, prizes, things
//	key.go       whose tokens are whose
//	graph.go     numbers over the rounds of a game
//	stamp.go     hexes in pixels, which are used again
//	piece.go     what lies below a map, piece by piece
//	raster.go    PNG with a fixed palette
//
// A view fills in engine/board with hexes, track, tokens and prices, without shapes or sizes. What
// a choice would change is the difference of two boards (Board.Since); the same comparison decides
// which parts of the map a letter shows. PNGs share one fixed palette, because choosing one per
// picture takes longer than drawing it. Charts are drawn with the same pen: a plot library would
// bring a second way to write text and choose colours.
package picture
