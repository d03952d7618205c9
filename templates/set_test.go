package templates

import "testing"

func newSet(t testing.TB) *Set {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNew(t *testing.T) { newSet(t) }
