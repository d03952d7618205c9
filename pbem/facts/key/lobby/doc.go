// Package lobby holds the keys of letters about tables in formation, templates/en/lobby.toml.
package lobby

//go:generate go run railpost/templates/keys lobby.toml how-
