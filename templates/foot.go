package templates

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// foot explains how to answer a letter, and names the letter's record.
type foot struct{ *letter }

// howTo ends every letter to a player: how to answer.
func (w foot) howTo() {
	row := kinds[w.Kind]
	if w.Shown || w.taught() || row.mute != nil && row.mute(w.letter) {
		return
	}
	if w.brieflyHow() {
		w.add(gap{})
	} else {
		w.head(w.word(key.Howto))
	}
	asked := cmp.Or(w.Enclosed, w.Letter)
	if len(asked.Same.Own)+len(asked.Same.Table)+len(asked.Same.Board) > 0 && !w.quiet() {
		defer w.say(w.word(key.Same))
	}
	if row.howTo != nil {
		row.howTo(w.letter)
	} else {
		w.howToPlay()
	}
	if w.Contact != "" && !w.brieflyHow() {
		w.say(w.word(key.Contact, engine.Text("address", w.Contact)))
	}
}

// taught reports whether the reader knows by heart how to answer.
func (w foot) taught() bool { return w.Taught && w.brieflyHow() }

// brieflyHow reports whether the reader knows how to answer and only needs a reminder.
func (w foot) brieflyHow() bool {
	row := kinds[w.Kind]
	return !row.inFull && w.Versed && len(w.Help) == 0 && (w.Step > 0 || row.several)
}

// howToPlay is for a game, which may not have begun: then nobody can play yet.
func (w foot) howToPlay() {
	if w.Game != "" && w.Step == 0 {
		w.say(w.word(key.HowtoBefore))
		return
	}
	w.howToOrder()
}

// saying explains how to answer a letter whose answers need only these words.
func saying(keys ...string) func(w *letter) {
	return func(w *letter) {
		for _, k := range keys {
			w.say(w.word(k))
		}
	}
}

func howToNews(w *letter) {
	if w.Watches {
		w.say(w.word(key.HowtoWatch, engine.Text("game", w.Game)))
		return
	}
	foot{w}.howToPlay()
}

func howToGuest(w *letter) {
	if w.Listed {
		w.say(w.word(key.HowtoOffer))
		return
	}
	w.say(w.word(key.HowtoGuest))
}

func howToUnproven(w *letter) {
	w.say(w.word(key.HowtoUnproven))
	if w.Code != "" {
		w.say(w.word(key.HowtoCode))
	}
}

// howToOrder explains how orders are written; briefly to a player who has played before.
func (w foot) howToOrder() {
	asked := cmp.Or(w.Enclosed, w.Letter)
	list := asked.numbered()
	orders, numbers, short := len(asked.Ask) > 0 || waits(w.letter, w.Seat), key.HowtoNumbers, key.HowtoShortNumbers
	if asked.lettered() {
		numbers, short = key.HowtoLetters, key.HowtoShortLetters
	}
	if w.brieflyHow() {
		switch {
		case orders && len(list) > 0:
			w.say(w.word(short))
		case orders:
			w.say(w.word(key.HowtoShortOrders))
		default:
			w.say(w.word(key.HowtoShortAny))
		}
		return
	}
	if orders {
		w.say(w.word(key.HowtoTurn))
	}
	if len(list) > 0 {
		text, html := w.layOut(func() { w.say(w.word(numbers)) }), w.layOut(func() { w.say(w.word(numbers + ".spoken")) })
		w.add(apart{text: text, html: html}) // no comments in HTML
		w.add(tap{text: w.word(key.TapHow)})
	}
	w.say(w.word(key.HowtoAny), w.word(below(w.letter)))
}

// below says where orders belong.
func below(w *letter) string { return engine.If(w.Code != "", key.HowtoCode, key.HowtoBelow) }

// foot shows the code, if there is one, and names the record and its hash, so that the log can be
// checked afterwards.
func (w foot) foot() {
	if w.Code != "" {
		w.add(gap{}, prose{lines: []string{w.word(key.FootCode)}}, prose{lines: []string{w.Code}, exact: true})
	}
	if w.Game == "" {
		if w.Site != "" {
			w.add(gap{}, prose{lines: []string{clean(w.Site)}})
		}
		return
	}
	if list := slices.DeleteFunc(w.robots(), w.knownAs); len(list) > 0 {
		say := engine.If(len(w.met) > 0, key.RobotsToo, key.Robots)
		w.add(gap{})
		w.say(w.word(say, engine.Text("players", w.allCalled(list))))
	}
	say := engine.If(w.Hash == "", key.FootNew, key.Foot)
	if !w.brieflyHow() || w.taught() && kinds[w.Kind].mute == nil {
		w.add(gap{})
	}
	w.add(prose{lines: []string{w.word(say, engine.Text("game", w.Game), engine.Text("step", stepNumber(w.Step)), engine.Text("hash", w.Hash))}})
}

// howToParts explains how several games are answered in one mail.
func howToParts(w *letter) {
	if (foot{w}).brieflyHow() {
		w.say(w.word(key.HowtoShortParts))
		return
	}
	w.say(w.word(key.HowtoParts), w.word(key.HowtoDigest), w.word(below(w)))
}
