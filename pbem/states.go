package pbem

import (
	"context"
	"encoding/json"
	"fmt"

	"railpost/store"
)

// States counts the games by their state. The games are read when it is first asked
// for; from then on what is committed is counted, so that monitoring may ask often.
func (o *Office) States(ctx context.Context) (map[string]int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.states == nil {
		states := map[string]string{}
		err := o.Store.Heads(ctx, func(h store.Head) error {
			var doc struct {
				State string `json:"state"`
			}
			if err := json.Unmarshal(h.Doc, &doc); err != nil {
				return fmt.Errorf("pbem: game %s: %w", h.Game, err)
			}
			states[h.Game] = doc.State
			return nil
		})
		if err != nil {
			return nil, err
		}
		o.states = states
	}
	count := map[string]int{}
	for _, state := range o.states {
		count[state]++
	}
	return count, nil
}
