package railpost_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// pages are all texts for people outside the code.
func pages(t *testing.T) map[string]string {
	t.Helper()
	found := expect.Get(filepath.Glob("docs/*.md"))(t)
	guides := expect.Get(filepath.Glob("docs/[a-z][a-z]/*.md"))(t)
	expect.True(t, len(guides) >= 2, "there are %d guides in other languages", len(guides))
	out := map[string]string{}
	for _, file := range append(append(found, guides...), "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		b := expect.Get(os.ReadFile(file))(t)
		out[file] = string(b)
	}
	return out
}

var (
	inlineCode = regexp.MustCompile("`([^`\n]+)`")
	repoPath   = regexp.MustCompile(`^(?:cmd|pbem|engine|store|templates|docs|packaging|\.ci)/[a-z0-9_./-]*[a-z0-9_-]$`)
	linked     = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	toSection  = regexp.MustCompile(`\]\(([^)#:]*)#([^)]+)\)`)
	heading    = regexp.MustCompile(`(?m)^#+ (.+)$`)
	section    = regexp.MustCompile(`(?m)^## (.+)$`)
	noLetter   = regexp.MustCompile(`[^\pL\pN -]`)
	namedPlace = regexp.MustCompile(`<a id="([^"]+)">`)
	goTest     = regexp.MustCompile("go test (?:-\\w+ )*(\\./[^ `\n]+)(?: -run '?([^' `\n]+)'?)?")
	testName   = regexp.MustCompile("`(Test[A-Z]\\w+)`")
	scriptName = regexp.MustCompile("`script/([a-z0-9-]+)`")
	wide       = regexp.MustCompile(`^(?:    |\||<img )`)
	guidePage  = regexp.MustCompile(`^docs/(?:organisers|players-|[a-z]{2}/[a-z]+-)`)
	testFunc   = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestDocsNameWhatThereIs: paths, links, tests and test commands that README and docs
// name are there.
func TestDocsNameWhatThereIs(t *testing.T) {
	n, tests := 0, testsOf(t)
	for file, text := range pages(t) {
		for _, m := range inlineCode.FindAllStringSubmatch(text, -1) {
			if path := strings.TrimSuffix(m[1], "/"); repoPath.MatchString(path) {
				n++
				if found, _ := filepath.Glob(path); len(found) == 0 {
					t.Errorf("%s: there is no %s", file, path)
				}
			}
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			n++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: the link leads to no file: %s", file, m[1])
			}
		}
		for _, m := range testName.FindAllStringSubmatch(text, -1) {
			n++
			expect.True(t, runs(tests, "./...", "^"+m[1]+"$"), "%s: there is no test %s", file, m[1])
		}
		for _, m := range scriptName.FindAllStringSubmatch(text, -1) {
			n++
			command, _ := filepath.Glob("cmd/*/testdata/script/" + m[1] + ".txt")
			conversation, _ := filepath.Glob("pbem/lab/conversation/testdata/script/" + m[1] + ".txt")
			expect.True(t, len(command)+len(conversation) != 0, "%s: there is no script %s", file, m[1])
		}
		for _, m := range goTest.FindAllStringSubmatch(text, -1) {
			n++
			for run := range strings.SplitSeq(strings.ReplaceAll(m[2], `\|`, "|"), "|") {
				if run != "NAME" && !runs(tests, m[1], run) {
					t.Errorf("%s: no test is run by go test %s -run %q", file, m[1], run)
				}
			}
		}
	}
	expect.True(t, n >= 50, "only %d paths, links and commands were found", n)
}

// TestDocsLinkToHeadings: a link to a section leads to a heading.
func TestDocsLinkToHeadings(t *testing.T) {
	n, texts := 0, pages(t)
	for file, text := range texts {
		for _, m := range toSection.FindAllStringSubmatch(text, -1) {
			n++
			to := file
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(file), m[1])
			}
			expect.True(t, anchors(texts[to])[m[2]], "%s: %s has no heading #%s", file, to, m[2])
		}
	}
	expect.True(t, n >= 50, "only %d links to sections were found", n)
}

// anchors are the names under which the headings of a page can be linked to.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		names[anchor(m[1])] = true
	}
	for _, m := range namedPlace.FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	return names
}

// anchor is the name under which a heading can be linked to.
func anchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(noLetter.ReplaceAllString(heading, "")), " ", "-")
}

// testsOf lists the test functions by folder.
func testsOf(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, "_test.go") {
			return err
		}
		b, err := os.ReadFile(p)
		for _, m := range testFunc.FindAllStringSubmatch(string(b), -1) {
			out[filepath.Dir(p)] = append(out[filepath.Dir(p)], m[1])
		}
		return err
	})
	expect.NoError(t, err)
	return out
}

// runs reports whether "go test PATH -run RUN" finds a test.
func runs(tests map[string][]string, path, run string) bool {
	folder, below := strings.CutSuffix(path, "/...")
	folder = filepath.Clean(strings.TrimRight(folder, ".,"))
	pattern, err := regexp.Compile(run)
	if err != nil {
		return false
	}
	for dir, names := range tests {
		if dir == folder || below && (folder == "." || strings.HasPrefix(dir, folder+"/")) {
			if slices.ContainsFunc(names, pattern.MatchString) {
				return true
			}
		}
	}
	return false
}

// TestPagesAreShort: what people read first is short, and pages have a list of their sections.
func TestPagesAreShort(t *testing.T) {
	most := map[string]int{
		"README.md": 150, "docs/architecture.md": 150,
		"docs/players.md": 150, "docs/es/jugadores.md": 150, "docs/ca/jugadors.md": 150,
	}
	for file, text := range pages(t) {
		guide := guidePage.MatchString(file)
		if guide {
			most[file] = 200
		}
		lines, limit := strings.Count(text, "\n"), most[file]
		expect.True(t, limit == 0 || lines <= limit, "%s has %d lines, more than %d", file, lines, limit)
		sections := section.FindAllStringSubmatch(text, -1)
		if !guide || len(sections) < 2 || file == "docs/organisers.md" { // which lists the pages
			continue
		}
		contents, _, _ := strings.Cut(text, "\n## ")
		for _, m := range sections {
			expect.True(t, strings.Contains(contents, "](#"+anchor(m[1])+")"), "%s: the list at its top lacks %q", file, m[1])
		}
	}
}

// TestDocsWrap: text for people wraps at 100 columns; tables, HTML, and commands and output may be wider.
func TestDocsWrap(t *testing.T) {
	for file, text := range pages(t) {
		if file == "CHANGELOG.md" {
			continue
		}
		fenced := false
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			if !fenced && len([]rune(line)) > 100 && !wide.MatchString(line) {
				t.Errorf("%s:%d: wrap this line at 100 columns", file, i+1)
			}
		}
	}
}
