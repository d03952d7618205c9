package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
)

const (
	usual = "russian" // the title of figures that do not name another
	seats = 4
)

var names = []string{"Ana", "Ben", "Cleo", "Dag"}

// game is a game still to be played by mail. The same name and seed give the same set-up, so its orders are
// legal there.
type game struct {
	title   string
	name    string
	records []*engine.Record // the set-up first, and what players order
	all     []*engine.Record // with the moves that the service plays, since there is no other
	letters string           // which of them players get; "": the usual ones

	pictures bool // letters have pictures
}

func (g game) seed() engine.Seed { return engine.Seed("a seed for the measured game " + g.name) }

// address returns a seat's address, different for each game.
func (g game) address(seat engine.Seat) string { return fmt.Sprintf("%s.%d@example.org", g.name, seat) }

// parameters returns those of game.create.
func (g game) parameters() admin.CreateGame {
	p := admin.CreateGame{Title: g.title, Game: g.name, Seed: g.seed(), StartNow: true, Letters: g.letters}
	for i, n := range names {
		p.Players = append(p.Players, n+" <"+g.address(engine.Seat(i))+">")
	}
	return p
}

// playGame plays a game of the usual title at random, up to most orders.
func playGame(name string, most int) game { return get(playGameOf(usual, name, most)) }

// playGameOf plays a game of a title at random, up to most orders.
func playGameOf(title, name string, most int) (game, error) {
	out := game{title: title, name: name}
	g, first, err := engine.Begin(name, titles.Find(title), engine.Setup{Seats: seats}, names, out.seed())
	if err != nil {
		return out, err
	}
	out.records, out.all = []*engine.Record{first}, []*engine.Record{first}
	var seed uint64
	for _, c := range name {
		seed = seed*31 + uint64(c)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for len(out.records) <= most && !g.Pos.Over() {
		seat, line := onlyMove(g)
		alone := line != ""
		if !alone {
			seat = g.Waiting()[0]
			line = advise.RandomLine(rng, g.Title, g.Pos, seat)
		}
		r, err := g.Try(seat, line, false)
		if err != nil {
			return out, fmt.Errorf("playing %s at random: %w", name, err)
		}
		record := g.Take(seat, r)
		if out.all = append(out.all, record); !alone {
			out.records = append(out.records, record)
		}
	}
	return out, nil
}

// onlyMove returns the line of a seat that can play nothing else, which the service plays; "" if there is none.
func onlyMove(g *engine.Game) (engine.Seat, string) {
	for _, s := range g.Waiting() {
		if line := advise.Only(g.Title, g.Pos, s); line != "" {
			return s, line
		}
	}
	return engine.Nobody, ""
}

// playGames plays several games of the usual title at random.
func playGames(prefix string, n, most int) []game {
	return playGamesOf(usual, prefix, n, most)
}

// playGamesOf plays several games of a title at random.
func playGamesOf(title, prefix string, n, most int) []game {
	out := make([]game, n)
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { out[i], errs[i] = playGameOf(title, fmt.Sprintf("%s-%d", prefix, i), most) })
	}
	wg.Wait()
	check(errors.Join(errs...))
	return out
}

// styles are the most frequent ways in which mail programs quote.
var styles = []mailtest.Style{mailtest.Gmail, mailtest.IPhone, mailtest.OutlookHTML, mailtest.AppleMail, mailtest.Thunderbird}

// boxes hold the newest letter of each address.
type boxes map[string][]byte

// reply writes the mail that gives order n of a game, as the answer to its seat's newest
// letter, after some lines of talk.
func (b boxes) reply(g game, n, talk int, at time.Time) []byte {
	if n >= len(g.records) {
		failf("game %s ended before order %d", g.name, n)
	}
	order := g.records[n]
	to := g.address(order.Seat)
	if b[to] == nil {
		failf("seat %d of %s has no letter to answer", order.Seat, g.name)
	}
	lines := append(slices.Repeat([]string{"say a word on the way, as people write it"}, talk), order.Line)
	return get(mailtest.Reply(styles[n%len(styles)], mailtest.Answer{
		Letter: b[to], From: names[order.Seat] + " <" + to + ">", Typed: lines, Date: at, ID: fmt.Sprintf("%d.%s", n, to),
	}))
}
