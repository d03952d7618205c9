package conversation_test

import (
	"flag"
	"fmt"
	"os"
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
	part := func(file, from, to string) string {
		b := expect.Get(os.ReadFile("../../../" + file))(t)
		_, text, _ := strings.Cut(string(b), from)
		if to != "" {
			text, _, _ = strings.Cut(text, to)
		}
		return text
	}
	n := 0
	for file, text := range map[string]string{
		"README.md":              part("README.md", "", ""),
		"docs/players.md":        part("docs/players.md", "", ""),
		"docs/players-18mag.md":  part("docs/players-18mag.md", "", ""),
		"docs/players-tycoon.md": part("docs/players-tycoon.md", "", ""),
		"docs/organisers.md":     part("docs/organisers.md", "\n### With nothing but mail", "\n### "),
		"docs/es/jugadores.md":   part("docs/es/jugadores.md", "", ""),
		"docs/ca/jugadors.md":    part("docs/ca/jugadors.md", "", ""),
	} {
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
