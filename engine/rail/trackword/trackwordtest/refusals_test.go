package trackwordtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// The list of refusals is that of the sources.
func TestRefusals(t *testing.T) {
	files := expect.Get(filepath.Glob("../*.go"))(t)
	var keys []string
	said := regexp.MustCompile(`(?:forbid|unread|refuse|unclear)\((?:[^"(\n]|section\([^)]*\)|Peek\(\))*"([a-z-]+)"|key(?:, args)? :?= "([a-z-]+)"`)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b := expect.Get(os.ReadFile(f))(t)
		for _, m := range said.FindAllStringSubmatch(string(b), -1) {
			key := m[1] + m[2]
			keys = append(keys, key)
			if strings.HasPrefix(key, "wrong-") {
				keys = append(keys, key+"-yet")
			}
		}
	}
	slices.Sort(keys)
	want := slices.Clone(Refusals)
	slices.Sort(want)
	if keys = slices.Compact(keys); !slices.Equal(keys, want) {
		t.Errorf("the sources say\n%v, the list is\n%v", keys, want)
	}
}
