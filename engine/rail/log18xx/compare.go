package log18xx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"railpost/engine"
)

// Advisory is the kind of a refusal that a referee need not share: the site requires a pass
// between the steps of a turn.
const Advisory = "action not possible in this step"

// sampled is after how many actions a position is encoded and decoded again.
const sampled = 50

// Comparison is the result of playing a trace by our rules.
type Comparison struct {
	Name    string // of the trace
	Title   string
	Actions int // carried out by both
	States  int // compared, after every action
	Refused int // attempts that the trace says were refused
	Binding int // of these all but the advisory ones

	// Unsaid counts binding refusals of attempts that cannot be expressed as orders, by
	// kind and reason.
	Unsaid      map[string]int
	Differences []Found
	Foreign     *Foreign // the game at the end
}

// Found is a difference and where it is.
type Found struct {
	Action string
	Difference
}

func (f Found) String() string { return f.Action + ": " + f.Difference.String() }

// Compare plays a trace by our rules and compares every state, every refusal and the
// result. ignored are fields of states that are not compared. It returns an error if the
// trace cannot be read or its game cannot be begun.
func Compare(name string, t Speaker, trace *Trace, ignored ...string) (*Comparison, error) {
	setups, err := t.Setups(&trace.Header)
	if err != nil {
		return nil, err
	}
	g, err := begin(name, t, &trace.Header, setups[0], engine.Seed("conformance"))
	if err != nil {
		return nil, err
	}
	c := &Comparison{Name: name, Title: t.Name(), Foreign: g, Unsaid: map[string]int{}}
	c.state("the start", trace, ignored)
	for {
		e, err := trace.Next()
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case e.Refused != nil:
			c.refusal(e)
		case e.Result != nil:
			c.result(e.Result)
		case !c.action(e, trace, ignored):
			return c, nil // our position differs: nothing more can be said
		}
	}
}

// action carries out a recorded action; it returns false if our rules refuse it.
func (c *Comparison) action(e *Entry, trace *Trace, ignored []string) bool {
	if err := c.Foreign.Take(e.Action); err != nil {
		c.found(e.Action.String(), Difference{"refused", "accepted", err.Error()})
		return false
	}
	c.Actions++
	c.States++
	c.state(e.Action.String(), trace, ignored)
	if c.Actions%sampled == 0 {
		c.reread(e.Action.String())
	}
	return true
}

func (c *Comparison) found(action string, d Difference) {
	c.Differences = append(c.Differences, Found{action, d})
}

func (c *Comparison) state(action string, trace *Trace, ignored []string) {
	ours, err := plain(c.Foreign.Talk.State(c.Foreign.Game.Pos))
	if err != nil {
		c.found(action, Difference{Field: "state", Ours: err.Error()})
		return
	}
	for _, d := range Differences(trace.State, ours) {
		if !slices.Contains(ignored, d.Field) {
			c.found(action, d)
		}
	}
}

// reread encodes the position, decodes it, and continues with the result.
func (c *Comparison) reread(action string) {
	g := c.Foreign.Game
	b := engine.Encode(g.Pos)
	p, err := g.Title.Decode(g.Setup, b)
	if err != nil {
		c.found(action, Difference{Field: "encoding", Ours: err.Error()})
		return
	}
	if again := engine.Encode(p); !bytes.Equal(b, again) {
		c.found(action, Difference{"encoding", string(b), string(again)})
		return
	}
	g.Pos = p
}

func (c *Comparison) refusal(e *Entry) {
	c.Refused++
	if e.Why != Advisory {
		c.Binding++
	}
	err := c.Foreign.Try(e.Refused)
	var unsaid *NoOrder
	if errors.As(err, &unsaid) && e.Why != Advisory {
		c.Unsaid[e.Why+": "+unsaid.Why]++
	}
	if _, refused := engine.AsRefusal(err); err != nil && !refused && unsaid == nil {
		c.found(fmt.Sprintf("line %d", e.Line), Difference{"refusal", e.Why, err.Error()})
	}
	if err == nil && e.Why != Advisory {
		c.found(fmt.Sprintf("line %d, %s", e.Line, e.Refused), Difference{"refusal", e.Why, "accepted"})
	}
}

func (c *Comparison) result(r *Result) {
	if r.Worth == nil {
		return
	}
	players := c.Foreign.Talk.State(c.Foreign.Game.Pos).Players
	for _, id := range slices.Sorted(maps.Keys(r.Worth)) {
		ours := "nothing"
		if p := players[ID(id)]; p != nil {
			ours = fmt.Sprint(p.Value)
		}
		if theirs := fmt.Sprint(r.Worth[id]); theirs != ours {
			c.found("the end", Difference{"result." + id, theirs, ours})
		}
	}
	if !c.Foreign.Game.Pos.Over() {
		c.found("the end", Difference{"finished", "true", "false"})
	}
}
