package advise_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/engine/enginetest/tram"
)

func lines(l advise.Listing) []string {
	return engine.Each(l.Choices, func(c advise.Found) string { return c.Line })
}

func TestList(t *testing.T) {
	all := advise.List(toy.Title{}, rich(t).Pos, 0, "", 0, 0)
	for _, want := range []string{
		"pass", "sell red", "work mine-1 with 4", "work yard: put red 2 [take store [put blue]]",
		"work yard: skip", "work dice",
	} {
		expect.True(t, slices.Contains(lines(all), want), "%q is not listed", want)
	}
	for _, c := range all.Choices {
		if strings.HasPrefix(c.Line, "knock") || c.Stopped != (strings.Contains(c.Line, "dice") || strings.Contains(c.Line, "deck")) {
			t.Errorf("%q is listed, stopped %v", c.Line, c.Stopped)
		}
	}
	expect.Same(t, "of all lines these are", all.More, nil)
}

// Beginning finds only words that begin with the text.
func TestBeginning(t *testing.T) {
	p := rich(t).Pos
	for prefix, want := range map[string]bool{"work ya": true, "yard": false, "put": false} {
		got := lines(advise.Beginning(toy.Title{}, p, 0, prefix, 0, 0))
		if len(got) > 0 != want || slices.ContainsFunc(got, func(l string) bool { return !strings.HasPrefix(l, prefix) }) {
			t.Errorf("with %q begin %q", prefix, got)
		}
	}
}

// Any word of an order finds it; if orders begin with the word, only they are listed.
func TestListAnyWord(t *testing.T) {
	p := rich(t).Pos
	for _, c := range []struct{ word, has string }{
		{"yard", "work yard: put red 2 [take coin]"}, {"mine-2", "work mine-2"}, {"take", "work yard: put red 2 [take coin]"}, {"PUT RED 2", "work yard: put red 2 [take coin]"}, {"Work YA", "work yard: skip"},
	} {
		list := advise.List(toy.Title{}, p, 0, c.word, 0, 0)
		if got := lines(list); !slices.Contains(got, c.has) {
			t.Errorf("%q finds %q, not %q", c.word, got, c.has)
		}
		for _, l := range lines(list) {
			expect.Has(t, c.word, strings.ReplaceAll(l, ":", ""), strings.ToLower(c.word))
		}
	}
	other := lines(advise.List(toy.Title{}, p, 0, "roig", 0, 0)) // another spelling of red
	for _, want := range []string{"sell red", "work yard: put red 2 [take coin]"} {
		expect.True(t, slices.Contains(other, want), "roig finds %q, not %q", other, want)
	}
	if i := slices.IndexFunc(other, func(l string) bool { return !strings.Contains(l, "red") }); i >= 0 {
		t.Errorf("roig finds %q", other[i])
	}
	if list := advise.List(toy.Title{}, p, 0, "nowhere", 0, 0); len(list.Choices)+len(list.More) > 0 {
		t.Errorf("a word of no order: %+v", list)
	}
}

// A limited list has each first answer once before any comes twice, and each verb before a second line of any.
func TestListLimit(t *testing.T) {
	p := rich(t).Pos
	all := advise.List(toy.Title{}, p, 0, "", 3, 0)
	firsts := map[string]bool{}
	for _, c := range all.Choices {
		firsts[c.First] = true
	}
	l := advise.List(toy.Title{}, p, 0, "", 3, len(firsts))
	listed := map[string]bool{}
	for _, c := range l.Choices {
		listed[c.First] = true
	}
	if len(l.Choices) != len(firsts) || len(listed) != len(firsts) || l.Left() < len(all.Choices)-len(firsts) {
		t.Errorf("%d lines with %d of %d first answers, %d more", len(l.Choices), len(listed), len(firsts), l.Left())
	}
	verbs, few := map[string]bool{}, map[string]bool{}
	for _, c := range all.Choices {
		verbs[c.Acts[0].Verb] = true
	}
	for _, c := range advise.List(toy.Title{}, p, 0, "", 3, len(verbs)).Choices {
		few[c.Acts[0].Verb] = true
	}
	expect.Same(t, "under a limit of one line a verb", len(few), len(verbs))
	count := map[string]int{}
	for _, c := range advise.List(toy.Title{}, p, 0, "work yard", 2, 0).Choices {
		if count[c.First]++; count[c.First] > 2 {
			t.Errorf("%q is listed %d times", c.First, count[c.First])
		}
	}
	expect.Same(t, fmt.Sprintf("with a prefix every way to work in the yard is listed: %v", count), len(count), 5)
}

