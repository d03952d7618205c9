package view

import (
	"cmp"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// sections say more of a step than the order of the steps, which prompts cite.
var sections = map[string]string{
	key.AskTrack: "VI.3.2", key.AskTrackSecond: "VI.3.2", key.AskScrap: "VI.3.6", key.AskRun: "VI.3.6",
	key.AskTrains: "VI.3.8", key.AskTrainsOthers: "VI.3.8", key.AskPayout: "VI.4.3",
}

// Section knows that stations of majors are another matter than those of minors.
func (View) Section(asked engine.Prompt) (section string, paragraph int) {
	if asked.Ask.Key == key.AskStation {
		return map[bool]string{true: "VI.4.2", false: "VI.3.4"}[asked.Rule == "VI.4.1"], 0
	}
	return cmp.Or(sections[asked.Ask.Key], asked.Rule), 0
}
