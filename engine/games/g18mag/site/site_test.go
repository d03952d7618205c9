package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/view"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// wired is the title as offered: robots play by its view's lists.
var wired struct {
	g18mag.Rules
	view.View
	Exchange
}

// TestDealt: seeds, and the site's deals from them.
func TestDealt(t *testing.T) {
	cases := []struct {
		seed   int64
		majors int
		want   []int
	}{
		{76622, 7, []int{60, 80, 80, 60, 65, 70, 70}},
		{1300, 7, []int{60, 65, 70, 70, 65, 60, 80}},
	}
	for _, c := range cases {
		expect.Same(t, fmt.Sprintf("seed %d", c.seed), dealt(c.seed, c.majors), c.want)
	}
}

// TestSeedFor: rows of prices that can be dealt have a seed.
func TestSeedFor(t *testing.T) {
	for _, prices := range [][]int{{60, 60, 65, 65, 70, 70, 75}, {80, 80, 75, 75, 70, 70, 65}, {75, 60, 80, 65, 70, 60, 80}, {80, 75, 60, 60}} {
		seed, err := seedFor(prices)
		if err != nil {
			t.Error(err)
			continue
		}
		expect.Same(t, seed, dealt(seed, len(prices)), prices)
	}
	if _, err := seedFor([]int{60, 60, 60, 60}); err == nil {
		t.Error("prices of which there are too few cards have a seed")
	}
}

func siteHeader(players int) *log18xx.Header {
	h := &log18xx.Header{Title: "18Mag", ID: "76622"}
	for i := range players {
		h.Players = append(h.Players, log18xx.Player{ID: 10 * (i + 1), Name: string(rune('A' + i))})
	}
	return h
}

func TestSetups(t *testing.T) {
	list, err := wired.Setups(siteHeader(5))
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	for i, reading := range []string{"stay", "pass_on"} {
		s := expect.Get(engine.CheckSetup(wired, list[i]))(t)
		expect.Same(t, fmt.Sprintf("set-up %d", i), s.Options[g18mag.OptPriority], reading)
		if s.Options[g18mag.OptPrices] != "60,80,80,60,65,70,70" || s.Options[g18mag.OptConsent] != "not_asked" || s.Options[g18mag.OptSeating] != "given" {
			t.Errorf("set-up %d: %v", i, s.Options)
		}
	}
	legacy := siteHeader(5)
	legacy.LegacyDraft = true
	if list, err := wired.Setups(legacy); err != nil || len(list) != 1 || list[0].Options[g18mag.OptPriority] != "pass_on" {
		t.Errorf("an old game: %v, %v", list, err)
	}
	old := siteHeader(5)
	old.Created = time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	if list, err := wired.Setups(old); err != nil || len(list) != 2 || list[0].Options[g18mag.OptPriority] != "pass_on" {
		t.Errorf("a game of 2024: %v, %v", list, err)
	}
	expansion := siteHeader(5)
	expansion.Settings.OptionalRules = []string{"supporters", "new_major"}
	expect.Fails(t, "optional rules", expect.Err(wired.Setups(expansion)), "supporters, new_major")
	for n, want := range map[int]string{1: "1 players", 7: "7 players"} {
		expect.Fails(t, n, expect.Err(wired.Setups(siteHeader(n))), want)
	}
}

// siteGame is a game of the site after its draft: player 10 has minors 1 and 4
// and so on; minor 1 operates.
func siteGame(t *testing.T) *log18xx.Foreign {
	t.Helper()
	f := &log18xx.File{Header: *siteHeader(3)}
	picks := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "SIK", "SNW", "G&C", "MAVAG", "RABA", "SKEV"}
	order := []int{0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2, 1, 2, 0, 2, 0, 1}
	for i, pick := range picks {
		a := &log18xx.Action{Type: "bid", ID: i + 1, EntityType: "player", Entity: log18xx.ID([]string{"10", "20", "30"}[order[i]])}
		if i < 12 {
			a.Minor = pick
		} else {
			a.Corporation = pick
		}
		f.Actions = append(f.Actions, a)
	}
	g := expect.Get(log18xx.Import("test", wired, f, engine.Seed("test")))(t)
	return g
}

