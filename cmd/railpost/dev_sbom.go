package main

import (
	"debug/buildinfo"
	"net/url"
	"runtime/debug"
	"strings"
)

// devSBOMCommand lists what a binary was built from.
type devSBOMCommand struct {
	File string `arg:"" help:"A binary of Railpost, for any system."`
}

// bom is a bill of materials: CycloneDX 1.6, without number and time, so that the same
// binary gives the same bill.
type bom struct {
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"` // https://github.com/package-url/purl-spec
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func (c *devSBOMCommand) Run(a *app) error {
	info, err := buildinfo.ReadFile(c.File)
	if err != nil {
		return err
	}
	return a.json(billOf(info))
}

func billOf(info *debug.BuildInfo) bom {
	out := bom{Format: "CycloneDX", Spec: "1.6", Version: 1}
	out.Metadata.Component = newComponent("application", &info.Main)
	for _, s := range info.Settings {
		out.Metadata.Component.Properties = append(out.Metadata.Component.Properties, property{"go:build:" + s.Key, s.Value})
	}
	out.Components = []component{newComponent("library", &debug.Module{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		out.Components = append(out.Components, newComponent("library", m))
	}
	return out
}

func newComponent(kind string, m *debug.Module) component {
	purl := "pkg:golang/" + m.Path + "@" + url.QueryEscape(m.Version)
	c := component{Type: kind, Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
