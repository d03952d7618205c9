package tell_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestReceiptWaits: a move that only robots answer brings its player one letter: the receipt with the next question. It
// does not wait for robots that are slow, nor for another person, and a restart does not lose it.
func TestReceiptWaits(t *testing.T) {
	const hold = 20 * time.Second
	for what, c := range map[string]struct {
		players []string // Ana first
		then    func(b *pbemtest.Service) error
		want    []string // Ana's letters after her move, by kind; "+" with an enclosed letter
	}{
		"robots alone": {[]string{"Ana"}, think, []string{"receipt+"}},
		"a restart":    {[]string{"Ana"}, then((*pbemtest.Service).Reopen, think), []string{"receipt+"}},
		"slow robots":  {[]string{"Ana"}, then(after(hold), think), []string{"receipt", "turn"}},
		"not yet":      {[]string{"Ana"}, after(hold / 2), nil},
		"people":       {[]string{"Ana", "Ben"}, think, []string{"receipt"}},
		"talk":         {[]string{"Ana"}, then(hand("say hello"), think), []string{"receipt", "answer", "turn"}},
		"closed": {[]string{"Ana"}, func(b *pbemtest.Service) error {
			return b.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil)
		}, []string{"receipt", "closed"}},
	} {
		b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Seed: []byte("winter"),
			Players: pbemtest.FromAll(c.players...), Robots: []string{"Bot"}}, nil))
		expect.NoError(t, b.Post())
		for waits(t, b) != "Ana" {
			expect.NoError(t, b.Answer(waits(t, b), mailtest.Gmail, "pass"))
		}
		before := len(b.Boxes[pbemtest.Address("Ana")])
		expect.NoError(t, hand("pass")(b))
		expect.NoError(t, c.then(b))
		expect.NoError(t, b.Send())
		var got []string
		for _, l := range b.Boxes[pbemtest.Address("Ana")][before:] {
			kind := l.Kind
			if l.Kind == "receipt" && len(l.Choices) > 0 {
				kind += "+"
			}
			got = append(got, kind)
		}
		expect.Same(t, what, got, c.want)
	}
}

// then does one thing after the other.
func then(do ...func(*pbemtest.Service) error) func(*pbemtest.Service) error {
	return func(b *pbemtest.Service) error {
		for _, f := range do {
			if err := f(b); err != nil {
				return err
			}
		}
		return nil
	}
}

func think(b *pbemtest.Service) error { return b.Think() }

// hand passes Ana's answer to the service, but delivers no letters.
func hand(lines ...string) func(*pbemtest.Service) error {
	return func(b *pbemtest.Service) error { return b.Hand("Ana", mailtest.Gmail, lines...) }
}

// after delivers letters some time later, while robots still think.
func after(d time.Duration) func(*pbemtest.Service) error {
	return func(b *pbemtest.Service) error {
		b.Clock = b.Clock.Add(d)
		return b.Send()
	}
}

func waits(t *testing.T, b *pbemtest.Service) string {
	t.Helper()
	var g admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	return g.Waiting[0].Name
}
