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
	aroundIt  = 60 // moves before and after that are measured
)

// MeasureLateMove compares what a late move of a game costs, from its mail to
// all of its letters written, with an early one. The title's rules cost the
// same at every move. Two games take turns, one early and one late, so that
// what else the machine does meets both. Syncing is left out: it would hide the
// difference.
func MeasureLateMove(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "late-move", What: fmt.Sprintf("a move about record %d of a game, with its letters, against one about record %d", lateMove, earlyMove)}
	err := measure(o, &f, func(dir string) error {
		s, err := open(ctx, filepath.Join(dir, "late.db"), bolt.Options{NoSync: true})
		if err != nil {
			return err
		}
		late, early, err := s.lateAndEarly(ctx)
		if err := errors.Join(err, s.close()); err != nil {
			return err
		}
		f.add("early", micros(early), "us")
		f.add("late", micros(late), "us")
		f.most("late / early", late.Seconds()/early.Seconds(), 1.1, "ratio")
		return nil
	})
	return f, err
}

func (s *service) lateAndEarly(ctx context.Context) (late, early time.Duration, err error) {
	games := []*endlessGame{{service: s, name: "late"}, {service: s, name: "early"}}
	for i, until := range []int{lateMove - aroundIt, earlyMove - aroundIt} {
		if err := s.createOf(ctx, endlessTitle, games[i].name); err != nil {
			return 0, 0, err
		}
		if err := s.post(ctx); err != nil {
			return 0, 0, err
		}
		for games[i].moves < until {
			if _, err := games[i].move(ctx); err != nil {
				return 0, 0, err
			}
		}
	}
	var times [2][]time.Duration
	for range 2 * aroundIt {
		for i, g := range games {
			took, err := g.move(ctx)
			if err != nil {
				return 0, 0, err
			}
			times[i] = append(times[i], took)
		}
	}
	return quantile(times[0], 0.5), quantile(times[1], 0.5), nil
}

// endlessGame is a game of the endless title, and how far it has come.
type endlessGame struct {
	*service
	name  string
	moves int
}

// move plays the next move by mail. All mails are written the same way, so that
// they cost the same.
func (g *endlessGame) move(ctx context.Context) (time.Duration, error) {
	mail, err := g.reply(g.name, engine.Seat(g.moves%seats), g.moves*len(styles), fmt.Sprintf("add %d", 1+g.moves%9))
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := g.deliver(ctx, mail); err != nil {
		return 0, err
	}
	if err := g.post(ctx); err != nil {
		return 0, err
	}
	took := time.Since(began)
	g.moves++
	g.tick()
	return took, ctx.Err()
}
