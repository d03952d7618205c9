// Package casetest works out cases of rules in JSON files: a position, the orders played and the expected
// result. Every title has keys of its own; a case passes only if all of its text is understood and compared.
package casetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// Run is a case being worked out.
type Run struct {
	Case        string                     // its number
	Want        map[string]json.RawMessage // what the case expects, by key
	Strict      bool                       // all prose of the case must be known
	Comparisons int
	Faults      []string
	Notes       []string // printed
}

// Fault says that the case fails, or that it is not understood.
func (r *Run) Fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

// Same compares a value with what the case expects under key.
func (r *Run) Same(key string, got any) {
	r.Comparisons++
	want, err := normal(r.Want[key])
	if err != nil {
		r.Fault("expected %s: %v", key, err)
		return
	}
	b, err := json.Marshal(got)
	if err != nil {
		r.Fault("%s: %v", key, err)
		return
	}
	have, err := normal(b)
	if err != nil {
		r.Fault("%s: %v", key, err)
		return
	}
	if have != want {
		r.Fault("%s is %s, expected %s", key, have, want)
	}
}

// normal writes JSON in one way.
func normal(b []byte) (string, error) {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return "", err
	}
	out, err := json.Marshal(v)
	return string(out), err
}

// Value reads a value of a case; a wrong type is a fault of the case.
func Value[T any](r interface{ Fault(string, ...any) }, b json.RawMessage, what string) T {
	var v T
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		r.Fault("%s: %v", what, err)
	}
	return v
}

// file is a file of cases of the type C. Some files call their cases tests.
type file[C any] struct {
	Format string            `json:"format"`
	About  string            `json:"about"`
	Unit   string            `json:"unit"`
	Note   string            `json:"note"`
	Kinds  map[string]string `json:"kinds"`
	Cases  []C               `json:"cases"`
	Tests  []C               `json:"tests"`
}

func read[C any](name string) ([]C, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var f file[C]
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return append(f.Cases, f.Tests...), nil
}

// All works out the cases of testdata/cases.json, and those of a title in the folder RAILPOST_CASES when it is
// set; unknown prose is allowed in the latter.
func All[C any](t *testing.T, title string, run func(c C, strict bool) *Run) {
	t.Helper()
	list, err := read[C](filepath.Join("testdata", "cases.json"))
	expect.NoError(t, err)
	total := tally(t, list, func(c C) *Run { return run(c, true) })
	if dir := os.Getenv("RAILPOST_CASES"); dir != "" {
		list, err := read[C](filepath.Join(level.Path(dir), title+".json"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		total = total.plus(tally(t, list, func(c C) *Run { return run(c, false) }))
	}
	fmt.Printf("cases: %s cases=%d comparisons=%d failed=%d\n", title, total.cases, total.comparisons, total.failed)
}

// Own works out the cases of a file of this project's own.
func Own[C any](t *testing.T, name string, run func(c C, strict bool) *Run) {
	t.Helper()
	list := expect.Get(read[C](name))(t)
	tally(t, list, func(c C) *Run { return run(c, true) })
}

type sums struct{ cases, comparisons, failed int }

func (a sums) plus(b sums) sums {
	return sums{a.cases + b.cases, a.comparisons + b.comparisons, a.failed + b.failed}
}

// tally works out the cases of a file.
func tally[C any](t *testing.T, list []C, run func(C) *Run) sums {
	t.Helper()
	total := sums{cases: len(list)}
	for _, one := range list {
		r := run(one)
		total.comparisons += r.Comparisons
		for _, n := range r.Notes {
			fmt.Printf("%s: %s\n", r.Case, n)
		}
		if len(r.Faults) > 0 {
			total.failed++
		}
		t.Run(r.Case, func(t *testing.T) { // docs/rules/sentences name it
			expect.Same(t, "faults", r.Faults, nil)
		})
	}
	return total
}
