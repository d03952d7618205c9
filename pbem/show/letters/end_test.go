package letters_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// A game alone against players of the rules ends with a letter that counts them.
func TestEndOfAGameAlone(t *testing.T) {
	level.Sequential(t)
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	options := map[string]string{"enforce_best_routes": "off"} // with only one, it is played automatically
	b.Begin(t, admin.CreateGame{Title: "18mag", Seed: []byte("x"), Options: options, Players: pbemtest.FromAll("Ana")})
	g, _, err := engine.Begin("winter", pbemtest.Find("18mag"), engine.Setup{Seats: 1, Options: options}, []string{"Ana"}, engine.Seed("x"))
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(level.Seed(t, 1), 1))
	for !g.Pos.Over() {
		line := advise.RandomLine(rng, g.Title, g.Pos, 0)
		if u := g.Title.Usual(g.Pos.View(0), 0).Lines; len(u) > 0 {
			line = u[0]
		}
		r := expect.Get(g.Try(0, line, false))(t)
		g.Take(0, r)
		b.Clock = b.Clock.Add(time.Minute)
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, r.Line))
	}
	expect.Has(t, "the last letter is", b.Newest("Ana").Text, "FINAL SCORES")
}
