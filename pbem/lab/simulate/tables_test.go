package simulate

import (
	"context"
	"fmt"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
)

// breather is the pause between two games of a table.
const breather = 24 * time.Hour

// sitting is a table: people who play one title again and again.
type sitting struct {
	*world
	n      int
	title  string
	people []*person
	rules  []string
	within string
	zone   string
	games  int
	game   string // the one under way; "" for none
	began  time.Time
}

var zones = []string{"Europe/Madrid", "Europe/London", "America/New_York", "UTC", "Australia/Sydney"}

// paces are the hours to answer in a simulation of usual length, with the rule for late players.
var paces = []struct {
	within float64
	rules  []string
}{
	{24, []string{"grace=12h"}},
	{40, []string{"grace=1d"}},
	{32, []string{"grace=12h", "time-out=robot"}},
	{24, []string{"grace=1d", "votes=majority"}},
	{48, []string{"grace=1d", "time-out=wait"}},
}

// usualDays is the length of a simulation in which people answer as their habits say. In a
// shorter one they are quicker and in a longer one slower, so that each table plays some
// games to their end.
const usualDays = 120

// slow is the factor by which people are slower than their habits.
func (w *world) slow() float64 { return min(2.2, float64(w.o.Days)/usualDays) }

func (w *world) newTables() (list []*sitting) {
	for i := range w.o.Tables {
		t := &sitting{world: w, n: i, title: w.o.Names[i%len(w.o.Names)], zone: zones[w.rng.IntN(len(zones))]}
		pace := paces[w.rng.IntN(len(paces))]
		t.within, t.rules = fmt.Sprintf("%dh", max(2, int(pace.within*w.slow()))), pace.rules
		for _, p := range w.rng.Perm(len(w.people))[:w.seats(i, t.title)] {
			t.people = append(t.people, w.people[p])
		}
		list = append(list, t)
	}
	return list
}

// players are the numbers of players at the tables of a title, one after the other.
var players = []int{2, 2, 3, 2, 2, 6, 2, 2, 3, 2, 2, 4, 2, 2, 3, 2, 2, 5, 2, 2}

// seats returns the number of players at a table: mostly two, sometimes as many as the title allows.
func (w *world) seats(table int, title string) int {
	_, most := titles.Find(title).Seats()
	return min(most, players[table/len(w.o.Names)%len(players)])
}

// open lets the organiser begin a game.
func (t *sitting) open(ctx context.Context) error {
	t.games, t.began = t.games+1, t.now()
	t.game = fmt.Sprintf("t%d-%d", t.n, t.games)
	p := admin.CreateGame{Title: t.title, Game: t.game, Zone: t.zone, AnswerWithin: t.within, Rules: t.rules, StartNow: t.rng.IntN(2) == 0, Organiser: organiser}
	for _, who := range t.people {
		p.Players = append(p.Players, who.from())
	}
	t.ledger.open(t, p)
	return t.ask(ctx, "game.create", p)
}

// over is called when the game has ended. Another begins if it is likely to end in time.
func (t *sitting) over() {
	t.game = ""
	took := t.now().Sub(t.began)
	if at := t.now().Add(breather); at.Add(took * 5 / 4).Before(t.end) {
		t.agenda.At(at, t.open)
	}
}

// close ends the game that is still under way at the end.
func (t *sitting) close(ctx context.Context) error {
	if t.game == "" {
		return nil
	}
	return t.ask(ctx, "game.end", admin.ChangeGame{Game: t.game, Why: "The year is over."})
}

// rescue is the organiser's daily help: they move for players that a game waits for and the rules cannot help.
func (w *world) rescue(ctx context.Context) {
	for _, t := range w.tables {
		a := w.ledger.games[t.game]
		if a == nil || a.state != table.Running {
			continue
		}
		for _, c := range a.seats {
			if c.wait != nil && c.wait.stuck && a.state == table.Running {
				_ = w.ask(ctx, "game.act", admin.ActFor{Game: t.game, Player: c.person.name, Orders: []string{"usual"}, Why: "The game waits."})
			}
		}
	}
}
