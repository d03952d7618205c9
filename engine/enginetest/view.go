package enginetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// seatsOf lists the seats of a game, and Nobody for the public.
func seatsOf(g *engine.Game) []engine.Seat {
	list := []engine.Seat{engine.Nobody}
	for s := range engine.Seat(g.Setup.Seats) {
		list = append(list, s)
	}
	return list
}

func promptsFromView(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		p := s.game.Pos
		before := engine.Encode(p)
		for _, seat := range seatsOf(s.game) {
			view := p.View(seat)
			if full, part := describe(p.Prompts(seat)), describe(view.Prompts(seat)); full != part {
				b.fault(s.where, "seat %d is asked otherwise by its view: %s", seat, differ(full, part))
			}
			if once, twice := engine.Encode(view), engine.Encode(view.View(seat)); !bytes.Equal(once, twice) {
				b.fault(s.where, "the view of the view of seat %d is another: %s", seat, differ(once, twice))
			}
			if public, through := engine.Encode(p.View(engine.Nobody)), engine.Encode(view.View(engine.Nobody)); !bytes.Equal(public, through) {
				b.fault(s.where, "through the view of seat %d the public knows something else: %s", seat, differ(public, through))
			}
		}
		b.listedFromView(s)
		if !bytes.Equal(before, engine.Encode(p)) {
			b.fault(s.where, "prompts and views have changed the position")
		}
	})
}

// listedFromView checks that the choices of a letter, which are computed from the view, are
// those of the position, whatever the view remembers of an earlier question.
func (b *bench) listedFromView(s sample) {
	view := engine.Memo(s.game.Pos.View(s.seat))
	b.title.Usual(view, s.seat)
	full, part := advise.Short(b.title, s.game.Pos, s.seat, 2, 48), advise.Short(b.title, view, s.seat, 2, 48)
	if len(full.Choices) != len(part.Choices) || !slices.Equal(full.More, part.More) {
		b.fault(s.where, "seat %d has %d choices and leaves out %v, by its view %d and %v", s.seat, len(full.Choices), full.More, len(part.Choices), part.More)
		return
	}
	for i, c := range full.Choices {
		v := part.Choices[i]
		if c.Line != v.Line || c.Worth != v.Worth || asText(engine.For(s.seat, c.Reports)) != asText(engine.For(s.seat, v.Reports)) {
			b.fault(s.where, "a list tells something hidden (Tx.Draw or Tx.Reveal must come before it), or depends on it: choice %q of seat %d tells %s, by its view %q tells %s", c.Line, s.seat, asText(c.Reports), v.Line, asText(v.Reports))
		}
	}
}

// hiddenDoesNotShow compares two positions that differ only in hidden facts: everything that the seat is told
// is byte-equal.
func hiddenDoesNotShow(b *bench, games []*played) {
	twins, hidden := 0, 0
	known := byView(games)
	each(games, func(g *played, s sample) {
		begins := b.beginnings(s.game)
		for _, seat := range seatsOf(s.game) {
			if !bytes.Equal(engine.Encode(s.game.Pos), engine.Encode(s.game.Pos.View(seat))) {
				hidden++
			}
			if twin := b.twin(s, seat, known); twin != nil {
				twins++
				b.compare(s, seat, twin, begins)
			}
		}
	})
	if hidden > 0 && twins == 0 {
		b.fault("all games", "%d views hide something, and no two positions with an equal view were found: write Options.Hide, which deals anew what a seat does not know (see toy_test.go)", hidden)
	}
}

type viewKey struct {
	seats int
	seat  engine.Seat
	view  string
}

// byView indexes positions by what a seat sees.
func byView(games []*played) map[viewKey][]engine.Position {
	known := map[viewKey][]engine.Position{}
	add := func(g *engine.Game) {
		for _, seat := range seatsOf(g) {
			k := viewKey{g.Setup.Seats, seat, string(engine.Encode(g.Pos.View(seat)))}
			known[k] = append(known[k], g.Pos)
		}
	}
	for _, g := range games {
		if g.start != nil {
			add(g.start)
		}
	}
	each(games, func(_ *played, s sample) { add(s.game) })
	return known
}

