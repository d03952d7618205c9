package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/docs/rules"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
)

// folderOf is where the code of a title is.
func folderOf(title string) string {
	if title[0] >= '0' && title[0] <= '9' {
		title = "g" + title
	}
	return filepath.Join("..", "..", "engine", "games", title)
}

// cited is the citations in one file of a title's code.
type cited struct {
	file     string
	sections []string // in refusals, prompts, options, which players see
	rulings  []string // there and in comments, without the list of declared readings
}

var (
	citation = regexp.MustCompile(`^(?:R-?\d+|[IVX]+(?:\.[0-9a-z]+)*|\d+\.\d+(?:\.\d+)*)(?:, |$)`)
	ruling   = regexp.MustCompile(`\bR-?\d+\b`)
)

// citedBy reads the files of a title, without its tests; their names begin in its folder.
func citedBy(t *testing.T, title string) (out []cited) {
	t.Helper()
	err := filepath.WalkDir(folderOf(title), func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err == nil {
			name, _ := filepath.Rel(folderOf(title), file)
			out = append(out, citedIn(filepath.ToSlash(name), title, tree))
		}
		return err
	})
	expect.NoError(t, err)
	return out
}

// citedIn finds citations by their place (before a message of the title, as the value of Rule) or by their form.
func citedIn(file, title string, tree *ast.File) cited {
	c := cited{file: file}
	for _, group := range tree.Comments {
		c.rulings = append(c.rulings, ruling.FindAllString(group.Text(), -1)...)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch name := nameOf(n.Fun); {
			case name == "Readings":
				return false
			case name == "Forbid" || name == "Ask":
				c.cite(n.Args[0], true)
			}
			c.before(n.Args, title)
		case *ast.ReturnStmt:
			c.before(n.Results, title)
		case *ast.KeyValueExpr:
			c.cite(n.Value, nameOf(n.Key) == "Rule")
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) {
					c.cite(n.Rhs[i], strings.EqualFold(nameOf(left), "rule"))
				}
			}
		case *ast.BasicLit:
			c.cite(n, false)
		}
		return true
	})
	return c
}

// before reads the citation before the key of a refusal in a list of values, or after a message.
func (c *cited) before(list []ast.Expr, title string) {
	for i := 1; i < len(list); i++ {
		if key, _ := literal(list[i]); strings.HasPrefix(key, title+".no.") {
			c.cite(list[i-1], true)
		}
		if call, ok := list[i-1].(*ast.CallExpr); ok && nameOf(call.Fun) == "Msg" {
			c.cite(list[i], true)
		}
	}
}

// cite notes a text that is a citation: surely, or if it looks like one.
func (c *cited) cite(e ast.Expr, surely bool) {
	text, ok := literal(e)
	if !ok || text == "" || !surely && !citation.MatchString(text) {
		return
	}
	for part := range strings.SplitSeq(text, ", ") {
		if !slices.Contains(c.sections, part) {
			c.sections = append(c.sections, part)
		}
		if ruling.MatchString(part) {
			c.rulings = append(c.rulings, part)
		}
	}
}

// literal is the text of a literal, or of the first part of a concatenation: "Build track, "+other.
func literal(e ast.Expr) (string, bool) {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		text, ok := literal(sum.X)
		return strings.TrimSuffix(text, ", "), ok
	}
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return nameOf(e.X)
	}
	return ""
}

// TestCitations: every citation in the code of a title is in its rules reference, and every ruling there is
// carried out somewhere, or listed as one that needs no code.
func TestCitations(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.Name(), func(t *testing.T) {
			ref := rules.Of(title.Name(), rules.English)
			if ref == nil {
				t.Fatalf("there is no reference: write docs/rules/%s.md", title.Name())
			}
			has := func(where, key string) {
				if _, ok := ref.Key(key); !ok {
					t.Errorf("%s cites %q, which is the key of no heading in docs/rules/%s.md (package rules says what a key is)", where, key, title.Name())
				}
			}
			for _, o := range title.Options() {
				has("option "+o.Key, o.Rule)
			}
			for _, d := range title.Declared() {
				has("a declared reading", d.Rule)
			}
			n, carried := 0, map[string]bool{}
			for _, c := range citedBy(t, title.Name()) {
				for _, key := range c.sections {
					has(c.file, key)
				}
				for _, r := range c.rulings {
					has(c.file, r)
					carried[r] = true
				}
				n += len(c.sections)
			}
			if sections := len(ref.All()); n < min(20, sections/2) {
				t.Errorf("only %d citations were found in %s, the reference has %d sections", n, folderOf(title.Name()), sections)
			}
			checkRulings(t, ref, carried)
		})
	}
}

// checkRulings: a ruling is carried out by some file, or listed in the reference as one
// that needs no code.
func checkRulings(t *testing.T, ref *rules.Reference, carried map[string]bool) {
	t.Helper()
	list, ok := ref.Key(rules.WithoutCode)
	if !ok && len(rulings(ref)) > 0 {
		t.Errorf("the reference has rulings and no section %q", rules.WithoutCode)
	}
	without := withoutCode(ref, list.Lines)
	for _, s := range rulings(ref) {
		switch listed := slices.Contains(without, s.Key); {
		case !carried[s.Key] && !listed:
			t.Errorf("no file cites %s, and it is not listed under %q", s.Heading, rules.WithoutCode)
		case carried[s.Key] && listed:
			t.Errorf("%s is cited, and listed under %q", s.Heading, rules.WithoutCode)
		}
	}
}

// rulings are the sections of a reference that are rulings.
func rulings(ref *rules.Reference) (out []rules.Section) {
	for _, s := range ref.All() {
		if ruling.FindString(s.Key) == s.Key {
			out = append(out, s)
		}
	}
	return out
}

var ranged = regexp.MustCompile(`(R-?\d+)(?: to (R-?\d+))?`)

// withoutCode reads the list of rulings that need no code: "R9, R20 to R33: why".
func withoutCode(ref *rules.Reference, lines []string) (out []string) {
	for item := range strings.SplitSeq(strings.Join(lines, "\n"), "\n* ") {
		named, _, _ := strings.Cut(item, ":")
		for _, m := range ranged.FindAllStringSubmatch(named, -1) {
			on := false
			for _, s := range rulings(ref) {
				on = on || s.Key == m[1]
				if on {
					out = append(out, s.Key)
				}
				if m[2] == "" || s.Key == m[2] {
					on = false
				}
			}
		}
	}
	return out
}
