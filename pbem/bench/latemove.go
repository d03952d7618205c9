package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"railpost/engine"
	"railpost/store/bolt"
)

const (
	earlyMove = 100
	lateMove  = 900
	aroundIt  = 50 // moves before and behind that are averaged
)

// MeasureLateMove compares what a late move of a game costs, from its mail to
// all of its letters written, with an early one. The title's rules cost the
// same at every move. Syncing is left out: it would hide the difference.
func MeasureLateMove(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "late-move", What: fmt.Sprintf("a move about record %d of a game, with its letters, against one about record %d", lateMove, earlyMove)}
	err := measure(o, &f, func(dir string) error {
		s, err := open(ctx, filepath.Join(dir, "late.db"), bolt.Options{NoSync: true})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.close()) }()
		if err := s.createOf(ctx, endlessTitle, "late"); err != nil {
			return err
		}
		if err := s.post(ctx); err != nil {
			return err
		}
		var times []time.Duration
		for n := range lateMove + aroundIt {
			took, err := s.timedMove(ctx, n)
			if err != nil {
				return err
			}
			times = append(times, took)
		}
		early, late := around(times, earlyMove), around(times, lateMove)
		f.add("early", micros(early), "us")
		f.add("late", micros(late), "us")
		f.most("late / early", late.Seconds()/early.Seconds(), 1.1, "ratio")
		return nil
	})
	return f, err
}

func around(times []time.Duration, n int) time.Duration {
	return quantile(times[n-aroundIt:n+aroundIt], 0.5)
}

// timedMove plays the n-th move of the endless game. All mails are written the
// same way, so that they cost the same.
func (s *service) timedMove(ctx context.Context, n int) (time.Duration, error) {
	mail, err := s.reply("late", engine.Seat(n%seats), n*len(styles), fmt.Sprintf("add %d", 1+n%9))
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := s.deliver(ctx, mail); err != nil {
		return 0, err
	}
	if err := s.post(ctx); err != nil {
		return 0, err
	}
	took := time.Since(began)
	s.tick()
	return took, ctx.Err()
}
