// Package g18cz decides games of 18CZ: its rules and its data, and nothing that only
// shows a position or advises on it.
//
// A game is a State. Rules is what the referee asks; the rest of what is exported are
// questions about a State for those who show it (view) or speak of it to the public
// site (site). A section number in a comment is that of docs/rules/18cz.md.
package g18cz
