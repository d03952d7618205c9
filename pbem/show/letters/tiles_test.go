package letters_test

import (
	"regexp"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

var (
	tileFile  = regexp.MustCompile(`(?i)Content-Disposition: inline; filename="?tile-`)
	tileShown = regexp.MustCompile(`<img src="cid:([^"]*)" alt="Tile`)
)

// TestTilesOfChoices: a letter shows the tiles that its choices lay, each file once, at most eight; none for a
// reader without pictures.
func TestTilesOfChoices(t *testing.T) {
	b := expect.Get(pbemtest.New(titles.Find, func(c *config.Config) { c.Mail.Out.Pictures = true }))(t)
	names := []string{"Ana", "Ben", "Cleo"}
	p := admin.CreateGame{Title: "18mag", Game: "winter", Seed: []byte("tiles"), StartNow: true, Players: pbemtest.FromAll(names...)}
	expect.NoError(t, b.Handle("game.create", p, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Cleo", mailtest.Bare, "set pictures off"))
	with, without := 0, 0
	for range 40 {
		name := names[b.Table(t, "winter").Waiting[0].Seat]
		l, _ := b.Latest(name)
		files, ids := len(tileFile.FindAll(l.Raw, -1)), map[string]bool{}
		for _, m := range tileShown.FindAllStringSubmatch(l.HTML, -1) {
			ids[m[1]] = true
		}
		expect.True(t, files == len(ids) && files <= 8, "%d files of %d tiles", files, len(ids))
		if name == "Cleo" {
			without += files
		} else {
			with += files
		}
		answer := l.Usual
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		expect.NoError(t, b.AnswerLetter(name, l, mailtest.Bare, answer...))
	}
	expect.True(t, with > 0 && without == 0, "%d tiles, %d without pictures", with, without)
}
