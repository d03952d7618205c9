package g18cz_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/trackword/trackwordtest"
)

// families are the keys that are put together from a beginning and names of the data.
func families() map[string][]string {
	names := map[string][]string{
		"18cz.score.":          {"cash", "shares", "locals", "owed"},
		key.AskOf:              {"draft", "stock", "stock-sold", "stock-over", "offer", "standing", "repay", "price", "which-local", "trains-must", "track-none"},
		key.HeadCorporationsOf: g18cz.SizeNames[:],
		key.SizeOf:             g18cz.SizeNames[:],
		key.TrainKindOf:        g18cz.SizeNames[:],
	}
	add := func(family, name string) { names[family] = append(names[family], name) }
	for _, c := range g18cz.Book.Companies {
		add(key.CompanyOf, engine.Fold(c.ID))
	}
	for _, l := range g18cz.Book.Locals {
		add(key.LocalOf, engine.Fold(l.ID))
	}
	for _, p := range g18cz.Book.Phases {
		add(key.PhaseOf, p.Name)
	}
	for _, q := range []g18cz.Question{g18cz.AskCity, g18cz.AskDoubled, g18cz.AskReceived, g18cz.AskExcess} {
		add(key.AskOf, string(q))
		add(key.QuestionOf, string(q))
	}
	for _, step := range wired.Steps() {
		add(key.StepOf, step)
	}
	for _, step := range g18cz.TurnSteps {
		add(key.StepOf, string(step))
		add(key.AskOf, string(step))
		if step != g18cz.StepStation && step != g18cz.StepTakeOver && step != g18cz.StepLocals { // never compulsory
			add(key.NoMustOf, string(step))
		}
	}
	for _, h := range g18cz.Book.Worlds[0].Map.Hexes {
		add("18cz.kind.", h.Kind)
		if h.Terrain != "" {
			add(key.TerrainOf, h.Terrain)
		}
	}
	for _, t := range g18cz.Book.Worlds[0].Set.Tiles {
		add(key.ColourOf, t.Colour)
	}
	for _, o := range wired.Options() {
		add(key.OptionOf, o.Key)
	}
	for _, d := range wired.Declared() {
		add("18cz.declared.", strings.TrimPrefix(d.Gloss, "18cz.declared."))
	}
	for _, p := range wired.Parts() {
		add(key.PartOf, p.Name)
	}
	return names
}

func TestFamilies(t *testing.T) {
	enginetest.Families(t, families(), "../../../templates/en/18cz.toml")
}

// Every refusal of the shared packages has a text of this title.
func TestSharedRefusals(t *testing.T) {
	texts := expect.Get(os.ReadFile("../../../templates/en/18cz.toml"))(t)
	for _, name := range slices.Concat(trackwordtest.Refusals, runningtest.Refusals, runningtest.GroupRefusals) {
		if slices.Contains([]string{"piece-faces", "lake", "exit-barrier"}, name) { // of other maps
			continue
		}
		expect.Has(t, name, string(texts), `"18cz.no.`+name+`" = `)
	}
}

// Messages of games are complete: every argument that a text names exists.
func TestMessagesCanBeSaid(t *testing.T) {
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}
	enginetest.CompleteMessages(t, wired, enginetest.Options{Games: 1, MaxMoves: 3000}, func(m engine.Message) string { return g18cz.Texts.Say("en", names, nil, m) })
}

// TestLocalRailwaysAreSoldLater: corporations buy local railways from phase b on, of their own size and smaller
// (IV.1); earlier letters do not contradict that.
func TestLocalRailwaysAreSoldLater(t *testing.T) {
	for phase, want := range map[string]string{
		"a": "Corporations may buy them from phase b on.", "b": "Corporations of their size or larger may pay up to 45 K for each.",
	} {
		s := g18cz.InRound(t, 3, 2, 1, g18cz.InPhase(phase), g18cz.Drafted(0, "L1"), g18cz.Founded(1, "EKJ", 60, 50))
		got := words(t, s, 0, "own", "")
		if !strings.Contains(got, want) || strings.Contains(got, "45 K") != (phase == "b") {
			t.Errorf("phase %s: %s", phase, got)
		}
	}
}

// TestATEIsSlow: a player who starts ATE reads that it lays no track before phase d (VIII.6).
func TestATEIsSlow(t *testing.T) {
	const warning = "no track before phase d"
	for _, c := range []struct {
		phase, id string
		want      bool
	}{{"b", "ATE", true}, {"b", "BN", false}, {"d", "ATE", false}} {
		s := g18cz.InStock(t, 3, 3, g18cz.InPhase(c.phase))
		for part, got := range map[string]string{"remark": remarked(t, s, "start "+c.id+" 60"), "company": words(t, s, 0, "company", c.id)} {
			expect.Same(t, []any{c.id, c.phase, part, got}, strings.Contains(got, warning), c.want)
		}
	}
}

