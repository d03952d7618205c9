package titles

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// TestConformanceRoundTrip imports a trace, writes it as a file of the site, and imports that: position, orders
// and actions are the same. Below the full level it takes one trace of each kind: TestConformance has played
// the others.
func TestConformanceRoundTrip(t *testing.T) {
	files := traceFiles(t)
	if !level.Full() {
		files = oneOfEachKind(files)
	}
	for _, file := range files {
		t.Run(log18xxtest.ShortName(file), func(t *testing.T) {
			t.Parallel()
			roundTrip(t, file)
		})
	}
}

// oneOfEachKind returns the first of the traces that differ only in the number
// that ends their names, "18CZ-3p-1310" and "18CZ-3p-61320", or, of our own traces, in any number.
func oneOfEachKind(files []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(file string) bool {
		kind := strings.TrimRight(log18xxtest.ShortName(file), "0123456789")
		if strings.HasPrefix(file, "..") {
			kind = regexp.MustCompile(`\d+`).ReplaceAllString(kind, "")
		}
		defer func() { seen[kind] = true }()
		return seen[kind]
	})
}

func roundTrip(t *testing.T, name string) {
	file := log18xxtest.ReadTrace(t, name)
	title := siteTitle(file.Title)
	if title == nil {
		t.Skipf("no title here is %q", file.Title)
	}
	seed := engine.Seed("conformance")
	first := expect.Get(log18xx.Import("round", title, file, seed))(t)
	if _, err := log18xx.Import("old", title, asOld(file), nil); err != nil {
		t.Errorf("without what old logs leave out: %v", err)
	}
	if silent := *file; silent.LegacyDraft { // the site's own files do not say by which reading of the draft an old game went
		silent.LegacyDraft = false
		if _, err := log18xx.Import("silent", title, &silent, seed); err != nil {
			t.Errorf("without a word on the draft: %v", err)
		}
	}
	replayed, err := engine.Replay(func(string) engine.Title { return title }, first.Records, seed)
	if err != nil || replayed.Digest() != first.Game.Digest() {
		t.Fatalf("the records lead to another position: %v", err)
	}
	out := expect.Get(log18xx.Export(title, first.Records, &file.Header, file.Players))(t)
	told := out.Actions
	if !namesStops(file) {
		told = asOld(out).Actions
	}
	want, got := plainActions(t, file.Actions), plainActions(t, told)
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("action %d of %d and %d:\nrecorded %s\nexported %s", i+1, len(want), len(got), at(want, i), at(got, i))
		}
	}
	var text bytes.Buffer
	expect.NoError(t, out.Write(&text))
	again := expect.Get(log18xx.Read(&text))(t)
	second := expect.Get(log18xx.Import("round", title, again, seed))(t)
	if a, b := engine.Encode(first.Game.Pos), engine.Encode(second.Game.Pos); !bytes.Equal(a, b) {
		t.Errorf("another position:\n%s\n%s", a, b)
	}
	if a, b := lines(first.Records), lines(second.Records); !slices.Equal(a, b) {
		t.Errorf("other orders:\n%s\n%s", a, b)
	}
}

// asOld removes what old logs lack: the nodes of routes, the owner of a station, the first side of a train card.
func asOld(file *log18xx.File) *log18xx.File {
	old := *file
	old.Actions = nil
	for _, a := range file.Actions {
		one := *a
		one.Tokener, one.Routes = "", slices.Clone(a.Routes)
		if one.Variant == number(one.Train) {
			one.Variant = ""
		}
		for i := range one.Routes {
			one.Routes[i].Nodes, one.Routes[i].Hexes = nil, nil
		}
		old.Actions = append(old.Actions, &one)
	}
	return &old
}

// namesStops says whether the routes of a game name their stops; old logs do not.
func namesStops(file *log18xx.File) bool {
	return slices.ContainsFunc(file.Actions, func(a *log18xx.Action) bool { return len(a.Routes) > 0 && len(a.Routes[0].Nodes) > 0 })
}

func at(list []string, i int) string {
	if i >= len(list) {
		return "nothing"
	}
	return list[i]
}

func lines(records []*engine.Record) []string {
	return engine.Each(records, func(r *engine.Record) string { return fmt.Sprintf("%d %s", r.Seat, r.Line) })
}

// plainActions spells the counting actions without the differences between equal pieces: copies of tiles,
// trains of one size, certificates of one share; and gives a route and a dividend one spelling.
func plainActions(t *testing.T, actions []*log18xx.Action) []string {
	t.Helper()
	counting := expect.Get(log18xx.Effective(actions))(t)
	var list []string
	lies := map[string]string{} // piece: hex
	for _, a := range counting {
		for _, one := range slices.Concat([]*log18xx.Action{a}, a.Auto) {
			if one.Quiet() {
				continue
			}
			b := expect.Get(json.Marshal(plainAction(*one, lies)))(t)
			list = append(list, string(b))
		}
	}
	return list
}

func plainAction(a log18xx.Action, lies map[string]string) *log18xx.Action {
	a.ID, a.Auto, a.Tokener = 0, nil, ""
	switch a.Type {
	case "lay_tile":
		for piece, hex := range lies {
			if hex == a.Hex {
				delete(lies, piece)
			}
		}
		lies[a.Tile] = a.Hex
		a.Tile = number(a.Tile)
	case "place_token":
		i := strings.LastIndexByte(a.City, '-')
		hex, city := a.City[:i], a.City[i:]
		if on, ok := lies[hex]; ok {
			hex = on
		}
		a.City, a.Slot = number(hex)+city, 0 // the circle does not matter
	case "buy_train", "discard_train", "swap_train":
		a.Train, a.Variant = number(a.Train), ""
	case "buy_shares", "sell_shares":
		a.Shares = slices.Clone(a.Shares)
		for i, name := range a.Shares {
			if major, one, _ := strings.Cut(name, "_"); one != "0" {
				a.Shares[i] = major
			}
		}
		if a.Type == "sell_shares" { // the director determines which certificates leave
			a.Shares = []string{strings.TrimSuffix(a.Shares[0], "_0")}
		}
	case "dividend":
		if a.Kind == "withhold" {
			a.Kind = "variable"
		}
	case "run_routes":
		a.Routes = slices.Clone(a.Routes)
		for i := range a.Routes {
			a.Routes[i] = plainRoute(a.Routes[i])
		}
		a.Extra, a.Subsidy = 0, 0
	case "end_game":
		a.Entity, a.EntityType = "", ""
	}
	return &a
}

// number cuts the copy off the name of a piece.
func number(piece string) string {
	if i := strings.LastIndexByte(piece, '-'); i >= 0 {
		return piece[:i]
	}
	return piece
}

// plainRoute has its pieces of track in one direction, each and all together:
// the site writes them either way round.
func plainRoute(r log18xx.Route) log18xx.Route {
	pieces := make([]string, len(r.Connections))
	for i, piece := range r.Connections {
		back := slices.Clone(piece)
		slices.Reverse(back)
		pieces[i] = min(strings.Join(piece, " "), strings.Join(back, " "))
	}
	back := slices.Clone(pieces)
	slices.Reverse(back)
	if slices.Compare(back, pieces) < 0 {
		pieces = back
	}
	nodes := slices.Sorted(slices.Values(r.Nodes))
	return log18xx.Route{Train: number(r.Train), Connections: [][]string{pieces}, Revenue: r.Revenue, Subsidy: r.Subsidy, Nodes: nodes}
}
