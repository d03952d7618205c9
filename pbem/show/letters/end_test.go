package letters_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/export"
	"railpost/store"
)

// A game alone against players of the rules ends with a letter that counts them, and tells how it was won or lost.
func TestEndOfAGameAlone(t *testing.T) {
	level.Sequential(t)
	t.Run("usual", func(t *testing.T) { alone(t, true) })
	t.Run("random", func(t *testing.T) { alone(t, false) })
}

func alone(t *testing.T, usual bool) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	options := map[string]string{"enforce_best_routes": "off"} // with only one, it is played automatically
	b.Begin(t, admin.CreateGame{Title: "18mag", Seed: []byte("x"), Options: options, Players: pbemtest.FromAll("Ana")})
	g, first, err := engine.Begin("winter", pbemtest.Find("18mag"), engine.Setup{Seats: 1, Options: options}, []string{"Ana"}, engine.Seed("x"))
	expect.NoError(t, err)
	rng, records := rand.New(rand.NewPCG(level.Seed(t, 1), 1)), []*engine.Record{first}
	for !g.Pos.Over() {
		line := advise.RandomLine(rng, g.Title, g.Pos, 0)
		if u := g.Title.Usual(g.Pos.View(0), 0).Lines; usual && len(u) > 0 {
			line = u[0]
		}
		r := expect.Get(g.Try(0, line, false))(t)
		records = append(records, g.Take(0, r))
		b.Clock = b.Clock.Add(time.Minute)
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, r.Line))
	}
	level.Keep(t, "RAILPOST_LETTERS", t.Name()+".txt", []byte(b.Newest("Ana").Text))
	text := b.Newest("Ana").Text
	expect.Has(t, "the last letter is", text, "PLACES", "THE STORY", "AWARDS")
	c := courseOf(t, pbemtest.Find("18mag"), records)
	expect.Same(t, "sentences that were compared", c.compare(t, text, []string{"Ana", "István"}), 3)
}

// played is the records of a whole game of usual turns, one in four at random, and its players.
func played(t *testing.T, title engine.Title, seats int, seed uint64) ([]*engine.Record, []string) {
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}[:seats]
	g, first, err := engine.Begin("winter", title, engine.Setup{Seats: seats}, names, engine.Seed("x"))
	expect.NoError(t, err)
	rng, records := rand.New(rand.NewPCG(seed, uint64(seats))), []*engine.Record{first}
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		lines := g.Title.Usual(g.Pos.View(seat), seat).Lines
		if len(lines) == 0 || rng.IntN(4) == 0 {
			lines = []string{advise.RandomLine(rng, g.Title, g.Pos, seat)}
		}
		records = append(records, g.Take(seat, expect.Get(g.Try(seat, lines[0], false))(t)))
	}
	return records, names
}

// finished plays a game to its end: all but its last order before it comes to the service.
func finished(t *testing.T, title string, seats int, seed uint64, change func(*config.Config)) *pbemtest.Service {
	records, names := played(t, pbemtest.Find(title), seats, seed)
	b := expect.Get(pbemtest.New(pbemtest.Find, change))(t)
	last := records[len(records)-1]
	var stored []store.Record
	var hash store.Hash
	for _, r := range records[:len(records)-1] {
		expect.NoError(t, r.Seal(rand.NewChaCha8([32]byte{})))
		raw := expect.Get(r.Bytes())(t)
		hash = store.Chain(hash, raw)
		stored = append(stored, store.Record{Seq: r.Seq, Payload: raw, Hash: hash, Texts: expect.Get(r.TextBytes())(t)})
	}
	var file bytes.Buffer
	expect.NoError(t, export.Write(&file, stored, export.Secret{Seed: engine.Seed("x")}))
	p := admin.ImportGame{File: file.String(), Addresses: map[string]string{}}
	p.Game = "winter"
	for _, n := range names {
		p.Addresses[n] = pbemtest.Address(n)
	}
	expect.NoError(t, b.Handle("game.import", p, nil))
	expect.NoError(t, b.Post())
	if b.Table(t, "winter").State == table.Running {
		b.Clock = b.Clock.Add(time.Hour)
		expect.NoError(t, b.Answer(names[last.Seat], mailtest.Gmail, last.Line))
	}
	expect.Same(t, "the game is", b.Table(t, "winter").State, table.Over)
	return b
}

