package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// played is a random game and what happened in it.
type played struct {
	name    string
	seed    engine.Seed
	start   *engine.Game
	final   *engine.Game
	records []*engine.Record
	samples []sample
	fault   error          // play did not reach the end
	things  map[string]int // things to conserve at the start
	lost    []string       // things that were not conserved
	usual   bool           // usual turns are played, too
	rest    []string       // rest of the usual turn in progress
}

// sample is a position of a game, and the order played in it.
type sample struct {
	where string
	at    int          // records before it
	game  *engine.Game // before the line
	seat  engine.Seat
	line  string
}

// PlayGame plays a game by random legal orders from its set-up to the end. A
// game that does not end fails the test.
func PlayGame(t testing.TB, title engine.Title, setup engine.Setup, seed engine.Seed, rng *rand.Rand) ([]*engine.Record, *engine.Game) {
	t.Helper()
	g := &played{name: "random", seed: seed}
	o := Options{}.withDefaults(title)
	o.Samples = 0
	g.play(title, setup, o, rng)
	if g.fault != nil {
		t.Fatal(g.fault)
	}
	return g.records, g.final
}

// playSeed plays game i for a number of seats; the first with the default options, the
// others with any. In every third game usual turns are played too, if the title has them:
// purely random play of a large title reaches little.
func playSeed(title engine.Title, o Options, seats, i int) *played {
	name := fmt.Sprintf("%s-%d-%d-%d", title.Name(), seats, o.Seed, i)
	g := &played{name: name, seed: engine.Seed("enginetest " + name), usual: i%3 == 1}
	rng := rand.New(rand.NewPCG(o.Seed+uint64(i), uint64(seats)))
	setup := engine.Setup{Seats: seats, Options: map[string]string{}}
	if i > 0 {
		for _, opt := range title.Options() {
			setup.Options[opt.Key] = opt.Values[rng.IntN(len(opt.Values))]
		}
	}
	g.play(title, setup, o, rng)
	return g
}

func (g *played) play(title engine.Title, setup engine.Setup, o Options, rng *rand.Rand) {
	names := []string{"Ana", "Bru", "Cal", "Dan", "Eli", "Fiz", "Gil", "Hug"}[:min(setup.Seats, 8)]
	live, first, err := engine.Begin(g.name, title, setup, names, g.seed)
	if err != nil {
		g.fault = fmt.Errorf("%s: %w", g.name, err)
		return
	}
	g.start, g.final, g.records = live.Clone(), live, []*engine.Record{first}
	picks := rand.New(rand.NewPCG(rng.Uint64(), 0))
	for !live.Pos.Over() {
		if g.fault = g.move(o, rng, picks); g.fault != nil {
			return
		}
		if len(g.records) > o.MaxMoves {
			g.fault = fmt.Errorf("%s: not over after %d records", g.name, o.MaxMoves)
			return
		}
	}
}

// move gives a random legal order of one seat.
func (g *played) move(o Options, rng, picks *rand.Rand) error {
	live := g.final
	seat, line, err := g.choose(rng)
	if err != nil {
		return err
	}
	g.sample(o, picks, seat, line)
	r, err := live.Try(seat, line, false)
	switch {
	case err != nil && live.Digest() != g.records[len(g.records)-1].Digest:
		return fmt.Errorf("%s: seat %d: listing legal orders changed the position (Position.Clone must copy every slice and map); then %q was refused: %w", g.where(), seat, line, err)
	case err != nil:
		return fmt.Errorf("%s: seat %d: the random order %q is refused: %w", g.where(), seat, line, err)
	}
	record := live.Take(seat, r)
	g.records = append(g.records, record)
	g.conserve(o)
	return nil
}

func (g *played) where() string { return fmt.Sprintf("%s after record %d", g.name, g.final.Seq) }

// choose returns a seat the game waits for, now and then one that may also act.
func (g *played) choose(rng *rand.Rand) (engine.Seat, string, error) {
	live := g.final
	waiting := live.Waiting()
	if len(waiting) == 0 {
		return 0, "", fmt.Errorf("%s: the game is not over, but waits for no seat", g.where())
	}
	if rng.IntN(8) == 0 {
		seat := engine.Seat(rng.IntN(live.Setup.Seats))
		if line := advise.RandomLine(rng, live.Title, live.Pos, seat); line != "" {
			return seat, line, nil
		}
	}
	seat := waiting[rng.IntN(len(waiting))]
	if line := g.usualLine(rng, seat); line != "" {
		return seat, line, nil
	}
	line := advise.RandomLine(rng, live.Title, live.Pos, seat)
	if line == "" {
		return 0, "", fmt.Errorf("%s: seat %d has to answer %s, but has no legal order", g.where(), seat, asks(live.Pos, seat))
	}
	return seat, line, nil
}

