package track

import (
	"slices"
	"testing"
)

func TestReadPaths(t *testing.T) {
	first := map[string]int{"city": 0, "town": 2}
	cases := []struct {
		name string
		path []any
		want []Path // nil: refused
	}{
		{"edges", []any{0.0, 3.0}, []Path{{0, 3}}},
		{"a city", []any{"city1", 5.0}, []Path{{StopEnd(1), 5}}},
		{"towns come behind the cities", []any{2.0, "town0"}, []Path{{2, StopEnd(2)}}},
		{"a word behind the ends", []any{1.0, "city0", "terminal"}, []Path{{1, StopEnd(0)}}},
		{"no such edge", []any{6.0, 1.0}, nil},
		{"no such word", []any{"mine0", 1.0}, nil},
		{"no number", []any{"city", 1.0}, nil},
		{"one end", []any{1.0}, nil},
	}
	for _, c := range cases {
		got, err := ReadPaths([][]any{c.path}, first)
		if (err == nil) != (c.want != nil) || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	if EdgeMask([]int{0, 2, 5}) != 0b100101 || EdgeMask(nil) != 0 {
		t.Error("EdgeMask")
	}
}
