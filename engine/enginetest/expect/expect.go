// Package expect says in one line what a test expects.
package expect

import "reflect"

// T is what is used of a *testing.T, or of a *rapid.T.
type T interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// NoError ends a test if err is not nil.
func NoError(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
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

// Same reports a value that is not the wanted one. Lists and maps without members are the same; pointers are if
// they point to the same.
func Same[V any](t T, what any, got, want V) {
	t.Helper()
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	same := reflect.DeepEqual(got, want)
	switch g.Kind() {
	case reflect.Pointer:
		same = any(got) == any(want)
	case reflect.Slice, reflect.Map:
		same = same || g.Kind() == w.Kind() && g.Len() == 0 && w.Len() == 0
	}
	if same {
		return
	}
	form := "%v: got %+v, want %+v"
	switch any(got).(type) {
	case string, []string:
		form = "%v: got %q, want %q"
	}
	t.Errorf(form, what, got, want)
}
