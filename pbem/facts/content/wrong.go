package content

import (
	"errors"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// Wrong returns why an option or a rule of a table cannot have a value; an empty message for another error.
func Wrong(err error) engine.Message {
	if r, ok := engine.AsRefusal(err); ok {
		return engine.Msg(key.ProposeOptionWrong, engine.Say("why", r.Why), possible(r.Expected))
	}
	e, ok := errors.AsType[*table.RuleError](err)
	if !ok {
		return engine.Message{}
	}
	rule, value := engine.Text("rule", e.Rule), engine.Text("value", e.Value)
	return engine.Msg(key.ProposeRuleWrong, rule, value, engine.Text("why", e.Fault), possible(e.Values))
}

func possible(values []string) engine.Arg {
	if len(values) == 0 {
		return engine.Text("values", "")
	}
	return engine.SeveralOf("values", values, engine.Text)
}
