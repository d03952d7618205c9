package log18xx

import (
	"errors"
	"fmt"

	"railpost/engine"
)

// Foreign is a game of the site that was played by our rules.
type Foreign struct {
	Game       *engine.Game
	Records    []*engine.Record // from the first on
	Translator Translator
}

// Import begins the game of a file and carries out its actions. It uses the first possible set-up under which
// all actions are legal; if there is none, the error is that of the first, and names action and line.
func Import(name string, t Title, f *File, seed engine.Seed) (*Foreign, error) {
	if f.Title != t.Site() {
		return nil, fmt.Errorf("log18xx: this is a game of %q, not of %q", f.Title, t.Site())
	}
	actions, err := Effective(f.Actions)
	if err != nil {
		return nil, err
	}
	setups, err := t.Setups(&f.Header)
	if err != nil {
		return nil, err
	}
	var first error
	for _, s := range setups {
		g, err := begin(name, t, &f.Header, s, seed)
		if err != nil {
			return nil, err
		}
		if err = g.carryOut(actions, f); err == nil {
			return g, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// begin sets the foreign game up.
func begin(name string, t Title, h *Header, s engine.Setup, seed engine.Seed) (*Foreign, error) {
	names := make([]string, len(h.Players))
	for i, p := range h.Players {
		names[i] = p.Name
	}
	g, record, err := engine.Begin(name, t, s, names, seed)
	if err != nil {
		return nil, err
	}
	return &Foreign{Game: g, Records: []*engine.Record{record}, Translator: t.Translator(h, g.Pos)}, nil
}

func (g *Foreign) carryOut(actions []*Action, f *File) error {
	for _, a := range actions {
		if err := g.Take(a); err != nil {
			return err
		}
	}
	if f.Status != "finished" || f.Result == nil {
		return nil
	}
	if !g.Game.Pos.Over() {
		return errors.New("log18xx: by our rules the game is not over after its last action, but the file says that it is finished")
	}
	return g.compareResult(f.Result)
}

// compareResult compares the players' worth at the end.
func (g *Foreign) compareResult(worth map[string]int) error {
	players := g.Translator.State(g.Game.Pos).Players
	for id, theirs := range worth {
		p := players[ID(id)]
		if p == nil {
			return fmt.Errorf("log18xx: the result names player %s, who does not play", id)
		}
		if p.Value != theirs {
			return fmt.Errorf("log18xx: by our rules player %s ends with %d, but the file says %d", id, p.Value, theirs)
		}
	}
	return nil
}

// Stopped is an action that cannot be carried out: our rules refuse its order line, or no
// order expresses it.
type Stopped struct {
	Action *Action
	Line   string // "" if no order expresses it
	Err    error
}

func (e *Stopped) Error() string {
	if e.Line == "" {
		return fmt.Sprintf("log18xx: %s: %v", e.Action, e.Err)
	}
	return fmt.Sprintf("log18xx: %s, as %q: %v", e.Action, e.Line, e.Err)
}

func (e *Stopped) Unwrap() error { return e.Err }

// Take carries out an action with everything the site did after it. After an error, which
// is a *Stopped, the game must not be used any more.
func (g *Foreign) Take(a *Action) error {
	for _, part := range a.flat() {
		if err := g.take(part); err != nil {
			return err
		}
	}
	return nil
}

func (g *Foreign) take(a *Action) error {
	if a.Quiet() {
		return nil
	}
	o, err := g.Translator.Order(g.Game.Pos, a)
	if err != nil {
		return &Stopped{a, "", err}
	}
	next := *g.Game
	r, err := next.Try(o.Seat, o.Line, false)
	if err != nil {
		return &Stopped{a, o.Line, err}
	}
	g.Game, g.Records = &next, append(g.Records, next.Take(o.Seat, r))
	if err := g.Translator.Took(g.Game.Pos, a); err != nil {
		return &Stopped{a, "", err}
	}
	return nil
}
