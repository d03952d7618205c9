package g18mag

import (
	"strings"

	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/sheet"
)

// board is the board as sheets show it.
func (s *State) board() *sheet.Board {
	var palette []string
	for _, p := range s.edition().phases {
		palette = append(palette, p.Colour())
	}
	return &sheet.Board{
		Ground: s.words(), Palette: palette, Colours: s.colours(), Value: s.phaseColour(), Legend: s.legend(),
		Mark: func(o track.Owner) string { return mark(Company(o)) },
		Word: func(o track.Owner) string { return companies[o].word },
		Label: func(h track.HexID) string {
			if s.world().Map.Hexes[h].Kind == "city_k" {
				return "K"
			}
			return ""
		},
		StopLine: s.stopLine,
	}
}

// mark is a company in the drawing: the number of a minor, two letters of a major.
func mark(c Company) string {
	if c.minor() {
		return companies[c].word
	}
	return markOf(companies[c].word)
}

// markOf is the mark of a major: "GC" of G&C. Orders read it, too.
func markOf(word string) string {
	return strings.ToUpper(strings.ReplaceAll(engine.Fold(word), "&", "")[:2])
}

// stopLine tells red areas and mines.
func (s *State) stopLine(p track.Place, stop *track.Stop) (engine.Message, bool) {
	n := engine.Int("n", stop.Worth(s.phaseColour()))
	switch stop.Kind {
	case track.Area:
		return line("area", n), true
	case track.Mine:
		return line("mine", n), true
	}
	return engine.Message{}, false
}

// legend explains the signs of the drawing.
func (s *State) legend() []engine.Message {
	var marks []engine.Arg
	for _, c := range s.edition().majors {
		marks = append(marks, sheet.Say(line("sign-major", engine.Text("mark", mark(c)), companySay("company", c))))
	}
	return []engine.Message{
		line("sign-exits"), line("sign-marks"),
		line("sign-stations", engine.Several("marks", marks...), engine.Text("circle", sheet.SignCircle)),
		line("sign-rest", engine.Text("town", sheet.SignTown), engine.Text("mine", sheet.SignMine), engine.Text("lake", sheet.SignLake)),
		line("sign-ask"),
	}
}

// nearSheet is the board around a company, the one that operates when arg is
// empty: its cities in words, then drawn. In the draft it is the whole board, and
// so it is while a major, which needs no track, looks for a station.
func (s *State) nearSheet(arg string) ([]engine.Block, error) {
	c := s.company()
	switch {
	case arg != "":
		var err error
		if c, err = s.companyNamed(arg); err != nil {
			return nil, err
		}
	case s.Stage == drafting || c != noCompany && !c.minor() && s.Turn.Step == stepStation:
		return s.board().Whole(), nil
	case c == noCompany || !c.minor():
		return nil, nil
	}
	return s.board().Near(owner(c), c.minor()), nil
}
