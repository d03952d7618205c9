package russian

import (
	"iter"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// completable reports whether an effect can be carried out completely (How to play a
// turn). It tries on a copy, with all rewards that are triggered.
func (s *State) completable(f Frame, effect []Part) bool {
	return s.plain(f, effect) || s.search(f, effect)
}

// search tries the ways to carry out an effect until it finds one.
func (s *State) search(f Frame, effect []Part) bool {
	tx := engine.Trial(s, s.Actor)
	c := state(tx)
	c.Stack, c.Probe = nil, true
	c.open(tx, f, effect)
	return engine.Completable(tx)
}

// plain reports that an effect can certainly be completed, without a search: every part
// has room by itself and no part takes room from another. Rewards on the way can always
// be declined or need nothing. If it returns false, either may be true.
func (s *State) plain(f Frame, effect []Part) bool {
	if f.Each {
		return false
	}
	me, tiles := s.me(), len(s.FaceUp)
	for _, n := range s.Piles {
		tiles += n
	}
	var used uint8
	for _, p := range effect {
		switch p.Op {
		case OpTrack:
			if used&p.Colours != 0 || me.room(p) < p.Left {
				return false
			}
			used |= p.Colours
		case OpIndustry:
			if _, n := me.movable(); n == 0 || p.Left > 1 {
				return false
			}
		case OpDoubler:
			if s.mayDouble(p.Left) != nil {
				return false
			}
		case OpBuild, OpLoco, OpFactory:
			if p.Arg > 0 && !me.fits(p.Arg) || p.Arg == 0 && p.Op != OpFactory && s.Lowest() == 0 && (p.Op == OpLoco || tiles == 0) {
				return false
			}
			if p.Arg == 0 {
				if tiles--; tiles < 0 {
					return false
				}
			}
		case OpAgain:
			if !anyRepeat(s, f.Self) {
				return false
			}
		}
	}
	return true
}

// room returns how many advances a part finds on the railways in this position.
func (p *Player) room(part Part) int {
	n := 0
	for c := range Colour(Colours) {
		if !part.takes(c) {
			continue
		}
		for r := range Railway(Railways) {
			n += p.run(c, r, part.Left)
		}
	}
	return n
}

// count is the domain of the number of times a step is made, which may be left out for
// 1 (Orders by mail). It lists the numbers that rule allows, the largest first.
type count struct {
	max  int
	most int // the largest that rule allows
	rule func(int) error
}

func (c count) Read(t *engine.Tokens) (engine.Value, error) {
	n, err := strconv.Atoi(t.Peek().Text)
	if err != nil {
		return 1, nil
	}
	t.At++
	return n, nil
}

func (c count) Rule(v engine.Value) error {
	if n := v.(int); n < 1 {
		return engine.Forbid("Orders by mail", key.RefuseNumber, engine.Int("n", n))
	}
	return c.rule(v.(int))
}

func (c count) Allows(v engine.Value) bool { return v.(int) >= 1 && v.(int) <= c.most }

func (c count) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for n := c.max; n > 0; n-- {
			if !yield(n) {
				return
			}
		}
	}
}

func (c count) Text(v engine.Value) string {
	if v.(int) == 1 {
		return ""
	}
	return strconv.Itoa(v.(int))
}

// tooMany refuses more steps than the effect has left.
func tooMany(n, left int) error {
	if n <= left {
		return nil
	}
	return engine.Forbid("How to play a turn", key.RefuseTooMany, engine.Int("n", n), engine.Int("left", left))
}

// unlisted is a domain that accepts more than it lists.
type unlisted struct {
	engine.Domain
	skip func(engine.Value) bool
}

func (u unlisted) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for v := range u.Domain.Members() {
			if !u.skip(v) && !yield(v) {
				return
			}
		}
	}
}
