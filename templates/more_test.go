package templates

import (
	"strings"
	"testing"
)

// TestMorePart: a list that nowhere is whole says so, whatever else it leaves out.
func TestMorePart(t *testing.T) {
	const part = `Lists show only the likeliest orders that begin with "place"`
	for _, more := range [][]More{
		{{Prefix: "place", Part: true}},
		{{Prefix: "place", Count: 214, Firsts: true}, {Prefix: "place", Part: true}},
		{{Prefix: "place", Count: 214, Firsts: true}, {Count: 3}, {Prefix: "place", Part: true}},
	} {
		l := usualLetter()
		l.More = more
		r := render(t, testSet(t), l)
		if n := strings.Count(strings.Join(strings.Fields(r.Text), " "), part); n != 1 {
			t.Errorf("%+v: said %d times:\n%s", more, n, r.Text)
		}
		if several := strings.Contains(r.Text, "Not shown here"); several != (len(more) == 3) {
			t.Errorf("%+v: several kinds %v:\n%s", more, several, r.Text)
		}
	}
}
