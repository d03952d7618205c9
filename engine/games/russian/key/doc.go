// Package key holds the keys of the messages of Russian Railroads, templates/en/russian.toml.
package key

//go:generate go run railpost/templates/keys russian.toml =title =about =score. =step. =param.steps colour. railway. railway-sign. marker. token. card. verb.card- start. special. factory. does. space. endcard. part- sign. option. =declared. =mend. sheet.explain- =swatch. =livery =news-order =aloud.
