package main

import (
	"runtime"
	"runtime/debug"
	"strconv"

	"railpost/engine/titles"
	"railpost/store/bolt"
)

type versionCommand struct{ listing }

type versions struct {
	Railpost string         `json:"railpost"`
	Go       string         `json:"go"`
	Schema   int            `json:"schema"` // layout of the store
	Titles   map[string]int `json:"titles"`
}

func (v *versionCommand) Run(a *app) error {
	out := versions{Railpost: version(), Go: runtime.Version(), Schema: bolt.Schema, Titles: map[string]int{}}
	rows := [][]string{{"railpost", out.Railpost}, {"go", out.Go}, {"store layout", strconv.Itoa(out.Schema)}}
	for _, t := range titles.All() {
		out.Titles[t.Name()] = t.Version()
		rows = append(rows, []string{"title " + t.Name(), strconv.Itoa(t.Version())})
	}
	return v.show(a, out, func() { a.table(rows) })
}

// version returns what the build records about its source.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v, revision, changed := info.Main.Version, "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = " " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return v + revision + changed
}
