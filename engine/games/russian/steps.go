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
		p := framePrompt(c, level)
		if explained {
			p.Ask, p.Rule = c.asks(c.top())
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
	if s.top().Ask == askSteps { // ? cards have such names, too
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
	f := s.top()
	if f.Ask != askSteps || s.decides(f) || len(s.Stack) == 1 && !(f.Extra && f.Black) {
		return nil
	}
	tx := engine.Trial(s, s.Actor)
	c := state(tx)
	if c.finish(tx) != nil || len(c.Stack) == 0 {
		return nil
	}
	return c
}

// framePrompt returns the question of the top frame. level is the number of frames
// above it that are finished when one of its verbs is used.
func framePrompt(s *State, level int) engine.Prompt {
	f := s.top()
	p := engine.Prompt{Within: true, Sign: f.Sign, Depth: f.Depth}
	if f.Ask == askCard {
		p.Verbs = cardVerbs(s)
		return p
	}
	for _, name := range listedSteps {
		if v, ok := s.stepVerb(f, name, level); ok {
			p.Verbs = append(p.Verbs, v)
		}
	}
	return p
}

// recallStep returns the question that lists a step first, with this step alone.
func recallStep(s *State, name string) []engine.Prompt {
	level := 0
	for c := s; c != nil; level, c = level+1, beyond(c) {
		f := c.top()
		if f.Ask == askCard {
			return nil
		}
		if v, ok := c.stepVerb(f, name, level); ok {
			return []engine.Prompt{{Within: true, Sign: f.Sign, Depth: f.Depth, Verbs: []engine.Verb{v}}}
		}
	}
	return nil
}

// stepVerb returns a step that the top frame f allows; ok is false if it does not. Of an
// effect these are the steps that its parts allow.
func (s *State) stepVerb(f *Frame, name string, level int) (v engine.Verb, ok bool) {
	switch f.Ask {
	case askToken:
		switch name {
		case "?":
			return tokenVerb(s, level), true
		case "skip":
			return skipVerb(level), true
		}
		return v, false
	case askDisplaced:
		if name == ">" {
			return s.displacedVerb(), true
		}
		return v, false
	}
	switch name {
	case "ind":
		if f.left(OpIndustry) > 0 {
			return s.industryVerb(level), true
		}
	case "dbl":
		if f.left(OpDoubler) > 0 {
			v = s.doublerVerb(level)
			if !f.Each {
				v.Gloss = GlossAllDoublers
			}
			return v, true
		}
	case "loco":
		if f.left(OpBuild, OpLoco) > 0 {
			return s.locoVerb(level), true
		}
	case "fac":
		if f.left(OpBuild, OpFactory) > 0 {
			return s.factoryVerb(level), true
		}
	case "again":
		if f.left(OpAgain) > 0 {
			return againVerb(s, level), true
		}
	case "skip":
		if !f.Full {
			v = skipVerb(level)
			if !s.goesOn(f) {
				v.Gloss = GlossNothingLeft
			}
			return v, true
		}
	default:
		if c := Colour(slices.Index(ColourNames[:], name)); c >= 0 && f.takes(c) > 0 {
			return s.trackVerb(c, level), true
		}
	}
	return v, false
}

// Glosses of the verbs that a list may leave out.
const (
	GlossNothingLeft = key.VerbSkipNothing // "skip": nothing that is left can be done
	GlossAllDoublers = key.VerbDblAll      // "dbl": steps need not be written one by one
)

// skipVerb gives up what is left of an own effect or reward (Order of rewards, R32).
func skipVerb(level int) engine.Verb {
	return engine.Verb{Name: "skip", Gloss: key.VerbSkip, Do: func(tx *engine.Tx, _ engine.Args) error {
		s, err := finishLevels(tx, level)
		if err != nil {
			return err
		}
		tx.Report(key.ReportSkip, Who(s.Actor), engine.Term("from", s.top().From))
		s.leave(len(s.Stack) - 1)
		return nil
	}}
}

// stepNames are the names of all steps.
var stepNames = []string{"black", "grey", "brown", "natural", "white", "ind", "loco", "fac", "dbl", "again", "?", ">", "skip"}

// listedSteps are the same in the order in which they are listed.
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
	f := s.top()
	switch {
	case f.Ask != askSteps:
		return s.question(f)
	case name == "skip":
		m, _ := s.asks(f)
		return engine.Forbid("How to play a turn", key.RefuseIncomplete, m.Args...)
	case name == "loco" && f.left(OpFactory) > 0, name == "fac" && f.left(OpLoco) > 0:
		return engine.Forbid("Game board", key.RefuseOneEach, engine.Term("from", f.From))
	}
	return engine.Forbid("Game board", key.RefuseNotPart, engine.Order("step", name), engine.Term("from", f.From), f.rest())
}
