package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strconv"

	"railpost/engine/titles"
	"railpost/store/bolt"
)

// tag is the release, set by packaging/build; "" for any other build.
var tag string

type versionCommand struct{ listing }

type versions struct {
	Railpost string         `json:"railpost"`
	Version  string         `json:"version"`             // the tag, or made from the commit
	Revision string         `json:"revision,omitempty"`  // the commit
	Time     string         `json:"committed,omitempty"` // RFC 3339
	Changed  bool           `json:"changed"`             // the source differs from the commit
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Schema   int            `json:"schema"` // layout of the store
	Titles   map[string]int `json:"titles"`
}

func (v *versionCommand) Run(a *app) error {
	out := build()
	out.Titles = titleVersions()
	rows := [][]string{{"railpost", out.Railpost}, {"go", out.Go + " " + out.Platform}, {"store layout", strconv.Itoa(out.Schema)}}
	for _, t := range titles.All() {
		rows = append(rows, []string{"title " + t.Name(), strconv.Itoa(t.Version())})
	}
	return v.show(a, out, func() { a.table(rows) })
}

// titleVersions returns the newest version of each title's rules.
func titleVersions() map[string]int {
	out := map[string]int{}
	for _, t := range titles.All() {
		out[t.Name()] = t.Version()
	}
	return out
}

// version returns what the build records about its source, in one line.
func version() string { return build().Railpost }

// build returns what the build records about itself, without the titles.
func build() versions {
	out := versions{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Schema: bolt.Schema}
	if info, ok := debug.ReadBuildInfo(); ok {
		out.Version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				out.Revision = s.Value
			case "vcs.time":
				out.Time = s.Value
			case "vcs.modified":
				out.Changed = s.Value == "true"
			}
		}
	}
	out.Version = cmp.Or(tag, out.Version)
	out.Railpost = out.Version
	if len(out.Revision) >= 12 {
		out.Railpost += " " + out.Revision[:12]
	}
	if out.Changed {
		out.Railpost += " with changes"
	}
	return out
}
