package plans_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/plan"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

var people = []string{"Ana", "Ben", "Cleo"}

// turnLines are the orders of one turn.
type turnLines struct {
	seat  engine.Seat
	head  string
	at    engine.Position // before them
	lines []string
}

// reads reports whether a turn is written alike in an earlier position: a tile that is laid until then may give
// cities other numbers, which a plan is kept with.
func (l turnLines) reads(title engine.Title, at engine.Position) bool {
	return slices.Equal(title.Renamed(l.lines, at, l.at), l.lines)
}

// turnsOf plays a game without mails and returns its turns: usual ones and random ones.
func turnsOf(t *testing.T, title string, rng *rand.Rand, most int) (*engine.Game, []turnLines) {
	t.Helper()
	g, _, err := engine.Begin("winter", pbemtest.Find(title), engine.Setup{Seats: len(people)}, people, engine.Seed("plans"))
	expect.NoError(t, err)
	var out []turnLines
	last := ""
	for len(out) < most && !g.Pos.Over() {
		seat := g.Waiting()[0]
		line := advise.RandomLine(rng, g.Title, g.Pos, seat)
		if usual := g.Title.Usual(g.Pos.View(seat), seat).Lines; len(usual) > 0 && rng.IntN(5) > 0 {
			line = usual[0]
		}
		word, _ := plan.TurnOf(g, seat)
		head := ""
		if heads := g.Title.Heads(g.Pos, seat); len(heads) > 0 {
			head = heads[0]
		}
		r := expect.Get(g.Try(seat, line, false))(t)
		if now := g.After(r); plan.Awaits(now, seat) {
			continue // an offer ends a mail in another way
		}
		if word == "" || word != last {
			out = append(out, turnLines{seat: seat, head: head, at: g.Clone().Pos})
		}
		last = word
		turn := &out[len(out)-1]
		turn.lines = append(turn.lines, r.Line)
		g.Take(seat, r)
	}
	return g, out
}

// TestPlansReachTheSame: whether turns are sent when they are asked or planned before, the
// game takes the same course.
func TestPlansReachTheSame(t *testing.T) {
	level.Sequential(t)
	seed := level.Seed(t, 0)
	sent, asked := 0, 0
	for i, title := range []string{"tram", "18mag", "tram", "18cz"} {
		rng := rand.New(rand.NewPCG(seed+uint64(i), 4))
		want, turns := turnsOf(t, title, rng, level.Of(40, 70, 400))
		b := mayPlan(t, title, "plan-wait=no")
		planned := make([]bool, len(turns))
		asked += len(turns)
		for n, turn := range turns {
			if planned[n] {
				continue
			}
			lines := slices.Clone(turn.lines)
			for ahead := n + 1; ahead < len(turns) && rng.IntN(3) > 0; ahead++ {
				next := turns[ahead]
				if next.seat != turn.seat {
					continue
				}
				if !next.reads(want.Title, turn.at) {
					break
				}
				if planned[ahead] = true; next.head != "" && rng.IntN(2) == 0 {
					lines = append(lines, "next "+next.head+":")
				} else {
					lines = append(lines, "next:")
				}
				lines = append(lines, next.lines...)
			}
			b.Clock = b.Clock.Add(time.Minute)
			expect.NoError(t, b.Answer(people[turn.seat], mailtest.Gmail, lines...))
			sent++
			if l, _ := b.Latest(people[turn.seat]); b.Verdict == "" {
				t.Fatalf("%s: %q: %s", title, lines, l.Text)
			}
			if rng.IntN(8) == 0 {
				expect.NoError(t, b.Reopen())
			}
		}
		got, digest := ordersOf(t, b)
		var all []string
		for _, turn := range turns {
			for _, line := range turn.lines {
				all = append(all, fmt.Sprint(turn.seat, " ", line))
			}
		}
		if !slices.Equal(got, all[:min(len(got), len(all))]) || len(got) != len(all) {
			k := 0
			for k < min(len(got), len(all)) && got[k] == all[k] {
				k++
			}
			for _, n := range people {
				l, _ := b.Latest(n)
				t.Log(l.Text)
			}
			t.Fatalf("%s: %d orders of %d; after %q come %q instead of %q", title, len(got), len(all), all[max(0, k-3):k], got[k:min(k+3, len(got))], all[k:min(k+3, len(all))])
		}
		expect.Same(t, fmt.Sprintf("%s: the game ends in another position", title), digest, want.Digest())
	}
	expect.True(t, sent < asked, "%d mails for %d turns", sent, asked)
}

// ordersOf returns the orders of the log, and the digest after the last.
func ordersOf(t *testing.T, b *pbemtest.Service) (out []string, digest string) {
	t.Helper()
	head := expect.Get(b.Store.Head(context.Background(), "winter"))(t)
	stored, err := b.Store.Records(context.Background(), "winter", 1, head.Seq)
	expect.NoError(t, err)
	for _, s := range stored {
		r := expect.Get(engine.ReadRecord(s.Payload))(t)
		if r.Kind == engine.Ordered {
			out, digest = append(out, fmt.Sprint(r.Seat, " ", r.Line)), r.Digest
		}
	}
	return out, digest
}

