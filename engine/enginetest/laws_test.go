package enginetest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/toy"
)

// faults are ways to break the toy. A law that cannot fail is no law.
type faults struct {
	clone   func(p *toy.Position) *toy.Position
	view    func(p *toy.Position, seat engine.Seat) *toy.Position
	prompts func(p *toy.Position, list []engine.Prompt) []engine.Prompt
	settle  func(p *toy.Position, tx *engine.Tx)
	decode  func(p *toy.Position)
	never   bool // the game never ends
	usual   []string
	refused string // a default that is refused
}

// broken is the toy with a fault.
type broken struct {
	toy.Title
	f faults
}

// mutant is a position of the broken toy.
type mutant struct {
	Toy *toy.Position
	f   faults
}

func (b broken) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p, err := b.Title.Begin(tx, s)
	if err != nil {
		return nil, err
	}
	return mutant{p.(*toy.Position), b.f}, nil
}

func (b broken) Decode(s engine.Setup, code []byte) (engine.Position, error) {
	inner := strings.TrimSuffix(strings.TrimPrefix(string(code), `{"Toy":`), "}")
	p, err := b.Title.Decode(s, []byte(inner))
	if err != nil {
		return nil, err
	}
	if b.f.decode != nil {
		b.f.decode(p.(*toy.Position))
	}
	return mutant{p.(*toy.Position), b.f}, nil
}

func (b broken) Scores(p engine.Position) []engine.Score { return b.Title.Scores(p.(mutant).Toy) }

func (b broken) Status(p engine.Position) engine.Message { return b.Title.Status(p.(mutant).Toy) }

func (b broken) Parts() (parts []engine.Part) {
	for _, p := range b.Title.Parts() {
		show := p.Show
		p.Show = func(r engine.Request) ([]engine.Block, error) {
			r.View = r.View.(mutant).Toy
			return show(r)
		}
		parts = append(parts, p)
	}
	return parts
}

func (b broken) Usual(engine.Position, engine.Seat) engine.Turn { return engine.Turn{Lines: b.f.usual} }

func (b broken) Default(p engine.Position, s engine.Seat) string {
	line := b.Title.Default(p.(mutant).Toy, s)
	if line != "" && b.f.refused != "" {
		return b.f.refused
	}
	return line
}

func (b broken) StepOf(p engine.Position, s engine.Seat) string {
	return b.Title.StepOf(p.(mutant).Toy, s)
}

func (m mutant) Over() bool { return m.Toy.Over() && !m.f.never }

func (m mutant) Clone() engine.Position {
	if m.f.clone != nil {
		return mutant{m.f.clone(m.Toy), m.f}
	}
	return mutant{m.Toy.Clone().(*toy.Position), m.f}
}

func (m mutant) View(seat engine.Seat) engine.Position {
	if m.f.view != nil {
		return mutant{m.f.view(m.Toy, seat), m.f}
	}
	return mutant{m.Toy.View(seat).(*toy.Position), m.f}
}

func (m mutant) Prompts(seat engine.Seat) []engine.Prompt {
	list := m.Toy.Prompts(seat)
	if m.f.prompts != nil {
		list = m.f.prompts(m.Toy, list)
	}
	for _, p := range list {
		for i, v := range p.Verbs {
			p.Verbs[i].Do = func(tx *engine.Tx, a engine.Args) error {
				return tx.Pos.(mutant).bare(tx, func() error { return v.Do(tx, a) })
			}
		}
	}
	return list
}

func (m mutant) Settle(tx *engine.Tx) error {
	if m.f.settle != nil {
		m.f.settle(m.Toy, tx)
	}
	return m.bare(tx, func() error { return m.Toy.Settle(tx) })
}

func (m mutant) bare(tx *engine.Tx, rule func() error) error {
	tx.Pos = m.Toy
	err := rule()
	tx.Pos = mutant{tx.Pos.(*toy.Position), m.f}
	return err
}

