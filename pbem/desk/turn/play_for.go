package turn

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/facts/table"
)

// TimeOut plays the title's harmless orders for a seat whose time is up, until its turn is.
func TimeOut(c *journal.Change, s engine.Seat) {
	turn := plans.TurnOf(c.Next, s)
	for range plans.StandMost {
		if c.Err != nil || !playDefault(c, s, engine.ByTimeOut) || !plans.SameTurn(c.Next, s, turn) {
			return
		}
	}
}

// playRobot plays for a seat whose player does not answer, and reports whether the game moved on. A robot that
// thinks ahead would hold up all mails: it thinks outside the lock, as for robots' own seats.
func playRobot(ctx context.Context, c *journal.Change) bool {
	for _, s := range c.Next.Waiting() {
		level := c.Table.Thinks(s)
		if !c.Table.Players[s].Robot || level == "" || level == robot.Hard {
			continue
		}
		lines, err := robot.Choose(ctx, c.Next.Title, c.Next.Setup, c.Next.Pos.View(s), s, level, Chance(c.Table.Name(), c.Seq(), s))
		if err == nil && playFor(c, s, engine.ByRobot, lines...) {
			return true
		}
		c.Journal.Log.Error("an order of a robot was refused", "game", c.Table.Game, "step", c.Seq(), "seat", int(s), "level", string(level), "orders", lines, "err", err)
		if playDefault(c, s, engine.ByRobot) {
			return true
		}
	}
	return false
}

// Chance returns the random source of a robot for a seat that must act after a record. It depends on public
// facts only, so that equal games go alike; it must not depend on the seed of the game, which is secret.
func Chance(game string, seq uint64, s engine.Seat) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%d|%d", game, seq, s))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])))
}

// playDefault plays the harmless order of a seat; it is none if only the player can choose.
func playDefault(c *journal.Change, s engine.Seat, by string) bool {
	line := c.Next.Title.Default(c.Next.Pos.View(s), s)
	return line != "" && playFor(c, s, by, line)
}

// playFor is PlayFor for the service's own orders; it reports whether they were played.
func playFor(c *journal.Change, s engine.Seat, by string, lines ...string) bool {
	done, refusal, _ := PlayFor(c, s, by, lines...)
	return done > 0 && refusal == nil
}

// PlayFor plays orders in place of a seat's player, who can take them back like their own. It returns the
// number played, and the refused line.
func PlayFor(c *journal.Change, s engine.Seat, by string, lines ...string) (done int, refusal *engine.Refusal, at string) {
	from := len(c.Records)
	before := c.Seq()
	done, refusal, at = plans.PlayHolding(c, s, by, lines)
	for _, r := range c.Records[from:] {
		if r.Kind == engine.Ordered && r.Seat == s {
			r.By = by
		}
	}
	if done > 0 {
		reveal := slices.ContainsFunc(c.Records[from:], func(r *engine.Record) bool { return r.Reveal })
		c.Group(table.Group{Seat: s, Before: before, Last: c.Seq(), Reveal: reveal})
	}
	return done, refusal, at
}
