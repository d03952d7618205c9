package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"railpost/engine/titles"
)

// devCompleteCommand answers the shells, whose scripts (packaging/completions) know
// nothing about commands.
type devCompleteCommand struct {
	Words []string `arg:"" optional:"" help:"The words after railpost, the last one unfinished."`
}

func (c *devCompleteCommand) Run(k *kong.Context, a *app) error {
	for _, s := range complete(k.Model.Node, c.Words) {
		a.printf("%s\t%s\n", s.word, s.help)
	}
	return nil
}

// suggestion is a word that can stand next.
type suggestion struct{ word, help string }

// complete returns what can stand for the last of words; nothing where a file name or
// something that only the reader knows can.
func complete(node *kong.Node, words []string) (out []suggestion) {
	if len(words) == 0 {
		words = []string{""}
	}
	done, last := words[:len(words)-1], words[len(words)-1]
	var value *kong.Value // what the last word is the value of
	args := 0
	for _, w := range done {
		child := childOf(node, w)
		switch {
		case value != nil:
			value = nil
		case strings.HasPrefix(w, "-"):
			value = valueOf(node, w)
		case child != nil:
			node = child
		default:
			args++
		}
	}
	if value == nil && args < len(node.Positional) {
		value = node.Positional[args]
	}
	switch {
	case strings.HasPrefix(last, "-"):
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				out = append(out, suggestion{"--" + f.Name, f.Help})
			}
		}
	case value != nil:
		out = choices(value)
	case args == 0:
		for _, n := range shownCommands(node) {
			out = append(out, suggestion{n.Name, n.Help})
		}
	}
	return beginning(out, last)
}

// beginning returns those of list that begin with what has been typed.
func beginning(list []suggestion, typed string) (out []suggestion) {
	return slices.DeleteFunc(list, func(s suggestion) bool { return !strings.HasPrefix(s.word, typed) })
}

func childOf(n *kong.Node, name string) *kong.Node {
	for _, c := range n.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// valueOf returns the value that has to follow a flag; nil if there is none, or if it
// stands in the same word.
func valueOf(n *kong.Node, word string) *kong.Value {
	for _, group := range n.AllFlags(false) {
		for _, f := range group {
			if (word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short)) && !f.IsBool() {
				return f.Value
			}
		}
	}
	return nil
}

// choices lists the values that are known beforehand.
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
