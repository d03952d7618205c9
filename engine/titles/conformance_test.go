package titles

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// Every state of every trace is decoded and dropped again: collecting that at the
// usual rate takes a quarter of the tests' time.
func init() { debug.SetGCPercent(400) }

// excused are fields of the state that are not compared: those in which a title
// differs from the site by a ruling that is named, and what is no part of a game.
var excused = map[string]map[string]string{
	"18mag": {
		"may":               "the kinds of action that the site takes now; ours are verbs of prompts",
		"terrain_tokens.14": "R-37: minor 14 is of an expansion; the site lists its tokens in every game",
	},
	"18cz": {
		"may": "the kinds of action that the site takes now; ours are verbs of prompts",
	},
}

// mostShown is how many differences of a trace are printed.
const mostShown = 5

// TestConformance plays games of other programs by our rules, those of testdata
// and those below the folder RAILPOST_TRACES, and compares every position.
func TestConformance(t *testing.T) {
	games := map[string][]*log18xxtest.Comparison{}
	for _, c := range compareAll(t, traceFiles(t)) {
		games[c.Title] = append(games[c.Title], c)
	}
	for _, title := range siteTitles() {
		if len(games[title.Name()]) == 0 {
			t.Errorf("%s: no trace was found", title.Name())
			continue
		}
		summarize(t, title.Name(), games[title.Name()])
	}
}

// summarize prints the line of a title, and before it each difference.
func summarize(t *testing.T, title string, games []*log18xxtest.Comparison) {
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

// traceFiles lists the traces of all titles and those of RAILPOST_TRACES.
func traceFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../games/*/testdata/traces/*.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	dir := os.Getenv("RAILPOST_TRACES")
	if dir == "" {
		return files
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join("..", "..", dir) // meant from the module's root
	}
	known := map[string]bool{}
	for _, f := range files {
		known[filepath.Base(f)] = true
	}
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
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

// compareAll plays traces, several at once.
func compareAll(t *testing.T, files []string) []*log18xxtest.Comparison {
	t.Helper()
	results := make([]*log18xxtest.Comparison, len(files))
	errs := make([]error, len(files))
	var wait sync.WaitGroup
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for i, file := range files {
		wait.Add(1)
		go func() {
			defer wait.Done()
			slots <- true
			results[i], errs[i] = compareFile(file)
			<-slots
		}()
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("%s: %v", files[i], err)
		}
	}
	return slices.DeleteFunc(results, func(c *log18xxtest.Comparison) bool { return c == nil })
}

// compareFile plays a trace; nil when no title of ours is played there.
func compareFile(file string) (*log18xxtest.Comparison, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	trace, err := log18xx.OpenTrace(f)
	if err != nil {
		return nil, err
	}
	t := siteTitle(trace.Header.Title)
	if t == nil {
		fmt.Printf("skipped: %s: no title here is %q\n", filepath.Base(file), trace.Header.Title)
		return nil, nil
	}
	return log18xxtest.Compare(shortName(file), t, trace, slices.Collect(maps.Keys(excused[t.Name()]))...)
}

// TestConformanceFinds spoils a trace and looks what is found.
func TestConformanceFinds(t *testing.T) {
	const name = "../games/g18mag/testdata/traces/18Mag-2p-1200.jsonl.gz"
	good := unpacked(t, name)
	cases := []struct {
		name, old, new string
		field          string
		theirs         string
	}{
		{"a price", `"par":70`, `"par":75`, "corporations.RABA.par", "75"},
		{"who is to act", `"active":["player",2],"who":[2]`, `"active":["player",2],"who":[1]`, "who", "[1]"},
		{"a tile turned", `"map":{"B15":"5/0"}`, `"map":{"B15":"5/1"}`, "map.B15", `"5/1"`},
		{"the end", `{"result":{"2":1033`, `{"result":{"2":1034`, "result.2", "1034"},
		{"an action that is none", `"minor":"11","price":0`, `"minor":"99","price":0`, "refused", "accepted"},
		{"a refusal of what is allowed", `{"refused":{"type":"pass","entity":1,"entity_type":"player"},"why":"not`, `{"refused":{"type":"pass","entity":"6","entity_type":"minor"},"why":"not`, "refusal", "not the turn of this one"},
	}
	for _, c := range cases {
		if !strings.Contains(good, c.old) {
			t.Errorf("%s: the trace has no %s", c.name, c.old)
			continue
		}
		trace, err := log18xx.OpenTrace(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		out, err := log18xxtest.Compare(c.name, siteTitle("18Mag"), trace, slices.Collect(maps.Keys(excused["18mag"]))...)
		if out != nil && slices.ContainsFunc(out.Differences, func(f log18xxtest.Found) bool { return f.Field == c.field && f.Theirs == c.theirs }) {
			continue
		}
		if err == nil {
			t.Errorf("%s: found %v", c.name, out.Differences)
		} else if !strings.Contains(err.Error(), c.field) { // a full state of the trace itself has told it
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// unpacked is the text of a trace.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// readTraceFile is a trace as a game of the site.
func readTraceFile(t *testing.T, name string) *log18xx.File {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	file, err := log18xx.ReadTrace(in)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func shortName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".jsonl.gz") }

// siteTitle finds the title of a name on the site.
func siteTitle(site string) log18xx.Title {
	for _, s := range siteTitles() {
		if s.Site() == site {
			return s
		}
	}
	return nil
}

// siteTitles are the titles that are played on the site, too.
func siteTitles() (list []log18xx.Title) {
	for _, t := range All() {
		if s, ok := t.(log18xx.Title); ok {
			list = append(list, s)
		}
	}
	return list
}
