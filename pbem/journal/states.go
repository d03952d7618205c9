package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"railpost/pbem/table"
	"railpost/store"
)

// standing is what monitoring needs to know about a game.
type standing struct {
	State   table.State  `json:"state"`
	Waiting []table.Wait `json:"waiting"`
}

// States returns the number of games by state. The first call reads the games; after that
// commits keep the count, so that monitoring may call it often.
func (j *Journal) States(ctx context.Context) (map[string]int, error) {
	count := map[string]int{}
	err := j.readStates(ctx)
	for _, g := range j.states {
		count[string(g.State)]++
	}
	return count, err
}

// Ended returns the names of the games that have ended. It costs no more than States.
func (j *Journal) Ended(ctx context.Context) (names []string, err error) {
	err = j.readStates(ctx)
	for name, g := range j.states {
		if g.State == table.Over || g.State == table.Closed {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}

// Lateness returns the number of seats in running games whose deadline has passed, and for
// how long the first of these has. It costs no more than States.
func (j *Journal) Lateness(ctx context.Context) (seats int, longest time.Duration, err error) {
	err = j.readStates(ctx)
	now := j.Now()
	for _, g := range j.states {
		for _, w := range g.Waiting {
			if g.State == table.Running && w.Until.Before(now) {
				seats++
				longest = max(longest, now.Sub(w.Until))
			}
		}
	}
	return seats, longest, err
}

func (j *Journal) readStates(ctx context.Context) error {
	if j.states != nil {
		return nil
	}
	states := map[string]standing{}
	err := j.Store.Heads(ctx, func(h store.Head) error {
		var g standing
		if err := json.Unmarshal(h.Doc, &g); err != nil {
			return fmt.Errorf("pbem: game %s: %w", h.Game, err)
		}
		states[h.Game] = g
		return nil
	})
	if err == nil {
		j.states = states
	}
	return err
}
