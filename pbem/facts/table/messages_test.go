package table_test

import (
	"testing"

	"railpost/engine/enginetest"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestFamilies: the service's words for each state and setting are in the message files. The other keys are
// constants, see templates/keys.
func TestFamilies(t *testing.T) {
	var letters []string
	for _, l := range table.AllLetters() {
		letters = append(letters, string(l))
	}
	letters = append(letters, table.DigestWord)
	enginetest.Families(t, map[string][]string{
		key.NotRunningOf:   {string(table.Inviting), string(table.Paused), string(table.Over), string(table.Closed)},
		key.NoAnswerOf:     {string(table.Inviting), string(table.Closed)},
		key.StatusOf:       {string(table.Inviting), string(table.Running), string(table.Paused), string(table.Over), string(table.Closed)},
		key.AcceptLateOf:   {string(table.Running), string(table.Paused), string(table.Over), string(table.Closed)},
		key.SetLettersOf:   append(letters, "how"),
		key.LettersOf:      letters,
		key.UnsubscribedOf: {string(table.Turns), string(table.Off), table.DigestWord},
	}, "../../../templates/en/pbem.toml")
}
