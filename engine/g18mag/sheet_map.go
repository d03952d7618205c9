package g18mag

import (
	"strings"

	"railpost/engine"
	"railpost/engine/track"
)

// mapSheet is the whole board as a drawing, or one hex in words.
func (s *State) mapSheet(arg string) ([]engine.Block, error) {
	if arg == "" {
		all := make([]track.HexID, len(s.world().Map.Hexes))
		for i := range all {
			all[i] = track.HexID(i)
		}
		return s.drawn(head("map"), all), nil
	}
	h, ok := s.hexNamed(arg)
	if !ok {
		r := engine.Forbid("", "18mag.no.sheet-hex", engine.Text("word", arg))
		r.Expected = s.placesLike(arg)
		return nil, r
	}
	return s.hexSheet(h), nil
}

// drawn are hexes as blocks of drawing, one for each strip, and the legend.
func (s *State) drawn(title engine.Message, hexes []track.HexID) []engine.Block {
	strips := s.drawing(hexes)
	var blocks []engine.Block
	for i, strip := range strips {
		b := engine.Block{Head: title, Drawing: strip}
		if len(strips) > 1 {
			b.Head = head("strip", engine.Say("map", title), engine.Int("part", i+1), engine.Int("n", len(strips)))
		}
		blocks = append(blocks, b)
	}
	return append(blocks, s.legend())
}

// legend explains the signs of the drawing.
func (s *State) legend() engine.Block {
	b := engine.Block{Head: head("legend")}
	var marks []engine.Arg
	for _, c := range s.edition().majors {
		marks = append(marks, say(line("sign-major", engine.Text("mark", mark(c)), companySay("company", c))))
	}
	b.Lines = append(b.Lines,
		line("sign-exits"), line("sign-marks"),
		line("sign-stations", engine.Several("marks", marks...), engine.Text("circle", signCircle)),
		line("sign-rest", engine.Text("town", signTown), engine.Text("mine", signMine), engine.Text("lake", signLake)),
		line("sign-ask"))
	return b
}

// hexNamed finds a hex by its name, or by the name of the place on it.
func (s *State) hexNamed(arg string) (track.HexID, bool) {
	word, _, _ := strings.Cut(arg, ".")
	if h, ok := findHex(s.world().Map, word); ok {
		return h, true
	}
	want, found, n := engine.Fold(arg), track.NoHex, 0
	for i := range s.world().Map.Hexes {
		switch place := engine.Fold(s.world().Map.Hexes[i].Place); {
		case place == want:
			return track.HexID(i), true
		case want != "" && strings.Contains(place, want):
			found, n = track.HexID(i), n+1
		}
	}
	return found, n == 1
}

// placesLike are places whose names are nearest to a word.
func (s *State) placesLike(arg string) []string {
	want := engine.Fold(arg)
	var list []string
	for i := range s.world().Map.Hexes {
		at := &s.world().Map.Hexes[i]
		place := engine.Fold(at.Place)
		if want != "" && place != "" && (strings.Contains(place, want) || engine.Distance(place, want) <= 1+len(want)/4) {
			list = append(list, join(at.Name, at.Place))
		}
	}
	return list
}

// nearSheet is the board around a company, the one that operates when arg is
// empty: its cities in words, then drawn. In the draft it is the whole board, and
// so it is while a major looks for a station.
func (s *State) nearSheet(arg string) ([]engine.Block, error) {
	c := s.company()
	switch {
	case arg != "":
		var err error
		if c, err = s.companyNamed(arg); err != nil {
			return nil, err
		}
	case s.Stage == drafting || c != noCompany && !c.minor() && s.Turn.Step == stepStation:
		return s.mapSheet("")
	case c == noCompany || !c.minor():
		return nil, nil
	}
	hexes := s.around(c)
	if len(hexes) == 0 {
		return s.mapSheet("")
	}
	b := engine.Block{Head: head("near", companySay("company", c)), Lines: s.reachLines(c)}
	return append([]engine.Block{b}, s.drawn(head("drawing"), hexes)...), nil
}

// nearMost is how many hexes around a company are drawn in a row, so that the
// drawing is one strip.
const nearMost = (columns/5 - 1) / 2

