package main

import (
	"cmp"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"railpost/engine/titles"
	"railpost/store/bolt"
)

// tag is the release, set by packaging/build; "" for any other build.
var tag string

type versionCommand struct{ listing }

type versions struct {
	Railpost string         `json:"railpost"`            // version, commit and date in one line
	Version  string         `json:"version"`             // the tag, or devel; +dirty if changed
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
	info, _ := debug.ReadBuildInfo()
	return versionOf(tag, info)
}

// pseudo matches the version that Go makes up for a commit without a tag.
var pseudo = regexp.MustCompile(`[-.]\d{14}-[0-9a-f]{12}$`)

// versionOf returns the version of a build: its tag, or "devel" for a commit without one. The tag is
// what packaging/build stamped, or what Go found when it built in a clone. "+dirty" means that the
// source differed from the commit. `go run` records no commit.
func versionOf(tag string, info *debug.BuildInfo) versions {
	out := versions{Version: tag, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Schema: bolt.Schema}
	if info != nil {
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
		found, _ := strings.CutSuffix(info.Main.Version, "+dirty")
		if strings.HasPrefix(found, "v") && !pseudo.MatchString(found) {
			out.Version = cmp.Or(tag, found)
		}
	}
	out.Version = cmp.Or(out.Version, "devel")
	if out.Changed {
		out.Version += "+dirty"
	}
	source := "commit not recorded"
	if out.Revision != "" {
		source = out.Revision[:min(12, len(out.Revision))]
		if day, _, ok := strings.Cut(out.Time, "T"); ok {
			source += ", " + day
		}
	}
	out.Railpost = out.Version + " (" + source + ")"
	return out
}
