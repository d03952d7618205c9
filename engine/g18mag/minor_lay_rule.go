package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/hex"
	"railpost/engine/track"
)

// tileRule says what forbids a tile wherever it is laid: the colour is not
// available, the turn has had its upgrade, or no piece is left.
func (s *State) tileRule(id track.TileID) error {
	t := s.tile(id)
	number, colour := engine.Text("tile", t.Number), colourSay("colour", t.Colour)
	switch {
	case !slices.Contains(s.colours(), t.Colour):
		return engine.Forbid("VI.3.3", "18mag.no.colour", number, colour, colourSay("phase", s.phaseColour()))
	case s.Turn.Laid > 0 && s.Turn.Upgraded && t.Colour != yellow:
		return engine.Forbid("VI.3.2", "18mag.no.two-upgrades", number, colour)
	case s.Board.PiecesLeft(s.world(), id) == 0:
		if faces := s.facesSay(t); len(faces) > 1 {
			return engine.Forbid("VI.3.3.1", "18mag.no.piece-faces", number, engine.Several("faces", faces...))
		}
		return engine.Forbid("VI.3.2", "18mag.no.piece", number)
	}
	return nil
}

// facesSay are the tiles that are printed on the pieces of a tile (VI.3.3.1).
func (s *State) facesSay(t *track.Tile) (words []engine.Arg) {
	for _, id := range s.world().Set.Stacks[t.Group].Faces {
		words = append(words, engine.Text("", s.tile(id).Number))
	}
	return words
}

func colourSay(name, colour string) engine.Arg { return engine.Term(name, "18mag.colour."+colour) }

// layRule is the section about laying a tile.
func layRule(t *track.Tile) string {
	if t.Colour == yellow {
		return "VI.3.2"
	}
	return "VI.3.3"
}

// siteRule says what forbids a tile on a hex, whatever its rotation.
func (s *State) siteRule(id track.TileID, h track.HexID) error {
	l := track.Lay{Hex: h, Tile: id}
	if f := s.layFault(l); f.Why != track.Legal && f.Why <= track.NoPiece {
		return s.siteRefusal(f, id, h)
	}
	return s.canPayLay(l, s.hasToken())
}

// nearestFault is the fault of the rotation that comes nearest to being legal.
func (s *State) nearestFault(id track.TileID, h track.HexID) track.Fault {
	var near track.Fault
	for turn := range hex.Edges {
		if f := s.layFault(track.Lay{Hex: h, Tile: id, Turn: turn}); f.Why > near.Why {
			near = f
		}
	}
	return near
}

// siteRefusal tells a fault of a tile on a hex.
func (s *State) siteRefusal(f track.Fault, id track.TileID, h track.HexID) error {
	t := s.tile(id)
	args := []engine.Arg{engine.Text("tile", t.Number), engine.Text("hex", s.hexName(h))}
	switch f.Why {
	case track.FixedHex:
		return engine.Forbid("III.1", "18mag.no.fixed", append(args, s.kindSay(h))...)
	case track.WrongTile:
		return s.wrongTile(args, t, h)
	case track.NotConnected:
		c := s.company()
		return engine.Forbid("VI.3.2", "18mag.no.not-connected", append(args, companySay("company", c), s.reached("reached", c), s.sitesSay("sites", id))...)
	case track.JoinsSides:
		return engine.Forbid("VI.3.2", "18mag.no.lake", args...)
	}
	return engine.Forbid(layRule(t), "18mag.no.no-way", args...)
}

// sitesSay names the hexes on which a tile may be laid now.
func (s *State) sitesSay(name string, id track.TileID) engine.Arg {
	var parts []engine.Arg
	for h := range (sites{&layList{s: s}, id}).Members() {
		parts = append(parts, engine.Text("", s.hexName(h.(track.HexID))))
	}
	return engine.Several(name, parts...)
}

