package people

import (
	"fmt"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/reader"
)

// TestRead: a person has a question until the receipt of their answer comes, even if letters overtake each other.
func TestRead(t *testing.T) {
	asks := func(step uint64) *reader.Letter {
		return &reader.Letter{Kind: "turn", Step: step, Choices: []reader.Choice{{Mark: "[1]"}}}
	}
	receipt := func(step uint64) *reader.Letter { return &reader.Letter{Kind: "receipt", Step: step} }
	for _, c := range []struct {
		letters []*reader.Letter
		want    bool
	}{
		{[]*reader.Letter{asks(17)}, true},
		{[]*reader.Letter{asks(17), receipt(18)}, false},
		{[]*reader.Letter{asks(17), receipt(18), asks(21)}, true},
		{[]*reader.Letter{asks(17), asks(21), receipt(18)}, true},
		{[]*reader.Letter{asks(21), asks(17), receipt(22)}, false},
		{[]*reader.Letter{receipt(18)}, false},
	} {
		var h Hand
		for _, l := range c.letters {
			h.Read(l)
		}
		expect.Same(t, fmt.Sprint(len(c.letters)), h.Open, c.want)
	}
}
