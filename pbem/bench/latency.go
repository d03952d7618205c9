package bench

import (
	"context"
	"errors"
	"time"
)

const (
	movesPerSecond = 50
	// syncsBefore is how often the way of a move waits for the disk until its
	// last letter is taken: twice for each write, which are the commit, the claim
	// of the letters, two that mark them, and a note after each of the first three.
	syncsBefore = 2 * (1 + 1 + 2 + seats - 1)
)

// MeasureLatency measures the time from the post's taking of a player's mail to
// its taking of the last of the four letters that follow, at 50 moves a second
// spread over 50 games. Mail comes by IMAP and goes by SMTP.
func MeasureLatency(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "latency", What: "a move in the embedded post at 50 moves/s: from its mail accepted to its last letter accepted"}
	err := measure(o, &f, func(dir string) error {
		rounds := o.times(8)
		scene, err := scripts(ctx, "l", movesPerSecond, rounds+1)
		if err != nil {
			return err
		}
		sync, err := syncTime(dir)
		if err != nil {
			return err
		}
		r, err := newRig(ctx, dir, scene)
		if err != nil {
			return err
		}
		times, err := r.steady(ctx, rounds)
		if err := errors.Join(err, r.stop()); err != nil {
			return err
		}
		net := func(q float64) float64 { return max(0, millis(quantile(times, q)-syncsBefore*sync)) }
		f.add("moves", float64(len(times)), "moves")
		f.add("p50", millis(quantile(times, 0.5)), "ms")
		f.add("p99", millis(quantile(times, 0.99)), "ms")
		f.most("p50 without fsync", net(0.5), 5, "ms")
		f.most("p99 without fsync", net(0.99), 20, "ms")
		return nil
	})
	return f, err
}

// steady sends a mail each fiftieth of a second, whatever becomes of those before.
func (r *rig) steady(ctx context.Context, rounds int) ([]time.Duration, error) {
	tick := time.NewTicker(time.Second / movesPerSecond)
	defer tick.Stop()
	var all []*move
	for n := range rounds {
		for i, game := range r.scene {
			if n > 0 { // the question must have come before it is answered
				if err := all[(n-1)*len(r.scene)+i].wait(ctx); err != nil {
					return nil, err
				}
			}
			mv, raw, from, err := r.answer(game, n+1)
			if err != nil {
				return nil, err
			}
			<-tick.C
			if err := r.send(ctx, from, raw); err != nil {
				return nil, err
			}
			all = append(all, mv)
		}
	}
	var times []time.Duration
	for _, mv := range all {
		if err := mv.wait(ctx); err != nil {
			return nil, err
		}
		times = append(times, mv.last.Sub(mv.mail))
	}
	return times, nil
}
