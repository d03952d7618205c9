package templates

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// digest lays out the daily letter.
func (w *letter) digest() {
	if len(w.Parts) == 0 {
		w.say(w.word(key.DigestSettled, engine.Text("name", w.reader())))
	} else {
		w.say(w.word(key.Digest, engine.Text("name", w.reader()), engine.Int("n", len(w.Parts))))
		w.say(w.word(key.DigestWay))
		w.add(w.example())
	}
	w.several()
}

// several lays out a letter about several games: what concerns all of them, then the part of
// each game, under its name as an answer must have it.
func (w *letter) several() {
	w.told()
	w.again(key.Again)
	for _, l := range w.Parts {
		in := w.of(l)
		in.body()
		in.enclose()
		w.add(heading{text: clean(l.Game), level: 1, then: title(in)})
		for _, p := range in.parts {
			if h, ok := p.(heading); ok && h.level == 1 {
				h.level = 2
				p = h
			}
			w.add(p)
		}
	}
}

// of returns the letter of one game, laid out by itself.
func (w *letter) of(l *Letter) *letter {
	v := w.voice.ofTitle(l.Title)
	v.players, v.seat = each(l.Players, cleanName), l.Seat
	return &letter{Letter: l, voice: v, document: &document{lang: v.tongue.name}, part: true, named: clean(l.Game)}
}

// example shows how an answer looks, with what each game offers first.
func (w *letter) example() choices {
	list := choices{level: 1}
	for _, l := range w.Parts {
		list.rows = append(list.rows, choice{line: clean(l.Game) + ":"})
		switch {
		case len(l.Usual) > 0:
			list.rows = append(list.rows, choice{line: "  " + w.order("usual")})
		case len(l.Choices) > 0:
			list.rows = append(list.rows, choice{line: "  " + clean(l.Choices[0].Line)})
		}
	}
	return list
}

// shortTurn lays out what is asked of the reader, what matters of what happened, and the
// best choices.
func (w *letter) shortTurn() {
	w.greet()
	usual := w.aside(w.usualTurn)
	w.first(key.SinceMove, newsRows)
	w.best(screenRows / 2)
	w.add(usual...)
}

// subjectSeveral names the games and, in an answer, what became of each.
func subjectSeveral(w *letter) (what []string, until string) {
	var games, done, short []string
	for _, l := range w.Parts {
		in := w.of(l)
		game := engine.Text("game", clean(l.Game))
		words, _ := subjectWords(in)
		games = append(games, clean(l.Game))
		done = append(done, w.word(key.SubjectPart, game, engine.Text("what", lowerFirst(words[len(words)-1]))))
		short = append(short, w.word(cmp.Or(kinds[l.Kind].part, key.SubjectPartAnswer), game))
	}
	n := engine.Int("n", len(games))
	switch {
	case len(games) == 0 && len(w.Told) > 0 && w.variant(w.Told[0], ".subject") != "":
		return one(w.variant(w.Told[0], ".subject")), ""
	case len(games) == 0:
		return one(w.word(key.SubjectKindOf + string(w.Kind))), ""
	case w.Kind == Answers:
		return []string{strings.Join(done, "; "), strings.Join(short, ", "), w.word(key.SubjectKindOf + string(w.Kind))}, ""
	}
	first := slices.MinFunc(w.Parts, func(a, b *Letter) int { return a.Until.Compare(b.Until) })
	return []string{w.word(key.SubjectDigest, n, engine.Text("games", strings.Join(games, ", "))), w.word(key.SubjectDigestBare, n)}, untilWords(w.of(first))
}
