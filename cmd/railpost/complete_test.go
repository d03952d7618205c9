package main

import (
	"os/exec"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

// TestComplete: completions come from the definitions of the command line.
func TestComplete(t *testing.T) {
	_, names := titles.Match("")
	for _, c := range []struct{ typed, want string }{
		{"ba", "backup"},
		{"game cre", "create"},
		{"game create ", strings.Join(names, " ")},
		{"game create rus", "russian"},
		{"game create russian winter ", ""},
		{"game create --start", "--start-now"},
		{"-c x game li", "list"},
		{"demo --title ty", "tycoon"},
		{"demo --title=tycoon --st", "--stay"},
		{"board ", "check"},
		{"compl", ""},
		{"game show winter --co", "--config"},
		{"backup /va", ""},
		{"no such ", ""},
	} {
		var got []string
		list, _ := complete(strings.Split(c.typed, " "))
		for _, s := range list {
			got = append(got, s.word)
		}
		expect.Same(t, c.typed, strings.Join(got, " "), c.want)
	}
	if got, err := complete(nil); err != nil || len(got) < 20 {
		t.Errorf("after nothing: %q, %v", got, err)
	}
}

// TestBashCompletion runs the script that the packages install.
func TestBashCompletion(t *testing.T) {
	bash := level.Program(t, "bash")
	const script = `set -eu
railpost() { [ "$1 $2" = "complete --" ]; shift 2; printf '%s\twhat it does\n' "$@" last; }
source ../../packaging/completions/railpost.bash
COMP_WORDS=(railpost game cr more) COMP_CWORD=2
_railpost
printf '%s,' "${COMPREPLY[@]}"`
	expect.Same(t, "string", string(expect.Get(exec.Command(bash, "-c", script).CombinedOutput())(t)), "game,cr,last,")
}
