package templates

import (
	"strings"
	"testing"

	"railpost/engine/advise"
)

// TestMorePart: a list that is always partial says so, whatever else it omits.
func TestMorePart(t *testing.T) {
	const part = "Lists show only the likeliest orders with place"
	for _, more := range [][]advise.More{
		{{Prefix: "place", What: advise.Part}},
		{{Prefix: "place", Count: 214, What: advise.Orders}, {Prefix: "place", What: advise.Part}},
		{{Prefix: "place", Count: 214, What: advise.Orders}, {Count: 3}, {Prefix: "place", What: advise.Part}},
	} {
		l := usualLetter()
		l.More = more
		r := render(t, testSet(t), l)
		if n := strings.Count(strings.Join(strings.Fields(r.Text), " "), part); n != 1 {
			t.Errorf("%+v: said %d times:\n%s", more, n, r.Text)
		}
	}
}
