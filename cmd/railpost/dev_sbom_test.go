package main

import (
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBillOf(t *testing.T) {
	got := billOf(&debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "railpost", Version: "v1.0.0"},
		Settings:  []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"}},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.2.0+incompatible", Sum: "h1:x="},
			{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/c", Version: "v1.1.0"}},
		},
	})
	want := bom{Format: "CycloneDX", Spec: "1.6", Version: 1}
	want.Metadata.Component = component{"application", "pkg:golang/railpost@v1.0.0", "railpost", "v1.0.0", "pkg:golang/railpost@v1.0.0", []property{{"go:build:GOARCH", "arm64"}}}
	want.Components = []component{
		{"library", "pkg:golang/stdlib@1.26.8", "stdlib", "1.26.8", "pkg:golang/stdlib@1.26.8", nil},
		{"library", "pkg:golang/example.org/a@v1.2.0%2Bincompatible", "example.org/a", "v1.2.0+incompatible", "pkg:golang/example.org/a@v1.2.0%2Bincompatible", []property{{"go:sum", "h1:x="}}},
		{"library", "pkg:golang/example.org/c@v1.1.0", "example.org/c", "v1.1.0", "pkg:golang/example.org/c@v1.1.0", nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
