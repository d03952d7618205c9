package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/key"
)

// CompleteMessages plays games and checks that every message of the title in them is complete: each argument that a text
// names exists. say writes a message in English.
func CompleteMessages(t *testing.T, title engine.Title, o Options, say func(engine.Message) string) {
	t.Helper()
	o = o.withDefaults(title)
	seen := keys{}
	glossaryOfTitle(title, seen)
	for _, seats := range o.Seats {
		for i := range o.Games {
			g := playSeed(title, o, seats, i)
			for _, r := range g.records {
				keysOfReports(r.Reports, seen)
			}
			for _, s := range g.samples {
				keysOfSample(title, s, seen)
			}
		}
	}
	prefix := title.Name() + "."
	for key, m := range seen {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		expect.Lacks(t, fmt.Sprintf("%s with %v is said as", key, m.Args), say(m), "["+prefix, "no value")
	}
}

// keys are examples of messages, by key.
type keys = map[string]engine.Message

// keysOf records the key of a message and those of its arguments. The name of a thing
// counts as a message without arguments.
func keysOf(m engine.Message, seen keys) {
	if m.Empty() {
		return
	}
	if old, ok := seen[m.Key]; !ok || len(m.Args) > len(old.Args) {
		seen[m.Key] = m
	}
	keysOfArgs(m.Args, seen)
}

func keysOfArgs(args []engine.Arg, seen keys) {
	for _, a := range args {
		switch a.Kind {
		case engine.KindTerm:
			keysOf(engine.Msg(a.Text), seen)
		case engine.KindSay:
			keysOf(engine.Msg(a.Text, a.List...), seen)
		case engine.KindList:
			keysOfArgs(a.List, seen)
		}
	}
}

func keysOfReports(reports []engine.Report, seen keys) {
	for _, r := range reports {
		keysOf(r.Message, seen)
	}
}

func keysOfBlocks(blocks []engine.Block, seen keys) {
	for _, b := range blocks {
		keysOf(b.Head, seen)
		for _, m := range append(b.Lines[:len(b.Lines):len(b.Lines)], b.Columns...) {
			keysOf(m, seen)
		}
		for _, row := range b.Rows {
			for _, c := range row {
				keysOf(c.Say, seen)
			}
		}
	}
}

func keysOfPrompts(prompts []engine.Prompt, seen keys) {
	for _, p := range prompts {
		keysOf(p.Ask, seen)
		for _, v := range p.Verbs {
			if v.Not != nil {
				keysOf(v.Not().Why, seen)
				continue
			}
			keysOf(engine.Msg(v.Gloss), seen)
			for _, param := range v.Params {
				keysOf(engine.Msg(key.ParamOf+param.Name), seen)
			}
			domainsOf(v, func(_ engine.Param, _ engine.Args, d engine.Domain) {
				for value := range members(d) {
					if r, ok := engine.AsRefusal(d.Rule(value)); ok {
						keysOf(r.Why, seen)
					}
				}
			})
		}
	}
}

// glossaryOfTitle records the keys of a title's description of itself.
func glossaryOfTitle(t engine.Title, seen keys) {
	for _, o := range t.Options() {
		keysOf(engine.Msg(o.Gloss), seen)
	}
	for _, d := range t.Declared() {
		keysOf(engine.Msg(d.Gloss), seen)
	}
	for _, p := range t.Parts() {
		keysOf(engine.Msg(p.Gloss), seen)
	}
}

// keysOfSample records the keys of everything that the seats of a game can read in a position.
func keysOfSample(t engine.Title, s sample, seen keys) {
	for _, seat := range seatsOf(s.game) {
		keysOfPrompts(s.game.Pos.Prompts(seat), seen)
		view := s.game.Pos.View(seat)
		keysOf(t.Status(view), seen)
		for _, part := range t.Parts() {
			for _, spoken := range []bool{false, true} {
				if blocks, err := engine.Show(t, view, seat, part.Name, "", spoken); err == nil {
					keysOfBlocks(blocks, seen)
				}
			}
		}
	}
}

// wordsKnown: help explains every name of a title and every word of a listed order.
func wordsKnown(b *bench, games []*played) {
	seen := map[string]bool{}
	each(games, func(g *played, s sample) {
		view := s.game.Pos.View(s.seat)
		var names []string
		spaces, others := b.title.Names(view)
		if len(spaces)+len(others) == 0 {
			return // a test title: its words are not explained
		}
		names = slices.Concat(spaces, others)
		for _, c := range advise.List(b.title, view, s.seat, "", 1, 24).Choices {
			names = append(names, orderWords(c.Line, names)...)
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			if len(advise.Guide(b.title, view, s.seat, name)) == 0 && len(advise.Explain(b.title, view, s.seat, name, false)) == 0 {
				b.fault(s.where, "seat %d: help does not know %q: write it into Glossary or Explain", s.seat, name)
			}
		}
	})
}

// orderWords returns the words of a line without names.
func orderWords(line string, names []string) (out []string) {
	for _, name := range names {
		if strings.Contains(name, " ") {
			line = strings.ReplaceAll(line, name, "")
		}
	}
	for _, t := range engine.Tokenize(line).All {
		for _, word := range strings.Split(t.Fold, "+") {
			if len(word) > 1 && strings.IndexFunc(word, unicode.IsDigit) < 0 && strings.IndexFunc(word, unicode.IsLetter) == 0 {
				out = append(out, word)
			}
		}
	}
	return out
}
