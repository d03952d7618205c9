package main

import (
	"os"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/run/setup"
)

// TestInitPlacesTheStore: a user who may not write to the usual folder, or has none, gets a store next to the
// configuration.
func TestInitPlacesTheStore(t *testing.T) {
	home, here := filepath.Join(t.TempDir(), "railpost.toml"), expect.Get(os.Getwd())(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	expect.NoError(t, os.WriteFile(file, nil, 0o644))
	near, missing := filepath.Join(filepath.Dir(home), "railpost.db"), filepath.Join(folder, "none", "railpost.db")
	for _, s := range []struct {
		name, config, usual, want string
		command                   initCommand
	}{
		{"writable", home, filepath.Join(folder, "railpost.db"), filepath.Join(folder, "railpost.db"), initCommand{}},
		{"missing", home, missing, near, initCommand{}},
		{"not writable", home, filepath.Join(file, "railpost.db"), near, initCommand{}},
		{"for systemd", home, missing, missing, initCommand{Systemd: true}},
		{"for the whole machine", "/etc/railpost/railpost.toml", missing, missing, initCommand{}},
		{"named", home, missing, filepath.Join(here, "a.db"), initCommand{Answers: setup.Answers{Store: "a.db"}}},
	} {
		got := expect.Get(s.command.place(s.config, s.usual))(t)
		expect.Same(t, s.name, got, s.want)
	}
	left := expect.Get(os.ReadDir(folder))(t)
	expect.Same(t, "files left", len(left), 1)
}
