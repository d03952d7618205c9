package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// IstvanAsks reports whether the player must decide something for István.
func (s *State) IstvanAsks() bool { return s.Alone != nil && s.Alone.Asking != "" }

// istvanPrompt asks the player for a choice of István's.
func istvanPrompt(s *State) engine.Prompt {
	c := s.Company()
	p := engine.Prompt{Rule: "XI.2.1", Turn: turnWord(s) + " " + string(s.Alone.Asking)}
	if s.Alone.Asking == AskStation {
		p.Ask, p.Rule, p.Verbs = engine.Msg(key.AskIstvanStation, CompanySay("company", c)), "XI.2.2", []engine.Verb{istvanStationVerb(s)}
		return p
	}
	p.Ask, p.Verbs = engine.Msg(key.AskIstvanUpgrade, CompanySay("company", c), engine.Int("n", len(s.Upgrades(c).NewlyMet(s.Upgrades(c).Best()[0])))), []engine.Verb{istvanUpgradeVerb(s)}
	return p
}

// istvanUpgradeVerb is "lay 14 B5 A4-B3-C6": one of the equal upgrades.
func istvanUpgradeVerb(s *State) engine.Verb {
	upgrades := s.Upgrades(s.Company())
	open := upgrades.Best()
	among := func(test func(l track.Lay) bool) error {
		if slices.ContainsFunc(open, test) {
			return nil
		}
		r := engine.Forbid("XI.2.1", key.NoIstvanUpgrade, CompanySay("company", s.Company()))
		for _, l := range open {
			r.Expected = append(r.Expected, "lay "+s.Tile(l.Tile).Number+" "+s.HexName(l.Hex)+" "+upgrades.Look(l))
		}
		return r
	}
	legal := s.Layer()
	legal.Tile = func(id track.TileID) error { return among(func(l track.Lay) bool { return l.Tile == id }) }
	legal.Money = func(at track.Lay) error {
		return among(func(l track.Lay) bool { return l.Tile == at.Tile && l.Hex == at.Hex })
	}
	v := engine.Verb{Name: "lay", Also: []string{"upgrade", "build"}, Gloss: key.VerbLay}
	v.Params = legal.Params()
	v.Do = func(tx *engine.Tx, a engine.Args) error {
		s, chosen := state(tx), trackword.LayOf(a)
		if err := among(func(l track.Lay) bool {
			return l.Tile == chosen.Tile && l.Hex == chosen.Hex && upgrades.Look(l) == upgrades.Look(chosen)
		}); err != nil {
			return err
		}
		s.Alone.Asking = ""
		if err := istvanUpgrades(s, tx, chosen, "chosen"); err != nil {
			return err
		}
		return istvanGoesOn(s, tx)
	}
	return v
}

// istvanStationVerb is "token C8.1": one of the cities of the hex on the card.
func istvanStationVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "token", Also: []string{"station", "place"}, Gloss: key.VerbToken}
	v.Params = []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain {
		words := engine.Each(s.IstvanStations(), func(p track.Place) engine.Word[track.Place] {
			return engine.Word[track.Place]{Text: s.StopName(p), Value: p}
		})
		return engine.Words(key.ParamCity, words, nil)
	}}}
	v.Do = func(tx *engine.Tx, a engine.Args) error {
		s := state(tx)
		s.Alone.Asking = ""
		if err := istvanPlaces(s, tx, engine.Get[track.Place](a, 0)); err != nil {
			return err
		}
		return istvanGoesOn(s, tx)
	}
	return v
}
