// Package view shows positions of Russian Railroads: the sheets of a letter (sheet.go,
// sheet_table.go, ahead.go), what help says of words (glossary.go,
// view.go), and what a choice would bring (remark.go, worth.go). It reads
// what package russian exports and decides nothing.
package view
