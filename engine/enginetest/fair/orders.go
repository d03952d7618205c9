package fair

import "railpost/engine"

// Prompts asks the seat on turn; any seat may give a limit in advance.
func (p *Position) Prompts(seat engine.Seat) []engine.Prompt {
	switch {
	case seat == engine.Nobody || p.Over():
		return nil
	case seat == p.Turn && p.Left > 0:
		return []engine.Prompt{{
			Ask: engine.Msg("fair.ask.deed", engine.Int("left", p.Left)), Rule: "2", Turn: number(p.Round),
			Verbs: []engine.Verb{p.drawVerb(), p.sendVerb(), p.doneVerb()},
		}}
	case seat == p.Turn:
		return []engine.Prompt{{Ask: engine.Msg("fair.ask.bid", engine.Int("high", p.High)), Rule: "1", Verbs: []engine.Verb{p.bidVerb(seat), passVerb()}}}
	}
	return []engine.Prompt{{
		Ask: engine.Msg("fair.ask.standing"), Rule: "1.1", Optional: true,
		Verbs: []engine.Verb{{
			Name: "bid up to", Gloss: "fair.verb.bid-up-to",
			Params: []engine.Param{{Name: "most", In: func(engine.Args) engine.Domain { return engine.Numbers("fair.number", 1, 99, false, nil) }}},
			Do: func(tx *engine.Tx, a engine.Args) error {
				tx.Pos.(*Position).limit(tx, engine.Get[int](a, 0))
				return nil
			},
		}, {
			Name: "always ask", Gloss: "fair.verb.always-ask",
			Do: func(tx *engine.Tx, _ engine.Args) error {
				tx.Pos.(*Position).Players[tx.Seat].Standing = Standing{}
				tx.Tell(engine.Only(tx.Seat), "fair.will-ask")
				return nil
			},
		}},
	}}
}

func (p *Position) limit(tx *engine.Tx, most int) {
	p.Players[tx.Seat].Standing = Standing{Set: true, Most: most}
	tx.Tell(engine.Only(tx.Seat), "fair.will-bid", engine.Int("most", most))
}

// Hints: standing answers are not listed, and "send" asks what there is.
func (Title) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	return engine.Hints{Quiet: v.Name == "bid up to" || v.Name == "always ask", Asks: v.Name == "send"}
}

// Glossary has the words that are open at some time.
func (Title) Glossary(engine.Position) []engine.Usage {
	return []engine.Usage{
		{Verb: "bid", Form: "bid NUMBER|up to NUMBER", Gloss: "fair.verb.bid", Example: "bid up to 5"},
		{Verb: "done", Form: "done", Gloss: "fair.verb.done", Example: "done"},
		{Verb: "draw", Form: "draw", Gloss: "fair.verb.draw", Example: "draw"},
		{Verb: "send", Form: "send COLOUR > PLAYER", Gloss: "fair.verb.send", Example: "send red > 2"},
	}
}

