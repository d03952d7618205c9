package log18xxtest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/log18xx"
)

func init() { level.CollectLate() }

// Traces lists the traces in folders (see KeptTraces), and those below the folder RAILPOST_TRACES.
func Traces(t *testing.T, folders string) []string {
	t.Helper()
	files := KeptTraces(t, folders)
	dir := os.Getenv("RAILPOST_TRACES")
	if dir == "" {
		return files
	}
	known := map[string]bool{}
	for _, f := range files {
		known[filepath.Base(f)] = true
	}
	err := filepath.WalkDir(level.Path(dir), func(file string, d fs.DirEntry, err error) error {
		name := filepath.Base(file)
		if err == nil && !d.IsDir() && !known[name] && (strings.HasSuffix(name, ".jsonl.gz") || strings.HasSuffix(name, ".jsonl")) {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// KeptTraces lists the traces in folders. Below the full level it takes those that default.txt names: they reach
// every statement that all do, with every number of seats.
func KeptTraces(t *testing.T, folders string) []string {
	t.Helper()
	files := expect.Get(filepath.Glob(folders + "/*.jsonl.gz"))(t)
	if !level.Full() {
		files = slices.DeleteFunc(files, func(file string) bool {
			list, err := os.ReadFile(filepath.Join(filepath.Dir(file), "default.txt"))
			return err == nil && !slices.Contains(strings.Fields(string(list)), ShortName(file))
		})
	}
	return files
}

// ShortName returns the name of a trace without folder and ending.
func ShortName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".jsonl.gz") }

// mostShown limits the differences of a trace that are printed.
const mostShown = 5

// Conformance plays the traces of a title, several at once, by our rules and compares every position. ignored
// are fields of the state that are not compared: those in which the title differs from the site by a ruling,
// and those that are no part of a game.
func Conformance(t *testing.T, title log18xx.Title, files []string, ignored map[string]string) {
	t.Helper()
	results := make([]*Comparison, len(files))
	errs := make([]error, len(files))
	var wait sync.WaitGroup
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for i, file := range files {
		wait.Go(func() {
			slots <- true
			results[i], errs[i] = compareFile(title, file, ignored)
			<-slots
		})
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("%s: %v", files[i], err)
		}
	}
	games := slices.DeleteFunc(results, func(c *Comparison) bool { return c == nil })
	if len(games) == 0 {
		t.Fatalf("%s: no trace was found", title.Name())
	}
	summarize(t, title.Name(), games)
}

// compareFile plays a trace; it returns nil if that is of another title.
func compareFile(title log18xx.Title, file string, ignored map[string]string) (*Comparison, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	trace, err := log18xx.OpenTrace(f)
	if err != nil || trace.Header.Title != title.Site() {
		return nil, err
	}
	return Compare(ShortName(file), title, trace, slices.Collect(maps.Keys(ignored))...)
}

// summarize prints the line of a title, and before it each difference.
func summarize(t *testing.T, title string, games []*Comparison) {
	var states, refused, binding, differences int
	unsaid := map[string]int{}
	for _, c := range games {
		found := c.Differences
		for _, f := range found[:min(mostShown, len(found))] {
			fmt.Printf("%s: %s\n", c.Name, f)
		}
		if more := len(found) - mostShown; more > 0 {
			fmt.Printf("%s: and %d more\n", c.Name, more)
		}
		states, refused, binding, differences = states+c.States, refused+c.Refused, binding+c.Binding, differences+len(found)
		for why, n := range c.Unsaid {
			unsaid[why] += n
		}
	}
	for _, why := range slices.Sorted(maps.Keys(unsaid)) {
		fmt.Printf("%s: refused attempts that no order can say: %d: %s\n", title, unsaid[why], why)
	}
	fmt.Printf("%s: of the refusals %d are binding\n", title, binding)
	fmt.Printf("conformance: %s games=%d states=%d refusals=%d differences=%d\n", title, len(games), states, refused, differences)
	if differences > 0 {
		t.Errorf("%s: %d differences", title, differences)
	}
}
