package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// letter is a Letter being laid out.
type letter struct {
	*Letter
	*voice
	*document
	part   bool   // of a letter about several games
	within bool   // it is enclosed in another letter
	named  string // the game under whose name such a letter is answered
	other  string // how to have letters in other languages; "": not said
}

// lay lays a letter out and writes it, whatever its size.
func (s *Set) lay(l *Letter) Rendered {
	w := s.begin(l)
	w.body()
	w.enclose()
	w.howTo()
	w.foot()
	if l.Spoken {
		w.speak()
	}
	text := w.document.write()
	r := Rendered{Subject: subject(w), Text: text.b.String(), Offered: text.offered, Remarks: w.document.remarks()}
	r.Pictures = w.shown()
	r.HTML, r.Page = w.document.html(r.Subject, w.colourOf, w.mailto(r.Subject))
	return r
}

// Blocks returns blocks as text of at most 76 columns, for the command line. players are
// names by seat.
func (s *Set) Blocks(lang string, players []string, blocks []engine.Block) string {
	w := s.begin(&Letter{Lang: lang, Players: players, Seat: engine.Nobody})
	w.blocks(blocks)
	return w.text()
}

func (s *Set) begin(l *Letter) *letter {
	v := s.voice(l.Lang, l.Title, l.Players, l.Seat, l.Zone)
	v.now, v.spoken = l.Now, l.Spoken
	w := &letter{Letter: v.inWords(l), voice: v, document: &document{lang: v.tongue.name}}
	if l.Foreign {
		w.other = s.polyglot()
	}
	return w
}

// body lays out what is particular to the kind of a letter.
func (w *letter) body() { kinds[w.Kind].lay(w) }

// enclose lays out the letter within this one, if there is one.
func (w *letter) enclose() {
	if w.Enclosed == nil {
		return
	}
	switch {
	case !kinds[w.Kind].present:
	case w.Enclosed.Kind == News:
		w.head(w.word(key.PresentNews))
	default:
		w.head(w.word(key.Present))
	}
	in := &letter{Letter: w.Enclosed, voice: w.voice, document: w.document, part: w.part && w.Kind != Answer, within: true, named: w.named}
	in.body()
}

// colourOf returns the colour of what a word of the title's letters names, as CSS writes it;
// "" if it has none.
func (w *letter) colourOf(word string) string {
	swatch := w.Title + ".swatch."
	key := w.known(swatch + engine.Fold(word))
	if key == "" && w.book != nil { // colours are named as orders name them
		key = w.known(swatch + engine.Fold(w.inLog(word)))
	}
	if key == "" {
		return ""
	}
	return w.word(key)
}
