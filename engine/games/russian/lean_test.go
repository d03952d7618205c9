package russian

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// TestLean: within lines, too, a search sees the verbs that are read, its cheap rules agree with the rules, and
// a verb is recalled by its name without the others.
func TestLean(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	g, _ := expect.Get2(engine.Begin("lean", bare, engine.Setup{Seats: 3}, []string{"A", "B", "C"}, testSeed))(t)
	seen := 0
	for n := 0; !g.Pos.Over(); n++ {
		seat := g.Waiting()[0]
		recalls(t, g.Pos, seat)
		knownMajority(t, g.Pos.(*State))
		if n%3 == 0 {
			s := &engine.Search{Yield: func(engine.Choice) bool { return true }, Rank: func(_ string, list []engine.Answer) []engine.Answer {
				rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				return list
			}}
			var before engine.Position
			s.Skip = func(p engine.Position, _ engine.Verb) bool {
				if p != before {
					before, seen = p, seen+1
					isLean(t, p, seat)
					recalls(t, p, seat)
				}
				return false
			}
			for _, a := range engine.OpenVerbs(engine.Trial(g.Pos, seat), g.Pos.Prompts(seat)) {
				for first := range a.Complete() {
					s.Budget, s.Spent = 60, false
					s.Lines(engine.Trial(g.Pos, seat), first)
				}
			}
		}
		r := expect.Get(g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false))(t)
		g.Take(seat, r)
	}
	expect.True(t, seen >= 1000, "%d positions were seen", seen)
}

func isLean(t *testing.T, p engine.Position, seat engine.Seat) {
	t.Helper()
	all, lean := p.Prompts(seat), p.(engine.Quick).Choices(seat)
	expect.Must(t, "prompts without reasons", len(all), len(lean))
	for i := range all {
		expect.Must(t, all[i].Ask.Key, all[i].Within, p.(engine.Quick).Within())
		for len(all[i].Verbs) > len(lean[i].Verbs) && all[i].Verbs[len(all[i].Verbs)-1].Not != nil {
			all[i].Verbs = all[i].Verbs[:len(all[i].Verbs)-1]
		}
		names := func(list []engine.Verb) (out []string) {
			for _, v := range list {
				out = append(out, fmt.Sprint(v.Name, v.Also, v.Gloss, v.Not != nil))
			}
			return out
		}
		if a, b := names(all[i].Verbs), names(lean[i].Verbs); !slices.Equal(a, b) || all[i].Sign != lean[i].Sign || all[i].Depth != lean[i].Depth || all[i].Within != lean[i].Within {
			t.Fatalf("prompt %d is %q, without reasons %q", i, a, b)
		}
		for _, v := range lean[i].Verbs {
			sieved(t, v, nil)
		}
	}
}

// knownMajority holds MajorityOf to Majority without the cards of the others.
func knownMajority(t *testing.T, s *State) {
	t.Helper()
	for seat := range s.Players {
		players := slices.Clone(s.Players)
		for i := range players {
			if i != seat {
				players[i].Cards = nil
			}
		}
		if got, want := MajorityOf(s.Players, engine.Seat(seat)), Majority(players)[seat]; got != want {
			t.Fatalf("seat %d would get %d for its engineers, counting %d", seat, want, got)
		}
	}
}

// recalls compares Recall with the prompts: its verb is the first open one that begins with the word, and the
// only one returned.
func recalls(t *testing.T, p engine.Position, seat engine.Seat) {
	t.Helper()
	seen := map[string]bool{}
	for _, prompt := range p.Prompts(seat) {
		for _, v := range prompt.Verbs {
			word, _, _ := strings.Cut(v.Name, " ")
			if seen[word] {
				continue
			}
			seen[word] = true
			list := p.(engine.Quick).Recall(seat, engine.Fold(word))
			if list == nil {
				card := prompt.Verbs[0].Name == Book.QuestionCards[0]
				if v.Not == nil && !card && (word == "place" || word == "pass" || slices.Contains(stepNames, word)) {
					t.Fatalf("%q is not found", v.Name)
				}
				continue
			}
			q, w := list[0], list[0].Verbs[0]
			switch {
			case len(list) > 1 || len(q.Verbs) > 1 || w.Name != v.Name || w.Gloss != v.Gloss || len(w.Params) != len(v.Params) || v.Not != nil:
				t.Fatalf("%q is found as %q", v.Name, w.Name)
			case q.Sign != prompt.Sign || q.Depth != prompt.Depth || q.Within != prompt.Within || q.Rule != "" && q.Rule != prompt.Rule:
				t.Fatalf("the prompt of %q is %+v", v.Name, q)
			}
		}
	}
}

// sieved holds the Sieves among the parameters of a verb to their rules.
func sieved(t *testing.T, v engine.Verb, args engine.Args) {
	t.Helper()
	if len(args) == len(v.Params) {
		return
	}
	d := v.Params[len(args)].In(args)
	if v.Params[len(args)].Many == engine.Optional {
		sieved(t, v, append(slices.Clip(args), nil))
	}
	for m := range d.Members() {
		err := d.Rule(m)
		if s, ok := d.(engine.Sieve); ok && s.Allows(m) != (err == nil) {
			t.Fatalf("%s %v: Allows(%q) is %v, the rule says %v", v.Name, args, d.Text(m), s.Allows(m), err)
		}
		if err == nil {
			sieved(t, v, append(slices.Clip(args), m))
		}
	}
}
