package content_test

import (
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestFacts: facts are read as they were stored; none are those of a letter without any.
func TestFacts(t *testing.T) {
	visitor := content.Facts{Visitor: &content.Visitor{Lang: "es"}, Lang: "ca", Since: 3}
	for _, f := range []content.Facts{{}, content.Tell(engine.Msg(key.Paused)), visitor} {
		b := expect.Get(f.Bytes())(t)
		expect.Same(t, string(b), expect.Get(content.ReadFacts(b))(t), f)
	}
	expect.Same(t, "none", expect.Get(content.ReadFacts(nil))(t), content.Facts{})
	_, err := content.ReadFacts([]byte("letter"))
	expect.Fails(t, "damaged", err, "facts of a letter")
	expect.Same(t, "a visitor's language", visitor.OwnLang(), "es")
}

// TestSpan: whole days and hours are said in words.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		72 * time.Hour: key.Days, 50 * time.Hour: key.DaysHours, 36 * time.Hour: key.Hours, 90 * time.Minute: "",
	} {
		arg, said := content.Span("time", d), ""
		if arg.Kind == engine.KindSay {
			said = arg.Text
		}
		expect.Same(t, d, said, want)
	}
}

// TestVotes: a proposal is put to those who have not voted; the player whom it is to replace learns of it.
func TestVotes(t *testing.T) {
	tab := &table.Table{State: table.Running, Players: []table.Player{{Name: "Ana"}, {Name: "Ben"}, {Name: "Cleo"}},
		Proposals: []table.Proposal{{N: 1, To: table.ToReplace, By: 0, Seat: 2, Yes: []engine.Seat{0},
			Says: engine.Msg(key.ProposedOf + "replace")}}}
	for seat, want := range map[engine.Seat][]string{
		0: nil,
		1: {key.ProposedOf + "replace", key.VoteAskOf + string(tab.Rules.Needed()), key.VoteEndsOf + "replace"},
		2: {key.ProposedOf + "replace", key.VoteNotAsked},
	} {
		var keys []string
		for _, m := range content.Votes(tab, seat) {
			keys = append(keys, m.Key)
		}
		expect.Same(t, seat, keys, want)
	}
}

// TestSays: talk is a note of one report.
func TestSays(t *testing.T) {
	said := engine.Report{Message: engine.Msg(key.Said)}
	for _, r := range []struct {
		record engine.Record
		want   bool
	}{
		{engine.Record{Kind: engine.Noted, Reports: []engine.Report{said}}, true},
		{engine.Record{Kind: engine.Noted, Reports: []engine.Report{said, said}}, false},
		{engine.Record{Kind: engine.Ordered, Reports: []engine.Report{said}}, false},
	} {
		expect.Same(t, r.record, content.Says(&r.record), r.want)
	}
}
