package engine

import (
	"slices"
	"strings"

	"railpost/engine/key"
)

// Headed is a Title whose turns have names, such as those of companies, so that players can
// plan for them. Like an Adviser it decides nothing.
type Headed interface {
	// Heads returns the names of the turn that a seat is in, as "6" or "RÁBA"; nil if it is
	// in none. While another player must answer something in that turn, it is still the
	// seat's turn.
	Heads(p Position, seat Seat) []string
	// Head returns how a name is written in full, and whether any turn is called so.
	Head(name string) (string, bool)
	// Declined reports whether an order, by its reports, declined what another player had
	// offered in their turn.
	Declined(reports []Report) bool
}

// ByCompany reports whether turns of a title have names, as those of companies.
func ByCompany(t Title) bool {
	_, ok := t.(Headed)
	return ok
}

// CutHead cuts the name of a turn off a line: "3" and "run best" of "3: run best". Without one
// head is "".
func CutHead(t Title, line string) (head, order string) {
	name, rest, ok := strings.Cut(line, ":")
	headed, named := t.(Headed)
	if !ok || !named {
		return "", line
	}
	if full, known := headed.Head(strings.TrimSpace(name)); known {
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
	title := g.Title.(Headed)
	var names []string // of the questions
	for _, p := range g.Pos.Prompts(seat) {
		if of, named := title.Head(p.Span); p.Span != "" && named {
			names = append(names, of)
		}
	}
	if len(names) == 0 {
		names = title.Heads(g.Pos, seat)
	}
	if slices.Contains(names, head) {
		return nil
	}
	return &Refusal{Kind: Forbidden, Code: OtherHead, Why: Msg(key.OtherHead, Order("turn", head))}
}
