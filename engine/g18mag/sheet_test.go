package g18mag

import (
	"compress/gzip"
	"flag"
	"os"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/log18xx"
	"railpost/engine/sheet"
	"railpost/engine/track"
	"railpost/templates"
)

var update = flag.Bool("update", false, "write the golden files anew")

// traced is the position of a trace after so many of its actions.
func traced(t testing.TB, trace string, actions int) *State {
	t.Helper()
	f, err := os.Open("testdata/traces/" + trace + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	file, err := log18xx.ReadTrace(z)
	if err != nil {
		t.Fatal(err)
	}
	if actions < len(file.Actions) {
		file.Actions, file.Result, file.Status = file.Actions[:actions], nil, "active"
	}
	g, err := log18xx.Import(trace, title{}, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.Game.Pos.(*State)
}

// words are blocks as a player reads them, without the layout of a letter.
func words(t testing.TB, s *State, part, arg string) string {
	t.Helper()
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	say := func(m engine.Message) string {
		return set.Say("en", []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}, nil, m)
	}
	blocks, err := New().Sheet(s, s.Actor, part, arg)
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
		var got strings.Builder
		for _, q := range c.sheets {
			part, arg, _ := strings.Cut(q, " ")
			got.WriteString("# " + q + "\n" + words(t, s, part, arg) + "\n")
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
	}
}

// What a player may ask for wrongly.
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
		"house":        `nothing is called "house"`,
	} {
		part, arg, _ := strings.Cut(q, " ")
		if got := words(t, s, part, arg); !strings.Contains(got, want) {
			t.Errorf("%s is answered with %q, want %q in it", q, got, want)
		}
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

// Everything on the board stands in the drawing and in the words of its hex.
func TestBoardIsShownWhole(t *testing.T) {
	for _, trace := range []string{"18Mag-2p-1200", "18Mag-6p-1600"} {
		s := traced(t, trace, 10000)
		drawing := words(t, s, "map", "")
		blocks, err := New().Sheet(s, engine.Nobody, "map", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blocks {
			for _, l := range b.Drawing {
				if n := len([]rune(l)); n > sheet.Columns {
					t.Errorf("%s: a line of %d columns: %s", trace, n, l)
				}
			}
		}
		for h := range s.world().Map.Hexes {
			at := &s.world().Map.Hexes[h]
			if !strings.Contains(drawing, at.Name) {
				t.Errorf("%s: %s is not drawn", trace, at.Name)
			}
			told := words(t, s, "map", at.Name)
			if id, ok := s.Board.Laid[h].ID(); ok && !strings.Contains(told, "tile "+s.tile(id).Number+" lies here") {
				t.Errorf("%s: %s does not tell its tile:\n%s", trace, at.Name, told)
			}
			for _, n := range s.world().Map.Neighbours(track.HexID(h), s.Board.Shape(s.world(), track.HexID(h)).Exits) {
				if strings.Count(told, s.hexName(n)) < 2 { // as an exit and as a neighbour
					t.Errorf("%s: %s does not tell its exit to %s:\n%s", trace, at.Name, s.hexName(n), told)
				}
			}
		}
		for _, st := range s.Board.Stations {
			name := companies[st.Owner].word
			if told := words(t, s, "map", s.hexName(st.Hex)); !strings.Contains(told, name) {
				t.Errorf("%s: the station of %s is not told:\n%s", trace, name, told)
			}
		}
	}
}
