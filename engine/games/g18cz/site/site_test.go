package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/view"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// TestDealt: seeds, and the corporations that the site gave the neutral player in
// the traces.
func TestDealt(t *testing.T) {
	for seed, want := range map[int64]string{1200: "BCB,ATE,SX", 1210: "EKJ,BN,kk", 11200: "BCB,ATE,kk", 11210: "EKJ,BN,BY"} {
		expect.Same(t, seed, companyIDs(dealt(seed)), want)
	}
}

// TestSeedFor: any result of the neutral player's draws has a seed.
func TestSeedFor(t *testing.T) {
	for _, a := range []string{"EKJ", "BCB", "VBW"} {
		for _, b := range []string{"BN", "NWB", "ATE", "BTE"} {
			for _, c := range []string{"SX", "BY", "kk"} {
				list := []g18cz.Company{g18cz.CompanyNamed(a), g18cz.CompanyNamed(b), g18cz.CompanyNamed(c)}
				for n := range len(list) + 1 {
					seed, err := seedFor(list[:n])
					if err != nil || !slices.Equal(dealt(seed)[:n], list[:n]) {
						t.Errorf("%v: seed %d, %v", companyIDs(list[:n]), seed, err)
					}
				}
			}
		}
	}
	if _, err := seedFor([]g18cz.Company{g18cz.CompanyNamed("SX")}); err == nil {
		t.Error("a large corporation was dealt first")
	}
}

func siteHeader(players int) *log18xx.Header {
	h := &log18xx.Header{Title: "18CZ", ID: "hs_abc_1200"}
	for i := range players {
		h.Players = append(h.Players, log18xx.Player{ID: 10 * (i + 1), Name: string(rune('A' + i))})
	}
	return h
}

func TestSetups(t *testing.T) {
	for players := 2; players <= 6; players++ {
		list, err := Exchange{}.Setups(siteHeader(players))
		if err != nil || len(list) != 1 {
			t.Fatalf("%d players: %v, %v", players, list, err)
		}
		s := expect.Get(engine.CheckSetup(wired, list[0]))(t)
		if s.Options["consent"] != "not_asked" || s.Options["seating"] != "given" || s.Options["engine_train_duty"] != "on" {
			t.Errorf("%d players: %v", players, s.Options)
		}
		if want := map[bool]string{true: "BCB,ATE,SX"}[players == 2]; want != "" && s.Options[g18cz.OptNeutral] != want {
			t.Errorf("the neutral player: %s, want %s", s.Options[g18cz.OptNeutral], want)
		}
	}
	optional := siteHeader(3)
	optional.Settings.OptionalRules = []string{"odd"}
	nameless := siteHeader(2)
	nameless.ID = "hs"
	for want, h := range map[string]*log18xx.Header{"optional rules odd": optional, "7 players": siteHeader(7), "1 players": siteHeader(1), "the seed": nameless} {
		expect.Fails(t, "error", expect.Err((Exchange{}).Setups(h)), want)
	}
}

// mid is the trace from which the cases below are.
const mid = "../testdata/traces/18CZ-4p-1400.jsonl.gz"

