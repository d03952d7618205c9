package enquiry

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// status shows the state of the game and of the players, or of one of them.
var _ = Answers.Bind("status", func(e *Enquiry, rest string) bool {
	if e.Game == nil {
		e.Tell(engine.Msg(key.StatusOf+string(e.Table.State), engine.Several("seats", e.Table.Missing()...)))
		return true
	}
	if rest != "" {
		if s, ok := e.playerNamed(rest); ok {
			return e.showPlayer(s)
		}
		return e.noPlayer(rest)
	}
	return e.show("table", "") && (!e.HasPart("player") || e.show("player", ""))
})

// showMap shows the board, one place of it, or a player's board.
var _ = Answers.Bind("map", func(e *Enquiry, rest string) bool {
	if e.Game == nil {
		return e.refuse(key.NotBegun)
	}
	if s, ok := e.playerNamed(rest); ok {
		return e.showPlayer(s)
	}
	for _, part := range []string{"map", "board"} {
		if !e.HasPart(part) {
			continue
		}
		if rest != "" && e.ignores(part, rest) {
			e.Tell(engine.Msg(key.MapWhole, engine.Order("word", rest)))
			rest = ""
		}
		e.Facts.Board = rest == ""
		return e.show(part, rest)
	}
	e.Tell(engine.Msg(key.NoMap))
	return true
})

// ignores reports whether a title shows the same for an argument as without one.
func (e *Enquiry) ignores(part, arg string) bool {
	g := e.Game
	view := g.Pos.View(e.Seat)
	whole, err := engine.Show(g.Title, view, e.Seat, part, "", false)
	if err != nil {
		return false
	}
	one, err := engine.Show(g.Title, view, e.Seat, part, arg, false)
	return err == nil && reflect.DeepEqual(whole, one)
}

// playerNamed returns the seat with the player's name, or with the only name that begins
// so.
func (e *Enquiry) playerNamed(name string) (engine.Seat, bool) {
	want := engine.Fold(strings.Trim(name, " .?!"))
	if want == "" {
		return 0, false
	}
	found, n := engine.Seat(0), 0
	for i, p := range e.Table.Players {
		switch fold := engine.Fold(p.Name); {
		case fold == want:
			return engine.Seat(i), true
		case strings.HasPrefix(fold, want):
			found, n = engine.Seat(i), n+1
		}
	}
	return found, n == 1
}

// showPlayer shows the board of one player, as the asking seat may know it.
func (e *Enquiry) showPlayer(s engine.Seat) bool {
	if e.HasPart("player") {
		return e.show("player", strconv.Itoa(int(s)+1))
	}
	e.Tell(engine.Msg(key.NoPlayerPart, engine.Player("seat", s)))
	return e.show("table", "")
}

func (e *Enquiry) noPlayer(word string) bool {
	var names []engine.Arg
	for s := range e.Table.Players {
		names = append(names, engine.Player("", engine.Seat(s)))
	}
	e.Tell(engine.Msg(key.NoPlayer, engine.Text("word", word), engine.Several("seats", names...)))
	return true
}

func (e *Enquiry) parts() []engine.Part {
	if e.Game == nil {
		return nil
	}
	return e.Game.Title.Parts()
}

// HasPart reports whether the title's view has a part with that name.
func (e *Enquiry) HasPart(name string) bool {
	return slices.ContainsFunc(e.parts(), func(p engine.Part) bool { return p.Name == name })
}

// showPart shows a part; a player's also by their name.
func (e *Enquiry) showPart(p engine.Part, arg string) bool {
	if p.Arg == "" && arg != "" {
		e.Tell(engine.Msg(key.PartWhole, engine.Order("part", p.Name), engine.Order("word", arg)))
		arg = ""
	}
	if p.Name != "player" || arg == "" {
		return e.show(p.Name, arg)
	}
	if s, ok := e.playerNamed(arg); ok {
		return e.showPlayer(s)
	}
	if _, err := strconv.Atoi(arg); err != nil {
		return e.noPlayer(arg)
	}
	return e.show(p.Name, arg)
}

// spoken reports whether the reader listens to their letters.
func (e *Enquiry) spoken() bool { return e.Seat >= 0 && e.Table.Players[e.Seat].View == table.Spoken }

// show adds a part of the position, as the seat may know it. If the title has no such part, it lists the parts.
func (e *Enquiry) show(part, arg string) bool {
	g := e.Game
	blocks, err := engine.Show(g.Title, g.Pos.View(e.Seat), e.Seat, part, arg, e.spoken())
	if r, ok := engine.AsRefusal(err); ok {
		e.Tell(r.Why)
		if len(r.Expected) > 0 {
			e.Tell(engine.Msg(key.PartExpected, engine.Order("words", strings.Join(r.Expected, ", "))))
		}
		return true
	}
	if err != nil {
		e.Err = &fault.Error{Err: err}
		return false
	}
	e.Facts.Blocks = append(e.Facts.Blocks, blocks...)
	return true
}
