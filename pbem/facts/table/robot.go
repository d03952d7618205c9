package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/plan"
	"railpost/templates"
)

// IsRobot reports whether the seat is a robot's own: it has no player, and nobody gets its letters.
func (p Player) IsRobot() bool { return p.Level != "" }

// Alone reports whether only one person is left: all others are robots, or have resigned.
func (t *Table) Alone() bool {
	people := 0
	for _, p := range t.Players {
		if !p.IsRobot() && !p.Resigned {
			people++
		}
	}
	return people == 1
}

// Answers reports whether a person answers for the seat: it is no robot's, the service does not
// play for its player, and it is not open.
func (p Player) Answers() bool { return !p.IsRobot() && !p.Robot && !p.Open }

// ReadRobot reads who sits on a robot's seat: "Bot", or with a level "Bot:hard". It returns an
// error if there is no such level, or no name.
func ReadRobot(text string) (name string, level robot.Level, err error) {
	name, word, leveled := strings.Cut(text, ":")
	if level = robot.Normal; leveled {
		if level, err = robot.Read(strings.TrimSpace(word)); err != nil {
			return "", "", fmt.Errorf("table: %w", err)
		}
	}
	if name = strings.TrimSpace(name); name == "" {
		return "", "", fmt.Errorf("table: the robot %q has no name", text)
	}
	return name, level, nil
}

// NewRobot returns a robot that takes a seat. It accepts at once, gets no letters, and
// writes English orders.
func (t *Table) NewRobot(name string, level robot.Level) Player {
	return Player{Name: name, Level: level, Bank: t.Rules.Bank, Zone: t.Zone, Lang: templates.English, Letters: Off, Answer: "accept"}
}

// Thought reports whether the service thinks for the seat: a robot's, or that of a player who
// does not answer.
func (p Player) Thought() bool { return p.IsRobot() || p.Robot }

// Thinks returns the level at which the service thinks for a seat that must act; "" if its player thinks, or if
// no person would read the result.
func (t *Table) Thinks(s engine.Seat) robot.Level {
	if t.State != Running || !slices.ContainsFunc(t.Players, func(p Player) bool { return !p.Thought() }) {
		return ""
	}
	return t.levelOf(t.Players[s])
}

// levelOf returns the level at which the service thinks for a player; "" if they do.
func (t *Table) levelOf(p Player) robot.Level {
	if p.Robot && !p.IsRobot() {
		return cmp.Or(t.Rules.Robot, robot.Normal)
	}
	return p.Level
}

// Robots returns the levels at which the service thinks, by seat, "" for a person who plays; nil
// if there are no others.
func (t *Table) Robots() []string {
	if !slices.ContainsFunc(t.Players, Player.Thought) {
		return nil
	}
	return engine.Each(t.Players, func(p Player) string { return string(t.levelOf(p)) })
}

// PlansAtOnce reports whether plans need not wait: the table wants it so, or there are only robots to be fooled.
func (t *Table) PlansAtOnce() bool { return t.Rules.PlansAtOnce || t.Alone() }

// PlansOf returns the plans of a seat, in the order in which they are played.
func (t *Table) PlansOf(s engine.Seat) []plan.Plan {
	return engine.Where(t.Plans, func(p plan.Plan) bool { return p.Seat == s })
}
