package g18mag

import (
	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/track"
)

// Costs of tile actions (VI.3.2).
const (
	MostLays  = 2  // tile actions in a turn
	ExtraTile = 10 // for the second, to SzKÉV
	rivers    = 20 // for the upgrade of a yellow OO or B tile, which has two river symbols
)

// Bill is the cost of a tile action.
type Bill struct {
	Fee     int // of the second tile action, to SzKÉV
	Terrain int // to SIK, or a terrain token
}

// LayBill returns the cost of a lay for the operating minor now.
func (s *State) LayBill(l track.Lay) Bill {
	var b Bill
	if s.Turn.Laid > 0 {
		b.Fee = ExtraTile
	}
	w := s.World()
	switch old := s.Board.Laid[l.Hex]; {
	case old.Tile == 0:
		b.Terrain = w.Map.Hexes[l.Hex].Cost
	case riverTile(&w.Set.Tiles[old.Tile-1]):
		b.Terrain = rivers
	}
	return b
}

// riverTile reports whether a tile is a yellow OO or B tile. Those of K hexes have no
// label.
func riverTile(t *track.Tile) bool { return t.Colour == Yellow && t.Label != "" }

// Yellow is the colour of first tiles.
const Yellow = "yellow"

// payLay pays for a tile action and reports who gets the money (III.3.3). With a token
// the bank pays the terrain cost, and the token leaves the game.
func payLay(s *State, tx *engine.Tx, b Bill, token bool) error {
	c := s.Company()
	if b.Fee > 0 {
		if err := s.Pay(s.Account(c), s.Account(szKEV), b.Fee); err != nil {
			return err
		}
		tx.Report(key.ReportExtraTile, CompanySay("company", c), CompanySay("to", szKEV), engine.Int("n", b.Fee))
	}
	if b.Terrain == 0 {
		return nil
	}
	from, report := s.Account(c), key.ReportTerrain
	if token {
		from, report = cash.Bank, key.ReportTerrainToken
	}
	tx.Report(report, CompanySay("company", c), CompanySay("to", SIK), engine.Int("n", b.Terrain), engine.Int("left", s.Minors[c].Tokens))
	return s.Pay(from, s.Account(SIK), b.Terrain)
}

// canPayLay refuses a tile action that the minor cannot pay for (VI.3.2 item 7).
func canPayLay(s *State, l track.Lay, token bool) error {
	c, b := s.Company(), s.LayBill(l)
	due := b.Fee
	if !token {
		due += b.Terrain
	}
	if s.Purse(c) >= due {
		return nil
	}
	why := key.NoLayDear
	if !token && b.Terrain > 0 && s.HasToken() && s.Purse(c) >= b.Fee {
		why = key.NoLayDearToken // "with token" would help
	}
	return engine.Forbid("VI.3.2", why, CompanySay("company", c), engine.Text("hex", s.HexName(l.Hex)),
		engine.Int("n", due), engine.Int("fee", b.Fee), engine.Int("terrain", b.Terrain), engine.Int("treasury", s.Purse(c)))
}

// HasToken reports whether the operating minor has a terrain token to spend, including
// an announced one.
func (s *State) HasToken() bool { return s.Turn.Token || s.Minors[s.Company()].Tokens > 0 }
