package g18mag

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/route"
	"railpost/engine/track"
	"railpost/engine/trackword"
)

// spelling is a route as an order spells it: "3: E10-D9-C8".
type spelling struct {
	size  int // of the train; 0: not named
	names []spelt
	spot
}

// spot is where something stands in a line.
type spot struct{ column, length int }

// spelt is a hex of a route: "E12.2".
type spelt struct {
	hex  track.HexID
	city int // 0-based; -1: not named
	text string
	spot
}

// dashes part the hexes of a route.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2212>/"

// spell reads the routes of an order: "3: E10-D9-C8, 2: G14-G16".
func (s *State) spell(t *engine.Tokens) ([]spelling, error) {
	var routes []spelling
	fresh := true // the next hex begins a route
	size := 0
	for !t.Done() {
		tok := t.Next()
		switch {
		case tok.Text == "," || tok.Text == ";" || tok.Fold == "and":
			fresh = true
		case tok.Text == ":" || strings.Trim(tok.Text, dashes) == "":
		case sizeOfWord(tok.Fold) > 0:
			size, fresh = sizeOfWord(tok.Fold), true
		default:
			names, err := s.spellHexes(tok)
			if err != nil {
				return nil, err
			}
			if fresh {
				routes = append(routes, spelling{size: size, spot: names[0].spot})
				fresh, size = false, 0
			}
			r := &routes[len(routes)-1]
			r.names = append(r.names, names...)
			last := names[len(names)-1]
			r.length = last.column + last.length - r.column
		}
	}
	if len(routes) == 0 {
		return nil, noRoute(t.Peek().Column)
	}
	return routes, nil
}

// sizeOfWord reads the size of a train: "3", "3train".
func sizeOfWord(word string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(word, "train"))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// spellHexes reads "E10-D9-C8".
func (s *State) spellHexes(tok engine.Token) (names []spelt, err error) {
	column, rest := tok.Column, tok.Text
	for rest != "" {
		end := strings.IndexAny(rest, dashes)
		if end < 0 {
			end = len(rest)
		}
		if word := rest[:end]; word != "" {
			name, err := s.spellHex(word, column)
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
		column += utf8.RuneCountInString(rest[:end])
		rest = rest[end:]
		if rest != "" {
			_, n := utf8.DecodeRuneInString(rest)
			column++
			rest = rest[n:]
		}
	}
	return names, nil
}

func (s *State) spellHex(word string, column int) (spelt, error) {
	name, number, dotted := strings.Cut(word, ".")
	out := spelt{city: -1, text: word, spot: spot{column, utf8.RuneCountInString(word)}}
	id, ok := trackword.FindHex(s.world().Map, name)
	if !ok {
		return out, noHex(out)
	}
	out.hex = id
	if dotted {
		city, err := strconv.Atoi(number)
		if err != nil || city < 1 || city > len(s.Board.Stops(s.world(), id)) {
			return out, s.noCity(out)
		}
		out.city = city - 1
	}
	return out, nil
}

// readingsMost bounds how many ways of reading one route are looked at.
const readingsMost = 64

// reader finds the ways in which the hexes of an order can be a route: each
// names a stop, or a hex on the way from one stop to the next.
type reader struct {
	n     *network
	names []spelt
	// strict: where several links join two stops all hexes on the way are named,
	// as in the log.
	strict bool
	found  []route.Route
	line   route.Route
	far    int // the last name that was reached as a stop
	at     int // that stop
}

// readings finds the routes that an order may mean, strictly or not; without any
// the refusal says how far the track leads.
func (s *State) readings(n *network, r spelling, strict bool) ([]route.Route, *engine.Refusal) {
	f := reader{n: n, names: r.names, strict: strict, line: route.Route{Train: route.Idle}, far: -1}
	for stop := range n.Graph.Stops {
		if f.means(0, stop) {
			f.line.Stops = []int{stop}
			f.follow(0, stop)
		}
	}
	if len(f.found) == 0 {
		return nil, s.noTrack(&f)
	}
	// Hexes that are not named are not on the way, if that is possible.
	slices.SortStableFunc(f.found, func(a, b route.Route) int { return n.way(&a) - n.way(&b) })
	return f.found, nil
}

// way counts the hexes between the stops of a route.
func (n *network) way(r *route.Route) (hexes int) {
	for _, l := range r.Links {
		hexes += len(n.Graph.Links[l].Hexes) - 2
	}
	return hexes + len(r.Stops)
}

// means says whether name i means a stop.
func (f *reader) means(i, stop int) bool {
	p := f.n.Graph.Stops[stop]
	return f.names[i].hex == p.Hex && (f.names[i].city < 0 || f.names[i].city == p.Stop)
}

// follow looks on from name i, which is the stop at.
func (f *reader) follow(i, at int) {
	if i > f.far {
		f.far, f.at = i, at
	}
	if i == len(f.names)-1 {
		if i > 0 {
			f.found = append(f.found, route.Route{Train: route.Idle, Links: slices.Clone(f.line.Links), Stops: slices.Clone(f.line.Stops)})
		}
		return
	}
	if i > 0 && f.n.Problem.Stops[at].Ends {
		return
	}
	for l := range f.n.Graph.Links {
		link := &f.n.Graph.Links[l]
		if link.A != at && link.B != at {
			continue
		}
		f.cross(i, l, link.A+link.B-at, f.n.between(l, at))
	}
}

// cross goes over a link to a stop; hexes are those on the way.
func (f *reader) cross(i, link, to int, hexes []track.HexID) {
	left, named := hexes, 0
	for j := i + 1; j < len(f.names) && len(f.found) < readingsMost; j++ {
		exact := !f.strict || named == len(hexes) || named == 0 && !f.n.ambiguous(link)
		if exact && f.means(j, to) {
			f.line.Links, f.line.Stops = append(f.line.Links, link), append(f.line.Stops, to)
			f.follow(j, to)
			f.line.Links, f.line.Stops = f.line.Links[:len(f.line.Links)-1], f.line.Stops[:len(f.line.Stops)-1]
		}
		k := slices.Index(left, f.names[j].hex)
		if k < 0 || f.names[j].city >= 0 {
			return
		}
		left = left[k+1:]
		named++
	}
}

// between are the hexes on the way along a link, from one of its stops.
func (n *network) between(link, from int) []track.HexID {
	l := &n.Graph.Links[link]
	hexes := slices.Clone(l.Hexes[1 : len(l.Hexes)-1])
	if from == l.B {
		slices.Reverse(hexes)
	}
	return hexes
}
