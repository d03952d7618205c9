package bench

import (
	"context"
	"fmt"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// The robots of the figure "robots" are in separate games without people: more than they can answer in that time.
const (
	robotGames = 20
	robotMoves = 8 // of each game with people, while the robots think or rest
)

// withRobots measures mails while hard robots think, and while they rest: alternating, so that other load
// affects both.
func withRobots(ctx context.Context, o Options, f *Figure) {
	games := playGames("r", 16, robotMoves)
	s := begin(ctx, o.Dir, "robots", false, games...)
	defer s.close()
	for i := range robotGames {
		p := admin.CreateGame{Title: usual, Game: fmt.Sprintf("bots-%d", i), StartNow: true, Players: []string{fmt.Sprintf("Zoe <zoe.%d@example.org>", i)}, Robots: []string{"Bot:hard", "Bip:hard", "Bop:hard"}}
		get(s.office.Create(ctx, p))
	}
	var rest, think []time.Duration
	var waits int64
	for n := range robotMoves {
		for i, half := range [][]game{games[:len(games)/2], games[len(games)/2:]} {
			thinking, stop := context.WithCancel(ctx)
			ended := make(chan error, 1)
			with := (n+i)%2 == 0
			if with {
				go func() { ended <- s.office.Robots(thinking) }()
			} else {
				ended <- nil
			}
			before := s.office.LockWaits()
			times := s.timed(ctx, half, n+1)
			stop()
			check(<-ended)
			if with {
				waits += s.office.LockWaits() - before
				think = append(think, times...)
			} else {
				rest = append(rest, times...)
			}
		}
		s.clock = s.clock.Add(time.Minute)
	}
	asked := get(s.office.RobotsAsked(ctx))
	f.add("robots that still wait", float64(asked), "robots")
	f.add("p50 while robots rest", millis(quantile(rest, 0.5)), "ms")
	f.add("p50 while robots think", millis(quantile(think, 0.5)), "ms")
	f.add("p99 while robots rest", millis(quantile(rest, 0.99)), "ms")
	f.add("p99 while robots think", millis(quantile(think, 0.99)), "ms")
	f.add("mails and letters that waited for a lock, of "+fmt.Sprint(len(think)), float64(waits), "waits")
}

// timed plays order n of each game and returns how long each mail took with its letters.
func (s *service) timed(ctx context.Context, games []game, n int) (out []time.Duration) {
	for _, g := range games {
		raw := s.reply(g, n, 0, s.clock)
		began := time.Now()
		verdicts := get(s.office.Deliver(ctx, []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}}))
		if verdicts[0] != imapbox.Done {
			failf("a message was not played: %v", verdicts)
		}
		took := time.Since(began)
		s.render = func(ctx context.Context, l store.Letter) (store.Finished, error) {
			began := time.Now()
			made, err := s.office.Render(ctx, l)
			if l.Game == g.name { // letters of robots' games do not belong to this mail
				took += time.Since(began)
			}
			return made, err
		}
		s.post(ctx)
		out = append(out, took)
	}
	return out
}
