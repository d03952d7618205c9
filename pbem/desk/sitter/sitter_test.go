package sitter_test

import (
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

var day = clock.DateOf(journaltest.Start)

// asked has Sub asked to play for Ben, who is away, until Thursday.
func asked(t *table.Table) {
	t.Players[1].Sitter = &table.Sitter{Guest: table.Guest{Name: "Sub", Address: journaltest.Of("Sub")}, Until: day.Add(3)}
	t.Players[1].Away = []table.Away{{From: day, To: day.Add(9)}}
}

// TestSitter: from acceptance to the end of the last day the letters of the seat go to both, and its time runs.
func TestSitter(t *testing.T) {
	k := journaltest.New(t, asked)
	c := k.Change()
	k.Play(c, 0, "sell red")
	journaltest.Ask(c, 1)
	tell.Letter(t.Context(), c, 1, templates.Turn, content.Facts{})
	expect.Same(t, "before", journaltest.Letters(c), []string{"ben turn"})
	standing := c.Table.Waiting[0].Until
	c.Letters = nil
	sitter.Begin(t.Context(), c, 1)
	expect.Same(t, "begins", journaltest.Letters(c), []string{"sub handover", "ana news", "cleo news", "ben answer"})
	expect.Same(t, "noted", journaltest.Noted(c)[len(c.Records)-1:], []string{key.SitterSits})
	expect.True(t, c.Table.Waiting[0].Until.Before(standing), "the time of somebody away stands still beside a substitute")
	k.Keep(c)
	expect.Same(t, "ends", k.Dues()["sitter"], time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC))
	expect.Same(t, "known", k.ChangeWithoutGame().Knows(t.Context(), journaltest.Of("Sub")), true)

	c = k.Change()
	c.Table.Players[1].Letters, c.Table.Proposals = table.Moves, []table.Proposal{{N: 1, By: 0}}
	tell.Whisper(t.Context(), c, 0, 1, engine.Msg(key.Said))
	expect.Same(t, "both", journaltest.Letters(c), []string{"ben turn", "sub turn"})
	own, theirs := journaltest.Facts(c, "Ben"), journaltest.Facts(c, "Sub")
	expect.Same(t, "only the player votes", []bool{len(own.Votes) > 0, len(theirs.Votes) > 0}, []bool{true, false})
	expect.Same(t, "the substitute sees all of the position", theirs.Seen, 0)

	c = k.Change()
	sitter.End(t.Context(), c, 1)
	expect.Same(t, "thanks", journaltest.Told(c, "Sub"), []string{key.SitterThanks})
	expect.Same(t, "noted", journaltest.Noted(c), []string{key.SitterEnds})
	expect.Same(t, "time stands still again", c.Table.WaitFor(1).Until, standing)
	c.Letters = nil
	tell.Letter(t.Context(), c, 1, templates.Turn, content.Facts{})
	expect.Same(t, "after", journaltest.Letters(c), []string{"ben turn"})
	k.At = k.At.AddDate(0, 0, 4)
	expect.Same(t, "after its last day", k.Change().Table.Players[1].SitterAt(k.At), nil)
}

// TestNotBegun: nobody hears of a substitute who has not accepted, and a stranger gets only the question.
func TestNotBegun(t *testing.T) {
	c := journaltest.New(t, asked).Change()
	sitter.End(t.Context(), c, 1)
	expect.Same(t, "letters", journaltest.Letters(c), nil)
	expect.Same(t, "noted", journaltest.Noted(c), nil)
}
