package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"railpost/engine/enginetest/expect"
)

const russianGame = "../../engine/games/russian/testdata/games/russian.v1/players-2.jsonl"

// called runs a command line.
func called(t *testing.T, line string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(t.Context(), kong.Must(&commands{}), strings.Fields(line), &out)
	return out.String(), err
}

// TestRefused: a wrong command line is reported before anything is done.
func TestRefused(t *testing.T) {
	for line, want := range map[string]string{
		"bench speed":                              `there is no figure "speed"; write one of throughput, latency`,
		"arena chess normal easy":                  `there is no title "chess"; titles: `,
		"arena russian normal":                     "name at least two levels",
		"arena russian normal genius":              `there is no level "genius"; there are ["easy" "normal"`,
		"arena russian normal easy --seats 5":      "russian is for 2 to 4 players here, not 5",
		"arena russian normal easy easy --seats 2": "there are 3 levels and 2 seats",
		"arena russian normal easy --games 0":      "--games must be at least 1",
		"arena russian normal easy --opening=-1":   "--opening must be at least 0",
		"arena russian normal*2 easy":              "normal*2 is not a robot; write, for example, hard*4",
		"arena russian hard*0 easy":                "hard*0 is not a robot; write, for example, hard*4",
		"position " + russianGame + " --at 9999":   "there is no record 9999; the last is ",
		"position " + russianGame + " --seat 2":    "there is no seat 2; seats are 0 to 1",
		"position ../../go.mod":                    "export: line 1: ",
	} {
		expect.Fails(t, line, expect.Err(called(t, line)), want)
	}
}

// TestArena: equal seeds play equal games.
func TestArena(t *testing.T) {
	got, err := called(t, "arena russian easy easy --games 2 --seed 3")
	first, table, _ := strings.Cut(got, "\n")
	if err != nil || !strings.HasPrefix(first, "russian, 3 seats, seed 3: 2 games, ") || !strings.Contains(table, "easy wins ") {
		t.Fatalf("%v:\n%s", err, got)
	}
	again, err := called(t, "arena russian easy easy --games 2 --seed 3")
	if _, same, _ := strings.Cut(again, "\n"); err != nil || same != table {
		t.Errorf("%v:\n%s\nafter\n%s", err, again, got)
	}
}

// TestPosition: the command shows each seat's question, orders and view; its JSON output is a valid input file.
func TestPosition(t *testing.T) {
	shown := func(line string, want ...string) string {
		t.Helper()
		got := expect.Get(called(t, "position "+line))(t)
		for _, w := range want {
			expect.Has(t, "position "+line, "\n"+got, "\n"+w)
		}
		return got
	}
	shown(russianGame+" --at 40", "russian version 1, 2 seats, after record 40\n", "==== seat 0, Ann\n", "==== seat 1, Ben\n",
		"-- prompt, rule ", "   place SPACE [with PIECES] [swap SWAP]  # ", "place open: black t\n", "-- sheet table\n")
	if one := shown(russianGame+" --at 40 --seat 1 --lines 5", "-- legal lines: 5 and 14 more\n"); strings.Contains(one, "seat 0") {
		t.Errorf("seat 0 is shown, too:\n%s", one)
	}
	const packed = "../../engine/games/g18cz/testdata/games/18cz.v2/players-3.jsonl.gz --at 50"
	text := shown(packed+" --seat 0", "lay 5 E22 E24-F23\n")
	file := filepath.Join(t.TempDir(), "position.json")
	expect.NoError(t, os.WriteFile(file, []byte(shown(packed+" --json")), 0o600))
	expect.Same(t, "from its JSON", shown(file+" --seat 0"), text)
}

// TestDocs: every command line of this program in the docs is one, or its beginning.
func TestDocs(t *testing.T) {
	files := expect.Get(filepath.Glob("../../docs/*.md"))(t)
	n := 0
	for _, file := range append(files, "../../CONTRIBUTING.md") {
		text := expect.Get(os.ReadFile(file))(t)
		for _, m := range regexp.MustCompile("go run \\./pbem/lab ([^`\n]+)").FindAllStringSubmatch(string(text), -1) {
			n++
			if _, err := kong.Must(&commands{}).Parse(strings.Fields(m[1])); err != nil && !strings.HasPrefix(err.Error(), "expected") {
				t.Errorf("%s: lab %s: %v", file, m[1], err)
			}
		}
	}
	expect.True(t, n >= 5, "only %d command lines were found", n)
}