// TestOrdersOfActions: actions of the site as order lines; at 210 KFN settles a take-over and at 300 it buys trains.
func TestOrdersOfActions(t *testing.T) {
	kfn := func(a log18xx.Action) log18xx.Action {
		a.Entity, a.EntityType = "KFN", "corporation"
		return a
	}
	by := func(id string, a log18xx.Action) log18xx.Action {
		a.Entity, a.EntityType = log18xx.ID(id), "company"
		return a
	}
	player := func(id int, a log18xx.Action) log18xx.Action {
		a.Entity, a.EntityType = log18xx.ID(fmt.Sprint(id)), "player"
		return a
	}
	route := func(train string, nodes []string, pieces ...[]string) []log18xx.Route {
		return []log18xx.Route{{Train: train, Connections: pieces, Nodes: nodes}}
	}
	cases := []struct {
		name string
		at   int
		in   log18xx.Action
		want string // line, or the text of the error
	}{
		{"a received train is flipped", 210, kfn(log18xx.Action{Type: "swap_train", Train: "3c-1"}), "flip 3c"},
		{"a received train is thrown away", 210, kfn(log18xx.Action{Type: "discard_train", Train: "2a-4"}), "drop 2a"},
		{"a train that does not exist", 210, kfn(log18xx.Action{Type: "discard_train", Train: "9z-0"}), "a train that does not exist"},
		{"a tile by a local railway of a player", 210, by("M5", log18xx.Action{Type: "lay_tile", Hex: "C14", Tile: "887p-2"}), "no corporation owns"},
		{"too many trains", 300, kfn(log18xx.Action{Type: "discard_train", Train: "3c-2"}), "discard 3c"},
		{"a card of the depot as its second side", 300, kfn(log18xx.Action{Type: "buy_train", Train: "4f-1", Price: 400, Variant: "4+4f"}), "buy 4+4f"},
		{"as its first side, which is not named", 300, kfn(log18xx.Action{Type: "buy_train", Train: "4f-1", Price: 250}), "buy 4f"},
		{"for another price", 300, kfn(log18xx.Action{Type: "buy_train", Train: "4f-1", Price: 300, Variant: "4+4f"}), "another price than the bank's"},
		{"as a side of another card", 300, kfn(log18xx.Action{Type: "buy_train", Train: "4f-1", Price: 400, Variant: "3+3e"}), "a side that the card does not have"},
		{"a train of another corporation", 300, kfn(log18xx.Action{Type: "buy_train", Train: "3d-2", Price: 7}), "buy 3d from MW for 7"},
		{"as another side", 300, kfn(log18xx.Action{Type: "buy_train", Train: "3d-2", Price: 7, Variant: "3+3d"}), "R26"},
		{"a local railway", 300, kfn(log18xx.Action{Type: "buy_company", Company: "M1", Price: 80}), "buy M1 for 80"},
		{"one is sold", 300, kfn(log18xx.Action{Type: "sell_company", Company: "M5", Price: 80}), "sell M5"},
		{"for another price", 300, kfn(log18xx.Action{Type: "sell_company", Company: "M5", Price: 70}), "another price than the common value"},
		{"a purple tile", 300, by("M2", log18xx.Action{Type: "lay_tile", Hex: "C14", Tile: "887p-2", Rotation: 1}), "lay 887p C14 1 with M2"},
		{"a tile", 300, kfn(log18xx.Action{Type: "lay_tile", Hex: "C14", Tile: "1-0", Rotation: 4}), "lay 1 C14 4"},
		{"a tile that does not exist", 300, kfn(log18xx.Action{Type: "lay_tile", Hex: "C14", Tile: "999-0"}), "a tile that does not exist"},
		{"a hex that does not exist", 300, kfn(log18xx.Action{Type: "lay_tile", Hex: "Z99", Tile: "1-0"}), "a hex that does not exist"},
		{"a station on a printed city", 300, kfn(log18xx.Action{Type: "place_token", City: "B9-0-1"}), "token B9.2"},
		{"a station on a tile that does not lie", 300, kfn(log18xx.Action{Type: "place_token", City: "57-3-0"}), "a city on a tile that is not on the board"},
		{"a take-over", 300, kfn(log18xx.Action{Type: "buy_corporation", Corporation: "EKJ", Price: 40}), "acquire EKJ for 40"},
		{"of nobody", 300, kfn(log18xx.Action{Type: "buy_corporation", Corporation: "XX", Price: 40}), "a corporation that 18CZ does not have"},
		{"no route", 300, kfn(log18xx.Action{Type: "run_routes"}), "run nothing"},
		{"a route", 300, kfn(log18xx.Action{Type: "run_routes", Routes: route("3c-2", []string{"C26-0", "D27-1"}, []string{"C26", "D27"})}), "run 3c: C26-D27.2"},
		{"the dividend", 300, kfn(log18xx.Action{Type: "dividend", Kind: "payout"}), "pay"},
		{"none", 300, kfn(log18xx.Action{Type: "dividend", Kind: "withhold"}), "hold"},
		{"another one", 300, kfn(log18xx.Action{Type: "dividend", Kind: "half"}), "a dividend of kind half"},
		{"a pass", 300, kfn(log18xx.Action{Type: "pass"}), "pass"},
		{"the end", 300, log18xx.Action{Type: "end_game", Entity: "9", EntityType: "player"}, "end game"},
		{"a start", 300, player(1, log18xx.Action{Type: "par", Corporation: "BN", SharePrice: "60,0,6"}), "start BN 60"},
		{"a start beside the chart", 300, player(1, log18xx.Action{Type: "par", Corporation: "BN", SharePrice: "60,0,7"}), "no space of the chart"},
		{"a share", 300, player(1, log18xx.Action{Type: "buy_shares", Shares: []string{"kk_3"}, Percent: 10}), "buy kk"},
		{"a director's certificate", 300, player(1, log18xx.Action{Type: "buy_shares", Shares: []string{"SX_0"}, Percent: 20}), "only starts a corporation"},
		{"a sale", 300, player(1, log18xx.Action{Type: "sell_shares", Shares: []string{"MW_0"}, Percent: 25}), "sell 1 MW"},
		{"a sale of no whole share", 300, player(1, log18xx.Action{Type: "sell_shares", Shares: []string{"MW_0"}, Percent: 30}), "no whole number"},
		{"two corporations at once", 300, player(1, log18xx.Action{Type: "sell_shares", Shares: []string{"MW_0", "PR_1"}, Percent: 60}), "several companies"},
		{"a debt", 300, player(1, log18xx.Action{Type: "special_buy", Description: "Payoff all debt"}), "repay"},
		{"a pick", 300, player(1, log18xx.Action{Type: "bid", Company: "S1", Price: 25}), "take S1"},
		{"a pick at another price", 300, player(1, log18xx.Action{Type: "bid", Company: "S1", Price: 30}), "another price than that of the draft"},
		{"who decides for KFN, as a player", 300, player(3, log18xx.Action{Type: "pass"}), "the corporation whose turn it is"},
		{"somebody else", 300, log18xx.Action{Type: "pass", Entity: "EKJ", EntityType: "corporation"}, "pass"},
		{"a corporation without director", 300, log18xx.Action{Type: "pass", Entity: "BN", EntityType: "corporation"}, "without director"},
		{"nobody", 300, player(7, log18xx.Action{Type: "pass"}), "does not play"},
		{"a minor", 300, log18xx.Action{Type: "pass", Entity: "1", EntityType: "minor"}, "of kind minor"},
		{"an action of 18Mag", 300, kfn(log18xx.Action{Type: "choose_ability"}), "type choose_ability"},
	}
	games := map[int]*log18xx.Foreign{}
	for _, at := range []int{210, 300} {
		games[at] = log18xxtest.Until(t, wired, mid, at)
	}
	for _, c := range cases {
		order, err := games[c.at].Translator.Order(games[c.at].Game.Pos, &c.in)
		got := order.Line
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestOwns: orders name a side of a card and a corporation; the other pieces named by a refused attempt must be
// those that the order means.
func TestOwns(t *testing.T) {
	kfn := func(kind string, train string) log18xx.Action {
		return log18xx.Action{Type: kind, Entity: "KFN", EntityType: "corporation", Train: train}
	}
	player := func(kind string, share string) log18xx.Action {
		return log18xx.Action{Type: kind, Entity: "1", EntityType: "player", Shares: []string{share}}
	}
	cases := []struct {
		name string
		in   log18xx.Action
		ok   bool
	}{
		{"an own train", kfn("discard_train", "3c-2"), true},
		{"another's", kfn("discard_train", "3c-3"), false},
		{"another's is flipped", kfn("swap_train", "3c-3"), false},
		{"another's is bought", kfn("buy_train", "3c-3"), true},
		{"the own one is bought", kfn("buy_train", "3c-2"), false},
		{"the next of the depot", kfn("buy_train", "4f-1"), true},
		{"the one behind it", kfn("buy_train", "4f-2"), false},
		{"an own train runs", log18xx.Action{Type: "run_routes", Entity: "KFN", EntityType: "corporation", Routes: []log18xx.Route{{Train: "3c-2"}}}, true},
		{"another's runs", log18xx.Action{Type: "run_routes", Entity: "KFN", EntityType: "corporation", Routes: []log18xx.Route{{Train: "3c-3"}}}, false},
		{"a certificate that was never sold", player("buy_shares", "BN_1"), true},
		{"a certificate of a player is bought", player("buy_shares", "KFN_0"), false},
		{"a certificate of another is sold", player("sell_shares", "KFN_0"), false},
		{"an own one is sold", player("sell_shares", "MW_0"), true},
	}
	g := log18xxtest.Until(t, wired, mid, 300)
	for _, c := range cases {
		expect.Same(t, c.name, g.Translator.(log18xxtest.Judge).Owns(g.Game.Pos, &c.in) == nil, c.ok)
	}
}

// TestRecordedRun: a run that visits two cities of Praha is legal as recorded, in games of the site only (R28).
func TestRecordedRun(t *testing.T) {
	g := log18xxtest.Until(t, wired, mid, 300)
	run := &log18xx.Action{Type: "run_routes", Entity: "KFN", EntityType: "corporation", Routes: []log18xx.Route{{
		Train: "3c-2", Connections: [][]string{{"E14", "E12"}, {"E14", "F13"}, {"F13", "E12"}},
	}}}
	for trust, want := range map[bool]string{true: "run recorded 3c: E12-E14-F13-E12", false: "run 3c: E12-E14-F13-E12"} {
		s := g.Game.Pos.Clone().(*g18cz.State)
		s.Rules.TrustRoutes = trust
		order, err := g.Translator.Order(s, run)
		if err != nil || order.Line != want {
			t.Errorf("trust %v: %v, %v", trust, order, err)
		}
	}
}

// wired is the title as offered: robots play by its view's lists.
var wired struct {
	g18cz.Rules
	view.View
	Exchange
}
