package engine

import (
	"fmt"
	"maps"

	"railpost/engine/key"
)

// Mended lists the decisions that the newest version of a title changes for a game, as far as they can matter in it.
func Mended(t Rules, s Setup) []Mend {
	return Where(t.Mends(), func(m Mend) bool {
		return m.Version > s.Version && (m.Touches == nil || m.Touches(s))
	})
}

// MayChange lists the options of a title that may change in a running game.
func MayChange(t Rules) []Option { return Where(t.Options(), func(o Option) bool { return o.Changes }) }

// Switch continues the game under another set-up, and returns the record: earlier orders stand. The error is a
// *Refusal if the change is not allowed.
func (g *Game) Switch(to Setup, reports ...Report) (*Record, error) {
	to, err := checkSwitch(g.Title, g.Setup, to)
	if err != nil {
		return nil, err
	}
	g.goUnder(to)
	g.Seq++
	return &Record{Seq: g.Seq, Kind: Switched, Seat: Nobody, Setup: &to, Reports: reports, Digest: g.Digest()}, nil
}

// checkSwitch returns the set-up with all its options, or an error if a running game cannot
// go from one to the other.
func checkSwitch(t Title, from, to Setup) (Setup, error) {
	from, err := CheckSetup(t, from)
	if err != nil {
		return to, err
	}
	if to, err = CheckSetup(t, to); err != nil {
		return to, err
	}
	if to.Version < from.Version {
		return to, Forbid("", key.VersionBack, Int("n", to.Version), Int("has", from.Version))
	}
	for _, o := range t.Options() {
		if to.Options[o.Key] != from.Options[o.Key] && !o.Changes {
			return to, Forbid(o.Rule, key.OptionFixed, Text("option", o.Key))
		}
	}
	if to.Seats != from.Seats || t.Mends() == nil && MayChange(t) == nil {
		return to, fmt.Errorf("engine: games of %s keep the rules they began with", t.Name())
	}
	return to, nil
}

// Choosing returns a set-up with other values of some options.
func (s Setup) Choosing(options map[string]string) Setup {
	all := make(map[string]string, len(s.Options))
	for _, from := range []map[string]string{s.Options, options} {
		maps.Copy(all, from)
	}
	s.Options = all
	return s
}
