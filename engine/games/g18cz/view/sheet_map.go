package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
)

// palette is the colours of tiles in the order of the phases.
var palette = g18cz.Book.Phases[len(g18cz.Book.Phases)-1].Colours

// Board returns the board for sheets.
func Board(s *g18cz.State) *sheet.Board {
	return &sheet.Board{
		Ground: s.Words(), Palette: palette, Colours: s.PhaseRules().Colours, Value: s.PhaseRules().Colour(), Legend: func() []engine.Message { return legend(s) }, Far: 2,
		Mark: func(o track.Owner) string { return mark(g18cz.Company(o)) },
		Word: func(o track.Owner) string { return g18cz.Company(o).ID() },
		Label: func(h track.HexID) string {
			t, _ := s.Board.Face(s.World(), h)
			return t.Label
		},
		Empty:    func(h track.HexID) string { return redSpace(s, h) },
		Kept:     func(p track.Place) []track.Owner { return keptFor(s, p) },
		StopLine: func(p track.Place, stop *track.Stop) (engine.Message, bool) { return redLine(s, p, stop) },
		Extra:    func(h track.HexID) []engine.Message { return hexLines(s, h) },
		Special:  special,
	}
}

// mark returns a corporation's mark in the drawing: two capitals.
func mark(c g18cz.Company) string { return strings.ToUpper(c.ID()[:2]) }

// special returns the colour word of a tile that no phase makes available; "" for
// others.
func special(t *track.Tile) string {
	switch {
	case strings.HasPrefix(t.Colour, g18cz.Purple):
		return "purple"
	case t.Colour == g18cz.Red:
		return g18cz.Red
	}
	return ""
}

// redOf returns the large corporation for which a hex is reserved (VIII.4); noCompany.
func redOf(s *g18cz.State, h track.HexID) g18cz.Company {
	name := s.World().Map.Hexes[h].Name
	for c := range g18cz.Company(len(s.Companies)) {
		if s.Companies[c].In && c.Size() == g18cz.Large && slices.Contains(g18cz.Book.Companies[c].Homes, name) {
			return c
		}
	}
	return g18cz.NoCompany
}

// redSpace returns the text of a red space without a tile: its corporation.
func redSpace(s *g18cz.State, h track.HexID) string {
	if c := redOf(s, h); c != g18cz.NoCompany {
		return strings.ToLower(mark(c))
	}
	return ""
}

// keptFor returns the corporations for whose home station a city keeps a slot (VIII.6).
func keptFor(s *g18cz.State, p track.Place) []track.Owner {
	return engine.Each(s.KeptIn(p), g18cz.Owner)
}

// redLine describes a red tile.
func redLine(s *g18cz.State, p track.Place, stop *track.Stop) (engine.Message, bool) {
	if stop.Kind != track.Area {
		return engine.Message{}, false
	}
	n := stop.Worth(s.PhaseRules().Colour())
	var later []int
	for p := s.Phase + 1; p < len(g18cz.Book.Phases); p++ {
		if next := redWorth(p); next > n && !slices.Contains(later, next) {
			later = append(later, next)
		}
	}
	args := []engine.Arg{g18cz.CompanySay("company", redOf(s, p.Hex)), engine.Int("n", n), engine.Int("bonus", g18cz.HomeBonus), byNumber("later", later)}
	if len(later) == 0 {
		return engine.Msg(key.SheetArea, args...), true
	}
	return engine.Msg(key.SheetAreaLater, args...), true
}

// hexLines returns the fee and the reservations of a hex.
func hexLines(s *g18cz.State, h track.HexID) (list []engine.Message) {
	at := &s.World().Map.Hexes[h]
	_, laid := s.Board.Laid[h].ID()
	if kind := at.Terrain; kind != "" && !laid {
		list = append(list, engine.Msg(key.SheetTerrain, engine.Term("terrain", key.TerrainOf+kind), engine.Int("n", at.Cost), waivers(at.Name)))
	}
	if c := redOf(s, h); c != g18cz.NoCompany && !laid {
		list = append(list, engine.Msg(key.SheetRedSpace, g18cz.CompanySay("company", c), engine.Several("hexes", sheet.Text(g18cz.Book.Companies[c].Homes[0]), sheet.Text(g18cz.Book.Companies[c].Homes[1]))))
	}
	if c := g18cz.CompanyNamed("ATE"); slices.Contains(g18cz.Book.Companies[c].Homes, at.Name) && s.Companies[c].Awaited() {
		list = append(list, engine.Msg(key.SheetChosenHome, g18cz.CompanySay("company", c)))
	}
	return list
}

// waivers returns the sizes of the local railways that lay a tile there for nothing.
func waivers(hex string) engine.Arg {
	var sizes []engine.Arg
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		if slices.ContainsFunc(g18cz.Book.Locals[:], func(l g18cz.PrintedLocal) bool { return l.Size == size && l.Terrain[hex] }) {
			sizes = append(sizes, g18cz.SizeSay("", size))
		}
	}
	return engine.Several("sizes", sizes...)
}

// legend explains the symbols in the drawing.
func legend(s *g18cz.State) []engine.Message {
	var marks []engine.Arg
	for _, c := range s.InPlay() {
		if id := c.ID(); !s.Companies[c].Gone && !strings.EqualFold(id, mark(c)) {
			marks = append(marks, sheet.Say(engine.Msg(key.SheetSignCompany, engine.Text("mark", mark(c)), engine.Text("company", id))))
		}
	}
	return []engine.Message{
		engine.Msg(key.SheetSignExits), engine.Msg(key.SheetSignMarks),
		engine.Msg(key.SheetSignStations, engine.Text("circle", sheet.SignCircle), engine.Several("marks", marks...)),
		engine.Msg(key.SheetSignRest, engine.Text("town", sheet.SignTown)),
		engine.Msg(key.SheetSignAsk),
	}
}

func mapSheet(s *g18cz.State, r engine.Request) ([]engine.Block, error) { return Board(s).Map(r) }

func tileSheet(s *g18cz.State, arg string) ([]engine.Block, error) { return Board(s).Tiles(arg) }

// nearSheet is the board around a corporation, the operating one if arg is empty: its
// cities in words, then drawn; around the hexes where it may begin if it has no station.
func nearSheet(s *g18cz.State, r engine.Request) ([]engine.Block, error) {
	c, err := companyAsked(s, r.Arg)
	if err != nil || c == g18cz.NoCompany {
		return nil, err
	}
	on := Board(s)
	on.Spoken = r.Spoken
	if len(on.StationNames(g18cz.Owner(c))) > 0 {
		return on.Near(g18cz.Owner(c), true), nil
	}
	var hexes []track.HexID
	for h := range s.World().Map.Hexes {
		if distance(s, c, track.HexID(h)) <= nearFar {
			hexes = append(hexes, track.HexID(h))
		}
	}
	return on.Draw(engine.Msg(key.HeadHomes, g18cz.CompanySay("company", c)), hexes), nil // the whole board has the legend
}
