package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18mag"
)

func mended(string) engine.Title { return toy.Mended{} }

// mendedStory is a game of version 1 that goes on under version 2 from record 4 on, and in
// which then an order of before is taken back:
// 1 begin, 2 knock of seat 1, 3 sell red of seat 0, 4 switch, 5 knock of seat 2, 6 undo to 2, 7 knock of seat 2.
func mendedStory(t *testing.T) ([]*engine.Record, *engine.Game) {
	t.Helper()
	g, first, err := engine.Begin("winter", toy.Mended{}, engine.Setup{Seats: 3, Version: 1}, []string{"Ana", "Ben", "Cleo"}, engine.Seed(secret))
	expect.NoError(t, err)
	records := append([]*engine.Record{first}, order(t, g, 1, "knock")...)
	then := g.Clone()
	records = append(records, order(t, g, 0, "sell red")...)
	to := g.Setup
	to.Version = 2
	r := expect.Get(g.Switch(to, engine.Report{Message: engine.Msg("switched")}))(t)
	records = append(append(records, r), order(t, g, 2, "knock")...)
	records = append(records, g.UndoTo(then, engine.Nobody))
	return append(records, order(t, g, 2, "knock")...), g
}

func coins(g *engine.Game) []int {
	return engine.Each(g.Pos.(*toy.Position).Players, func(p toy.Player) int { return p.Coins })
}

// TestSwitch: orders before it stand, later ones follow the new rules, and an undo takes back the order but not
// the rules.
func TestSwitch(t *testing.T) {
	records, live := mendedStory(t)
	if want := []int{1, 2, 3}; !slices.Equal(coins(live), want) || live.Setup.Version != 2 {
		t.Errorf("coins %v under version %d, want %v under 2", coins(live), live.Setup.Version, want)
	}
	for _, list := range [][]*engine.Record{records, throughBytes(t, records)} {
		g := expect.Get(engine.Replay(mended, list, engine.Seed(secret)))(t)
		expect.Same(t, coins(g), string(engine.Encode(g.Pos)), string(engine.Encode(live.Pos)))
		expect.Same(t, fmt.Sprintf("replay ends with %v under version", coins(g)), g.Setup.Version, 2)
	}
	seqs := engine.Each(engine.InForce(records), func(r *engine.Record) uint64 { return r.Seq })
	expect.Same(t, "records", seqs, []uint64{1, 2, 4, 7})
	expect.Fails(t, "a program without version 2 says", expect.Err(engine.Replay(toy.Find, records, nil)), "record 4")
}

// TestSnapshotBeforeSwitch: a snapshot is read with the current rules, and replayed with those of its time.
func TestSnapshotBeforeSwitch(t *testing.T) {
	records, live := mendedStory(t)
	then := expect.Get(engine.Replay(mended, records[:2], engine.Seed(secret)))(t)
	g, err := engine.Resume("winter", toy.Mended{}, live.Setup, engine.Seed(secret), then.Snapshot())
	if err == nil {
		err = engine.ReplayOn(g, records[2:])
	}
	if err != nil || g.Digest() != live.Digest() {
		t.Errorf("%v, coins %v", err, coins(g))
	}
}

// TestShadowOfSwitch: a game that has switched equals one that began under the new rules, unless a decision differed.
func TestShadowOfSwitch(t *testing.T) {
	records, _ := mendedStory(t)
	if d, err := engine.Shadow(mended, records, 2); err != nil || d == nil || d.Seq != 2 {
		t.Errorf("the first knock would bring two coins: %v, %v", d, err)
	}
	expect.Fails(t, "no beginning", expect.Err(engine.Shadow(mended, records[2:3:3], 2)), "")
}

