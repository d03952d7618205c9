package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// layDigest lays out the daily letter.
func layDigest(w *letter) {
	if len(w.Parts) == 0 {
		w.say(w.word(key.DigestSettled, engine.Text("name", w.reader())))
	} else {
		w.say(w.word(key.Digest, engine.Text("name", w.reader()), engine.Int("n", len(w.Parts))))
		w.say(w.word(key.DigestWay))
		w.add(example(w))
	}
	layAnswers(w)
}

// layAnswers lays out a letter about several games: common facts, then the part of each game, under its name as
// an answer must have it.
func layAnswers(w *letter) {
	greeting{w}.furtherFacts()
	fate{w}.again(key.Again)
	for _, l := range w.Parts {
		in := partOf(w, l)
		in.body()
		in.enclose()
		w.add(heading{text: clean(l.Game), level: 1, then: gameTitle(in)})
		for _, p := range in.parts {
			if h, ok := p.(heading); ok && h.level == 1 {
				h.level = 2
				p = h
			}
			w.add(p)
		}
	}
}

// partOf returns the letter of one game, laid out by itself.
func partOf(w *letter, l *Letter) *letter {
	v := w.voice.ofTitle(l.Title)
	v.players, v.seat = engine.Each(l.Players, cleanName), l.Seat
	return &letter{Letter: l, voice: v, document: &document{lang: v.tongue.name}, part: true, named: clean(l.Game)}
}

// example shows an answer, with the first choice of each game.
func example(w *letter) choices {
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
