package pbem

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/fault"
)

// Every part of a title's view is a word of the service, too: "market", "company
// 4", "map F17".

// partWords is how many words may stand behind the name of a part: names of
// players have blanks.
const partWords = 3

// partOf finds the part a line asks for, and what stands behind its name. A
// line with more words than can stand there is no such line but talk.
func partOf(parts []engine.Part, line string) (p engine.Part, arg string, ok bool) {
	word, arg := firstWord(line), strings.Trim(afterWord(line), " .?!")
	i := slices.IndexFunc(parts, func(p engine.Part) bool { return engine.Fold(p.Name) == word })
	if i < 0 {
		return engine.Part{}, "", false
	}
	most := partWords
	if parts[i].Arg == "" {
		most = 1
	}
	return parts[i], arg, len(strings.Fields(arg)) <= most
}

func (h *handling) parts() []engine.Part {
	if h.c.Next == nil {
		return nil
	}
	return h.c.Next.Title.Parts()
}

func (h *handling) hasPart(name string) bool {
	return slices.ContainsFunc(h.parts(), func(p engine.Part) bool { return p.Name == name })
}

// partForms says how the parts are asked for whose name begins with word, but
// for those that a command of the same name shows.
func (h *handling) partForms(word string) []engine.Usage {
	var out []engine.Usage
	for _, p := range h.parts() {
		if !strings.HasPrefix(engine.Fold(p.Name), word) || findCommand(engine.Fold(p.Name)) != nil {
			continue
		}
		u := engine.Usage{Verb: p.Name, Form: p.Name, Gloss: p.Gloss}
		if p.Arg != "" {
			u.Form += " [" + p.Arg + "]"
		}
		out = append(out, u)
	}
	return out
}

// showPart shows a part; that of a player by his name, too.
func (h *handling) showPart(p engine.Part, arg string) (bool, error) {
	if p.Arg == "" && arg != "" {
		h.tell(engine.Msg("pbem.part-whole", engine.Text("part", p.Name), engine.Text("word", arg)))
		arg = ""
	}
	if p.Name != "player" || arg == "" {
		return h.show(p.Name, arg)
	}
	if s, ok := h.playerNamed(arg); ok {
		return h.showPlayer(s)
	}
	if _, err := strconv.Atoi(arg); err != nil {
		return h.noPlayer(arg)
	}
	return h.show(p.Name, arg)
}

// show adds a part of the position, as the seat may know it. Where the title
// has no such thing it says what there is.
func (h *handling) show(part, arg string) (bool, error) {
	g := h.c.Next
	blocks, err := g.Title.Sheet(g.Pos.View(h.seat), h.seat, part, arg)
	if r, ok := engine.AsRefusal(err); ok {
		h.tell(r.Why)
		if len(r.Expected) > 0 {
			h.tell(engine.Msg("pbem.part-expected", engine.Text("words", strings.Join(r.Expected, ", "))))
		}
		return true, nil
	}
	if err != nil {
		return false, &fault.Error{Err: err}
	}
	h.f.Blocks = append(h.f.Blocks, blocks...)
	return true, nil
}