// TestTableInOrder: in an operating round the table of corporations keeps its order of turns, even if prices
// change; in a stock round the more expensive come first among the holdings.
func TestTableInOrder(t *testing.T) {
	s := g18cz.InRound(t, 3, 2, 1, g18cz.InPhase("a"), g18cz.Founded(0, "EKJ", 70, 50), g18cz.Founded(1, "OFE", 65, 50), g18cz.Founded(2, "MW", 60, 50))
	g18cz.MoveMarker(s, g18cz.MustCompany("MW"), g18cz.Row, 4)
	first := func(row []engine.Cell) string { return g18cz.Texts.Say("en", nil, nil, row[0].Say) }
	b := sheetBlock(t, s, "table", "18cz.head.companies-order")
	for i, want := range []string{"EKJ", "OFE", "MW"} {
		expect.Same(t, i+1, first(b.Rows[i]), want)
	}
	s.Stage = g18cz.Stocks
	for i, want := range []string{"cash", "worth", "certs", "MW"} {
		expect.Same(t, i+1, first(sheetBlock(t, s, "table", "18cz.head.market").Rows[i]), want)
	}
}

// TestOutOfTurn: a player with only answers in advance reads that it is not his turn.
func TestOutOfTurn(t *testing.T) {
	s := g18cz.Selling(t)
	for line, want := range map[string]string{"pass": "engine.not-asked", "buy 2b": "engine.not-asked", "never": "", "acccept 4 for S1": "engine.unknown-word"} {
		g := &engine.Game{Name: "test", Title: wired, Setup: engine.Setup{Seats: s.Seats}, Pos: s}
		_, err := advise.Try(g, 1, line, false, advise.Words{})
		refusal, _ := engine.AsRefusal(err)
		if (refusal == nil) != (want == "") || refusal != nil && refusal.Why.Key != want {
			t.Errorf("%q: %v, %v; want %q", line, refusal, err, want)
		}
	}
}

// TestSideIsToldApart: if cards of the reserve show different sides, letters say how to name one; in games of
// version 1 there is nothing to name.
func TestSideIsToldApart(t *testing.T) {
	const hint = "`buy 4f of 4Ef` says which you take"
	sx := func(reserve string, changes ...func(*g18cz.State)) *g18cz.State {
		all := []func(*g18cz.State){g18cz.Reaches("i"), g18cz.Treasury("SX", 3000), g18cz.Owns("SX", "3Ee"), func(s *g18cz.State) { s.Reserve = g18cz.Cards(reserve) }}
		return g18cz.Buyer(t, "SX", append(all, changes...)...)
	}
	mixed := "4+4f 4Ef"
	for name, s := range map[string]*g18cz.State{"own": sx(mixed), "trains": sx(mixed), "version 1": sx(mixed, g18cz.VersionOne), "alike": sx("4Ef 4Ef")} {
		part := "trains"
		if name == "own" {
			part = name
		}
		if got := words(t, s, 0, part, ""); strings.Contains(got, hint) != (name == part) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// storyOf is a line's story in letters, with marks for weight: "!" changes the game, "=" is a heading.
func storyOf(t *testing.T, s *g18cz.State, line string) []string {
	t.Helper()
	r, refusal, err := g18cz.Try(s, line)
	if err != nil || refusal != nil {
		t.Fatalf("%s: %v, %v", line, refusal, err)
	}
	reports := engine.Each(r.Reports, func(rep engine.Report) engine.Message { return rep.Message })
	var told []string
	for _, p := range wired.Tell(reports) {
		mark := map[engine.Weight]string{engine.Event: "!", engine.Round: "="}[p.Weight]
		told = append(told, mark+g18cz.Texts.Say("en", []string{"Ana", "Ben", "Cleo"}, nil, p.Say))
	}
	return told
}

func TestStory(t *testing.T) {
	ready := g18cz.InRound(t, 3, 5, 1, g18cz.Founded(0, "EKJ", 60, 50), g18cz.Holds(1, "EKJ", 25), g18cz.Money(0, 300))
	running := g18cz.After(t, ready, "lay 57 D5 E4-C6", "lay 58 E4 E2-D5", "buy 2a", "done")
	rusting := g18cz.Buyer(t, "EKJ", g18cz.Reaches("e"), g18cz.Treasury("EKJ", 900), g18cz.NoLocals, func(s *g18cz.State) { s.Companies[g18cz.MustCompany("OFE")].Trains = g18cz.Cards("2a 2b") })
	for _, c := range []struct {
		name string
		s    *g18cz.State
		line string
		want []string
	}{
		{"a dividend is one line", g18cz.After(t, running, "run best"), "pay", []string{"EKJ pays 30 K (Ana 15 and Ben 8), price now 60"}},
		{"what is skipped besides is left out", ready, "buy 2a", []string{"EKJ earns nothing, price now 55", "EKJ buys 2a for 70 K"}},
		{"skipping is not told", running, "pass", nil},
		{"a pass says all", g18cz.InStock(t, 3, 3, g18cz.Founded(0, "EKJ", 60, 50)), "pass", []string{}},
		{"a phase with its rust", rusting, "buy 4e", []string{"EKJ buys 4e for 250 K", "!phase e begins: small corporations may own 2 trains", "!trains rust: 2a and 2b of OFE"}},
		{"a round has a heading", g18cz.After(t, g18cz.InStock(t, 3, 3, g18cz.Drafted(0, "S1"), g18cz.Founded(0, "EKJ", 60, 50)), "pass", "pass"), "pass",
			[]string{"playing order: Ana, Ben and Cleo", "=operating round 3.1", "local railways pay Ana 5 K", "EKJ places its home station in D5"}},
	} {
		expect.Same(t, c.name, storyOf(t, c.s, c.line), c.want)
	}
}
