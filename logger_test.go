package railpost_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// ofPackage are the functions of log/slog that write to, or return, the logger of the whole process. A service
// that is embedded or tested has a logger of its own, whose format the configuration names.
var ofPackage = []string{"Debug", "DebugContext", "Info", "InfoContext", "Warn", "WarnContext", "Error", "ErrorContext", "Log", "LogAttrs",
	"With", "Default"}

// defaults lists uses of that logger, or of the one of package log, in a file.
func defaults(t *testing.T, file string, text any) (found []string) {
	t.Helper()
	fset := token.NewFileSet()
	tree := expect.Get(parser.ParseFile(fset, file, text, 0))(t)
	ast.Inspect(tree, func(n ast.Node) bool {
		if i, ok := n.(*ast.ImportSpec); ok && i.Path.Value == `"log"` {
			found = append(found, fset.Position(i.Pos()).String()+": package log")
		}
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "slog" && slices.Contains(ofPackage, s.Sel.Name) {
				found = append(found, fset.Position(s.Pos()).String()+": slog."+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

// TestOnlyTheServicesLogger: every line of the service is in its log's format, so nothing writes to the default
// loggers. serve sets a default for libraries.
func TestOnlyTheServicesLogger(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || s.pkg == module+"/templates/keys" { // a tool of the build
			continue
		}
		for _, f := range defaults(t, s.file, nil) {
			t.Error(f)
		}
	}
}

func TestDefaultLoggersAreFound(t *testing.T) {
	const text = `package x
import ("log"; "log/slog")
func f(l *slog.Logger) { slog.Warn("x"); g := slog.Default(); log.Print(g); l.Warn("fine"); slog.SetDefault(l); slog.New(nil) }`
	if found := strings.Join(defaults(t, "x.go", text), "\n"); strings.Count(found, "\n") != 2 {
		t.Errorf("found:\n%s", found)
	}
}
