package content

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/key"
)

// TellsRound reports whether the story of a record, as a seat may know it, tells of a round.
func TellsRound(title engine.Adviser, r *engine.Record, s engine.Seat) bool {
	told := engine.Each(engine.For(s, r.Reports), func(rep engine.Report) engine.Message { return rep.Message })
	return slices.ContainsFunc(title.Tell(told), func(p engine.Passage) bool { return p.Weight == engine.Round })
}

// Says reports whether a record is talk of a player.
func Says(r *engine.Record) bool {
	return r.Kind == engine.Noted && len(r.Reports) == 1 && r.Reports[0].Key == key.Said
}
