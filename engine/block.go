package engine

import "slices"

// Lines are sentences that are gathered one after another.
type Lines []Message

// Add adds a sentence.
func (l *Lines) Add(key string, args ...Arg) { *l = append(*l, Msg(key, args...)) }

// AddList adds a sentence about several things, if there are any.
func (l *Lines) AddList(key, name string, things []Arg) {
	if len(things) > 0 {
		l.Add(key, Several(name, things...))
	}
}

// Add adds a line to a block.
func (b *Block) Add(key string, args ...Arg) { (*Lines)(&b.Lines).Add(key, args...) }

// AddList adds a line about several things, if there are any.
func (b *Block) AddList(key, name string, things []Arg) {
	(*Lines)(&b.Lines).AddList(key, name, things)
}

// Filled returns the blocks that have lines or a table.
func Filled(blocks ...Block) []Block {
	return slices.DeleteFunc(blocks, func(b Block) bool { return len(b.Lines)+len(b.Rows) == 0 })
}
