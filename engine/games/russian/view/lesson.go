package view

import (
	"cmp"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// sections say more to a newcomer than those that prompts cite.
var sections = map[string]string{
	key.AskStart: "Start bonus cards", key.AskTurn: "Using an action space", key.AskReuse: "Re-use of the worker", key.AskEndcard: "End bonus cards",
}

// Section of the rules about a step.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	return cmp.Or(sections[asked.Ask.Key], asked.Rule), 0
}