// wrongTile names the tiles that fit a hex instead.
func (s *State) wrongTile(args []engine.Arg, t *track.Tile, h track.HexID) error {
	old, laid := s.Board.Laid[h].ID()
	key := "18mag.no.wrong-first"
	if laid {
		key, args = "18mag.no.wrong-upgrade", append(args, engine.Text("old", s.tile(old).Number))
	}
	var fit, now []engine.Arg
	for _, u := range s.Board.Upgrades(s.world(), h) {
		word := engine.Text("", s.tile(u.To).Number)
		if fit = append(fit, word); slices.Contains(s.colours(), s.tile(u.To).Colour) {
			now = append(now, word)
		}
	}
	switch {
	case fit == nil:
		return engine.Forbid("VI.3.3", "18mag.no.last-tile", args...)
	case now == nil:
		key += "-yet"
		now = fit
	}
	rule := "VI.3.2"
	if laid {
		rule = "VI.3.3"
	}
	return engine.Forbid(rule, key, append(args, s.kindSay(h), engine.Several("fit", now...))...)
}

// kindSay names what a hex is: "18mag.kind.city_oo".
func (s *State) kindSay(h track.HexID) engine.Arg {
	return engine.Term("kind", "18mag.kind."+s.world().Map.Hexes[h].Kind)
}

// Rule says what is wrong with how a tile lies, and shows the ways that are legal.
func (d exits) Rule(v engine.Value) error {
	f := v.(facing)
	switch {
	case f.turn == noTurn && len(d.turns()) == 0: // no way is legal, whatever was written
		return d.s.siteRefusal(d.s.nearestFault(d.tile, d.hex), d.tile, d.hex)
	case f.turn == noTurn:
		return d.refuse(layRule(d.face()), "18mag.no.shape", engine.Text("exits", d.names(f.exits)))
	}
	fault := d.s.layFault(track.Lay{Hex: d.hex, Tile: d.tile, Turn: f.turn})
	switch fault.Why {
	case track.Legal:
		return nil
	case track.LosesTrack:
		old, laid := d.s.Board.Laid[d.hex].ID()
		if !laid {
			return d.refuse("VI.3.2", "18mag.no.fixed-turn")
		}
		return d.refuse("VI.3.3", "18mag.no.loses-track", engine.Text("old", d.s.tile(old).Number), engine.Text("exits", d.names(fault.Edges)))
	case track.OffEdge:
		return d.offEdge(fault.Edges)
	case track.JoinsSides:
		return d.refuse("VI.3.2", "18mag.no.lake")
	case track.NotConnected:
		if len(d.turns()) > 0 {
			return d.refuse("VI.3.2", "18mag.no.not-connected-so", companySay("company", d.s.company()), engine.Text("exits", d.names(fault.Edges)))
		}
	}
	return d.s.siteRefusal(fault, d.tile, d.hex)
}

// offEdge tells where the first of some exits leads: off the map, into a barrier,
// or against a side of a red or gray hex without track (III.1, VI.3.2 item 3).
func (d exits) offEdge(edges uint8) error {
	h := &d.s.world().Map.Hexes[d.hex]
	for e, to := range h.Neighbour {
		if edges&(1<<e) == 0 || to == track.NoHex {
			continue
		}
		key := "18mag.no.exit-blank"
		if h.Barred&(1<<e) != 0 {
			key = "18mag.no.exit-barrier"
		}
		return d.refuse("VI.3.2", key, engine.Text("to", d.s.hexName(to)), d.s.kindSay(to))
	}
	return d.refuse("VI.3.2", "18mag.no.exit-off-map")
}

// refuse builds a refusal of a rotation with the legal ones.
func (d exits) refuse(rule, key string, args ...engine.Arg) error {
	r := engine.Forbid(rule, key, append([]engine.Arg{engine.Text("tile", d.face().Number), engine.Text("hex", d.s.hexName(d.hex))}, args...)...)
	for _, turn := range d.turns() {
		r.Expected = append(r.Expected, d.Text(facing{turn: turn}))
	}
	return r
}
