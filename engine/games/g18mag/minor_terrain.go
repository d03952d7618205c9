package g18mag

import (
	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/track"
)

// Terrain tokens (VI.3.2, R-15): "with token" after a tile or, in logs of other
// programs, announced before it.

var terrainToken = []engine.Word[bool]{{Text: "token", Also: []string{"a token", "terrain token", "terrain", "marker"}, Value: true}}

// tokenRule lets a terrain token pay a terrain cost and nothing else (VI.3.2, R-15).
func tokenRule(s *State, l track.Lay) error {
	c := CompanySay("company", s.Company())
	switch {
	case !s.HasToken():
		return engine.Forbid("VI.3.2", key.NoTerrainToken, c)
	case s.LayBill(l).Terrain == 0:
		return engine.Forbid("R-15", key.NoTerrainCost, c, engine.Text("hex", s.HexName(l.Hex)))
	}
	return nil
}

// tokenFirstVerb is "use token": logs of other programs announce a terrain token
// before its tile; it is lost if no terrain cost follows in the step.
func tokenFirstVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "use token", Gloss: key.VerbUseToken, Do: doTokenFirst}
	switch {
	case !s.Rules.IdleServices:
		v.Not = func() *engine.Refusal { return engine.Forbid("R-15", key.NoTokenFirst) }
	case s.Turn.Token || s.Minors[s.Company()].Tokens == 0:
		v.Not = func() *engine.Refusal {
			return engine.Forbid("R-15", key.NoTerrainToken, CompanySay("company", s.Company()))
		}
	}
	return v
}

func doTokenFirst(tx *engine.Tx, _ engine.Args) error {
	s := state(tx)
	m := &s.Minors[s.Company()]
	m.Tokens--
	s.Turn.Token = true
	tx.Report(key.ReportTokenFirst, CompanySay("company", s.Company()), engine.Int("left", m.Tokens))
	return nil
}
