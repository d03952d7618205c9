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
//
// # Why it is so
//
// A Position is plain data: it is copied for each trial, encoded canonically for digests, and
// stored. View removes from it what a seat may not know.
//
// Rules report facts (Tx.Report); templates make the sentences, in each reader's language.
// Refusals are values with the section of the printed rule book.
//
// Digests are keyed with the game's seed, which is published at the end: they prove the log later
// and reveal nothing before. The seed is fixed before the game starts, its hash is in the first
// letter, and the players' acceptances add to it. Draw n of a named stream is an HMAC of the seed,
// so an undo cannot be used to draw again.
//
// A position or an order names a player by seat number only. Names and talk are stored next to the
// record, which has their salted hash (Record.Seal): they can be erased, and the chain still
// verifies.
//
// Fields of a position are never renamed or used again. A record may switch a game to newer rules
// from its step on; an undo takes back orders, never rules.
package engine
