// Package switches makes options of a table that have two values: the second one sets
// a rule of the title.
package switches

import "railpost/engine"

// Switch is an option with two values, the first of which is the default unless Since says
// otherwise. R is the struct of the title's rules.
type Switch[R any] struct {
	Key    string
	Values [2]string // zero: off, on
	Rule   string    // its section
	Seats  []int     // numbers of players it matters for; nil: all
	Fixed  bool      // it cannot change in a running game
	Since  int       // the second value is the default since this version of the title
	Set    func(*R)
}

func (s *Switch[R]) values() [2]string {
	if s.Values == [2]string{} {
		return [2]string{"off", "on"}
	}
	return s.Values
}

// Options returns the switches of a title as it offers them: the key of what one
// means is "TITLE.option.KEY".
func Options[R any](title string, list []Switch[R]) []engine.Option {
	out := make([]engine.Option, 0, len(list))
	for _, s := range list {
		values := s.values()
		o := engine.Option{Key: s.Key, Values: values[:], Rule: s.Rule, Gloss: title + ".option." + s.Key, ForSeat: s.Seats, Changes: !s.Fixed}
		if s.Since > 0 {
			o.Values, o.Since, o.Was = []string{values[1], values[0]}, s.Since, values[0]
		}
		out = append(out, o)
	}
	return out
}

// Rules returns the rules that the values of a table set.
func Rules[R any](list []Switch[R], values map[string]string) (r R) {
	for _, s := range list {
		if values[s.Key] == s.values()[1] {
			s.Set(&r)
		}
	}
	return r
}
