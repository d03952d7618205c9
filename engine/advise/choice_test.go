package advise_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/engine/enginetest/tram"
)

// grouping is a toy with one heading for all work, where working in the second mine is dominated.
type grouping struct{ toy.Title }

var work = engine.Msg("toy.work")

func (grouping) Group(acts []engine.Act) engine.Message {
	if acts[0].Verb == "work" {
		return work
	}
	return engine.Message{}
}

func (grouping) Dominated(m, by engine.Move) bool {
	return worksAt(m, "mine-2") && worksAt(by, "mine-1")
}

func worksAt(m engine.Move, spot string) bool { return m.Acts[0].Args[0] == spot }

// A short list leaves out dominated lines and counts them; a list for one word has them.
func TestShort(t *testing.T) {
	p := rich(t).Pos
	all, short := advise.List(grouping{}, p, 0, "", 3, 0), advise.Short(grouping{}, p, 0, 3, 0)
	if got := lines(short); !slices.Contains(got, "work mine-1") || slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, "work mine-2") }) {
		t.Errorf("the short list is %q", got)
	}
	if missing := len(all.Choices) - len(short.Choices); missing < 1 || short.Left() != all.Left()+missing {
		t.Errorf("%d of %d lines are listed, and %d instead of %d counted", len(short.Choices), len(all.Choices), short.Left(), all.Left())
	}
	if got := lines(advise.List(grouping{}, p, 0, "mine-2", 0, 48)); !slices.Contains(got, "work mine-2") {
		t.Errorf("under its word: %q", got)
	}
}

// Lines are sorted by group, the group of the best line first, and within a group the best first.
func TestGroups(t *testing.T) {
	p := rich(t).Pos
	short := advise.Short(grouping{}, p, 0, 3, 0)
	var seen []string
	last := ""
	for _, c := range advise.Remarked(grouping{}, p, 0, short.Choices) {
		group, _, _ := strings.Cut(c.Line, " ")
		if group != last {
			seen = append(seen, group)
		}
		last = group
		expect.Same(t, fmt.Sprintf("%q stands under %q", c.Line, c.Group.Key), group == "work", c.Group.Key == work.Key)
	}
	if slices.Sort(seen); len(slices.Compact(slices.Clone(seen))) != len(seen) {
		t.Errorf("the groups are %q", seen)
	}
	g := onTram(t)
	best := 1 << 30
	for _, c := range advise.Short(tram.Title{}, g.Pos, 0, 3, 48).Choices {
		if strings.HasPrefix(c.Line, "lay") {
			expect.True(t, c.Worth <= best, "%q, worth %d, stands after a line worth %d", c.Line, c.Worth, best)
			best = c.Worth
		}
	}
}

func TestBest(t *testing.T) {
	choice := func(line string, worth int) advise.Choice { return advise.Choice{Line: line, Worth: worth} }
	list := []advise.Choice{
		choice("lay 1", 90), choice("lay 2", 80), choice("lay 3", 70), choice("lay 4", 60),
		choice("buy 1", 65), choice("buy 2", 10), choice("pass", 1),
	}
	for _, c := range []struct {
		n    int
		want string
	}{
		{2, "lay 1, buy 1"},
		{4, "lay 1, lay 2, lay 3, buy 1"}, // no other line is in the better half
		{6, "lay 1, lay 2, lay 3, buy 1, lay 4, buy 2"},
		{20, "lay 1, lay 2, lay 3, buy 1, lay 4, buy 2, pass"},
		{0, ""},
	} {
		var best, all []string
		for i, b := range advise.Best(list, c.n) {
			all = append(all, b.Line)
			if b.Best {
				best = append(best, b.Line)
				expect.True(t, i < c.n, "best %d: %q is not among the first", c.n, b.Line)
			}
		}
		expect.Same(t, c.n, strings.Join(best, ", "), c.want)
		if len(all) != len(list) || !slices.IsSortedFunc(all[len(best):], func(a, b string) int { return index(list, a) - index(list, b) }) {
			t.Errorf("best %d: the others have changed their order: %q", c.n, all)
		}
	}
}

func index(list []advise.Choice, line string) int {
	return slices.IndexFunc(list, func(c advise.Choice) bool { return c.Line == line })
}
