package railpost_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestSecurityNamesItsTests: the tests that docs/security.md names as evidence exist.
func TestSecurityNamesItsTests(t *testing.T) {
	text, err := os.ReadFile("docs/security.md")
	expect.NoError(t, err)
	have := map[string]bool{}
	tests := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if name, ok := strings.CutSuffix(filepath.Base(file), ".txt"); ok && filepath.Base(filepath.Dir(file)) == "script" {
			have["script/"+name] = true
		}
		if !strings.HasSuffix(file, "_test.go") {
			return nil
		}
		code, err := os.ReadFile(file)
		for _, m := range tests.FindAllStringSubmatch(string(code), -1) {
			have[m[1]] = true
		}
		return err
	})
	expect.NoError(t, err)
	named := regexp.MustCompile("`(Test\\w+|script/[\\w-]+)`").FindAllStringSubmatch(string(text), -1)
	expect.True(t, len(named) >= 50, "only %d tests are named", len(named))
	for _, m := range named {
		if !have[m[1]] && m[1] != "script/NAME" {
			t.Errorf("docs/security.md names %s, which does not exist", m[1])
		}
	}
}
