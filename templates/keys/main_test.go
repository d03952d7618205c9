package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

const (
	root    = "../.."
	command = "//go:generate go run railpost/templates/keys "
)

// Every file of keys is the output of go generate, and every key is used outside tests.
func TestKeys(t *testing.T) {
	unused := map[string]bool{} // "railpost/engine/games/russian/key.ReportPass"
	for _, doc := range docs(t) {
		dir := filepath.Dir(doc)
		want, err := generate(root, filepath.Base(dir), arguments(t, doc))
		expect.NoError(t, err, doc)
		have := expect.Get(os.ReadFile(filepath.Join(dir, output)))(t)
		expect.Same(t, fmt.Sprintf("%s/%s is out of date: go generate %s", dir, output, dir), have, want)
		for name := range parse(t, filepath.Join(dir, output)).Scope.Objects {
			unused[importPath(t, dir)+"."+name] = true
		}
	}
	if len(unused) < 200 {
		t.Fatalf("found %d keys", len(unused))
	}
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			markUsed(parse(t, file), unused)
		}
	}
	for name := range unused {
		t.Errorf("%s: no code says this message", name)
	}
}

// markUsed removes the selectors of a file, as key.ReportPass, from unused.
func markUsed(file *ast.File, unused map[string]bool) {
	paths := map[string]string{}
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		paths[name] = p
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				delete(unused, paths[x.Name]+"."+s.Sel.Name)
			}
		}
		return true
	})
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	f := expect.Get(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
	return f
}

// docs returns the files with the command of go generate.
func docs(t *testing.T) (list []string) {
	for _, file := range goFiles(t) {
		if filepath.Base(filepath.Dir(file)) == "key" && filepath.Base(file) == "doc.go" {
			list = append(list, file)
		}
	}
	return list
}

// arguments are the command's arguments in a file.
func arguments(t *testing.T, doc string) []string {
	t.Helper()
	b := expect.Get(os.ReadFile(doc))(t)
	for line := range strings.Lines(string(b)) {
		if args, ok := strings.CutPrefix(line, command); ok {
			return strings.Fields(args)
		}
	}
	t.Fatalf("%s has no line %s", doc, command)
	return nil
}

func importPath(t *testing.T, dir string) string {
	t.Helper()
	rel := expect.Get(filepath.Rel(root, dir))(t)
	return "railpost/" + filepath.ToSlash(rel)
}

func goFiles(t *testing.T) (list []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(file) == ".go" && !strings.Contains(file, "testdata") {
			list = append(list, file)
		}
		return err
	})
	expect.NoError(t, err)
	return list
}
