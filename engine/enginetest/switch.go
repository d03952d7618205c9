package enginetest

import (
	"bytes"
	"slices"
	"testing"

	"railpost/engine"
)

// afterSwitch is how many orders are played under other rules.
const afterSwitch = 10

// Changes checks that games of a title can continue under other rules.
func Changes(t *testing.T, title engine.Title, o Options) {
	t.Helper()
	run(t, title, o, []law{{"other rules can be gone under", rulesChange}})
}

// rulesChange switches games to other options and the newest version, takes the later part of the game back,
// and switches other games from an older version.
func rulesChange(b *bench, games []*played) {
	if engine.MayChange(b.title) == nil && engine.Mended(b.title, engine.Setup{Version: 0}) == nil {
		b.Skip("games of the title keep their rules")
	}
	each(games, func(g *played, s sample) {
		same := s.game.Clone()
		if _, err := same.Switch(same.Setup); err != nil || same.Digest() != s.game.Digest() {
			b.fault(s.where, "a switch to the rules it has changes the position: %v", err)
		}
		to := s.game.Setup.Choosing(nil)
		for _, o := range engine.MayChange(b.title) {
			to.Options[o.Key] = o.Values[b.rng.IntN(len(o.Values))]
		}
		b.playUnder(g, s, s.game.Clone(), to)
	})
	older := b.title.Version() - 1
	if older == 0 {
		return
	}
	for _, g := range games {
		setup := g.start.Setup
		setup.Version = older
		live, first, err := engine.Begin(g.name, b.title, setup, g.records[0].Begin.Players, g.seed)
		if err != nil {
			b.fault(g.name, "under version %d: %v", older, err)
			continue
		}
		old := &played{name: g.name, start: live, seed: g.seed, records: []*engine.Record{first}, samples: g.samples}
		for _, r := range g.records[1:] { // as long as it is the same game
			if i := slices.IndexFunc(g.samples, func(s sample) bool { return s.at == len(old.records) }); i >= 0 {
				b.playUnder(old, sample{where: g.samples[i].where, at: len(old.records), game: live.Clone()}, live.Clone(), g.start.Setup)
			}
			result, err := live.Try(r.Seat, r.Line, false)
			if err != nil {
				break
			}
			old.records = append(old.records, live.Take(r.Seat, result))
		}
	}
}

// playUnder plays a game on under another set-up.
func (b *bench) playUnder(g *played, s sample, live *engine.Game, to engine.Setup) {
	again := &played{name: g.name, start: g.start, final: live, seed: g.seed}
	again.records = append(again.records, g.records[:s.at]...)
	r, err := live.Switch(to)
	if err != nil {
		b.fault(s.where, "a switch to %v: %v", to, err)
		return
	}
	again.records = append(again.records, r)
	b.decoded(sample{where: s.where, game: live})
	then := live.Clone()
	for n := 0; n < afterSwitch && !live.Pos.Over(); n++ {
		if err := again.move(b.o, b.rng, b.rng); err != nil {
			b.fault(s.where, "under %v: %v", to, err)
			return
		}
	}
	again.records = append(again.records, live.UndoTo(s.game, engine.Nobody))
	if !bytes.Equal(engine.Encode(live.Pos), engine.Encode(then.Pos)) || live.Setup.Version != to.Version {
		b.fault(s.where, "an undo takes the rules back")
	}
	if s.at == g.earliest() { // one replay from the start for each game
		b.replayed(s.where, "replay with other rules", again.records, g.seed, live)
	}
}
