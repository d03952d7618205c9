package digest_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/extract"
)

// FuzzParts: an answer to a daily letter is cut into parts without a fault, and games play only what stands below their
// names.
func FuzzParts(f *testing.F) {
	for _, text := range []string{"winter:\nsell red\npraha:\nwork mine-1", "winter: sell red", "pass", "winter:\npraha:\nWINTER :\npass", ":\n:::", "praha\nsell red\nwinter:", "> winter:\nsell red", "winter: praha: sell red"} {
		f.Add(text)
	}
	var b *pbemtest.Service
	f.Fuzz(func(t *testing.T, text string) {
		if b == nil {
			b = digested(t, "winter", "praha")
			expect.NoError(t, b.Tick())
		}
		c := expect.Get(b.Copy())(t)
		l, _ := c.Latest("Ana")
		expect.NoError(t, c.AnswerLetter("Ana", l, mailtest.Gmail, strings.Split(text, "\n")...))
		folded := strings.ToLower(extract.Fold(text))
		for game, other := range map[string]string{"winter": "praha", "praha": "winter"} {
			expect.NoError(t, c.Handle("game.verify", admin.LookAt{Game: game}, nil))
			var log admin.LogText
			expect.NoError(t, c.Handle("game.log", admin.LookAt{Game: game}, &log))
			played := slices.ContainsFunc(log.Steps, func(s admin.LogStep) bool { return s.Line != "" })
			if played && !strings.Contains(folded, game[:3]) && strings.Contains(folded, other) {
				t.Errorf("%q plays in %s", text, game)
			}
		}
	})
}
