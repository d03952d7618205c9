package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// Settle ends a line: unwritten parts are carried out after the written ones (Orders by mail), then the next
// player must act.
func (s *State) Settle(tx *engine.Tx) error {
	for len(s.Stack) > 0 {
		if err := s.finish(tx); err != nil {
			return err
		}
	}
	if s.Probe {
		return nil
	}
	return nextToAct(s, tx)
}

// finish carries out the rest of the top frame and its consequences. It refuses if a decision is missing:
// nothing is ever lost silently (Orders by mail).
func (s *State) finish(tx *engine.Tx) error {
	height := len(s.Stack)
	for {
		gone, err := s.auto(tx)
		if err != nil {
			return err
		}
		rest := height
		if gone {
			rest = height - 1
			if s.Stack.extraAt(rest) {
				rest = height
			}
		}
		for len(s.Stack) > rest {
			if err := s.finish(tx); err != nil {
				return err
			}
		}
		if gone {
			return nil
		}
	}
}

// finishLevels finishes the frames above a step's own.
func finishLevels(tx *engine.Tx, level int) (*State, error) {
	s := state(tx)
	for range level {
		if err := s.finish(tx); err != nil {
			return s, err
		}
	}
	return s, nil
}

// auto carries out one thing in the top frame that needs no decision. gone: the frame
// is finished.
func (s *State) auto(tx *engine.Tx) (gone bool, err error) {
	f := s.Stack.top()
	if s.waits(f) {
		return false, f.question()
	}
	for i, p := range f.Parts {
		if p.Left == 0 || !f.inTurn(i) || f.Each {
			continue
		}
		switch p.Op {
		case OpDoubler:
			if n := min(p.Left, s.roomForDoublers()); n > 0 {
				s.double(tx, n)
				_, gone = s.Stack.spend(n, isOp(OpDoubler))
				return gone, nil
			}
		case OpIndustry:
			if list, n := s.me().movable(); n == 1 {
				depth, gone := s.Stack.spend(1, isOp(OpIndustry))
				return gone, s.move(tx, list[0], depth)
			}
		}
	}
	if f.Full {
		return false, f.incomplete()
	}
	s.Stack.leave() // the rest cannot be carried out, so no skip is needed
	return true, nil
}

// waits reports whether a frame needs a decision before it can be finished.
func (s *State) waits(f *Frame) bool { return f.Ask != askSteps || s.decides(f) }

// MustGoOn reports whether the line needs a decision before it can end.
func (s *State) MustGoOn() bool { return len(s.Stack) > 0 && s.waits(s.Stack.top()) }

// decides reports whether the rest of an effect needs a decision of the player.
func (s *State) decides(f *Frame) bool {
	for i, p := range f.Parts {
		if p.Left > 0 && f.inTurn(i) && s.choosable(f, p) {
			return true
		}
	}
	return false
}

// anyPartLeft reports whether any remaining part can be carried out, with or without a decision.
func (s *State) anyPartLeft(f *Frame) bool {
	for i, p := range f.Parts {
		if p.Left == 0 || !f.inTurn(i) {
			continue
		}
		if _, n := s.me().movable(); p.Op == OpIndustry && n > 0 || p.Op == OpDoubler && s.roomForDoublers() > 0 {
			return true
		}
	}
	return s.decides(f)
}

// choosable reports whether a part can be carried out and must be written.
func (s *State) choosable(f *Frame, p Part) bool {
	me := s.me()
	switch p.Op {
	case OpTrack:
		return me.anyTrack(p.Colours)
	case OpIndustry:
		_, n := me.movable()
		return n > 1 || f.Each && n > 0
	case OpDoubler:
		return f.Each && s.roomForDoublers() > 0
	case OpBuild:
		return s.mayBuild()
	case OpLoco:
		return p.Arg > 0 && me.fits(p.Arg) || p.Arg == 0 && s.Lowest() > 0
	case OpFactory:
		return s.mayBuild()
	case OpAgain:
		return anyRepeat(s, f.Self)
	case OpRepeat:
		_, n := me.movable()
		return f.repeats() && (n > 0 || s.roomForDoublers() > 0 || me.anyTrack(1<<Black))
	}
	return false
}

// question returns the refusal for a missing decision.
func (f *Frame) question() *engine.Refusal {
	m, rule := f.asks()
	return engine.Ask(rule, m.Key, m.Args...)
}

// asks returns the question of the frame, and its rule.
func (f *Frame) asks() (engine.Message, string) {
	from := engine.Term("from", f.From)
	switch {
	case f.Ask == askToken:
		return engine.Msg(key.AskToken, from), "The tokens and cards"
	case f.Ask == askCard:
		return engine.Msg(key.AskCard, from), "The tokens and cards"
	case f.Ask == askDisplaced:
		return engine.Msg(key.AskDisplaced, engine.Int("n", f.Arg)), "Locomotives"
	case f.From == extraKey:
		return engine.Msg(key.AskExtra), "R14"
	case f.Full:
		return engine.Msg(key.AskIncomplete, from, f.rest()), "How to play a turn"
	}
	return engine.Msg(key.AskLeft, from, f.rest()), "Orders by mail"
}

// incomplete refuses a contested effect whose rest cannot be carried out.
func (f *Frame) incomplete() *engine.Refusal {
	return engine.Forbid("How to play a turn", key.RefuseIncomplete, engine.Term("from", f.From), f.rest())
}

// rest names the remaining parts of an effect.
func (f *Frame) rest() engine.Arg {
	left := slices.Clone(f.Parts[:])
	return EffectList("left", slices.DeleteFunc(left, func(p Part) bool { return !p.isLeft() }))
}

var partKeys = map[Op]string{
	OpIndustry: key.PartIndustry, OpDoubler: key.PartDoubler, OpBuild: key.PartBuild, OpLoco: key.PartLoco, OpFactory: key.PartFactory,
	OpAgain: key.PartAgain, OpRepeat: key.PartRepeat, OpPoints: key.PartPoints, OpRuble: key.PartRubles, OpTemps: key.PartTemps,
	OpHire: key.PartHire, OpClaim: key.PartClaim, OpEngineerSum: key.PartEngineerSum, OpLocoSum: key.PartLocoSum,
	OpEndChoice: key.PartEndChoice,
}

// PartMessage describes one part of an effect.
func PartMessage(p Part) engine.Message {
	if p.Op != OpTrack {
		return engine.Msg(partKeys[p.Op], engine.Int("n", p.Left), engine.Int("position", p.Arg))
	}
	if p.Colours == allColours {
		return engine.Msg(key.PartTrackAny, engine.Int("n", p.Left))
	}
	var list []engine.Arg
	for c := range Colour(Colours) {
		if p.takes(c) {
			list = append(list, engine.Term("", colourKeys[c]))
		}
	}
	if len(list) > 1 {
		return engine.Msg(key.PartTrackEither, engine.Int("n", p.Left), engine.Several("colours", list...))
	}
	return engine.Msg(key.PartTrack, engine.Int("n", p.Left), engine.Several("colours", list...))
}
