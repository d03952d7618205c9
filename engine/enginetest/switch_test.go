package enginetest

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
)

// unsteady is the toy with a faulty switch to other rules.
type unsteady struct {
	toy.Mended
	how func(p *toy.Position, to engine.Setup)
}

func (u unsteady) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	return u.Title.Begin(tx, s)
}

func (u unsteady) Switch(p engine.Position, to engine.Setup) { u.how(p.(*toy.Position), to) }

// TestChangesCanFail: the law finds faulty switches.
func TestChangesCanFail(t *testing.T) {
	for name, how := range map[string]func(p *toy.Position, to engine.Setup){
		"":                              func(*toy.Position, engine.Setup) {},
		"it pays":                       func(p *toy.Position, _ engine.Setup) { p.Players[0].Coins++ },
		"nobody is asked after it":      func(p *toy.Position, _ engine.Setup) { p.Acted = true },
		"what lies behind it cannot be": func(p *toy.Position, _ engine.Setup) { p.Round = 9 },
	} {
		title := unsteady{how: how}
		o := Options{}.withDefaults(title)
		games := []*played{playSeed(title, o, 2, 0)}
		r := &recorder{}
		done := make(chan bool)
		go func() {
			defer close(done)
			rulesChange(&bench{reporter: r, title: title, o: o, rng: rand.New(rand.NewPCG(1, 1))}, games)
		}()
		<-done
		expect.Same(t, []any{name, r.found}, len(r.found) > 0, name != "")
	}
}
