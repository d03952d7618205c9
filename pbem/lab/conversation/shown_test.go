package conversation_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"railpost/engine/enginetest/expect"
)

// seen are all letters that the conversations have seen.
var seen struct {
	sync.Mutex
	strings.Builder
}

func seeLetter(letter string) {
	seen.Lock()
	defer seen.Unlock()
	seen.WriteString(letter + "\n")
}

// shownAreReal: excerpts of letters in README, the organisers' and the players' guides are in a
// letter that a conversation has printed; [...] marks cuts.
func shownAreReal(t *testing.T) {
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return // not all were played
	}
	n, pages := 0, expect.Get(filepath.Glob("../../../docs/[a-z][a-z]/*.md"))(t)
	expect.True(t, len(pages) >= 2, "only %d pages in other languages were found", len(pages))
	for _, file := range []string{
		"README.md", "docs/players.md", "docs/players-18mag.md", "docs/players-tycoon.md", "docs/players-accessibility.md",
		"docs/organisers-mail.md",
	} {
		pages = append(pages, "../../../"+file)
	}
	for _, file := range pages {
		text := string(expect.Get(os.ReadFile(file))(t))
		for i, block := range strings.Split(text, "\n```\n") {
			if i%2 == 0 || strings.HasPrefix(block, "Hola!") || strings.HasPrefix(block, "extend ") { // what the reader writes
				continue
			}
			for part := range strings.SplitSeq(block, "[...]") {
				if part = strings.Trim(part, "\n"); part == "" {
					continue
				}
				n++
				expect.Has(t, fmt.Sprintf("%s: no letter has this %s", file, part), seen.String(), part+"\n")
			}
		}
	}
	expect.True(t, n >= 20, "only %d pieces of letters were found", n)
}
