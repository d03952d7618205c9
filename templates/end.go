package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// layEnd lays out the last letter: score table, log, seed.
func layEnd(w *letter) {
	w.say(w.word(key.Over, engine.Text("title", gameTitle(w))))
	if list, points := winners(w); len(list) == 1 && list[0] == w.Seat {
		w.say(w.word(key.WonYou, engine.Int("points", points)))
	} else if len(list) > 0 {
		w.say(w.word(key.Won, engine.Text("players", w.names(list)), engine.Int("n", len(list)), engine.Int("points", points)))
	}
	wonBy(w)
	greeting{w}.furtherFacts()
	scores(w)
	courses(w)
	sheet{w}.pictures()
	if w.Charted {
		w.add(gap{})
		w.say(w.word(key.Charted))
	}
	sheet{w}.section(key.Table, w.Table)
	sheet{w}.section(key.Own, w.Own)
	terms{w}.seed()
	story{w}.log()
}

// winners returns the seats that have won, and their points.
func winners(w *letter) (list []engine.Seat, points int) {
	for _, s := range w.Scores {
		if s.Rank == 1 {
			list, points = append(list, s.Seat), s.Points
		}
	}
	return list, points
}

// wonBy says why the winner won: the tie-break, or the source of the lead.
func wonBy(w *letter) {
	first := slices.IndexFunc(w.Scores, func(s Score) bool { return s.Rank == 1 })
	next := slices.IndexFunc(w.Scores, func(s Score) bool { return s.Rank == 2 })
	if first < 0 || next < 0 {
		return
	}
	a, b := w.Scores[first], w.Scores[next]
	if !a.Why.Empty() {
		w.say(sentence(w.msg(a.Why)))
		return
	}
	if parts := margins(w, a, b); len(parts) > 0 {
		w.say(w.word(key.WonLead, engine.Int("n", a.Points-b.Points), engine.Text("player", w.name(b.Seat)), engine.Player("seat", b.Seat),
			engine.Text("parts", strings.Join(parts, w.word(key.ListComma)))))
	}
}

// margins returns by how much a score exceeds another in each of its parts, if they add up to
// the difference: some parts count against the player, or only break ties.
func margins(w *letter, a, b Score) (list []string) {
	sum := 0
	for i, p := range a.Parts {
		if i < len(b.Parts) && p.Int != b.Parts[i].Int {
			n := p.Int - b.Parts[i].Int
			sum += n
			list = append(list, w.word(key.WonPart, engine.Text("part", scorePart(w, p.Name)), engine.Text("points", fmt.Sprintf("%+d", n))))
		}
	}
	if sum != a.Points-b.Points {
		return nil
	}
	return list
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
	t := table{heads: []string{w.word(key.ScorePlayer), w.word(key.ScorePlace), w.word(key.ScorePoints)}, right: []bool{false, true, true}}
	for _, p := range parts {
		t.heads, t.right = append(t.heads, scorePart(w, p)), append(t.right, true)
	}
	for _, s := range list {
		t.rows = append(t.rows, scoreRow(w, s, parts))
	}
	w.head(w.word(key.Scores))
	w.add(t)
}

// scorePart returns the heading of a column: TITLE.score.PART.
func scorePart(w *letter, name string) string {
	return cmp.Or(w.word(w.known(w.Title+".score."+name)), clean(name))
}

func scoreRow(w *letter, s Score, parts []string) []string {
	row := []string{w.word(key.Player, engine.Player("seat", s.Seat)), itoa(s.Rank), w.grammar.number(s.Points)}
	for _, name := range parts {
		cell := ""
		for _, p := range s.Parts {
			if p.Name == name {
				cell = w.argText(p)
			}
		}
		row = append(row, cell)
	}
	return row
}
