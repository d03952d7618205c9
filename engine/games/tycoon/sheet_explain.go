package tycoon

import (
	"strconv"
	"strings"

	"railpost/engine"
)

// Explain shows what a card, a baron, a city, a hex or a colour is.
func (Rules) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s, want := view.(*State), engine.Fold(word)
	b := engine.Block{Head: head("cards")}
	number, _ := strconv.Atoi(strings.TrimPrefix(want, "card "))
	for id := 1; id < len(s.book.Cards); id++ {
		name := engine.Fold(s.book.Cards[id].Name)
		if id == number && want != strconv.Itoa(number) || name == want || strings.HasPrefix(name, want+" ") || "government "+want == name {
			b.Lines = append(b.Lines, line("card-rest", cardNumbers([]int{id}), engine.Say("effect", s.cardWords(id))))
		}
	}
	if len(b.Lines) > 0 {
		return []engine.Block{b}
	}
	b.Head = head("barons")
	for i := 1; i < len(s.book.Barons); i++ {
		if baron := &s.book.Barons[i]; engine.Fold(baron.Name) == want || strings.HasSuffix(engine.Fold(baron.Name), " "+want) {
			b.Lines = append(b.Lines, line("baron-line", engine.Text("name", baron.Name), engine.Say("goal", s.goalWords(baron))))
		}
	}
	if len(b.Lines) > 0 {
		return []engine.Block{b}
	}
	for _, sheet := range []func(string) ([]engine.Block, error){s.hexSheet, s.goodsSheet} {
		if blocks, err := sheet(word); err == nil {
			return blocks
		}
	}
	return nil
}