// around are the hexes near a company: those its network touches and their
// neighbours, within as many half-columns as fit one strip around its home.
func (s *State) around(c Company) []track.HexID {
	w := s.world()
	near := make([]bool, len(w.Map.Hexes))
	home := track.NoHex
	for _, st := range s.Board.Stations {
		if st.Owner != track.Owner(c) {
			continue
		}
		if home == track.NoHex {
			home = st.Hex
		}
		s.mark(near, st.Hex)
	}
	if home == track.NoHex {
		return nil
	}
	if c.minor() {
		for h, edges := range s.Board.Reach(w, track.Owner(c)).Edges {
			if edges != 0 {
				s.mark(near, track.HexID(h))
			}
		}
	}
	return s.window(near, home)
}

// mark notes a hex and its neighbours.
func (s *State) mark(near []bool, h track.HexID) {
	near[h] = true
	for _, n := range s.world().Map.Neighbours(h, 1<<6-1) {
		near[n] = true
	}
}

// window is the rectangle of hexes around those that are near, cut to one strip
// with home in its middle as far as possible.
func (s *State) window(near []bool, home track.HexID) []track.HexID {
	hexes := s.world().Map.Hexes
	at := hexes[home].At
	west, east, north, south := at.X, at.X, at.Y, at.Y
	for i, ok := range near {
		if ok {
			x, y := hexes[i].At.X, hexes[i].At.Y
			west, east, north, south = min(west, x), max(east, x), min(north, y), max(south, y)
		}
	}
	if wide := 2*nearMost - 1; east-west > wide {
		west = min(max(west, at.X-nearMost), east-wide)
		east = west + wide
	}
	var list []track.HexID
	for i := range hexes {
		if p := hexes[i].At; west <= p.X && p.X <= east && north <= p.Y && p.Y <= south {
			list = append(list, track.HexID(i))
		}
	}
	return list
}

// reachLines are the stops that a company's network reaches, in words.
func (s *State) reachLines(c Company) []engine.Message {
	var cities, towns, areas, mines []engine.Arg
	colour := s.phaseColour()
	places := s.reachedStops(c)
	for _, p := range places {
		stop := &s.Board.Stops(s.world(), p.Hex)[p.Stop]
		args := []engine.Arg{engine.Text("place", s.namedPlace(p)), engine.Int("n", stop.Worth(colour))}
		switch stop.Kind {
		case track.City:
			cities = append(cities, say(s.cityLine(c, p, args)))
		case track.Town:
			towns = append(towns, say(line("near-stop", args...)))
		case track.Area:
			areas = append(areas, say(line("near-stop", args...)))
		case track.Mine:
			mines = append(mines, say(line("near-stop", args...)))
		}
	}
	var list []engine.Message
	for _, group := range []struct {
		key   string
		parts []engine.Arg
	}{{"near-cities", cities}, {"near-towns", towns}, {"near-areas", areas}, {"near-mines", mines}} {
		if len(group.parts) > 0 {
			list = append(list, line(group.key, engine.Several("places", group.parts...)))
		}
	}
	return list
}

// reachedStops are the stops that a minor's network meets; of a major, which needs no
// track, its stations.
func (s *State) reachedStops(c Company) []track.Place {
	if c.minor() {
		return s.Board.Reach(s.world(), track.Owner(c)).Places()
	}
	var list []track.Place
	for _, st := range s.Board.Stations {
		if st.Owner == track.Owner(c) {
			list = append(list, st.Place())
		}
	}
	return list
}

// cityLine is a city with its value, stations and free circles, as a company
// sees it.
func (s *State) cityLine(c Company, p track.Place, args []engine.Arg) engine.Message {
	var here []engine.Arg
	for _, st := range s.Board.In(p) {
		here = append(here, text(companies[st.Owner].word))
	}
	free := s.Board.Slots(s.world(), p) - len(here)
	args = append(args, engine.Several("stations", here...), engine.Int("free", free))
	_, own := s.Board.Own(owner(c), p.Hex)
	switch {
	case len(here) == 0:
		return line("near-city-free", args...)
	case free == 0 && own:
		return line("near-city-own", args...)
	case free == 0:
		return line("near-city-full", args...)
	}
	return line("near-city", args...)
}
