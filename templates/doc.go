// Package templates turns facts into letters: text first, HTML beside it with
// the same content, in the reader's language and time zone.
//
// A Letter is facts only. Render lays it out as a Document (sections of lines,
// choices and tables) and writes that one Document twice, as text of at most
// 76 columns and as HTML, so that the two cannot differ. Every sentence comes
// from the message files <language>/*.toml; Go code holds none.
//
// # How messages are written
//
// For authors of titles and translators.
//
// A language is a folder of files, as en/russian.toml; each line is a key in
// quotation marks and a sentence. Keys are the same in all languages; a message
// that a language lacks is taken from English, and one that English lacks is
// printed as its key in brackets: [russian.report.track].
//
//	"russian.report.track" = "{{.railway}}: {{.colour}} track now on {{.n}}"
//
//	"russian.report.rubles" = { one = "{{.seat}} gets {{.n}} ruble", other = "{{.seat}} gets {{.n}} rubles" }
//
// (TOML: a line under a ["header"] belongs to that header, so a file with
// headers has nothing else but headers.)
//
// Arguments are filled in by name: numbers as they are, texts as they are,
// terms as the message of their key, seats as players' names, lists as
// "A, B and C", messages within messages as their sentence. A text argument
// named "at" or "until" that holds a time of RFC 3339 is shown in the reader's
// zone. {{if .x}}...{{end}} and the rest of text/template work too; an argument
// that the message names and does not get makes it print as its key.
//
// Plural forms (zero, one, two, few, many, other, as the language has them)
// follow the number argument named "n"; without it, the first number argument.
// A message of one form needs no number.
//
// KEY.you, when there is one, is used instead of KEY when the argument "seat"
// is the reader: "you get 2 rubles". KEY.subject, for what is asked (Prompt.Ask),
// is what the subject of a letter may say about it; without it the subject says
// nothing, since subjects stand on locked screens. For a report, KEY.subject is
// what the subject of news says instead of the last order, behind the player's
// name: "minor 3 runs for 40 Ft".
//
// A report that begins with "- " stands on a line of its own; others are joined as
// far as a line goes. KEY.also is what the subject of news adds for a report: "Ana:
// links Chicago - Toledo, end of turn 3".
//
// A report that begins with {{.seat}} and a blank is printed without the name
// under an order of that player: "Ana: place rubles", and below "gets 2 rubles".
//
// Style: reports, remarks, what is asked and the status of a game begin with a
// small letter where the language allows it and have no full stop: letters make
// sentences, lists and subjects of them. No article stands before a name that
// is filled in.
//
// What an option of a table means in an invitation stands under its Gloss; with
// GLOSS.is-VALUE, or GLOSS.is for any {{.value}}, that sentence alone stands there.
//
// Keys besides those that a title names in its own code: TITLE.title is the
// game's name as printed; TITLE.score.PART heads a column of the final table
// (PART: name of an Arg in Score.Parts); TITLE.param.NAME or
// engine.param.NAME says what stands for a parameter of that name, with an
// article: "the name of a space".
package templates
