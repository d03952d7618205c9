package log18xxtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
)

// Advisory is the kind of a refusal that a referee need not share: the site requires a pass
// between the steps of a turn.
const Advisory = "action not possible in this step"

// sampled: after every so many actions the position is encoded and decoded.
const sampled = 50

// Comparison is the result of playing a trace by our rules.
type Comparison struct {
	Name    string // of the trace
	Title   string
	Actions int // carried out by both
	States  int // compared, after every action
	Refused int // attempts that the trace says were refused
	Binding int // refused actions without the advisory ones

	// Unsaid counts binding refusals of attempts that cannot be expressed as orders, by
	// kind and reason.
	Unsaid      map[string]int
	Differences []Found
	game        *log18xx.Foreign // up to the end of the comparison
}

// Found is a difference and its place.
type Found struct {
	Action string
	log18xx.Difference
}

func (f Found) String() string { return f.Action + ": " + f.Difference.String() }

// Compare plays a trace by our rules and compares every state, every refusal and the
// result. ignored are fields of states that are not compared. It returns an error if the
// trace cannot be read or its game cannot be begun.
func Compare(name string, t log18xx.Title, trace *log18xx.Trace, ignored ...string) (*Comparison, error) {
	g, err := log18xx.Import(name, t, &log18xx.File{Header: trace.Header}, engine.Seed("conformance"))
	if err != nil {
		return nil, err
	}
	c := &Comparison{Name: name, Title: t.Name(), game: g, Unsaid: map[string]int{}}
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
			return c, nil // our position differs: comparing further is pointless
		}
	}
}

// action carries out a recorded action; it returns false if our rules refuse it.
func (c *Comparison) action(e *log18xx.Entry, trace *log18xx.Trace, ignored []string) bool {
	if err := c.game.Take(e.Action); err != nil {
		c.found(e.Action.String(), log18xx.Difference{Field: "refused", Theirs: "accepted", Ours: err.Error()})
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

func (c *Comparison) found(action string, d log18xx.Difference) {
	c.Differences = append(c.Differences, Found{action, d})
}

func (c *Comparison) state(action string, trace *log18xx.Trace, ignored []string) {
	ours, err := plain(c.game.Translator.State(c.game.Game.Pos))
	if err != nil {
		c.found(action, log18xx.Difference{Field: "state", Ours: err.Error()})
		return
	}
	for _, d := range log18xx.Differences(trace.State, ours) {
		if !slices.Contains(ignored, d.Field) {
			c.found(action, d)
		}
	}
}

// reread encodes the position, decodes it, and continues with the result.
func (c *Comparison) reread(action string) {
	g := c.game.Game
	b := engine.Encode(g.Pos)
	p, err := g.Title.Decode(g.Setup, b)
	if err != nil {
		c.found(action, log18xx.Difference{Field: "encoding", Ours: err.Error()})
		return
	}
	if again := engine.Encode(p); !bytes.Equal(b, again) {
		c.found(action, log18xx.Difference{Field: "encoding", Theirs: string(b), Ours: string(again)})
		return
	}
	g.Pos = p
}

// Judge is a Translator that decides about attempts: actions that are being made rather than
// loaded.
type Judge interface {
	log18xx.Translator
	// Owns reports whether the pieces that an action names are those of its order. Order accepts equal pieces,
	// since old logs may name others than the site would now; but the site refused an attempt because of
	// exactly these pieces.
	Owns(p engine.Position, a *log18xx.Action) error
	// Strict is a copy of p under the checks that the site makes for new moves but not for those it loads.
	Strict(p engine.Position) engine.Position
}

// try carries out an attempt without effect. The error says who refuses it.
func try(g *log18xx.Foreign, a *log18xx.Action) error {
	if a.Quiet() {
		return nil
	}
	o, err := g.Translator.Order(g.Game.Pos, a)
	if err != nil {
		return err
	}
	judge, live := g.Translator.(Judge), *g.Game
	live.Pos = judge.Strict(live.Pos)
	if _, err := live.Try(o.Seat, o.Line, false); err != nil {
		return err
	}
	return judge.Owns(g.Game.Pos, a)
}

// plain returns a value after a round trip through encoding/json.
func plain(v any) (out any, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(b, &out)
}

func (c *Comparison) refusal(e *log18xx.Entry) {
	c.Refused++
	if e.Why != Advisory {
		c.Binding++
	}
	err := try(c.game, e.Refused)
	var unsaid *log18xx.NoOrder
	if errors.As(err, &unsaid) && e.Why != Advisory {
		c.Unsaid[e.Why+": "+unsaid.Why]++
	}
	if _, refused := engine.AsRefusal(err); err != nil && !refused && unsaid == nil {
		c.found(fmt.Sprintf("line %d", e.Line), log18xx.Difference{Field: "refusal", Theirs: e.Why, Ours: err.Error()})
	}
	if err == nil && e.Why != Advisory {
		c.found(fmt.Sprintf("line %d, %s", e.Line, e.Refused), log18xx.Difference{Field: "refusal", Theirs: e.Why, Ours: "accepted"})
	}
}

func (c *Comparison) result(r *log18xx.Result) {
	if r.Worth == nil {
		return
	}
	players := c.game.Translator.State(c.game.Game.Pos).Players
	for _, id := range slices.Sorted(maps.Keys(r.Worth)) {
		ours := "nothing"
		if p := players[log18xx.ID(id)]; p != nil {
			ours = fmt.Sprint(p.Value)
		}
		if theirs := fmt.Sprint(r.Worth[id]); theirs != ours {
			c.found("the end", log18xx.Difference{Field: "result." + id, Theirs: theirs, Ours: ours})
		}
	}
	if !c.game.Game.Pos.Over() {
		c.found("the end", log18xx.Difference{Field: "finished", Theirs: "true", Ours: "false"})
	}
}
