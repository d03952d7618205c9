package seats_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/robot"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/seats"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestAnswerToInvitation: a game begins with the last acceptance, and a seat that was declined stays open.
func TestAnswerToInvitation(t *testing.T) {
	inviting := func(t *table.Table) {
		t.State, t.Players[2].Answer, t.Waiting = table.Inviting, "", nil
	}
	journaltest.Words(t, inviting, nil, map[string][]string{
		"2 accept":  {key.AcceptedBegins},
		"2 decline": {key.DeclineDone},
	})
	journaltest.Words(t, nil, nil, map[string][]string{
		"2 accept":  {key.AcceptLateOf + "running"},
		"2 decline": {key.DeclineLate},
	})
	c := journaltest.New(t, inviting).Change()
	d, _ := journaltest.Say(t, c, 2, "decline", nil)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ana told", "ben told", "host notice"})
	expect.Same(t, "begun", d.Begun, false)
}

// TestResign: the seat is left with the second mail, and given back while nobody has taken it.
func TestResign(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	d, _ := journaltest.Say(t, c, 1, "resign", nil)
	expect.Same(t, "asked", journaltest.Keys(d.Reply.Told), []string{key.ResignAsk})
	expect.Same(t, "resigned", c.Table.Players[1].Resigned, false)
	k.Keep(c)
	c = k.Change()
	d, _ = journaltest.Say(t, c, 1, "resign", nil)
	expect.Same(t, "done", journaltest.Keys(d.Reply.Told), []string{key.ResignDone})
	expect.Same(t, "noted", journaltest.Noted(c), []string{key.Resigned})
	expect.Same(t, "moved", d.Moved, true)
	seats.Unresign(t.Context(), d)
	p := c.Table.Players[1]
	expect.Same(t, "left", p.Resigned || p.Robot || p.Open, false)
}

// TestResignAlone: with only robots left, the game ends.
func TestResignAlone(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) {
		for s := range engine.Seat(2) {
			t.Players[s].Level = robot.Easy
		}
	})
	for range 2 {
		c := k.Change()
		journaltest.Say(t, c, 2, "resign", nil)
		k.Keep(c)
	}
	expect.Same(t, "state", k.Change().Table.State, table.Closed)
}
