package templates

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

// TestGameLetters: whole games by random players, with the letters of all seats at some of the steps; in the
// default level one table of each title.
func TestGameLetters(t *testing.T) {
	s := newSet(t)
	for _, c := range []struct {
		title string
		seats []int
		some  int // one of this many steps
	}{{"russian", []int{4, 2, 3}, 6}, {"18mag", []int{3, 2, 6}, 8}, {"18cz", []int{3, 2, 6}, 12}, {"tycoon", []int{3, 2, 6}, 12}} {
		for _, seats := range c.seats[:level.Of(1, 3, 3)] {
			t.Run(fmt.Sprint(c.title, "-", seats), func(t *testing.T) { playLetters(t, s, titles.Find(c.title), seats, c.some) })
		}
	}
}

// playLetters plays a game and checks the letters on the way.
func playLetters(t *testing.T, s *Set, title engine.Title, seats, some int) {
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}[:seats]
	g, first, err := engine.Begin("winter", title, engine.Setup{Seats: seats}, names, engine.Seed("seed for a test of letters"))
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(uint64(seats), 1))
	steps := []*engine.Record{first}
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		if rng.IntN(some) == 0 {
			checkTurn(t, s, g, names, seat, steps)
		}
		r := expect.Get(g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false))(t)
		steps = append(steps, g.Take(seat, r))
		if t.Failed() {
			return
		}
	}
	l := ended(g, names)
	l.Log = known(steps, 0)
	r := render(t, s, l)
	checkBoth(t, l, r)
	keep(t, fmt.Sprintf("%s-end-%d", title.Name(), seats), r)
}

func checkTurn(t *testing.T, s *Set, g *engine.Game, names []string, seat engine.Seat, steps []*engine.Record) {
	t.Helper()
	for i := range names {
		reader := engine.Seat(i)
		l := turnOf(g, names, reader, seat, steps)
		r := render(t, s, l)
		checkBoth(t, l, r)
		l.Choices = l.Choices[:min(len(l.Choices), 24)] // about as many as a letter has
		l.Tap = "games+winter.38.code@post.example"
		for _, l.Lang = range []string{"en", "es", "ca"} {
			expect.Same(t, "faults of the HTML in "+l.Lang, checkHTML(l, render(t, s, l).HTML), nil)
		}
		if g.Seq > 40 && g.Seq < 50 {
			keep(t, fmt.Sprintf("%s-%s-%d-%d", g.Title.Name(), l.Kind, len(names), reader), r)
		}
	}
}

// turnOf is the letter to a reader when a seat must act.
func turnOf(g *engine.Game, names []string, reader, seat engine.Seat, steps []*engine.Record) *Letter {
	l := frame(g, names, reader, News)
	if reader == seat {
		l = frame(g, names, reader, Turn)
		for _, p := range g.Pos.Prompts(seat) {
			l.Ask = append(l.Ask, p.Ask)
		}
		view := g.Pos.View(seat)
		for _, line := range g.Title.Usual(view, seat).Lines {
			l.Usual = append(l.Usual, advise.Choice{Line: line})
		}
		l.Choices = advise.Remarked(g.Title, view, seat, advise.List(g.Title, view, seat, "", 2, 48).Choices)
		for i := range l.Choices {
			l.Choices[i].N = i + 1
		}
	}
	l.Happened = known(steps[max(0, len(steps)-2*len(names)):], reader)
	return l
}

func checkBoth(t *testing.T, l *Letter, r Rendered) {
	t.Helper()
	checkText(t, l, r)
	checkSame(t, l, r)
	checkPage(t, r)
	if t.Failed() {
		t.Log(r.Text)
	}
}

// keep writes a letter for a person to look at.
func keep(t *testing.T, name string, r Rendered) {
	t.Helper()
	level.Keep(t, "RAILPOST_LETTERS", name+".txt", []byte("Subject: "+r.Subject+"\n\n"+r.Text))
	level.Keep(t, "RAILPOST_LETTERS", name+".html", []byte(r.HTML))
}

// ended is the last letter of a game.
func ended(g *engine.Game, names []string) *Letter {
	l := frame(g, names, 0, End)
	for _, sc := range g.Title.Scores(g.Pos) {
		l.Scores = append(l.Scores, Score{Seat: sc.Seat, Points: sc.Points, Rank: sc.Rank, Parts: sc.Parts})
	}
	return l
}

func frame(g *engine.Game, names []string, reader engine.Seat, k Kind) *Letter {
	l := base(k)
	l.Title, l.Players, l.Seat, l.Name, l.Step = g.Title.Name(), names, reader, names[reader], g.Seq
	view := g.Pos.View(reader)
	l.Status = g.Title.Status(view)
	for _, w := range g.Waiting() {
		l.Waiting = append(l.Waiting, Waiting{Seat: w, Until: noon.AddDate(0, 0, 2)})
	}
	l.Until = noon.AddDate(0, 0, 2)
	show(g, l)
	return l
}

// show adds the position as the reader may know it.
func show(g *engine.Game, l *Letter) {
	view := g.Pos.View(l.Seat)
	for _, p := range g.Title.Parts() {
		if !p.InLetter {
			continue
		}
		blocks, err := engine.Show(g.Title, view, l.Seat, p.Name, "", l.Spoken)
		if err != nil {
			continue
		}
		switch p.Name {
		case "own":
			l.Own = blocks
		case "table":
			l.Table = blocks
		default:
			l.Board = append(l.Board, blocks...)
		}
	}
}

func known(records []*engine.Record, reader engine.Seat) []Step {
	var out []Step
	for _, r := range records {
		st := Step{Seq: r.Seq, Seat: r.Seat, Line: r.Line}
		for _, rep := range engine.For(reader, r.Reports) {
			st.Reports = append(st.Reports, rep.Message)
		}
		out = append(out, st)
	}
	return out
}
