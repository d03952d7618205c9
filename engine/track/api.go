package track

import "errors"

var errTodo = errors.New("track: not written yet")

// Lay is one tile action.
type Lay struct {
	Hex  HexID
	Tile TileID
	Turn int
}

// Why says what forbids a lay, in the order in which it is looked for.
type Why int

// What can forbid a lay.
const (
	Legal        Why = iota
	FixedHex         // no tile may be laid on the hex
	WrongColour      // the colour is not available
	WrongTile        // this tile does not follow what lies there
	NoPiece          // none is left in the supply
	LosesTrack       // in this rotation old track would be lost, or the rotation is not allowed
	OffEdge          // an exit leads where no track may lead; Fault.Edges
	JoinsSides       // a path joins two parts of the hex (lake)
	NotConnected     // no exit meets the network of the company
)

// Fault is why a lay is not legal; the zero value: it is legal.
type Fault struct {
	Why   Why
	Edges uint8 // the exits that are at fault
}
