package vote_test

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestWords: what the words of votes answer at a table of three, where Ana has proposed to end the game.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		seat engine.Seat
		line string
		told []string
	}{
		{1, "ok", []string{key.VotedYes}},
		{1, "no 1", []string{key.VotedNo, key.Rejected}},
		{1, "ok 2", []string{key.VoteNone}},
		{0, "ok 1", []string{key.VoteOwn}},
		{0, "no 1", []string{key.Withdrawn}},
		{0, "ok", []string{key.VoteHow}},
		{1, "propose end", []string{key.ProposeAgain}},
		{1, "propose a break", []string{key.ProposeHow}},
		{1, "propose extend 1d", []string{key.ProposedOf + string(table.ToExtend), key.Proposed}},
		{1, "propose extend a lot", []string{key.ProposeExtendHow}},
		{1, "propose replace Dora", []string{key.NoPlayer}},
		{1, "propose replace Ben", []string{key.ProposeReplaceSelf}},
		{1, "propose call off", []string{key.ProposedOf + string(table.ToCallOff), key.Proposed}},
		{1, "propose grace=2d", []string{key.ProposedOf + string(table.ToRule), key.Proposed}},
		{1, "propose house=tea", []string{key.ProposeHouse}},
		{1, "undo", []string{key.UndoNothing}},
	} {
		ch := journaltest.New(t, nil).Change()
		_, ok := journaltest.Say(t, ch, 0, "propose end", turn.Advance)
		expect.Same(t, "proposed", ok, true)
		d, _ := journaltest.Say(t, ch, c.seat, c.line, turn.Advance)
		expect.Same(t, fmt.Sprint(c.seat, " ", c.line), journaltest.Keys(d.Reply.Told), c.told)
	}
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
