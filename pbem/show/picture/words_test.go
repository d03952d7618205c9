package picture_test

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"testing"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
	"railpost/templates"
)

var messages = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })

// worded is a board in the words of a language.
func worded(t testing.TB, lang, title string, b *board.Board) *board.Board {
	set := expect.Get(messages())(t)
	b.Word(set.Book(lang, title).Print, func(key string) string { return set.Say(lang, nil, nil, engine.Msg(key)) })
	return b
}

// TestWords: boxes, things and chips bear the words of the reader's orders, while boxes keep the
// names by which orders know them.
func TestWords(t *testing.T) {
	s := samples[slices.IndexFunc(samples, func(s sample) bool { return s.title == "russian" })]
	for lang, words := range map[string][]string{"en": {"black-2", "hire", "factory"}, "es": {"negra-2", "contratar", "industria"}, "ca": {"negra-2", "contractar", "indústria"}} {
		b := worded(t, lang, s.title, s.board(t))
		name := s.board(t).Boxes[0].Name
		var out bytes.Buffer
		expect.NoError(t, new(picture.Drawer).Draw(&out, picture.SVG, b, picture.Options{}))
		expect.Has(t, lang, out.String(), words...)
		expect.Same(t, fmt.Sprintf("%s: orders know", lang), b.Boxes[0].Name, name)
	}
}
