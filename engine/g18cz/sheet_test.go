package g18cz

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/sheet"
	"railpost/engine/track"
)

var update = flag.Bool("update", false, "write the golden files anew")

// words are blocks as a player reads them, without the layout of a letter.
func words(t testing.TB, s *State, seat engine.Seat, part, arg string) string {
	t.Helper()
	say := func(m engine.Message) string {
		return texts.Say("en", []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}, nil, m)
	}
	blocks, err := New().Sheet(s.View(seat), seat, part, arg)
	if r, ok := engine.AsRefusal(err); ok {
		return strings.TrimSpace(say(r.Why) + " " + strings.Join(r.Expected, ", "))
	} else if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, b := range blocks {
		lines = append(lines, "== "+say(b.Head))
		for _, m := range b.Lines {
			lines = append(lines, say(m))
		}
		var heads []string
		for _, m := range b.Columns {
			heads = append(heads, say(m))
		}
		if len(heads) > 0 {
			lines = append(lines, strings.Join(heads, " | "))
		}
		for _, row := range b.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, say(c.Say))
			}
			lines = append(lines, strings.TrimRight(strings.Join(cells, " | "), " "))
		}
		lines = append(lines, b.Drawing...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// The sheets of some positions, to be read by eye.
func TestSheetsGolden(t *testing.T) {
	for name, c := range map[string]struct {
		s      *State
		sheets []string
	}{
		"draft": {newGame(t, 4), []string{"own", "table", "railways", "phases"}},
		"early": {shown(t, "18CZ-3p-311000", 50), []string{"own", "table", "near", "map E12", "map B9", "map A8", "company BN", "company SX", "trains"}},
		"turn":  {shown(t, "18CZ-3p-311000", 200), []string{"own", "table", "near", "company EKJ", "player 2", "railways", "map B15", "tiles", "tiles 8891", "tiles 216p"}},
		"late":  {shown(t, "18CZ-4p-1400", 400), []string{"own", "table", "map", "market", "trains", "phases"}},
		"two":   {shown(t, "18CZ-2p-1200", 250), []string{"own", "table", "map", "trains"}},
	} {
		var got strings.Builder
		for _, q := range c.sheets {
			part, arg, _ := strings.Cut(q, " ")
			got.WriteString("# " + q + "\n" + words(t, c.s, c.s.actor(), part, arg) + "\n")
		}
		file := "testdata/sheet-" + name + ".golden"
		if *update {
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s: got\n%s", file, got.String())
		}
		if strings.Contains(got.String(), "[18") || strings.Contains(got.String(), "no value") {
			t.Errorf("%s: a message cannot be said", file)
		}
	}
}

// Everything on the board stands in the drawing and in the words of its hex.
func TestBoardIsShownWhole(t *testing.T) {
	for _, s := range []*State{shown(t, "18CZ-4p-1400", 400), shown(t, "18CZ-2p-1200", 250)} {
		drawing := words(t, s, engine.Nobody, "map", "")
		for _, l := range strings.Split(drawing[:strings.Index(drawing, "== signs")], "\n") {
			if n := len([]rune(l)); n > sheet.Columns {
				t.Errorf("a line of %d columns: %s", n, l)
			}
		}
		for h := range s.world().Map.Hexes {
			at := &s.world().Map.Hexes[h]
			if !strings.Contains(drawing, at.Name) {
				t.Errorf("%s is not drawn", at.Name)
			}
			told := words(t, s, engine.Nobody, "map", at.Name)
			if id, ok := s.Board.Laid[h].ID(); ok && !strings.Contains(told, "tile "+s.world().Set.Tiles[id].Number+" lies here") {
				t.Errorf("%s does not tell its tile:\n%s", at.Name, told)
			}
			for _, n := range s.world().Map.Neighbours(track.HexID(h), s.Board.Shape(s.world(), track.HexID(h)).Exits) {
				if strings.Count(told, s.world().Map.Hexes[n].Name) < 2 { // as an exit and as a neighbour
					t.Errorf("%s does not tell its exit to %s:\n%s", at.Name, s.world().Map.Hexes[n].Name, told)
				}
			}
		}
		for _, st := range s.Board.Stations {
			if told := words(t, s, engine.Nobody, "map", s.world().Map.Hexes[st.Hex].Name); !strings.Contains(told, companies[st.Owner].id) {
				t.Errorf("the station of %s is not told:\n%s", companies[st.Owner].id, told)
			}
		}
	}
}

// What a player may ask for wrongly, and how he may spell it.
func TestSheetsAskedInAllWays(t *testing.T) {
	s := shown(t, "18CZ-3p-311000", 200)
	for q, want := range map[string]string{
		"map Z9": `"Z9" is no hex`, "map Plezn": "F7 Plzeň", "company XY": `"XY" is no company of this game; they are: EKJ, OFE`,
		"near nothing": `"nothing" is no company`, "tiles 999": `no tile "999"`, "player 4": "a number from 1 to 3", "house": `nothing is called "house"`,
		"map f7": "== F7 Plzeň", "map plzen": "== F7 Plzeň", "map E12.1": "== E12 Praha", "company ekj": "== EKJ", "company KK": "== kk",
		"company Böhmische Nordbahn": "== BN", "tiles 14P": "== tile 14p", "near ekj": "== near EKJ",
	} {
		part, arg, _ := strings.Cut(q, " ")
		if got := words(t, s, engine.Nobody, part, arg); !strings.Contains(got, want) {
			t.Errorf("%s is answered with %q, want %q in it", q, got, want)
		}
	}
}

// What others have said of offers stands in nobody's sheets but their own.
func TestStandingAnswersAreShownToTheirSeat(t *testing.T) {
	s := shown(t, "18CZ-3p-311000", 200)
	s.Standing[1] = Answering{Accept: []Accept{{For: "MW", Least: 80}}}
	for seat := range engine.Seat(3) {
		if got := words(t, s, seat, "own", ""); strings.Contains(got, "80 K or more for MW") != (seat == 1) {
			t.Errorf("seat %d reads\n%s", seat, got)
		}
	}
}

// Every part can be asked for at any time.
func TestSheetsAlways(t *testing.T) {
	ended := newGame(t, 3)
	ended.Stage, ended.Time = over, len(book.timeline)-1
	for _, s := range []*State{newGame(t, 2), inStock(t, 5, 1), ended} {
		for _, p := range New().Parts() {
			for _, seat := range []engine.Seat{0, 1, engine.Nobody} {
				if got := words(t, s, seat, p.Name, ""); strings.Contains(got, "[18") {
					t.Errorf("%s for seat %d: %s", p.Name, seat, got)
				}
			}
		}
	}
	if !slices.ContainsFunc(New().Parts(), func(p engine.Part) bool { return p.InLetter }) {
		t.Error("no part stands in letters")
	}
}
