package railpost_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// shared are the packages of the engine that serve several titles: all but the titles, the list of titles and
// packages that only tests import.
func shared(files []source, titles []string) []source {
	return slices.DeleteFunc(slices.Clone(files), func(s source) bool {
		pkg := strings.TrimPrefix(s.pkg, module+"/")
		tests := strings.HasSuffix(pkg, "test") || under(pkg, "engine/enginetest")
		return !under(pkg, "engine") || s.test() || tests || pkg == "engine/titles" || titleOf(pkg, titles) != ""
	})
}

// ofTitles are words that only one title has: names, companies, places, rules.
var ofTitles = regexp.MustCompile(`(?i)18mag|18cz|russian|rába|\braba|ganz|praha|prague|vaclav|budapest|pozsony|\bATE\b|purple|local railway|neutral player|tycoon|chicago|toledo|\bbarons?\b|urbani[sz]e|western link|\bcubes?\b`)

// named lists the names and texts of a file that speak of a title. Comments may cite
// one as an example.
func named(file string, text any) (out []string, err error) {
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
	if err != nil {
		return nil, err
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		word := ""
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false // see TestImportRule
		case *ast.Ident:
			word = n.Name
		case *ast.BasicLit:
			word = n.Value
		}
		if ofTitles.MatchString(word) {
			out = append(out, word)
		}
		return true
	})
	return out, nil
}

// TestSharedKnowsNoTitle: code shared by several titles names none (docs/sharing.md).
func TestSharedKnowsNoTitle(t *testing.T) {
	files := shared(sources(t), titleFolders(t))
	if len(files) < 100 {
		t.Fatalf("found %d shared files: is this the module's root?", len(files))
	}
	for _, f := range files {
		words := expect.Get(named(f.file, nil))(t)
		for _, w := range words {
			t.Errorf("%s says %s: that belongs into a title", f.file, w)
		}
	}
}

func TestNamed(t *testing.T) {
	const text = `package sheet

// A comment may say 18Mag R-16.
var purpleTile = "18cz.no.key"

func dividend(praha int) {}
`
	got, err := named("x.go", text)
	if want := []string{"purpleTile", `"18cz.no.key"`, "praha"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("found %q, %v; want %q", got, err, want)
	}
}
