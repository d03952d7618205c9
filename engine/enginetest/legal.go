package enginetest

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/golden"
)

// lines returns some legal lines of a seat: the beginning of its list, random ones, and for
// the acting seat its order.
func (b *bench) lines(s sample, seat engine.Seat) []string {
	list := engine.Each(advise.List(b.title, s.game.Pos, seat, "", 2, 24).Choices, func(c advise.Found) string {
		return c.Line
	})
	for range 4 {
		if line := advise.RandomLine(b.rng, s.game.Title, s.game.Pos, seat); line != "" {
			list = append(list, line)
		}
	}
	if seat == s.seat {
		list = append(list, s.line)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func listedAccepted(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		for _, c := range advise.List(b.title, s.game.Pos, s.seat, "", 3, 60).Choices {
			b.accepted(s, c.Choice)
		}
		for _, line := range b.lines(s, s.seat) {
			r, err := s.game.Try(s.seat, line, false)
			switch {
			case err != nil:
				b.fault(s.where, "seat %d: the legal order %q is refused: %v", s.seat, line, err)
			case r.Line != line:
				b.recorded(s, line)
			}
		}
	})
}

// accepted checks one listed choice: it reads as itself, and leads to the listed position.
func (b *bench) accepted(s sample, c engine.Choice) {
	r, err := s.game.Try(s.seat, c.Line, true)
	if err != nil {
		b.fault(s.where, "seat %d: the listed order %q is refused: %v", s.seat, c.Line, err)
		return
	}
	if r.Line != c.Line {
		b.recorded(s, c.Line)
	}
	if !r.Stopped && !bytes.Equal(engine.Encode(r.Pos), engine.Encode(c.After)) {
		b.fault(s.where, "the listed order %q leads to another position than the list says", c.Line)
	}
	if !reflect.DeepEqual(r.Reports, c.Reports) && len(r.Reports)+len(c.Reports) > 0 {
		b.fault(s.where, "the listed order %q reports %v, the list says %v", c.Line, r.Reports, c.Reports)
	}
}

// recorded checks a legal order whose logged spelling differs: an engine.Recorder says so,
// and the logged line has the same effect and report.
func (b *bench) recorded(s sample, line string) {
	said := false
	w := s.game.Clone()
	w.Pos = watched{w.Pos, func(v engine.Verb, a engine.Args) { said = said || recordsOther(v, a) }}
	if _, err := w.Try(s.seat, line, true); err != nil || !said {
		b.fault(s.where, "the legal order %q is spelt otherwise when it is read, and no Recorder says so (%v)", line, err)
		return
	}
	r, err := s.game.Try(s.seat, line, true)
	if err != nil {
		b.fault(s.where, "seat %d: the legal order %q is refused: %v", s.seat, line, err)
		return
	}
	again, err := s.game.Try(s.seat, r.Line, true)
	switch {
	case err != nil:
		b.fault(s.where, "seat %d: %q stands in the log as %q, which is refused: %v", s.seat, line, r.Line, err)
	case again.Line != r.Line:
		b.fault(s.where, "%q stands in the log as %q, and that as %q", line, r.Line, again.Line)
	case asText(again.Reports) != asText(r.Reports):
		b.fault(s.where, "%q reports %s, and as %q %s", line, asText(r.Reports), r.Line, asText(again.Reports))
	case !bytes.Equal(engine.Encode(again.Pos), engine.Encode(r.Pos)):
		b.fault(s.where, "%q and %q, as it stands in the log, lead to different positions", line, r.Line)
	}
}

// recordsOther reports whether these values are logged differently.
func recordsOther(v engine.Verb, a engine.Args) bool {
	for i, p := range v.Params {
		if !engine.Has(a, i) {
			continue
		}
		d := p.In(a[:i])
		for _, value := range valuesOf(p, a[i]) {
			if r, ok := d.(engine.Recorder); ok && r.Record(value) != d.Text(value) {
				return true
			}
		}
	}
	return false
}

