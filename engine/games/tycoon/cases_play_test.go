package tycoon

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
)

// lines are the orders of a case, of any kind.
func (c *caseRun) lines() []string {
	for _, key := range []string{"move", "moves", "lines"} {
		if b, ok := c.Given[key]; ok {
			return oneOrMany(c, b, key)
		}
	}
	return nil
}

// Suffixes of a move that is made later.
const (
	nextRound = " (next round)"
	nextTurn  = " (next turn)"
)

// play plays the case, depending on its keys.
func (c *caseRun) play() {
	c.before = c.pos().Clone().(*State)
	c.given = c.before
	switch {
	case c.Given["event"] != nil:
		c.prose("event", casetest.Value[string](c, c.Given["event"], "event"))
	case c.Given["names"] != nil:
		c.readNames(casetest.Value[[]string](c, c.Given["names"], "names"))
	case c.Given["lines"] != nil && c.Topic == "auction":
		c.playNamed(c.lines())
	case c.Given["lines"] != nil:
		c.playMail(c.lines())
	case len(c.lines()) > 0:
		c.playMoves(c.lines())
	case c.Topic == "dividends" || c.Expect["after_turn"] != nil:
		c.playTurnEnd()
	case c.Topic == "scoring":
		c.pos().Stage = StageOver
	}
	if c.after == nil {
		c.after = c.pos()
	}
}

// playMoves gives the lines of the mover one by one.
func (c *caseRun) playMoves(lines []string) {
	for i, line := range lines {
		line, later := strings.CutSuffix(line, nextRound)
		if later {
			round := c.pos().Round
			c.passUntil(func(s *State) bool { return s.Stage == StageActions && s.Round != round && s.Actor() == c.mover })
		}
		if line, later = strings.CutSuffix(line, nextTurn); later {
			c.endTurn()
			c.passUntil(func(s *State) bool { return s.Stage == StageActions && s.Actor() == c.mover })
		}
		if !c.try(i, c.mover, line) {
			return
		}
	}
}

// playNamed gives lines that begin with the name of a player.
func (c *caseRun) playNamed(lines []string) {
	first := c.pos().Clone().(*State)
	for i, line := range lines {
		name, order, _ := strings.Cut(line, " ")
		if !c.try(i, c.seat(name), order) {
			break
		}
	}
	c.before = first
}

// try gives one line; false if it is refused, which must change nothing.
func (c *caseRun) try(i int, seat engine.Seat, line string) bool {
	c.before = c.pos().Clone().(*State)
	digest := c.Digest()
	r, err := c.Try(seat, line, false)
	if c.Digest() != digest {
		c.Fault("trying %q changed the position", line)
	}
	if err != nil {
		refusal, ok := engine.AsRefusal(err)
		if !ok {
			c.Fault("%q: %v", line, err)
		}
		if c.refusal == nil {
			c.refusal, c.wrong = refusal, i+1
		}
		return false
	}
	c.Take(seat, r)
	c.reports = r.Reports
	var gains []int
	for k := range c.pos().Players {
		gains = append(gains, c.pos().Players[k].Position-c.before.Players[k].Position)
	}
	c.gains = append(c.gains, gains)
	return true
}

// playMail gives all lines of the mover in one mail, as the postal service does.
func (c *caseRun) playMail(lines []string) {
	mode := engine.Mode{}
	if len(lines) > 0 && lines[0] == "preview" {
		mode.Preview = true
		lines = lines[1:]
	}
	out, err := c.Play(c.mover, lines, mode)
	if err != nil {
		c.Fault("%v", err)
		return
	}
	if mode.Preview && out.Game != c.Game && out.Game.Digest() != c.Digest() {
		c.Fault("the preview has changed the game")
	}
	for i, v := range out.Verdicts {
		if v.Refusal != nil && c.refusal == nil {
			c.refusal, c.wrong = v.Refusal, i+1
		}
		if v.Result != nil {
			c.reports = append(c.reports, v.Result.Reports...)
			if mode.Preview {
				c.told["cost"] = spent(c.before, v.Result.Pos.(*State), c.mover)
			}
		}
	}
	c.scene.Game = out.Game
}

// playTurnEnd lets everybody pass until the turn is over, and keeps the reports.
func (c *caseRun) playTurnEnd() {
	turn := c.pos().Turn
	c.acts(0)
	c.pos().Round = Rounds
	c.before = c.pos().Clone().(*State)
	for c.pos().Turn == turn && !c.pos().Over() && len(c.Faults) == 0 {
		c.reports = append(c.reports, c.order(c.pos().Actor(), "pass")...)
	}
}

// readNames reads the names of cities, as in an order.
func (c *caseRun) readNames(names []string) {
	for _, name := range names {
		t := engine.Tokenize(name)
		d := c.pos().Book().CityDomain(nil)
		v, err := d.Read(t)
		if r, ok := engine.AsRefusal(err); ok {
			slices.Sort(r.Expected)
			c.read = append(c.read, "refused: "+strings.Join(r.Expected, " or "))
			continue
		}
		if err != nil || !t.Done() {
			c.Fault("%q is read only up to %q: %v", name, t.Peek().Text, err)
			continue
		}
		c.read = append(c.read, d.Text(v))
	}
}

// spent is a player's payment between two positions, with forced shares.
func spent(before, after *State, seat engine.Seat) int {
	b, a := before.Player(seat), after.Player(seat)
	return b.Money + shareWorth*(a.Shares-b.Shares) - a.Money
}

// shareWorth is the money for a share (Money); the tests' own figure.
const shareWorth = 5

// argOf finds a number among reports under a key, of a player if one is named.
func argOf(list []engine.Report, key, name string, seat engine.Seat) (n int, ok bool) {
	for _, r := range list {
		if who, has := r.Arg("seat"); r.Key != key || has && seat != engine.Nobody && engine.Seat(who.Int) != seat {
			continue
		}
		if a, has := r.Arg(name); has {
			n, ok = n+a.Int, true
		}
	}
	return n, ok
}

// emptyCities lists the cities with an empty marker.
func emptyCities(s *State) []string {
	list := []string{}
	for i := range s.Cities {
		if s.Cities[i].Empty {
			list = append(list, s.book.Cities[i].Name)
		}
	}
	slices.Sort(list)
	return list
}
