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
	switch f.Ask {
	case askToken:
		p.Verbs = []engine.Verb{tokenVerb(s), skipVerb(level)}
	case askCard:
		p.Verbs = cardVerbs(s)
	case askDisplaced:
		p.Verbs = []engine.Verb{s.displacedVerb()}
	default:
		p.Verbs = effectVerbs(s, f, level)
		goesOn := s.goesOn(f)
		for i := range p.Verbs {
			switch v := &p.Verbs[i]; {
			case v.Name == "skip" && !goesOn:
				v.Gloss = GlossNothingLeft
			case v.Name == "dbl" && !f.Each:
				v.Gloss = GlossAllDoublers
			}
		}
	}
	return p
}

// effectVerbs returns the steps that the parts of an effect allow.
func effectVerbs(s *State, f *Frame, level int) []engine.Verb {
	list := make([]engine.Verb, 0, 20)
	for c := range Colour(Colours) {
		if f.takes(c) > 0 {
			list = append(list, s.trackVerb(c, level))
		}
	}
	if f.left(OpIndustry) > 0 {
		list = append(list, s.industryVerb(level))
	}
	if f.left(OpDoubler) > 0 {
		list = append(list, s.doublerVerb(level))
	}
	if f.left(OpBuild, OpLoco) > 0 {
		list = append(list, s.locoVerb(level))
	}
	if f.left(OpBuild, OpFactory) > 0 {
		list = append(list, s.factoryVerb(level))
	}
	if f.left(OpAgain) > 0 {
		list = append(list, againVerb(s, level))
	}
	if !f.Full {
		list = append(list, skipVerb(level))
	}
	return list
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
	return engine.Forbid("Game board", key.RefuseNotPart, engine.Text("step", name), engine.Term("from", f.From), f.rest())
}
