package inbox_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/reader"
)

var people = []string{"Ana", "Ben", "Cleo"}

// TestQuotedInLanguages: an answer to a letter in another language, which quotes it as any mail
// program does, orders what its writer has typed and nothing else; that is read in the words of
// the language.
func TestQuotedInLanguages(t *testing.T) {
	level.Sequential(t)
	for lang, words := range map[string]struct{ set, status, talk string }{
		"es": {"ajusta idioma es", "estado", "NO LEÍDO"},
		"ca": {"ajusta idioma ca", "estat", "NO LLEGIT"},
	} {
		titles := []string{"18mag", "18cz", "russian", "tycoon"}
		for at, title := range titles {
			t.Run(lang+"/"+title, func(t *testing.T) {
				b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
				expect.NoError(t, b.Tick())
				p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("quoted"), StartNow: true, Organiser: "host@example.org"}
				p.Players = pbemtest.FromAll(people...)
				expect.NoError(t, b.Handle("game.create", p, nil))
				expect.NoError(t, b.Post())
				for _, n := range people {
					expect.NoError(t, b.Answer(n, mailtest.Bare, words.set))
				}
				for i, style := range mailtest.Styles() {
					if !level.Full() && i%len(titles) != at { // each style in one title
						continue
					}
					var g admin.Shown
					expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
					name := people[g.Waiting[0].Seat]
					expect.NoError(t, b.Answer(name, mailtest.Bare, words.status)) // a letter with the choices of now
					expect.NoError(t, b.Answer(name, style, words.status))
					l, _ := b.Latest(name)
					read, err := reader.Read(l.Raw)
					expect.NoError(t, err)
					if read.Kind != "answer" || strings.Contains(read.Text, words.talk) {
						t.Errorf("%s: %q is answered with\n%s", style, words.status, read.Text)
						return
					}
					expect.NoError(t, b.Answer(name, style, "resend"))
					l, _ = b.Latest(name)
					if read, err = reader.Read(l.Raw); err != nil || len(read.Choices) == 0 {
						t.Fatalf("no choices (%v):\n%s", err, read.Text)
					}
					c := read.Choices[i%len(read.Choices)]
					typed := c.Lines
					if i%3 == 0 {
						typed = []string{c.Mark} // if a lone number could be an order's own
					}
					expect.NoError(t, b.Answer(name, style, typed...))
					l, _ = b.Latest(name)
					answer := expect.Get(reader.Read(l.Raw))(t)
					if strings.Contains(answer.Text, words.talk) || answer.Kind != "receipt" && answer.Kind != "question" {
						t.Errorf("%s: %q of\n%s\nis answered with %s\n%s", style, typed, read.Text, answer.Kind, answer.Text)
						return
					}
				}
			})
		}
	}
}
