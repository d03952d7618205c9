package g18mag

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/track"
)

// What tile actions cost (VI.3.2).
const (
	mostLays  = 2  // tile actions in a turn
	extraTile = 10 // for the second, to SzKÉV
	rivers    = 20 // for the upgrade of a yellow OO or B tile: two river symbols are printed on it
)

// bill is what a tile action costs.
type bill struct {
	fee     int // of the second tile action, to SzKÉV
	terrain int // to SIK, or a terrain token
}

// layBill is what a lay costs the operating minor now.
func (s *State) layBill(l track.Lay) bill {
	var b bill
	if s.Turn.Laid > 0 {
		b.fee = extraTile
	}
	w := s.world()
	switch old := s.Board.Laid[l.Hex]; {
	case old.Tile == 0:
		b.terrain = w.Map.Hexes[l.Hex].Cost
	case riverTile(&w.Set.Tiles[old.Tile-1]):
		b.terrain = rivers
	}
	return b
}

// riverTile is a yellow OO or B tile. Those of K hexes have no label.
func riverTile(t *track.Tile) bool { return t.Colour == yellow && t.Label != "" }

const yellow = "yellow"

// payLay pays for a tile action and reports to whom (III.3.3). With a token the
// bank pays the terrain cost, and the token leaves the game.
func (s *State) payLay(tx *engine.Tx, b bill, token bool) error {
	c := s.company()
	if b.fee > 0 {
		if err := s.pay(s.account(c), s.account(skev), b.fee); err != nil {
			return err
		}
		tx.Report("18mag.report.extra-tile", companySay("company", c), companySay("to", skev), engine.Int("n", b.fee))
	}
	if b.terrain == 0 {
		return nil
	}
	from, key := s.account(c), "18mag.report.terrain"
	if token {
		from, key = cash.Bank, "18mag.report.terrain-token"
	}
	tx.Report(key, companySay("company", c), companySay("to", sik), engine.Int("n", b.terrain), engine.Int("left", s.Minors[c].Tokens))
	return s.pay(from, s.account(sik), b.terrain)
}

// canPayLay refuses a tile action that the minor cannot pay (VI.3.2 item 7).
func (s *State) canPayLay(l track.Lay, token bool) error {
	c, b := s.company(), s.layBill(l)
	due := b.fee
	if !token {
		due += b.terrain
	}
	if s.purse(c) >= due {
		return nil
	}
	key := "18mag.no.lay-dear"
	if !token && b.terrain > 0 && s.hasToken() && s.purse(c) >= b.fee {
		key = "18mag.no.lay-dear-token" // "with token" would do
	}
	return engine.Forbid("VI.3.2", key, companySay("company", c), engine.Text("hex", s.hexName(l.Hex)),
		engine.Int("n", due), engine.Int("fee", b.fee), engine.Int("terrain", b.terrain), engine.Int("treasury", s.purse(c)))
}

// hasToken says whether the operating minor has a terrain token to spend, an
// announced one included.
func (s *State) hasToken() bool { return s.Turn.Token || s.Minors[s.company()].Tokens > 0 }
