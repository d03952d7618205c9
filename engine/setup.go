package engine

import (
	"cmp"
	"maps"
	"slices"

	"railpost/engine/key"
)

// profileKey is the option that sets all options of a profile.
const profileKey = "profile"

// CheckSetup fills in defaults and returns an error for settings that the title does not know. The option
// "profile" stands for the values of that profile (see Rules.Profiles); explicit options take precedence.
func CheckSetup(t Title, s Setup) (Setup, error) {
	lo, hi := t.Seats()
	if s.Seats < lo || s.Seats > hi {
		return s, Forbid("", key.Seats, Int("from", lo), Int("to", hi), Int("n", s.Seats))
	}
	s.Version = cmp.Or(s.Version, t.Version())
	if s.Version < 1 || s.Version > t.Version() {
		return s, Forbid("", key.Version, Int("n", s.Version), Int("newest", t.Version()))
	}
	chosen, err := withProfile(t, s.Options)
	if err != nil {
		return s, err
	}
	options := map[string]string{}
	for _, o := range t.Options() {
		options[o.Key] = o.begins(s.Version)
	}
	for _, k := range slices.Sorted(maps.Keys(chosen)) {
		if err := checkOption(t, k, chosen[k]); err != nil {
			return s, err
		}
		options[k] = chosen[k]
	}
	s.Options = options
	return s, nil
}

// WithProfile adds the name of a profile to options; "" adds nothing.
func WithProfile(options map[string]string, profile string) map[string]string {
	if profile == "" {
		return options
	}
	out := maps.Clone(options)
	if out == nil {
		out = map[string]string{}
	}
	out[profileKey] = profile
	return out
}

// withProfile replaces the option "profile" by the values of that profile.
func withProfile(t Title, chosen map[string]string) (map[string]string, error) {
	name, named := chosen[profileKey]
	if !named || t.Profiles() == nil {
		return chosen, nil
	}
	profile, known := t.Profiles()[name]
	if !known {
		r := Forbid("", key.OptionValue, Text("option", profileKey), Text("value", name))
		r.Expected = slices.Sorted(maps.Keys(t.Profiles()))
		return nil, r
	}
	out := maps.Clone(chosen)
	delete(out, profileKey)
	for k, v := range profile {
		if _, set := out[k]; !set {
			out[k] = v
		}
	}
	return out, nil
}

func checkOption(t Title, option, value string) error {
	var keys []string
	for _, o := range t.Options() {
		keys = append(keys, o.Key)
		if o.Key == option {
			return o.check(value)
		}
	}
	r := Forbid("", key.OptionUnknown, Text("option", option))
	keys = nearest(Fold(option), keys)
	r.Expected = keys[:min(5, len(keys))]
	return r
}

// begins is the value that the option has in games of a version where the table chose none.
func (o Option) begins(version int) string {
	if version < o.Since {
		return o.Was
	}
	return o.Values[0]
}

// Defaults returns the options with their defaults, for a profile that names them.
func Defaults(list []Option) map[string]string {
	values := map[string]string{}
	for _, o := range list {
		values[o.Key] = o.Values[0]
	}
	return values
}

func (o Option) check(value string) error {
	if slices.Contains(o.Values, value) {
		return nil
	}
	if o.Check != nil {
		return o.Check(value)
	}
	r := Forbid(o.Rule, key.OptionValue, Text("option", o.Key), Text("value", value))
	r.Expected = o.Values
	return r
}
