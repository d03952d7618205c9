package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// board returns the board for sheets.
func board(s *g18mag.State) *sheet.Board {
	palette := engine.Each(s.Edition().Phases, func(p trains.Phase) string { return p.Colour() })
	far := engine.If(s.PhaseColour() == g18mag.Yellow, 2, 1)
	return &sheet.Board{
		Ground: s.Words(), Palette: palette, Colours: s.Colours(), Value: s.PhaseColour(), Legend: func() []engine.Message { return legend(s) }, Far: far,
		Mark: func(o track.Owner) string { return mark(g18mag.Company(o)) },
		Word: func(o track.Owner) string { return g18mag.Companies[o].Word },
		Label: func(h track.HexID) string {
			if s.World().Map.Hexes[h].Kind == "city_k" {
				return "K"
			}
			return ""
		},
		StopLine: func(p track.Place, stop *track.Stop) (engine.Message, bool) { return stopLine(s, p, stop) },
	}
}

// mark returns a company's mark in the drawing: the number of a minor, two letters of a
// major.
func mark(c g18mag.Company) string {
	if c.Minor() {
		return g18mag.Companies[c].Word
	}
	return g18mag.MarkOf(g18mag.Companies[c].Word)
}

// stopLine describes red areas and mines.
func stopLine(s *g18mag.State, p track.Place, stop *track.Stop) (engine.Message, bool) {
	n := engine.Int("n", stop.Worth(s.PhaseColour()))
	later := engine.Several("later", board(s).Later(p)...)
	switch stop.Kind {
	case track.Area:
		return engine.Msg(key.SheetArea, n, later), true
	case track.Mine:
		return engine.Msg(key.SheetMine, n, later), true
	}
	return engine.Message{}, false
}

// legend explains the symbols in the drawing.
func legend(s *g18mag.State) []engine.Message {
	marks := engine.Each(s.Edition().Majors, func(c g18mag.Company) engine.Arg {
		return sheet.Say(engine.Msg(key.SheetSignMajor, engine.Text("mark", mark(c)), g18mag.CompanySay("company", c)))
	})
	return []engine.Message{
		engine.Msg(key.SheetSignExits), engine.Msg(key.SheetSignMarks),
		engine.Msg(key.SheetSignStations, engine.Several("marks", marks...), engine.Text("circle", sheet.SignCircle)),
		engine.Msg(key.SheetSignRest, engine.Text("town", sheet.SignTown), engine.Text("mine", sheet.SignMine), engine.Text("lake", sheet.SignLake)),
		engine.Msg(key.SheetSignAsk),
	}
}

func mapSheet(s *g18mag.State, r engine.Request) ([]engine.Block, error) { return board(s).Map(r) }

func tileSheet(s *g18mag.State, arg string) ([]engine.Block, error) { return board(s).Tiles(arg) }

// nearSheet is the board around a company, the operating one if arg is empty. It is the
// whole board when the draft begins, without the stations that minors begin with: the
// choices name them, and so the board stays the same. Who only buys trains needs none.
func nearSheet(s *g18mag.State, r engine.Request) ([]engine.Block, error) {
	c, on := s.Company(), board(s)
	on.Spoken = r.Spoken
	switch {
	case r.Arg != "":
		var err error
		if c, err = companyNamed(s, r.Arg); err != nil {
			return nil, err
		}
	case s.Stage == g18mag.Drafting && s.Draft.Turn == 0:
		return boardOfDraft(s, on).Whole(), nil
	case c == g18mag.NoCompany || !c.Minor() || s.Turn.Step == g18mag.StepTrains:
		return nil, nil
	}
	return on.Near(g18mag.Owner(c), c.Minor()), nil
}

// boardOfDraft is the board without the stations of players' minors.
func boardOfDraft(s *g18mag.State, on *sheet.Board) *sheet.Board {
	shown := *on.Board
	shown.Stations = slices.DeleteFunc(slices.Clone(shown.Stations), func(st track.Station) bool {
		c := g18mag.Company(st.Owner)
		return c.Minor() && !s.IsIstvan(s.Minors[c].Owner)
	})
	on.Board = &shown
	return on
}