// The last letter is short, and its story is that of the log, played again here.
func TestLastLetters(t *testing.T) {
	pictures := func(c *config.Config) { c.Mail.Out.Pictures = true }
	tables := []struct {
		title string
		seats int
	}{{"tycoon", 6}, {"18mag", 3}, {"18cz", 6}, {"russian", 4}, {"tycoon", 2}, {"russian", 2}, {"18cz", 3}, {"18mag", 6}}
	for _, x := range tables[:level.Of(4, 8, 8)] {
		title, seats := x.title, x.seats
		for n := range level.Of[uint64](1, 1, 4) {
			t.Run(fmt.Sprint(title, "-", seats), func(t *testing.T) {
				seed := level.Seed(t, 1) + n
				b := finished(t, title, seats, seed, pictures)
				records, names := played(t, pbemtest.Find(title), seats, seed)
				c := courseOf(t, pbemtest.Find(title), records)
				for _, name := range names {
					l := b.Newest(name)
					level.Keep(t, "RAILPOST_LETTERS", fmt.Sprint(title, seats, name, ".txt"), []byte(l.Text))
					level.Keep(t, "RAILPOST_LETTERS", fmt.Sprint(title, seats, name, ".eml"), l.Raw)
					if n := strings.Count(l.Text, "\n"); n > 80 || len(l.HTML) > 90_000 {
						t.Errorf("%d lines of text, %d bytes of HTML", n, len(l.HTML))
					}
					c.compare(t, l.Text, names)
				}
			})
		}
	}
}

// replayed is what a game says of itself when it is played again.
type replayed struct {
	scores []engine.Score
	rounds [][]int          // points by seat at the end of each round
	steps  map[string][]int // by step: what its order gained each seat
}

// courseOf plays a game again.
func courseOf(t *testing.T, title engine.Title, records []*engine.Record) *replayed {
	find := func(string) engine.Title { return title }
	g := expect.Get(engine.Replay(find, records[:1], nil))(t)
	of := func() []int {
		points := make([]int, len(title.Scores(g.Pos)))
		for _, s := range title.Scores(g.Pos) {
			points[s.Seat] = s.Points
		}
		return points
	}
	c := &replayed{steps: map[string][]int{}}
	for _, r := range records[1:] {
		before := of()
		expect.NoError(t, g.Apply(r))
		after := of()
		if g.Pos.Over() || content.TellsRound(title, r, engine.Nobody) {
			c.rounds = append(c.rounds, after)
		}
		for s := range after {
			before[s] = after[s] - before[s]
		}
		c.steps[fmt.Sprint(r.Seq)] = before
	}
	c.scores = title.Scores(g.Pos)
	return c
}

var (
	turned   = regexp.MustCompile(`(\pL+) last led after .+?, with (-?\d+) points? to (-?\d+) for (\pL+)\.`)
	never    = regexp.MustCompile(`(\pL+) was never behind at the end of a round`)
	decisive = regexp.MustCompile(`The move that gained (\pL+) most on (\pL+) was step (\d+), (\d+) point`)
	closest  = regexp.MustCompile(`(\pL+) came closest, (\d+) points? behind`)
)

// compare compares the story of a letter with the game, and returns how many sentences it has compared.
func (c *replayed) compare(t *testing.T, text string, names []string) (compared int) {
	text = strings.Join(strings.Fields(text), " ")
	seat := func(name string) int { return slices.Index(names, name) }
	number := func(s string) int { return expect.Get(strconv.Atoi(s))(t) }
	if m := turned.FindStringSubmatch(text); m != nil {
		compared++
		last := slices.IndexFunc(c.rounds, func(of []int) bool { return of[seat(m[1])] == number(m[2]) && of[seat(m[4])] == number(m[3]) })
		if last < 0 || slices.Max(c.rounds[last]) != number(m[2]) {
			t.Errorf("no round ended so: %s", m[0])
			return compared
		}
		for _, of := range c.rounds[last+1:] {
			expect.True(t, of[seat(m[4])] == slices.Max(of), "%s: later it stands %v", m[0], of)
		}
	} else if m := never.FindStringSubmatch(text); m != nil {
		compared++
		for _, of := range c.rounds {
			expect.True(t, of[seat(m[1])] == slices.Max(of), "%s: it stands %v", m[0], of)
		}
	} else if len(names) > 1 && c.scores[0].Rank != c.scores[1].Rank {
		t.Errorf("the letter does not say where the game turned: %s", text)
	}
	if m := decisive.FindStringSubmatch(text); m != nil {
		compared++
		of := c.steps[m[3]]
		expect.Same(t, m[0], of[seat(m[1])]-of[seat(m[2])], number(m[4]))
	}
	if m := closest.FindStringSubmatch(text); m != nil {
		compared++
		points := map[int]int{}
		top := c.scores[0].Points
		for _, s := range c.scores {
			points[int(s.Seat)], top = s.Points, max(top, s.Points)
		}
		expect.Same(t, m[0], top-points[seat(m[1])], number(m[2]))
	}
	return compared
}