// TestSwitchRefused: the rules that a running game keeps.
func TestSwitchRefused(t *testing.T) {
	g, _, err := engine.Begin("winter", engine.Bare{Rules: g18cz.Rules{}}, engine.Setup{Seats: 3}, nil, engine.Seed(secret))
	expect.NoError(t, err)
	older := g.Setup
	older.Version = 1
	for want, to := range map[string]engine.Setup{
		"engine.option-fixed":   g.Setup.Choosing(map[string]string{"seating": "given"}),
		"engine.option-unknown": g.Setup.Choosing(map[string]string{"lunch": "on"}),
		"engine.option-value":   g.Setup.Choosing(map[string]string{"consent": "maybe"}),
		"engine.version-back":   older,
	} {
		before := g.Digest()
		_, err := g.Switch(to)
		if r, ok := engine.AsRefusal(err); !ok || r.Why.Key != want || g.Digest() != before {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := g.Switch(g.Setup.Choosing(map[string]string{"consent": "not_asked"})); err != nil || !g.Pos.(*g18cz.State).Rules.NoConsent || g.Setup.Options["consent"] != "not_asked" {
		t.Errorf("%v, %v", err, g.Setup)
	}
	plain, _ := begin(t)
	expect.Fails(t, "a title without other rules switches", expect.Err(plain.Switch(plain.Setup)), "")
}

// TestMended: a mend concerns older games in which it can matter.
func TestMended(t *testing.T) {
	ids := func(version int, excess string) (list []string) {
		for _, m := range engine.Mended(engine.Bare{Rules: g18cz.Rules{}}, engine.Setup{Version: version, Options: map[string]string{"late_excess_check": excess}}) {
			list = append(list, m.ID)
		}
		return list
	}
	expect.Same(t, "version 1", ids(1, "off"), []string{"sides", "stations"})
	expect.Same(t, "version 1, of the site", ids(1, "on"), []string{"sides", "stations", "excess"})
	for idle, want := range map[string]int{"refused": 0, "allowed": 1} {
		if got := engine.Mended(engine.Bare{Rules: g18mag.Rules{}}, engine.Setup{Seats: 3, Version: 1, Options: map[string]string{"idle_services": idle}}); len(got) != want {
			t.Errorf("idle services %s: %v", idle, got)
		}
	}
	expect.Same(t, "version 2", ids(2, "on"), nil)
}

func throughBytes(t *testing.T, records []*engine.Record) (out []*engine.Record) {
	t.Helper()
	for _, r := range records {
		b := expect.Get(r.Bytes())(t)
		again := expect.Get(engine.ReadRecord(b))(t)
		out = append(out, again)
	}
	return out
}

func TestCheckSetup(t *testing.T) {
	good, err := engine.CheckSetup(toy.Title{}, engine.Setup{Seats: 3})
	if err != nil || good.Version != 1 || good.Options["deck"] != "twelve" {
		t.Errorf("defaults %+v, %v", good, err)
	}
	cases := []struct {
		name string
		s    engine.Setup
		want string
	}{
		{"too few", engine.Setup{Seats: 1}, "forbidden 0+0 engine.seats"},
		{"too many", engine.Setup{Seats: 5}, "forbidden 0+0 engine.seats"},
		{"newer", engine.Setup{Seats: 2, Version: 2}, "forbidden 0+0 engine.version"},
		{"below", engine.Setup{Seats: 2, Version: -1}, "forbidden 0+0 engine.version"},
		{"option", engine.Setup{Seats: 2, Options: map[string]string{"dekc": "twelve"}}, "forbidden 0+0 engine.option-unknown expected deck"},
		{"value", engine.Setup{Seats: 2, Options: map[string]string{"deck": "six"}}, "forbidden 0+0 engine.option-value (rule 1) expected twelve eighteen"},
	}
	for _, c := range cases {
		_, err := engine.CheckSetup(toy.Title{}, c.s)
		if r, ok := engine.AsRefusal(err); !ok || refusal(r) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestOptionsBeyondTheList(t *testing.T) {
	for value, want := range map[string]string{"drawn": "", "EKJ,BN,SX": "", "many": "forbidden 0+0 18cz.no.neutral-form (rule Two players) expected drawn EKJ,BN,SX"} {
		s, err := engine.CheckSetup(engine.Bare{Rules: g18cz.Rules{}}, engine.Setup{Seats: 2, Options: map[string]string{"neutral_corporations": value}})
		r, refused := engine.AsRefusal(err)
		if refused && refusal(r) != want || !refused && (want != "" || s.Options["neutral_corporations"] != value) {
			t.Errorf("neutral=%s: %v, %v; want %q", value, s.Options, err, want)
		}
	}
}

func TestProfiles(t *testing.T) {
	cases := []struct {
		name    string
		options map[string]string
		want    string // the options, or the refusal
	}{
		{"a profile", map[string]string{"profile": "18xx.games"}, "not_asked given"},
		{"with another value beside it", map[string]string{"profile": "18xx.games", "seating": "drawn"}, "not_asked drawn"},
		{"unknown", map[string]string{"profile": "long"}, "forbidden 0+0 engine.option-value expected 18xx.games book"},
	}
	for _, c := range cases {
		s, err := engine.CheckSetup(engine.Bare{Rules: g18cz.Rules{}}, engine.Setup{Seats: 3, Options: c.options})
		got := s.Options["consent"] + " " + s.Options["seating"]
		if r, ok := engine.AsRefusal(err); ok {
			got = refusal(r)
		}
		if got != c.want || c.options["profile"] == "" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if _, err := engine.CheckSetup(toy.Title{}, engine.Setup{Seats: 2, Options: map[string]string{"profile": "short"}}); err == nil {
		t.Error("a title without profiles takes one")
	}
}

func TestRanked(t *testing.T) {
	got := ""
	for _, s := range engine.Ranked([]engine.Score{{Seat: 0, Points: 5}, {Seat: 1, Points: 9}, {Seat: 2, Points: 5}, {Seat: 3, Points: 12}, {Seat: 4, Points: 1}}) {
		got += fmt.Sprintf("%d:%d ", s.Rank, s.Seat)
	}
	if want := "1:3 2:1 3:0 3:2 5:4 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
