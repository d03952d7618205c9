package view

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/games/g18mag/site"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/rail/sheet/sheettest"
	"railpost/engine/rail/stock"
	"railpost/templates"
)

// whole is the title with its rules and its form on the site.
var whole = struct {
	g18mag.Rules
	View
	site.Exchange
}{}

// traced is the position of a trace after this many of its actions.
func traced(t testing.TB, trace string, actions int) *g18mag.State {
	t.Helper()
	return log18xxtest.After(t, whole, "../testdata/traces/"+trace+".jsonl.gz", actions).(*g18mag.State)
}

func reader(t testing.TB, names ...string) sheettest.Reader {
	t.Helper()
	set := expect.Get(templates.New())(t)
	return sheettest.Reader{Title: whole, Say: func(m engine.Message) string { return set.Say("en", names, nil, m) }}
}

// words are blocks as a player reads them.
func words(t testing.TB, s *g18mag.State, part, arg string) string {
	t.Helper()
	return reader(t, "Ana", "Ben", "Cleo", "Dan", "Eva", "Finn").Read(t, s, s.Actor, part, arg)
}

// The sheets of some positions, to be read by eye.
func TestSheetsGolden(t *testing.T) {
	scenes := map[string]sheettest.Scene{}
	for name, c := range map[string]struct {
		trace   string
		actions int
		sheets  []string
	}{
		"late-four": {"18Mag-4p-1400", 10000, []string{"map", "table", "trains", "market"}},
		"late-two":  {"18Mag-2p-1200", 10000, []string{"map", "trains", "map C8"}},
		"turn":      {"18Mag-3p-314000", 300, []string{"own", "table", "near", "map G14", "map F9", "map Kassa", "company 5", "company SIK", "player 2", "tiles", "tiles 57"}},
		"draft":     {"18Mag-5p-1500", 3, []string{"own", "table"}},
	} {
		s := traced(t, c.trace, c.actions)
		scenes[name] = sheettest.Scene{View: s, Seat: s.Actor, Questions: c.sheets}
	}
	reader(t, "Ana", "Ben", "Cleo", "Dan", "Eva", "Finn").Golden(t, "testdata/sheets.golden", scenes)
}

// Wrong requests for sheets.
func TestSheetsAskedWrongly(t *testing.T) {
	s := traced(t, "18Mag-3p-314000", 300)
	for q, want := range map[string]string{
		"map Z9":       `"Z9" is no hex`,
		"map Kasa":     "B17 Kassa",
		"company 14":   `"14" is no company of this game; they are: 1, 2`,
		"company ráb":  `"ráb" is no company`,
		"near nothing": `"nothing" is no company`,
		"tiles 999":    `no tile "999"`,
		"player 4":     "a number from 1 to 3",
		"house":        `there is no "house"`,
	} {
		part, arg, _ := strings.Cut(q, " ")
		expect.Has(t, q, words(t, s, part, arg), want)
	}
	for q, want := range map[string]string{
		"map f17":         "== F17",
		"map zágráb":      "== H5 Zágráb",
		"map E12.1":       "== E12",
		"company szkev":   "== SzKÉV",
		"company minor 4": "== minor 4",
		"company GC":      "== G&C",
		"tiles l32":       "== tile L32, yellow",
		"near 4":          "== near minor 4",
	} {
		part, arg, _ := strings.Cut(q, " ")
		if got := words(t, s, part, arg); !strings.HasPrefix(got, want) {
			t.Errorf("%s is answered with\n%s\nwant %q first", q, got, want)
		}
	}
}

// Everything on the board is in the drawing and in the words of its hex.
func TestBoardIsShownWhole(t *testing.T) {
	for _, trace := range []string{"18Mag-2p-1200", "18Mag-6p-1600"} {
		s := traced(t, trace, 10000)
		reader(t).Whole(t, s, board(s))
	}
}

// Players without choices read what can still be taken.
func TestDraftIsTold(t *testing.T) {
	s := traced(t, "18Mag-5p-1500", 3)
	for seat := range engine.Seat(s.Seats) {
		var rows []string
		for _, b := range draftBlocks(s, seat) {
			for _, r := range b.Rows {
				rows = append(rows, r[0].Say.Args[0].Text)
			}
		}
		got, want := strings.Join(rows, " "), "1 2 3 4 5 6 7 9 10 11 12 13 RÁBA G&C SNW SIK SzKÉV LdStEG MÁVAG"
		if seat == s.Actor {
			want = ""
		}
		expect.Same(t, fmt.Sprintf("seat %d, while %d picks", seat, s.Actor), got, want)
	}
}

// A director can leave a major to a player who then holds more, and never to one with less than the director's
// certificate (VII.6).
func TestDirectorsThatCanLeave(t *testing.T) {
	sik := g18mag.MajorOf("SIK").Share()
	for _, c := range []struct {
		director, other int
		want            string
	}{
		{30, 20, "SIK (Ana to Ben, 2)"}, {20, 20, "SIK (Ana to Ben, 1)"}, {50, 10, ""}, {50, 30, "SIK (Ana to Ben, 3)"},
	} {
		s := traced(t, "18Mag-3p-314000", 136)
		s.Shares.Transfer(sik, 1, stock.Bank, s.Held(g18mag.SIK, 1))
		s.Shares.Transfer(sik, stock.Bank, 0, c.director)
		s.Shares.Succeed(g18mag.Book.Structure, sik, []stock.Holder{0, 1, 2})
		s.Shares.Transfer(sik, stock.Bank, 1, c.other)
		got := words(t, s, "table", "")
		if has := strings.Contains(got, "can change director"); has != (c.want != "") || !strings.Contains(got, c.want) {
			t.Errorf("with %d %% against %d %%, want %q in\n%s", c.director, c.other, c.want, got)
		}
	}
}

// Dividends and prices of shares are read from the reports.
func TestChronicle(t *testing.T) {
	s := traced(t, "18Mag-3p-314000", 75)
	sik := g18mag.CompanySay("company", g18mag.SIK)
	paid := func(n, price int) engine.Message {
		return engine.Msg(key.ReportPaid, sik, engine.Int("n", n), engine.Int("price", price))
	}
	operating := func(set, round int) engine.Message {
		return engine.Msg(key.ReportOperating, engine.Int("set", set), engine.Int("round", round))
	}
	reports := []engine.Message{
		engine.Msg(key.ReportStartPrice, sik, engine.Int("n", 70)),
		operating(1, 1), paid(50, 75),
		engine.Msg(key.ReportStock, engine.Int("set", 2)), engine.Msg(key.ReportSold, sik, engine.Int("price", 70)),
		operating(2, 1), paid(100, 80),
	}
	for _, r := range reports {
		expect.True(t, whole.Recalls(r.Key), "%s is not recalled", r.Key)
	}
	said := func(all bool) string {
		return sheettest.Blocks(whole.Chronicle(s, 0, reports, all), reader(t, "Ana").Say)
	}
	for _, c := range []struct {
		all  bool
		want string
	}{
		{false, "share | 1.1 | 2.1 | yield % | prices"}, {false, "SIK | 5 | 10 | 13 | 75 80"},
		{true, "1.1 |  |  |  | 5"}, {true, "SR 2 |  |  |  | 70"},
	} {
		expect.Has(t, "said", said(c.all), c.want)
	}
	if got := whole.Hindsight(s, reports, "buy SIK"); len(got) != 1 || reader(t).Say(got[0]) != "paid 5 and 10 (13 %)" {
		t.Errorf("of SIK is said %v", got)
	}
}
