package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"railpost/pbem/facts/near"
)

// node is a section as the decoder reads it: sections below it are nodes too.
type node = map[string]any

// tree returns c as the decoder would read it from a file. The type of each
// value is the one that a file must use for its key.
func tree(c *Config) node {
	text, err := toml.Marshal(c)
	out := node{}
	if err == nil {
		err = toml.Unmarshal(text, &out)
	}
	if err != nil {
		panic(fmt.Sprintf("a configuration that TOML cannot hold: %v", err))
	}
	return out
}

// flatten lists the sections and keys of a table by their full names.
func flatten(path string, t node) map[string]any {
	out := map[string]any{}
	for name, value := range t {
		out[join(path, name)] = value
		if below, ok := value.(node); ok {
			maps.Copy(out, flatten(join(path, name), below))
		}
	}
	return out
}

// sift removes from a file's table, and reports, the keys that the defaults do not have and those whose values
// are of another type.
func sift(path string, file, defaults node, r *report) {
	for _, name := range slices.Sorted(maps.Keys(file)) {
		key, problem := join(path, name), ""
		usual, known := defaults[name]
		section, isSection := usual.(node)
		below, hasBelow := file[name].(node)
		switch {
		case !known:
			problem = unknown(path, name)
		case isSection && hasBelow:
			sift(key, below, section, r)
		case isSection:
			problem = fmt.Sprintf("this is a section: write [%s] and its keys below", key)
		default:
			problem = mismatch(usual, file[name])
		}
		if problem != "" {
			r.add(key, "%s", problem)
			delete(file, name)
		}
	}
}

// mismatch returns why a value cannot replace the default of its key; "" if it can.
// Control characters are refused: several values end in headers of mails. All
// lists are of texts.
func mismatch(usual, value any) string {
	if kindOf(usual) != kindOf(value) {
		problem := kindOf(usual) + " is expected, not " + kindOf(value)
		if s, _ := usual.(string); s != "" {
			problem += fmt.Sprintf("; for instance %q", s)
		}
		return problem
	}
	if s, _ := value.(string); strings.ContainsFunc(s, unicode.IsControl) {
		return fmt.Sprintf("%q has control characters; write it on one line without them", s)
	}
	members, _ := value.([]any)
	for i, member := range members {
		if problem := mismatch("", member); problem != "" {
			return fmt.Sprintf("item %d: %s", i+1, problem)
		}
	}
	return ""
}

func kindOf(value any) string {
	switch value.(type) {
	case string:
		return `text in "quotes"`
	case int64:
		return "a whole number"
	case bool:
		return "true or false"
	case []any:
		return `a list like ["..."]`
	case node:
		return "a section"
	default:
		return "a date, a time or a number with a point"
	}
}

// unknown returns the fault of a key that a section does not have, with suggestions: a misspelt name in the
// same section, the same name in another, a misspelt section.
func unknown(section, name string) string {
	if name == "password" {
		return "passwords do not belong in this file; use password_file or password_env"
	}
	var keys, sections []string
	all := flatten("", tree(Default()))
	for _, k := range slices.Sorted(maps.Keys(all)) {
		if _, isSection := all[k].(node); isSection {
			sections = append(sections, k)
		} else {
			keys = append(keys, k)
		}
	}
	known := append(keys, sections...)
	var siblings, sameName []string
	for _, k := range known {
		in, last := split(k)
		if in == section {
			siblings = append(siblings, last)
		}
		if last == name {
			sameName = append(sameName, k)
		}
	}
	meant := near.Names(name, siblings, 2)
	for i := range meant {
		meant[i] = join(section, meant[i])
	}
	if len(meant) == 0 {
		meant = sameName
	}
	if len(meant) == 0 {
		meant = near.Names(join(section, name), known, 2)
	}
	return "there is no such key; " + near.Question(meant, "config.example.toml lists them all")
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// split reverses join.
func split(path string) (section, name string) {
	at := strings.LastIndexByte(path, '.')
	return path[:max(at, 0)], path[at+1:]
}
