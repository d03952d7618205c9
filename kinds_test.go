package railpost_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// kindsTable is the one file that may treat kinds of letters differently.
const kindsTable = "templates/kinds.go"

// kindNames lists the kinds of letters.
func kindNames(t *testing.T) (names []string) {
	t.Helper()
	tree := expect.Get(parser.ParseFile(token.NewFileSet(), "templates/letter.go", nil, 0))(t)
	ast.Inspect(tree, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if of, ok := v.Type.(*ast.Ident); ok && of.Name == "Kind" {
				names = append(names, v.Names[0].Name)
			}
		}
		return true
	})
	return names
}

// distinguished returns where a file distinguishes several kinds of letters: in a switch, or in
// a condition that compares with more than one.
func distinguished(file string, text any, kinds []string) (out []string, err error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, 0)
	if err != nil {
		return nil, err
	}
	isKind := func(e ast.Expr) bool {
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 { // string(templates.Turn)
			e = call.Args[0]
		}
		name := e
		if sel, ok := e.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "templates" {
				return false
			}
			name = sel.Sel
		} else if tree.Name.Name != "templates" {
			return false
		}
		id, ok := name.(*ast.Ident)
		return ok && slices.Contains(kinds, id.Name)
	}
	compared := func(list ...ast.Expr) (n int) {
		for _, e := range list {
			ast.Inspect(e, func(n2 ast.Node) bool {
				if b, ok := n2.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && (isKind(b.X) || isKind(b.Y)) {
					n++
				}
				return true
			})
			if isKind(e) {
				n++
			}
		}
		return n
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		several := false
		switch n := n.(type) {
		case *ast.SwitchStmt:
			all := 0
			for _, c := range n.Body.List {
				all += compared(c.(*ast.CaseClause).List...)
			}
			several = all > 1
		case *ast.BinaryExpr:
			several = (n.Op == token.LAND || n.Op == token.LOR) && compared(n) > 1
		}
		if several {
			out = append(out, set.Position(n.Pos()).String())
		}
		return !several
	})
	return out, nil
}

// TestKindsOfLetters: everything special about a kind of letter is a field of its row. The players in pbem/lab
// and in the demo read letters as people do, and are no part of the service.
func TestKindsOfLetters(t *testing.T) {
	kinds := kindNames(t)
	if len(kinds) < 20 {
		t.Fatalf("kinds of letters: %v", kinds)
	}
	for _, f := range sources(t) {
		pkg := strings.TrimPrefix(f.pkg, module+"/")
		if f.test() || f.file == kindsTable || under(pkg, "pbem/lab") || under(pkg, "pbem/run/demo") || !under(pkg, "pbem") && pkg != "templates" {
			continue
		}
		for _, at := range expect.Get(distinguished(f.file, nil, kinds))(t) {
			t.Error(at, "distinguishes kinds of letters: make it a field of templates.Row")
		}
	}
}

func TestDistinguished(t *testing.T) {
	for _, test := range []struct {
		body string
		want int
	}{
		{"if k == templates.Turn { }", 0},
		{"if k == templates.Turn || k == templates.News { }", 1},
		{"a := k != templates.Turn && (b || string(templates.News) == c)", 1},
		{"switch k { case templates.Turn: }", 0},
		{"switch k { case templates.Turn: case templates.News: }", 1},
		{"switch { case k == templates.Turn: case k == templates.News && b: }", 1},
		{"switch { case k == other.Turn: case k == other.News: }", 0},
	} {
		got := expect.Get(distinguished("x.go", fmt.Sprintf("package x\nfunc f() { %s }", test.body), []string{"Turn", "News"}))(t)
		expect.True(t, len(got) == test.want, "%s: %v", test.body, got)
	}
}
