package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Shadow replays the standing records of a game under another version of its rules, in parallel with its own.
// It returns the first record after which the two games differ; nil if there is none. An error means that the
// game itself cannot be replayed.
func Shadow(find Titles, records []*Record, version int) (*Differs, error) {
	standing := InForce(records)
	log := renumbered(standing)
	own, err := Replay(find, log[:min(1, len(log))], nil)
	if err != nil {
		return nil, err
	}
	begin := *log[0].Begin
	begin.Setup.Version = version
	first := *log[0]
	first.Begin = &begin
	other, err := Replay(find, []*Record{&first}, nil)
	if err != nil {
		return &Differs{Seq: log[0].Seq, What: "the game would be set up differently"}, nil
	}
	// A position may contain its version, or consequences of it.
	usual, err := differingPaths(own.Pos, other.Pos)
	if err != nil {
		return nil, err
	}
	for i, r := range log[1:] {
		if err := own.Apply(r); err != nil {
			return nil, err
		}
		in := standing[i+1]
		if r.Kind == Switched { // to other options; the other game keeps its version
			as := *r.Setup
			as.Version = version
			r = &Record{Seq: r.Seq, Kind: Switched, Setup: &as}
		}
		if err := other.Apply(r); err != nil {
			return atRecord(in, err), nil
		}
		now, err := differingPaths(own.Pos, other.Pos)
		if err != nil {
			return nil, err
		}
		if r.Kind == Switched {
			usual = now
		}
		if !maps.Equal(usual, now) {
			return differs(in, "would lead to another position", nil), nil
		}
	}
	return nil, nil
}

// atRecord returns an error of a renumbered record as one of the record itself.
func atRecord(r *Record, err error) *Differs {
	if d, ok := errors.AsType[*Differs](err); ok {
		moved := *d
		moved.Seq = r.Seq
		return &moved
	}
	return differs(r, "would be decided otherwise", nil)
}

// renumbered returns copies of records, numbered without gaps.
func renumbered(records []*Record) []*Record {
	out := make([]*Record, len(records))
	for i, r := range records {
		c := *r
		c.Seq = uint64(i + 1)
		out[i] = &c
	}
	return out
}

// differingPaths lists the paths at which two positions differ.
func differingPaths(a, b Position) (map[string]bool, error) {
	var x, y any
	if err := errors.Join(json.Unmarshal(Encode(a), &x), json.Unmarshal(Encode(b), &y)); err != nil {
		return nil, fmt.Errorf("engine: comparing positions: %w", err)
	}
	places := map[string]bool{}
	compare("", x, y, places)
	return places, nil
}

func compare(place string, x, y any, places map[string]bool) {
	a, ok := x.(map[string]any)
	b, both := y.(map[string]any)
	switch {
	case reflect.DeepEqual(x, y):
	case ok && both:
		keys := slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b)))
		for _, k := range keys {
			compare(place+"."+k, a[k], b[k], places)
		}
	default:
		places[place] = true
	}
}
