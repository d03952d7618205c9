package journal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// gameState is the part of a game's state that monitoring and robots need.
type gameState struct {
	State   table.State  `json:"state"`
	Waiting []table.Wait `json:"waiting"`
	Players []seated     `json:"players"`
	rev     uint64       // see store.Head
}

// seated is the part of it about one player.
type seated struct {
	Level robot.Level `json:"level"`
	Robot bool        `json:"robot"`
}

func gameStateOf(t *table.Table, rev uint64) *gameState {
	g := &gameState{State: t.State, Waiting: t.Waiting, rev: rev}
	for _, p := range t.Players {
		g.Players = append(g.Players, seated{p.Level, p.Robot})
	}
	return g
}

func gameStateIn(h store.Head) (*gameState, error) {
	g := &gameState{rev: h.Rev}
	if err := json.Unmarshal(h.Doc, g); err != nil {
		return nil, fmt.Errorf("pbem: game %s: %w", h.Game, err)
	}
	return g, nil
}

// gameStates are the states of all games, kept in memory, without the lock of the office. While the store is read only
// reading is held, which no decision and no notice of another process takes.
type gameStates struct {
	reading clock.Lock // held by whoever reads games from the store
	mu      sync.Mutex // guards the rest
	*listed
	unread  bool            // all games must be read
	stale   map[string]bool // games that must be read again, if not all
	settled map[string]bool // games that were changed here since the present reading began; nil: there is none
}

// listed is games by name and, so that nobody has to look at all of them, the names by what is asked for.
type listed struct {
	games  map[string]*gameState
	states index[table.State]
	robots index[bool]  // running games in which a robot is asked: true
	hours  index[int64] // running games, by the hours in which times to answer end
}

// index is names of games by a property.
type index[K comparable] map[K]map[string]bool

func (x index[K]) set(k K, game string, is bool) {
	if x[k] == nil {
		x[k] = map[string]bool{}
	}
	if x[k][game] = is; !is {
		delete(x[k], game)
	}
	if len(x[k]) == 0 {
		delete(x, k)
	}
}

func newListed() *listed {
	return &listed{map[string]*gameState{}, index[table.State]{}, index[bool]{}, index[int64]{}}
}

// keep replaces what is known of a game; nil: it is gone.
func (l *listed) keep(game string, g *gameState) {
	if was := l.games[game]; was != nil {
		l.list(game, was, false)
		delete(l.games, game)
	}
	if g != nil {
		l.games[game] = g
		l.list(game, g, true)
	}
}

func (l *listed) list(game string, g *gameState, is bool) {
	l.states.set(g.State, game, is)
	if g.State != table.Running {
		return
	}
	for _, w := range g.Waiting {
		l.hours.set(hourOf(w.Until), game, is)
		if g.asksRobot(w) {
			l.robots.set(true, game, is)
		}
	}
}

// asksRobot reports whether the service may have to think for a seat that is asked.
func (g *gameState) asksRobot(w table.Wait) bool {
	return int(w.Seat) < len(g.Players) && (g.Players[w.Seat].Robot || g.Players[w.Seat].Level != "")
}

func hourOf(t time.Time) int64 { return t.Unix() / int64(time.Hour/time.Second) }

// settle notes what a commit has made of a game, and reports whether a robot may be asked in any.
func (s *gameStates) settle(game string, g *gameState) (asked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.games[game]; g == nil || known == nil || known.rev <= g.rev { // else another process has been faster
		s.keep(game, g)
	}
	if s.settled != nil {
		s.settled[game] = true
	}
	return s.unread || len(s.stale)+len(s.robots) > 0
}

// ChangedElsewhere notes that another process has changed a game, or, with all, perhaps any game.
func (j *Journal) ChangedElsewhere(game string, all bool) {
	s := j.gameStates
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unread = s.unread || all; game != "" {
		s.stale[game] = true
	}
}

// look calls f with all games as they stand.
func (j *Journal) look(ctx context.Context, f func(l *listed)) error {
	s := j.gameStates
	s.reading.Lock()
	defer s.reading.Unlock()
	err := s.read(ctx, j.Store)
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.listed)
	return err
}

