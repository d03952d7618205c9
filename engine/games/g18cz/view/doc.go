// Package view shows positions of 18CZ: sheets, remarks after the lines of a list,
// the usual turn, the words of the glossary. It only reads what the rules export, and
// no decision depends on it.
package view
