package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// Load reads a file, finds its passwords and checks it. If the file itself is at fault, the
// error is *Faults with all faults, and Load also returns the Config as far as it could be
// read, to be shown but not used. Relative paths in the file are relative to its folder and
// are returned as full paths.
func Load(path string) (*Config, error) { return load(path, findPasswords) }

// LoadPublic is Load without the passwords, which are not needed, and often not readable,
// for requests to the daemon.
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
	c.Mail.Old.load(r, passwords)
	return c, r.err()
}

// load reads the configuration from before a move, unless its time is over. What that one says of a move before it
// no longer matters.
func (m *MailOld) load(r *report, passwords func(*Config, *report)) {
	if m.Config == "" {
		return
	}
	var err error
	if m.End, err = time.Parse(time.DateOnly, m.Until); err != nil {
		r.add("mail.old.until", "%q is not a day; write one such as \"2027-02-01\"", m.Until)
		return
	}
	if time.Now().After(m.End) {
		return
	}
	data, err := os.ReadFile(m.Config)
	if err != nil {
		r.add("mail.old.config", "%v", err)
		return
	}
	old, wrong := parse(m.Config, data)
	if old != nil {
		old.resolvePaths(filepath.Dir(m.Config))
		check(old, wrong)
		passwords(old, wrong)
	}
	if err := wrong.err(); err != nil {
		r.add("mail.old.config", "%v", err)
		return
	}
	m.Of = old
}

// Check returns nil or *Faults for values that are wrong, even if the program set them,
// with lines if the Config came from a file. It does not look for passwords.
func (c *Config) Check() error {
	r := &report{source: c.source}
	check(c, r)
	return r.err()
}

// parse returns the defaults overridden by the file. The Config is nil if the file is not
// TOML.
func parse(path string, data []byte) (*Config, *report) {
	file := node{}
	if err := toml.Unmarshal(data, &file); err != nil {
		return nil, &report{source: source{path: path}, list: []Fault{syntaxFault(data, err)}}
	}
	c := Default()
	c.source = locate(path, string(data))
	r := &report{source: c.source}
	if kind, short := file["mail"].(string); short { // mail = "embedded"
		file["mail"] = node{"kind": kind}
	}
	sift("", file, tree(c), r)
	fill(c, file, r)
	return c, r
}

// syntaxFault describes a syntax error of a file in the organiser's words, if slip knows them.
func syntaxFault(data []byte, err error) Fault {
	fault := Fault{Problem: err.Error()}
	if name, ok := strings.CutSuffix(err.Error(), " already exists"); ok {
		fault.Problem = strings.TrimPrefix(name, "toml: ") + " is there twice; write everything once, below one heading"
	}
	if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		fault.Line, _ = decode.Position()
		if lines := strings.Split(string(data), "\n"); fault.Line >= 1 && fault.Line <= len(lines) {
			fault.Problem = cmp.Or(slip(strings.TrimSuffix(lines[fault.Line-1], "\r")), fault.Problem)
		}
	}
	return fault
}

// fill decodes a sifted file into c. The decoder stops at the first text that a key does
// not accept, such as a wrong duration: that key is reported and dropped, and the rest is
// decoded again.
func fill(c *Config, file node, r *report) {
	for {
		text, err := toml.Marshal(file)
		if err == nil {
			err = toml.Unmarshal(text, c)
		}
		decode, ok := errors.AsType[*toml.DecodeError](err)
		switch {
		case err == nil:
			return
		case !ok || len(decode.Key()) == 0:
			r.add("", "%v", err)
			return
		}
		r.add(strings.Join(decode.Key(), "."), "%s", strings.TrimPrefix(decode.Error(), "toml: "))
		remove(file, decode.Key())
	}
}

func remove(t node, key []string) {
	if below, ok := t[key[0]].(node); ok && len(key) > 1 {
		remove(below, key[1:])
		return
	}
	delete(t, key[0])
}

func (c *Config) resolvePaths(folder string) {
	paths := []*string{&c.Mail.In.PasswordFile, &c.Mail.Out.PasswordFile, &c.Mail.In.TLSCA, &c.Mail.Out.TLSCA, &c.Store.Path, &c.Store.PasswordFile, &c.Store.ExportDir, &c.Backup.Dir, &c.Health.Socket, &c.Hooks.AlarmsFile, &c.Mail.OAuth.ClientSecretFile, &c.Mail.OAuth.TokenFile, &c.Mail.Old.Config}
	for i := range c.Mail.Out.DKIMKeys {
		paths = append(paths, &c.Mail.Out.DKIMKeys[i])
	}
	for _, path := range paths {
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
