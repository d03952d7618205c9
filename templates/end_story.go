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
func (f *Feat) said(v *voice) engine.Arg {
	return engine.Text("line", cut(v.order(cleanLine(f.Line)), lineColumns))
}

// finale tells in three sentences how the game was won: where it turned, the move that gained most on the closest
// rival (or, if the winner never moves, the rival most on them), and how far away that one ended.
func finale(w *letter) {
	list, _ := winners(w)
	rival := w.closest()
	if rival < 0 && len(list) > 1 { // a draw
		list, rival = list[:1], list[1]
	}
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
			engine.Text("step", stepNumber(f.Step)), f.said(w.voice)))
	}
	w.head(w.word(key.EndStory))
	if by := wonBy(w); by != "" {
		lines = append(lines, by)
	}
	w.say(lines...)
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
		bestRound(w, w.Courses[0], add)
	}
	if f := w.Biggest; f != nil {
		add(w.word(key.EndBestMove), w.player(f.Seat), w.word(key.EndInStep, engine.Int("n", f.N), engine.Text("step", stepNumber(f.Step))))
	}
	for _, b := range w.Table {
		switch {
		case b.Chart == engine.ChartTally:
			tallyAwards(w, b, add)
		case b.Chart == engine.ChartRuns && len(b.Rows) > 0:
			t := sheet{w}.figures(b)
			top, head := t.rows[0], cmp.Or(w.variant(b.Head, ".award"), w.msg(b.Head))
			add(head, top[1], w.word(key.EndIn, engine.Text("n", top[2]), engine.Text("round", t.heads[0]+" "+top[0])))
		}
	}
	if t.rows = t.rows[:min(len(t.rows), awardsMost-2*crowd)]; len(t.rows) > 0 {
		w.head(w.word(key.EndAwards))
		w.add(t)
	}
	if f := w.Biggest; crowd == 0 && f != nil && (w.Decisive == nil || f.Step != w.Decisive.Step) {
		w.say(w.word(key.EndOrder, engine.Text("step", stepNumber(f.Step)), f.said(w.voice)))
	}
}

func (w *letter) player(s engine.Seat) string { return w.word(key.Player, engine.Player("seat", s)) }

// bestRound is an award for the round in which a player gained most.
func bestRound(w *letter, c Course, add func(what, who, of string)) {
	best, who, round := 0, engine.Nobody, engine.Message{}
	for i, s := range c.Of[min(1, len(c.Of)):] {
		for seat, n := range s.Points {
			gain := n - c.Of[i].Points[seat]
			if i+2 == len(c.Of) {
				gain -= w.bonus(engine.Seat(seat))
			}
			if gain > best {
				best, who, round = gain, engine.Seat(seat), s.After
			}
		}
	}
	if who >= 0 {
		add(w.word(key.EndBestRound), w.player(who), w.word(key.EndIn, engine.Text("n", w.grammar.number(best)), engine.Text("round", shortStatus(w, round))))
	}
}

// bonus returns a seat's points that only come at the end: of parts with TITLE.score.PART.end.
func (w *letter) bonus(s engine.Seat) (n int) {
	for _, score := range w.Scores {
		for _, p := range score.Parts {
			if score.Seat == s && w.known(w.Title+".score."+p.Name+".end") != "" {
				n += p.Int
			}
		}
	}
	return n
}

// tallyAwards are for the highest figure of each column of a table of players, unless two have it.
func tallyAwards(w *letter, b engine.Block, add func(what, who, of string)) {
	for i := 1; i < len(b.Columns); i++ {
		figure := func(row []engine.Cell) int { return row[i].Say.Of("n").Int }
		top := slices.MaxFunc(b.Rows, func(x, y []engine.Cell) int { return figure(x) - figure(y) })
		same := func(row []engine.Cell) bool { return figure(row) == figure(top) }
		if len(b.Rows) > 1 && figure(top) > 0 && engine.Count(b.Rows, same) == 1 {
			add(cmp.Or(w.variant(b.Columns[i], ".award"), w.msg(b.Columns[i])), w.msg(top[0].Say), w.grammar.number(figure(top)))
		}
	}
}
