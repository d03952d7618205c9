package russian

import (
	"iter"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

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
