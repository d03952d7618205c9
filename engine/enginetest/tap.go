package enginetest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/tap"
)

// Limits of a sample for the law "orders can be composed".
const (
	tapsMost  = 60 // choices of one line
	tapWays   = 2  // lines composed at random
	tapPlaces = 2  // places that are named first
)

// ordersComposed: every tapped order is accepted, the offers of a place are about it, every legal order can be
// composed, and hidden facts of others change nothing.
func ordersComposed(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		c := &composer{b: b, s: s, tx: engine.Look(s.game.Pos.View(s.seat), s.seat)}
		first, ok := c.next("")
		if !ok {
			c.fault("nothing can be composed")
			return
		}
		for range tapWays {
			c.anyhow("", nil)
		}
		b.rng.Shuffle(len(first.Places), func(i, j int) { first.Places[i], first.Places[j] = first.Places[j], first.Places[i] })
		for _, place := range first.Places[:min(tapPlaces, len(first.Places))] {
			if line := c.anyhow("", []string{place}); line != "" && !strings.Contains(line, place) {
				c.fault("%q was composed for the place %q", line, place)
			}
		}
		c.spell(s.line)
		if b.o.Hide != nil {
			other := engine.Look(b.o.Hide(s.game.Pos, s.seat, b.rng).View(s.seat), s.seat)
			if o, _ := tap.Next(b.title, other, ""); !reflect.DeepEqual(withoutOrder(o), withoutOrder(first)) {
				c.fault("what is hidden changes what can be composed:\n%+v\n%+v", first, o)
			}
		}
	})
}

func withoutOrder(o tap.Order) tap.Order {
	slices.Sort(o.Places)
	return o
}

type composer struct {
	b  *bench
	s  sample
	tx *engine.Tx
}

func (c *composer) fault(format string, args ...any) {
	c.b.fault(c.s.where, "seat %d: %s", c.s.seat, fmt.Sprintf(format, args...))
}

func (c *composer) next(text string, places ...string) (tap.Order, bool) {
	return tap.Next(c.b.title, c.tx, text, places...)
}

func (c *composer) goes(text string) bool {
	_, ok := c.next(text)
	return ok
}

// anyhow composes an order at random and returns it; "" if that fails.
func (c *composer) anyhow(text string, places []string) string {
	for range tapsMost {
		o, ok := c.next(text, places...)
		if !ok {
			c.fault("%q was offered, and does not go on (%v)", text, places)
			return ""
		}
		on := choicesOf(o)
		if o.Line != "" {
			c.accepted(o.Line)
			if len(on) == 0 || c.b.rng.IntN(2) == 0 {
				return o.Line
			}
		}
		if len(on) == 0 {
			c.fault("%q ends nowhere: %+v", o.Text, o)
			return ""
		}
		if one := on[c.b.rng.IntN(len(on))]; !c.goes(one) {
			c.fault("%q is offered after %q, and leads nowhere", one, o.Text)
		}
		before := text
		text = on[c.b.rng.IntN(len(on))]
		if text == before || !strings.HasPrefix(text, before) {
			c.fault("%q is offered after %q", text, before)
			return ""
		}
		places = slices.DeleteFunc(slices.Clone(places), func(p string) bool { return strings.Contains(text, p) })
	}
	c.fault("%q has no end after %d choices", text, tapsMost)
	return ""
}

func choicesOf(o tap.Order) (list []string) {
	for _, q := range o.Asks {
		for _, choice := range q.Choices {
			list = append(list, choice.Text)
		}
		for _, way := range q.Ways {
			list = append(list, way.Text)
		}
		if n := q.Numbers; n != nil {
			list = append(list, fmt.Sprint(n.Before, " ", n.From))
		}
	}
	return list
}

func (c *composer) accepted(line string) {
	if _, err := c.s.game.Try(c.s.seat, line, true); err != nil {
		c.fault("the composed order %q is refused: %v", line, err)
	}
}

// spell composes an order that is known to be legal.
func (c *composer) spell(line string) {
	text := ""
	for range tapsMost {
		o, ok := c.next(text)
		switch {
		case !ok:
			c.fault("%q, of %q, does not go on", text, line)
			return
		case o.Line == line || o.Cut:
			return
		}
		best := ""
		for _, on := range append(choicesOf(o), o.Text) {
			if strings.HasPrefix(line, on) && len(on) > len(best) {
				best = on
			}
		}
		if best == "" || best == text {
			if !c.unlisted(o, line) {
				c.fault("%q cannot be composed after %q: %q", line, o.Text, choicesOf(o))
			}
			return
		}
		text = best
	}
}

// unlisted reports whether a line continues with a value that no list has, or with an order that must not be listed.
func (c *composer) unlisted(o tap.Order, line string) bool {
	for _, q := range o.Asks {
		if q.Numbers != nil && strings.HasPrefix(line, q.Numbers.Before) {
			return true
		}
	}
	return c.goes(line)
}
