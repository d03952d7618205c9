package admin_test

import (
	"fmt"
	"strconv"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestRenderAsksOnlyWhoIsAsked: "railpost render" shows the letter that a seat would get, so a seat that need
// not act, now or at the step named, does not read that it is their turn.
func TestRenderAsksOnlyWhoIsAsked(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	for _, c := range []struct {
		seat int
		step uint64
		says string
	}{
		{0, 0, "Now: Ben, until"},
		{1, 0, "Ben, your turn"},
		{0, 1, "Ana, your turn"},
		{1, 1, "Now: Ana."},
	} {
		var got admin.RenderedText
		expect.NoError(t, b.Handle("render", admin.RenderFor{Game: "winter", Player: strconv.Itoa(c.seat), Step: c.step}, &got))
		expect.Has(t, fmt.Sprintf("seat %d at step %d", c.seat, c.step), got.Text, c.says)
	}
}

// TestEndIsNotShownEarly: the letter of the end holds the seed.
func TestEndIsNotShownEarly(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	var out admin.RenderedText
	expect.Fails(t, out.Text, b.Handle("render", admin.RenderFor{Game: "winter", Kind: "end"}, &out), "")
	expect.NoError(t, b.Handle("render", admin.RenderFor{Game: "winter", Player: "1"}, &out))
	expect.Has(t, "the letter of Ben", out.Text, "YOUR POSITION")
}
