// Package expect says in one line what a test expects.
package expect

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// T is what is used of a *testing.T, or of a *rapid.T.
type T interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// NoError ends a test if err is not nil; what says of what it is.
func NoError(t T, err error, what ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(append(what, err)...)
	}
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

// Same reports a value that is not the wanted one. Lists and maps without members are the same; pointers are if
// they point to the same.
func Same[V any](t T, what any, got, want V) {
	t.Helper()
	if fault := difference(what, got, want); fault != "" {
		t.Errorf("%s", fault)
	}
}

// Must is Same of a value without which the test cannot go on.
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
	form := "%v: got %+v, want %+v"
	switch any(got).(type) {
	case string, []string:
		form = "%v: got %q, want %q"
	}
	return fmt.Sprintf(form, what, got, want)
}

// True reports what is not so.
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

// Fails reports an error that is nil or does not say a text.
func Fails(t T, what any, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v: got %v, want an error with %q", what, err, text)
	}
}

// Is reports an error that is not, and does not wrap, the wanted one.
func Is(t T, what any, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%v: got %v, want %v", what, err, want)
	}
}
