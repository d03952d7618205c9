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

// connecting says which packages, and which file of another, may open network connections, and to what.
var connecting = map[string]string{
	"pbem/run/control":           "the daemon's socket on this machine",
	"pbem/run/daemon/systemd.go": "systemd's socket on this machine",
	"pbem/mail/dial":             "the mail servers that the configuration names",
	"pbem/mail/oauth":            "the token server that the configuration names",
	"pbem/mail/hookout":          "the hosts of hooks that the configuration allows",
	"pbem/run/doctor/dns.go":     "the name servers of this machine, for doctor --dns",
	"store/postgres":             "the database that the configuration names",
}

// connects matches functions that open a connection or look up a name, as package.Name.
var connects = regexp.MustCompile(`^(net\.(Dial|Lookup|Resolver|DefaultResolver)|tls\.Dial|smtp\.(Dial|SendMail)|http\.(Client|Get|Head|Post|PostForm|Transport|DefaultClient|DefaultTransport)$|imapclient\.Dial|pgx\.Connect|pgxpool\.New)`)

// connectionsOf lists where a file opens connections.
func connectionsOf(t *testing.T, file string, text any) (found []string) {
	t.Helper()
	fset := token.NewFileSet()
	tree := expect.Get(parser.ParseFile(fset, file, text, 0))(t)
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil && connects.MatchString(x.Name+"."+s.Sel.Name) {
				found = append(found, fset.Position(s.Pos()).String()+": "+x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

// TestOnlyTheseConnect: the program connects to nothing but the servers that its configuration names.
func TestOnlyTheseConnect(t *testing.T) {
	kits := []string{"pbem/lab/realserver", "store/postgres/pgtest"} // only tests import them
	for _, s := range sources(t) {
		pkg := strings.TrimPrefix(s.pkg, module+"/")
		if s.test() || slices.Contains(kits, pkg) || connecting[pkg]+connecting[s.file] != "" {
			continue
		}
		for _, f := range connectionsOf(t, s.file, nil) {
			t.Error(f)
		}
	}
}

func TestConnectionsAreFound(t *testing.T) {
	const text = `package x
func f(net mine) { net.Dial(); http.Get(""); var d net.Dialer; x := http.Client{}; tls.DialWithDialer(); http.Error() }`
	if found := connectionsOf(t, "x.go", text); len(found) != 3 {
		t.Errorf("found %q", found)
	}
}
