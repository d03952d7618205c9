// Package view shows positions of 18Mag: the sheets of a letter (sheet*.go), explanations of words
// (glossary.go), the effects of a choice (remark.go), and the usual turn (usual.go;
// usual_build.go: building; usual_guess.go: estimates of positions). It reads the exported facts of package
// g18mag and decides nothing.
package view
