package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/sheet"
)

// palette is the colours of tiles in the order of the phases.
var palette = book.phases[len(book.phases)-1].Colours

// board is the board as sheets show it.
func (s *State) board() *sheet.Board {
	return &sheet.Board{
		Ground: s.words(), Palette: palette, Colours: s.colours(), Value: s.redColour(), Legend: s.legend(), Far: 2,
		Mark: func(o track.Owner) string { return mark(Company(o)) },
		Word: func(o track.Owner) string { return companies[o].id },
		Label: func(h track.HexID) string {
			t, _ := s.Board.Face(s.world(), h)
			return t.Label
		},
		Empty: s.redSpace, Kept: s.keptFor, Special: special, StopLine: s.redLine, Extra: s.hexLines,
	}
}

// mark is a corporation in the drawing: two capitals.
func mark(c Company) string { return strings.ToUpper(companies[c].id[:2]) }

// special are the tiles that no phase makes available.
func special(t *track.Tile) string {
	switch {
	case strings.HasPrefix(t.Colour, purple):
		return "purple"
	case t.Colour == red:
		return red
	}
	return ""
}

// redOf is the large corporation for which a hex is reserved (8.5); noCompany.
func (s *State) redOf(h track.HexID) Company {
	name := s.world().Map.Hexes[h].Name
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].In && companies[c].size == large && slices.Contains(companies[c].homes, name) {
			return c
		}
	}
	return noCompany
}

// redSpace is what the drawing shows on a red space without a tile: for whom it is
// reserved.
func (s *State) redSpace(h track.HexID) string {
	if c := s.redOf(h); c != noCompany {
		return strings.ToLower(mark(c))
	}
	return ""
}

// keptFor are the corporations for whose home station a city keeps a slot (7.6).
func (s *State) keptFor(p track.Place) (list []track.Owner) {
	for _, c := range s.keptIn(p) {
		list = append(list, owner(c))
	}
	return list
}

// redLine tells a red tile.
func (s *State) redLine(p track.Place, stop *track.Stop) (engine.Message, bool) {
	if stop.Kind != track.Area {
		return engine.Message{}, false
	}
	return line("area", companySay("company", s.redOf(p.Hex)), engine.Int("n", stop.Worth(s.redColour())), engine.Int("bonus", homeBonus)), true
}

// hexLines are the fee and the reservations of a hex.
func (s *State) hexLines(h track.HexID) (list []engine.Message) {
	at := &s.world().Map.Hexes[h]
	_, laid := s.Board.Laid[h].ID()
	if kind := at.Terrain; kind != "" && !laid {
		list = append(list, line("terrain", engine.Term("terrain", "18cz.terrain."+kind), engine.Int("n", at.Cost), s.waivers(at.Name)))
	}
	if c := s.redOf(h); c != noCompany && !laid {
		list = append(list, line("red-space", companySay("company", c), engine.Several("hexes", sheet.Text(companies[c].homes[0]), sheet.Text(companies[c].homes[1]))))
	}
	if c := companyNamed("ATE"); slices.Contains(companies[c].homes, at.Name) && s.awaited(c) {
		list = append(list, line("chosen-home", companySay("company", c)))
	}
	return list
}

// waivers are the sizes of the local railways that lay a tile there for nothing.
func (s *State) waivers(hex string) engine.Arg {
	var sizes []engine.Arg
	for size := range Size(len(sizeNames)) {
		if slices.ContainsFunc(book.locals[:], func(l local) bool { return l.size == size && l.terrain[hex] }) {
			sizes = append(sizes, sizeSay("", size))
		}
	}
	return engine.Several("sizes", sizes...)
}

// legend explains the signs of the drawing.
func (s *State) legend() []engine.Message {
	var marks []engine.Arg
	for _, c := range s.inPlay() {
		if id := companies[c].id; !s.Companies[c].Gone && !strings.EqualFold(id, mark(c)) {
			marks = append(marks, sheet.Say(line("sign-company", engine.Text("mark", mark(c)), engine.Text("company", id))))
		}
	}
	return []engine.Message{
		line("sign-exits"), line("sign-marks"),
		line("sign-stations", engine.Text("circle", sheet.SignCircle), engine.Several("marks", marks...)),
		line("sign-rest", engine.Text("town", sheet.SignTown)),
		line("sign-ask"),
	}
}

// nearSheet is the board around a corporation, the one that operates when arg is
// empty: its cities in words, then drawn.
func (s *State) nearSheet(arg string) ([]engine.Block, error) {
	c := s.company()
	if arg != "" {
		var err error
		if c, err = s.companyAsked(arg); err != nil {
			return nil, err
		}
	}
	if c == noCompany {
		return nil, nil
	}
	return s.board().Near(owner(c), true), nil
}
