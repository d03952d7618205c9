package enginetest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"railpost/engine"
)

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
		standing := engine.Standing(records)
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
