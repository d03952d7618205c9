package letters

import (
	"reflect"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store/deflate"
	"railpost/templates"
)

// TestSaid: the stored part of a letter reads as it was written, and nothing else is read.
func TestSaid(t *testing.T) {
	for _, w := range []*written{
		{},
		{Kind: templates.Turn, List: []string{"", "pass", "place rail-1 : black t 2"}, Usual: []string{"pass"}, Typed: []string{"pas"}, Lines: []string{"Ana, it is your turn.", "", "\f", "3"}},
		{Lines: []string{""}},
		{Lines: []string{"pass", "Ends the turn."}, Remarks: []string{"Ends the turn."}},
	} {
		got, err := readWritten(w.bytes())
		expect.True(t, err == nil && reflect.DeepEqual(whole(got), whole(w)), "got %+v, %v, want %+v", got, err, w)
	}
	for _, text := range []string{"", "1\n", "1\nturn\n0\n0\n0\n", "1\nturn\n0\n0\n0\n2\none\n", "1\nturn\n-1\n0\n0\n0\n", "1\nturn\n0\n0\n0\n0\nmore\n", "2\na\nb\n0\n0\n0\n0\n"} {
		expect.Fails(t, text, expect.Err(readWritten(deflate.Pack([]byte(text)))), "")
	}
	expect.Fails(t, "something was read that was never deflated", expect.Err(readWritten([]byte("not deflated"))), "")
}

// whole distinguishes an empty list of groups from nil.
func whole(w *written) [][]string {
	out := [][]string{{string(w.Kind)}}
	for _, g := range [][]string{w.List, w.Usual, w.Typed, w.Lines, w.Remarks} {
		out = append(out, append([]string{}, g...))
	}
	return out
}
