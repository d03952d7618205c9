package sheet

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/route"
	"railpost/engine/rail/running"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Facts is the whole board for pictures. The owner of a station is the one of its index.
func (b *Board) Facts() *board.Map {
	m := &board.Map{Hexes: make([]board.Hex, len(b.World.Map.Hexes))}
	for i := range m.Hexes {
		m.Hexes[i] = b.hexFacts(track.HexID(i))
	}
	return m
}

func (b *Board) hexFacts(id track.HexID) board.Hex {
	at := b.hexAt(id)
	h := board.Hex{
		Name: at.Name, At: board.Point{X: at.At.X, Y: at.At.Y}, Place: at.Place, Cost: at.Cost, Barred: at.Barred, Water: at.Sides,
		Tile: b.tileFacts(id),
	}
	for _, word := range strings.Fields(at.Terrain) {
		h.Terrain = append(h.Terrain, board.Terrain(word))
	}
	return h
}

func (b *Board) tileFacts(id track.HexID) board.Tile {
	face, turn := b.Board.Face(b.World, id)
	t := board.Tile{Colour: face.Colour, Label: face.Label}
	if tile, laid := b.Board.Laid[id].ID(); laid {
		t.Number = b.tile(tile).Number
	}
	if t.Label == "" {
		t.Label = b.label(id)
	}
	for i := range face.Stops {
		t.Stops = append(t.Stops, b.stopFacts(track.Place{Hex: id, Stop: i}))
	}
	for _, p := range face.Paths {
		t.Tracks = append(t.Tracks, board.Track{A: turnEnd(p.A, turn), B: turnEnd(p.B, turn)})
	}
	return t
}

func turnEnd(e track.End, turn int) int {
	if i, ok := e.Stop(); ok {
		return board.StopEnd(i)
	}
	return int(hex.Edge(e).Turn(turn))
}

var stopKinds = map[track.Kind]board.Kind{track.City: board.City, track.Town: board.Halt, track.Area: board.Area, track.Mine: board.Mine}

func (b *Board) stopFacts(p track.Place) board.Stop {
	stop := b.Stop(p)
	s := board.Stop{Kind: stopKinds[stop.Kind], Value: b.Worth(p), Slots: b.slotFacts(p)}
	for _, colour := range b.Palette {
		if n, ok := stop.Values[colour]; ok {
			s.Values = append(s.Values, board.Value{Colour: colour, N: n, Now: colour == b.Value})
		}
	}
	return s
}

// slotFacts are the circles of a stop; a station without a circle gets an extra one.
func (b *Board) slotFacts(p track.Place) []board.Slot {
	free := board.Slot{Owner: board.NoOwner, Kept: board.NoOwner}
	slots := slices.Repeat([]board.Slot{free}, b.Board.Slots(b.World, p))
	for _, st := range b.Board.In(p) {
		if 0 <= st.Slot && st.Slot < len(slots) && slots[st.Slot].Owner == board.NoOwner {
			slots[st.Slot].Owner = int(st.Owner)
			continue
		}
		slots = append(slots, board.Slot{Owner: int(st.Owner), Kept: board.NoOwner})
	}
	for _, o := range b.kept(p) {
		if i := slices.Index(slots, free); i >= 0 {
			slots[i].Kept = int(o)
		}
	}
	return slots
}

// Facts is the chart for pictures; owner is the index of a company among the owners.
func (c *Chart) Facts(owner func(stock.Company) int) *board.Chart {
	out := &board.Chart{Prices: c.Prices, Zigzag: c.Zigzag}
	for _, m := range c.Markers() {
		out.Markers = append(out.Markers, board.Marker{Owner: owner(m), Space: c.Market.At[m]})
	}
	return out
}

// RunFacts is a run for pictures, if its track is still there: routes are as orders name them. What each route
// pays is said if its trains and values are still those of the run.
func RunFacts(r *running.Runner, routes []string, revenue int) (board.Run, bool) {
	run := board.Run{Owner: int(r.Owner), Pays: revenue}
	if len(routes) == 0 {
		return run, false
	}
	n := r.Network()
	var ways []route.Route
	for _, text := range routes {
		way, ok := n.Line(text)
		if !ok {
			return run, false
		}
		ways = append(ways, way)
		name, _, named := strings.Cut(text, ":")
		if !named {
			name = ""
		}
		line := board.Line{Name: name}
		for i, s := range way.Stops {
			at := n.Graph.Stops[s]
			line.Stops = append(line.Stops, board.StopAt{Hex: r.Hex(at.Hex), Stop: at.Stop})
			if i < len(way.Links) {
				line.Pieces = append(line.Pieces, pieces(n, way.Links[i])...)
			}
		}
		run.Lines = append(run.Lines, line)
	}
	set, err := route.Assign(&n.Problem, ways)
	for _, w := range set {
		revenue -= w.Value
	}
	if err == nil && revenue == 0 {
		for i, w := range set {
			run.Lines[i].Pays = w.Value
		}
	}
	return run, true
}

// pieces are the tracks of a link.
func pieces(n *running.Network, link int) (list []board.Piece) {
	l := &n.Graph.Links[link]
	end := board.StopEnd(n.Graph.Stops[l.A].Stop)
	for i := range len(l.Hexes) - 1 {
		here, next := &n.World.Map.Hexes[l.Hexes[i]], &n.World.Map.Hexes[l.Hexes[i+1]]
		out, _ := here.At.Toward(next.At)
		list = append(list, board.Piece{Hex: here.Name, Track: board.Track{A: end, B: int(out)}})
		end = int(out.Opposite())
	}
	last := n.World.Map.Hexes[l.Hexes[len(l.Hexes)-1]].Name
	return append(list, board.Piece{Hex: last, Track: board.Track{A: end, B: board.StopEnd(n.Graph.Stops[l.B].Stop)}})
}

// Companies are the owners of an 18xx board: those with two letters are square, those
// with a number are round.
func Companies(n int, mark func(track.Owner) string, name func(track.Owner) string) []board.Owner {
	list := make([]board.Owner, n)
	for i := range list {
		o := track.Owner(i)
		text := mark(o)
		list[i] = board.Owner{Mark: text, Name: name(o), Seat: int(engine.Nobody), Style: i, Round: text != "" && text[0] <= '9'}
	}
	return list
}
