package templates

import (
	"html"

	"railpost/engine"
	"railpost/templates/key"
)

// Picture is a drawing of the board for the HTML part. The text part tells the same in words.
type Picture struct {
	ID     string // its Content-ID, without angle brackets (RFC 2392)
	Name   string // of the file
	PNG    []byte // nil: only what is said of it counts
	Width  int    // in pixels
	Shows  Shown
	Around []string // hexes of a part of a map
}

// Shown is what a picture shows.
type Shown string

// The values of Shown.
const (
	WholeBoard Shown = "whole"
	PartOfMap  Shown = "part"
	OwnMat     Shown = "mat"
	Boxes      Shown = "boxes"
)

// screenWidth is how wide pictures are shown on a phone: half as wide as drawn, as its pixels
// are small; wider screens show them up to their own size.
const screenWidth = 360

// image is a picture with what is read aloud in its place.
type image struct {
	Picture
	alt string
}

// pictures adds the pictures of a letter. The text part has nothing in their place.
func (w *letter) pictures() {
	for _, p := range w.Pictures {
		w.add(image{p, w.alt(p)})
	}
}

// shown returns the pictures that the document shows.
func (d *document) shown() (list []Picture) {
	for _, p := range d.parts {
		if in, ok := p.(image); ok && in.PNG != nil {
			list = append(list, in.Picture)
		}
	}
	return list
}

// alt says what a picture shows, and where the letter tells the same.
func (w *letter) alt(p Picture) string {
	var hexes []engine.Arg
	for _, h := range p.Around {
		hexes = append(hexes, engine.Text("", h))
	}
	around := engine.Several("hexes", hexes...)
	own, table := engine.Text("own", w.word(key.Own)), engine.Text("table", w.word(key.Table))
	switch {
	case p.Shows == OwnMat:
		return w.word(key.PictureMat, own, table)
	case p.Shows == Boxes:
		return w.word(key.PictureBoxes, engine.Text("board", w.word(key.Board)))
	case len(hexes) > 0 && w.toldUnder != "":
		return w.word(key.PicturePart, around, engine.Text("told", w.toldUnder))
	case len(hexes) > 0:
		return w.word(key.PicturePartBare, around)
	case w.Kind == Answer:
		return w.word(key.PictureAnswer)
	}
	return w.word(key.PictureWhole, own, table)
}

// image writes a picture that is never wider than its column. Outlook heeds the attribute
// only.
func (w *htmlWriter) image(p image) {
	if p.PNG != nil {
		w.b.WriteString(`<p style="margin:12px 0"><img src="cid:` + html.EscapeString(p.ID) + `" alt="` + html.EscapeString(p.alt) + `" width="` + itoa(min(p.Width, screenWidth)) +
			`" style="width:` + itoa(p.Width) + `px;max-width:100%;height:auto;border:0;display:block"></p>` + "\n")
	}
	w.newLine()
	w.lines = append(w.lines, "[image: "+p.alt+"]") // as mail programs quote it
}
