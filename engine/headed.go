package engine

import (
	"slices"
	"strings"

	"railpost/engine/key"
)

// Head returns how the name of a turn is written in full, and whether any turn is called so.
func Head(t Title, name string) (string, bool) {
	want := Squeeze(name)
	for _, full := range t.Turns() {
		if Squeeze(full) == want {
			return full, true
		}
	}
	return "", false
}

// CutHead cuts the name of a turn off a line: "3" and "run best" of "3: run best". Without one
// head is "".
func CutHead(t Title, line string) (head, order string) {
	name, rest, ok := strings.Cut(line, ":")
	if !ok {
		return "", line
	}
	if full, known := Head(t, strings.TrimSpace(name)); known {
		return full, strings.TrimSpace(rest)
	}
	return "", line
}

// headed refuses a line for another turn than the one a seat is in, and for that one while a question of another company
// interrupts it; head is "" where it names none.
func (g *Game) headed(seat Seat, head string) *Refusal {
	if head == "" {
		return nil
	}
	var names []string // of the questions
	for _, p := range g.Pos.Prompts(seat) {
		if of, named := Head(g.Title, p.Span); p.Span != "" && named {
			names = append(names, of)
		}
	}
	if len(names) == 0 {
		names = g.Title.Heads(g.Pos, seat)
	}
	if slices.Contains(names, head) {
		return nil
	}
	return &Refusal{Kind: Forbidden, Code: OtherHead, Why: Msg(key.OtherHead, Order("turn", head))}
}
