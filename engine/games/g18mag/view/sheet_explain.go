package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/trains"
)

// Explain tells what a company, a phase, a service or a train is.
func (View) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s, want := view.(*g18mag.State), engine.Fold(word)
	if s.Alone != nil && want == engine.Fold("István") {
		return append([]engine.Block{{Head: engine.Msg(key.HeadExplain, engine.Order("word", word)), Lines: []engine.Message{engine.Msg(key.SheetIstvan)}}}, istvanSheet(s)...)
	}
	if c, ok := engine.ReadWord(s.Edition().Words, word); ok {
		if blocks, err := companySheet(s, g18mag.Companies[c].Word); err == nil {
			return append(blocks, tileNamed(s, word)...)
		}
		return []engine.Block{{Head: engine.Msg(key.HeadExplain, engine.Order("word", word)), Lines: []engine.Message{engine.Msg(key.SheetExplainOut, g18mag.CompanySay("company", c))}}}
	}
	if _, ok := engine.ReadWord(s.Goods().ServiceWords(), word); ok {
		return []engine.Block{serviceBlock(s)}
	}
	colour := strings.TrimSpace(strings.Replace(strings.TrimPrefix(want, "phase"), "grey", "gray", 1))
	if strings.HasPrefix(want, "phase") || slices.ContainsFunc(s.Edition().Phases, func(p trains.Phase) bool { return p.Name == colour }) {
		return []engine.Block{phaseBlock(s)}
	}
	if _, ok := engine.ReadWord(s.Goods().SizeWords(), word); ok {
		return append([]engine.Block{trainTable(s)}, tileNamed(s, word)...)
	}
	return nil
}

// tileNamed is a tile whose number may have another meaning, too.
func tileNamed(s *g18mag.State, number string) []engine.Block {
	blocks, err := tileSheet(s, number)
	if err != nil {
		return nil
	}
	return blocks
}
