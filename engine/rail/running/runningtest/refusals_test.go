package runningtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// The lists of refusals are those of the sources.
func TestRefusals(t *testing.T) {
	files := expect.Get(filepath.Glob("../*.go"))(t)
	var keys []string
	said := regexp.MustCompile(`(?:forbid|unread)\([^"\n]*"([a-z-]+)"`)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b := expect.Get(os.ReadFile(f))(t)
		for _, m := range said.FindAllStringSubmatch(string(b), -1) {
			keys = append(keys, m[1])
		}
	}
	slices.Sort(keys)
	want := slices.Sorted(slices.Values(slices.Concat(Refusals, ExtraRefusals, GroupRefusals, BestRefusals)))
	if keys = slices.Compact(keys); !slices.Equal(keys, want) {
		t.Errorf("the sources say\n%v, the lists are\n%v", keys, want)
	}
}
