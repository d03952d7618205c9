package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"railpost/pbem/table"
	"railpost/store"
)

// standing is what monitoring asks of a game.
type standing struct {
	State   table.State  `json:"state"`
	Waiting []table.Wait `json:"waiting"`
}

// countStates counts the games by their state. The games are read when it is first asked
// for; from then on what is committed is counted, so that monitoring may ask often.
func (j *Journal) States(ctx context.Context) (map[string]int, error) {
	count := map[string]int{}
	err := j.readStates(ctx)
	for _, g := range j.states {
		count[string(g.State)]++
	}
	return count, err
}

// Lateness counts the seats whose time is over in running games, and says how long
// it has been over for the first of them. It asks for no more than States.
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
