package templates

import (
	"cmp"
	"html"
	"math"
	"strconv"
	"strings"

	"railpost/engine"
)

// seatColours are those of the players, by seat: told apart by the colour-blind, and never without the seat's
// number.
var seatColours = [...]string{"#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442", "#111111"}

func seatColour(s engine.Seat) string {
	if s < 0 {
		return "#54606C"
	}
	return seatColours[int(s)%len(seatColours)]
}

// inkOn returns the ink that is more legible on a colour.
func inkOn(colour string) string {
	if l := luminance(colour); (l+.05)/.0556 < 1.05/(l+.05) { // #111111 has .0056
		return "#FFFFFF"
	}
	return "#111111"
}

// luminance is that of WCAG 2: 0 is black, 1 white.
func luminance(colour string) float64 {
	hex := strings.TrimPrefix(colour, "#")
	if len(hex) == 3 {
		hex = hex[:1] + hex[:1] + hex[1:2] + hex[1:2] + hex[2:] + hex[2:]
	}
	n, _ := strconv.ParseUint(hex, 16, 32)
	part := func(shift int) float64 {
		v := float64(n>>shift&255) / 255
		if v <= .03928 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*part(16) + .7152*part(8) + .0722*part(0)
}

// chip writes the number of a seat in its colour. The name follows, so a screen reader need not read it.
func (w *htmlWriter) chip(s engine.Seat) {
	if s < 0 {
		return
	}
	c := seatColour(s)
	w.element(`<span style="display:inline-block;min-width:18px;text-align:center;background:`+c+`;color:`+inkOn(c)+
		`;font-size:13px;line-height:18px;font-weight:bold;border-radius:4px" aria-hidden="true">&nbsp;`, itoa(int(s)+1), `&nbsp;</span> `)
}

// seatOf returns the player that a field names, alone or with a remark in brackets.
func (w *letter) seatOf(field string) engine.Seat {
	bare, _, _ := strings.Cut(field, " (")
	for i := range w.players {
		if s := engine.Seat(i); bare == w.name(s) {
			return s
		}
	}
	return engine.Nobody
}

// coloured is the colour of a word, and the letter that pictures use for it; of a company or of a cube.
type coloured struct {
	colour, sign string
	company      bool
}

// colourOf is letter.colourOf for words that recur in a letter.
func (w *htmlWriter) colourOf(word string) coloured {
	if word == "" || word[0] < 'A' {
		return coloured{}
	}
	c, ok := w.colours[word]
	if !ok {
		c = w.of.colourOf(word)
		if w.colours == nil {
			w.colours = map[string]coloured{}
		}
		w.colours[word] = c
	}
	return c
}

// word writes a word with its colour, if it names something coloured: a company on its own colour, a cube behind
// a sample.
func (w *htmlWriter) word(word string) {
	bare := strings.Trim(word, ",:;()[].")
	c := w.colourOf(bare)
	if c.colour == "" {
		w.text(word)
		return
	}
	before, after, _ := strings.Cut(word, bare)
	open := `<span style="display:inline-block;background:` + html.EscapeString(c.colour) + `;color:` + inkOn(c.colour) + `;font-weight:bold;`
	if c.company {
		size := engine.If(w.tight, "font-size:inherit;padding:0 1px", "font-size:13px;line-height:18px;padding:0 5px")
		w.text(before)
		w.element(strings.Replace(open, "<span", `<span class="pill"`, 1)+size+`;border-radius:9px;border:1px solid #111">`, bare, "</span>")
	} else {
		w.element(open+`width:16px;text-align:center;font-size:12px;line-height:16px;border:1px solid #6B7680" aria-hidden="true">`, strings.ToUpper(cmp.Or(c.sign, firstLetter(bare))), "</span> ")
		w.text(before + bare)
	}
	w.text(after)
}

func firstLetter(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

// words writes a text with the colours of what it names.
func (w *htmlWriter) words(s string) {
	for i, word := range strings.Split(s, " ") {
		if i > 0 {
			w.text(" ")
		}
		w.word(word)
	}
}

// field writes a field of a table: a player with the chip of the seat, other names with their colours.
func (w *htmlWriter) field(s string) {
	if seat := w.of.seatOf(s); seat >= 0 {
		w.chip(seat)
		w.element("<b>", s, "</b>")
		return
	}
	if w.colourOf(unmarked(s)).colour != "" || strings.Contains(s, " ") {
		w.words(s)
		return
	}
	w.text(s)
}

func unmarked(word string) string { return strings.Trim(word, ",:;()[]") }
