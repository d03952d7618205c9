package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// Section is what a prompt cites; of revenue it is what the director chooses.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	if asked.Ask.Key == key.AskOf+string(g18cz.StepPayout) {
		paragraph = 1
	}
	return asked.Rule, paragraph
}
