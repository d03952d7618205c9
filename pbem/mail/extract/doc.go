// Package extract extracts the player's own words from the raw bytes of a mail.
//
// It works in four steps, one call each:
//
//	Parse   raw bytes -> Mail: who wrote, which letter is answered, what kind of mail it is
//	Typed   Mail and the letter it answers -> the person's own lines, folded
//	Sort    own lines -> orders, talk, and lines that nobody can read
//	Fold    one line -> the same line without the typography of mail programs
//
// Parse decodes (MIME, charsets, format=flowed, PGP clear-signed text, HTML) and classifies
// by headers; it keeps quotation marks as a depth of each line and decides nothing about
// the text. Typed decides what is quotation, in this order: lines of the letter that is
// answered, quotation marks and HTML structure, then patterns (attribution lines, header
// blocks, "original message" rules, signatures) whose words are in tables by language. Sort
// knows the words of the game only through a Vocabulary.
//
// If two readings are possible, the text is cut: an order that was not read costs a
// question, a quoted line that was read as an order costs a move.
//
// No input makes this package panic, and Limits bounds its work. RFC 2045-2049 (MIME), 3462
// and 3464 (reports), 3676 (flowed), 3834 (automatic mail), 5322 (messages), 5965
// (complaints), 8098 (read receipts), 9078 (reactions).
package extract