// read reads the games that may have changed elsewhere: all of them the first time.
func (s *gameStates) read(ctx context.Context, from store.Store) (err error) {
	s.mu.Lock()
	all, stale, fresh := s.unread, s.stale, newListed()
	if !all && len(stale) == 0 {
		s.mu.Unlock()
		return nil
	}
	s.unread, s.stale, s.settled = false, map[string]bool{}, map[string]bool{}
	s.mu.Unlock()
	if all {
		err = from.Heads(ctx, func(h store.Head) error {
			g, err := gameStateIn(h)
			if err == nil {
				fresh.keep(h.Game, g)
			}
			return err
		})
	} else {
		err = fresh.readSome(ctx, from, stale)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err != nil:
		s.unread = true
	case all:
		for game := range s.settled {
			fresh.keep(game, s.newer(game, fresh.games[game]))
		}
		s.listed = fresh
	default:
		for game := range stale {
			s.keep(game, s.newer(game, fresh.games[game]))
		}
	}
	s.settled = nil
	return err
}

// newer returns how a game stands: as it was just read, or as a commit meanwhile has left it.
func (s *gameStates) newer(game string, read *gameState) *gameState {
	if is := s.games[game]; s.settled[game] && (is == nil || read == nil || is.rev >= read.rev) {
		return is
	}
	return read
}

func (l *listed) readSome(ctx context.Context, from store.Store, games map[string]bool) error {
	for game := range games {
		h, err := from.Head(ctx, game)
		if errors.Is(err, store.ErrNoGame) {
			continue
		}
		var g *gameState
		if err == nil {
			g, err = gameStateIn(h)
		}
		if err != nil {
			return err
		}
		l.keep(game, g)
	}
	return nil
}

// Asked is a seat that is asked something.
type Asked struct {
	Game  string
	Seat  engine.Seat
	Since time.Time
}

// Robots returns the seats of running games that are asked and that the service may have to
// think for, those asked first before others.
func (j *Journal) Robots(ctx context.Context) (list []Asked, err error) {
	err = j.look(ctx, func(l *listed) {
		for game := range l.robots[true] {
			g := l.games[game]
			for _, w := range g.Waiting {
				if g.asksRobot(w) {
					list = append(list, Asked{game, w.Seat, w.Since})
				}
			}
		}
	})
	slices.SortFunc(list, func(a, b Asked) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Game, b.Game), int(a.Seat-b.Seat))
	})
	return list, err
}

// CountByState returns the number of games by state. Commits keep the count, and only games that may have changed
// elsewhere are read, so that monitoring may call it often.
func (j *Journal) CountByState(ctx context.Context) (map[string]int, error) {
	count := map[string]int{}
	err := j.look(ctx, func(l *listed) {
		for state, games := range l.states {
			count[string(state)] = len(games)
		}
	})
	return count, err
}

// Ended returns the names of the games that have ended.
func (j *Journal) Ended(ctx context.Context) (names []string, err error) {
	err = j.look(ctx, func(l *listed) {
		for _, state := range []table.State{table.Over, table.Closed} {
			names = slices.AppendSeq(names, maps.Keys(l.states[state]))
		}
	})
	slices.Sort(names)
	return names, err
}

// Lateness returns the number of seats in running games whose deadline has passed, and for
// how long the first of these has. It looks only at games of which a time has ended by the end of this hour.
func (j *Journal) Lateness(ctx context.Context) (seats int, longest time.Duration, err error) {
	now := j.Now()
	err = j.look(ctx, func(l *listed) {
		late := map[string]bool{}
		for hour, games := range l.hours {
			if hour <= hourOf(now) {
				maps.Copy(late, games)
			}
		}
		for game := range late {
			for _, w := range l.games[game].Waiting {
				if w.Until.Before(now) {
					seats++
					longest = max(longest, now.Sub(w.Until))
				}
			}
		}
	})
	return seats, longest, err
}
