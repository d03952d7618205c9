package templates

import (
	"net/url"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// lay lays a letter out and writes it, whatever its size.
func (s *Set) lay(l *Letter) Rendered {
	w := s.begin(l)
	w.body()
	w.enclose()
	if !kinds[l.Kind].Scores { // its small print has begun
		w.add(small{})
	}
	foot{w}.howTo()
	foot{w}.foot()
	if l.Spoken {
		listener{w.voice, w.Title}.speak(w.document)
	}
	w.parts = append(w.header(), w.parts...)
	text := writeText(w)
	r := Rendered{Subject: subjectLine(w), Text: text.b.String(), Offered: text.offered, Remarks: spokenRemarks(w.document)}
	r.Pictures = pictures(w.parts)
	r.HTML, r.Page = writeHTML(w, r.Subject, links(w, r.Subject))
	if w.lacking { // one language a letter
		in := *l
		in.Lang = English
		return s.lay(&in)
	}
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

// composes returns the address, from a seat's first page, that composes lines as the log has them; "" if one of them
// is no choice.
func (w *letter) composes(lines []string) string {
	q := url.Values{}
	for _, l := range lines {
		if !slices.ContainsFunc(slices.Concat(w.Usual, w.Choices), func(c advise.Choice) bool { return cleanLine(c.Line) == cleanLine(l) }) {
			return ""
		}
		q.Add("line", w.inLog(l))
	}
	return "order?" + q.Encode()
}

// Leaf is a letter as part of a page: the page has a foot of its own, and nothing on it can be answered.
type Leaf struct {
	Lang      string
	Head      Head
	Strip     string // the players, in rows of a table
	Suggested string // the suggested move
	// The rest in cards: what the reader can do, what happened of late, and all else.
	Asked, Story, Sheets string
}

// Head is the header of a page.
type Head struct {
	Title, Round, About, Livery string
	Lines                       []string
}

// Leaf lays out the body of a letter for a page. It is never shortened, and holds no code
// and no address; choices of a seat's turn are links to the page that composes them. It returns an error if the kind is unknown.
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
	leaf := Leaf{Lang: w.tongue.name}
	for _, p := range w.header() {
		switch p := p.(type) {
		case masthead:
			leaf.Head = Head{p.title, p.round, p.about, p.livery, p.lines}
		case strip:
			h := &htmlWriter{of: w}
			h.strip(p)
			leaf.Strip = h.b.String()
		}
	}
	var links *mailto
	if in.Kind == Turn && in.Seat >= 0 {
		links = &mailto{page: w}
	}
	for _, section := range w.sections() {
		h := &htmlWriter{of: w, mailto: links}
		h.all(section)
		if h.b.Len() == 0 {
			continue
		}
		to := &leaf.Sheets
		switch _, headed := section[0].(heading); {
		case !kinds[in.Kind].Tells:
		case headed && containsA[tap](section):
			leaf.Suggested += h.b.String()
			continue
		case !headed || containsA[choices](section):
			to = &leaf.Asked
		case !kinds[in.Kind].Closes && containsA[chronology](section):
			to = &leaf.Story
		}
		*to += `<section class="card">` + "\n" + h.b.String() + "</section>\n"
	}
	if w.lacking {
		in.Lang = English
		return s.Leaf(&in)
	}
	return leaf, nil
}

// sections returns what HTML shows of a letter, divided at its headings.
func (w *letter) sections() (list [][]part) {
	var parts []part
	for _, p := range w.parts {
		if both, ok := p.(apart); ok {
			parts = append(parts, both.html...)
		} else {
			parts = append(parts, p)
		}
	}
	for i, p := range parts {
		if h, ok := p.(heading); i == 0 || ok && h.level == 1 {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], p)
	}
	return list
}

func containsA[P any](list []part) bool {
	return slices.ContainsFunc(list, func(p part) bool { _, ok := p.(P); return ok })
}

// Word returns a message to a reader of pages, as Say does, in the words for the seat that
// reads it.
func (s *Set) Word(l *Letter) func(m engine.Message) string {
	v := s.voice(l.Lang, l.Title, l.Players, l.Seat, l.Zone)
	v.now, v.spoken = l.Now, l.Spoken
	return v.msg
}