// A short list has one line of every kind after a first answer before two of
// one, and does not end one or two lines before all are listed.
func TestListPicksEveryKind(t *testing.T) {
	p := rich(t).Pos
	for first, all := range byFirst(advise.List(toy.Title{}, p, 0, "", 0, 0)) {
		short := byFirst(advise.List(toy.Title{}, p, 0, first, 2, 0))[first]
		kinds, listed := map[string]bool{}, map[string]bool{}
		for _, l := range all {
			kinds[kind(first, l)] = true
		}
		for _, l := range short {
			listed[kind(first, l)] = true
		}
		if len(listed) < min(2, len(kinds)) {
			t.Errorf("of %d kinds behind %q only these are listed: %q", len(kinds), first, short)
		}
		if missing := len(all) - len(short); len(all) > 0 && (missing == 1 || missing == 2) {
			t.Errorf("behind %q %d of %d lines are missing", first, missing, len(all))
		}
	}
}

// Of a verb with hundreds of first answers a letter lists the best few and counts the rest; a list of only that
// verb has them all.
func TestListOfACrowdedVerb(t *testing.T) {
	g := onTram(t)
	l := advise.List(tram.Title{}, g.Pos, 0, "", 3, 48)
	want := []string{"lay 232", "lay 131", "lay 30", "lay 262", "run best", "pass"} // worth 100, 100, 100, 99
	if !slices.Equal(lines(l), want) || !slices.Equal(l.More, []advise.More{{What: advise.Orders, Prefix: "lay", Count: 296}}) {
		t.Errorf("%q, more: %v", lines(l), l.More)
	}
	if all := advise.List(tram.Title{}, g.Pos, 0, "lay", 0, 0); len(all.Choices) != 300 || all.More != nil {
		t.Errorf("by its own the list has %d lines and %v", len(all.Choices), all.More)
	}
	g.Pos.(*tram.Position).Stops = 6
	if l := advise.List(tram.Title{}, g.Pos, 0, "", 3, 48); len(l.Choices) != 8 || l.More != nil {
		t.Errorf("where two would be missing: %q, more: %v", lines(l), l.More)
	}
}

func byFirst(l advise.Listing) map[string][]string {
	out := map[string][]string{}
	for _, c := range l.Choices {
		out[c.First] = append(out[c.First], c.Line)
	}
	return out
}

// kind is the verb of the second answer.
func kind(first, line string) string {
	words := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(line, first), ":"))
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// A short list omits optional additions, but not where the order needs one: selling nothing is no order.
func TestListLeavesOutOptional(t *testing.T) {
	got := lines(advise.List(toy.Title{}, rich(t).Pos, 0, "", 3, 0))
	for _, want := range []string{"work mine-1", "sell red", "sell blue"} {
		expect.True(t, slices.Contains(got, want), "%q is not listed", want)
	}
	expect.True(t, !slices.Contains(got, "work mine-1 with 1"), "coins that need not be paid are listed: %q", got)
}

func TestListOfNobody(t *testing.T) {
	if l := advise.List(toy.Title{}, rich(t).Pos, engine.Nobody, "", 0, 0); len(l.Choices) > 0 {
		t.Errorf("nobody has choices %q", lines(l))
	}
}

func TestNearest(t *testing.T) {
	cases := []struct{ typed, want string }{
		{"work mien-1", "work mine-1"},
		{"WORK MINE 2 WITH 3", "work mine-2 with 3"},
		{"sel red", "sell red"},
		{"work yard: put red 2", "work yard: put red 2 [skip]"},
		{"work yard: put rde 2 take coim", "work yard: put red 2 [take coin]"},
		{"work yrad put red put blue take coin", "work yard: put red, put blue [take coin]"},
		{"", "pass"},
	}
	for _, c := range cases {
		got := advise.Nearest(toy.Title{}, rich(t).Pos, 0, c.typed, 3)
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("nearest to %q: %q, want %q first", c.typed, got, c.want)
		}
	}
	expect.Same(t, "nearest for nobody", advise.Nearest(toy.Title{}, rich(t).Pos, engine.Nobody, "pass", 3), nil)
}

func TestCompletable(t *testing.T) {
	for kind, want := range map[string]bool{"store": true, "reward": true, "no answer": false} {
		tx := engine.Trial(begin(t).Pos, 0)
		tx.Pos.(*toy.Position).Frames = []toy.Frame{{Kind: kind, Left: 1}}
		before := string(engine.Encode(tx.Pos))
		expect.Same(t, kind+": completable", engine.Completable(tx), want)
		expect.Same(t, kind+": the search has changed the position", string(engine.Encode(tx.Pos)), before)
	}
}

