package rules_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/docs/rules"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// sentences is the number of sentences in each book that prescribe something; complete names the titles whose
// list is complete.
var (
	sentences = map[string]int{"18cz": 245, "18mag": 272, "russian": 104, "tycoon": 88}
	complete  = map[string]bool{"18cz": true, "18mag": true, "russian": true, "tycoon": true}
)

var (
	sentenceRow = regexp.MustCompile(`(?m)^\| (\d+) \|([^|]+)\|([^|]+)\|([^|]*)\|$`)
	aTest       = regexp.MustCompile(`^([a-z0-9/]+)\.(Test\w+)(?:/(\S+))?$`)
	skips       = regexp.MustCompile(`\bt\.Skip|NeedLong\(`)
)

// TestSentences: each sentence of the rule books (docs/rules/sentences) is shown by a test, or it is a matter of
// manners, an aid to players, or a ruling.
func TestSentences(t *testing.T) {
	named := map[string][]string{} // tests by package
	for _, title := range slices.Sorted(maps.Keys(sentences)) {
		text := expect.Get(os.ReadFile("sentences/" + title + ".md"))(t)
		seen, n := map[int]bool{}, map[string]int{}
		rows := sentenceRow.FindAllStringSubmatch(string(text), -1)
		if lines := strings.Count(string(text), "\n| "); lines != len(rows)+1 {
			t.Errorf("%s: %d of %d rows can be read", title, len(rows), lines-1)
		}
		for _, row := range rows {
			no, _ := strconv.Atoi(row[1])
			if no < 1 || no > sentences[title] || seen[no] {
				t.Errorf("%s: there is no sentence %d, or it stands there twice", title, no)
			}
			seen[no] = true
			mark, faults := shownBy(title, row[4], named)
			for _, fault := range faults {
				t.Errorf("%s: sentence %d: %s", title, no, fault)
			}
			n[mark]++
		}
		open := sentences[title] - len(seen)
		fmt.Printf("sentences: %s %d shown=%d ruled=%d manners=%d open=%d\n", title, sentences[title], n["shown"], n["ruled"], n["manners"], open)
		if open > 0 && complete[title] {
			t.Errorf("%s: %d sentences are missing", title, open)
		}
	}
	if level.Full() {
		for folder, names := range named {
			t.Run(folder, func(t *testing.T) { runNamed(t, folder, names) })
		}
	}
}

// shownBy reads the tests of a sentence, "russian.TestCases/gap, ruled: R12", and notes them.
func shownBy(title, marks string, named map[string][]string) (mark string, faults []string) {
	for part := range strings.SplitSeq(marks, ",") {
		switch part = strings.TrimSpace(part); {
		case part == "manners", part == "aid":
			mark = "manners"
		case strings.HasPrefix(part, "ruled: "):
			mark = "ruled"
			if _, ok := rules.Of(title, rules.English).Key(part[len("ruled: "):]); !ok {
				faults = append(faults, "there is no "+part)
			}
		default:
			if fault := findTest(part, named); fault != "" {
				faults = append(faults, fault)
			}
			if mark == "" {
				mark = "shown"
			}
		}
	}
	return mark, faults
}

// findTest notes a test by its package: "russian.TestCases/gap" or "rail/stock.TestSell". It returns an error
// for an unknown one.
func findTest(name string, named map[string][]string) string {
	m := aTest.FindStringSubmatch(name)
	if m == nil {
		return fmt.Sprintf("%q is no test: write package.Test or package.Test/case, manners, aid, or ruled: R1", name)
	}
	for _, above := range []string{"engine/games/", "engine/", "engine/rail/", ""} {
		folder := "../../" + above + m[1]
		tests, err := testsIn(folder)
		if err != nil {
			return err.Error()
		}
		if tests == "" {
			continue
		}
		_, after, there := strings.Cut(tests, "\nfunc_"+m[2]+"(")
		body, _, _ := strings.Cut(after, "\nfunc_")
		switch {
		case !there:
			return "there is no test " + name
		case skips.MatchString(body):
			return name + " may be skipped"
		case m[3] != "" && !strings.Contains(tests, `"`+m[3]+`"`) && !strings.Contains(tests, "\n#_"+m[3]+"\n"):
			return "there is no case " + name
		}
		named[folder] = append(named[folder], m[2]+"/"+m[3])
		return ""
	}
	return "there is no package with tests for " + name
}

var found = map[string]string{} // results of testsIn

// testsIn returns the tests of a package with their cases, a "_" for each blank, as in the names of subtests.
func testsIn(folder string) (string, error) {
	if text, known := found[folder]; known {
		return text, nil
	}
	all := ""
	for _, pattern := range []string{"/*_test.go", "/testdata/*.json", "/testdata/*.txt"} {
		files, _ := filepath.Glob(folder + pattern) // the pattern is sound
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			all += "\n" + string(text)
		}
	}
	found[folder] = strings.ReplaceAll(all, " ", "_")
	return found[folder], nil
}

// runNamed runs the tests of a package that sentences name, "Test/" or "Test/case", and fails for those that did not run.
func runNamed(t *testing.T, folder string, names []string) {
	var functions []string
	for _, name := range names {
		function, _, _ := strings.Cut(name, "/")
		functions = append(functions, function)
	}
	slices.Sort(functions)
	c := exec.Command("go", "test", "-json", "-run", "^("+strings.Join(slices.Compact(functions), "|")+")$", folder)
	c.Env = append(os.Environ(), "RAILPOST_FULL=") // the full level of the title's own tests runs in parallel
	out, err := c.Output()
	var passed []string
	said := ""
	for line := range strings.Lines(string(out)) {
		var event struct{ Action, Test, Output string }
		expect.NoError(t, json.Unmarshal([]byte(line), &event))
		if event.Action == "pass" {
			passed = append(passed, event.Test+"/")
		}
		said += event.Output
	}
	if err != nil {
		t.Errorf("go test: %v\n%s", err, said[max(0, len(said)-4000):])
	}
	for _, name := range names {
		function, last, _ := strings.Cut(name, "/")
		if !slices.ContainsFunc(passed, func(p string) bool {
			return strings.HasPrefix(p, function+"/") && (last == "" || strings.HasSuffix(p, "/"+last+"/"))
		}) {
			t.Errorf("%s did not run or did not pass", name)
		}
	}
}

// TestSentencesNoticed: wrong marks are found.
func TestSentencesNoticed(t *testing.T) {
	for marks, want := range map[string]int{
		"russian.TestCases/score-20": 0, "russian.TestBook, ruled: R12": 0, "manners": 0, "rail/stock.TestNone": 1, "": 1,
		"russian.TestCases/none": 1, "russian.TestNone": 1, "nowhere.TestBook": 1, "ruled: R99": 1, "see there": 1,
	} {
		if _, faults := shownBy("russian", marks, map[string][]string{}); len(faults) != want {
			t.Errorf("%q: %q", marks, faults)
		}
	}
}
