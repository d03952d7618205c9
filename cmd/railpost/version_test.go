package main

import (
	"runtime/debug"
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestVersionOf(t *testing.T) {
	const commit = "34f538b7a1c2d3e4f5061728394a5b6c7d8e9f00"
	for _, c := range []struct{ name, tag, module, revision, modified, version, line string }{
		{"packaging/build of a tag", "v2.0.0", "v0.0.0-20261128184313-34f538b7a1c2", commit, "false", "v2.0.0", "v2.0.0 (34f538b7a1c2, 2026-11-28)"},
		{"packaging/build of a tag in v0 or v1", "v0.9.0-rc.1", "v0.9.0-rc.1", commit, "false", "v0.9.0-rc.1", "v0.9.0-rc.1 (34f538b7a1c2, 2026-11-28)"},
		{"packaging/build of another commit", "", "v0.9.1-0.20261128184313-34f538b7a1c2", commit, "false", "devel", "devel (34f538b7a1c2, 2026-11-28)"},
		{"go build of a tag", "", "v0.9.0", commit, "false", "v0.9.0", "v0.9.0 (34f538b7a1c2, 2026-11-28)"},
		{"go build of a tag with changes", "", "v0.9.0+dirty", commit, "true", "v0.9.0+dirty", "v0.9.0+dirty (34f538b7a1c2, 2026-11-28)"},
		{"go build without tags", "", "v0.0.0-20261128184313-34f538b7a1c2", commit, "false", "devel", "devel (34f538b7a1c2, 2026-11-28)"},
		{"go build after a candidate", "", "v0.9.0-rc.1.0.20261128184313-34f538b7a1c2", commit, "false", "devel", "devel (34f538b7a1c2, 2026-11-28)"},
		{"go build with changes", "", "v0.0.0-20261128184313-34f538b7a1c2+dirty", commit, "true", "devel+dirty", "devel+dirty (34f538b7a1c2, 2026-11-28)"},
		{"go run", "", "(devel)", "", "", "devel", "devel (commit not recorded)"},
		{"go test", "", "", "", "", "devel", "devel (commit not recorded)"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Path: "railpost", Version: c.module}}
		if c.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: c.revision}, {Key: "vcs.time", Value: "2026-11-28T18:43:13Z"}, {Key: "vcs.modified", Value: c.modified}}
		}
		if v := versionOf(c.tag, info); v.Version != c.version || v.Railpost != c.line {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, v.Version, v.Railpost, c.version, c.line)
		}
	}
	expect.Same(t, "without build info", versionOf("", nil).Railpost, "devel (commit not recorded)")
}
