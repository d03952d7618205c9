package conversation_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

const (
	ownLetters = 16 // letters between two arguments from which on a message is recognisable
	mostFiles  = 3
)

// heldOften are messages whose words are in more test files, and the reason.
var heldOften = map[string]string{
	"en letter.nothing":                       dryRun,
	"en lobby.wrong":                          dryRun,
	"en letter.since-move":                    "tests of what reads letters have letters of their own",
	"en pbem.confirm-address":                 sample,
	"en pbem.say-done":                        sample,
	"en pbem.seat-taken.you":                  sample,
	"en pbem.tell-done":                       sample,
	"en tycoon.named.government-land-grant":   card,
	"en tycoon.named.the-railroad-era-begins": card,
}

const (
	dryRun = "the command line says the same of a dry run, in words of its own"
	sample = "sample letters say the same in words of their own, in each language"
	card   = "a card's name, which players write"
)

var (
	argument = regexp.MustCompile(`\{\{.*?\}\}`)
	// comments, and players' lines in scripts, are no letters
	notLetters = regexp.MustCompile(`(?m)^\s*//.*$|^#.*$|^(mail|old|tap|create) .*$`)
)

// TestWordsAreInFewFiles: whoever changes the words of a message changes at most three test files. The words of
// a message are the longest ones between its arguments, if they are three words or more, and have 16 letters.
func TestWordsAreInFewFiles(t *testing.T) {
	level.Sequential(t)
	all, err := messagesOf()
	expect.NoError(t, err)
	type part struct {
		key   string
		words []string
	}
	parts := map[[2]string][]part{} // by their first words
	for lang, messages := range all {
		for key, forms := range messages {
			for _, form := range forms {
				longest := slices.MaxFunc(argument.Split(form, -1), func(a, b string) int { return letters(a) - letters(b) })
				if w := wordsIn(longest); len(w) >= 3 && letters(longest) >= ownLetters {
					first := [2]string{w[0], w[1]}
					parts[first] = append(parts[first], part{lang + " " + key, w})
				}
			}
		}
	}
	holds := map[string]map[string]bool{}
	err = filepath.WalkDir("../../..", func(file string, d fs.DirEntry, err error) error {
		data := strings.Contains(file, "/testdata/") && (strings.HasSuffix(file, ".golden") || strings.HasSuffix(file, ".txt"))
		if err != nil || d.IsDir() || !data && !strings.HasSuffix(file, "_test.go") {
			return err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		w := wordsIn(notLetters.ReplaceAllString(string(b), ""))
		for i := range max(0, len(w)-1) {
			for _, p := range parts[[2]string{w[i], w[i+1]}] {
				if i+len(p.words) <= len(w) && slices.Equal(w[i:i+len(p.words)], p.words) {
					if holds[p.key] == nil {
						holds[p.key] = map[string]bool{}
					}
					holds[p.key][strings.TrimPrefix(file, "../../../")] = true
				}
			}
		}
		return nil
	})
	expect.NoError(t, err)
	for key, files := range holds {
		if len(files) > mostFiles && heldOften[key] == "" {
			t.Errorf("the words of %s are in %d test files: name the message instead (has '{KEY}'): %s", key, len(files), slices.Sorted(maps.Keys(files)))
		}
	}
	for key := range heldOften {
		expect.True(t, len(holds[key]) > mostFiles, "%s is in few files and needs no exception", key)
	}
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// wordsIn returns the words of a text in small letters.
func wordsIn(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
