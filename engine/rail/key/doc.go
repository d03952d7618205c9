// Package key holds the keys of the messages that 18xx titles share, templates/en/18xx.toml.
package key

//go:generate go run railpost/templates/keys 18xx.toml side.
