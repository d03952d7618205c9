package sheet_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/running"
	"railpost/engine/rail/sheet"
	"railpost/templates"
)

// An unproven result is not presented as proven.
func TestWorth(t *testing.T) {
	texts := expect.Get(templates.New())(t)
	for _, c := range []struct {
		plan running.Plan
		want string
	}{
		{running.Plan{}, "best 0"},
		{running.Plan{Revenue: 470, Bound: 470, Proven: true}, "best 470"},
		{running.Plan{Revenue: 470, Bound: 490}, "best at least 470, at most 490"},
	} {
		if got := texts.Say("en", nil, nil, engine.Msg("18xx.sheet.near-stop", engine.Text("place", "best"), sheet.Worth("n", c.plan))); got != c.want {
			t.Errorf("%+v: %q, not %q", c.plan, got, c.want)
		}
	}
}
