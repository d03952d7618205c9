package track

import (
	"errors"
	"fmt"

	"railpost/engine/rail/hex"
)

// maxStops is the most stops that a tile may have.
const maxStops = 8

// Shape is the track of a tile in one rotation, as masks with a bit for each edge or stop.
type Shape struct {
	Exits uint8            // edges with track
	Plain [hex.Edges]uint8 // by edge: the edges that plain track joins to it
	Stops [hex.Edges]uint8 // by edge: the stops that track joins to it
	Edges [maxStops]uint8  // by stop: the edges that track joins to it
}

// Joined returns the edges by which track that comes in by e can go on, through the
// stops of a mask (pass). Track never turns back.
func (s *Shape) Joined(e hex.Edge, pass uint8) uint8 {
	out := s.Plain[e]
	for i, stops := 0, s.Stops[e]&pass; stops != 0; i, stops = i+1, stops>>1 {
		if stops&1 != 0 {
			out |= s.Edges[i]
		}
	}
	return out &^ (1 << e)
}

// shapeOf reads the paths of a tile.
func shapeOf(t *Tile) (Shape, error) {
	var s Shape
	if len(t.Stops) > maxStops {
		return s, fmt.Errorf("it has %d stops; %d are the most", len(t.Stops), maxStops)
	}
	for _, p := range t.Paths {
		if _, isStop := p.A.Stop(); isStop {
			p.A, p.B = p.B, p.A
		}
		if err := s.add(p, len(t.Stops)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// add adds a path whose end A is an edge.
func (s *Shape) add(p Path, stops int) error {
	if p.A < 0 || p.B < 0 || p.A >= hex.Edges || p.A == p.B {
		return errors.New("a path must join an edge to another edge or to a stop")
	}
	s.Exits |= 1 << p.A
	if i, isStop := p.B.Stop(); isStop {
		if i >= stops {
			return fmt.Errorf("a path leads to stop %d of %d", i+1, stops)
		}
		s.Stops[p.A] |= 1 << i
		s.Edges[i] |= 1 << p.A
		return nil
	}
	s.Exits |= 1 << p.B
	s.Plain[p.A] |= 1 << p.B
	s.Plain[p.B] |= 1 << p.A
	return nil
}

// turned is the shape after a number of steps clockwise.
func (s *Shape) turned(turn int) Shape {
	out := Shape{Exits: turnMask(s.Exits, turn)}
	for e := range hex.Edge(hex.Edges) {
		to := e.Turn(turn)
		out.Plain[to], out.Stops[to] = turnMask(s.Plain[e], turn), s.Stops[e]
	}
	for i, edges := range s.Edges {
		out.Edges[i] = turnMask(edges, turn)
	}
	return out
}

// Keeping lists the rotations in which a tile keeps the track of another one that has
// rotation 0: plain track joins the same edges, and a stop has all edges of the old
// one.
func Keeping(old, fresh *Tile) (turns []int) {
	was, err := shapeOf(old)
	now, err2 := shapeOf(fresh)
	if err != nil || err2 != nil {
		return nil // NewWorld names the tile at fault
	}
	for turn := range hex.Edges {
		turned := now.turned(turn)
		if was.keptBy(&turned) {
			turns = append(turns, turn)
		}
	}
	return turns
}

func (s *Shape) keptBy(fresh *Shape) bool {
	for e := range s.Plain {
		if s.Plain[e]&^fresh.Plain[e] != 0 {
			return false
		}
	}
	for _, edges := range s.Edges {
		if !contained(edges, fresh) {
			return false
		}
	}
	return true
}

// contained reports whether a stop of a shape has all of some edges.
func contained(edges uint8, s *Shape) bool {
	for _, own := range s.Edges {
		if edges&^own == 0 {
			return true
		}
	}
	return false
}

// turnMask turns a mask of edges.
func turnMask(edges uint8, turn int) uint8 {
	return (edges<<turn | edges>>(hex.Edges-turn)) & (1<<hex.Edges - 1)
}
