package railpost_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// goFor returns a command of Go for another system, without cgo as in releases.
func goFor(system, arch string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestOtherSystems: the program builds on the systems that docs/releasing.md names, and where an int has 32 bits. It
// checks the types of all source files, which takes a tenth of the time of a build.
func TestOtherSystems(t *testing.T) {
	level.NeedFull(t)
	for _, target := range []string{"darwin/amd64", "freebsd/amd64", "windows/amd64", "linux/386"} {
		t.Run(target, func(t *testing.T) {
			system, arch, _ := strings.Cut(target, "/")
			list, err := goFor(system, arch, "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "./cmd/railpost").Output()
			expect.NoError(t, err)
			checked := imports{"unsafe": types.Unsafe}
			for d := json.NewDecoder(bytes.NewReader(list)); ; {
				var p listed
				if err := d.Decode(&p); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if p.ImportPath != "unsafe" {
					checked[p.ImportPath] = p.check(t, types.SizesFor("gc", arch), checked)
				}
			}
			expect.True(t, len(checked) >= 300, "only %d packages", len(checked))
		})
	}
}

// listed is a package as go list describes it, after those it imports.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct{} // nil: the standard library
}

// check returns the types of a package. It does not look into functions of the standard library.
func (p *listed) check(t *testing.T, sizes types.Sizes, checked imports) *types.Package {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f := expect.Get(parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution))(t)
		files = append(files, f)
	}
	known := maps.Clone(checked)
	for as, path := range p.ImportMap {
		known[as] = checked[path]
	}
	c := types.Config{Importer: known, Sizes: sizes, IgnoreFuncBodies: p.Module == nil, Error: func(err error) { t.Error(err) }}
	pkg, _ := c.Check(p.ImportPath, set, files, nil)
	return pkg
}

// imports has packages by path.
type imports map[string]*types.Package

func (i imports) Import(path string) (*types.Package, error) {
	if i[path] == nil {
		return nil, fmt.Errorf("%s was not listed before", path)
	}
	return i[path], nil
}
