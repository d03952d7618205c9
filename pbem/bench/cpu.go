package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"
)

const cpuGames = 20

// MeasureCPU compares what a move uses of the processors in the whole service,
// from the player's mail handed to the post to the last of its letters handed
// over, with the sum of its parts, each done alone: mail in by SMTP and IMAP,
// reading the mail, deciding, writing the letters, storing, letters out by SMTP.
// Both ends of every connection are in the process.
func MeasureCPU(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "cpu", What: "processor time of a move in the whole service, against the sum of its parts done alone"}
	err := measure(o, &f, func(dir string) error {
		rounds := o.times(10)
		scene, err := scripts(ctx, "c", cpuGames, rounds+1)
		if err != nil {
			return err
		}
		whole, err := wholeMove(ctx, dir, scene, rounds)
		if err != nil {
			return err
		}
		p, err := newParts(ctx, filepath.Join(dir, "parts"), scene)
		if err != nil {
			return err
		}
		if err := errors.Join(p.run(ctx, rounds), p.close()); err != nil {
			return err
		}
		sum := time.Duration(0)
		for _, name := range partNames {
			each := p.spent[name] / time.Duration(p.moves)
			f.add(name, micros(each), "us")
			sum += each
		}
		f.add("sum of the parts", micros(sum), "us")
		f.add("whole service", micros(whole), "us")
		f.most("whole / parts", whole.Seconds()/sum.Seconds(), 1.3, "ratio")
		return nil
	})
	return f, err
}

// wholeMove plays moves one after another and returns what one uses,
// without the writing of the answer, which is the player's work.
func wholeMove(ctx context.Context, dir string, scene []script, rounds int) (_ time.Duration, err error) {
	r, err := newRig(ctx, dir, scene)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, r.stop()) }()
	runtime.LockOSThread() // so that its own use can be told
	defer runtime.UnlockOSThread()
	runtime.GC()
	began, _, err := cpuTime()
	if err != nil {
		return 0, err
	}
	players := time.Duration(0)
	for n := range rounds {
		for _, game := range scene {
			_, before, err := cpuTime()
			if err != nil {
				return 0, err
			}
			mv, raw, from, err := r.answer(game, n+1)
			if err != nil {
				return 0, err
			}
			_, after, err := cpuTime()
			if err != nil {
				return 0, err
			}
			players += after - before
			if err := r.send(ctx, from, raw); err != nil {
				return 0, err
			}
			if err := mv.wait(ctx); err != nil {
				return 0, err
			}
		}
	}
	if err := r.daemon.Idle(ctx); err != nil {
		return 0, fmt.Errorf("the last letters: %w", err)
	}
	ended, _, err := cpuTime()
	return (ended - began - players) / time.Duration(rounds*len(scene)), err
}
