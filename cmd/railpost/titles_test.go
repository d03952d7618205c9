package main

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/tram"
	"railpost/pbem/pbemtest"
)

// What a table can choose: options with free values, and profiles.
func TestTitleInText(t *testing.T) {
	set, err := pbemtest.Texts()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	describe(tram.Title{}, set).print(&app{stdout: &out})
	want := `tram, 2 to 4 players, version 1

OPTIONS (railpost game create --option KEY=VALUE)
  stops=300|30|...   rule 1
      how many stops there are
  consent=asked|not-asked   rule 4
      whether the seller of a car is asked

PROFILES (railpost game create --profile NAME; --option goes before it)
  short
      consent=not-asked stops=12
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}
