package pbem

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/robot"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// Robots think one at a time, outside the lock of the office, on their seat's view. Their answers are handled
// like mails of that seat. Nothing is stored before that: after a restart they think again.

// Robots lets robots think and answer until ctx ends.
func (o *Office) Robots(ctx context.Context) error {
	for ctx.Err() == nil {
		more, err := o.Think(ctx)
		if err != nil && ctx.Err() == nil {
			o.journal.Log.Error("a robot could not answer", "err", err)
			more = false // the next look at the clock comes soon enough
		}
		if more {
			continue
		}
		select {
		case <-ctx.Done():
		case <-o.asks:
		case <-time.After(time.Minute):
		}
	}
	return nil
}

// wake fills a channel of one.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// RefusedRobots returns the number of robots' refused orders since the start. There should be none.
func (o *Office) RefusedRobots() int64 { return o.refused.Load() }

// RobotsAsked returns how many seats wait for the service to think.
func (o *Office) RobotsAsked(ctx context.Context) (int, error) {
	list, err := o.journal.Robots(ctx)
	return len(list), err
}

// Think lets the robot that was asked first think and answer. It reports whether there was
// one: another may wait.
func (o *Office) Think(ctx context.Context) (bool, error) {
	q, err := o.question(ctx)
	if q == nil || err != nil {
		return false, err
	}
	defer q.release()
	lines, err := q.choose(o.patience(ctx))
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		o.journal.Log.Error("a robot found no order", "game", q.Game, "step", q.seq, "seat", int(q.Seat), "level", string(q.level), "err", err)
		lines = nil
	}
	return true, o.answer(ctx, q, lines)
}

// question is the question for a robot.
type question struct {
	journal.Asked
	office  *Office
	played  string // the name under which the game is played
	level   robot.Level
	title   engine.Title
	setup   engine.Setup
	view    engine.Position // the seat's
	seq     uint64          // the last record
	release func()          // lets robots of other daemons think about it
}

// question returns the question of the robot that has waited longest; nil if there is none. It skips games that
// stand still because no order of a robot counted there.
func (o *Office) question(ctx context.Context) (*question, error) {
	list, err := o.journal.Robots(ctx)
	if len(list) == 0 {
		return nil, err
	}
	defer o.lock(byRobot)()
	for _, a := range list {
		g, wrong := o.journal.Games.Load(ctx, a.Game)
		if wrong != nil {
			err = errors.Join(err, wrong)
			continue
		}
		q := &question{Asked: a, office: o, played: g.Table.Name(), level: g.Table.Thinks(a.Seat), seq: g.Head.Seq}
		if q.level == "" || o.stuck[a.Game] == g.Head.Seq || g.Table.WaitFor(a.Seat) == nil { // another daemon was faster
			continue
		}
		free, ok, wrong := o.takeQuestion(ctx, q)
		if wrong != nil || !ok {
			err = errors.Join(err, wrong)
			continue
		}
		q.title, q.setup, q.view, q.release = g.Now.Title, g.Now.Setup, g.Now.Pos.View(a.Seat), free
		return q, nil
	}
	return nil, err
}

// takeQuestion keeps robots of other daemons from the same question; ok is false if one has it.
func (o *Office) takeQuestion(ctx context.Context, q *question) (release func(), ok bool, err error) {
	if o.shared == nil {
		return func() {}, true, nil
	}
	return o.shared.Try(ctx, fmt.Sprintf("robot %s %d %d", q.Game, q.seq, q.Seat))
}

// choose returns the robot's lines.
func (q *question) choose(ended func() error) (lines []string, err error) {
	defer fault.Guard(q.office.journal.Log, "a robot", &err)
	return robot.Longer(ended, q.title, q.setup, q.view, q.Seat, q.level, 1, q.chance())
}

func (q *question) chance() *rand.Rand { return turn.Chance(q.played, q.seq, q.Seat) }

// answer plays a robot's lines. If the game has moved on since its question, they are dropped. A refused line
// is our own fault: the title's harmless order replaces it.
func (o *Office) answer(ctx context.Context, q *question, lines []string) error {
	defer o.lock(byRobot)()
	ctx = store.WithBasis(ctx)
	g, err := o.journal.Games.Load(ctx, q.Game)
	if err != nil || g.Head.Seq != q.seq || g.Table.Thinks(q.Seat) != q.level || g.Table.WaitFor(q.Seat) == nil {
		return err
	}
	for _, try := range [][]string{lines, {q.title.Default(q.view, q.Seat)}, {advise.RandomLine(q.chance(), q.title, q.view, q.Seat)}} {
		if len(try) == 0 || try[0] == "" {
			continue
		}
		if played, err := o.sent(ctx, g, q, try); played || err != nil {
			return err
		}
	}
	o.stuck[q.Game] = q.seq
	return tell.Alarm(ctx, o.journal, g, q.Game+"/robot", engine.Msg(key.AlarmRobot, engine.Text("game", q.Game), engine.Player("seat", q.Seat)))
}

// sent handles a robot's mail. It reports whether its orders count.
func (o *Office) sent(ctx context.Context, g *games.Game, q *question, lines []string) (bool, error) {
	b := newBatch(o, imapbox.Mail{})
	b.replayed, b.alone = true, true // it is not in the mailbox, and waits for nobody
	some, err := b.decideAll(ctx, []*pending{{basis: store.BasisOf(ctx), in: o.inbox.OfRobot(g, q.Seat, lines)}})
	if err != nil {
		return false, err
	}
	c := some[0].change
	played := c.Verdict.Act == verdict.Played
	if !played || c.Refused > 0 {
		o.refused.Add(1)
		o.journal.Log.Error("an order of a robot was refused", "game", q.Game, "step", q.seq, "seat", int(q.Seat), "level", string(q.level), "orders", lines, "verdict", c.Verdict.String())
	}
	if !played {
		return false, nil
	}
	return true, b.commit(ctx, some)
}

// patience returns whether to continue thinking. The robot waits while the office has anything else to do:
// mails, letters and organisers come first.
func (o *Office) patience(ctx context.Context) func() error {
	return func() error {
		for o.busy() && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		return ctx.Err()
	}
}