// TestOrdersOfActions: actions of the site as order lines.
func TestOrdersOfActions(t *testing.T) {
	minor := func(a log18xx.Action) log18xx.Action {
		a.Entity, a.EntityType = "1", "minor"
		return a
	}
	cases := []struct {
		name string
		in   log18xx.Action
		want string // line, or the text of the error
	}{
		{"a tile by its rotation", minor(log18xx.Action{Type: "lay_tile", Hex: "E12", Tile: "L33-0", Rotation: 2}), "lay L33 E12 2"},
		{"a service", minor(log18xx.Action{Type: "special_buy", Description: "Plus Train Upgrade [G&C]", Cost: 10}), "service G&C"},
		{"a service for another price", minor(log18xx.Action{Type: "special_buy", Description: "Plus Train Upgrade [G&C]", Cost: 20}), "another price than the service"},
		{"a terrain token", minor(log18xx.Action{Type: "special_buy", Description: "Use Terrain Token"}), "use token"},
		{"an unknown purchase", minor(log18xx.Action{Type: "special_buy", Description: "Payoff all debt"}), "special_buy that 18Mag does not have"},
		{"a station on a printed city", minor(log18xx.Action{Type: "place_token", City: "C16-1-0"}), "token C16.1"},
		{"a station on a tile that is not on the board", minor(log18xx.Action{Type: "place_token", City: "57-2-0"}), "tile that is not on the board"},
		{"a scrapped train", minor(log18xx.Action{Type: "discard_train", Train: "2-0"}), "scrap 2"},
		{"no route", minor(log18xx.Action{Type: "run_routes"}), "run nothing"},
		{"a train of the bank", minor(log18xx.Action{Type: "buy_train", Train: "3-0", Price: 120, Variant: "3"}), "buy 3"},
		{"a train of another minor", minor(log18xx.Action{Type: "buy_train", Train: "2-3", Price: 7}), "buy 2 from 4 for 7"},
		{"a train by another name than the next", minor(log18xx.Action{Type: "buy_train", Train: "3-1", Price: 120}), "buy 3"},
		{"another price than the bank's", minor(log18xx.Action{Type: "buy_train", Train: "3-0", Price: 100}), "another price"},
		{"a pass", minor(log18xx.Action{Type: "pass"}), "pass"},
		{"the end", log18xx.Action{Type: "end_game", Entity: "9", EntityType: "minor"}, "end game"},
		{"a dividend", minor(log18xx.Action{Type: "dividend", Kind: "variable", Amount: 40}), "pay 40"},
		{"a dividend that is withheld", minor(log18xx.Action{Type: "dividend", Kind: "withhold"}), "pay 0"},
		{"a dividend of an expansion", minor(log18xx.Action{Type: "dividend", Kind: "payout"}), "of an expansion"},
		{"a supporter", minor(log18xx.Action{Type: "choose_ability", Choice: "claim"}), "type choose_ability"},
		{"somebody else", log18xx.Action{Type: "pass", Entity: "2", EntityType: "minor"}, "pass"},
		{"another company of the one who is to act", log18xx.Action{Type: "pass", Entity: "6", EntityType: "minor"}, "the company whose turn it is"},
		{"nobody", log18xx.Action{Type: "pass", Entity: "77", EntityType: "player"}, "does not play"},
		{"a major without director", log18xx.Action{Type: "pass", Entity: "LdStEG", EntityType: "corporation"}, "without owner or director"},
		{"a sale", log18xx.Action{Type: "sell_shares", Entity: "20", EntityType: "player", Shares: []string{"SIK_1", "SIK_2"}, Percent: 20}, "sell 2 SIK"},
		{"a share", log18xx.Action{Type: "buy_shares", Entity: "20", EntityType: "player", Shares: []string{"SIK_3"}, Percent: 10}, "buy SIK"},
		{"a director's certificate", log18xx.Action{Type: "buy_shares", Entity: "20", EntityType: "player", Shares: []string{"G&C_0"}, Percent: 20}, "buy director G&C"},
		{"two majors at once", log18xx.Action{Type: "sell_shares", Entity: "20", EntityType: "player", Shares: []string{"SIK_1", "SNW_2"}, Percent: 20}, "several companies"},
	}
	g := siteGame(t)
	for _, c := range cases {
		order, err := g.Translator.Order(g.Game.Pos, &c.in)
		got := order.Line
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestOwns: orders name a size and a major; the other pieces named by a refused attempt must be those that the
// order means.
func TestOwns(t *testing.T) {
	minor := func(a log18xx.Action) log18xx.Action {
		a.Entity, a.EntityType = "1", "minor"
		return a
	}
	player := func(a log18xx.Action) log18xx.Action {
		a.Entity, a.EntityType = "20", "player"
		return a
	}
	cases := []struct {
		name string
		in   log18xx.Action
		ok   bool
	}{
		{"an own train is scrapped", minor(log18xx.Action{Type: "discard_train", Train: "2-0"}), true},
		{"a train of another minor", minor(log18xx.Action{Type: "discard_train", Train: "2-1"}), false},
		{"an own train runs", minor(log18xx.Action{Type: "run_routes", Routes: []log18xx.Route{{Train: "2-0"}}}), true},
		{"another one runs, too", minor(log18xx.Action{Type: "run_routes", Routes: []log18xx.Route{{Train: "2-0"}, {Train: "2-5"}}}), false},
		{"the next train of the bank", minor(log18xx.Action{Type: "buy_train", Train: "2-12"}), true},
		{"one behind it", minor(log18xx.Action{Type: "buy_train", Train: "2-13"}), false},
		{"a train of another minor is bought", minor(log18xx.Action{Type: "buy_train", Train: "2-3"}), true},
		{"the own train is bought", minor(log18xx.Action{Type: "buy_train", Train: "2-0"}), false},
		{"a certificate of the bank", player(log18xx.Action{Type: "buy_shares", Shares: []string{"SIK_2"}}), true},
		{"a certificate of a player", player(log18xx.Action{Type: "buy_shares", Shares: []string{"SIK_1"}}), false},
		{"an own certificate is sold", player(log18xx.Action{Type: "sell_shares", Shares: []string{"SIK_1"}}), true},
		{"one of the bank is sold", player(log18xx.Action{Type: "sell_shares", Shares: []string{"SNW_5"}}), false},
	}
	g := siteGame(t)
	for _, c := range cases {
		expect.Same(t, c.name, g.Translator.(log18xxtest.Judge).Owns(g.Game.Pos, &c.in) == nil, c.ok)
	}
}

// TestRoutesOfActions: pieces of track in any direction, and cities by nodes.
func TestRoutesOfActions(t *testing.T) {
	cases := []struct {
		name   string
		pieces [][]string
		nodes  []string
		want   string
	}{
		{"one piece", [][]string{{"E10", "D9"}}, []string{"E10-0", "D9-0"}, "E10-D9"},
		{"against the travel", [][]string{{"E10", "D11", "D9"}, {"C8", "D9"}}, []string{"E10-0", "D9-0", "C8-0"}, "E10-D11-D9-C8"},
		{"the first one turned", [][]string{{"D9", "E10"}, {"D9", "C8"}}, []string{"D9-0", "E10-0", "C8-0"}, "E10-D9-C8"},
		{"two cities of a hex", [][]string{{"E12", "D13"}, {"D13", "E14", "E12"}}, []string{"E12-1", "D13-0", "E12-0"}, "E12.2-D13-E14-E12.1"},
		{"without nodes", [][]string{{"E10", "D9"}, {"D9", "C8"}}, nil, "E10-D9-C8"},
		{"pieces that do not join", [][]string{{"E10", "D9"}, {"C8", "B9"}}, nil, "do not form a route"},
		{"nodes of another hex", [][]string{{"E10", "D9"}}, []string{"E10-0", "D8-0"}, "do not form a route"},
		{"nothing", nil, nil, "do not form a route"},
	}
	ground := siteGame(t).Game.Pos.(*g18mag.State).Words()
	for _, c := range cases {
		way, err := log18xx.Way(&ground, log18xx.Route{Connections: c.pieces, Nodes: c.nodes})
		got := strings.Join(way, "-")
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestScrappedAgain: a scrapped train that is bought again leaves a copy in front
// of the site's pile. Its number may be that of a train somebody else has: then
// the site takes the copy for it, and no file can say so.
func TestScrappedAgain(t *testing.T) {
	g := siteGame(t)
	pieces := &g.Translator.(*translator).pieces.trains
	pile := func() (list []string) {
		for _, c := range pieces.pile {
			list = append(list, c.name)
		}
		return list
	}
	took := func(minor, kind, train string) {
		t.Helper()
		expect.NoError(t, g.Translator.Took(g.Game.Pos, &log18xx.Action{Type: kind, EntityType: "minor", Entity: log18xx.ID(minor), Train: train}))
	}
	for _, c := range []struct{ minor, kind, train, pile string }{
		{"4", "buy_train", "3-0", "2-12 3-1 4-0 6-0"},
		{"4", "buy_train", "3-1", "2-12 3-2 4-0 6-0"},
		{"4", "discard_train", "3-1", "3-1 2-12 3-2 4-0 6-0"},
		{"4", "discard_train", "3-0", "3-0 3-1 2-12 3-2 4-0 6-0"},
		{"4", "buy_train", "3-0", "3-1 2-12 3-2 4-0 6-0"}, // the next one is of its size: no copy
		{"4", "discard_train", "3-0", "3-0 3-1 2-12 3-2 4-0 6-0"},
		{"1", "buy_train", "3-0", "3-1 2-12 3-2 4-0 6-0"},
		{"8", "buy_train", "3-1", "3-2 2-12 3-2 4-0 6-0"}, // a copy
		{"8", "buy_train", "3-2", "3-3 2-12 3-2 4-0 6-0"}, // it is sold, and names the sold one
		{"2", "buy_train", "2-12", "3-3 2-13 3-2 4-0 6-0"},
		{"8", "discard_train", "3-1", "3-1 3-3 2-13 3-2 4-0 6-0"},
		{"8", "discard_train", "3-2", "3-2 3-1 3-3 2-13 3-2 4-0 6-0"},
		{"1", "discard_train", "3-0", "3-0 3-2 3-1 3-3 2-13 3-2 4-0 6-0"},
	} {
		took(c.minor, c.kind, c.train)
		expect.Same(t, []any{c.kind, c.minor, c.train}, strings.Join(pile(), " "), c.pile)
	}
}

// TestExportNamesHiddenTrain: an order about a train whose name the site gave a second time, or in a step that
// it passes over, cannot be written, and export says so.
func TestExportNamesHiddenTrain(t *testing.T) {
	again := []*log18xx.Action{ // minor 5 has 3-1 when minor 4 buys 3-0 back: the copy is another 3-1
		{Type: "buy_train", Entity: "4", Train: "3-0"}, {Type: "buy_train", Entity: "5", Train: "3-1"},
		{Type: "discard_train", Entity: "4", Train: "3-0"}, {Type: "buy_train", Entity: "4", Train: "3-0"},
	}
	for _, c := range []struct {
		name    string
		minor   g18mag.Company
		trains  []int
		money   int
		line    string
		wired   bool // no other minor has a train
		want    string
		refused bool
	}{
		{name: "hidden", minor: 4, trains: []int{2, 3}, line: "scrap 3", want: "another card for the train 3-1", refused: true},
		{name: "the other one", minor: 4, trains: []int{2, 3}, line: "scrap 2", want: "2-4"},
		{name: "known", minor: 3, trains: []int{2, 3}, line: "scrap 3", want: "3-0"},
		{name: "from another", minor: 6, trains: []int{2}, money: 50, line: "buy 3 from 5 for 20", want: "another card for the train 3-1", refused: true},
		{name: "the copy", minor: 6, trains: []int{2}, money: 200, line: "buy 3", want: "3-1"},
		{name: "passed over", minor: 6, money: 100, line: "buy 2", wired: true, want: "the next 3-train of its pile is 3-1, which is too expensive", refused: true},
		{name: "not passed over", minor: 6, money: 130, line: "buy 2", wired: true, want: "2-12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := siteGame(t)
			for _, a := range again {
				a.EntityType = "minor"
				expect.NoError(t, g.Translator.Took(g.Game.Pos, a))
			}
			s := g.Game.Pos.Clone().(*g18mag.State)
			s.Minors[4].Trains = append(s.Minors[4].Trains, 3)
			for i := range s.Minors {
				if c.wired {
					s.Minors[i].Trains = nil
				}
			}
			s.Minors[c.minor].Trains = c.trains
			s.At = slices.Index(s.Order, c.minor)
			s.Actor, s.Turn.Step = s.Minors[c.minor].Owner, g18mag.StepScrap
			s.Cash.Held[s.Account(c.minor)] = c.money
			if strings.HasPrefix(c.line, "buy") {
				s.Turn.Step = g18mag.StepTrains
			}
			given := &engine.Game{Name: "test", Title: wired, Setup: g.Game.Setup, Pos: s}
			r := expect.Get(given.Try(s.Actor, c.line, false))(t)
			actions, err := g.Translator.Actions(s, r.Pos, log18xx.Order{Seat: s.Actor, Line: c.line, Acts: r.Acts})
			switch {
			case c.refused && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.line)):
				t.Errorf("%v, %v, want %q", actions, err, c.want)
			case !c.refused && (err != nil || len(actions) != 1 || actions[0].Train != c.want):
				t.Errorf("%v, %v, want %s", actions, err, c.want)
			}
		})
	}
}

// TestAlone: the site has no game against István, so none is written for it.
func TestAlone(t *testing.T) {
	g, _, err := engine.Begin("alone", wired, engine.Setup{Seats: 1}, []string{"Ana"}, engine.Seed("a seed of thirty-two bytes, so.."))
	expect.NoError(t, err)
	expect.Fails(t, "writing", expect.Err(wired.Header(g.Pos, g.Pos, []log18xx.Player{{Name: "Ana"}})), "no game against István")
}
