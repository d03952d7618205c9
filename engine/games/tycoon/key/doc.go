// Package key holds the keys of the messages of Railroad Tycoon, templates/en/tycoon*.toml.
package key

//go:generate go run railpost/templates/keys tycoon.toml,tycoon-actions.toml,tycoon-board.toml,tycoon-build.toml,tycoon-flow.toml =title =about =score. =step. =param.path option. =declared. colour. side. part. sheet.ground- sheet.effect- sheet.goal- sheet.open- doomed. head.past- standing. =swatch. =livery =aloud. =named.
