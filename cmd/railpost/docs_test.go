package main

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

var (
	shownCommand = regexp.MustCompile(`(?m)^ {4}(?:sudo )?railpost (.+)$`)
	substituted  = regexp.MustCompile(`\$\([^)]*\)`)
	namedCommand = regexp.MustCompile("`railpost ([^`]+)`")
)

// TestDocsCommands: every command line in README and docs is one. What stands in a
// block is whole; what stands in a sentence may leave out its arguments.
func TestDocsCommands(t *testing.T) {
	level.Sequential(t)
	files := expect.Get(filepath.Glob("../../docs/*.md"))(t)
	n := 0
	for _, file := range append(files, "../../README.md") {
		b := expect.Get(os.ReadFile(file))(t)
		text := strings.ReplaceAll(string(b), "\\\n", " ")
		for _, m := range shownCommand.FindAllStringSubmatch(text, -1) {
			n++
			if err := parses(m[1]); err != nil {
				t.Errorf("%s: railpost %s: %v", filepath.Base(file), m[1], err)
			}
		}
		for _, m := range namedCommand.FindAllStringSubmatch(text, -1) {
			n++
			if err := parses(m[1]); err != nil && !strings.HasPrefix(err.Error(), "expected") && !strings.HasPrefix(err.Error(), "missing flags") {
				t.Errorf("%s: railpost %s: %v", filepath.Base(file), m[1], err)
			}
		}
	}
	expect.True(t, n >= 40, "only %d commands were found", n)
}

// parses reads a command line as the program does, and carries nothing out.
func parses(line string) error {
	line, _, _ = strings.Cut(substituted.ReplaceAllString(line, "x"), " > ")
	r := csv.NewReader(strings.NewReader(strings.Join(strings.Fields(strings.ReplaceAll(line, "'", `"`)), " ")))
	r.Comma, r.LazyQuotes = ' ', true
	words, err := r.Read()
	if err != nil {
		return err
	}
	var args []string
	for i, w := range words {
		switch {
		case w == "...", w == "--help": // and so on
		case w == "--player" && i+1 < len(words) && words[i+1] == "...":
			args = append(args, w, "x")
		default:
			args = append(args, w)
		}
	}
	parser, err := newParser(&commands{}, io.Discard, io.Discard)
	if err != nil {
		return err
	}
	_, err = parser.Parse(args)
	return err
}
