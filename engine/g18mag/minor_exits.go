package g18mag

import (
	"iter"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/hex"
	"railpost/engine/track"
)

// facing is how a tile is to lie: its rotation, or exits that no rotation of it
// has.
type facing struct {
	turn  int
	exits uint8 // with noTurn
}

const noTurn = -1

// exits is the domain of how a tile lies on a hex: the hexes its exits lead to,
// in any order ("E16-G16"), or its rotation, or nothing where only one is legal.
// Rotations that look alike have one member, the lowest that is legal.
type exits struct {
	s    *State
	tile track.TileID
	hex  track.HexID
}

func (d exits) face() *track.Tile { return &d.s.world().Set.Tiles[d.tile] }

// turns are the legal rotations, the lowest of each look.
func (d exits) turns() []int {
	var list []int
	for turn := range hex.Edges {
		if d.s.layFault(track.Lay{Hex: d.hex, Tile: d.tile, Turn: turn}).Why != track.Legal {
			continue
		}
		if !slices.ContainsFunc(list, func(other int) bool { return d.s.alike(d.tile, turn, other) }) {
			list = append(list, turn)
		}
	}
	return list
}

func (d exits) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, turn := range d.turns() {
			if !yield(facing{turn: turn}) {
				return
			}
		}
	}
}

// Text names the exits. A rotation that looks like a lower legal one is a number:
// it comes from logs of other programs.
func (d exits) Text(v engine.Value) string {
	f := v.(facing)
	if f.turn == noTurn {
		return d.names(f.exits)
	}
	for _, turn := range d.turns() {
		if turn < f.turn && d.s.alike(d.tile, turn, f.turn) {
			return string(rune('0' + f.turn))
		}
	}
	return d.look(f.turn)
}

// look names the exits in the order of the edges; where they leave open which
// track is meant, the pieces of track.
func (d exits) look(turn int) string {
	if !d.s.ambiguous(d.tile) {
		return d.names(d.s.exitsOf(d.tile, turn))
	}
	var parts []string
	for _, piece := range d.s.pieces(d.tile, turn) {
		parts = append(parts, d.names(piece))
	}
	return strings.Join(parts, "+")
}

// Record makes Text what stands in the log.
func (d exits) Record(v engine.Value) string { return d.Text(v) }

// names are the hexes that exits lead to.
func (d exits) names(exits uint8) string { return strings.Join(d.s.edgeNames(d.hex, exits), "-") }

// Read takes a rotation, names of hexes, or nothing where that is enough.
func (d exits) Read(t *engine.Tokens) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		skip(t, "exits", "to", "rotation")
		if tok := t.Peek(); len(tok.Text) == 1 && '0' <= tok.Text[0] && tok.Text[0] < '0'+hex.Edges {
			t.At++
			return facing{turn: int(tok.Text[0] - '0')}, nil
		}
		return d.readNames(t)
	})
}

// untilError reads and, when that fails, takes nothing.
func untilError(t *engine.Tokens, read func() (engine.Value, error)) (engine.Value, error) {
	at := t.At
	v, err := read()
	if err != nil {
		t.At = at
	}
	return v, err
}

func (d exits) readNames(t *engine.Tokens) (engine.Value, error) {
	groups, err := d.readGroups(t)
	switch {
	case err != nil:
		return nil, err
	case groups == nil:
		return d.only(t)
	}
	return d.find(t, groups)
}

// only is the rotation meant when nothing is written.
func (d exits) only(t *engine.Tokens) (engine.Value, error) {
	turns := d.turns()
	switch len(turns) {
	case 0:
		return facing{turn: noTurn}, nil // Rule tells why none is
	case 1:
		return facing{turn: turns[0]}, nil
	}
	return nil, d.unclear(t.Peek(), "18mag.no.which-exits", turns)
}

// unclear refuses words that leave open which rotation is meant.
func (d exits) unclear(tok engine.Token, key string, turns []int) error {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: len([]rune(tok.Text)), Rule: layRule(d.face())}
	r.Why = engine.Msg(key, engine.Text("word", tok.Text), engine.Text("tile", d.face().Number), engine.Text("hex", d.s.hexName(d.hex)))
	for _, turn := range turns {
		r.Expected = append(r.Expected, d.Text(facing{turn: turn}))
	}
	return r
}

// skip passes over one of some words that people write before an answer.
func skip(t *engine.Tokens, fillers ...string) {
	if slices.Contains(fillers, t.Peek().Fold) && t.At+1 < len(t.All) {
		t.At++
	}
}

// readGroups takes the words that name neighbours of the hex: the exits of each
// piece of track named, of one piece where no "+" stands.
func (d exits) readGroups(t *engine.Tokens) ([]uint8, error) {
	var groups []uint8
	for {
		at := t.At
		if groups != nil && t.Peek().Text == "," {
			t.At++
		}
		tok := t.Peek()
		names, ok := hexNames(tok.Text)
		if !ok || t.Done() {
			t.At = at
			return groups, nil
		}
		for i, part := range names {
			if i > 0 || groups == nil {
				groups = append(groups, 0)
			}
			for _, name := range part {
				edge, ok := d.toward(name)
				switch {
				case ok:
					groups[len(groups)-1] |= 1 << edge
				case !strings.EqualFold(name, d.s.hexName(d.hex)): // "E16-F17-G18" is said of F17, too
					return nil, d.noNeighbour(tok, name)
				}
			}
		}
		t.At++
	}
}

