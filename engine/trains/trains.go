// Package trains is the rolling stock of an 18xx game: what is on sale, who owns
// what, phases, rusting, limits. It knows no title.
package trains
