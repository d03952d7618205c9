package rules_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"railpost/docs/rules"
	"railpost/engine/enginetest/golden"
	"railpost/engine/titles"
)

const indexFile = "../rulings.md"

// TestIndex: the index of rulings is up to date.
func TestIndex(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Where the rulings are carried out

A ruling says how Railpost plays a point that the rule book leaves open; its text is in the title's
file in [docs/rules](rules). Files cite it in a comment or in a refusal. This index is written by
` + "`go test ./docs/rules -run Index -update`" + `.
`)
	for _, title := range titles.All() {
		if ref := rules.Of(title.Name(), rules.English); ref != nil && len(rulings(ref)) > 0 {
			writeIndex(&b, ref, title.Name(), citedBy(t, title.Name()))
		}
	}
	golden.Check(t, indexFile, b.String())
}

// writeIndex lists the files of each ruling and the rulings of each file.
func writeIndex(b *strings.Builder, ref *rules.Reference, title string, files []cited) {
	fmt.Fprintf(b, "\n## %s\n\nFiles of engine/games/%s.\n\n| ruling | files |\n|---|---|\n", ref.Name, filepath.Base(folderOf(title)))
	list, _ := ref.Key(rules.WithoutCode)
	none := withoutCode(ref, list.Lines)
	for _, s := range rulings(ref) {
		var where []string
		for _, c := range files {
			if slices.Contains(c.rulings, s.Key) {
				where = append(where, c.file)
			}
		}
		if slices.Contains(none, s.Key) {
			where = append(where, "(needs no code)")
		}
		fmt.Fprintf(b, "| %s | %s |\n", s.Heading, strings.Join(where, ", "))
	}
	b.WriteString("\n| file | rulings |\n|---|---|\n")
	for _, c := range files {
		var keys []string
		for _, s := range rulings(ref) {
			if slices.Contains(c.rulings, s.Key) {
				keys = append(keys, s.Key)
			}
		}
		if len(keys) > 0 {
			fmt.Fprintf(b, "| %s | %s |\n", c.file, strings.Join(keys, ", "))
		}
	}
}
