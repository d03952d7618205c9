package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Load reads a file, finds its passwords and checks it. If the file itself is
// at fault the error is *Faults with all faults, and the Config, as far as it
// could be read, is returned beside it, to be shown but not used. Relative
// paths in the file are meant from its folder and come back whole.
func Load(path string) (*Config, error) { return load(path, findPasswords) }

// LoadPublic is Load without the passwords, which are not needed, and often
// not readable, where only the daemon is asked for something.
func LoadPublic(path string) (*Config, error) { return load(path, func(*Config, *report) {}) }

func load(path string, passwords func(*Config, *report)) (*Config, error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no configuration %s; write one with `railpost init`, or copy config.example.toml: %w", path, err)
	case err != nil:
		return nil, fmt.Errorf("configuration cannot be read: %w", err)
	}
	c, r := parse(path, data)
	if c == nil {
		return nil, r.err()
	}
	c.resolvePaths(filepath.Dir(path))
	if c.Mail.Kind == Embedded && c.Identity.BaseAddress == "" {
		c.Identity.BaseAddress = EmbeddedAddress
	}
	check(c, r)
	passwords(c, r)
	return c, r.err()
}

// Check finds what is wrong with values, also with those set by the program:
// an error of *Faults, with lines if the Config came from a file, or nil.
// Passwords are not looked for.
func (c *Config) Check() error {
	r := &report{source: c.source}
	check(c, r)
	return r.err()
}

// parse fills the defaults with what the file says. The Config is nil if the
// file is no TOML.
func parse(path string, data []byte) (*Config, *report) {
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		fault := Fault{Problem: err.Error()}
		if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
			fault.Line, _ = decode.Position()
			if lines := strings.Split(string(data), "\n"); fault.Line >= 1 && fault.Line <= len(lines) {
				fault.Problem = cmp.Or(slip(strings.TrimSuffix(lines[fault.Line-1], "\r")), fault.Problem)
			}
		}
		return nil, &report{source: source{path: path}, list: []Fault{fault}}
	}
	c := Default()
	c.source = locate(path, data)
	r := &report{source: c.source}
	if kind, short := tree["mail"].(string); short { // mail = "embedded"
		tree["mail"] = map[string]any{"kind": kind}
	}
	fill(tree, keys(c), r)
	return c, r
}

// fill sets the known keys from the tree and reports the others.
func fill(tree map[string]any, known []key, r *report) {
	values := map[string]any{}
	flatten("", tree, known, values)
	for _, path := range slices.Sorted(maps.Keys(values)) {
		at := slices.IndexFunc(known, func(k key) bool { return k.path == path })
		switch {
		case at < 0:
			r.add(path, "%s", unknown(path, known))
		case known[at].isTable:
			r.add(path, "this is a section: write [%s] and its keys below", path)
		default:
			if err := set(known[at].value, values[path]); err != nil {
				r.add(path, "%s", err)
			}
		}
	}
}

// flatten lists values by full key. It does not enter a section that does not
// exist: one fault is enough for it.
func flatten(path string, tree map[string]any, known []key, values map[string]any) {
	for name, value := range tree {
		inner := join(path, name)
		below, isTree := value.(map[string]any)
		if isTree && slices.ContainsFunc(known, func(k key) bool { return k.path == inner && k.isTable }) {
			flatten(inner, below, known, values)
		} else {
			values[inner] = value
		}
	}
}

func (c *Config) resolvePaths(folder string) {
	for _, path := range []*string{&c.Mail.In.PasswordFile, &c.Mail.Out.PasswordFile, &c.Store.Path, &c.Health.Socket} {
		if *path == "" || filepath.IsAbs(*path) {
			continue
		}
		whole := filepath.Join(folder, *path)
		if abs, err := filepath.Abs(whole); err == nil {
			whole = abs
		}
		*path = whole
	}
}

// equalValues compares two leaves; reminders and lists by content.
func equalValues(a, b reflect.Value) bool {
	return reflect.DeepEqual(a.Interface(), b.Interface())
}
