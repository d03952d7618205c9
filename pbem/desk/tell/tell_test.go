package tell_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// back makes letters to a player come back, so that their address gets no more.
func back(c *journal.Change, name string) {
	c.Keep(journal.FailingPrefix+journaltest.Of(name), journal.Failing{Count: journal.BouncesMost, Since: c.At})
}

func letters(l table.Letters) func(*table.Player) { return func(p *table.Player) { p.Letters = l } }

var sub = &table.Sitter{Guest: table.Guest{Name: "Sub", Address: journaltest.Of("Sub")},
	Until: clock.Date{Year: 2026, Month: 3, Day: 9}, Sits: true}

// TestTable: the letters about Ana's change, by Ben's and Cleo's settings. Ben must act after a move.
func TestTable(t *testing.T) {
	moves := func(k *journaltest.Kit, c *journal.Change) { k.Play(c, 0, "sell red"); journaltest.Ask(c, 1) }
	round := func(k *journaltest.Kit, c *journal.Change) {
		for s := range engine.Seat(3) {
			k.Play(c, s, "pass")
		}
		journaltest.Ask(c, 0)
	}
	says := func(k *journaltest.Kit, c *journal.Change) { c.Note(0, engine.Report{Message: engine.Msg(key.Said)}) }
	votes := func(k *journaltest.Kit, c *journal.Change) { c.ToAll = []engine.Message{engine.Msg(key.Withdrawn)} }
	daily := func(c *journal.Change) {
		c.KeepDigest(&table.Digest{Address: journaltest.Of("Ben")})
		c.KeepDigest(&table.Digest{Address: journaltest.Of("Cleo")})
	}
	for what, c := range map[string]struct {
		set  func(*table.Player)
		do   func(*journaltest.Kit, *journal.Change)
		want []string
	}{
		"moves":        {letters(table.Moves), moves, []string{"ben turn", "cleo news"}},
		"rounds":       {letters(table.Rounds), moves, []string{"ben turn"}},
		"round over":   {letters(table.Rounds), round, []string{"ben news", "cleo news"}},
		"turns":        {letters(table.Turns), round, nil},
		"off":          {letters(table.Off), moves, nil},
		"resigned":     {func(p *table.Player) { p.Resigned = true }, moves, nil},
		"robot":        {func(p *table.Player) { p.Robot = true }, moves, []string{"ben news", "cleo news"}},
		"robot, turns": {func(p *table.Player) { p.Robot, p.Letters = true, table.Turns }, moves, nil},
		"daily":        {letters(table.Moves), moves, nil},
		"daily, votes": {letters(table.Moves), votes, []string{"ben news", "cleo news"}},
		"substitute": {func(p *table.Player) { p.Sitter = sub }, moves,
			[]string{"ben turn", "sub turn", "cleo news", "sub news"}},
		"talk":            {letters(table.Rounds), says, []string{"ben news", "cleo news"}},
		"talk later":      {func(p *table.Player) { p.Talk = table.TalkLater }, says, nil},
		"talk, turns":     {letters(table.Turns), says, nil},
		"talk, ignored":   {func(p *table.Player) { p.Letters, p.Ignores = table.Rounds, []engine.Seat{0} }, says, nil},
		"votes, off":      {letters(table.Off), votes, []string{"ben news", "cleo news"}},
		"votes, resigned": {func(p *table.Player) { p.Resigned = true }, votes, nil},
	} {
		k := journaltest.New(t, func(t *table.Table) { c.set(&t.Players[1]); c.set(&t.Players[2]) })
		ch := k.Change()
		if strings.HasPrefix(what, "daily") {
			daily(ch)
		}
		c.do(k, ch)
		tell.Table(t.Context(), ch, 0)
		expect.NoError(t, ch.Err)
		expect.Same(t, what, journaltest.Letters(ch), c.want)
	}
}

