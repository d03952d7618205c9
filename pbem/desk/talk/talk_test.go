package talk_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/talk"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestWords: what the words answer.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		change func(*table.Table)
		told   map[string][]string
	}{
		{nil, map[string][]string{
			"0 say hello":                          {key.SayDone},
			"0 say":                                {key.SayHow},
			"0 tell Ben: hello":                    {key.TellDone},
			"0 tell ana hello":                     {key.TellSelf},
			"0 tell Ben":                           {key.TellHow},
			"0 tell Dora hello":                    {key.NoPlayer},
			"0 ignore Ben":                         {key.Ignored},
			"0 ignore Ben off":                     {key.Ignored},
			"0 ignore Ben please":                  {key.IgnoreHow},
			"0 ignore Ana":                         {key.IgnoreHow},
			"0 ignore Dora":                        {key.NoPlayer},
			"0 note sell red":                      {key.NoteDone},
			"0 note":                               {key.NoteHow},
			"0 say " + strings.Repeat("x", 20_001): {key.SayOften},
		}},
		{func(t *table.Table) { t.Rules.NoTalk = true }, map[string][]string{"0 say hello": {key.RuleTalk}, "0 tell Ben hello": {key.RuleTalk}}},
		{func(t *table.Table) { t.Rules.OpenTalk = true }, map[string][]string{"0 say hello": {key.SayDone}, "0 tell Ben hello": {key.RuleOpenTalk}}},
		{func(t *table.Table) { t.Players[0].Notes = make([]table.Note, 30) }, map[string][]string{"0 note one more": {key.NoteMany}}},
	} {
		journaltest.Words(t, c.change, nil, c.told)
	}
}

// TestIgnored: a player is ignored once, and until it ends.
func TestIgnored(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	for range 2 {
		journaltest.Say(t, c, 0, "ignore Ben", nil)
		expect.Same(t, "ignores", c.Table.Players[0].Ignores, []engine.Seat{1})
	}
	journaltest.Say(t, c, 0, "ignore ben off", nil)
	expect.Same(t, "ignores", len(c.Table.Players[0].Ignores), 0)
}

// TestDropNotes: one note goes, or all.
func TestDropNotes(t *testing.T) {
	for rest, want := range map[string]string{"note 2": "a c", "notes": "", "note [1]": "b c", "note 4": "a b c"} {
		c := journaltest.New(t, nil).Change()
		for _, text := range []string{"a", "b", "c"} {
			journaltest.Say(t, c, 0, "note "+text, nil)
		}
		d, _ := journaltest.Say(t, c, 0, "note", nil)
		ok := talk.DropNotes(d, rest)
		var left []string
		for _, n := range d.Self().Notes {
			left = append(left, n.Text)
		}
		expect.Same(t, rest, strings.Join(left, " "), want)
		expect.Same(t, rest, ok, want != "a b c")
	}
}
