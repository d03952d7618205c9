package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// Section is the section that a prompt cites; for revenue, the director's choice.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	if asked.Ask.Key == key.AskOf+string(g18cz.StepPayout) {
		paragraph = 1
	}
	return asked.Rule, paragraph
}
