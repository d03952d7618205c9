package journal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// standing is the part of a game's state that monitoring and robots need.
type standing struct {
	State   table.State  `json:"state"`
	Waiting []table.Wait `json:"waiting"`
	Players []seated     `json:"players"`
}

// seated is the part of it about one player.
type seated struct {
	Level robot.Level `json:"level"`
	Robot bool        `json:"robot"`
}

func standingOf(t *table.Table) standing {
	g := standing{State: t.State, Waiting: t.Waiting}
	for _, p := range t.Players {
		g.Players = append(g.Players, seated{p.Level, p.Robot})
	}
	return g
}

// Asked is a seat that is asked something.
type Asked struct {
	Game  string
	Seat  engine.Seat
	Since time.Time
}

// Robots returns the seats of running games that are asked and that the service may have to
// think for, those asked first before others. It costs no more than States.
func (j *Journal) Robots(ctx context.Context) (list []Asked, err error) {
	err = j.readStates(ctx)
	for name, g := range j.states {
		for _, w := range g.Waiting {
			if p := g.Players[w.Seat]; g.State == table.Running && (p.Robot || p.Level != "") {
				list = append(list, Asked{name, w.Seat, w.Since})
			}
		}
	}
	slices.SortFunc(list, func(a, b Asked) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Game, b.Game), int(a.Seat-b.Seat))
	})
	return list, err
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
		return j.rereadStates(ctx)
	}
	states := map[string]standing{}
	err := j.Store.Heads(ctx, func(h store.Head) (err error) {
		states[h.Game], err = standingIn(h)
		return err
	})
	if err == nil {
		j.states, j.stale = states, nil
	}
	return err
}

func standingIn(h store.Head) (g standing, err error) {
	if err := json.Unmarshal(h.Doc, &g); err != nil {
		return g, fmt.Errorf("pbem: game %s: %w", h.Game, err)
	}
	return g, nil
}

// rereadStates reads the games that others have changed.
func (j *Journal) rereadStates(ctx context.Context) error {
	for name := range j.stale {
		h, err := j.Store.Head(ctx, name)
		switch {
		case errors.Is(err, store.ErrNoGame):
			delete(j.states, name)
		case err != nil:
			return err
		default:
			if j.states[name], err = standingIn(h); err != nil {
				return err
			}
		}
		delete(j.stale, name)
	}
	return nil
}

// ChangedElsewhere notes that another process has changed a game, or, with all, perhaps any game.
func (j *Journal) ChangedElsewhere(game string, all bool) {
	switch {
	case all:
		j.states = nil
	case game != "" && j.states != nil:
		if j.stale == nil {
			j.stale = map[string]bool{}
		}
		j.stale[game] = true
	}
}
