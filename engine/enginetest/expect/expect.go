// Package expect says in one line what a test expects.
package expect

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// T is the used part of *testing.T and *rapid.T.
type T interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// NoError ends a test if err is not nil; what names the thing that failed. Bytes in it, such as a program's
// output, are printed as text.
func NoError(t T, err error, what ...any) {
	t.Helper()
	if err == nil {
		return
	}
	var said []any
	for _, w := range what {
		if b, is := w.([]byte); is {
			w = string(b)
		}
		said = append(said, w)
	}
	t.Fatal(append(said, err)...)
}

// Get returns the value of a call that must not fail: expect.Get(os.ReadFile(path))(t).
func Get[A any](a A, err error) func(T) A {
	return func(t T) A {
		t.Helper()
		NoError(t, err)
		return a
	}
}

// Get2 is Get of a call with two values.
func Get2[A, B any](a A, b B, err error) func(T) (A, B) {
	return func(t T) (A, B) {
		t.Helper()
		NoError(t, err)
		return a, b
	}
}

// Err returns the error of a call whose value does not matter.
func Err[A any](_ A, err error) error { return err }

// Same reports a value that is not the wanted one. Pointers are the same if they point to the same variable. A nil
// and an empty list, or map, are the same if they are the values themselves; in a field or a member they differ.
func Same[V any](t T, what any, got, want V) {
	t.Helper()
	if fault := difference(what, got, want); fault != "" {
		t.Errorf("%s", fault)
	}
}

// Must is Same for a value without which the test cannot continue.
func Must[V any](t T, what any, got, want V) {
	t.Helper()
	if fault := difference(what, got, want); fault != "" {
		t.Fatal(fault)
	}
}

func difference[V any](what any, got, want V) string {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	same := reflect.DeepEqual(got, want)
	switch g.Kind() {
	case reflect.Pointer:
		same = any(got) == any(want)
	case reflect.Slice, reflect.Map:
		same = same || g.Kind() == w.Kind() && g.Len() == 0 && w.Len() == 0
	}
	if same {
		return ""
	}
	form := "%+v"
	if g.Kind() == w.Kind() {
		switch any(got).(type) {
		case []string, [][]byte:
			form = "%q"
		case string, []byte, json.RawMessage:
			if form = "%q"; strings.Contains(fmt.Sprintf("%s%s", any(got), any(want)), "\n") {
				form = "%s"
			}
		}
	}
	one, other := fmt.Sprintf(form, got), fmt.Sprintf(form, want)
	if one == other { // as of two types, or with a String method that omits something
		one, other = fmt.Sprintf("%#v", got), fmt.Sprintf("%#v", want)
	}
	if strings.Contains(one+other, "\n") {
		return fmt.Sprintf("%v: got\n%s\nwant\n%s", what, one, other)
	}
	return fmt.Sprintf("%v: got %s, want %s", what, one, other)
}

// True reports a false condition.
func True(t T, so bool, form string, args ...any) {
	t.Helper()
	if !so {
		t.Errorf(form, args...)
	}
}

// Has reports each word that is not in a text.
func Has(t T, what any, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%v: %q is not in\n%s", what, w, text)
		}
	}
}

// Lacks reports each word that is in a text.
func Lacks(t T, what any, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			t.Errorf("%v: %q is in\n%s", what, w, text)
		}
	}
}

// Fails reports an error that is nil or lacks a text.
func Fails(t T, what any, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v: got %v, want an error with %q", what, err, text)
	}
}

// Is reports an error that is not the wanted one and does not wrap it.
func Is(t T, what any, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%v: got %v, want %v", what, err, want)
	}
}
