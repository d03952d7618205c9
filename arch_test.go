package railpost_test

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

const (
	module   = "railpost"
	maxLines = 600
)

// source is a Go file with its imports.
type source struct {
	file    string
	pkg     string // import path of its folder
	imports []string
	lines   int
}

func (s source) test() bool { return strings.HasSuffix(s.file, "_test.go") }

// only says which packages may import packages whose path begins with a prefix.
var only = map[string][]string{
	"github.com/emersion/go-imap":    {"pbem/mail/imapbox", "pbem/mail/smtpout", "pbem/mail/post"},
	"github.com/emersion/go-smtp":    {"pbem/mail/post"},
	"github.com/robfig/cron":         {"pbem/facts/clock"},
	"github.com/jackc":               {"store/postgres", "store/postgres/pgtest"},
	"git.sr.ht/~sbinet/gg":           {"pbem/show/picture"},
	"railpost/pbem/run/demo":         {"cmd/railpost"},
	"railpost/pbem/mail/reader":      {"pbem/run/demo", "pbem/lab/people", "pbem/lab/mailtest", "pbem/lab/pbemtest", "pbem/lab/realserver"},
	"railpost/store/postgres/pgtest": {},
	"railpost/docs/rules":            {"templates", "pbem/desk/enquiry", "pbem/show/web", "cmd/railpost"},
	// The steps of a mail do not know each other; the office wires them.
	"railpost/pbem/desk/inbox":  {"pbem", "pbem/desk/orders", "pbem/desk/gate", "pbem/desk/admin", "pbem/desk/lobby", "pbem/desk/digest"},
	"railpost/pbem/desk/orders": {"pbem", "pbem/desk/digest"},
	"railpost/pbem/desk/gate":   {"pbem", "pbem/desk/digest"},
	"railpost/pbem/desk/digest": {"pbem"},
	"railpost/pbem/desk/due":    {"pbem", "pbem/desk/admin", "pbem/run/daemon"},
	// Rooms that only have words are linked in by the step that carries them out.
	"railpost/pbem/desk/absence":  {"pbem/desk/orders"},
	"railpost/pbem/desk/settings": {"pbem/desk/orders"},
	"railpost/pbem/desk/talk":     {"pbem/desk/orders"},
}

// floors are the wings of the postal service from the ground up: none imports a wing above its own.
var floors = []string{"pbem/facts", "pbem/mail", "pbem/config", "pbem/show", "pbem/desk", "pbem", "pbem/run", "pbem/lab"}

// floor is the number of a package's floor; -1 outside of the postal service.
func floor(pkg string) int {
	for i, f := range floors {
		if pkg == f || f != "pbem" && under(pkg, f) {
			return i
		}
	}
	return -1
}

// broken lists the breaches of the import rule in a set of files. titles are
// the packages that hold the rules of one game, each above its view and site.
func broken(files []source, titles []string) []string {
	var out []string
	for _, f := range files {
		if f.lines > maxLines {
			out = append(out, fmt.Sprintf("%s has %d lines; a file has %d at most", f.file, f.lines, maxLines))
		}
		if f.test() {
			continue
		}
		for _, path := range f.imports {
			if why := forbidden(f.pkg, path, titles); why != "" {
				out = append(out, fmt.Sprintf("%s imports %s: %s", f.file, path, why))
			}
		}
	}
	return out
}

// forbidden returns the reason why a package may not import a path; "" if it may.
func forbidden(pkg, path string, titles []string) string {
	pkg = strings.TrimPrefix(pkg, module+"/")
	own, isOwn := strings.CutPrefix(path, module+"/")
	std := !isOwn && !strings.Contains(strings.Split(path, "/")[0], ".")
	switch {
	case under(pkg, "engine") && !under(pkg, "engine/enginetest") && !std && !under(own, "engine"):
		return "the engine knows the standard library and itself"
	case isOwn && titleOf(own, titles) != "" && titleOf(own, titles) != titleOf(pkg, titles) && under(pkg, "engine") && pkg != "engine/titles":
		return "only the list of titles knows titles other than its own"
	case slices.Contains(titles, pkg) && isOwn && own != pkg+"/key" && (titleOf(own, titles) == pkg || under(own, "engine/advise")):
		return "rules decide alone: what shows, advises or speaks to other programs calls them"
	case (under(pkg, "store") || under(pkg, "templates")) && under(own, "pbem"):
		return "store and templates do not know the postal service"
	case isOwn && under(own, "pbem/lab") && !under(pkg, "pbem/lab"):
		return "what measures and what plays players and servers is not for the daemon"
	case isOwn && floor(own) > floor(pkg) && floor(pkg) >= 0:
		return floors[floor(own)] + " lies above " + floors[floor(pkg)]
	case isOwn && under(own, "cmd") && !under(pkg, "cmd"):
		return "nothing knows the command line"
	}
	for prefix, who := range only {
		if strings.HasPrefix(path, prefix) && !slices.Contains(who, pkg) {
			return "only " + strings.Join(who, ", ") + " may"
		}
	}
	return ""
}

// titleOf is the folder of the title that a package belongs to: its rules, its view
// or its site; "" for other packages.
func titleOf(pkg string, titles []string) string {
	for _, t := range titles {
		if under(pkg, t) {
			return t
		}
	}
	return ""
}

