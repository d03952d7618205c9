package pbem

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"railpost/docs/rules"
	"railpost/engine"
)

// help lists what can be written: the verbs that answer what is asked, and the
// service's words. Several in one mail are answered all; none comes twice.
func (h *handling) help(rest string) (bool, error) {
	word := firstWord(rest)
	found := h.verbs(word)
	for _, c := range slices.Concat(commandTable, shorthands) {
		if word == "" && h.c.Next == nil && slices.Contains(begunOnly, c.name) {
			continue
		}
		if strings.HasPrefix(engine.Fold(c.name), word) {
			found = append(found, engine.Usage{Verb: c.name, Form: c.form, Gloss: c.gloss})
		}
	}
	found = append(found, h.partForms(word)...)
	explained := h.explain(rest)
	if len(found)+len(explained) == 0 {
		h.tell(engine.Msg("pbem.help-unknown", engine.Text("word", rest)))
	}
	h.f.Blocks = append(h.f.Blocks, explained...)
	for _, u := range found {
		if !slices.ContainsFunc(h.f.Help, func(v engine.Usage) bool { return v.Form == u.Form }) {
			h.f.Help = append(h.f.Help, u)
		}
	}
	return true, nil
}

// explain says what a word of the game's letters means that is none of an order's
// beginning: a token, a card, a place.
func (h *handling) explain(word string) []engine.Block {
	if word = strings.Trim(word, " .?!\"'"); word == "" || h.c.Next == nil {
		return nil
	}
	return engine.Explain(h.c.Next.Title, h.c.Next.Pos.View(h.seat), h.seat, word)
}

// begunOnly are the words that say nothing before the game has begun.
var begunOnly = []string{"map", "log", "moves", "preview", "partial", "undo", "say", "show", "try"}

// verbs are the game's words that answer what is asked now: of the seat, or,
// while it waits, of the others, from what the seat may know.
func (h *handling) verbs(word string) []engine.Usage {
	if h.c.Next == nil {
		return nil
	}
	view := h.c.Next.Pos.View(h.seat)
	if list := engine.Guide(h.c.Next.Title, view, h.seat, word); len(list) > 0 || len(view.Prompts(h.seat)) > 0 || word == "" {
		return list
	}
	for s := range engine.Seat(h.c.Next.Setup.Seats) {
		if list := engine.Help(view, s, word); len(list) > 0 {
			return list
		}
	}
	return nil
}

// rule shows what a letter cites of the rules, from the title's reference; without a
// word its table of contents.
func (h *handling) rule(words string) (bool, error) {
	r := rules.Of(h.c.Table.Title)
	if r == nil {
		h.tell(engine.Msg("pbem.no-rules"))
		return true, nil
	}
	blocks, _ := r.Look(words)
	h.f.Blocks = append(h.f.Blocks, blocks...)
	return true, nil
}

// status tells where the game stands and how the players do, or one of them.
func (h *handling) status(rest string) (bool, error) {
	if h.c.Next == nil {
		h.tell(engine.Msg("pbem.status-"+string(h.c.Table.State), engine.Several("seats", missing(h.c.Table)...)))
		return true, nil
	}
	if rest != "" {
		if s, ok := h.playerNamed(rest); ok {
			return h.showPlayer(s)
		}
		return h.noPlayer(rest)
	}
	if ok, err := h.show("table", ""); !ok || err != nil || !h.hasPart("player") {
		return ok, err
	}
	return h.show("player", "")
}

// showMap shows the board, a place of it, or the board of a player.
func (h *handling) showMap(rest string) (bool, error) {
	if h.c.Next == nil {
		return h.refuse("pbem.not-begun")
	}
	if s, ok := h.playerNamed(rest); ok {
		return h.showPlayer(s)
	}
	for _, part := range []string{"map", "board"} {
		if !h.hasPart(part) {
			continue
		}
		if rest != "" && h.ignores(part, rest) {
			h.tell(engine.Msg("pbem.map-whole", engine.Text("word", rest)))
			rest = ""
		}
		return h.show(part, rest)
	}
	h.tell(engine.Msg("pbem.no-map"))
	return true, nil
}

// ignores says that a title shows the same for an argument as without one.
func (h *handling) ignores(part, arg string) bool {
	g := h.c.Next
	view := g.Pos.View(h.seat)
	whole, err := g.Title.Sheet(view, h.seat, part, "")
	if err != nil {
		return false
	}
	one, err := g.Title.Sheet(view, h.seat, part, arg)
	return err == nil && reflect.DeepEqual(whole, one)
}

// playerNamed finds a seat by the player's name, or the only beginning of one.
func (h *handling) playerNamed(name string) (engine.Seat, bool) {
	want := engine.Fold(strings.Trim(name, " .?!"))
	if want == "" {
		return 0, false
	}
	found, n := engine.Seat(0), 0
	for i, p := range h.c.Table.Players {
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
func (h *handling) showPlayer(s engine.Seat) (bool, error) {
	if h.hasPart("player") {
		return h.show("player", strconv.Itoa(int(s)+1))
	}
	h.tell(engine.Msg("pbem.no-player-part", engine.Player("seat", s)))
	return h.show("table", "")
}

func (h *handling) noPlayer(word string) (bool, error) {
	var names []engine.Arg
	for s := range h.c.Table.Players {
		names = append(names, engine.Player("", engine.Seat(s)))
	}
	h.tell(engine.Msg("pbem.no-player", engine.Text("word", word), engine.Several("seats", names...)))
	return true, nil
}
