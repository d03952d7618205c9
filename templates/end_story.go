package templates

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// Feat is an order that gained many points.
type Feat struct {
	Step uint64 // its number for all readers
	Seat engine.Seat
	Line string
	N    int
}

// lineColumns limits an order in a sentence.
const lineColumns = 60

// closest returns the first of those who came next to the winners; Nobody if nobody did.
func (w *letter) closest() engine.Seat {
	best := Score{Seat: engine.Nobody}
	for _, s := range w.Scores {
		if s.Rank > 1 && (best.Rank == 0 || s.Rank < best.Rank) {
			best = s
		}
	}
	return best.Seat
}

// said returns the order for a sentence.
func (f *Feat) said() engine.Arg { return engine.Text("line", cut(cleanLine(f.Line), lineColumns)) }

// finale tells in three sentences how the game was won: where it turned, the move that gained most on the closest
// rival (or, if the winner never moves, the rival most on them), and how far away that one ended.
func finale(w *letter) {
	list, _ := winners(w)
	rival := w.closest()
	if len(list) == 0 || rival < 0 {
		return
	}
	lines := []string{turned(w, list)}
	if f := w.Decisive; f != nil {
		on := rival
		if f.Seat == rival {
			on = list[0]
		}
		lines = append(lines, w.word(key.EndDecisive, engine.Text("winner", w.name(f.Seat)), engine.Text("rival", w.name(on)), engine.Int("n", f.N),
			engine.Text("step", stepNumber(f.Step)), f.said()))
	}
	w.head(w.word(key.EndStory))
	w.say(append(lines, wonBy(w))...)
}

// turned says after which round somebody was ahead of the winner for the last time.
func turned(w *letter, winners []engine.Seat) string {
	if len(w.Courses) == 0 {
		return ""
	}
	c, first := w.Courses[0], winners[0]
	for _, s := range slices.Backward(c.Of[:max(0, len(c.Of)-1)]) {
		ahead := -1
		for seat, n := range s.Points {
			if n > s.Points[first] && !slices.Contains(winners, engine.Seat(seat)) && (ahead < 0 || n > s.Points[ahead]) {
				ahead = seat
			}
		}
		if ahead >= 0 {
			return w.word(key.EndTurned, engine.Text("round", shortStatus(w, s.After)), engine.Text("leader", w.name(engine.Seat(ahead))),
				engine.Int("n", s.Points[ahead]), engine.Int("m", s.Points[first]), engine.Text("winner", w.name(first)))
		}
	}
	return w.word(key.EndAhead, engine.Text("winner", w.name(first)))
}

// awardsMost limits the awards; a table of more than four has more to say elsewhere.
const awardsMost = 8

// awards adds who did best in what.
func awards(w *letter) {
	crowd := max(0, len(w.Players)-4)
	t := table{heads: []string{w.word(key.EndAward), w.word(key.ScorePlayer), w.word(key.EndFor)}, right: []bool{false, false, true}}
	add := func(what, who, of string) { t.rows = append(t.rows, []string{upperFirst(what), who, of}) }
	if len(w.Courses) > 0 {
		roundAwards(w, w.Courses[0], add)
	}
	if f := w.Biggest; f != nil {
		add(w.word(key.EndBestMove), w.player(f.Seat), w.word(key.EndInStep, engine.Int("n", f.N), engine.Text("step", stepNumber(f.Step))))
	}
	for _, b := range w.Table {
		if b.Chart == engine.ChartTally {
			columnAwards(w, b, len(b.Columns), w.grammar.number, add)
		}
		if b.Chart != engine.ChartRuns || len(b.Rows) == 0 {
			continue
		}
		top := sheet{w}.figures(b)
		add(cmp.Or(w.variant(b.Head, ".award"), w.msg(b.Head)), top.rows[0][1], w.word(key.EndIn, engine.Text("n", top.rows[0][2]), engine.Text("round", top.heads[0]+" "+top.rows[0][0])))
	}
	for _, b := range w.Blocks {
		columnAwards(w, b, len(b.Columns)-1, func(n int) string { return w.word(key.EndPoints, engine.Int("n", n)) }, add)
	}
	if len(w.Blocks) == 0 {
		partAwards(w, add)
	}
	if t.rows = t.rows[:min(len(t.rows), awardsMost-2*crowd)]; len(t.rows) > 0 {
		w.head(w.word(key.EndAwards))
		w.add(t)
	}
	if f := w.Biggest; crowd == 0 && f != nil && (w.Decisive == nil || f.Step != w.Decisive.Step) {
		w.say(w.word(key.EndOrder, engine.Text("step", stepNumber(f.Step)), f.said()))
	}
}

func (w *letter) player(s engine.Seat) string { return w.word(key.Player, engine.Player("seat", s)) }

// roundAwards are for the best round, and for the most rounds in the lead.
func roundAwards(w *letter, c Course, add func(what, who, of string)) {
	best, who, round := 0, engine.Nobody, engine.Message{}
	leads := map[engine.Seat]int{}
	for i, s := range c.Of {
		lead, alone := 0, true
		for seat, n := range s.Points {
			if i > 0 && n-c.Of[i-1].Points[seat] > best {
				best, who, round = n-c.Of[i-1].Points[seat], engine.Seat(seat), s.After
			}
			switch {
			case seat == 0:
			case n > s.Points[lead]:
				lead, alone = seat, true
			case n == s.Points[lead]:
				alone = false
			}
		}
		if alone {
			leads[engine.Seat(lead)]++
		}
	}
	if who >= 0 {
		add(w.word(key.EndBestRound), w.player(who), w.word(key.EndIn, engine.Text("n", w.grammar.number(best)), engine.Text("round", shortStatus(w, round))))
	}
	longest := engine.Nobody
	for seat := range engine.Seat(len(w.Players)) {
		if leads[seat] > 0 && (longest < 0 || leads[seat] > leads[longest]) {
			longest = seat
		}
	}
	if longest >= 0 && len(w.Scores) > 1 {
		add(w.word(key.EndLead), w.player(longest), w.word(key.EndRounds, engine.Int("n", leads[longest])))
	}
}

// columnAwards are for the highest figure of each column of a table of players up to a column, as the sum.
func columnAwards(w *letter, b engine.Block, end int, say func(int) string, add func(what, who, of string)) {
	for i := 1; i < end; i++ {
		who, best := highest(b.Rows, func(row []engine.Cell) int {
			n, _ := row[i].Say.Arg("n")
			return n.Int
		})
		if best > 0 {
			add(cmp.Or(w.variant(b.Columns[i], ".award"), w.variant(b.Columns[i], ".spoken"), w.msg(b.Columns[i])), w.msg(who[0].Say), say(best))
		}
	}
}

// partAwards are for the highest figure of each part of the scores.
func partAwards(w *letter, add func(what, who, of string)) {
	if len(w.Scores) == 0 {
		return
	}
	for i, part := range w.Scores[0].Parts {
		if who, best := highest(w.Scores, func(s Score) int { return s.Parts[i].Int }); best > 0 {
			add(scorePart(w, part.Name), w.player(who.Seat), w.grammar.number(best))
		}
	}
}

// highest returns what has the highest figure; 0 if two have the same, or if there is but one.
func highest[T any](list []T, of func(T) int) (who T, best int) {
	tie := true
	for i, x := range list {
		switch n := of(x); {
		case i == 0 || n > best:
			who, best, tie = x, n, len(list) == 1
		case n == best:
			tie = true
		}
	}
	if tie {
		best = 0
	}
	return who, best
}
