package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// devManCommand writes the manual from what --help says, so that there is no second
// description of a flag.
type devManCommand struct {
	Dir string `arg:"" placeholder:"DIR" help:"Where to write railpost.1 and a page for each command."`
}

func (c *devManCommand) Run(k *kong.Context, a *app) error {
	pages := map[string]string{"railpost": mainPage(k.Model.Node)}
	for _, n := range shownCommands(k.Model.Node) {
		pages[pageOf(n)] = commandPage(n)
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(c.Dir, name+".1"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pageOf returns the page's name of a command.
func pageOf(n *kong.Node) string { return "railpost-" + n.Name }

// shownCommands returns the commands directly below n that help lists.
func shownCommands(n *kong.Node) (out []*kong.Node) {
	return slices.DeleteFunc(slices.Clone(n.Children), func(c *kong.Node) bool { return c.Hidden })
}

// manual is a page in the making, in the language of man(7).
type manual struct{ strings.Builder }

func newManual(name, summary string) *manual {
	m := &manual{}
	// Without a date: the same source gives the same page.
	fmt.Fprintf(m, ".TH %s 1 \"\" \"Railpost\" \"Railpost\"\n", roff(strings.ToUpper(name)))
	m.section("NAME")
	fmt.Fprintf(m, "%s \\- %s\n", roff(name), roff(strings.TrimSuffix(summary, ".")))
	return m
}

func (m *manual) section(heading string) { fmt.Fprintf(m, ".SH %s\n", roff(heading)) }

// text writes paragraphs, which empty lines divide.
func (m *manual) text(text string) {
	for i, p := range strings.Split(text, "\n\n") {
		if i > 0 {
			m.WriteString(".PP\n")
		}
		fmt.Fprintf(m, "%s\n", roff(strings.Join(strings.Fields(p), " ")))
	}
}

// entry writes one entry of a list: what there is, and below it what it does.
func (m *manual) entry(what, help string) {
	fmt.Fprintf(m, ".TP\n.B %s\n%s\n", roff(what), roff(help))
}

// synopsis writes the ways to call the commands below n, or n itself.
func (m *manual) synopsis(leaves []*kong.Node) {
	m.section("SYNOPSIS")
	for i, n := range leaves {
		if i > 0 {
			m.WriteString(".br\n")
		}
		fmt.Fprintf(m, ".B %s\n", roff("railpost "+n.Summary()))
	}
}

// values writes the arguments and flags of a command.
func (m *manual) values(n *kong.Node) {
	for _, p := range n.Positional {
		m.entry(p.Summary(), p.Help)
	}
	for _, f := range n.Flags {
		if !f.Hidden {
			m.entry(f.String(), f.Help)
		}
	}
}

func mainPage(root *kong.Node) string {
	summary, _, _ := strings.Cut(root.Help, "\n")
	m := newManual("railpost", summary)
	m.section("SYNOPSIS")
	m.WriteString(".B railpost\n.I command\n[...]\n")
	m.section("DESCRIPTION")
	m.text(root.Help)
	m.section("COMMANDS")
	also := []string{}
	for _, n := range shownCommands(root) {
		m.entry(n.Name, n.Help)
		also = append(also, ".BR "+roff(pageOf(n))+" (1)")
	}
	m.section("OPTIONS")
	m.values(root)
	m.section("SEE ALSO")
	m.WriteString(strings.Join(also, ",\n") + "\n")
	return m.String()
}

func commandPage(n *kong.Node) string {
	m := newManual(pageOf(n), n.Help)
	leaves := []*kong.Node{n}
	if !n.Leaf() {
		leaves = n.Leaves(true)
	}
	m.synopsis(leaves)
	if n.Leaf() {
		m.section("OPTIONS")
		m.values(n)
	} else {
		m.section("COMMANDS")
		for _, leaf := range leaves {
			fmt.Fprintf(m, ".SS %s\n", roff("railpost "+leaf.Path()))
			m.text(leaf.Help)
			m.values(leaf)
		}
	}
	m.section("SEE ALSO")
	m.WriteString(".BR railpost (1)\n")
	return m.String()
}

// roff returns a text as it stands in a page: a hyphen is a minus, which can be copied
// to a shell, and no line begins with a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
