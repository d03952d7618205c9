package toy

import (
	"strconv"

	"railpost/engine"
)

// askFrame asks the question that was opened last. Questions nest: each stands
// one bracket deeper than the one that opened it.
func (p *Position) askFrame() engine.Prompt {
	f := p.frame()
	q := engine.Prompt{Within: true, Rule: "3", Ask: engine.Msg("toy.ask."+f.Kind, engine.Int("left", f.Left)), Depth: len(p.Frames), Sign: "["}
	if q.Depth == 1 {
		q.Sign = ":"
	}
	switch f.Kind {
	case store:
		q.Verbs = []engine.Verb{p.put(), skip}
	case reward:
		q.Verbs = []engine.Verb{p.take(), skip}
	case load:
		q.Verbs = []engine.Verb{p.load()}
	case push:
		q.Sign = " "
		q.Verbs = []engine.Verb{p.push()}
	case swap:
		q.Verbs = []engine.Verb{p.swap()}
	}
	return q
}

var skip = engine.Verb{Name: "skip", Gloss: "toy.verb.skip", Do: func(tx *engine.Tx, _ engine.Args) error {
	tx.Pos.(*Position).pop()
	return nil
}}

// put stores cubes; the number may be left out for 1.
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

func (p *Position) boxes(mayFill func(box int) error) engine.Domain {
	var list []engine.Word[int]
	for i := range p.Players[p.Turn].Boxes {
		list = append(list, engine.Word[int]{Text: strconv.Itoa(i + 1), Value: i + 1})
	}
	if mayFill != nil {
		list = append(list, engine.Word[int]{Text: "out", Value: 0})
	}
	return engine.Words("toy.box", list, mayFill)
}

// load puts a weight into a box; what lay there is pushed on.
func (p *Position) load() engine.Verb {
	return engine.Verb{
		Name: "load", Gloss: "toy.verb.load",
		Params: []engine.Param{{Name: "box", In: func(engine.Args) engine.Domain { return p.boxes(nil) }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			pos.pop()
			pos.fill(tx, engine.Get[int](a, 0), 2*pos.Round)
			return nil
		},
	}
}

func (p *Position) fill(tx *engine.Tx, box, weight int) {
	boxes := p.Players[tx.Seat].Boxes
	old := boxes[box-1]
	boxes[box-1] = weight
	tx.Report("toy.loaded", engine.Player("seat", tx.Seat), engine.Int("box", box), engine.Int("weight", weight))
	if old > 0 {
		p.Frames = append(p.Frames, Frame{Kind: push, Weight: old})
	}
}

// push chains after load: "load 1 push > 2 push > out".
func (p *Position) push() engine.Verb {
	mayFill := func(box int) error {
		if box > 0 && p.Players[p.Turn].Boxes[box-1] >= p.frame().Weight {
			return engine.Forbid("3.2", "toy.box-heavier", engine.Int("box", box), engine.Int("weight", p.frame().Weight))
		}
		return nil
	}
	return engine.Verb{
		Name: "push", Gloss: "toy.verb.push",
		Params: []engine.Param{{Name: "box", Lead: ">", In: func(engine.Args) engine.Domain { return p.boxes(mayFill) }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			weight := pos.frame().Weight
			pos.pop()
			if box := engine.Get[int](a, 0); box > 0 {
				pos.fill(tx, box, weight)
				return nil
			}
			tx.Report("toy.lost", engine.Player("seat", tx.Seat), engine.Int("weight", weight))
			return nil
		},
	}
}

// swap changes a cube of one colour for one of the other.
func (p *Position) swap() engine.Verb {
	return engine.Verb{
		Name: "swap", Gloss: "toy.verb.swap",
		Params: []engine.Param{
			{Name: "colour", In: func(engine.Args) engine.Domain { return p.colours() }},
			{Name: "other", Lead: "with", In: func(a engine.Args) engine.Domain {
				return engine.Words("toy.colour", words([]string{"red", "blue"}), func(c string) error {
					if c == engine.Get[string](a, 0) {
						return engine.Forbid("3.3", "toy.same-colour", engine.Term("cube", "toy.cube."+c))
					}
					return nil
				})
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			pos := tx.Pos.(*Position)
			pos.pop()
			pl := &pos.Players[tx.Seat]
			*pl.cubes(engine.Get[string](a, 0))--
			*pl.cubes(engine.Get[string](a, 1))++
			tx.Report("toy.swapped", engine.Player("seat", tx.Seat))
			return nil
		},
	}
}
