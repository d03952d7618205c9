package sitter_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestWords: what "sitter" answers: Ben has asked somebody already.
func TestWords(t *testing.T) {
	journaltest.Words(t, asked, nil, map[string][]string{
		"0 sitter off":                             {key.SitterNone},
		"1 sitter off":                             {key.SitterOff},
		"0 sitter zoe@example.org":                 {key.SitterHow},
		"0 sitter zoe@example.org until 20 mar":    {key.SitterAsked},
		"1 sitter zoe@example.org until 20 mar":    {key.SitterAsked},
		"0 sitter ana@example.org until 20 mar":    {key.SitterHow},
		"0 sitter games@post.example until 20 mar": {key.SitterHow},
		"0 sitter ben@example.org until 20 mar":    {key.SitterAtTable},
	})
}

// TestAskedAtTheTable: where the rules permit it, somebody at the table substitutes under their own name.
func TestAskedAtTheTable(t *testing.T) {
	c := journaltest.New(t, func(t *table.Table) { t.Rules.SitterAtTable = true }).Change()
	journaltest.Say(t, c, 0, "sitter ben@example.org until 20 mar", nil)
	expect.Same(t, "name", c.Table.Players[0].Sitter.Name, "Ben")
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ben guest"})
}
