package pbem_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"railpost/pbem/table"
	"railpost/templates"
)

// ends are what is appended to keys that end in "-".
var ends = map[string][]string{
	"pbem.not-running-":  {string(table.Inviting), string(table.Paused), string(table.Over), string(table.Closed)},
	"pbem.no-answer-":    {string(table.Inviting), string(table.Closed)},
	"pbem.status-":       {string(table.Inviting), string(table.Running), string(table.Paused), string(table.Over), string(table.Closed)},
	"pbem.accept-late-":  {string(table.Running), string(table.Paused), string(table.Over), string(table.Closed)},
	"pbem.set-letters-":  {string(table.All), string(table.Mine), string(table.Off)},
	"pbem.unsubscribed-": {string(table.Mine), string(table.Off)},
}

var keyInSource = regexp.MustCompile(`"(pbem\.[a-z][a-z0-9.-]*)"`)

// TestMessages: every key that the service says is in the message files, and
// every message of its own is said.
func TestMessages(t *testing.T) {
	var files []string
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if d.IsDir() && d.Name() == "realserver" { // its domain looks like a key
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range keyInSource.FindAllStringSubmatch(string(src), -1) {
			said = append(said, spelled(t, name, m[1])...)
		}
	}
	if len(said) < 80 {
		t.Errorf("only %d keys were found", len(said))
	}
	for _, key := range templates.Missing(templates.English, said) {
		t.Errorf("there is no message %s", key)
	}
	for _, key := range ownMessages(t) {
		if !slices.Contains(said, strings.TrimSuffix(strings.TrimSuffix(key, ".you"), ".subject")) {
			t.Errorf("nobody says %s", key)
		}
	}
}

func spelled(t *testing.T, file, key string) []string {
	if !strings.HasSuffix(key, "-") {
		return []string{key}
	}
	var out []string
	for _, end := range ends[key] {
		out = append(out, key+end)
	}
	if out == nil {
		t.Errorf("%s: the test does not know what stands behind %s", file, key)
	}
	return out
}

func ownMessages(t *testing.T) []string {
	src, err := os.ReadFile("../templates/en/pbem.toml")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := toml.Unmarshal(src, &messages); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for key := range messages {
		keys = append(keys, key)
	}
	return keys
}
