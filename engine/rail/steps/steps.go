// Package steps walks through a turn of steps in a fixed order. Some steps ask for a decision, which a later
// order may decline implicitly, and some are mandatory; those that ask for nothing are passed over.
package steps

import "slices"

// Turn is a title's description of the steps of a turn. Can and Must are called for later steps, so they look
// at the position and not at the present step.
type Turn[S comparable] struct {
	Steps    []S
	Can      func(S) bool  // the step asks for a decision now
	Must     func(S) bool  // it cannot be declined
	PassOver func(S) error // leaves a step that asks for nothing, with all consequences
	Enter    func(S)       // makes a step the present one
	Declined func(S)       // reports a decision that was given up
	Past     func(S) error // refuses an order for an earlier step
	Stuck    func(S) error // refuses to decline a mandatory step
}

// After lists the steps after one of them.
func (t *Turn[S]) After(s S) []S { return t.Steps[slices.Index(t.Steps, s)+1:] }

// Before lists the steps before one of them.
func (t *Turn[S]) Before(s S) []S { return t.Steps[:slices.Index(t.Steps, s)] }

// Advance goes from the present step to the next that asks for a decision. It returns
// false if there is none: then the turn is over.
func (t *Turn[S]) Advance(now S) (bool, error) {
	for _, s := range t.After(now) {
		t.Enter(s)
		if t.Can(s) {
			return true, nil
		}
		if err := t.PassOver(s); err != nil {
			return false, err
		}
	}
	return false, nil
}

// Decline declines everything open from the present step up to another, which becomes the present one. It
// returns the refusal of Past if that step is over, and that of Stuck if a mandatory one comes first.
func (t *Turn[S]) Decline(now, upTo S) error {
	here, there := slices.Index(t.Steps, now), slices.Index(t.Steps, upTo)
	if there < here {
		return t.Past(upTo)
	}
	if err := t.giveUp(t.Steps[here:there]); err != nil {
		return err
	}
	t.Enter(upTo)
	return nil
}

// DeclineRest declines the rest of the turn, or returns the refusal of Stuck.
func (t *Turn[S]) DeclineRest(now S) error { return t.giveUp(t.Steps[slices.Index(t.Steps, now):]) }

func (t *Turn[S]) giveUp(list []S) error {
	for _, s := range list {
		switch {
		case !t.Can(s):
			if err := t.PassOver(s); err != nil {
				return err
			}
		case t.Must(s):
			return t.Stuck(s)
		default:
			t.Declined(s)
		}
	}
	return nil
}
