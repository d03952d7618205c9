// Package key holds the keys of the messages of the engine, templates/en/engine.toml.
package key

//go:generate go run railpost/templates/keys engine.toml param.
