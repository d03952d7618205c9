// Package robot plays seats: it chooses the lines that a robot sends next, from what its seat
// sees and from nothing else. It knows no title: usual turns, lists and worth are the titles'
// own advice, and what is legal is the referee's decision.
//
// All chance comes from the caller's generator, so equal seeds play equal games. A hard robot
// plays a few lines out in imagined games: Foresight.Imagine fills in what the view hides,
// everybody goes on as a normal robot would (or approximately so, Foresight.Sketch), and the
// title's worth rates the position some turns later. All lines are tried in the same imagined
// games, and the worse half is dropped until one is left. The numbers of lines, playouts and turns
// are each title's Foresight and were measured (go run ./pbem/lab arena). Turns that depend on a
// small part of the position (engine.Recurring) are worked out once for all playouts.
package robot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// Level is how well a robot plays.
type Level string

const (
	Easy   Level = "easy"   // two turns in three as normal, else any choice of its letter
	Normal Level = "normal" // the usual turn of its letters
	Hard   Level = "hard"   // the best result of its playouts
)

// Levels lists the levels, the weakest first.
func Levels() []Level { return []Level{Easy, Normal, Hard} }

// Read reads the name of a level.
func Read(name string) (Level, error) {
	if l := Level(strings.ToLower(name)); slices.Contains(Levels(), l) {
		return l, nil
	}
	return "", fmt.Errorf("robot: there is no level %q; there are %q", name, Levels())
}

// easy plays normalTurns of ofTurns turns as normal does.
const normalTurns, ofTurns = 2, 3

// Choose returns the lines that a robot of a level sends next for a seat that is asked in a view: each is legal
// after those before it, up to the first that reveals something, which is the last. The result depends only on
// what the seat may know, and on rng: equal states of rng give equal choices. It returns an error if ctx ends,
// the level is unknown, or the seat is asked nothing.
func Choose(ctx context.Context, t engine.Title, s engine.Setup, view engine.Position, seat engine.Seat, level Level, rng *rand.Rand) ([]string, error) {
	return Longer(ctx.Err, t, s, view, seat, level, 1, rng)
}

// Longer is Choose for a hard robot with so many times the lines and so many times the playouts. It is for
// measurements: a level has fixed numbers. An error of ended, which is called between two steps, ends the search.
func Longer(ended func() error, t engine.Title, s engine.Setup, view engine.Position, seat engine.Seat, level Level, times int, rng *rand.Rand) ([]string, error) {
	m := mind{times: times, title: t, seat: seat, game: engine.Game{Title: t, Setup: s, Pos: engine.Memo(view.View(seat))}}
	var lines []string
	switch level {
	case Normal:
		lines = m.normal(rng)
	case Easy:
		lines = m.easy(rng)
	case Hard:
		lines = m.hard(ended, rng)
	default:
		return nil, fmt.Errorf("robot: there is no level %q", level)
	}
	if err := ended(); err != nil {
		return nil, fmt.Errorf("robot: thinking about %s: %w", t.Name(), err)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("robot: seat %d of a game of %s has no legal order", seat, t.Name())
	}
	return lines, nil
}

// mind is a robot that thinks about one question.
type mind struct {
	title engine.Title
	seat  engine.Seat
	game  engine.Game // as its seat sees it
	times int         // multiple of its foresight, see Longer
}

// normal plays the usual turn; if there is none, the choice of the letter that is worth most.
func (m *mind) normal(rng *rand.Rand) []string {
	if lines := m.legal(usual(m.title, m.game.Pos, m.seat)); lines != nil {
		return lines
	}
	return m.listed(rng)
}

// listed plays the choice of the letter that is worth most.
func (m *mind) listed(rng *rand.Rand) []string {
	choices := m.choices()
	slices.SortStableFunc(choices, byWorth)
	return m.first(choices, rng)
}

func byWorth(a, b advise.Found) int { return b.Worth - a.Worth }

// easy is normal, or any choice of the letter.
func (m *mind) easy(rng *rand.Rand) []string {
	if rng.IntN(ofTurns) < normalTurns {
		return m.normal(rng)
	}
	choices := m.choices()
	rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
	return m.first(choices, rng)
}

func (m *mind) choices() []advise.Found { return advise.Letter(m.title, m.game.Pos, m.seat).Choices }

// first returns the first of some choices that can be sent; if there is none, the default for a seat that does
// not answer; failing that, any legal line.
func (m *mind) first(choices []advise.Found, rng *rand.Rand) []string {
	for _, c := range choices {
		if lines := m.legal([]string{c.Line}); lines != nil {
			return lines
		}
	}
	if lines := m.legal([]string{m.title.Default(m.game.Pos, m.seat)}); lines != nil {
		return lines
	}
	return m.legal([]string{advise.RandomLine(rng, m.title, m.game.Pos, m.seat)})
}

// legal returns the lines before the first that would be refused or ignored, up to the first that reveals
// something: after it, legality is unknown. It returns nil if they do not answer the current question: an
// answer in advance alone would leave the game waiting.
func (m *mind) legal(lines []string) (out []string) {
	played, err := m.game.Play(m.seat, lines, engine.Mode{Preview: true})
	if err != nil {
		return nil
	}
	answers := false
	for _, v := range played.Verdicts {
		if v.State != engine.Legal && v.State != engine.Stopped {
			break
		}
		out = append(out, v.Line)
		if answers = answers || !v.Result.Answered.Prompt.Optional; v.State == engine.Stopped {
			break
		}
	}
	if !answers {
		return nil
	}
	return out
}
