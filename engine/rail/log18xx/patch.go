package log18xx

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Merge applies a merge patch (RFC 7386) to a JSON value and returns the new one; target
// itself may be changed. Objects are merged key by key, null deletes a key, anything else
// replaces the old value.
func Merge(target, patch any) any {
	p, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	t, ok := target.(map[string]any)
	if !ok {
		t = map[string]any{}
	}
	for key, value := range p {
		if value == nil {
			delete(t, key)
			continue
		}
		t[key] = Merge(t[key], value)
	}
	return t
}

// Difference is one value in which two states differ.
type Difference struct {
	Field        string // keys joined by dots, as "minors.4.cash"
	Theirs, Ours string // JSON; "" if the value is missing
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: theirs %s, ours %s", d.Field, cmp.Or(d.Theirs, "nothing"), cmp.Or(d.Ours, "nothing"))
}

// Differences compares two JSON values. Objects are compared key by key, lists
// as a whole.
func Differences(theirs, ours any) []Difference { return differ(nil, "", theirs, ours) }

func differ(out []Difference, field string, theirs, ours any) []Difference {
	a, isA := theirs.(map[string]any)
	b, isB := ours.(map[string]any)
	if same(theirs, ours) {
		return out
	}
	if !isA || !isB {
		return append(out, Difference{field, text(theirs), text(ours)})
	}
	keys := map[string]bool{}
	for key := range a {
		keys[key] = true
	}
	for key := range b {
		keys[key] = true
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		name := key
		if field != "" {
			name = field + "." + key
		}
		out = differ(out, name, a[key], b[key])
	}
	return out
}

// same reports whether two JSON values are equal.
func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			if other, ok := b[key]; !ok || !same(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// text returns the canonical text of a JSON value; "" for none.
func text(v any) string {
	if v == nil {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// plain returns a value after a round trip through encoding/json.
func plain(v any) (out any, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(b, &out)
}
