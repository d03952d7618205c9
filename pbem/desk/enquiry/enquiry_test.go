package enquiry

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/words"
)

func TestAnswers(t *testing.T) {
	for _, w := range words.Table {
		expect.Same(t, w.Name+" is answered", answers[w.Name] != nil, w.Kind == words.Asks)
	}
}
