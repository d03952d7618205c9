// Package engine is the referee: positions, orders, refusals, reports, draws
// and records of a board game. It has no clock, no mail, no files and no
// global state; a title (engine/games/russian, engine/games/g18mag, ...) gives it the rules.
//
// The way of an order:
//
//	line -> tokens -> verb and values (through the open Prompts) -> Verb.Do on
//	a working copy -> Settle -> Result (canonical line, reports, draws)
//
// A Prompt says who is asked what and which verbs can answer. Everything that
// has to know the shape of an order walks this one structure: the parser
// (line.go), the search through the legal lines (search.go), the completion of
// unambiguous beginnings (domain.go), and in package advise the lists, the nearest
// lines, help and the random player. They cannot drift apart.
//
// Where a line shows something hidden it ends, and a dry run ends before it: no
// preview, list or refusal can tell what was shown.
//
// An order may leave questions open: a frame on a stack that the position holds
// as data. The next Prompt asks it; with Prompt.Within set it must be answered
// in the same line, and brackets and commas are only signs between the answers.
//
// Nothing here writes prose. What happened, what is asked and why an order is
// refused are Messages: a key and named arguments, turned into sentences by
// package templates in the reader's language.
package engine
