package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// lay lays a letter out and writes it, whatever its size.
func (s *Set) lay(l *Letter) Rendered {
	w := s.begin(l)
	w.body()
	w.enclose()
	foot{w}.howTo()
	foot{w}.foot()
	if l.Spoken {
		listener{w.voice, w.Title}.speak(w.document)
	}
	text := writeText(w.document)
	r := Rendered{Subject: subjectLine(w), Text: text.b.String(), Offered: text.offered, Remarks: spokenRemarks(w.document)}
	r.Pictures = pictures(w.document)
	r.HTML, r.Page = writeHTML(w.document, r.Subject, w.colourOf, links(w, r.Subject))
	return r
}

// Blocks returns blocks as text of at most 76 columns, for the command line. players are
// names by seat.
func (s *Set) Blocks(lang string, players []string, blocks []engine.Block) string {
	w := s.begin(&Letter{Lang: lang, Players: players, Seat: engine.Nobody})
	sheet{w}.blocks(blocks)
	return w.text()
}

// links returns nil for a letter whose answers identify nobody, or whose reader wants no links. A code comes
// last, as it does in a quoted letter.
func links(w *letter, subject string) *mailto {
	if w.Tap == "" {
		return nil
	}
	m := newMailto(w.Tap, "Re: "+subject)
	if w.Code != "" {
		m.tail = escaped("\r\n" + w.Code + "\r\n")
	}
	return m
}

// Leaf is a letter as part of a page: the page has a head and a foot of its own, and nothing on it can be answered.
type Leaf struct {
	Lang string
	HTML string
}

// Leaf lays out the body of a letter for a page. It is never shortened, and holds no code,
// no link and no address. It returns an error if the kind is unknown.
func (s *Set) Leaf(l *Letter) (Leaf, error) {
	in := *l
	in.Code, in.Tap, in.Link = "", "", ""
	if err := valid(&in); err != nil {
		return Leaf{}, err
	}
	w := s.begin(&in)
	w.body()
	if in.Kind == News { // a letter shows the board to a player who must act
		sheet{w}.section(key.Board, w.Board)
	}
	if in.Spoken {
		listener{w.voice, w.Title}.speak(w.document)
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
