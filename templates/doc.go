// Package templates turns facts into letters: text first, HTML beside it with
// the same content, in the reader's language and time zone.
//
// A Letter is facts only. Render lays it out as a Document (sections of lines,
// choices and tables) and writes that one Document twice, as text of at most
// 76 columns and as HTML, so that both have the same facts. Where the two show
// them in different ways, the Document holds both (apart): text draws and lists,
// HTML has a header with the players, buttons, cards and tables. Every sentence
// comes from the message files <language>/*.toml; Go code holds none.
//
// What players write around their orders, in any language, is in the files
// <language>/words.toml, which Words reads.
//
// # How messages are written
//
// For authors of titles and translators.
//
// A language is a folder of files, as en/russian.toml; each line is a key in
// quotation marks and a sentence. Keys are the same in all languages; a message
// that a language lacks is taken from English, and one that English lacks is
// printed as its key in brackets: [russian.report.track]. A language that lacks more
// than a tenth of the messages is a draft: it is offered only where the configuration
// names it. A letter for which a language lacks a message is written in English as a whole.
//
//	"russian.report.track" = "{{.railway}}: {{.colour}} track now on {{.n}}"
//
//	"russian.report.rubles" = { one = "{{.seat}} gets {{.n}} ruble", other = "{{.seat}} gets {{.n}} rubles" }
//
// (TOML: a line under a ["header"] belongs to that header, so a file with headers must
// consist of headers only.)
//
// Arguments are filled in by name: numbers and texts as they are, orders and words of orders in
// the words of the reader's language, terms as the message of their key, seats as players'
// names, lists as "A, B and C", messages within messages as their sentence. A text argument named "at" or "until" that holds an RFC 3339 time is
// shown in the reader's zone. {{if .x}}...{{end}} and the rest of text/template work too; a
// message that names an argument which is not given prints as its key.
//
// Plural forms (zero, one, two, few, many, other, as the language has them)
// follow the number argument named "n"; without it, the first number argument.
// A message of one form needs no number.
//
// KEY.you, if it exists, is used instead of KEY when the argument "seat" is the reader:
// "you get 2 rubles". KEY.subject, for what is asked (Prompt.Ask), is what the subject of a
// letter may say about it; without it the subject says nothing, because lock screens show
// subjects. For a report, KEY.subject is what the subject of news says instead of the last
// order, after the player's name: "minor 3 runs for 40 Ft".
//
// KEY.short, for the status of a game, is what a column of rounds in the last letter says:
// "OR 3.2".
//
// KEY.choice, for a report, is what a list of choices says of a line that would report it:
// "2 rubles". What else a line brings, the title says in Adviser.Remark.
//
// KEY.card, for a report, is what a card of HTML shows of a line that would report it: verb first, then the
// object by its name, and after "; " what comes below it. KEY.cards is the same where the reports of a line are
// joined: "locomotive 7 to Kiev, factory 4". Where a line makes no such report, see Adviser.Card. A remark
// that has KEY.card, "-", is not on cards, and neither is an aim that has it, since the card says it already.
//
// KEY.gain, for a remark, is what a card of HTML shows of it at the right: the gain and, after
// "; ", what it is: "+5; to deliver". TITLE.news-order, for titles whose reports do not say what
// their orders say, joins both in the news. TITLE.livery and TITLE.livery.COMPANY are the colours
// of a title and of its companies, TITLE.swatch.WORD those of other things, with the letter that pictures use
// where it is not the word's own: "#222 K".
//
// KEY.award, for the heading of a table of the best runs, names the award of the last letter for its first row.
//
// KEY.spoken (and KEY.you.spoken) is used in its place for readers who listen: without signs
// and abbreviations that a voice cannot read. TITLE.aloud.WORD writes out a word wherever it
// stands in what they hear, as "Ft", orders aside.
//
// A report that begins with "- " gets a line of its own; others are joined as far as a line
// permits. KEY.also is what the subject of news adds for a report: "Ana: links Chicago -
// Toledo, end of turn 3".
//
// A report that begins with {{.seat}} and a space is printed without the name under an
// order of that player: "Ana: place rubles", and below "gets 2 rubles".
//
// Style: reports, remarks, what is asked and the status of a game begin with a small letter
// where the language allows it and have no full stop: letters make sentences, lists and
// subjects of them. No article precedes a name that is filled in.
//
// The Gloss of an option explains it in an invitation; if GLOSS.is-VALUE exists, or
// GLOSS.is for any {{.value}}, that sentence replaces it.
//
// Keys besides those that a title names in its own code: TITLE.title is the game's name as
// printed; TITLE.about is what an invitation says of the game; TITLE.score.PART heads a column
// of the final table (PART: name of an Arg in Score.Parts); TITLE.named.WORDS is what a language
// calls a thing to which data gives a name that begins with these words; TITLE.param.NAME or engine.param.NAME describes a parameter of that name,
// with an article: "the name of a space".
package templates
