package g18cz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// printed is a second copy of the book's figures, read independently of the data (II, IV, V, VIII.12, XI).
const printed = `
small 50 55 60 65 70, capital 4, 50 25, at most 75
medium 60 70 80 90 100, capital 5, 40 20, at most 60
large 90 100 110 120, capital 10, 20 10, at most 60
EKJ small D5: 0 40 100
OFE small C26: 0 40 100
BCB small E16: 0 40 100
MW small F23: 0 40 100
VBW small I10: 0 40 100
BN medium E12: 0 40 100
NWB medium E12: 0 40 100
ATE medium B9: 0 40 100
BTE medium D3: 0 40 100
KFN medium G20: 0 40 100
SX large A8 B5: 0 40
PR large A22 B19: 0 40
BY large F3 H5: 0 40
kk large J15 I18: 0 40
Ug large G28 I24: 0 40
a 5: 2a 70
b 4: 2b 70, 2+2b 80
c 4: 3c 120, 2+2c 80
d 4: 3d 120, 3+3d 180, 3Ed 250
e 4: 4e 250, 3+3e 180, 3Ee 250
f 4: 4f 250, 4+4f 400, 4Ef 350
g 4: 5g 350, 4+4g 400, 4Eg 350
h 2: 5h 350, 5+5h 500, 5Eh 700
i 2: 5i 350, 5+5i 500, 6Ei 800
j -1: 5j 350, 5+5j 500, 8Ej 1000
phase a: yellow, limits 3 0 0
phase b: yellow, limits 3 3 0
phase c: yellow, limits 3 3 0
phase d: yellow green, limits 3 3 3
phase e: yellow green, limits 2 3 3
phase f: yellow green, limits 2 2 3
phase g: yellow green brown, limits 2 2 3
phase h: yellow green brown, limits 1 2 3
phase i: yellow green brown gray, limits 1 1 3
phase j: yellow green brown gray, limits 1 1 2
S1 Plan - Tachau 25 5
S2 Melnik – Mscheno 30 5
S3 Zwittau – Politschka 35 5
S4 Wolframs - Teltsch 40 5
S5 Strakonitz – Blatna – Bresnitz 45 5
S6 Martinitz – Rochlitz 50 5
M1 Raudnitz – Kmetnowes 40 10
M2 Schweißing – Haid 45 10
M3 Deutschbrod – Tischnowitz 50 10
M4 Troppau – Grätz 55 10
M5 Hannsdorf – Mährisch Altstadt 60 10
M6 Friedland - Bila 65 10
L1 Aujezd – Luhatschowitz 55 20
L2 Neuhaus – Wobratain 60 20
L3 Opočno – Dobruschka 65 20
L4 Wekelsdorf – Parschnitz – Trautenau 70 20
L5 Nezamislitz – Morkowitz 75 20
L6 Taus – Tachau 80 20
tiles map[brown:21 gray:1 green:44 purple:20 red:5 yellow:69]
`

// TestPrinted compares the data with it.
func TestPrinted(t *testing.T) {
	var b strings.Builder
	words := func(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }
	for size, rule := range Book.Sizes {
		of := Book.Companies[slices.IndexFunc(Book.Companies[:], func(c Charter) bool { return c.Size == Size(size) })].structure[0]
		fmt.Fprintf(&b, "%s %s, capital %d, %d %d, at most %d\n", SizeNames[size], words(rule.Starts), rule.Capital, of.Director, of.Share, of.Most)
	}
	for _, c := range Book.Companies {
		fmt.Fprintf(&b, "%s %s %s: %s\n", c.ID, SizeNames[c.Size], words(c.Homes), words(c.costs))
	}
	for i, p := range Book.Piles {
		var faces []string
		for _, f := range p.Faces {
			faces = append(faces, fmt.Sprintf("%s %d", f.Name, f.Price))
		}
		fmt.Fprintf(&b, "%s %d: %s\n", Book.Phases[i].Name, p.Count, strings.Join(faces, ", "))
	}
	for _, p := range Book.Phases {
		fmt.Fprintf(&b, "phase %s: %s, limits %s\n", p.Name, words(p.Colours), words(p.Limit))
	}
	for l := range Book.Locals {
		it := &Book.Locals[l]
		fmt.Fprintf(&b, "%s %s %d %d\n", it.ID, it.Name, it.Price, it.Income)
	}
	tiles := map[string]int{}
	for _, s := range Book.Worlds[0].Set.Stacks {
		colour, _, _ := strings.Cut(Book.Worlds[0].Set.Tiles[s.Faces[0]].Colour, " ")
		tiles[colour] += s.Count
	}
	fmt.Fprintf(&b, "tiles %v\n", tiles)
	expect.Same(t, "the data say", b.String(), printed[1:])
}