// recorder takes the faults a law finds.
type recorder struct{ found []string }

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.found = append(r.found, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatal(args ...any) { runtime.Goexit() }
func (r *recorder) Skip(args ...any)  { runtime.Goexit() }

// breaks lists the laws that random games of a title break.
func breaks(title engine.Title, o Options) map[string]string {
	o = o.withDefaults(title)
	var games []*played
	for i := range 4 {
		games = append(games, playSeed(title, o, 2, i))
	}
	out := map[string]string{}
	for _, l := range slices.Concat(lawsOfRules, lawsOfView, lawsOfDefaults) {
		r := &recorder{}
		done := make(chan bool)
		go func() {
			defer close(done)
			defer func() { // a search visits a broken title more than once
				if p := recover(); p != nil {
					r.Errorf("it panics: %v", p)
				}
			}()
			l.check(&bench{reporter: r, title: title, o: o, rng: rand.New(rand.NewPCG(1, 1))}, games)
		}()
		<-done
		if len(r.found) > 0 {
			out[l.name] = r.found[0]
		}
	}
	return out
}

func TestLawsCanFail(t *testing.T) {
	level.Sequential(t)
	options := Options{
		MaxMoves: 200,
		Hide: func(p engine.Position, seat engine.Seat, _ *rand.Rand) engine.Position {
			pos := p.(mutant).Toy
			for i, j := 0, len(pos.Deck)-1; i < j; i, j = i+1, j-1 {
				pos.Deck[i], pos.Deck[j] = pos.Deck[j], pos.Deck[i]
			}
			return p
		},
		Conserved: func(p engine.Position) map[string]int {
			return map[string]int{"cards": p.(mutant).Toy.Cards()}
		},
	}
	calls := 0
	cases := []struct {
		name string
		law  string // "" none
		f    faults
	}{
		{name: "nothing is wrong"},
		{"a view shows the deck", "hidden things do not show", faults{view: func(p *toy.Position, seat engine.Seat) *toy.Position {
			v := p.View(seat).(*toy.Position)
			copy(v.Deck, p.Deck)
			return v
		}}},
		{"a prompt tells the next card", "prompts come from the view", faults{prompts: func(p *toy.Position, list []engine.Prompt) []engine.Prompt {
			for i := range list {
				if len(p.Deck) > 0 {
					list[i].Ask.Args = append(list[i].Ask.Args, engine.Int("next", p.Deck[0]))
				}
			}
			return list
		}}},
		{"a preview shows the next card", "hidden things do not show", faults{settle: func(p *toy.Position, tx *engine.Tx) {
			if len(p.Deck) > 0 {
				tx.Report("toy.next", engine.Int("card", p.Deck[0]))
			}
		}}},
		{"a dry run does something else", "previews show nothing hidden", faults{settle: func(p *toy.Position, tx *engine.Tx) {
			if tx.Dry() {
				p.Players[0].Coins++
			}
		}}},
		{"a clone shares the players", "refused orders change nothing", faults{clone: func(p *toy.Position) *toy.Position {
			c := p.Clone().(*toy.Position)
			c.Players = p.Players
			return c
		}}},
		{"a rule counts its calls", "replay equals live play", faults{settle: func(p *toy.Position, tx *engine.Tx) {
			calls++
			p.Players[0].Points = calls
		}}},
		{"a position is read without its coins", "snapshot and tail equal replay", faults{decode: func(p *toy.Position) {
			for i := range p.Players {
				p.Players[i].Coins = 0
			}
		}}},
		{"cards vanish", "things are conserved", faults{settle: func(p *toy.Position, tx *engine.Tx) {
			p.Played = nil
		}}},
		{"the game never ends", "play reaches the end", faults{never: true}},
		{"a word is spelt as nobody reads it", "words read back", faults{prompts: domains(func(d engine.Domain) engine.Domain {
			return spelt{d}
		})}},
		{"a value is read that is not listed", "answers are members of their domains", faults{prompts: domains(func(d engine.Domain) engine.Domain {
			return &forgetful{Domain: d}
		})}},
		{"what is not listed is legal", "lists deny no legal order", faults{prompts: domains(func(d engine.Domain) engine.Domain {
			return unlisted{d}
		})}},
		{"an order is listed that is refused", "listed orders are accepted and spelt canonically", faults{prompts: domains(func(d engine.Domain) engine.Domain {
			return misread{d}
		})}},
		{"the log says something else than was done", "listed orders are accepted and spelt canonically", faults{prompts: domains(func(d engine.Domain) engine.Domain {
			return liar{d}
		})}},
		{"others read words that are no order", "secret words do not show", faults{settle: func(p *toy.Position, tx *engine.Tx) {
			tx.Public("work nowhere")
		}}},
		{"others read another order", "secret words do not show", faults{settle: func(p *toy.Position, tx *engine.Tx) {
			tx.Public("pass")
		}}},
		{"an order acts on the position that asked", "orders act on the copy they are given", faults{prompts: func(p *toy.Position, list []engine.Prompt) []engine.Prompt {
			for _, prompt := range list {
				for i, v := range prompt.Verbs {
					prompt.Verbs[i].Do = func(tx *engine.Tx, a engine.Args) error {
						p.Players[0].Coins++
						return v.Do(tx, a)
					}
				}
			}
			return list
		}}},
		{"the usual turn is refused", "the usual turn can be played", faults{usual: []string{"work nowhere"}}},
		{"the default is refused", "the default can be played", faults{refused: "work nowhere"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := breaks(broken{f: c.f}, options)
			if _, ok := found[c.law]; c.law != "" && !ok {
				t.Errorf("the law %q holds; broken are %v", c.law, found)
			}
			if c.law == "" && len(found) > 0 {
				t.Errorf("broken are %v", found)
			}
		})
	}
}

// domains wraps every domain.
func domains(in func(engine.Domain) engine.Domain) func(*toy.Position, []engine.Prompt) []engine.Prompt {
	return func(_ *toy.Position, list []engine.Prompt) []engine.Prompt {
		for _, p := range list {
			for i, v := range p.Verbs {
				params := append([]engine.Param{}, v.Params...)
				for j, param := range params {
					params[j].In = func(a engine.Args) engine.Domain { return in(param.In(a)) }
				}
				p.Verbs[i].Params = params
			}
		}
		return list
	}
}

type unlisted struct{ engine.Domain }

func (unlisted) Members() iter.Seq[engine.Value] { return nil }

type spelt struct{ engine.Domain }

func (s spelt) Text(v engine.Value) string { return s.Domain.Text(v) + "-zz" }

// forgetful lists its members every second time only.
type forgetful struct{ engine.Domain }

var asked int

func (f *forgetful) Members() iter.Seq[engine.Value] {
	if asked++; asked%2 == 0 {
		return func(func(engine.Value) bool) {}
	}
	return f.Domain.Members()
}

// liar records the first member in place of any.
type liar struct{ engine.Domain }

func (l liar) Record(v engine.Value) string {
	for first := range l.Members() {
		return l.Text(first)
	}
	return l.Text(v)
}

type misread struct{ engine.Domain }

func (m misread) Read(t *engine.Tokens) (engine.Value, error) {
	if t.Peek().Fold == "mine1" {
		return nil, engine.Forbid("", "toy.misread")
	}
	return m.Domain.Read(t)
}

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
