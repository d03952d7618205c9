package g18cz_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/games/g18cz/view"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/rail/sheet/sheettest"
)

// traced is the position of a trace after this many of its actions.
func traced(t testing.TB, trace string, actions int) *g18cz.State {
	t.Helper()
	return log18xxtest.After(t, wired, "testdata/traces/"+trace+".jsonl.gz", actions).(*g18cz.State)
}

func reader(names ...string) sheettest.Reader {
	return sheettest.Reader{Title: wired, Say: func(m engine.Message) string { return g18cz.Texts.Say("en", names, nil, m) }}
}

// words are blocks as a player reads them.
func words(t testing.TB, s *g18cz.State, seat engine.Seat, part, arg string) string {
	t.Helper()
	return reader("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn").Read(t, s.View(seat), seat, part, arg)
}

// The sheets of some positions, to be read by eye.
func TestSheetsGolden(t *testing.T) {
	scenes := map[string]sheettest.Scene{}
	for name, c := range map[string]struct {
		s      *g18cz.State
		sheets []string
	}{
		"draft": {g18cz.NewGame(t, 4), []string{"own", "table", "railways", "phases"}},
		"early": {traced(t, "18CZ-3p-311000", 50), []string{"own", "table", "near", "map E12", "map B9", "map A8", "company BN", "company SX", "trains"}},
		"turn":  {traced(t, "18CZ-3p-311000", 200), []string{"own", "table", "near", "company EKJ", "player 2", "railways", "map B15", "tiles", "tiles 8891", "tiles 216p"}},
		"late":  {traced(t, "18CZ-4p-1400", 400), []string{"own", "table", "map", "market", "trains", "phases"}},
		"two":   {traced(t, "18CZ-2p-1200", 250), []string{"own", "table", "map", "trains"}},
	} {
		scenes[name] = sheettest.Scene{View: c.s.View(c.s.Actor()), Seat: c.s.Actor(), Questions: c.sheets}
	}
	reader("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn").Golden(t, "testdata/sheets.golden", scenes)
}

// Everything on the board is in the drawing and in the words of its hex.
func TestBoardIsShownWhole(t *testing.T) {
	for _, s := range []*g18cz.State{traced(t, "18CZ-4p-1400", 400), traced(t, "18CZ-2p-1200", 250)} {
		reader().Whole(t, s, view.Board(s))
	}
}

// Wrong requests for sheets, and spellings that are accepted.
func TestSheetsAskedInAllWays(t *testing.T) {
	s := traced(t, "18CZ-3p-311000", 200)
	for q, want := range map[string]string{
		"map Z9": `"Z9" is no hex`, "map Plezn": "F7 Plzeň", "company XY": `"XY" is no company of this game; they are: EKJ, OFE`,
		"near nothing": `"nothing" is no company`, "tiles 999": `no tile "999"`, "player 4": "a number from 1 to 3", "house": `there is no "house" to show`,
		"map f7": "== F7 Plzeň", "map plzen": "== F7 Plzeň", "map E12.1": "== E12 Praha", "company ekj": "== EKJ", "company KK": "== kk",
		"company Böhmische Nordbahn": "== BN", "tiles 14P": "== tile 14p", "near ekj": "== near EKJ",
	} {
		part, arg, _ := strings.Cut(q, " ")
		expect.Has(t, q, words(t, s, engine.Nobody, part, arg), want)
	}
}

// A seat's standing answers are in its own sheets only.
func TestStandingAnswersAreShownToTheirSeat(t *testing.T) {
	s := traced(t, "18CZ-3p-311000", 200)
	s.Standing[1] = g18cz.Answering{Accept: []g18cz.Accept{{For: "MW", Least: 80}}}
	for seat := range engine.Seat(3) {
		if got := words(t, s, seat, "own", ""); strings.Contains(got, "80 K or more for MW") != (seat == 1) {
			t.Errorf("seat %d reads\n%s", seat, got)
		}
	}
}

// Tables fit into letters with names of eight letters.
func TestTablesFit(t *testing.T) {
	r := reader("Anastasi", "Benjamin", "Cleopatr", "Dorothea", "Eleonore", "Ferdinan")
	for _, s := range []*g18cz.State{traced(t, "18CZ-6p-1600", 10000), traced(t, "18CZ-4p-1400", 400), traced(t, "18CZ-2p-1200", 250), g18cz.NewGame(t, 6)} {
		r.Fit(t, s, 0)
	}
}

// TestHoldingsArePublic: every seat and every watcher sees all of the position except others' standing answers
// (III.1).
func TestHoldingsArePublic(t *testing.T) {
	s := traced(t, "18CZ-3p-311000", 200)
	s.Loans[1] = g18cz.Loan{Debt: 10, Penalty: 20}
	for seat := engine.Nobody; seat < engine.Seat(s.Seats); seat++ {
		seen := s.View(seat).(*g18cz.State)
		seen.Standing = s.Standing
		expect.Same(t, fmt.Sprintf("seat %d does not see all of the position", seat), engine.Encode(seen), engine.Encode(s))
	}
}

// Every part can be asked for at any time.
func TestSheetsAlways(t *testing.T) {
	ended := g18cz.NewGame(t, 3)
	ended.Stage, ended.Time = g18cz.Over, len(g18cz.Book.Timeline)-1
	for _, s := range []*g18cz.State{g18cz.NewGame(t, 2), g18cz.InStock(t, 5, 1), ended} {
		for _, p := range wired.Parts() {
			for _, seat := range []engine.Seat{0, 1, engine.Nobody} {
				expect.Lacks(t, p.Name, words(t, s, seat, p.Name, ""), "[18")
			}
		}
	}
	if !slices.ContainsFunc(wired.Parts(), func(p engine.Part) bool { return p.InLetter }) {
		t.Error("no part stands in letters")
	}
}

// Dividends and prices of shares are read from the reports.
func TestChronicle(t *testing.T) {
	s := g18cz.InStock(t, 3, 3, g18cz.Founded(0, "EKJ", 60, 50))
	s.Companies[g18cz.MustCompany("EKJ")].Operated = true
	ekj := g18cz.CompanySay("company", g18cz.MustCompany("EKJ"))
	round := func(report string, set, number int) engine.Message {
		return engine.Msg(report, engine.Int("set", set), engine.Int("round", number))
	}
	reports := []engine.Message{
		engine.Msg(key.ReportStarted, ekj, engine.Int("price", 60)),
		round(key.ReportOperating, 1, 1), engine.Msg(key.ReportNoRevenue, ekj, engine.Int("n", 0), engine.Int("price", 55)),
		round(key.ReportStock, 2, 0), round(key.ReportOperating, 2, 1), engine.Msg(key.ReportPaid, ekj, engine.Int("n", 40), engine.Int("price", 60)),
	}
	for _, r := range reports {
		expect.True(t, wired.Recalls(r.Key), "%s is not recalled", r.Key)
	}
	say := func(m engine.Message) string { return g18cz.Texts.Say("en", []string{"Ana", "Ben", "Cleo"}, nil, m) }
	if got := sheettest.Blocks(wired.Chronicle(s, 0, reports, false), say); !strings.Contains(got, "EKJ |  | 10 | 17 | 55 60") {
		t.Errorf("%s", got)
	}
	if got := wired.Hindsight(s, reports, "buy EKJ"); len(got) != 1 || say(got[0]) != "paid 10 (17 %)" {
		t.Errorf("of EKJ is said %v", got)
	}
}