// twin returns the same game with different hidden information; nil if there is none.
func (b *bench) twin(s sample, seat engine.Seat, known map[viewKey][]engine.Position) *engine.Game {
	full, view := engine.Encode(s.game.Pos), engine.Encode(s.game.Pos.View(seat))
	candidates := known[viewKey{s.game.Setup.Seats, seat, string(view)}]
	if b.o.Hide != nil {
		candidates = append(candidates[:len(candidates):len(candidates)], b.o.Hide(s.game.Pos.Clone(), seat, b.rng))
	}
	for _, p := range candidates {
		if bytes.Equal(engine.Encode(p), full) {
			continue
		}
		if other := engine.Encode(p.View(seat)); !bytes.Equal(other, view) {
			b.fault(s.where, "Options.Hide changes what seat %d knows, or the view shows it: %s", seat, differ(view, other))
			continue
		}
		g := s.game.Clone()
		g.Pos = p.Clone()
		return g
	}
	return nil
}

// beginnings returns the first lines of each seat's list.
func (b *bench) beginnings(g *engine.Game) [][]string {
	out := make([][]string, g.Setup.Seats)
	for seat := range out {
		for _, c := range advise.List(b.title, g.Pos, engine.Seat(seat), "", 1, 6).Choices {
			out[seat] = append(out[seat], c.Line)
		}
	}
	return out
}

// compare compares everything that a seat is told of a game and of its twin; begins are lines of every seat.
func (b *bench) compare(s sample, seat engine.Seat, twin *engine.Game, begins [][]string) {
	lines := b.lines(s, seat)
	for range 8 {
		lines = append(lines, mutate(b.rng, lines))
	}
	for other, begun := range begins {
		if engine.Seat(other) != seat {
			lines = append(lines, begun...)
		}
	}
	one, two := b.allRequests(s.game, seat, lines), b.allRequests(twin, seat, lines)
	for i := range one {
		if one[i] != two[i] {
			b.fault(s.where, "what seat %d may not know shows: %s", seat, differ(one[i], two[i]))
			return
		}
	}
}

// allRequests returns everything that a seat can request of a game.
func (b *bench) allRequests(g *engine.Game, seat engine.Seat, lines []string) []string {
	view := g.Pos.View(seat)
	out := []string{describe(g.Pos.Prompts(seat)), "status " + asText(b.title.Status(view)), fmt.Sprint("waiting ", g.Waiting())}
	for _, part := range b.title.Parts() {
		for _, spoken := range []bool{false, true} {
			blocks, err := engine.Show(b.title, view, seat, part.Name, "", spoken)
			out = append(out, fmt.Sprintf("sheet %s: %s %s", part.Name, asText(blocks), asText(err)))
		}
	}
	out = append(out, "help "+asText(advise.Help(g.Pos, seat, "")))
	for _, c := range advise.List(b.title, g.Pos, seat, "", 2, 20).Choices {
		out = append(out, fmt.Sprintf("choice %s: %s", c.Line, asText(engine.For(seat, c.Reports))))
	}
	for _, line := range lines {
		out = append(out, fmt.Sprintf("preview %q: %s", line, b.preview(g, seat, line)))
	}
	for _, line := range lines[:min(4, len(lines))] {
		out = append(out, fmt.Sprintf("near %q: %s", line, strings.Join(advise.Nearest(g.Title, g.Pos, seat, line, 3), "; ")))
	}
	return out
}

func (b *bench) preview(g *engine.Game, seat engine.Seat, line string) string {
	r, err := g.Try(seat, line, true)
	if err != nil {
		return asText(err)
	}
	text := fmt.Sprintf("%s stopped %v %s", r.Line, r.Stopped, asText(engine.For(seat, r.Reports)))
	return text + " " + string(engine.Encode(r.Pos.View(seat)))
}

// previewsShowNothing compares a dry run with the real one.
func previewsShowNothing(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		for _, line := range b.lines(s, s.seat) {
			dry, err := s.game.Try(s.seat, line, true)
			if err != nil {
				b.fault(s.where, "seat %d: the preview of the legal order %q is refused: %v", s.seat, line, err)
				continue
			}
			live, err := s.game.Try(s.seat, line, false)
			if err != nil {
				b.fault(s.where, "seat %d: the legal order %q is refused: %v", s.seat, line, err)
				continue
			}
			b.previewed(s.where, line, dry, live)
		}
	})
}

