package russian

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// stepPrompts returns the questions of the open frames: the innermost first, then those
// of outer frames as long as nothing inside them needs a decision and so must be
// written (Orders by mail).
func stepPrompts(s *State, explained bool) []engine.Prompt {
	var list []engine.Prompt
	names := make([]string, 0, len(stepNames))
	c := s
	for level := 0; ; level++ {
		p := question{c, level}.prompt()
		if explained {
			p.Ask, p.Rule = c.Stack.top().asks()
		}
		p.Verbs = slices.DeleteFunc(p.Verbs, func(v engine.Verb) bool { return slices.Contains(names, v.Name) })
		for _, v := range p.Verbs {
			names = append(names, v.Name)
		}
		list = append(list, p)
		if c = beyond(c); c == nil {
			break
		}
	}
	if explained {
		addRefusing(s, &list[0], names)
	}
	if s.Stack.top().Ask == askSteps { // ? cards have such names, too
		for _, p := range list {
			for i := range p.Verbs {
				p.Verbs[i].Also = stepAlso[p.Verbs[i].Name]
			}
		}
	}
	return list
}

// beyond returns the position after the top frame has been finished without a decision;
// nil if that is impossible, or if there are no more questions.
func beyond(s *State) *State {
	f := s.Stack.top()
	if s.waits(f) || len(s.Stack) == 1 && !(f.Extra && f.Black) {
		return nil
	}
	tx := engine.Trial(s, s.Actor)
	c := state(tx)
	if c.finish(tx) != nil || len(c.Stack) == 0 {
		return nil
	}
	return c
}

// question is the question of the top frame.
type question struct {
	s     *State
	level int // frames above it that are finished when one of its verbs is used
}

func (q question) prompt() engine.Prompt {
	f := q.s.Stack.top()
	p := engine.Prompt{Within: true, Sign: f.Sign, Depth: f.Depth}
	if f.Ask == askCard {
		p.Verbs = cardVerbs(q.s)
		return p
	}
	for _, name := range listedSteps {
		if v, ok := q.verb(name); ok {
			p.Verbs = append(p.Verbs, v)
		}
	}
	return p
}

// recallStep returns the question that lists a step first, with this step alone.
func recallStep(s *State, name string) []engine.Prompt {
	level := 0
	for c := s; c != nil; level, c = level+1, beyond(c) {
		f := c.Stack.top()
		if f.Ask == askCard {
			return nil
		}
		if v, ok := (question{c, level}).verb(name); ok {
			return []engine.Prompt{{Within: true, Sign: f.Sign, Depth: f.Depth, Verbs: []engine.Verb{v}}}
		}
	}
	return nil
}

// verb returns a step that the frame allows; ok is false if it does not. Of an
// effect these are the steps that its parts allow.
func (q question) verb(name string) (v engine.Verb, ok bool) {
	f := q.s.Stack.top()
	switch f.Ask {
	case askToken:
		switch name {
		case "?":
			return q.tokenVerb(), true
		case "skip":
			return q.skipVerb(), true
		}
		return v, false
	case askDisplaced:
		if name == ">" {
			return q.displacedVerb(), true
		}
		return v, false
	}
	switch name {
	case "ind":
		if f.left(OpIndustry) > 0 {
			return q.industryVerb(), true
		}
	case "dbl":
		if f.left(OpDoubler) > 0 {
			v = q.doublerVerb()
			if !f.Each {
				v.Gloss = GlossAllDoublers
			}
			return v, true
		}
	case "loco":
		if f.left(OpBuild, OpLoco) > 0 {
			return q.locoVerb(), true
		}
	case "fac":
		if f.left(OpBuild, OpFactory) > 0 {
			return q.factoryVerb(), true
		}
	case "again":
		if f.left(OpAgain) > 0 {
			return q.againVerb(), true
		}
	case "skip":
		if !f.Full {
			v = q.skipVerb()
			if !q.s.anyPartLeft(f) {
				v.Gloss = GlossNothingLeft
			}
			return v, true
		}
	default:
		if c := Colour(slices.Index(ColourNames[:], name)); c >= 0 && f.takes(c) > 0 {
			return q.trackVerb(c), true
		}
	}
	return v, false
}

// Glosses of the verbs that a list may leave out.
const (
	GlossNothingLeft = key.VerbSkipNothing // "skip": nothing that is left can be done
	GlossAllDoublers = key.VerbDblAll      // "dbl": steps need not be written one by one
)

// skipVerb declines the rest of an own effect or reward (Order of rewards, R32).
func (q question) skipVerb() engine.Verb {
	return engine.Verb{Name: "skip", Gloss: key.VerbSkip, Do: func(tx *engine.Tx, _ engine.Args) error {
		s, err := finishLevels(tx, q.level)
		if err != nil {
			return err
		}
		tx.Report(key.ReportSkip, Who(s.Actor), engine.Term("from", s.Stack.top().From))
		s.Stack.leave()
		return nil
	}}
}

// stepNames are the names of all steps.
var stepNames = []string{"black", "grey", "brown", "natural", "white", "ind", "loco", "fac", "dbl", "again", "?", ">", "skip"}

// listedSteps are the same in the order of lists.
var listedSteps = []string{"?", ">", "black", "grey", "brown", "natural", "white", "ind", "dbl", "loco", "fac", "again", "skip"}

// stepAlso are the synonyms of steps.
var stepAlso = map[string][]string{
	"grey": {"gray"}, "ind": {"industry"}, "loco": {"locomotive"}, "fac": {"factory"}, "dbl": {"doubler", "doublers"},
}

// addRefusing adds the steps that cannot be used here, so that each is refused with its
// reason.
func addRefusing(s *State, p *engine.Prompt, names []string) {
	for _, name := range stepNames {
		if !slices.Contains(names, name) {
			p.Verbs = append(p.Verbs, engine.Verb{Name: name, Not: func() *engine.Refusal { return notHere(s, name) }})
		}
	}
}

func notHere(s *State, name string) *engine.Refusal {
	f := s.Stack.top()
	switch {
	case f.Ask != askSteps:
		return f.question()
	case name == "skip":
		m, _ := f.asks()
		return engine.Forbid("How to play a turn", key.RefuseIncomplete, m.Args...)
	case name == "loco" && f.left(OpFactory) > 0, name == "fac" && f.left(OpLoco) > 0:
		return engine.Forbid("Game board", key.RefuseOneEach, engine.Term("from", f.From))
	}
	return engine.Forbid("Game board", key.RefuseNotPart, engine.Order("step", name), engine.Term("from", f.From), f.rest())
}
