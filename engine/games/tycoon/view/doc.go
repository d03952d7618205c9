// Package view shows positions of Railroad Tycoon and advises on them. It only reads
// what the rules export, and no decision depends on it.
//
// Sheets are in sheet*.go, the board in map*.go; remark.go says what a line would do,
// glossary.go lists words. near*.go finds lines that a refused one may have
// meant, and answers an order that leaves its way open with the cheapest ways; ways*.go
// searches for them. usual*.go proposes an action by what the goods on the board
// promise (usual_outlook.go). worth.go and listed.go choose what lists show.
package view