func (b *bench) previewed(where, line string, dry, live *engine.Result) {
	if dry.Reveal || len(dry.Draws) > 0 {
		b.fault(where, "the preview of %q reveals %v and draws %v", line, dry.Reveal, dry.Draws)
	}
	if !dry.Stopped && dry.Shows != live.Shows {
		b.fault(where, "%q shows something after the mail: %v, in its preview: %v", line, live.Shows, dry.Shows)
	}
	if dry.Stopped != live.Reveal {
		b.fault(where, "%q reveals: %v, its preview stops: %v", line, live.Reveal, dry.Stopped)
	}
	told := dry.Reports
	if n := len(told); n > 0 && dry.Stopped && slices.Contains(b.o.Ahead, told[n-1].Key) {
		told = told[:n-1]
	}
	n := len(told)
	if n > len(live.Reports) || asText(told) != asText(live.Reports[:n]) && n > 0 {
		b.fault(where, "the preview of %q tells %s, the order itself %s", line, asText(dry.Reports), asText(live.Reports))
	}
	one, two := dry.Pos, live.Pos
	if dry.Shows { // the dry position omits what is revealed after the mail
		one, two = one.View(engine.Nobody), two.View(engine.Nobody)
	}
	if !dry.Stopped && !bytes.Equal(engine.Encode(one), engine.Encode(two)) {
		b.fault(where, "%q leads to another position than its preview", line)
	}
}

// secretWordsDoNotShow checks orders with secret words (Tx.Public): to everybody else they are the public
// order, which the seat could have written. They are compared up to the first reveal, since secret words may be
// used from there on.
func secretWordsDoNotShow(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		for _, line := range b.lines(s, s.seat) {
			if r, err := s.game.Try(s.seat, line, true); err == nil && r.Public != "" {
				b.sameForOthers(s, line, r)
			}
		}
	})
}

func (b *bench) sameForOthers(s sample, line string, secret *engine.Result) {
	open, err := s.game.Try(s.seat, secret.Public, true)
	if err != nil {
		b.fault(s.where, "others read %q as %q, which is refused: %v", line, secret.Public, err)
		return
	}
	for _, seat := range seatsOf(s.game) {
		if seat == s.seat {
			continue
		}
		if one, two := b.readBy(s, seat, secret), b.readBy(s, seat, open); one != two {
			b.fault(s.where, "seat %d can tell %q from %q: %s", seat, line, secret.Public, differ(one, two))
		}
	}
}

// readBy returns what another seat knows of an order of a sample's seat.
func (b *bench) readBy(s sample, seat engine.Seat, r *engine.Result) string {
	record := s.game.Clone().Take(s.seat, r)
	return fmt.Sprintln(record.LineFor(seat), record.Hidden, r.Stopped, asText(engine.For(seat, r.Reports)), string(engine.Encode(r.Pos.View(seat))))
}

// watched is a position that reports every answer read on it.
type watched struct {
	engine.Position
	seen func(engine.Verb, engine.Args)
}

func (w watched) Clone() engine.Position { return watched{w.Position.Clone(), w.seen} }

func (w watched) Prompts(seat engine.Seat) []engine.Prompt {
	prompts := w.Position.Prompts(seat)
	for i, p := range prompts {
		verbs := make([]engine.Verb, len(p.Verbs))
		for j, v := range p.Verbs {
			verbs[j] = v
			verbs[j].Do = func(tx *engine.Tx, a engine.Args) error {
				w.seen(v, a)
				return w.onOwnPosition(tx, func() error { return v.Do(tx, a) })
			}
		}
		prompts[i].Verbs = verbs
	}
	return prompts
}

func (w watched) Settle(tx *engine.Tx) error {
	return w.onOwnPosition(tx, func() error { return w.Position.Settle(tx) })
}

// onOwnPosition runs a rule on the title's own position.
func (w watched) onOwnPosition(tx *engine.Tx, rule func() error) error {
	tx.Pos = tx.Pos.(watched).Position
	err := rule()
	tx.Pos = watched{tx.Pos, w.seen}
	return err
}
