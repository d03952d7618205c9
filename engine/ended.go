package engine

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine/key"
)

// AlreadyEnded reports whether a line only ends the turn that was answered last, while this turn asks nothing
// any more: such a line is never meant for another turn.
func (a Answered) AlreadyEnded(p Position, seat Seat, line string) bool {
	if a.Prompt.Turn == "" || a.Prompt.EndedBy(line) == EndsNothing {
		return false
	}
	return !slices.ContainsFunc(p.Prompts(seat), func(now Prompt) bool { return now.Turn == a.Prompt.Turn })
}

// otherTurn refuses a line that would answer another turn than the lines before it. Orders that are possible at
// any time belong to no turn; a question that names no turn belongs to the one in which it came up.
func (e Earlier) otherTurn(p Position, seat Seat, line string) *Refusal {
	if e.Span == "" {
		return nil
	}
	word, asked := FirstFold(line), false
	begins := func(name string) bool { return FirstFold(name) == word }
	for _, now := range p.Prompts(seat) {
		switch {
		case now.Optional:
			if slices.ContainsFunc(now.Verbs, func(v Verb) bool { return begins(v.Name) || slices.ContainsFunc(v.Also, begins) }) {
				return nil
			}
		case now.span() == e.Span, now.span() == "":
			return nil
		default:
			asked = true
		}
	}
	if !asked {
		return nil
	}
	return &Refusal{Kind: Forbidden, Code: OtherTurn, Why: Msg(key.OtherTurn)}
}

func (p Prompt) span() string { return cmp.Or(p.Span, p.Turn) }

// EndedBy returns what a line gives up if it only ends something of the prompt's turn.
func (p Prompt) EndedBy(line string) Ending {
	word := Squeeze(strings.Trim(line, " .!"))
	for _, v := range p.Verbs {
		if v.Ends != EndsNothing && (Squeeze(v.Name) == word || slices.ContainsFunc(v.Also, func(also string) bool { return Squeeze(also) == word })) {
			return v.Ends
		}
	}
	return EndsNothing
}
