package titles

import (
	"testing"

	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// traceFiles lists the traces of all titles and those of RAILPOST_TRACES.
func traceFiles(t *testing.T) []string { return log18xxtest.Traces(t, "../games/*/testdata/traces") }

// siteTitle returns the title with a name on the site, or nil.
func siteTitle(site string) log18xx.Title {
	for _, t := range All() {
		if s, ok := t.(log18xx.Title); ok && s.Site() == site {
			return s
		}
	}
	return nil
}
