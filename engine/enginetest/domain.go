package enginetest

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"railpost/engine"
)

// Widths of the walk through the values of a verb: it examines all values of a parameter,
// and after each parameter the values that may follow these.
const (
	width    = 4
	mostSeen = 400
)

// domainsOf calls f for the domains of a verb's parameters, each with values that may
// precede it.
func domainsOf(v engine.Verb, f func(p engine.Param, before engine.Args, d engine.Domain)) {
	walkDomains(v, engine.Args{}, f)
}

func walkDomains(v engine.Verb, a engine.Args, f func(engine.Param, engine.Args, engine.Domain)) {
	if len(a) == len(v.Params) {
		return
	}
	p := v.Params[len(a)]
	d := p.In(a)
	f(p, a, d)
	next := func(value engine.Value) { walkDomains(v, append(a[:len(a):len(a)], value), f) }
	if p.Many != engine.One {
		next(nil)
	}
	for _, value := range spread(allowed(d)) {
		if p.Many == engine.Many {
			value = []engine.Value{value}
		}
		next(value)
	}
}

func allowed(d engine.Domain) []engine.Value {
	var list []engine.Value
	for value := range members(d) {
		if d.Rule(value) == nil {
			list = append(list, value)
		}
	}
	return list
}

// spread returns a few of the values, from the first to the last.
func spread(list []engine.Value) []engine.Value {
	if len(list) <= width {
		return list
	}
	var out []engine.Value
	for i := range width {
		out = append(out, list[i*(len(list)-1)/(width-1)])
	}
	return out
}

// members lists at most mostSeen members of a domain, none if it does not list them.
func members(d engine.Domain) iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		all := d.Members()
		if all == nil {
			return
		}
		n := 0
		for value := range all {
			if n++; n > mostSeen || !yield(value) {
				return
			}
		}
	}
}

func contains(all iter.Seq[engine.Value], value engine.Value) bool {
	for v := range all {
		if reflect.DeepEqual(v, value) {
			return true
		}
	}
	return false
}

func valuesOf(p engine.Param, value engine.Value) []engine.Value {
	if p.Many == engine.Many {
		return value.([]engine.Value)
	}
	return []engine.Value{value}
}

// readsBack returns an error unless a text reads, completely, as the value. A value without
// a text is the default when nothing is written.
func readsBack(d engine.Domain, text string, want engine.Value) error {
	if text == "" {
		return nil
	}
	t := engine.Tokenize(text)
	got, err := d.Read(t)
	switch {
	case err != nil:
		return fmt.Errorf("reading %q: %w", text, err)
	case !t.Done():
		return fmt.Errorf("reading %q: %q is left over", text, t.Peek().Text)
	case !reflect.DeepEqual(got, want):
		return fmt.Errorf("reading %q: got %v, want %v", text, got, want)
	}
	return nil
}

func wordsReadBack(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		for seat := range engine.Seat(s.game.Setup.Seats) {
			prompts := s.game.Pos.Prompts(seat)
			if q, ok := s.game.Pos.(engine.Quick); ok && q.Within() != slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return p.Within }) {
				b.fault(s.where, "seat %d: Within is %v, against the prompts", seat, q.Within())
			}
			for _, v := range verbsOf(prompts) {
				if v.Not != nil {
					continue
				}
				domainsOf(v, func(p engine.Param, _ engine.Args, d engine.Domain) { b.spellings(s.where, v, p, d) })
			}
		}
	})
}

func verbsOf(prompts []engine.Prompt) []engine.Verb {
	var list []engine.Verb
	for _, p := range prompts {
		list = append(list, p.Verbs...)
	}
	return list
}

