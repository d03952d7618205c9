// Package data18xx reads the data of an 18xx game: what is printed on its map,
// tiles, company sheets, train cards and price chart. Every 18xx title keeps it in
// the same format, in three files of its folder data; what only one title has is in
// a file of its own, which the title reads itself. A field that is not named here
// is an error, so nothing in a file goes unread.
//
// An edition is a way the box is played: another number of players may have another
// map, chart or fewer companies. Whatever has "editions" belongs to those only, and
// to all of them without.
//
// # map.json
//
//	{"boards": [
//	  {"edition": "3-6", "barriers": [["C8", "D7"]], "hexes": [
//	    {"hex": "B17", "kind": "city", "name": "Kassa", "stops": [{"kind": "city"}], "terrain": {"mountain": 10}, "log": 0},
//	    ...]},
//	  {"edition": "two", "of": "3-6", "without": ["A22"], "log": {"B17": 1}}]}
//
// A board has its own hexes, or is "of" another one, "without" some of its hexes.
// The name of a hex says where it lies, so neighbours are not listed; nor are the
// sides that may take track, which follow from neighbours, barriers and the track
// on hexes that take no tile. The fields of a hex:
//
//	hex      its name, as hex.Parse reads it
//	kind     the title's word for it, which decides its first tiles
//	name     of the place
//	colour   of the background, "white" if missing
//	label    "OO", "B", ...
//	stops    see below
//	track    see below
//	terrain  the fee of the first tile, by sort of terrain
//	stubs    sides at which the first tile needs an exit
//	turns    the only rotations of first tiles, if not all
//	sides    groups of sides that no track may join (a lake)
//	log      the number of the printed hex in public logs: "B17-0"
//
// # tiles.json
//
//	{"first": {"city": ["5", "57"]},
//	 "stacks": [{"faces": ["8", "9"], "count": 21, "editions": ["3-6"]}],
//	 "tiles": [
//	  {"tile": "57", "count": 4, "colour": "yellow", "stops": [{"kind": "city", "value": 20}], "track": "0-a a-3", "to": ["14"], "on": {"K": ["237"]}},
//	  ...]}
//
// "first" lists the first tiles on a hex of a kind, or of a kind and a label ("city
// Y"), "to" the tiles that may replace a tile, and "on" those that do so instead on
// hexes with a label. The rotations are those that keep the old track. Each tile is
// a stack of its own with a "count", unless "stacks" says which pieces there are; a
// piece may have two faces.
//
// Stops are {"kind", "slots", "value", "values", "group"}: a city, a town, an area
// (off the board, where a route ends) or a mine. A city has one slot if it does not
// say how many. "values" are by colour of the phase. A route visits one stop of a
// group at most. In "track" each word joins two ends, a side (0 to 5) or a stop (a
// is the first).
//
// # game.json
//
//	{"editions": [
//	  {"name": "3-6", "tables": {"3": {"cash": 380, "certificates": 14}}, "chart": [40, 45], "phases": [
//	    {"name": "a", "colours": ["yellow"], "limit": [3, 0], "rounds": 1, "ends": true}]}],
//	 "kinds": [
//	  {"name": "small", "director": 50, "share": 25, "most": 75, "stations": [0, 40], "starts": [50, 55]}],
//	 "companies": [
//	  {"id": "SKEV", "word": "SzKÉV", "kind": "small", "name": "Széchy Károly", "homes": [{"hex": "E12", "city": 1, "edition": "3-6"}], "editions": ["3-6"]}],
//	 "trains": [
//	  {"name": "2b", "count": 4, "opens": true, "faces": [{"name": "2b", "kind": "small", "range": 2, "price": 70, "rusted_by": ["4e"]}]}]}
//
// Tables are by number of players. A later edition has the chart and the phases of
// the first one unless it says otherwise. "limit" is how many trains a company may
// own, by kind. Certificates are in percent. "stations" are prices, the home station
// first. Several homes are a choice. A pile of trains without "count" never ends.
package data18xx