// mayPlan is a game of three that has begun.
func mayPlan(t *testing.T, title string, rules ...string) *pbemtest.Service {
	t.Helper()
	b := pbemtest.Playing(t, admin.CreateGame{Title: title, Seed: []byte("plans"), Rules: rules, Players: pbemtest.FromAll(people...)})
	return b
}

// TestPlansAreSecret: an unplayed plan changes no byte of others' letters.
func TestPlansAreSecret(t *testing.T) {
	var boxes [2][]string
	for i := range boxes {
		b := mayPlan(t, "tram", "plan-wait=no")
		mail := func(who string, lines ...string) {
			b.Clock = b.Clock.Add(time.Minute)
			expect.NoError(t, b.Answer(who, mailtest.Gmail, lines...))
		}
		ana := func(lines ...string) []string {
			if i == 1 {
				return append(lines, "next tram: lay 200", "run best", "next: pass")
			}
			return lines
		}
		mail("Ana", ana("lay 30", "run best", "pass")...)
		mail("Ben", "lay 33", "run best", "say hello")
		if i == 1 {
			mail("Ana", "plans", "next: lay 12")
		} else {
			b.Clock = b.Clock.Add(time.Minute)
		}
		mail("Ben", "undo")
		mail("Ben", "lay 34", "run best", "pass")
		expect.NoError(t, b.Reopen())
		if i == 1 {
			mail("Ana", "drop plans")
		} else {
			b.Clock = b.Clock.Add(time.Minute)
		}
		mail("Cleo", "log", "status")
		mail("Cleo", "lay 40", "run best", "pass")
		mail("Ben", "log 20", "undo")
		for _, n := range []string{"Ben", "Cleo"} {
			for _, l := range b.Boxes[pbemtest.Address(n)] {
				boxes[i] = append(boxes[i], pbemtest.Alike(l))
			}
		}
	}
	if !slices.Equal(boxes[0], boxes[1]) || len(boxes[0]) < 10 {
		t.Errorf("%d and %d letters differ", len(boxes[0]), len(boxes[1]))
		for k := range min(len(boxes[0]), len(boxes[1])) {
			expect.Must(t, k, boxes[0][k], boxes[1][k])
		}
	}
}

// TestPlayedPlansDoNotShow: a planned turn gives the others, byte for byte, the same as one sent in the same
// minute: even later, in an undo, a vote and the time it took.
func TestPlayedPlansDoNotShow(t *testing.T) {
	var boxes [2][]string
	var played time.Time
	turn := []string{"lay 30", "run best", "pass"}
	for i, planned := range []bool{true, false} {
		b := mayPlan(t, "tram", "bank=2d", "refill=1h")
		mail := func(who string, lines ...string) {
			b.Clock = b.Clock.Add(time.Minute)
			expect.NoError(t, b.Answer(who, mailtest.Gmail, lines...))
		}
		first := []string{"run best", "pass"}
		if planned {
			first = slices.Concat(first, []string{"plan"}, turn, []string{"end"})
		}
		mail("Ana", first...)
		mail("Ben", "run best", "pass")
		mail("Cleo", "run best", "pass")
		before, _ := ordersOf(t, b)
		for len(before) > 0 {
			expect.NoError(t, b.Pass(time.Minute))
			if now, _ := ordersOf(t, b); len(now) > len(before) {
				played = b.Clock
				break
			}
			if !planned && b.Clock.Equal(played) {
				expect.NoError(t, b.Answer("Ana", mailtest.Gmail, turn...))
				break
			}
		}
		mail("Ben", "status", "log", "stats")
		mail("Ana", "undo")
		mail("Ben", "status", "stats")
		mail("Ana", turn...)
		mail("Ben", "run best", "pass")
		mail("Ana", "undo")
		mail("Ben", "ok")
		mail("Cleo", "ok")
		mail("Cleo", "status", "stats", "log")
		for _, n := range []string{"Ben", "Cleo"} {
			for _, l := range b.Boxes[pbemtest.Address(n)] {
				boxes[i] = append(boxes[i], pbemtest.Alike(l))
			}
		}
	}
	for k := range min(len(boxes[0]), len(boxes[1])) {
		expect.Must(t, k, boxes[0][k], boxes[1][k])
	}
	if len(boxes[0]) != len(boxes[1]) || len(boxes[0]) < 10 {
		t.Errorf("%d and %d letters", len(boxes[0]), len(boxes[1]))
	}
}

// TestPlansAreShort: letters show them, so one longer than any turn needs is refused.
func TestPlansAreShort(t *testing.T) {
	b := mayPlan(t, "tram")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, append([]string{"plan"}, slices.Repeat([]string{strings.Repeat("lay 30; ", 100)}, 100)...)...))
	if l, _ := b.Latest("Ana"); !strings.Contains(l.Text, "a plan can have 2000 characters") && !strings.Contains(l.Text, "A plan can have 2000 characters") || len(l.Text) > 20_000 {
		t.Errorf("%d bytes:\n%s", len(l.Text), l.Text[:min(len(l.Text), 2000)])
	}
}