// The random player is the same for the same rng, and sees long and short lines.
func TestRandomLine(t *testing.T) {
	seen := map[string]bool{}
	for i := range uint64(400) {
		one := advise.RandomLine(rand.New(rand.NewPCG(i, 0)), toy.Title{}, rich(t).Pos, 0)
		if two := advise.RandomLine(rand.New(rand.NewPCG(i, 0)), toy.Title{}, rich(t).Pos, 0); one != two {
			t.Fatalf("%q and %q of one seed", one, two)
		}
		seen[one] = true
	}
	for _, want := range []string{"pass", "sell red", "work mine-1", "work yard: skip", "work yard: put red 2 [take store [put blue]]"} {
		expect.True(t, seen[want], "%q is never played", want)
	}
	expect.Same(t, "nobody plays",
		advise.RandomLine(rand.New(rand.NewPCG(1, 1)), toy.Title{}, rich(t).Pos, engine.Nobody), "")
}

func TestHelp(t *testing.T) {
	p := rich(t).Pos
	forms := engine.Each(advise.Help(p, 0, ""), func(u engine.Usage) string { return u.Form })
	expect.Same(t, "help is", strings.Join(forms, "; "), "work SPOT [with COINS]; play CARD; sell [CUBE ...]; pass")
	if got := advise.Help(p, 0, "Wo"); len(got) != 1 || got[0].Verb != "work" {
		t.Errorf("help of wo: %+v", got)
	}
}

// Without a glossary a guide is the help with examples.
func TestGuide(t *testing.T) {
	p := rich(t).Pos
	for _, u := range advise.Guide(toy.Title{}, p, 0, "") {
		expect.True(t, strings.HasPrefix(u.Example, u.Verb), "the example of %s is %q", u.Form, u.Example)
	}
	expect.Same(t, "there is no such word, and help says", advise.Guide(toy.Title{}, p, 0, "nothing"), nil)
}

func TestWaiting(t *testing.T) {
	g := begin(t)
	expect.Same(t, "the game waits for", g.Waiting(), []engine.Seat{0})
	g.Pos.(*toy.Position).Round = 3
	expect.Same(t, "when all choose, the game waits for", g.Waiting(), []engine.Seat{0, 1})
}

// A line that names a verb is answered with lines of that verb, or with none; never with another verb to fill a list.
func TestNearestKeepsToTheVerb(t *testing.T) {
	for _, typed := range []string{"sell nothing of the kind", "sell", "slel deck", "work deck red", "pass pass pass"} {
		verb := map[byte]string{'s': "sell", 'w': "work", 'p': "pass"}[typed[0]]
		got := advise.Nearest(toy.Title{}, rich(t).Pos, 0, typed, 3)
		if len(got) == 0 || slices.ContainsFunc(got, func(l string) bool { return !strings.HasPrefix(l, verb) }) {
			t.Errorf("nearest to %q: %q, want lines that begin with %q only", typed, got, verb)
		}
	}
	if got := advise.Nearest(toy.Title{}, rich(t).Pos, 0, "nonsense", 3); len(got) == 0 {
		t.Error("who names no verb is shown nothing")
	}
}

// An order with a freely chosen price is listed with its range.
func TestListOpen(t *testing.T) {
	g := onTram(t)
	p := g.Pos.(*tram.Position)
	seat := g.Waiting()[0]
	p.Step, p.Lines[seat].Cash, p.Lines[1-seat].Cars = "buy", 7, 2
	for _, word := range []string{"", "buy", "for"} {
		more := advise.List(tram.Title{}, p, seat, word, 0, 0).More
		if word == "" {
			expect.Same(t, "of all", more, []advise.More{{What: advise.Orders, Prefix: "buy", Count: 1}})
		} else if len(more) != 1 || more[0].What != advise.Range || !strings.HasPrefix(more[0].Prefix, "buy ") || !strings.HasSuffix(more[0].Prefix, "for 1-7") {
			t.Errorf("under %q: %+v", word, more)
		}
	}
	expect.Same(t, "under run", advise.List(tram.Title{}, p, seat, "run", 0, 0).More, nil)
	p.Lines[seat].Cash = 0
	expect.Same(t, "without money", advise.List(tram.Title{}, p, seat, "", 0, 0).More, nil)
}

// TestListLate: lines of a short list, which are completed after the choice, report their effects.
func TestListLate(t *testing.T) {
	g := rich(t)
	for _, c := range advise.Short(toy.Title{}, g.Pos, 0, 3, 0).Choices {
		r, err := g.Try(0, c.Line, true)
		expect.NoError(t, err, c.Line)
		same := func(a, b engine.Report) bool { return a.Message.Equal(b.Message) && slices.Equal(a.To, b.To) }
		if !slices.EqualFunc(c.Reports, r.Reports, same) || len(r.Reports) == 0 || c.First == "" {
			t.Errorf("%q reports %v, not %v", c.Line, c.Reports, r.Reports)
		}
		expect.Same(t, c.Line, c.Stopped, r.Stopped)
		expect.Same(t, c.Line, string(engine.Encode(c.After)), string(engine.Encode(r.Pos)))
	}
}