// toward is the edge of the hex behind which a hex lies.
func (d exits) toward(name string) (edge int, ok bool) {
	m := d.s.world().Map
	id, ok := findHex(m, name)
	if !ok {
		return 0, false
	}
	edge = slices.Index(m.Hexes[d.hex].Neighbour[:], id)
	return edge, edge >= 0
}

func (d exits) noNeighbour(tok engine.Token, name string) error {
	m := d.s.world().Map
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: len([]rune(tok.Text)), Rule: "III.1"}
	r.Why = engine.Msg("18mag.no.neighbour", engine.Text("word", strings.ToUpper(name)), engine.Text("hex", m.Hexes[d.hex].Name))
	for _, to := range m.Hexes[d.hex].Neighbour {
		if to != track.NoHex {
			r.Expected = append(r.Expected, m.Hexes[to].Name)
		}
	}
	return r
}

// find is the rotation with these exits: the lowest legal one, or the lowest of
// all, whose Rule says what is wrong with it.
func (d exits) find(t *engine.Tokens, groups []uint8) (engine.Value, error) {
	var mask uint8
	for _, g := range groups {
		mask |= g
	}
	slices.Sort(groups)
	match := func(turn int) bool {
		if len(groups) > 1 {
			return slices.Equal(d.s.pieces(d.tile, turn), groups)
		}
		return d.s.exitsOf(d.tile, turn) == mask
	}
	var legal []int
	for _, turn := range d.turns() {
		if match(turn) {
			legal = append(legal, turn)
		}
	}
	switch {
	case len(legal) == 1:
		return facing{turn: legal[0]}, nil
	case len(legal) > 1:
		return nil, d.unclear(t.All[t.At-1], "18mag.no.which-track", legal)
	}
	for turn := range hex.Edges {
		if match(turn) {
			return facing{turn: turn}, nil
		}
	}
	return facing{turn: noTurn, exits: mask}, nil
}

// hexNames cuts a word like "E16-G16+F15" into names of hexes; ok is false for
// any other word.
func hexNames(word string) (groups [][]string, ok bool) {
	for _, part := range strings.Split(word, "+") {
		var names []string
		for _, name := range strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune("-\u2010\u2011\u2012\u2013\u2014\u2212/", r) }) {
			cut, ok := cutNames(name)
			if !ok {
				return nil, false
			}
			names = append(names, cut...)
		}
		groups = append(groups, names)
	}
	return groups, slices.ContainsFunc(groups, func(g []string) bool { return g != nil })
}

// cutNames cuts "E16G16": each name is a letter and a number.
func cutNames(word string) ([]string, bool) {
	var names []string
	for word != "" {
		n := 1
		for n < len(word) && '0' <= word[n] && word[n] <= '9' {
			n++
		}
		if c := word[0] | ' '; n == 1 || c < 'a' || c > 'z' {
			return nil, false
		}
		names = append(names, word[:n])
		word = word[n:]
	}
	return names, true
}

// findHex finds a hex by its name, written in capitals or not.
func findHex(m *track.Map, name string) (track.HexID, bool) {
	if id, ok := m.Find(strings.ToUpper(name)); ok {
		return id, true
	}
	return m.Find(strings.ToLower(name)) // row a, above A
}

// pieces are the connections of a tile in a rotation, sorted: the two exits of
// each plain path, all exits of each stop.
func (s *State) pieces(id track.TileID, turn int) []uint8 {
	shape := s.world().TileShape(id, turn)
	var list []uint8
	for e := range hex.Edges {
		for to := range e {
			if shape.Plain[e]&(1<<to) != 0 {
				list = append(list, 1<<e|1<<to)
			}
		}
	}
	for _, edges := range shape.Edges {
		if edges != 0 {
			list = append(list, edges)
		}
	}
	slices.Sort(list)
	return list
}

// alike says whether a tile looks the same in two rotations. Which of its cities
// is the first makes no difference.
func (s *State) alike(id track.TileID, one, two int) bool {
	return one == two || slices.Equal(s.pieces(id, one), s.pieces(id, two))
}

// ambiguous says whether a tile has different track with the same exits in two
// rotations: then its exits alone do not say how it lies (25).
func (s *State) ambiguous(id track.TileID) bool {
	for turn := 1; turn < hex.Edges; turn++ {
		if s.exitsOf(id, turn) == s.exitsOf(id, 0) && !s.alike(id, 0, turn) {
			return true
		}
	}
	return false
}

func (s *State) exitsOf(id track.TileID, turn int) uint8 { return s.world().TileShape(id, turn).Exits }
