package templates

import (
	"slices"

	"railpost/engine"
)

// end lays out the last letter: score table, log, seed.
func end(w *letter) {
	w.say(w.word("letter.over", engine.Text("title", title(w))))
	winners(w)
	w.told()
	scores(w)
	w.table()
	w.own()
	w.seed()
	w.log()
}

func winners(w *letter) {
	var list []engine.Seat
	points := 0
	for _, s := range w.Scores {
		if s.Rank == 1 {
			list, points = append(list, s.Seat), s.Points
		}
	}
	switch {
	case len(list) == 1 && list[0] == w.Seat:
		w.say(w.word("letter.won-you", engine.Int("points", points)))
	case len(list) > 0:
		w.say(w.word("letter.won", engine.Text("players", w.names(list)), engine.Int("n", len(list)), engine.Int("points", points)))
	}
}

// scores adds the final table: place, player, points and their components.
func scores(w *letter) {
	if len(w.Scores) == 0 {
		return
	}
	list := slices.Clone(w.Scores)
	slices.SortStableFunc(list, func(a, b Score) int { return a.Rank - b.Rank })
	var parts []string
	for _, s := range list {
		for _, p := range s.Parts {
			if !slices.Contains(parts, p.Name) {
				parts = append(parts, p.Name)
			}
		}
	}
	t := table{heads: []string{w.word("letter.score.player"), w.word("letter.score.place"), w.word("letter.score.points")}, right: []bool{false, true, true}}
	for _, p := range parts {
		t.heads, t.right = append(t.heads, scorePart(w, p)), append(t.right, true)
	}
	for _, s := range list {
		t.rows = append(t.rows, scoreRow(w, s, parts))
	}
	w.head(w.word("letter.scores"))
	w.add(t)
}

// scorePart returns the heading of a column: TITLE.score.PART.
func scorePart(w *letter, name string) string {
	if key := w.Title + ".score." + name; w.messages[key] != nil {
		return w.word(key)
	}
	return clean(name)
}

func scoreRow(w *letter, s Score, parts []string) []string {
	row := []string{playerName(w, s.Seat), itoa(s.Rank), itoa(s.Points)}
	for _, name := range parts {
		cell := ""
		for _, p := range s.Parts {
			if p.Name == name {
				cell = text(w.arg(p))
			}
		}
		row = append(row, cell)
	}
	return row
}

// playerName returns a name for a table: "Ben (you)".
func playerName(w *letter, s engine.Seat) string {
	return w.msg(engine.Msg("letter.player", engine.Player("seat", s)))
}
