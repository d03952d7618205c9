package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// TestExportOfOwnGames writes games that began here as files of the site and imports them again: the state is
// the same. The games use the site's rulings only where these change the result.
func TestExportOfOwnGames(t *testing.T) {
	options := maps.Clone(rules.Profiles()[log18xx.Profile])
	options["consent"], options["seating"] = "asked", "drawn"
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			for number := range level.Of[uint64](1, 2, 2) {
				records := log18xxtest.OwnGame(t, wired, number, seats, 900, options)
				log18xxtest.TryExport(t, wired, records, func(p engine.Position) any { return p.(*g18cz.State).Board })
			}
		})
	}
}

// TestExportTellsOtherRulings: no file is written if the site would reach another position. Under the rules of
// the text an E train counts its cities first (R7), and the draft continues while somebody can take something
// (VI).
func TestExportTellsOtherRulings(t *testing.T) {
	log18xxtest.TellsOtherRulings(t, wired, 5, 300, map[string]string{"consent": "not_asked"})
}

// TestNeutralCertificates: the certificates of the neutral player have the names
// that the site gives them: he takes element k of a list that becomes shorter in
// its round k (Two players).
func TestNeutralCertificates(t *testing.T) {
	g, _, err := engine.Begin("neutral", wired, engine.Setup{Seats: 2, Options: map[string]string{"seating": "given", g18cz.OptNeutral: "EKJ,BN,SX"}}, make([]string, 2), engine.Seed("neutral"))
	expect.NoError(t, err)
	s := g.Pos.(*g18cz.State)
	names := Exchange{}.Translator(siteHeader(2), s).(*translator)
	for _, id := range []string{"BN", "SX"} {
		s.Neutral.Companies = append(s.Neutral.Companies, g18cz.CompanyNamed(id))
		names.neutralReceives(s)
	}
	for id, want := range map[string]string{"EKJ": "[0]", "BN": "[0 2]", "SX": "[0 2 4 6]"} {
		var held []int
		for n := range 9 {
			if names.shares.Holds(g18cz.CompanyNamed(id).Stock(), n, s.NeutralHolder()) {
				held = append(held, n)
			}
		}
		expect.Same(t, id+": he holds", fmt.Sprint(held), want)
	}
}

// TestNamesOfOwnGames: games that robots played here were loaded into the public
// engine, and recorded there: their files have these very names of certificates,
// trains and tiles, and no result of the neutral player.
func TestNamesOfOwnGames(t *testing.T) {
	for _, name := range log18xxtest.KeptTraces(t, "../testdata/traces") {
		if !strings.Contains(name, "-own") {
			continue
		}
		file := log18xxtest.ReadTrace(t, name)
		g := log18xxtest.Until(t, wired, name, 0)
		out := expect.Get(log18xx.Export(wired, g.Records, &file.Header, file.Players))(t)
		for i, want := range file.Actions {
			got := out.Actions[i]
			if got.Type != want.Type || !slices.Equal(got.Shares, want.Shares) || got.Train != want.Train || got.Tile != want.Tile || got.City != want.City || got.Slot != want.Slot {
				t.Fatalf("%s: exported as %+v", want, got)
			}
		}
		expect.Same(t, fmt.Sprintf("%s: result", name), out.Result, file.Result)
	}
}

// TestStationFirst: in the file, a local railway bought before the home was placed comes after it, since the
// site accepts it only then. A game that ends between them cannot be exported, and the error names the order.
func TestStationFirst(t *testing.T) {
	options := maps.Clone(rules.Profiles()[log18xx.Profile])
	options["consent"], options["seating"] = "asked", "drawn"
	found := map[g18cz.Size]bool{}
	for number := uint64(0); number < 60 && !(found[g18cz.Medium] && found[g18cz.Large]); number++ {
		records := standing(log18xxtest.OwnGame(t, wired, number, 5, 900, options))
		i, size := boughtFirst(t, records)
		if i < 0 || found[size] {
			continue
		}
		found[size] = true
		log18xxtest.TryExport(t, wired, records, func(p engine.Position) any { return p.(*g18cz.State).Board })
		want := fmt.Sprintf("record %d, %q", records[i].Seq, records[i].Line)
		if _, err := log18xxtest.Export(wired, records[:i+1]); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "before the station") {
			t.Errorf("game %d, cut behind %q: %v", number, records[i].Line, err)
		}
	}
	if !found[g18cz.Medium] || !found[g18cz.Large] {
		t.Errorf("local railways were bought before the home: %v", found)
	}
}

// standing are the records that still count, renumbered.
func standing(records []*engine.Record) (list []*engine.Record) {
	for i, r := range engine.InForce(records) {
		again := *r
		again.Seq = uint64(i + 1)
		list = append(list, &again)
	}
	return list
}

// boughtFirst is the first record by which a corporation gets a local railway before
// its home is placed, and its size; -1.
func boughtFirst(t *testing.T, records []*engine.Record) (int, g18cz.Size) {
	t.Helper()
	g := expect.Get(engine.Replay(log18xxtest.Find(wired), records[:1], nil))(t)
	for i, r := range records[1:] {
		before := g.Pos.Clone().(*g18cz.State)
		expect.NoError(t, g.Apply(r))
		if c := before.Company(); c != g18cz.NoCompany && before.Turn.Step == g18cz.StepHome && len(g.Pos.(*g18cz.State).LocalsOf(before.Account(c))) > len(before.LocalsOf(before.Account(c))) {
			return i + 1, c.Size()
		}
	}
	return -1, g18cz.Small
}
