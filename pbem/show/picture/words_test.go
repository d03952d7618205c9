package picture_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
	"railpost/templates"
)

// TestWords: boxes, things and chips bear the words of the reader's orders, while boxes keep the
// names by which orders know them.
func TestWords(t *testing.T) {
	set := expect.Get(templates.New())(t)
	s := samples[slices.IndexFunc(samples, func(s sample) bool { return s.title == "russian" })]
	for lang, words := range map[string][]string{"en": {"black-2", "hire", "factory"}, "es": {"negra-2", "contratar", "industria"}, "ca": {"negra-2", "contractar", "indústria"}} {
		b := s.board(t)
		name := b.Boxes[0].Name
		b.Word(set.Book(lang, "russian").Print)
		var out bytes.Buffer
		expect.NoError(t, new(picture.Drawer).Draw(&out, picture.SVG, b, picture.Options{}))
		expect.Has(t, lang, out.String(), words...)
		expect.Same(t, fmt.Sprintf("%s: orders know", lang), b.Boxes[0].Name, name)
	}
}
