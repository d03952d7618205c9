package vote_test

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// TestWords: what the words of votes answer at a table of three, where Ana has proposed to end the game.
func TestWords(t *testing.T) {
	journaltest.Words(t, func(t *table.Table) {
		t.Proposals, t.Proposed = []table.Proposal{end(0)}, 1
		t.Proposals[0].N, t.Proposals[0].Yes = 1, []engine.Seat{0}
	}, turn.Advance, map[string][]string{
		"1 ok":                   {key.VotedYes},
		"1 no 1":                 {key.VotedNo, key.Rejected},
		"1 ok 2":                 {key.VoteNone},
		"0 ok 1":                 {key.VoteOwn},
		"0 no 1":                 {key.Withdrawn},
		"0 ok":                   {key.VoteHow},
		"1 propose end":          {key.ProposeAgain},
		"1 propose a break":      {key.ProposeHow},
		"1 propose extend 1d":    {key.ProposedOf + "extend", key.Proposed},
		"1 propose extend a lot": {key.ProposeExtendHow},
		"1 propose replace Dora": {key.NoPlayer},
		"1 propose replace Ben":  {key.ProposeReplaceSelf},
		"1 propose call off":     {key.ProposedOf + string(table.ToCallOff), key.Proposed},
		"1 propose grace=2d":     {key.ProposedOf + "rule", key.Proposed},
		"1 propose house=tea":    {key.ProposeHouse},
		"1 undo":                 {key.UndoNothing},
	})
}

// TestAgreed: the last vote carries a proposal out, and what stands below it in its mail comes too late.
func TestAgreed(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	journaltest.Say(t, c, 0, "propose end", turn.Advance)
	journaltest.Say(t, c, 1, "yes", turn.Advance)
	d, _ := journaltest.Say(t, c, 2, "ok 1", turn.Advance)
	expect.Same(t, "told", journaltest.Keys(d.Reply.Told), []string{key.VotedYes, key.AgreedOf + string(table.ToEnd)})
	expect.Same(t, "late", d.Late, true)
	expect.Same(t, "state", c.Table.State, table.Over)
}

// TestUndo: the last move is taken back at once, and one after which somebody else has moved by agreement.
func TestUndo(t *testing.T) {
	k := journaltest.New(t, nil)
	for s := range engine.Seat(2) {
		c := k.Change()
		turn.PlayFor(c, s, "", "sell red")
		turn.Advance(t.Context(), c, s)
		k.Keep(c)
	}
	c := k.Change()
	d, _ := journaltest.Say(t, c, 1, "undo", turn.Advance)
	expect.Same(t, "told", journaltest.Keys(d.Reply.Told), []string{key.Undone})
	expect.Same(t, "moved back", d.Moved && d.Undone, true)
	d, _ = journaltest.Say(t, k.Change(), 0, "undo", turn.Advance)
	expect.Same(t, "asks", journaltest.Keys(d.Reply.Told), []string{key.ProposedOf + string(table.ToUndo), key.Proposed})
}

// TestProposalsHaveALimit: each proposal is a letter to all, so a day has ten of a player's.
func TestProposalsHaveALimit(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	for i := range 10 {
		_, ok := journaltest.Say(t, c, 0, "propose end", turn.Advance)
		expect.Same(t, "proposed", ok, true)
		journaltest.Say(t, c, 0, fmt.Sprintf("no %d", i+1), turn.Advance)
	}
	d, _ := journaltest.Say(t, c, 0, "propose end", turn.Advance)
	expect.Same(t, "told", journaltest.Keys(d.Reply.Told), []string{key.ProposeOften})
}

// TestTermsOfLanguages: rules of tables and options of games have names in Spanish and Catalan, and so have their
// values; a proposal, and a table that is opened, read what letters print.
func TestTermsOfLanguages(t *testing.T) {
	texts := expect.Get(templates.New())(t)
	terms := map[string][]string{"time-out": {"wait", "default", "plan", "open", "yes", "none"}}
	for _, rule := range table.RuleNames() {
		terms[rule] = append(terms[rule], "2d")
	}
	for _, title := range titles.All() {
		for _, step := range title.Steps() {
			terms[table.StepRule+step] = []string{"2d"}
		}
		for _, o := range title.Options() {
			terms[o.Key] = append(terms[o.Key], o.Values...)
		}
	}
	for _, lang := range []string{"es", "ca"} {
		book := texts.Book(lang, "")
		for name, values := range terms {
			expect.True(t, book.Term(name) != name || name == "robot" || name == table.HouseRule, "%s: %q has no name", lang, name)
			for _, value := range values {
				printed := book.Term(name) + "=" + book.Term(value)
				for line, want := range map[string]string{
					"propose " + printed:                 "propose " + name + "=" + value,
					"new 18mag 3 Winter rule " + printed: "new 18mag 3 Winter rule " + name + "=" + value,
				} {
					expect.Same(t, lang+": "+line, book.ReadService(line).English, want)
				}
			}
		}
	}
}
