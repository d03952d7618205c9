// Package key holds the keys of the letters' own words, templates/en/letters.toml.
package key

//go:generate go run railpost/templates/keys letters.toml language. language-also. weekday. month. in- ago- subject.kind. subject.halt. now.halt. line.kind. robot-