// TestByBookHome: a new game has BCB in D17, where its first tile must be laid, and the buyer's own station keeps its price
// (IV.2, VII.5, VIII.4, VIII.6, R5, R15, R16).
func TestByBookHome(t *testing.T) {
	setup := expect.Get(engine.CheckSetup(bare, engine.Setup{Seats: 3}))(t)
	if r := rulesOf(setup.Options); !r.HomeD17 || !r.ForceHome || !r.KeepForty || !r.LastResort || !r.FlipLarger || !r.RepayAny || r.PassOver || r.NoConsent {
		t.Errorf("%+v", r)
	}
	old, err := engine.CheckSetup(bare, engine.Setup{Seats: 3, Version: 2})
	if r := rulesOf(old.Options); err != nil || r != (Rulings{}) {
		t.Errorf("a game of version 2 has %+v, %v", r, err)
	}
	s := turn(t, "BCB", byBook)
	expect.Same(t, "BCB begins at", where(s, "BCB"), "D17.0.0")
	refusalCase{"pass", s, "pass", "VIII.4", "must-track"}.check(t)
	if s = after(t, s, "lay 57 D17 E16-C18", "pass"); s.Turn.Step == StepTrack {
		t.Error("the tile on D17 is not enough")
	}
}

// TestTrackOfNeighbours: the two lines of a double town need one connection; track may end at the blank side of a neighbour and at a
// red hex; a replaced tile returns to the supply (VIII.4, VIII.5).
func TestTrackOfNeighbours(t *testing.T) {
	mw := turn(t, "MW", laid("57 F23 1"), treasury("MW", 500))
	towns := slices.DeleteFunc(lines(mw, "lay"), func(line string) bool { return strings.Fields(line)[2] != "F21" })
	alone := func(line string) bool { return strings.Count(line, "F23") == 1 }
	if len(towns) == 0 || slices.ContainsFunc(towns, func(line string) bool { return !alone(line) }) {
		t.Errorf("on F21 there may be laid %q", towns)
	}
	s := turn(t, "EKJ", laid("57 D5 1", "9 E6 1"), treasury("EKJ", 500))
	expect.Same(t, "track against a blank side is not laid", after(t, s, "lay 7 D7 D5-E6").Turn.Yellow, 1)
	west := turn(t, "BTE", laid("57 D3 1"), treasury("BTE", 500))
	if !slices.ContainsFunc(lines(changed(west, laid("14 D3 2")), "lay"), func(line string) bool { return strings.Contains(line, "F3") || strings.Contains(line, "B5") }) {
		t.Errorf("no track leads to a red hex: %q", lines(changed(west, laid("14 D3 2")), "lay"))
	}
	id, _ := s.World().Set.Find("57")
	stack := s.World().Set.Tiles[id].Group
	expect.Same(t, s.Board.Left[stack], after(t, s, "lay 14 D5 E4-D3-C6-D7").Board.Left[stack], s.Board.Left[stack]+1)
}

// TestRedValues: red tiles count 30, 40 and 50 K by phase (VIII.8, R9).
func TestRedValues(t *testing.T) {
	for _, c := range Book.Companies {
		if c.Size != Large {
			continue
		}
		stop := Book.Worlds[0].Set.Tiles[c.Red].Stops[0]
		if got := [3]int{stop.Worth("green"), stop.Worth("brown"), stop.Worth("gray")}; got != [3]int{30, 40, 50} || HomeBonus != 50 {
			t.Errorf("the red tile of %s counts %v, and %d at home", c.ID, got, HomeBonus)
		}
	}
}

// TestNoTrainAway: no train is sold to the bank or given up freely (VIII.10).
func TestNoTrainAway(t *testing.T) {
	for _, line := range []string{"sell 3+3d", "discard 3d", "drop 3d", "sell 3d to bank"} {
		refused(t, line, buyer(t, "BN", owns("BN", "3d 3+3d"), treasury("BN", 900)), line)
	}
}
