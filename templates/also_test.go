package templates

import (
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestNewsAlso: the subject of news names, with the last order, its effect on the game as a whole; the end of a
// turn has lines of its own.
func TestNewsAlso(t *testing.T) {
	player := func(seat engine.Seat) engine.Message {
		return engine.Msg("tycoon.report.player-income", engine.Player("seat", seat), engine.Int("income", 3), engine.Int("dividend", 1), engine.Int("money", 2))
	}
	l := Letter{Kind: News, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben", "Cleo"}, Seat: 2, Waiting: []Waiting{{Seat: 0}},
		Happened: []Step{{Seq: 9, Seat: 1, Public: true, Line: "build Chicago: L14 > Milwaukee", Reports: []engine.Message{
			engine.Msg("tycoon.report.build-link", engine.Player("seat", 1), engine.Text("from", "Chicago"), engine.Text("to", "Milwaukee")),
			engine.Msg("tycoon.report.income", engine.Int("turn", 3)),
			player(0), player(1),
		}}}}
	r := render(t, shipped(t), &l)
	expect.Same(t, "subject", "[winter] Ben: links Chicago - Milwaukee, Ana is next", r.Subject)
	expect.Has(t, "the letter", strings.Join(strings.Fields(r.Text), " "), "completes the link Chicago - Milwaukee", "end of turn 3: income and dividends")
}

// TestCompanyOfOrder: an order of a company that nothing else names is preceded by the company; a player's own
// order is not, even if a company occurs in its consequences.
func TestCompanyOfOrder(t *testing.T) {
	vbw := engine.Term("company", "18cz.company.vbw")
	soldOut := engine.Msg("18cz.report.sold-out", vbw, engine.Int("price", 75))
	entry := engine.Passage{Say: engine.Msg("18cz.story.sold-out", engine.Several("parts", engine.Text("", "VBW")))}
	for want, reports := range map[string][]engine.Message{
		"Ben: pass":      {engine.Msg("18cz.report.pass", engine.Player("seat", 1)), engine.Msg("18cz.report.stock-ends"), soldOut},
		"Ben: VBW: pass": {engine.Msg("18cz.report.declined", vbw, engine.Term("step", "18cz.step.track")), soldOut},
	} {
		l := Letter{Kind: News, Game: "winter", Title: "18cz", Players: []string{"Ana", "Ben"}, Seat: 0, Waiting: []Waiting{{Seat: 0}},
			Happened: []Step{{Seq: 9, Seat: 1, Public: true, Line: "pass", Reports: reports, Told: []engine.Passage{entry}}}}
		expect.Has(t, "the letter", render(t, shipped(t), &l).Text, want)
	}
}

// TestQuestionOfAnother: a question of another company has not ended the turn; the head that answers it is named.
func TestQuestionOfAnother(t *testing.T) {
	of, other := engine.Term("company", "18cz.company.sx"), engine.Term("other", "18cz.company.ekj")
	m := engine.Msg("pbem.other-turn", engine.Int("n", 2), engine.Order("word", "discard"), of, engine.Int("before", 0), engine.Int("asks", 1), other, engine.Order("turn", "EKJ"))
	for lang, want := range map[string]string{
		"en": "line 2 leaves a question to EKJ. If this line is for EKJ, write `EKJ:` above it",
		"es": "la línea 2 deja una pregunta para EKJ. Si esta línea es para EKJ, escribe `EKJ:` encima",
		"ca": "la línia 2 deixa una pregunta per a EKJ. Si aquesta línia és per a EKJ, escriu `EKJ:` a sobre",
	} {
		expect.Same(t, lang, shipped(t).Say(lang, nil, nil, m), want)
	}
}

// TestNewsNamesTheMove: the subject of news, which is the headline of a hook, names the move even if more was
// logged with it. It names a later record itself, as well as one logged with a move that not all may see.
func TestNewsNamesTheMove(t *testing.T) {
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	n, ben := engine.Int("n", 4), engine.Player("seat", 1)
	move := Step{Seq: 9, At: at, Seat: 1, Public: true, Line: "build Chicago: L14"}
	back := Step{Seq: 9, At: at, Seat: 1, Public: true, Back: 8}
	organised, substituted := move, move
	organised.By, substituted.By = engine.ByOrganiser, "Eva"
	hidden := Step{Seq: 9, At: at, Seat: 1, Line: "keep card-1"}
	note := func(seat engine.Seat, at time.Time, say string, args ...engine.Arg) Step {
		return Step{Seq: 10, At: at, Seat: seat, Public: true, Reports: []engine.Message{engine.Msg(say, append(args, n, ben)...)}}
	}
	lapsed := note(engine.Nobody, at, "pbem.lapsed-undo")
	for name, c := range map[string]struct {
		happened []Step
		want     string
	}{
		"for a take-back":    {[]Step{move, lapsed}, "Ben: build Chicago: L14"},
		"for more time":      {[]Step{move, note(engine.Nobody, at, "pbem.lapsed-extend")}, "Ben: build Chicago: L14"},
		"for another":        {[]Step{move, note(engine.Nobody, at, "pbem.lapsed-replace"), lapsed}, "Ben: build Chicago: L14"},
		"by the organiser":   {[]Step{organised, note(engine.Nobody, at, "pbem.organiser-acted", engine.Personal("why", "")), lapsed}, "The organiser moved for Ben"},
		"by a substitute":    {[]Step{substituted, lapsed}, "Ben: build Chicago: L14"},
		"with a word":        {[]Step{move, note(1, at, "pbem.said", engine.Personal("text", "hello"))}, "Ben: build Chicago: L14"},
		"taken back":         {[]Step{back, lapsed}, "Ben took back a move"},
		"decided later":      {[]Step{move, note(engine.Nobody, at.Add(time.Minute), "pbem.lapsed-undo")}, "Proposal 4 has lapsed"},
		"after a hidden one": {[]Step{hidden, lapsed}, "Proposal 4 has lapsed"},
		"only a word":        {[]Step{note(1, at, "pbem.said", engine.Personal("text", "hello"))}, "Ben says: hello"},
	} {
		l := Letter{Kind: News, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben", "Cleo"}, Seat: engine.Nobody,
			Waiting: []Waiting{{Seat: 0}}, Happened: c.happened}
		want := "[winter] " + c.want
		if got := shipped(t).Post(&l).Subject; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, ", Ana is next") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestOptionsInWords: an invitation describes the agreement, without the names of options.
func TestOptionsInWords(t *testing.T) {
	l := Letter{Kind: Invitation, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben"}, Invite: &Invite{Options: []Setting{
		{Key: "crossing_surcharge", Value: "0", Gloss: "tycoon.option.crossing_surcharge", Rule: "R7"},
		{Key: "board", Value: "Long River Valley", Gloss: "tycoon.option.board", Rule: "16"},
	}}}
	got := render(t, shipped(t), &l).Text
	expect.Has(t, "the invitation", got,
		"A second track in a hex costs no more than its ground.", "The board is Long River Valley, with its own cards.")
	expect.Lacks(t, "the invitation", got, "crossing_surcharge", "R7", "game create")
}

// shipped are all messages there are.
func shipped(t *testing.T) *Set {
	t.Helper()
	s := expect.Get(New())(t)
	return s
}