func under(pkg, root string) bool { return pkg == root || strings.HasPrefix(pkg, root+"/") }

func TestImportRule(t *testing.T) {
	files, titles := sources(t), titleFolders(t)
	if len(files) < 100 || len(titles) == 0 {
		t.Fatalf("found %d files and the titles %v: is this the module's root?", len(files), titles)
	}
	for _, why := range broken(files, titles) {
		t.Error(why)
	}
}

// titleFolders lists the folders of the titles.
func titleFolders(t *testing.T) []string {
	t.Helper()
	titles := expect.Get(filepath.Glob("engine/games/*"))(t)
	for i := range titles {
		titles[i] = filepath.ToSlash(titles[i])
	}
	return titles
}

// sources reads all Go files of the module.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); file != "." && (name == "testdata" || name[0] == '.') {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(file) != ".go" {
			return nil
		}
		s, err := read(file)
		out = append(out, s)
		return err
	})
	expect.NoError(t, err)
	return out
}

func read(file string) (source, error) {
	s := source{file: file, pkg: module + "/" + filepath.ToSlash(filepath.Dir(file))}
	text, err := os.ReadFile(file)
	if err != nil {
		return s, err
	}
	s.lines = bytes.Count(text, []byte("\n"))
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
	if err != nil {
		return s, err
	}
	for _, i := range tree.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return s, err
		}
		s.imports = append(s.imports, path)
	}
	return s, nil
}

func TestImportRuleFinds(t *testing.T) {
	titles := []string{"engine/games/russian", "engine/games/g18mag", "engine/games/g18cz"}
	cases := []struct {
		pkg, path string
		ok        bool
	}{
		{"engine", "encoding/json", true},
		{"engine/games/russian", "railpost/engine/rail/track", true},
		{"engine/titles", "railpost/engine/games/russian", true},
		{"engine", "github.com/google/go-cmp/cmp", false},
		{"engine/games/russian", "railpost/store", false},
		{"engine/games/russian", "railpost/engine/games/g18mag", false},
		{"engine/games/g18cz", "railpost/engine/games/g18mag", false},
		{"engine/games/g18cz/site", "railpost/engine/games/g18mag", false},
		{"engine/games/g18cz/site", "railpost/engine/games/g18cz", true},
		{"engine/games/g18cz", "railpost/engine/games/g18cz/view", false},
		{"engine/games/g18cz", "railpost/engine/advise", false},
		{"engine/games/g18cz/view", "railpost/engine/advise", true},
		{"engine/advise", "railpost/engine/games/russian", false},
		{"pbem/run/demo", "railpost/engine/games/russian", true},
		{"engine/games/g18mag", "railpost/engine/games/russian", false},
		{"engine/games/g18mag/view", "railpost/engine/games/russian/view", false},
		{"engine/games/russian/view", "railpost/engine/games/russian", true},
		{"engine/games/russian", "railpost/engine/games/russian/view", false},
		{"engine/games/russian", "railpost/engine/games/russian/key", true},
		{"engine/games/russian", "railpost/engine/games/g18cz/key", false},
		{"engine/games/g18mag", "railpost/engine/games/g18mag/site", false},
		{"engine/games/russian", "railpost/engine/advise", false},
		{"engine/games/russian/view", "railpost/engine/advise", true},
		{"engine/advise", "railpost/engine/games/russian", false},
		{"store", "railpost/engine", true},
		{"store/bolt", "railpost/pbem/facts/clock", false},
		{"templates", "railpost/pbem", false},
		{"pbem", "railpost/cmd/railpost", false},
		{"pbem", "railpost/store", true},
		{"pbem", "github.com/emersion/go-imap/v2", false},
		{"pbem", "github.com/emersion/go-message/mail", true},
		{"pbem/mail/post", "github.com/emersion/go-imap/v2/imapserver", true},
		{"pbem/mail/post", "github.com/emersion/go-smtp", true},
		{"pbem/mail/compose", "github.com/emersion/go-smtp", false},
		{"pbem/run/daemon", "github.com/robfig/cron/v3", false},
		{"pbem/facts/clock", "github.com/robfig/cron/v3", true},
		{"pbem/run/upkeep", "github.com/jackc/pgx/v5", false},
		{"pbem/run/upkeep", "railpost/store/postgres/pgtest", false},
		{"pbem/run/daemon", "railpost/pbem/lab/mailtest", false},
		{"pbem/run/demo", "railpost/pbem/lab/pbemtest", false},
		{"cmd/railpost", "railpost/pbem/lab/bench", false},
		{"pbem/lab", "railpost/pbem/lab/bench", true},
	}
	for _, c := range cases {
		got := broken([]source{{file: c.pkg + "/x.go", pkg: module + "/" + c.pkg, imports: []string{c.path}}}, titles)
		expect.Same(t, fmt.Sprintf("%s imports %s: %q", c.pkg, c.path, got), c.ok, len(got) == 0)
	}
	if got := broken([]source{{file: "x_test.go", lines: maxLines + 1, imports: []string{"railpost/cmd/railpost"}}}, nil); len(got) != 1 {
		t.Errorf("a test file that is too long, and may import what it likes: %q", got)
	}
}
