// Package key holds the keys of what pages say, templates/en/web.toml.
package key

//go:generate go run railpost/templates/keys web.toml colour- terrain- stop- state- unsubscribe-