// unusual: in a game with usual turns, one turn in this many is random.
const unusual = 4

// usualLine continues or begins the usual turn of a seat; "" if there is none.
func (g *played) usualLine(rng *rand.Rand, seat engine.Seat) string {
	if !g.usual {
		return ""
	}
	if len(g.rest) > 0 {
		line := g.rest[0]
		g.rest = g.rest[1:]
		if _, err := g.final.Try(seat, line, true); err == nil {
			return line
		}
	}
	g.rest = nil
	lines := g.final.Title.Usual(g.final.Pos, seat).Lines
	if len(lines) == 0 || rng.IntN(unusual) == 0 {
		return ""
	}
	g.rest = lines[1:]
	return lines[0]
}

func asks(p engine.Position, seat engine.Seat) string {
	text := ""
	for _, q := range p.Prompts(seat) {
		text += q.Ask.Key + " "
	}
	return text
}

// sample keeps each position with the same probability (reservoir sampling).
func (g *played) sample(o Options, picks *rand.Rand, seat engine.Seat, line string) {
	s := func() sample {
		return sample{g.where(), len(g.records), g.final.Clone(), seat, line}
	}
	if len(g.samples) < o.Samples {
		g.samples = append(g.samples, s())
		return
	}
	if i := picks.IntN(len(g.records)); i < len(g.samples) {
		g.samples[i] = s()
	}
}

func (g *played) conserve(o Options) {
	if o.Conserved == nil || len(g.lost) > 0 {
		return
	}
	if g.things == nil {
		g.things = o.Conserved(g.start.Pos)
	}
	if is := o.Conserved(g.final.Pos); !maps.Equal(g.things, is) {
		last := g.records[len(g.records)-1]
		g.lost = append(g.lost, fmt.Sprintf("%s: %q changes %v to %v", g.where(), last.Line, g.things, is))
	}
}

func reachesEnd(b *bench, games []*played) {
	for _, g := range games {
		if g.fault != nil {
			b.fault(g.name, "%v", g.fault)
			continue
		}
		for s := range engine.Seat(g.final.Setup.Seats) {
			if len(g.final.Pos.Prompts(s)) > 0 {
				b.fault(g.where(), "the game is over and seat %d is asked %s", s, asks(g.final.Pos, s))
			}
		}
		ranked(b, g)
	}
	each(games, func(g *played, s sample) {
		for _, seat := range s.game.Waiting() {
			if advise.RandomLine(b.rng, s.game.Title, s.game.Pos, seat) == "" {
				b.fault(s.where, "seat %d has to answer %s, but has no legal order", seat, asks(s.game.Pos, seat))
			}
		}
	})
}

// ranked checks the final scores: every seat once, and somebody first.
func ranked(b *bench, g *played) {
	seen := map[engine.Seat]bool{}
	best := 0
	for _, s := range b.title.Scores(g.final.Pos) {
		seen[s.Seat] = true
		if s.Rank == 1 {
			best++
		}
	}
	if all := len(g.final.Players()); len(seen) != all || best == 0 {
		b.fault(g.where(), "the scores name %d of %d players and %d winners", len(seen), all, best)
	}
}

func conserved(b *bench, games []*played) {
	if b.o.Conserved == nil {
		b.Skip("the title counts nothing (Options.Conserved)")
	}
	for _, g := range games {
		for _, text := range g.lost {
			b.fault(g.name, "%s", text)
		}
	}
}

func replayEqualsLive(b *bench, games []*played) {
	for _, g := range games {
		if g.final == nil {
			continue
		}
		b.replayed(g.name, "replay", g.records, g.seed, g.final)
		b.replayed(g.name, "replay of recorded draws alone", g.records, nil, g.final)
		if err := engine.CheckDraws(g.name, g.seed, g.records); err != nil {
			b.fault(g.name, "%v", err)
		}
	}
}

// replayed replays records that went through their stored form.
func (b *bench) replayed(where, how string, records []*engine.Record, seed engine.Seed, want *engine.Game) {
	var stored []*engine.Record
	for _, r := range records {
		bytes, err := r.Bytes()
		if err != nil {
			b.fault(where, "record %d: %v", r.Seq, err)
			return
		}
		read, err := engine.ReadRecord(bytes)
		if err != nil {
			b.fault(where, "record %d: %v", r.Seq, err)
			return
		}
		stored = append(stored, read)
	}
	got, err := engine.Replay(b.find, stored, seed)
	if err != nil {
		b.fault(where, "%s: %v", how, err)
		return
	}
	b.same(where, how, got, want)
}