// TestReplaced: a letter that nobody has seen is replaced by the next, which has its news; one that was sent is not.
func TestReplaced(t *testing.T) {
	for _, sent := range []bool{false, true} {
		k := journaltest.New(t, func(t *table.Table) { t.Players[1].Calendar = true })
		c := k.Change()
		k.Play(c, 0, "sell red")
		journaltest.Ask(c, 1)
		c.Planned = map[engine.Seat][]engine.Message{1: {engine.Msg(key.PlanBack)}}
		tell.Table(t.Context(), c, 0)
		k.Keep(c)
		first := journaltest.Facts(c, "Ben")
		expect.Same(t, "in no calendar before", first.Calendar.Was, nil)
		if sent {
			k.Send()
		}
		c = k.Change()
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.Paused)})
		tell.Table(t.Context(), c, engine.Nobody)
		f := journaltest.Facts(c, "Ben")
		expect.Same(t, "news since its own", f.Since > first.Since, sent)
		expect.Same(t, "planned again", len(f.Planned) > 0, !sent)
		expect.Same(t, "asked before", f.Asked.IsZero(), sent)
		expect.Same(t, "in the calendar", f.Calendar.Was != nil, sent)
		k.Keep(c)
		c = k.Change() // Ben answers
		k.Play(c, 1, "sell red")
		journaltest.Ask(c, 2)
		tell.Receipt(t.Context(), c, 1, templates.Receipt, content.Facts{ReplyTo: "1"})
		expect.Same(t, "its letter is withdrawn", slices.Contains(c.Dropped, "winter/1"), true)
	}
}

// TestWhisper: one player's message to another comes at once or waits for the next letter, unless it is ignored.
func TestWhisper(t *testing.T) {
	for what, c := range map[string]struct {
		set   func(*table.Player)
		want  []string
		waits int
	}{
		"at once": {letters(table.Moves), []string{"ben news"}, 0},
		"off":     {letters(table.Off), nil, 1},
		"later":   {func(p *table.Player) { p.Talk = table.TalkLater }, nil, 1},
		"ignored": {func(p *table.Player) { p.Ignores = []engine.Seat{0} }, nil, 0},
		"ignored, but by no substitute": {func(p *table.Player) { p.Ignores, p.Sitter = []engine.Seat{0}, sub },
			[]string{"sub told"}, 0},
	} {
		ch := journaltest.New(t, func(t *table.Table) { c.set(&t.Players[1]) }).Change()
		tell.Whisper(t.Context(), ch, 0, 1, engine.Msg(key.Said))
		expect.Same(t, what, journaltest.Letters(ch), c.want)
		expect.Same(t, what, len(ch.Table.Players[1].Private), c.waits)
	}
}

// TestOrganiser: an organiser who plays at the table does not get the lines of other players.
func TestOrganiser(t *testing.T) {
	for _, organiser := range []string{"host", "ana"} {
		c := journaltest.New(t, func(t *table.Table) { t.Organiser = journaltest.Of(organiser) }).Change()
		tell.OrganiserOf(t.Context(), c, content.Facts{Said: templates.Said{Again: []string{"sell red"}}})
		expect.Same(t, organiser, journaltest.Letters(c), []string{organiser + " notice"})
		expect.Same(t, organiser, journaltest.Facts(c, organiser).Again != nil, organiser == "host")
	}
}

// TestBack: an address from which letters come back gets answers to its own mails alone.
func TestBack(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.ChangeWithoutGame()
	back(c, "Ben")
	k.Keep(c)
	c = k.Change()
	tell.Letter(t.Context(), c, 1, templates.Turn, content.Facts{})
	expect.Same(t, "letters", journaltest.Letters(c), nil)
	tell.Letter(t.Context(), c, 1, templates.Answer, content.Facts{ReplyTo: "1"})
	tell.Moved(t.Context(), c, 1, journaltest.Of("Ben"))
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ben answer"})
}

// TestAlarm: one a day of each kind.
func TestAlarm(t *testing.T) {
	k := journaltest.New(t, nil)
	for i, want := range []int{1, 1, 2} {
		if i == 2 {
			k.At = k.At.Add(24 * time.Hour)
		}
		expect.NoError(t, tell.Alarm(t.Context(), k.Journal, nil, "disk", engine.Msg(key.AlarmBroken)))
		expect.Same(t, "alarms", len(expect.Get(k.Store.Letters(t.Context()))(t)), want)
	}
}
