package titles

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func TestOrders(t *testing.T) {
	for _, title := range All() {
		orders, err := Orders(title, 1)
		expect.NoError(t, err, title.Name())
		if len(orders) == 0 {
			t.Errorf("%s has no orders", title.Name())
		}
		again, err := Orders(title, 1)
		if err != nil || !slices.EqualFunc(orders, again, func(a, b engine.Usage) bool { return a.Form == b.Form }) {
			t.Errorf("%s: other orders the second time (%v)", title.Name(), err)
		}
		for _, o := range orders {
			t.Logf("%s: %s (%s)", title.Name(), o.Form, o.Gloss)
		}
	}
}
