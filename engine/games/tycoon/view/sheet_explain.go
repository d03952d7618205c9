package view

import (
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Explain tells what a card, a baron, a city, a hex or a colour is.
func (View) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s, want := view.(*tycoon.State), engine.Fold(word)
	b := engine.Block{Head: engine.Msg(key.HeadCards)}
	number, _ := strconv.Atoi(strings.TrimPrefix(want, "card "))
	for id := 1; id < len(s.Book().Cards); id++ {
		name := engine.Fold(s.Book().Cards[id].Name)
		if id == number && want != strconv.Itoa(number) || name == want || strings.HasPrefix(name, want+" ") || "government "+want == name {
			b.Add(key.SheetCardRest, cardNumbers([]int{id}), engine.Say("effect", cardWords(s, id)))
		}
	}
	if len(b.Lines) > 0 {
		return []engine.Block{b}
	}
	b.Head = engine.Msg(key.HeadBarons)
	for i := 1; i < len(s.Book().Barons); i++ {
		if baron := &s.Book().Barons[i]; engine.Fold(baron.Name) == want || strings.HasSuffix(engine.Fold(baron.Name), " "+want) {
			b.Add(key.SheetBaronLine, engine.Text("name", baron.Name), engine.Say("goal", s.Book().GoalWords(baron)))
		}
	}
	if len(b.Lines) > 0 {
		return []engine.Block{b}
	}
	if blocks, err := hexSheet(s, word); err == nil {
		return blocks
	}
	if blocks, err := goodsSheet(s, word); err == nil {
		return blocks
	}
	return nil
}