// usualPlayed plays the usual turn of every seat the game waits for.
func usualPlayed(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		for _, seat := range s.game.Waiting() {
			lines := b.title.Usual(s.game.Pos, seat).Lines
			if view := b.title.Usual(s.game.Pos.View(seat), seat).Lines; !slices.Equal(lines, view) {
				b.fault(s.where, "the usual turn of seat %d is %q, by its view %q", seat, lines, view)
			}
			out, err := s.game.Play(seat, lines, engine.Mode{Preview: true})
			if err != nil {
				b.fault(s.where, "%v", err)
				return
			}
			for _, v := range out.Verdicts {
				if v.Refusal != nil {
					b.fault(s.where, "seat %d: %q of the usual turn %q is refused: %v", seat, v.Line, lines, v.Refusal)
				}
			}
		}
	})
}

func answersAreMembers(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		lines := b.lines(s, s.seat)
		for range 20 {
			lines = append(lines, mutate(b.rng, lines))
		}
		for _, line := range lines {
			b.watch(s, line)
		}
	})
}

// watch examines the answers of a line as they are read. A refused line shows nothing: its domains need not
// contain the refused value.
func (b *bench) watch(s sample, line string) {
	if _, err := s.game.Try(s.seat, line, false); err != nil {
		return
	}
	w := s.game.Clone()
	w.Pos = watched{w.Pos, func(v engine.Verb, a engine.Args) { b.membership(s.where, line, v, a) }}
	if _, err := w.Try(s.seat, line, false); err != nil {
		b.fault(s.where, "seat %d: %q is accepted, and refused the second time: %v", s.seat, line, err)
	}
}

// membership checks the values of one answer against their domains.
func (b *bench) membership(where, line string, v engine.Verb, a engine.Args) {
	for i, p := range v.Params {
		if !engine.Has(a, i) {
			continue
		}
		d := p.In(a[:i])
		for _, value := range valuesOf(p, a[i]) {
			if err := d.Rule(value); err != nil {
				b.fault(where, "%q: %s %s was taken and its rule forbids it: %v", line, p.Name, d.Text(value), err)
			}
			_, recorder := d.(engine.Recorder)
			if members := d.Members(); members != nil && !recorder && !contains(members, value) {
				b.fault(where, "%q: %s %s was taken and the domain does not list it", line, p.Name, d.Text(value))
			}
			if err := readsBack(d, d.Text(value), value); err != nil {
				b.fault(where, "%q: %s: %v", line, p.Name, err)
			}
		}
	}
}

// triedAnswers limits the answers of a position that ordersActOnCopy tries.
const triedAnswers = 200

// ordersActOnCopy: an order from the prompts of a position, carried out on a copy, has the same effect as an
// order from the prompts of that copy, and leaves the position alone.
func ordersActOnCopy(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		before := engine.Encode(s.game.Pos)
		left := triedAnswers
		for _, open := range engine.OpenVerbs(engine.Trial(s.game.Pos, s.seat), s.game.Pos.Prompts(s.seat)) {
			for a := range open.Complete() {
				if left--; left < 0 {
					return
				}
				tx, own := engine.Trial(s.game.Pos, s.seat), engine.Trial(s.game.Pos, s.seat)
				err := a.Verb.Do(tx, a.Args)
				same := own.Pos.Prompts(s.seat)[a.Place[0]].Verbs[a.Place[1]].Do(own, a.Args)
				switch {
				case asText(err) != asText(same):
					b.fault(s.where, "%s: %v, and %v by the prompts of the copy", a.Text(), err, same)
				case !bytes.Equal(engine.Encode(tx.Pos), engine.Encode(own.Pos)):
					b.fault(s.where, "%s does something else by the prompts of the copy", a.Text())
				case !bytes.Equal(engine.Encode(s.game.Pos), before):
					b.fault(s.where, "%s changes the position that asked", a.Text())
					return
				}
			}
		}
	})
}

