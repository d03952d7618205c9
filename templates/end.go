package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// roundsShown is how many rounds a table of points has: fewer where the letter is long.
func (w *letter) roundsShown() int {
	n := 8 - len(w.Told)
	if w.Draws != nil {
		n -= len(w.Draws.Added)
	}
	if len(w.Happened) > 0 { // the end of a game has a line for each player
		n -= len(w.Players)
	}
	return max(2, n)
}

// layEnd lays out the last letter: places, how the game was won, charts, awards, and how to check the draws. The log
// is attached.
func layEnd(w *letter) {
	w.inText(w.word(key.Over, engine.Text("title", gameTitle(w))))
	w.inText(wonWords(w))
	greeting{w}.furtherFacts()
	places(w)
	finale(w)
	w.add(apart{text: w.layOut(func() { story{w}.lastly(false) }), html: w.layOut(func() { story{w}.lastly(true) })})
	courses(w, w.Courses[:min(1, len(w.Courses))], w.roundsShown())
	awards(w)
	for _, b := range w.Blocks {
		w.head(upperFirst(w.msg(b.Head)))
		b.Head = engine.Message{}
		sheet{w}.blocks([]engine.Block{b})
	}
	sheet{w}.picturesOf(func(p Picture) bool {
		return p.Graph == nil || len(w.Courses) == 0 || p.Graph.Kind != string(w.Courses[0].Kind)
	})
	w.add(gap{})
	w.say(sentence(w.msg(w.Numbers)), w.word(key.Thanks))
	w.rematch()
	w.add(small{})
	terms{w}.seed()
}

// wonWords says who has won.
func wonWords(w *letter) string {
	list, points := winners(w)
	switch {
	case len(list) == 0:
		return ""
	case len(list) == 1 && list[0] == w.Seat:
		return w.word(key.WonYou, engine.Int("points", points))
	}
	return w.word(key.Won, engine.Text("players", w.names(list)), engine.Int("n", len(list)), engine.Int("points", points))
}

// rematch says how to play again: by a button if an answer opens a table, else by asking the organiser.
func (w *letter) rematch() {
	title := engine.Text("title", gameTitle(w))
	switch {
	case w.Rematch && w.Tap != "":
		how := w.layOut(func() { w.say(w.word(key.Rematch)) })
		button := tap{text: w.word(key.RematchButton), about: w.word(key.RematchAsks, engine.Text("players", w.allCalled(others(w)))), lines: []string{"rematch"}, primary: true}
		w.add(apart{text: how, html: []part{button}})
	case w.Rematch:
		w.say(w.word(key.Rematch))
	case w.Contact != "" && w.Seat >= 0 && !w.Watches:
		w.say(w.word(key.RematchContact, title, engine.Text("address", w.Contact), engine.Text("game", w.Game)))
	}
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
func wonBy(w *letter) string {
	first := slices.IndexFunc(w.Scores, func(s Score) bool { return s.Rank == 1 })
	next := slices.IndexFunc(w.Scores, func(s Score) bool { return s.Seat == w.closest() })
	if first < 0 || next < 0 {
		return ""
	}
	a, b := w.Scores[first], w.Scores[next]
	if !a.Why.Empty() {
		return sentence(w.msg(a.Why))
	}
	parts := strings.Join(margins(w, a, b), w.word(key.ListComma))
	return w.word(key.WonLead, engine.Int("n", a.Points-b.Points), engine.Text("player", w.name(b.Seat)),
		engine.Text("winner", w.name(a.Seat)), engine.Text("parts", parts))
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

// places adds the podium, and the final table: place, player, points and their components.
func places(w *letter) {
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
	t.rows = append(t.rows, engine.Each(list, func(s Score) []string { return scoreRow(w, s, parts) })...)
	w.head(w.word(key.Scores))
	w.add(podium(list[:min(len(list), 3)]), t)
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
