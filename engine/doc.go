// Package engine is the referee: positions, orders, refusals, reports, draws
// and records of a board game. It has no clock, no mail, no files and no
// global state; a title (engine/games/russian, engine/games/g18mag, ...) gives it the rules.
//
// The way of an order:
//
//	line -> tokens -> verb and values (through the open Prompts) -> Verb.Do on
//	a working copy -> Settle -> Result (canonical line, reports, draws)
//
// A Prompt holds who is asked, what is asked and which verbs can answer. Everything that
// must know the shape of an order walks this one structure: the parser (line.go), the
// search through the legal lines (search.go), the completion of unambiguous beginnings
// (domain.go), and in package advise the lists, the nearest lines, help and the random
// player. They cannot drift apart.
//
// A line that reveals something hidden ends there, and a dry run ends just before it, so no
// preview, list or refusal can leak what would be revealed.
//
// An order may leave questions open: a frame on a stack that the position holds as data.
// The next Prompt asks it. If Prompt.Within is set, it must be answered in the same line;
// brackets and commas are mere punctuation between the answers.
//
// Nothing here writes prose. What happened, what is asked and why an order is
// refused are Messages: a key and named arguments, turned into sentences by
// package templates in the reader's language.
package engine
