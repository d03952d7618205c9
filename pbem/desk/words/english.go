package words

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/templates/parlance"
)

// English returns a line that reads as an order in another language in English; others as they
// are. The game's words come first, then the service's. What begins with a word of everyday
// talk is an order only if the rest reads as one.
func (v *Vocabulary) English(line string) string {
	if known, ok := v.english[line]; ok { // a letter has two renderings, and Sort asks twice
		return known
	}
	english := v.reading(line).English
	v.english[line] = english
	return english
}

// reading returns a line as English reads it.
func (v *Vocabulary) reading(line string) parlance.Line {
	if name, _, _ := strings.Cut(line, ":"); v.players[lexKey(name)] { // "Ana" signs, and begins "añade"
		return parlance.Line{English: line}
	}
	for _, read := range []func(string) parlance.Line{v.book.Read, v.book.ReadService} {
		if l := read(line); l.English != line && v.means(l) {
			return l
		}
	}
	if bare := v.said.Uncourteous(line); bare != line {
		if l := v.reading(bare); v.chooses(l.English) {
			return parlance.Line{English: l.English}
		}
	}
	return parlance.Line{English: cmp.Or(v.chosenWith(line), line)}
}

// chooses reports whether a line is the mark of a choice or a word for a turn.
func (v *Vocabulary) chooses(line string) bool {
	_, number := Number(line)
	return number || IsTurn(line) || strings.HasPrefix(line, "[") && v.isMark(line)
}

// chosenWith returns the order of "1 with t": a choice by its mark, and its continuation, at its end or before
// its ":"; "" for another line.
func (v *Vocabulary) chosenWith(line string) string {
	mark, tail, _ := strings.Cut(line, " ")
	if tail == "" || len(mark) > len("[99].") || v.choices == nil || len(v.at) == 0 {
		return ""
	}
	chosen, _ := v.choices(mark)
	if chosen == "" {
		return ""
	}
	on, printed := v.at[0].Clone(), v.book.Print(chosen)
	on.Pos = on.Pos.View(v.seat)
	head, rest, _ := strings.Cut(printed, ":")
	for _, line := range []string{printed + " " + tail, head + " " + tail + ":" + rest} {
		order := v.book.Read(line).English
		if _, err := on.Try(v.seat, order, true); err == nil {
			return order
		}
	}
	return ""
}

// means reports whether a line's English form is an order.
func (v *Vocabulary) means(l parlance.Line) bool {
	if _, numbered := Number(l.English); numbered {
		return true
	}
	word, rest := First(l.English), After(l.English)
	_, _, part := PartOf(v.parts, l.English)
	switch {
	case part && l.Loose && len(strings.Fields(rest)) > looseArgs: // "loseta 4 C6 D5-B7" asks for no tiles
		return false
	case v.Order(l.English):
		return true
	case !v.verbs[word] || l.Part:
		return false
	case !l.Loose || rest == "":
		return true
	}
	words := strings.Fields(rest)
	if IsService(word) && (len(words) <= looseArgs || strings.ContainsAny(rest, "0123456789")) {
		return true
	}
	named := words[0] != engine.Fold(words[0]) || strings.ContainsAny(rest, "0123456789")
	return named && len(words) <= looseArgs && !v.players[lexKey(words[0])] // "compra SIKK", "elijo pequeña 14"
}

// Doubtful refuses a line with the beginning of a word that may stand for several, in English
// and the player's language together, and would be read as each: better a question than the
// wrong cube. It returns nil for other lines.
func (v *Vocabulary) Doubtful(line string) *engine.Refusal {
	if v.book.Lang() == parlance.English {
		return nil
	}
	read := v.book.Read(line)
	if word := First(read.English); word == "help" || word == "moves" { // they play nothing, and know languages, too: "help es"
		return nil
	}
	for _, d := range read.Doubts {
		var near []string
		for _, word := range d.Words {
			if l := v.book.Read(d.As(line, word)); v.takes(l, d) {
				near = append(near, l.English)
			}
		}
		if len(near) > 1 {
			word, at := string([]rune(line)[d.Column-1:][:d.Length]), 1
			for read.Column(at) < d.Column {
				at++
			}
			return &engine.Refusal{Kind: engine.NotUnderstood, Line: read.English, Column: at, Length: d.Length, Why: engine.Msg(key.TwoReadings, engine.Text("word", word)), Near: near}
		}
	}
	return nil
}

// takes reports whether the position understands the word that stands for a doubtful one; if
// it does not get that far, whether that is too long for a name, a code or a small word.
func (v *Vocabulary) takes(l parlance.Line, d parlance.Doubt) bool {
	if len(v.at) == 0 {
		return d.Length > smallWord
	}
	on, line := v.at[0].Clone(), l.English
	for IsMode(First(line)) || First(line) == "try" {
		line = After(line)
	}
	on.Pos = on.Pos.View(v.seat)
	_, err := on.Try(v.seat, line, true)
	r, refused := engine.AsRefusal(err)
	if !refused || r.Kind != engine.NotUnderstood {
		return true
	}
	at := l.Column(utf8.RuneCountInString(l.English) - utf8.RuneCountInString(line) + r.Column)
	if r.Column == 0 || at < d.Column {
		return d.Length > smallWord
	}
	return at > d.Column
}

// smallWord is how long names, codes and words like "en" are.
const smallWord = 2

// Mended returns a line in English as if its words that are one typing error away from words of the player's
// language were spelt so. Only offers depend on it.
func (v *Vocabulary) Mended(line string) string { return v.book.Read(v.book.Mend(line)).English }

// looseArgs is the maximum number of words after one of everyday talk that need not read.
const looseArgs = 2

// Own turns the refusal of the English of a line into one of the line as written: with its words and the place
// in it. If the line stood for another, as a number does, the refusal keeps that one's words.
func (v *Vocabulary) Own(own string, r *engine.Refusal) *engine.Refusal {
	l := v.reading(own)
	at := strings.Index(l.English, r.Line) // behind "preview"
	if at < 0 {
		own, at = v.book.Print(r.Line), 0
		l = v.book.Read(own)
	}
	moved := *r
	moved.Line = own
	if r.Column > 0 {
		from := utf8.RuneCountInString(l.English[:at]) + r.Column
		moved.Column = l.Column(from)
		if r.Length > 0 {
			moved.Length = max(1, l.Column(from+r.Length)-moved.Column)
		}
	}
	return &moved
}
