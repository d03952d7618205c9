package enginetest

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// verbsListed: every legal order is covered by the list. The verb of an accepted order is in it, with a line,
// with a range or in the count of others. The orders are assembled from what the domains expect, not from what
// they list.
func verbsListed(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		list := advise.List(b.title, s.game.Pos, s.seat, "", 1, 0)
		told := engine.Each(list.Choices, func(c advise.Found) string { return c.First })
		for _, m := range list.More {
			if m.What == advise.AtLeast {
				return
			}
			told = append(told, m.Prefix)
		}
		for _, p := range s.game.Pos.Prompts(s.seat) {
			for _, v := range p.Verbs {
				listed := func(line string) bool { return line == v.Name || strings.HasPrefix(line, v.Name+" ") }
				if b.o.Pointless != nil && b.o.Pointless(s.game.Pos, v.Name) || p.Optional || b.title.Hints(s.game.Pos, v).Quiet || v.Later || v.Not != nil || slices.ContainsFunc(told, listed) {
					continue
				}
				if line := b.anyLine(s, v, nil); line != "" {
					b.fault(s.where, "seat %d: %q is legal, and no list has or counts an order that begins with %q", s.seat, line, v.Name)
				}
			}
		}
	})
}

// anyLine returns an accepted order of a verb; "" if none is found.
func (b *bench) anyLine(s sample, v engine.Verb, args engine.Args) string {
	if len(args) == len(v.Params) {
		line := engine.VerbText(v, args)
		if _, err := s.game.Try(s.seat, line, true); err != nil {
			return ""
		}
		return line
	}
	p := v.Params[len(args)]
	with := func(value engine.Value) string {
		return b.anyLine(s, v, append(args[:len(args):len(args)], value))
	}
	if p.Many != engine.One {
		if line := with(nil); line != "" {
			return line
		}
	}
	d := p.In(args)
	for _, value := range expected(d) {
		if d.Rule(value) != nil {
			continue
		}
		if p.Many == engine.Many {
			value = []engine.Value{value}
		}
		if line := with(value); line != "" {
			return line
		}
	}
	return ""
}

// expected returns values that a domain says it expects at the end of a line; of a range,
// its ends.
func expected(d engine.Domain) (out []engine.Value) {
	_, err := d.Read(engine.Tokenize(""))
	r, ok := engine.AsRefusal(err)
	if !ok {
		return nil
	}
	for _, word := range r.Expected {
		from, to, _ := strings.Cut(word, "-")
		words := []string{word}
		if _, err := strconv.Atoi(to); err == nil {
			words = []string{from, to}
		}
		for _, w := range words {
			if v, err := d.Read(engine.Tokenize(w)); err == nil {
				out = append(out, v)
			}
		}
	}
	return out
}