// same checks that two games have the same position, draws and number of records.
func (b *bench) same(where, how string, got, want *engine.Game) {
	if got.Seq != want.Seq || !reflect.DeepEqual(got.Drawn, want.Drawn) {
		b.fault(where, "%s ends at record %d with draws %v, the game at %d with %v", how, got.Seq, got.Drawn, want.Seq, want.Drawn)
	}
	if g, w := engine.Encode(got.Pos), engine.Encode(want.Pos); !bytes.Equal(g, w) {
		b.fault(where, "%s leads to another position than the game: %s", how, differ(g, w))
	}
}

// tailReplayed is how many records after a snapshot are replayed. ReplayOn compares the
// digest of each position, so it finds the first that differs; replayEqualsLive replays the
// whole game.
const tailReplayed = 40

func snapshotEqualsReplay(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		b.decoded(s)
		stored, err := json.Marshal(s.game.Snapshot())
		if err != nil {
			b.fault(s.where, "snapshot: %v", err)
			return
		}
		var snap engine.Snapshot
		if err := json.Unmarshal(stored, &snap); err != nil {
			b.fault(s.where, "snapshot: %v", err)
			return
		}
		got, err := engine.Resume(g.name, b.title, s.game.Setup, g.seed, snap)
		if err != nil {
			b.fault(s.where, "%v", err)
			return
		}
		end := min(s.at+tailReplayed, len(g.records))
		if err := engine.ReplayOn(got, g.records[s.at:end]); err != nil {
			b.fault(s.where, "tail after the snapshot: %v", err)
			return
		}
		if end == len(g.records) {
			b.same(s.where, "snapshot and tail", got, g.final)
		}
	})
}

// decoded checks that a decoded position encodes the same and asks the same.
func (b *bench) decoded(s sample) {
	code := engine.Encode(s.game.Pos)
	p, err := b.title.Decode(s.game.Setup, code)
	if err != nil {
		b.fault(s.where, "the position cannot be read back: %v", err)
		return
	}
	if again := engine.Encode(p); !bytes.Equal(again, code) {
		b.fault(s.where, "the position is read back as another: %s", differ(code, again))
	}
	if c := s.game.Pos.Clone(); !bytes.Equal(engine.Encode(c), code) {
		b.fault(s.where, "the clone is another position: %s", differ(code, engine.Encode(c)))
	}
	for seat := range engine.Seat(s.game.Setup.Seats) {
		if was, is := describe(s.game.Pos.Prompts(seat)), describe(p.Prompts(seat)); was != is {
			b.fault(s.where, "seat %d is asked otherwise after reading the position back: %s", seat, differ(was, is))
		}
	}
}

const movesUndone = 4

// undoLeadsBack plays on from a position, takes it all back, and plays the same again: positions, draws and
// replay are the same.
func undoLeadsBack(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		live := s.game.Clone()
		records := append([]*engine.Record{}, g.records[:s.at]...)
		first := b.playOn(s.where, live, g.records[s.at:min(s.at+movesUndone, len(g.records))])
		records = append(records, first...)
		undo := live.UndoTo(s.game, engine.Nobody)
		records = append(records, undo)
		if undo.Digest != s.game.Digest() || live.Digest() != s.game.Digest() {
			b.fault(s.where, "undo leads to another position")
		}
		again := b.playOn(s.where, live, first)
		records = append(records, again...)
		for i := range again {
			if again[i].Digest != first[i].Digest || !reflect.DeepEqual(again[i].Draws, first[i].Draws) {
				b.fault(s.where, "%q after the undo does something else", again[i].Line)
			}
		}
		if s.at == g.earliest() { // one replay from the start for each game
			b.replayed(s.where, "replay with an undo", records, g.seed, live)
		}
		standing := engine.InForce(records)
		if len(standing) != len(records)-1-len(first) {
			b.fault(s.where, "of %d records with %d undone, %d stand", len(records), len(first), len(standing))
		}
	})
}

// earliest returns the number of records before the first sample.
func (g *played) earliest() int {
	return slices.MinFunc(g.samples, func(a, b sample) int { return a.at - b.at }).at
}

func (b *bench) playOn(where string, live *engine.Game, orders []*engine.Record) []*engine.Record {
	var out []*engine.Record
	for _, o := range orders {
		r, err := live.Try(o.Seat, o.Line, false)
		if err != nil {
			b.fault(where, "seat %d: %q was played and is now refused: %v", o.Seat, o.Line, err)
			return out
		}
		out = append(out, live.Take(o.Seat, r))
	}
	return out
}