// spellings reads every member of a domain as written, in capitals, and without hyphens.
func (b *bench) spellings(where string, v engine.Verb, p engine.Param, d engine.Domain) {
	for value := range members(d) {
		text := d.Text(value)
		for _, form := range []string{text, strings.ToUpper(text), strings.ReplaceAll(text, "-", ""), strings.ReplaceAll(text, "-", " ")} {
			if err := readsBack(d, form, value); err != nil {
				b.fault(where, "%s, parameter %s: %v", v.Name, p.Name, err)
			}
		}
		if s, ok := d.(engine.Sieve); ok && s.Allows(value) != (d.Rule(value) == nil) {
			b.fault(where, "%s, parameter %s: Allows(%q) is %v, and the rule says %s", v.Name, p.Name, text, s.Allows(value), asText(d.Rule(value)))
		}
		if one, two := asText(d.Rule(value)), asText(d.Rule(value)); one != two {
			b.fault(where, "%s, parameter %s: the rule over %q says %s and then %s", v.Name, p.Name, text, one, two)
		}
	}
}

// describe returns everything comparable in the prompts: each question, and for every parameter its members
// with the verdicts of their rules.
func describe(prompts []engine.Prompt) string {
	var b strings.Builder
	for _, p := range prompts {
		fmt.Fprintf(&b, "ask %s rule %s within %v optional %v sign %q depth %d\n", asText(p.Ask), p.Rule, p.Within, p.Optional, p.Sign, p.Depth)
		for _, v := range p.Verbs {
			fmt.Fprintf(&b, "  verb %s (%s) later %v\n", v.Name, v.Gloss, v.Later)
			if v.Not != nil {
				fmt.Fprintf(&b, "    not: %s\n", asText(v.Not()))
				continue
			}
			domainsOf(v, func(p engine.Param, before engine.Args, d engine.Domain) {
				fmt.Fprintf(&b, "    %s %s lead %q many %d behind %v:", engine.VerbText(v, before), p.Name, p.Lead, p.Many, before)
				for value := range members(d) {
					fmt.Fprintf(&b, " %s", d.Text(value))
					if err := d.Rule(value); err != nil {
						fmt.Fprintf(&b, " (no: %s)", asText(err))
					}
				}
				b.WriteString("\n")
			})
		}
	}
	return b.String()
}

// asText returns a value of the engine as JSON, for comparison.
func asText(v any) string {
	if err, ok := v.(error); ok {
		if r, ok := engine.AsRefusal(err); ok {
			v = r
		} else {
			v = err.Error()
		}
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%v: %v", err, v)
	}
	return string(b)
}

var litter = []string{
	"", " ", "pass", ":", ",", "[", "]", "(", ")", ">", "?", "0", "1", "-1", "99999999999999999999", "with", "x",
	"ñandú", "·", "->", "]]]", "[[[", "::", "\t", "\u00a0", "😀", "\xff",
}

// mutate makes a probably wrong line from legal ones.
func mutate(rng *rand.Rand, lines []string) string {
	line := litter[rng.IntN(len(litter))]
	if len(lines) > 0 && rng.IntN(8) > 0 {
		line = lines[rng.IntN(len(lines))]
	}
	for range 1 + rng.IntN(2) {
		line = mutateOnce(rng, line, lines)
	}
	return line
}

func mutateOnce(rng *rand.Rand, line string, lines []string) string {
	words := strings.Fields(line)
	switch at := rng.IntN(len(words) + 1); rng.IntN(8) {
	case 0: // drop a word
		if at < len(words) {
			words = append(words[:at], words[at+1:]...)
		}
	case 1: // add a word
		words = append(words[:at], append([]string{litter[rng.IntN(len(litter))]}, words[at:]...)...)
	case 2: // swap two words
		if at > 0 && at < len(words) {
			words[at-1], words[at] = words[at], words[at-1]
		}
	case 3: // cut the line
		return strings.Join(words[:at], " ")
	case 4: // join two lines
		if len(lines) > 0 {
			return line + ", " + lines[rng.IntN(len(lines))]
		}
	case 5: // mistype a letter
		letters := []rune(line)
		if len(letters) > 0 {
			letters[rng.IntN(len(letters))] = rune('a' + rng.IntN(26))
		}
		return string(letters)
	case 6: // drop signs
		return strings.NewReplacer("[", " ", "]", " ", ":", " ", ",", " ").Replace(line)
	case 7:
		return strings.ToUpper(strings.ReplaceAll(line, "-", " "))
	}
	return strings.Join(words, " ")
}
