package templates

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// aboutColumns limits the first line of the header.
const aboutColumns = 48

// header returns the header of HTML: what is asked, until when, and how the players stand.
func (w *letter) header() []part {
	m := masthead{title: cmp.Or(w.Site, "Railpost"), game: clean(w.Game), livery: cmp.Or(w.word(w.known(w.Title+".livery")), "#54606C")}
	if w.Title != "" {
		m.title = gameTitle(w)
	}
	if !w.Status.Empty() {
		m.round = phrase(w.msg(w.Status))
	}
	asked := w
	if w.Enclosed != nil {
		asked = &letter{Letter: w.Enclosed, voice: w.voice, document: &document{}}
	}
	words := subjectWords(&letter{Letter: w.Letter, voice: w.voice, part: w.part})
	i := slices.IndexFunc(words, func(s string) bool { return columnsOf(s) <= aboutColumns })
	m.about = upperFirst(words[max(0, i)])
	if len(asked.Ask) > 0 {
		what := cmp.Or(w.variant(asked.Ask[0], ".subject"), lowerFirst(phrase(w.msg(asked.Ask[0]))))
		if asked == w {
			m.about = w.word(key.HeadAsked, engine.Text("name", w.reader()), engine.Text("what", what))
		}
		for _, ask := range asked.Ask {
			if s := sentence(w.msg(ask)); asked != w || lowerFirst(phrase(s)) != what {
				m.lines = append(m.lines, s)
			}
		}
		if what := takenBack(w); what != "" && w.Kind == Turn {
			m.lines = append(m.lines, w.word(key.YourTurnAgain, engine.Text("what", what)))
		}
		for _, p := range w.layOut(func() { greeting{&letter{Letter: asked.Letter, voice: w.voice, document: w.document}}.limit() }) {
			m.lines = append(m.lines, p.(prose).lines...)
		}
	}
	if kinds[w.Kind].Scores { // a podium has the players
		m.about, m.lines = cmp.Or(phrase(wonWords(w)), m.about), []string{w.word(key.Over, engine.Text("title", gameTitle(w)))}
		return []part{m}
	}
	if len(w.Standings) == 0 {
		return []part{m}
	}
	s := strip{}
	for _, st := range w.Standings {
		p := stripped{seat: st.Seat, name: w.name(st.Seat), number: w.grammar.number(st.N), unit: w.msg(st.Unit), you: st.Seat == w.Seat,
			facts: engine.Each(st.Facts, w.msg)}
		if slices.Contains(waitingSeats(w), st.Seat) {
			p.turn = w.word(key.HeadTurn, engine.Player("seat", st.Seat))
		}
		s.players = append(s.players, p)
	}
	return []part{m, s}
}