// bidVerb bids a number, or the least that is enough up to a secret limit.
func (p *Position) bidVerb(seat engine.Seat) engine.Verb {
	coins := p.Players[seat].Coins
	return engine.Verb{
		Name: "bid", Gloss: "fair.verb.bid",
		Params: []engine.Param{
			{Name: "up", Lead: "up", Many: engine.Optional, In: func(engine.Args) engine.Domain {
				return engine.Words("fair.to", []engine.Word[string]{{Text: "to", Value: "to"}}, nil)
			}},
			{Name: "number", In: func(engine.Args) engine.Domain {
				return engine.Numbers("fair.number", p.High+1, coins, true, nil)
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			p, n := tx.Pos.(*Position), engine.Get[int](a, 1)
			if engine.Has(a, 0) {
				p.limit(tx, n)
				n = p.High + 1
			}
			tx.Public("bid " + number(n))
			p.bid(tx, tx.Seat, n)
			return p.spoken(tx)
		},
	}
}

func passVerb() engine.Verb {
	return engine.Verb{Name: "pass", Gloss: "fair.verb.pass", Do: func(tx *engine.Tx, _ engine.Args) error {
		p := tx.Pos.(*Position)
		p.pass(tx, tx.Seat)
		return p.spoken(tx)
	}}
}

// drawVerb draws two cubes; the same mail cannot send them.
func (p *Position) drawVerb() engine.Verb {
	return engine.Verb{Name: "draw", Gloss: "fair.verb.draw", Do: func(tx *engine.Tx, _ engine.Args) error {
		p := tx.Pos.(*Position)
		tx.Report("fair.draws", engine.Player("seat", tx.Seat))
		for range min(2, p.Bag.total()) {
			n, err := tx.Draw("bag", p.Bag.total())
			if err != nil {
				return err
			}
			c := red
			if n >= p.Bag[red] {
				c = blue
			}
			p.Bag[c]--
			p.Players[tx.Seat].Cubes[c]++
			p.Fresh[c]++
			tx.Report("fair.drew", engine.Player("seat", tx.Seat), engine.Term("cube", "fair.cube."+colourNames[c]))
		}
		p.did()
		return nil
	}}
}

func (p *Position) sendVerb() engine.Verb {
	return engine.Verb{
		Name: "send", Gloss: "fair.verb.send",
		Params: []engine.Param{
			{Name: "cube", In: func(engine.Args) engine.Domain { return p.cubes() }},
			{Name: "player", Lead: ">", In: func(engine.Args) engine.Domain {
				return engine.Players("fair.player", p.names, len(p.Players), func(s engine.Seat) error {
					if s == p.Turn {
						return engine.Forbid("2.2", "fair.yourself")
					}
					return nil
				})
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			p, c, to := tx.Pos.(*Position), engine.Get[int](a, 0), engine.Get[engine.Seat](a, 1)
			own, other := &p.Players[tx.Seat], &p.Players[to]
			if tx.Revealed() && own.Cubes[c] <= p.Fresh[c] {
				return engine.Forbid("2.3", "fair.fresh", engine.Term("cube", "fair.cube."+colourNames[c]))
			}
			own.Cubes[c]--
			other.Cubes[c]++
			p.Fresh[c] = min(p.Fresh[c], own.Cubes[c])
			own.Points, other.Points = own.Points+1, other.Points+1
			tx.Report("fair.sent", engine.Player("seat", tx.Seat), engine.Player("to", to), engine.Term("cube", "fair.cube."+colourNames[c]))
			p.did()
			return nil
		},
	}
}

func (p *Position) cubes() engine.Domain {
	var list []engine.Word[int]
	for c, name := range colourNames {
		list = append(list, engine.Word[int]{Text: name, Value: c})
	}
	return engine.Words("fair.colour", list, func(c int) error {
		if p.Players[p.Turn].Cubes[c] == 0 {
			return engine.Forbid("2.2", "fair.no-cube", engine.Term("cube", "fair.cube."+colourNames[c]))
		}
		return nil
	})
}

func (p *Position) doneVerb() engine.Verb {
	return engine.Verb{Name: "done", Gloss: "fair.verb.done", Ends: engine.EndsTurn, Do: func(tx *engine.Tx, _ engine.Args) error {
		p := tx.Pos.(*Position)
		tx.Report("fair.done", engine.Player("seat", tx.Seat))
		p.Left = 1
		p.did()
		return nil
	}}
}

// Hide gives the other seats other limits, for the law that these do not show.
func Hide(p engine.Position, seat engine.Seat, n int) engine.Position {
	c := p.Clone().(*Position)
	for i := range c.Players {
		if engine.Seat(i) != seat && c.Left == 0 && !c.Players[i].Out && engine.Seat(i) != c.Turn {
			c.Players[i].Standing = Standing{Set: n > 0, Most: n}
		}
	}
	return c
}
