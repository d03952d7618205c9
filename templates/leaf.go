package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// Leaf is what a letter says, as part of a page: the page has a head and a foot of its own,
// and nothing on it can be answered.
type Leaf struct {
	Lang string
	HTML string
}

// Leaf lays out the body of a letter for a page. It is never shortened, and holds no code,
// no link and no address. It returns an error if the kind is unknown.
func (s *Set) Leaf(l *Letter) (Leaf, error) {
	in := *l
	in.Code, in.Tap, in.Link = "", "", ""
	if err := in.valid(); err != nil {
		return Leaf{}, err
	}
	w := s.begin(&in)
	w.body()
	if in.Kind == News { // a letter shows the board to whoever is asked
		w.section(key.Board, w.Board)
	}
	if in.Spoken {
		w.speak()
	}
	h := &htmlWriter{colourOf: w.colourOf}
	for _, p := range w.parts {
		h.part(p)
	}
	return Leaf{Lang: w.tongue.name, HTML: h.b.String()}, nil
}

// Word returns a message to a reader of pages, as Say does, in the words for the seat that
// reads it.
func (s *Set) Word(l *Letter) func(m engine.Message) string {
	v := s.voice(l.Lang, l.Title, l.Players, l.Seat, l.Zone)
	v.now, v.spoken = l.Now, l.Spoken
	return v.msg
}
