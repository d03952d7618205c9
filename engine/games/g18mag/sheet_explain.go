package g18mag

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/trains"
)

// Explain shows what a company, a phase, a service or a train is.
func (title) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s, want := view.(*State), engine.Fold(word)
	if c, ok := engine.ReadWord(s.edition().words, word); ok {
		if blocks, err := s.companySheet(companies[c].word); err == nil {
			return append(blocks, s.tileNamed(word)...)
		}
		return []engine.Block{{Head: head("explain", engine.Text("word", word)), Lines: []engine.Message{line("explain-out", companySay("company", c))}}}
	}
	if _, ok := engine.ReadWord(s.serviceWords(), word); ok {
		return []engine.Block{s.serviceBlock()}
	}
	colour := strings.TrimSpace(strings.Replace(strings.TrimPrefix(want, "phase"), "grey", "gray", 1))
	if strings.HasPrefix(want, "phase") || slices.ContainsFunc(s.edition().phases, func(p trains.Phase) bool { return p.Name == colour }) {
		return []engine.Block{s.phaseBlock()}
	}
	if _, ok := engine.ReadWord(s.sizeWords(), word); ok {
		return append([]engine.Block{s.trainTable()}, s.tileNamed(word)...)
	}
	return nil
}

// tileNamed is a tile with the number that may mean something else, too.
func (s *State) tileNamed(number string) []engine.Block {
	blocks, err := s.board().Tiles(number, line("supply-how"))
	if err != nil {
		return nil
	}
	return blocks
}
