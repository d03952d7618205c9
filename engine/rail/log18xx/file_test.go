package log18xx

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

const sample = `{
 "id": "hs_abcdefgh_4711", "title": "18Mag", "status": "finished", "created_at": 1700000000, "game_end_reason": "final_phase",
 "players": [{"id": 7, "name": "Ana"}, {"id": 3, "name": "Bo"}], "settings": {"seed": "", "optional_rules": []},
 "result": {"7": 120, "3": 80}, "mode": "hotseat", "user": {"id": 0, "name": "You"}, "acting": [7],
 "actions": [
  {"type": "bid", "entity": 7, "entity_type": "player", "id": 1, "user": 99, "created_at": 1700000001, "minor": "4", "price": 0},
  {"type": "lay_tile", "entity": "4", "entity_type": "minor", "id": 2, "hex": "E10", "tile": "57-0", "rotation": 0},
  {"type": "dividend", "entity": "SIK", "entity_type": "corporation", "id": 5, "kind": "variable", "amount": 0},
  {"type": "undo", "entity": "SIK", "entity_type": "corporation", "id": 6, "action_id": 2},
  {"type": "program_share_pass", "entity": 7, "entity_type": "player", "id": 7, "unconditional": false, "indefinite": true,
   "auto_actions": [{"type": "pass", "entity": 7, "entity_type": "player"}]}
 ]}`

func TestReadFile(t *testing.T) {
	f := expect.Get(Read(strings.NewReader(sample)))(t)
	if seed, err := f.Seed(); seed != 4711 || err != nil {
		t.Errorf("the seed is %d (%v), want the digits of the id", seed, err)
	}
	if seat, ok := f.Seat("3", []engine.Seat{4, 2}); seat != 2 || !ok {
		t.Errorf("player 3 has seat %d, %v", seat, ok)
	}
	if f.Result["7"] != 120 || f.Status != "finished" || f.Created.Unix() != 1700000000 || len(f.Actions) != 5 {
		t.Errorf("%+v", f)
	}
	if a := f.Actions[3]; a.Back == nil || *a.Back != 2 {
		t.Errorf("undo to %v", a.Back)
	}
	if a := f.Actions[4]; !a.Quiet() || len(a.Auto) != 1 || a.Auto[0].Type != "pass" {
		t.Errorf("standing order: %+v", a)
	}
}

// TestWriteFile writes what was read and reads it back.
func TestWriteFile(t *testing.T) {
	f := expect.Get(Read(strings.NewReader(sample)))(t)
	var b bytes.Buffer
	expect.NoError(t, f.Write(&b))
	again := expect.Get(Read(&b))(t)
	expect.Same(t, "read back", *again, *f)
}

func TestWriteAction(t *testing.T) {
	back := 0
	cases := []struct {
		in   Action
		want string
	}{
		{Action{Type: "pass", Entity: "4", EntityType: "minor", ID: 3}, `{"type":"pass","entity":"4","entity_type":"minor","id":3}`},
		{Action{Type: "pass", Entity: "4", EntityType: "player", ID: 3}, `{"type":"pass","entity":4,"entity_type":"player","id":3}`},
		{Action{Type: "bid", Entity: "4", EntityType: "player", ID: 3, Minor: "5"}, `{"type":"bid","entity":4,"entity_type":"player","id":3,"minor":"5","price":0}`},
		{Action{Type: "lay_tile", Entity: "1", EntityType: "minor", ID: 1, Hex: "E12", Tile: "L33-0"}, `{"type":"lay_tile","entity":"1","entity_type":"minor","id":1,"hex":"E12","tile":"L33-0","rotation":0}`},
		{Action{Type: "dividend", Entity: "SIK", EntityType: "corporation", ID: 1, Kind: "variable"}, `{"type":"dividend","entity":"SIK","entity_type":"corporation","id":1,"kind":"variable","amount":0}`},
		{Action{Type: "dividend", Entity: "SIK", EntityType: "corporation", ID: 1, Kind: "withhold"}, `{"type":"dividend","entity":"SIK","entity_type":"corporation","id":1,"kind":"withhold"}`},
		{Action{Type: "undo", Entity: "SIK", EntityType: "corporation", ID: 1, Back: &back}, `{"type":"undo","entity":"SIK","entity_type":"corporation","id":1,"action_id":0}`},
		{Action{Type: "run_routes", Entity: "4", EntityType: "minor", ID: 1}, `{"type":"run_routes","entity":"4","entity_type":"minor","id":1,"routes":[],"extra_revenue":0,"subsidy":0}`},
	}
	for _, c := range cases {
		b, err := json.Marshal(&c.in)
		if err != nil || string(b) != c.want {
			t.Errorf("%s\nwant %s (%v)", b, c.want, err)
		}
	}
}

