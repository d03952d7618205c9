package main

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"railpost/engine/titles"
)

// completeCommand serves the completion scripts of shells (packaging/completions), which know no commands.
type completeCommand struct {
	Words []string `arg:"" optional:"" help:"The words after railpost, the last one unfinished."`
}

func (c *completeCommand) Run(a *app) error {
	list, err := complete(c.Words)
	for _, s := range list {
		a.printf("%s\t%s\n", s.word, s.help)
	}
	return err
}

// suggestion is a word that can come next.
type suggestion struct{ word, help string }

// complete returns the possible last words; nothing for a file name or a value that only the reader knows.
func complete(words []string) (out []suggestion, err error) {
	if len(words) == 0 {
		words = []string{""}
	}
	done, typed := words[:len(words)-1], words[len(words)-1]
	parser, err := newParser(&commands{}, io.Discard, io.Discard)
	if err != nil {
		return nil, err
	}
	read, err := kong.Trace(parser, done)
	if err != nil {
		return nil, err
	}
	node, args := parser.Model.Node, 0
	for _, p := range read.Path {
		switch {
		case p.Command != nil:
			node = p.Command
		case p.Positional != nil:
			args++
		}
	}
	switch value := valueOf(read, done); {
	case strings.HasPrefix(typed, "-"):
		for _, f := range slices.Concat(node.AllFlags(true)...) {
			out = append(out, suggestion{"--" + f.Name, f.Help})
		}
	case value != nil:
		out = choices(value)
	case args < len(node.Positional):
		out = choices(node.Positional[args])
	case read.Error == nil:
		for _, n := range node.Children {
			if !n.Hidden {
				out = append(out, suggestion{n.Name, n.Help})
			}
		}
	}
	return slices.DeleteFunc(out, func(s suggestion) bool { return !strings.HasPrefix(s.word, typed) }), nil
}

// valueOf returns the flag whose value must follow the words; nil if none.
func valueOf(read *kong.Context, words []string) *kong.Value {
	if len(words) == 0 {
		return nil
	}
	last := words[len(words)-1]
	for _, f := range read.Flags() {
		if (last == "--"+f.Name || f.Short != 0 && last == "-"+string(f.Short)) && !f.IsBool() {
			return f.Value
		}
	}
	return nil
}

// choices lists the values known in advance.
func choices(v *kong.Value) (out []suggestion) {
	if v.Enum != "" {
		for _, e := range v.EnumSlice() {
			out = append(out, suggestion{e, ""})
		}
	} else if v.Name == "title" {
		for _, t := range titles.All() {
			out = append(out, suggestion{t.Name(), ""})
		}
	}
	return out
}
