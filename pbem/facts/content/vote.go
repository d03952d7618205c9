package content

import (
	"errors"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// Votes lists the proposals that wait for a seat's vote: the proposal, how to answer, and until when.
func Votes(t *table.Table, s engine.Seat) (out []engine.Message) {
	for _, p := range t.Voting().Asked(s) {
		out = append(append(out, p.Says), p.Differs...)
		out = append(out, Ask(t, p), engine.Msg(key.VoteEndsOf+string(p.To)))
	}
	for _, p := range t.Proposals {
		if p.To == table.ToReplace && p.Seat == s && !slices.Contains(t.Voting().Voters(p), s) {
			out = append(out, p.Says, engine.Msg(key.VoteNotAsked, engine.Int("n", p.N)))
		}
	}
	return out
}

// Ask says how a proposal is answered, how many must agree, and until when.
func Ask(t *table.Table, p table.Proposal) engine.Message {
	until := engine.Text("at", "")
	if !p.Until.IsZero() {
		until = At(p.Until)
	}
	return engine.Msg(key.VoteAskOf+string(t.Rules.Needed()), engine.Int("n", p.N), until)
}

// VoteState names the seats that have agreed to a proposal, those that have not, and those still asked.
func VoteState(t *table.Table, p table.Proposal) engine.Message {
	return engine.Msg(key.VoteStands, Cast(t.Voting().Cast(p))...)
}

// Cast says who has voted how, as arguments of a message.
func Cast(c table.Cast) (args []engine.Arg) {
	for _, x := range []struct {
		name  string
		seats []engine.Seat
	}{{"yes", c.Yes}, {"no", c.No}, {"silent", c.Open}} {
		said := engine.Text(x.name, "")
		if len(x.seats) > 0 {
			said = engine.SeveralOf(x.name, x.seats, engine.Player)
		}
		args = append(args, said)
	}
	return args
}

// Wrong returns why an option or a rule of a table cannot have a value; an empty message for another error.
func Wrong(err error) engine.Message {
	if r, ok := engine.AsRefusal(err); ok {
		return engine.Msg(key.ProposeOptionWrong, engine.Say("why", r.Why), engine.Text("values", strings.Join(r.Expected, ", ")))
	}
	if e, ok := errors.AsType[*table.RuleError](err); ok {
		rule, values := engine.Text("rule", e.Rule), engine.Text("values", e.Values)
		return engine.Msg(key.ProposeRuleWrong, rule, values, engine.Text("value", e.Value), engine.Text("why", e.Fault))
	}
	return engine.Message{}
}
