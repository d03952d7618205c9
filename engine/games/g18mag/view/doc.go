// Package view shows positions of 18Mag: the sheets of a letter (sheet*.go), what help
// says of words (glossary.go, sheet_explain.go), what a choice would bring (remark.go),
// and the usual turn (usual.go; usual_build.go: what it builds; usual_guess.go: what a
// position is worth). It reads what package g18mag exports and decides nothing.
package view