func refusedChangeNothing(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		lines := b.lines(s, s.seat)
		for range 40 {
			line := mutate(b.rng, lines)
			seat := s.seat
			if b.rng.IntN(6) == 0 {
				seat = engine.Seat(b.rng.IntN(s.game.Setup.Seats))
			}
			b.attempt(s, seat, line)
		}
	})
}

// attempt sends any line: it is refused properly and changes nothing, or it is accepted and its canonical
// spelling has the same effect.
func (b *bench) attempt(s sample, seat engine.Seat, line string) {
	before, drawn := engine.Encode(s.game.Pos), maps.Clone(s.game.Drawn)
	r, err := s.game.Try(seat, line, false)
	if !bytes.Equal(before, engine.Encode(s.game.Pos)) || !maps.Equal(drawn, s.game.Drawn) {
		b.fault(s.where, "seat %d: trying %q has changed the game", seat, line)
	}
	if err != nil {
		b.refused(s, seat, line, err)
		return
	}
	again, err := s.game.Try(seat, r.Line, false)
	switch {
	case err != nil:
		b.fault(s.where, "seat %d: %q is read as %q, which is refused: %v", seat, line, r.Line, err)
	case again.Line != r.Line:
		b.fault(s.where, "seat %d: %q is read as %q, and that as %q", seat, line, r.Line, again.Line)
	case !bytes.Equal(engine.Encode(again.Pos), engine.Encode(r.Pos)):
		b.fault(s.where, "seat %d: %q and its canonical %q lead to different positions", seat, line, r.Line)
	}
}

func (b *bench) refused(s sample, seat engine.Seat, line string, err error) {
	r, ok := engine.AsRefusal(err)
	if !ok {
		b.fault(s.where, "seat %d: %q is a fault and no refusal: %v", seat, line, err)
		return
	}
	_, line = engine.CutHead(b.title, line)
	n := utf8.RuneCountInString(line)
	if r.Why.Empty() || r.Line != line || r.Column < 0 || r.Column > n+1 || r.Column+r.Length > n+1 {
		b.fault(s.where, "seat %d: the refusal of %q (%d characters) is %+v", seat, line, n, *r)
	}
	switch r.Kind {
	case engine.NotUnderstood, engine.Forbidden, engine.Unanswered:
	default:
		b.fault(s.where, "seat %d: the refusal of %q is of kind %q", seat, line, r.Kind)
	}
}

const (
	perftPositions = 4   // positions of a game, for each number of seats
	perftBudget    = 100 // answers tried after each first one
)

// perft compares the counts of legal lines in fixed positions with those in
// testdata/perft.golden: a rule that changes by accident changes a count. The digest shows
// whether it is the position that changed.
func perft(t *testing.T, title engine.Title, o Options) {
	var b strings.Builder
	for _, seats := range o.Seats {
		fixed := o
		fixed.Seed, fixed.Samples = 1, perftPositions
		g := playSeed(title, fixed, seats, 0)
		if g.fault != nil {
			t.Fatal(g.fault)
		}
		for _, s := range g.samples {
			count(&b, seats, s)
		}
	}
	golden.Check(t, "testdata/perft.golden", b.String())
}

// count walks the legal lines by the rules alone: it does not matter which ones a list omits, ranks or counts.
func count(b *strings.Builder, seats int, s sample) {
	tx := engine.Trial(s.game.Pos, s.seat)
	firsts, lines, cut := 0, 0, 0
	for _, verb := range engine.OpenVerbs(tx, engine.OpenPrompts(tx.Pos, tx.Seat, true)) {
		for first := range verb.Complete() {
			found := 0
			search := &engine.Search{Budget: perftBudget, Yield: func(engine.Choice) bool { found++; return true }}
			search.Lines(tx, first)
			lines += found
			if found > 0 {
				firsts++
			}
			if search.Spent {
				cut++
			}
		}
	}
	fmt.Fprintf(b, "seats %d record %d seat %d position %.8s: %d first answers, %d lines, %d cut\n",
		seats, s.game.Seq, s.seat, s.game.Digest(), firsts, lines, cut)
}
