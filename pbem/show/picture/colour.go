package picture

import (
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/board"
)

func rgb(n uint32) color.RGBA { return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255} }

// Colours of a picture.
var (
	paper  = rgb(0xFBFAF5)
	white  = rgb(0xFFFFFF)
	ink    = rgb(0x111111)
	faint  = rgb(0x5A5F58) // rims of circles
	small  = rgb(0x3A3D38) // names of hexes
	border = rgb(0xA9AF9C) // between hexes
	rock   = rgb(0x7A5A3C)
	wave   = rgb(0x2F7FB8)
	wall   = rgb(0x0B4F8A) // sides that nothing may cross
	alert  = rgb(0xC2185B) // marks
)

// grounds of hexes and colours of tiles.
var fills = map[string]color.RGBA{
	"":       rgb(0xECF1DE),
	"white":  rgb(0xECF1DE),
	"land":   rgb(0xECF1DE),
	"plain":  rgb(0xECF1DE),
	"sea":    rgb(0xBBDDF0),
	"lake":   rgb(0x8CC3E4),
	"hill":   rgb(0xD9C9A3),
	"yellow": rgb(0xF7DC5A),
	"green":  rgb(0x7CC38A),
	"brown":  rgb(0xC79A6B),
	"gray":   rgb(0xC3C6CA),
	"red":    rgb(0xE58B80),
	"pink":   rgb(0xF6D9D3), // a hex kept for an owner
	"purple": rgb(0xBF9AD3),
	"blue":   rgb(0x7FA8DC),
	"black":  rgb(0x3A3A3A),
	"tan":    rgb(0xEBD6A4),
	"ivory":  rgb(0xFFFFFF),
	"shade":  rgb(0xD8DAD6), // unusable, or not counting
}

// fillOf is the colour of a tile; of two words the first counts.
func fillOf(name string) color.RGBA {
	word, _, _ := strings.Cut(name, " ")
	if c, ok := fills[word]; ok {
		return c
	}
	return fills[""]
}

// owners' colours are those of Okabe and Ito, which colour-blind people can distinguish.
var owners = []color.RGBA{
	rgb(0x0072B2), rgb(0xE69F00), rgb(0x009E73), rgb(0xD55E00), rgb(0x56B4E9), rgb(0xCC79A7), rgb(0xF0E442), rgb(0x000000),
}

// companies are the colours that titles give to companies: images have them exactly.
var companies = []uint32{
	0x007A39, 0x0971B7, 0x2B2A29, 0x2F7A37, 0x7D4A9E, 0x7EC3E6, 0x8A8F94, 0xA2D9F7,
	0xA9A9A9, 0xAE4A84, 0xB1CEC7, 0xC8372D, 0xCC6F3C, 0xDBE285, 0xE0862A, 0xE1AF33,
	0xE31E24, 0xE6C229, 0xF3B1B3, 0xFABC48, 0xFAEBD7, 0xFFD700,
}

// Patterns of tokens: more owners than colours differ by them.
const (
	solid  = iota
	ringed // white with a ring in the colour
	halved // white below
	patterns
)

func colourOf(o *board.Owner) (c color.RGBA, pattern int) {
	if o.Colour != "" {
		return styled(o.Style, o.Colour), solid
	}
	return styled(o.Style, ""), max(o.Style, 0) / len(owners) % patterns
}

// styled is a colour as CSS writes it, or else that of a style.
func styled(style int, css string) color.RGBA {
	if n, err := strconv.ParseUint(strings.TrimPrefix(css, "#"), 16, 32); err == nil && css != "" {
		return rgb(uint32(n))
	}
	return owners[max(style, 0)%len(owners)]
}

// on is black or white, whichever can be read on a colour.
func on(c color.RGBA) color.RGBA {
	if contrast(c, ink) >= contrast(c, white) {
		return ink
	}
	return white
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

// fillNames are the grounds and colours of tiles, in a fixed order.
var fillNames = slices.Sorted(maps.Keys(fills))

// blend is a colour over another one, with an opacity from 0 to 255.
func blend(c, under color.RGBA, opacity int) color.RGBA {
	k := func(a, b uint8) uint8 { return uint8((int(a)*opacity + int(b)*(255-opacity)) / 255) }
	return color.RGBA{k(c.R, under.R), k(c.G, under.G), k(c.B, under.B), 255}
}

// premultiplied is a colour with an opacity as package color wants it.
func premultiplied(c color.RGBA) color.RGBA {
	k := func(n uint8) uint8 { return uint8(int(n) * int(c.A) / 255) }
	return color.RGBA{k(c.R), k(c.G), k(c.B), c.A}
}
