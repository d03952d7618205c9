package picture

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"railpost/engine/board"
)

func rgb(n uint32) color.RGBA { return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255} }

// paint is a colour of a picture: pages show another one in the dark.
type paint struct {
	name       string // of its CSS variable; "": it is the same by day and by night
	day, night color.RGBA
}

// RGBA makes a paint a colour: that of the day.
func (p paint) RGBA() (r, g, b, a uint32) { return p.day.RGBA() }

func same(c color.RGBA) paint { return paint{"", c, c} }

// turning are the paints of pictures that differ by night.
var turning []paint

func turns(name string, day, night uint32) paint {
	p := paint{name, rgb(day), rgb(night)}
	turning = append(turning, p)
	return p
}

// Style is the CSS for drawings with Options.Themed: their colours by day and by night.
func Style() string {
	day, night := "", ""
	for _, p := range turning {
		day += fmt.Sprintf(" --b-%s: %s;", p.name, css(p.day))
		night += fmt.Sprintf(" --b-%s: %s;", p.name, css(p.night))
	}
	return ":root {" + day + " }\n@media (prefers-color-scheme: dark) { :root {" + night + " } }\n"
}

func css(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// Colours of a picture. Ink on the board and on paper turns with its ground; ink on tiles and tokens does not.
var (
	paper  = turns("paper", 0xFBFAF5, 0x171C21)
	card   = turns("card", 0xFFFFFF, 0x222A32) // spaces of mats, boxes, plates
	ink    = turns("ink", 0x111111, 0xEEF1EC)
	faint  = turns("faint", 0x5A5F58, 0xAEB8C2)  // rims
	small  = turns("name", 0x3A3D38, 0xB9C2B8)   // names of hexes
	border = turns("border", 0xA3AA94, 0x515C52) // between hexes
	ridge  = turns("ridge", 0x7A5A3C, 0xC29A70)
	wave   = turns("river", 0x2F7FB8, 0x6DB3E3)
	extent = turns("extent", 0x0B4F8A, 0x6DB3E3) // what locomotives reach
	white  = same(rgb(0xFFFFFF))
	black  = same(rgb(0x111111)) // ink on tiles
	wall   = same(rgb(0x0B4F8A)) // sides that nothing may cross, locomotives
	roof   = same(rgb(0x7A5A3C)) // factories
	alert  = same(rgb(0xC2185B)) // marks
)

// grounds of hexes, colours of tiles and of track.
var fills = map[string]paint{
	"":       turns("land", 0xE6EDD3, 0x2E372F),
	"sea":    turns("sea", 0xBBDDF0, 0x1F3E54),
	"lake":   turns("lake", 0x8CC3E4, 0x27506B),
	"hill":   turns("hill", 0xD9C9A3, 0x4D4434),
	"yellow": turns("yellow", 0xF7DC5A, 0xD9BC3C),
	"green":  turns("green", 0x7CC38A, 0x5FA56E),
	"brown":  turns("brown", 0xC79A6B, 0xAE8154),
	"gray":   turns("gray", 0xC3C6CA, 0x9AA0A6),
	"red":    turns("red", 0xE58B80, 0xC96F64),
	"pink":   turns("kept", 0xF6D9D3, 0x573D38), // a hex kept for an owner
	"purple": turns("purple", 0xBF9AD3, 0xA583BA),
	"blue":   turns("blue", 0x7FA8DC, 0x6C95C9),
	"black":  same(rgb(0x3A3A3A)),
	"tan":    turns("tan", 0xEBD6A4, 0xCDB982),
	"ivory":  white,
	"shade":  turns("shade", 0xD8DAD6, 0x39434D), // unusable, or not counting
}

// cubes are the colours of goods.
var cubes = map[string]paint{
	"red": same(rgb(0xC8372D)), "yellow": same(rgb(0xE6C229)), "blue": same(rgb(0x2E6DB4)), "purple": same(rgb(0x7D4A9E)),
	"black": black, "gray": same(rgb(0x8A8F94)),
}

// fillOf is the colour of a ground or a tile; of two words the first counts.
func fillOf(name string) paint {
	word, _, _ := strings.Cut(name, " ")
	if c, ok := fills[word]; ok {
		return c
	}
	return fills[""]
}

// owners' colours are those of Okabe and Ito, which colour-blind people can distinguish.
var owners = []color.RGBA{
	rgb(0x0072B2), rgb(0xE69F00), rgb(0x009E73), rgb(0xD55E00), rgb(0x56B4E9), rgb(0xCC79A7), rgb(0xF0E442), rgb(0x111111),
}

// companies are the colours that titles give to companies: images have them exactly.
var companies = []uint32{
	0x007A39, 0x0971B7, 0x2B2A29, 0x2F7A37, 0x7D4A9E, 0x7EC3E6, 0x8A8F94, 0xA2D9F7,
	0xA9A9A9, 0xAE4A84, 0xB1CEC7, 0xC8372D, 0xCC6F3C, 0xDBE285, 0xE0862A, 0xE1AF33,
	0xE31E24, 0xE6C229, 0xF3B1B3, 0xFABC48, 0xFAEBD7, 0xFFD700,
}

func colourOf(o *board.Owner) paint { return styled(o.Style, o.Colour) }

// styled is a colour as CSS writes it, or else that of a style.
func styled(style int, css string) paint {
	if n, err := strconv.ParseUint(strings.TrimPrefix(css, "#"), 16, 32); err == nil && css != "" {
		return same(rgb(uint32(n)))
	}
	return same(owners[max(style, 0)%len(owners)])
}

// on is the ink that can be read on a colour, by day and by night.
func on(c paint) paint {
	dark := func(c color.RGBA) bool { return contrast(c, black.day) < contrast(c, white.day) }
	switch {
	case dark(c.day):
		return white
	case dark(c.night):
		return ink
	}
	return black
}

// contrast is that of WCAG 2: text is legible from 4.5 on.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	part := func(n uint8) float64 {
		v := float64(n) / 255
		if v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// blend is a colour over another one, with an opacity from 0 to 255.
func blend(c, under color.RGBA, opacity int) color.RGBA {
	k := func(a, b uint8) uint8 { return uint8((int(a)*opacity + int(b)*(255-opacity)) / 255) }
	return color.RGBA{k(c.R, under.R), k(c.G, under.G), k(c.B, under.B), 255}
}
