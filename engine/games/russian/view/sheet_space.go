package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// spaceSheet explains one space or one railway in words, by its name in orders. seat is
// the reader.
func spaceSheet(s *russian.State, seat engine.Seat, arg string) ([]engine.Block, error) {
	tokens := engine.Tokenize(arg)
	if v, err := engine.Words(key.ParamRailway, russian.RailwayWords, nil).Read(tokens); err == nil && tokens.Done() {
		return []engine.Block{railwayBlock(s, v.(russian.Railway), seat)}, nil
	}
	tokens = engine.Tokenize(arg)
	v, err := engine.Words(key.ParamSpace, russian.SpaceWords, nil).Read(tokens)
	if err != nil || !tokens.Done() {
		var near []engine.Arg
		if r, ok := engine.AsRefusal(err); ok {
			for _, w := range r.Expected {
				near = append(near, engine.Order("", w))
			}
		}
		return nil, engine.Forbid("", key.RefuseSheetSpace, engine.Order("word", arg), engine.Several("near", near...), engine.Int("n", len(near)))
	}
	return []engine.Block{spaceBlock(s, seat, russian.Book.Space(v.(string)))}, nil
}

// spaceBlock tells the cost and effect of a space, the pieces on it, and why it cannot be used now.
func spaceBlock(s *russian.State, seat engine.Seat, sp *russian.Space) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadSpace, russian.SpaceTerm(sp.ID))}
	b.Add(key.SheetSpace, russian.SpaceTerm(sp.ID), costSay(sp), spaceEffect(sp))
	if sp.Open {
		b.Add(key.SheetNeverTaken)
	}
	for _, l := range s.Lying {
		if l.Space == sp.ID {
			b.Lines = append(b.Lines, takenLine(sp, l))
		}
	}
	if why := unusable(as(s, seat), sp); !why.Empty() {
		b.Add(key.SheetNotNow, engine.Say("why", why))
	}
	return b
}

// as returns the position as if it were the seat's turn; nil if no spaces can be used now or the seat has no
// more turn.
func as(s *russian.State, seat engine.Seat) *russian.State {
	if s.Phase != russian.Turns || seat < 0 || int(seat) >= s.Seats || s.Players[seat].Passed {
		return nil
	}
	if s.Actor == seat && len(s.Stack) == 0 && s.Pending == 0 {
		return s
	}
	c := s.Clone().(*russian.State)
	c.Actor, c.Stack, c.Pending = seat, nil, 0
	return c
}

// unusable tells in a few words why the actor cannot use a space; empty if they can, or
// if there is no actor.
func unusable(s *russian.State, sp *russian.Space) engine.Message {
	if s == nil {
		return engine.Message{}
	}
	err := s.MayPlace(sp.ID)
	if err == nil {
		return engine.Message{}
	}
	r, ok := engine.AsRefusal(err)
	if !ok {
		return engine.Msg(key.SheetWhyIncomplete)
	}
	switch r.Why.Key {
	case key.RefuseCannotPay, key.RefuseRubleNeeded, key.RefuseNoSwap:
		return engine.Msg(key.SheetWhyPieces)
	case key.RefuseLocked:
		return engine.Msg(key.SheetWhyLocked)
	case key.RefuseIncomplete:
		return engine.Msg(key.SheetWhyIncomplete)
	}
	return r.Why
}

func takenLine(sp *russian.Space, l russian.Lying) engine.Message {
	return engine.Msg(key.SheetTaken, russian.SpaceTerm(sp.ID), engine.Player("by", l.Who), russian.PayList("pieces", l.Pay))
}
