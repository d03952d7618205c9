package toy

import "railpost/engine"

// askFrame asks the latest question. Questions nest: each is one bracket deeper than the one that opened it.
func (p *Position) askFrame() engine.Prompt {
	f := p.frame()
	q := engine.Prompt{Within: true, Rule: "3", Ask: engine.Msg("toy.ask."+f.Kind, engine.Int("left", f.Left)), Depth: len(p.Frames), Sign: "["}
	if q.Depth == 1 {
		q.Sign = ":"
	}
	q.Verbs = map[string][]engine.Verb{store: {p.put(), skip}, reward: {p.take(), skip}}[f.Kind]
	return q
}

var skip = engine.Verb{Name: "skip", Gloss: "toy.verb.skip", Do: func(tx *engine.Tx, _ engine.Args) error {
	tx.Pos.(*Position).pop()
	return nil
}}

// put stores cubes, by default one.
func (p *Position) put() engine.Verb {
	return engine.Verb{
		Name: "put", Gloss: "toy.verb.put",
		Params: []engine.Param{
			{Name: "colour", In: func(engine.Args) engine.Domain { return p.colours() }},
			{Name: "number", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
				have := *p.Players[p.Turn].cubes(engine.Get[string](a, 0))
				return engine.Numbers("toy.number", 1, min(have, p.frame().Left), true, nil)
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			n := max(1, engine.Get[int](a, 1))
			pl := &pos.Players[tx.Seat]
			*pl.cubes(engine.Get[string](a, 0)) -= n
			tx.Report("toy.stored", engine.Player("seat", tx.Seat), engine.Int("n", n))
			rewards := (pl.Stored+n)/3 - pl.Stored/3
			pl.Stored += n
			pos.Frames[len(pos.Frames)-1].Left -= n
			for range rewards {
				pos.Frames = append(pos.Frames, Frame{Kind: reward})
			}
			pos.tidy()
			return nil
		},
	}
}

// take is a reward: a coin, a point for each card in hand, or another store.
func (p *Position) take() engine.Verb {
	return engine.Verb{
		Name: "take", Gloss: "toy.verb.take",
		Params: []engine.Param{{Name: "reward", In: func(engine.Args) engine.Domain {
			return engine.Words("toy.reward", words([]string{"coin", "points", "store"}), nil)
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			pos.Frames[len(pos.Frames)-1].Kind = done
			pl := &pos.Players[tx.Seat]
			what := engine.Get[string](a, 0)
			tx.Report("toy.takes", engine.Player("seat", tx.Seat), engine.Term("reward", "toy.reward."+what))
			switch what {
			case "coin":
				pl.Coins++
			case "points":
				pl.Points += len(pl.Hand)
			case "store":
				pl.Red++
				pos.Frames = append(pos.Frames, Frame{Kind: store, Left: 1})
			}
			pos.tidy()
			return nil
		},
	}
}
