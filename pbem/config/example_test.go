package config

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/table"
)

const examplePath = "../../config.example.toml"

var sameConfig = cmp.Options{cmpopts.IgnoreUnexported(Config{}), cmp.AllowUnexported(Secret{})}

func readExample(t *testing.T) []byte {
	t.Helper()
	data := expect.Get(os.ReadFile(examplePath))(t)
	return data
}

func TestExampleEqualsDefaults(t *testing.T) {
	c, r := parse(examplePath, readExample(t))
	expect.NoError(t, r.err())
	if diff := cmp.Diff(Default(), c, sameConfig); diff != "" {
		t.Errorf("the example is not the defaults (-defaults +example):\n%s", diff)
	}
}

// Equal values could hide a key that the example leaves out.
func TestExampleHasEveryKey(t *testing.T) {
	in := locate(examplePath, string(readExample(t))).lines
	known := flatten("", tree(Default()))
	for path := range known {
		expect.True(t, in[path] != 0, "%s is not in the example", path)
	}
	for path := range in {
		expect.True(t, known[path] != nil, "the example has %s, which does not exist", path)
	}
}

// Each key is below a comment, alone or together with the keys above it.
func TestExampleExplainsEveryKey(t *testing.T) {
	explained := false
	for i, line := range strings.Split(string(readExample(t)), "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			explained = true
		case strings.HasPrefix(line, "["), line == "":
			explained = false
		case !explained && !strings.HasPrefix(line, "port = "):
			t.Errorf("line %d has no comment above it: %s", i+1, line)
		}
	}
}

// TestExampleListsRules: the example names every rule of a table with its usual value, and so does the guide by name.
// The time to answer and the reminder at half the time have keys of their own.
func TestExampleListsRules(t *testing.T) {
	guide := expect.Get(os.ReadFile("../../docs/organisers-rules.md"))(t)
	usual := table.Table{Rules: table.Usual()}
	for _, r := range usual.Terms().List() {
		if strings.HasPrefix(r.Rule, table.StepRule) {
			continue
		}
		if own := r.Rule == "answer-within" || r.Rule == "half-time"; !own && !strings.Contains(string(readExample(t)), `"`+r.Rule+"="+r.Value+`"`) {
			t.Errorf("the example lacks %s=%s", r.Rule, r.Value)
		}
		expect.Has(t, r.Rule, string(guide), "`"+r.Rule+"`")
	}
}