// A byte order mark, which some editors write, is ignored.
func TestReadFileMarked(t *testing.T) {
	if _, err := Read(strings.NewReader("\ufeff" + sample)); err != nil {
		t.Error(err)
	}
}

func TestReadFileRefuses(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(sample, old) {
			t.Fatalf("the sample has no %s", old)
		}
		return strings.Replace(sample, old, new, 1)
	}
	cases := []struct{ name, in, want string }{
		{"no JSON", "18Mag", "not a game of the site"},
		{"something else", "[]", "not a game of the site: it holds a JSON array"},
		{"a part of a file", sample[:len(sample)/2], "it is incomplete"},
		{"a field of another kind", change(`"title": "18Mag"`, `"title": 5`), "the field title is a JSON number"},
		{"no title", change(`"title": "18Mag",`, ""), "title is missing"},
		{"no players", change(`[{"id": 7, "name": "Ana"}, {"id": 3, "name": "Bo"}]`, "[]"), "0 players"},
		{"a player twice", change(`{"id": 3, "name": "Bo"}`, `{"id": 7, "name": "Bo"}`), "an id and a name of their own"},
		{"a seed that is none", change(`"seed": ""`, `"seed": "x7"`), `the seed "x7"`},
		{"ids that fall", change(`"id": 5`, `"id": 1`), "ids must increase"},
		{"an entity that is a list", change(`"entity": "4"`, `"entity": []`), "neither a whole number nor a text"},
		{"an empty action", change(`"type": "bid", `, ""), "entry 1 of actions is empty"},
		{"auto actions within", change(`"auto_actions": [{`, `"auto_actions": [{"auto_actions": [{"type": "pass"}],`), "auto_actions cannot be read"},
	}
	for _, c := range cases {
		expect.Fails(t, c.name, expect.Err(Read(strings.NewReader(c.in))), c.want)
	}
}

func TestSeed(t *testing.T) {
	cases := []struct {
		id   ID
		seed Seed
		want int64
		ok   bool
	}{
		{"76622", Seed{}, 76622, true},
		{"hs_tfagolvf_76622", Seed{}, 76622, true},
		{"hs_a1b_9", Seed{}, 1, true}, // the first digits
		{"76622", Seed{5, true}, 5, true},
		{"76622", Seed{0, true}, 0, true},
		{"abc", Seed{}, 0, false},
	}
	for _, c := range cases {
		h := Header{ID: c.id, Settings: Settings{Seed: c.seed}}
		if got, err := h.Seed(); got != c.want || (err == nil) != c.ok {
			t.Errorf("id %s, seed %v: %d, %v", c.id, c.seed, got, err)
		}
	}
}

// TestShuffle: the example of the format's description, ten start prices.
func TestShuffle(t *testing.T) {
	cards := []int{60, 60, 65, 65, 70, 70, 75, 75, 80, 80}
	got := engine.Each(NewRandom(76622).Shuffle(10)[:7], func(i int) int { return cards[i] })
	expect.Same(t, "seed 76622 deals", got, []int{60, 80, 80, 60, 65, 70, 70})
}

// TestNamedPlayers reads an old file of one computer, whose players have no ids.
func TestNamedPlayers(t *testing.T) {
	named := strings.NewReplacer(`"id": 7, "name"`, `"name"`, `"id": 3, "name"`, `"name"`, `"entity": 7`, `"entity": "Ana"`, `"7": 120`, `"Ana": 120`, `"3": 80`, `"Bo": 80`)
	f := expect.Get(Read(strings.NewReader(named.Replace(sample))))(t)
	expect.Same(t, "players", f.Players, []Player{{1, "Ana"}, {2, "Bo"}})
	if f.Actions[0].Entity != "1" || f.Actions[4].Auto[0].Entity != "1" || f.Actions[3].Entity != "SIK" {
		t.Errorf("actions of %s, %s, %s", f.Actions[0].Entity, f.Actions[4].Auto[0].Entity, f.Actions[3].Entity)
	}
	expect.Same(t, "result", f.Result, map[string]int{"1": 120, "2": 80})
}
